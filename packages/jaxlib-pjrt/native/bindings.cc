// The module jaxlib_pjrt._native: every class of pjrt/ as Python sees it.
//
// Ownership: a Python object holds what it was made from (see python.h), so nothing outlives its client.
// Threads and GIL: each call that can block lets the GIL go; see python.h.
// Errors: pjrt::Error becomes the class of jaxlib_pjrt.errors for its code, LoadError becomes LoadError there.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <cerrno>

#include "compat.h"
#include "pjrt/profiler.h"
#include "python.h"
#include "checksum_header.h"

namespace jaxlib_pjrt {
namespace {

using nb::literals::operator""_a;

// A library's text, which may repeat what a damaged program had in it.
nb::object to_text(const std::string& text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void raise(const char* maker, const nb::tuple& arguments) noexcept {
  try {
    const nb::object error = nb::module_::import_("jaxlib_pjrt.errors").attr(maker)(*arguments);
    PyErr_SetObject(error.type().ptr(), error.ptr());
  } catch (nb::python_error& failure) {
    failure.restore();
  }
}

void translate(const std::exception_ptr& thrown, void*) {
  gil::translate(thrown);
  try {
    compat::rethrow(&thrown);
  } catch (const pjrt::Error& error) {
    raise("from_code",
          nb::make_tuple(error.code(), to_text(error.message()), error.function(), to_text(error.plugin())));
  } catch (const pjrt::LoadError& error) {
    raise("LoadError", nb::make_tuple(to_text(error.what())));
  }
}

// str or bytes, as the bytes that a library takes.
class Bytes {
 public:
  explicit Bytes(nb::handle value) : held_(nb::borrow(value)) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyUnicode_Check(value.ptr())) {
      data = const_cast<char*>(PyUnicode_AsUTF8AndSize(value.ptr(), &size));
      if (data == nullptr) throw nb::python_error();
    } else if (PyBytes_AsStringAndSize(value.ptr(), &data, &size) != 0) {
      throw nb::python_error();
    }
    view_ = {data, static_cast<std::size_t>(size)};
  }
  std::string_view view() const { return view_; }

 private:
  nb::object held_;
  std::string_view view_;
};

// A CompileOptions, or bytes that are one serialized; None is the default CompileOptions. To what is not bytes the
// choices of an installed plugin are added.
Bytes compile_options(nb::handle options, const pjrt::Plugin& plugin) {
  if (PyBytes_Check(options.ptr())) return Bytes(options);
  return Bytes(nb::module_::import_("jaxlib_pjrt._plugins").attr("serialized")(options, plugin.path()));
}

Sharing sharing(nb::handle copy) {
  if (copy.is_none()) return Sharing::kAllow;
  return nb::cast<bool>(copy) ? Sharing::kCopy : Sharing::kDemand;
}

nb::tuple from_layout(const pjrt::Layout& layout) {
  nb::list tiles;
  for (const auto& tile : layout.tiles) tiles.append(to_shape(tile.data(), tile.size()));
  return nb::make_tuple(to_shape(layout.minor_to_major.data(), layout.minor_to_major.size()), nb::tuple(tiles));
}

pjrt::Layout to_layout(nb::handle layout) {
  pjrt::Layout made;
  try {
    const auto [order, given] = nb::cast<std::pair<std::vector<std::int64_t>, std::vector<std::vector<std::int64_t>>>>(layout);
    made = {order, given};
  } catch (const nb::cast_error&) {
    throw nb::type_error("layout: wanted (minor_to_major, tiles), such as ((1, 0), ())");
  }
  std::vector<bool> seen(made.minor_to_major.size());
  for (const std::int64_t dimension : made.minor_to_major) {
    const auto index = static_cast<std::size_t>(dimension);
    if (dimension < 0 || index >= seen.size() || seen[index]) {
      throw nb::value_error("layout: minor_to_major must name each dimension once");
    }
    seen[index] = true;
  }
  return made;
}

nb::object from_layouts(const std::optional<std::vector<pjrt::Parameter>>& known) {
  if (!known) return nb::none();
  nb::list all;
  for (const pjrt::Parameter& each : *known) {
    all.append(each.layout ? nb::object(from_layout(*each.layout)) : nb::object(nb::none()));
  }
  return all;
}

nb::bytes to_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

nb::list devices_of(const std::shared_ptr<pjrt::Client>& client) {
  nb::list all;
  for (const auto& device : client->devices()) all.append(PyDevice{client, device.get()});
  return all;
}

void bind_plugin(nb::module_& module) {
  nb::class_<PyPlugin>(module, "Plugin", "A loaded PJRT C API library. It stays loaded as long as the process.")
      .def(
          "__init__",
          [](PyPlugin* self, const std::string& path, const std::string& name) {
            const Unlocked unlocked;
            new (self) PyPlugin{&pjrt::Plugin::open(path, name)};
          },
          "path"_a, "name"_a,
          "Load the library at path; errors call it by name. A path that is loaded already keeps its name.\n\n"
          "Raises:\n    LoadError: The file is no PJRT library, or its major API version is another.")
      .def_prop_ro("name", [](const PyPlugin& self) { return self.plugin->name(); })
      .def_prop_ro("path", [](const PyPlugin& self) { return self.plugin->path(); })
      .def_prop_ro(
          "api_version",
          [](const PyPlugin& self) {
            return nb::make_tuple(self.plugin->major_version(), self.plugin->minor_version());
          },
          "The PJRT C API version of its header, major and minor.")
      .def_prop_ro(
          "attributes", [](const PyPlugin& self) { return to_python(self.plugin->attributes()); },
          "What it says of itself, such as stablehlo_current_version.")
      .def_prop_ro(
          "extensions", [](const PyPlugin& self) { return self.plugin->extensions(); },
          "The type numbers of its PJRT extensions.")
      .def(
          "has", [](const PyPlugin& self, const std::string& function) { return self.plugin->has(function); },
          "function"_a, "Whether it has the function of the PJRT C API of this name.")
      .def("__eq__", [](const PyPlugin& self, const PyPlugin& other) { return self.plugin == other.plugin; },
           nb::is_operator())
      .def("__hash__", [](const PyPlugin& self) { return reinterpret_cast<std::uintptr_t>(self.plugin) >> 4; })
      .def("__repr__", [](const PyPlugin& self) {
        return "Plugin('" + self.plugin->name() + "', PJRT C API " +
               std::to_string(self.plugin->major_version()) + "." +
               std::to_string(self.plugin->minor_version()) + ")";
      });
}

template <class Class>
void same_handle(nb::class_<Class>& wired, const void* (*handle)(const Class&)) {
  wired
      .def("__eq__", [handle](const Class& self, const Class& other) { return handle(self) == handle(other); },
           nb::is_operator())
      .def("__hash__", [handle](const Class& self) {
        return reinterpret_cast<std::uintptr_t>(handle(self)) >> 4;
      });
}

void bind_devices(nb::module_& module) {
  auto memory = nb::class_<PyMemory>(module, "Memory", "A memory that one or more devices can address.");
  memory.def_prop_ro("id", [](const PyMemory& self) { return self.memory->id(); })
      .def_prop_ro(
          "kind", [](const PyMemory& self) { return self.memory->kind(); },
          "The platform's name for this kind of memory, such as \"device\" or \"pinned_host\".")
      .def_prop_ro(
          "devices",
          [](const PyMemory& self) {
            nb::list all;
            for (PJRT_Device* handle : self.memory->devices()) {
              all.append(PyDevice{self.client, &self.client->device(handle)});
            }
            return all;
          },
          "The devices that can address it.")
      .def("__repr__", [](const PyMemory& self) { return self.memory->to_string(); });
  same_handle<PyMemory>(memory, [](const PyMemory& self) -> const void* { return self.memory; });

  auto device = nb::class_<PyDevice>(module, "Device", "A device of a client.");
  device.def_prop_ro("id", [](const PyDevice& self) { return self.device->description().id(); })
      .def_prop_ro("process_index",
                   [](const PyDevice& self) { return self.device->description().process_index(); })
      .def_prop_ro(
          "kind", [](const PyDevice& self) { return self.device->description().kind(); },
          "The vendor's name for this kind of device.")
      .def_prop_ro("local_hardware_id", [](const PyDevice& self) { return self.device->local_hardware_id(); })
      .def_prop_ro(
          "addressable", [](const PyDevice& self) { return self.device->addressable(); },
          "Whether this process can use it.")
      .def_prop_ro("attributes",
                   [](const PyDevice& self) { return to_python(self.device->description().attributes()); })
      .def_prop_ro("debug_string", [](const PyDevice& self) { return self.device->description().debug_string(); })
      .def_prop_ro("client", [](const PyDevice& self) { return PyClient{self.client}; })
      .def_prop_ro(
          "memories",
          [](const PyDevice& self) {
            nb::list all;
            for (PJRT_Memory* handle : self.device->memories()) {
              all.append(PyMemory{self.client, &self.client->memory(handle)});
            }
            return all;
          },
          "The memories that it can address.")
      .def_prop_ro(
          "default_memory",
          [](const PyDevice& self) {
            return PyMemory{self.client, &self.client->memory(self.device->default_memory())};
          },
          "Where arrays for it are placed unless said otherwise.")
      .def(
          "memory_stats",
          [](const PyDevice& self) {
            std::vector<std::pair<const char*, std::int64_t>> stats;
            {
              const Unlocked unlocked;
              stats = self.device->memory_stats();
            }
            return to_python(stats);
          },
          "Bytes and counts of its allocator by name, those that the library states.\n\n"
          "Raises:\n    Unimplemented: The library keeps none.")
      .def("__repr__", [](const PyDevice& self) { return self.device->description().to_string(); });
  same_handle<PyDevice>(device, [](const PyDevice& self) -> const void* { return self.device; });

  auto description = nb::class_<PyDescription>(module, "DeviceDescription",
                                               "A device of a topology, which need not exist.");
  description.def_prop_ro("id", [](const PyDescription& self) { return self.description->id(); })
      .def_prop_ro("process_index", [](const PyDescription& self) { return self.description->process_index(); })
      .def_prop_ro("kind", [](const PyDescription& self) { return self.description->kind(); })
      .def_prop_ro("attributes",
                   [](const PyDescription& self) { return to_python(self.description->attributes()); })
      .def("__repr__", [](const PyDescription& self) { return self.description->to_string(); });
}

// What the client's plugin brings for the programs that it runs.
void bring(const PyClient& client) { nb::module_::import_("jaxlib_pjrt._plugins").attr("bring")(client); }

void bind_client(nb::module_& module) {
  auto client = nb::class_<PyClient>(module, "Client", "The devices of one plugin.");
  client
      .def(
          "__init__",
          [](PyClient* self, nb::object plugin, nb::handle key_value_store, nb::kwargs options) {
            const nb::object found = nb::module_::import_("jaxlib_pjrt._plugins").attr("plugin")(plugin);
            const pjrt::Plugin& library = *nb::cast<const PyPlugin&>(found).plugin;
            const auto values = to_options(options);
            auto store = to_store(key_value_store);
            std::shared_ptr<pjrt::Client> made;
            {
              const Unlocked unlocked;
              made = pjrt::Client::create(library, values, destroy<pjrt::Client>, std::move(store));
            }
            new (self) PyClient{std::move(made)};
          },
          "plugin"_a, nb::kw_only(), "key_value_store"_a = nb::none(), "options"_a,
          "Make a client.\n\n"
          "Args:\n    plugin: The name of an installed plugin (\"cpu\", \"cuda12\"), the path of a PJRT C API\n"
          "        library, or a Plugin.\n"
          "    key_value_store: What the processes of one computation share, for a library whose clients find each\n"
          "        other by it: an object with get(key: str, timeout: float seconds) -> bytes, which waits and raises\n"
          "        TimeoutError; put(key: str, value: bytes); and try_get(key: str) -> bytes | None, without which\n"
          "        get(key, 0.0) stands in for it. They are called on any thread while the client lives.\n"
          "    options: The library's own, such as cpu_device_count=4.\n\n"
          "Raises:\n    PluginNotFound: No plugin of that name is installed.\n"
          "    LoadError: The library cannot be loaded.\n    PjrtError: It cannot make a client.")
      .def_prop_ro("plugin", [](const PyClient& self) { return PyPlugin{&self.client->plugin()}; })
      .def_prop_ro("platform", [](const PyClient& self) { return self.client->platform(); })
      .def_prop_ro("platform_version", [](const PyClient& self) { return self.client->platform_version(); })
      .def_prop_ro("process_index", [](const PyClient& self) { return self.client->process_index(); })
      .def_prop_ro(
          "devices", [](const PyClient& self) { return devices_of(self.client); },
          "All devices, those of other processes too.")
      .def_prop_ro(
          "memories",
          [](const PyClient& self) {
            nb::list all;
            for (const auto& memory : self.client->memories()) all.append(PyMemory{self.client, memory.get()});
            return all;
          },
          "The memories that this process can use.")
      .def(
          "default_device_assignment",
          [](const PyClient& self, int replicas, int partitions) {
            if (replicas < 1 || partitions < 1) {
              throw nb::value_error("replicas and partitions: wanted at least 1 of each");
            }
            return self.client->default_assignment(replicas, partitions);
          },
          "replicas"_a, "partitions"_a = 1,
          "The ids of the devices for a program: replica r, partition p at [r * partitions + p].")
      .def(
          "compile",
          [](const PyClient& self, nb::handle program, nb::handle options, const std::string& format) {
            const Bytes code(program), serialized = compile_options(options, self.client->plugin());
            // Only a custom call can need a handler, and in MLIR it is written out, in bytecode, too.
            if (format != "mlir" || code.view().find("custom_call") != std::string_view::npos) bring(self);
            const Unlocked unlocked;
            return PyLoadedExecutable{self.client->compile(code.view(), format, serialized.view(),
                                                           destroy<pjrt::LoadedExecutable>)};
          },
          "program"_a, "options"_a = nb::none(), nb::kw_only(), "format"_a = "mlir",
          "Compile a program for this client's devices.\n\n"
          "Args:\n    program: StableHLO as MLIR text (str) or bytecode (bytes); or what format says.\n"
          "    options: A CompileOptions, or a serialized CompileOptionsProto.\n"
          "    format: \"mlir\", \"hlo\" (a serialized HloModuleProto) or \"hlo_with_config\".\n\n"
          "Raises:\n    PjrtError: With the compiler's message; often InvalidArgument.")
      .def(
          "load",
          [](const PyClient& self, nb::handle executable, nb::handle options) {
            std::string serialized;
            if (nb::isinstance<PyExecutable>(executable)) {
              serialized = nb::cast<const PyExecutable&>(executable).executable->serialize();
            } else {
              const Bytes given(executable);
              const std::optional<std::string_view> content = verify_checksum(given.view());
              if (!content) {
                throw nb::value_error(
                    "executable: wanted the bytes that serialize() gave, found bytes that have changed since or are "
                    "not all there; compile the program again");
              }
              serialized = *content;
            }
            std::optional<Bytes> overriding;
            if (!options.is_none()) overriding.emplace(compile_options(options, self.client->plugin()));
            bring(self);
            const Unlocked unlocked;
            std::optional<std::string_view> view;
            if (overriding) view = overriding->view();
            return PyLoadedExecutable{self.client->load(serialized, view, destroy<pjrt::LoadedExecutable>)};
          },
          "executable"_a, "options"_a = nb::none(),
          "Load an Executable, or the bytes of one that was serialized by the same version of the library.\n\n"
          "Args:\n"
          "    executable: Bytes of serialize(), or what another tool had the library serialize: that is machine code,\n"
          "        and is trusted to be whole.\n"
          "    options: What replaces the options that it was compiled with.\n\n"
          "Raises:\n    ValueError: The bytes have changed since serialize() gave them.\n"
          "    PjrtError: The library does not take them.")
      .def(
          "buffer",
          [](const PyClient& self, nb::handle array, nb::handle where, nb::handle copy, nb::handle layout) {
            pjrt::Place place = to_place(*self.client, where);
            std::optional<pjrt::Layout> wanted;
            if (!layout.is_none()) place.layout = &wanted.emplace(to_layout(layout));
            return to_buffer(*self.client, array, place, sharing(copy));
          },
          "array"_a, "where"_a = nb::none(), nb::kw_only(), "copy"_a.none() = true, "layout"_a = nb::none(),
          "An array of the host on a device.\n\n"
          "Args:\n    array: What numpy.asarray takes, of any dtype of numpy's or ml_dtypes' numbers, or an object\n"
          "        with __dlpack__ in the host's memory.\n"
          "    where: A Device or a Memory; by default the first device of this process.\n"
          "    copy: True copies, so the array may change afterwards. None lets the library use the array's\n"
          "        memory where it can, and False demands it; then the array must not change while the buffer\n"
          "        lives.\n"
          "    layout: The order of elements on the device, as Buffer.layout and LoadedExecutable.parameter_layouts\n"
          "        give it; by default the library's own choice, which is row-major on a CPU.\n\n"
          "Raises:\n    TypeError: PJRT has no element type for the dtype.\n"
          "    ValueError: copy=False, and the library had to copy.")
      .def(
          "from_dlpack",
          [](const PyClient& self, nb::handle array, nb::handle device) {
            const pjrt::Place place = to_place(*self.client, device);
            if (place.device == nullptr) throw nb::type_error("device: wanted a Device or None");
            return from_dlpack(*self.client, array, *place.device);
          },
          "array"_a, "device"_a = nb::none(),
          "A buffer over the memory of an object with __dlpack__; nothing is copied.\n\n"
          "Raises:\n    ValueError: It is not contiguous in row-major order.\n"
          "    PjrtError: The library cannot use that memory.")
      .def("__repr__", [](const PyClient& self) {
        return "Client('" + self.client->plugin().name() + "', " +
               std::to_string(self.client->devices().size()) + " devices)";
      });
  bind_ffi_functions(module, client);
  same_handle<PyClient>(client, [](const PyClient& self) -> const void* { return self.client.get(); });
}

void bind_topology(nb::module_& module) {
  nb::class_<PyTopology>(module, "Topology", "Devices to compile for, which need not be there.")
      .def(
          "__init__",
          [](PyTopology* self, nb::object plugin, const std::string& name, nb::kwargs options) {
            const nb::object found = nb::module_::import_("jaxlib_pjrt._plugins").attr("plugin")(plugin);
            const pjrt::Plugin& library = *nb::cast<const PyPlugin&>(found).plugin;
            const auto values = to_options(options);
            const Unlocked unlocked;
            new (self) PyTopology{pjrt::Topology::create(library, name, values)};
          },
          "plugin"_a, "name"_a = "", "options"_a,
          "Describe devices.\n\nArgs:\n    plugin: As for Client.\n"
          "    name: The library's name for the topology, such as \"v5e:2x2\".\n    options: The library's own.")
      .def_prop_ro("platform", [](const PyTopology& self) { return self.topology->platform(); })
      .def_prop_ro("platform_version", [](const PyTopology& self) { return self.topology->platform_version(); })
      .def_prop_ro("attributes", [](const PyTopology& self) { return to_python(self.topology->attributes()); })
      .def_prop_ro("devices",
                   [](const PyTopology& self) {
                     nb::list all;
                     for (const auto& device : self.topology->devices()) {
                       all.append(PyDescription{self.topology, device.get()});
                     }
                     return all;
                   })
      .def("serialize", [](const PyTopology& self) { return to_bytes(self.topology->serialize()); })
      .def(
          "compile",
          [](const PyTopology& self, nb::handle program, nb::handle options, const std::string& format) {
            const Bytes code(program), serialized = compile_options(options, self.topology->plugin());
            const Unlocked unlocked;
            return PyExecutable{self.topology->compile(code.view(), format, serialized.view())};
          },
          "program"_a, "options"_a = nb::none(), nb::kw_only(), "format"_a = "mlir",
          "As Client.compile; the Executable is loaded with Client.load where the devices are.");
}

template <class Class, class Get>
void bind_queries(nb::class_<Class>& wired, Get get) {
  wired.def_prop_ro("name", [get](const Class& self) { return to_text(get(self).name()); })
      .def_prop_ro("num_replicas", [get](const Class& self) { return get(self).replicas(); })
      .def_prop_ro("num_partitions", [get](const Class& self) { return get(self).partitions(); })
      .def_prop_ro(
          "num_outputs", [get](const Class& self) { return get(self).outputs(); }, "On each device.")
      .def_prop_ro("output_dtypes",
                   [get](const Class& self) {
                     nb::list all;
                     for (PJRT_Buffer_Type type : get(self).output_types()) {
                       all.append(type == PJRT_Buffer_Type_TOKEN ? nb::none() : to_dtype(type));
                     }
                     return all;
                   },
                   "numpy dtypes; None for a token.")
      .def_prop_ro(
          "output_shapes",
          [get](const Class& self) {
            nb::list all;
            for (const auto& shape : get(self).output_dimensions()) {
              all.append(to_shape(shape.data(), shape.size()));
            }
            return all;
          },
          "On each device.")
      .def_prop_ro("output_memory_kinds", [get](const Class& self) { return get(self).output_memory_kinds(); })
      .def_prop_ro(
          "code_size", [get](const Class& self) { return get(self).code_size(); },
          "Bytes of generated code; -1 where the library does not tell.")
      .def_prop_ro("fingerprint", [get](const Class& self) { return to_bytes(get(self).fingerprint()); })
      .def(
          "cost_analysis", [get](const Class& self) { return to_python(get(self).cost_analysis()); },
          "The compiler's estimates by name, such as flops and bytes accessed.")
      .def(
          "memory_stats", [get](const Class& self) { return to_python(get(self).memory_stats()); },
          "Bytes that it needs on a device and on the host, by what they hold.")
      .def(
          "optimized_program",
          [get](const Class& self) {
            std::pair<std::string, std::string> program;
            {
              const Unlocked unlocked;
              program = get(self).optimized_program();
            }
            return nb::make_tuple(program.first, to_bytes(program.second));
          },
          "What the compiler made of the program: its format (\"hlo\", \"hlo_with_config\") and its bytes.")
      .def_prop_ro(
          "parameter_layouts",
          [get](const Class& self) {
            std::optional<std::vector<pjrt::Parameter>> known;
            {
              const Unlocked unlocked;
              known = get(self).parameters();
            }
            return from_layouts(known);
          },
          "The layout that each argument must have on the device, as Buffer.layout; None for one that is not stated,\n"
          "and for all where the library does not state the program that it made. A program asks for another than\n"
          "the default by the attribute mhlo.layout_mode of its arguments and results, such as \"{0,1}\".")
      .def_prop_ro(
          "output_layouts",
          [get](const Class& self) {
            std::optional<std::vector<pjrt::Parameter>> known;
            {
              const Unlocked unlocked;
              known = get(self).results();
            }
            return from_layouts(known);
          },
          "The same of each output.")
      .def(
          "serialize",
          [get](const Class& self) {
            std::string bytes;
            {
              const Unlocked unlocked;
              bytes = add_checksum(get(self).serialize());
            }
            return to_bytes(bytes);
          },
          "Bytes for Client.load, good for the same version of the library only; what the library itself gave begins at\n"
          "byte 24, after a mark and a hash.");
}

void bind_executables(nb::module_& module) {
  auto executable =
      nb::class_<PyExecutable>(module, "Executable", "A compiled program that is not on any device.");
  bind_queries(executable, [](const PyExecutable& self) -> const pjrt::Executable& { return *self.executable; });
  executable.def("__repr__", [](const PyExecutable& self) {
    return to_text("Executable('" + self.executable->name() + "')");
  });

  auto loaded = nb::class_<PyLoadedExecutable>(module, "LoadedExecutable",
                                               "A compiled program, ready to run on its client's devices.");
  bind_queries(loaded, [](const PyLoadedExecutable& self) -> const pjrt::Executable& {
    return self.executable->executable();
  });
  loaded.def_prop_ro("client", [](const PyLoadedExecutable& self) { return PyClient{self.executable->client()}; })
      .def_prop_ro(
          "devices",
          [](const PyLoadedExecutable& self) {
            nb::list all;
            for (const pjrt::Device* device : self.executable->devices()) {
              all.append(PyDevice{self.executable->client(), device});
            }
            return all;
          },
          "The devices of this process that it runs on.")
      .def_prop_ro(
          "parameters",
          [](const PyLoadedExecutable& self) -> nb::object {
            {
              const Unlocked unlocked;
              self.executable->parameters();
            }
            const auto& known = self.executable->parameters();
            if (!known) return nb::none();
            nb::list all;
            for (const pjrt::Parameter& parameter : *known) {
              const bool open = parameter.type == PJRT_Buffer_Type_INVALID;
              all.append(open ? nb::object(nb::none())
                              : nb::make_tuple(to_shape(parameter.dimensions.data(), parameter.dimensions.size()),
                                               to_dtype(parameter.type)));
            }
            return all;
          },
          "Shape and dtype of each argument on each device; None for one that is no plain array, and for all where\n"
          "the library does not state the program that it made.")
      .def_prop_ro("is_deleted", [](const PyLoadedExecutable& self) { return self.executable->deleted(); })
      .def(
          "delete",
          [](const PyLoadedExecutable& self) {
            const Unlocked unlocked;
            self.executable->remove();
          },
          "Free it now; what is running goes on.")
      .def(
          "__call__",
          [](const PyLoadedExecutable& self, nb::args arguments, nb::handle keep, int launch_id) {
            return call(self, arguments, keep, launch_id);
          },
          "arguments"_a, nb::kw_only(), "keep"_a = nb::make_tuple(), "launch_id"_a = 0,
          "Run it; returns at once with the outputs, whose values may still be on their way.\n\n"
          "Args:\n    arguments: One for each of the program's: a Buffer of this client's, or what Client.buffer\n"
          "        takes, which is copied. For a program on several devices a tuple or list with one for each, in\n"
          "        the order of devices, or a single array for all.\n"
          "    keep: Indices of arguments that are not to be donated, though the program would.\n"
          "    launch_id: Tells one launch from another where several processes take part.\n\n"
          "Returns:\n    A list of Buffers, one for each output; on several devices of Shards.\n\n"
          "Raises:\n    PjrtError: What the library found wrong at once. Later errors are raised by the outputs.")
      .def("__repr__", [](const PyLoadedExecutable& self) {
        return to_text("LoadedExecutable('" + self.executable->executable().name() + "', " +
                       std::to_string(self.executable->devices().size()) + " devices)");
      });
}

void bind_buffers(nb::module_& module) {
  nb::class_<PyEvent>(module, "Event", "Something asynchronous that ends, well or with an error.")
      .def_prop_ro("is_ready", [](const PyEvent& self) { return self.event.ready(); })
      .def(
          "wait",
          [](const PyEvent& self) { await(self.event); },
          "Block until it is ready; raises the error it ended with.")
      .def(
          "notify",
          [](const PyEvent& self, int descriptor) {
            // Runs on a thread of the library's, which must not wait for Python.
            self.event.on_ready(
                [](PJRT_Error* error, void* argument) {
                  const std::unique_ptr<std::pair<const pjrt::Plugin*, int>> to(
                      static_cast<std::pair<const pjrt::Plugin*, int>*>(argument));
                  to->first->discard(error);
                  const std::uint64_t one = 1;
                  while (write(to->second, &one, sizeof one) < 0 && errno == EINTR) {
                  }
                  ::close(to->second);
                },
                new std::pair<const pjrt::Plugin*, int>(&self.event.plugin(), descriptor));
          },
          "descriptor"_a, "Write 8 bytes to an open file descriptor when it is ready, and close that.");

  nb::class_<pjrt::Buffer>(module, "Buffer", nb::is_final(),
                           "An array on a device. Its values may still be on their way; what needs them waits.")
      .def_prop_ro(
          "shape",
          [](const pjrt::Buffer& self) {
            const auto dimensions = self.dimensions();
            return to_shape(dimensions.first, dimensions.second);
          })
      .def_prop_ro("dtype", [](const pjrt::Buffer& self) { return to_dtype(self.type()); })
      .def_prop_ro("ndim", [](const pjrt::Buffer& self) { return self.dimensions().second; })
      .def_prop_ro("client", [](const pjrt::Buffer& self) { return PyClient{self.client()}; })
      .def_prop_ro("device", [](const pjrt::Buffer& self) { return PyDevice{self.client(), &self.device()}; })
      .def_prop_ro(
          "devices",
          [](const pjrt::Buffer& self) { return nb::make_tuple(PyDevice{self.client(), &self.device()}); },
          "The device in a tuple, as Shards have them.")
      .def_prop_ro("memory", [](const pjrt::Buffer& self) { return PyMemory{self.client(), &self.memory()}; })
      .def_prop_ro(
          "layout",
          [](const pjrt::Buffer& self) {
            return from_layout(self.layout());
          },
          "The dimensions in the order of memory, the fastest varying first, and the sizes of tiles.")
      .def_prop_ro(
          "on_device_size", [](const pjrt::Buffer& self) { return self.on_device_size(); }, "Bytes.")
      .def_prop_ro(
          "on_host", [](const pjrt::Buffer& self) { return self.on_cpu(); },
          "Whether it is in the host's memory.")
      .def_prop_ro(
          "address", [](const pjrt::Buffer& self) { return reinterpret_cast<std::uintptr_t>(self.address()); },
          "Where its elements lie now, as the library states it.")
      .def_prop_ro("is_deleted", [](const pjrt::Buffer& self) { return self.deleted(); },
                   "Whether it was deleted, or donated.")
      .def("delete", [](const pjrt::Buffer& self) { self.remove(); },
           "Free its memory once nothing uses it; it cannot be used after that.")
      .def_prop_ro("is_ready", [](const pjrt::Buffer& self) { return self.ready().ready(); })
      .def(
          "ready",
          [](const pjrt::Buffer& self) { return PyEvent{self.client(), self.ready()}; },
          "The event of its values being there.")
      .def(
          "block_until_ready",
          [](nb::object self) {
            await(nb::cast<const pjrt::Buffer&>(self).ready());
            return self;
          },
          nb::sig("def block_until_ready(self) -> Buffer"),
          "Wait for its values; raises the error of the program that was to make them.")
      .def(
          "copy_to",
          [](const pjrt::Buffer& self, nb::handle where) {
            if (where.is_none()) throw nb::type_error("where: wanted a Device or a Memory");
            const pjrt::Place place = to_place(*self.client(), where);
            const Unlocked unlocked;
            return place.memory != nullptr ? self.copy_to(*place.memory) : self.copy_to(*place.device);
          },
          "where"_a.none(), "A copy on another Device, or in another Memory, of the same client.")
      .def(
          "__array__",
          [](nb::object self, nb::handle dtype, nb::handle copy) {
            nb::object array = to_numpy(self, nb::cast<const pjrt::Buffer&>(self), sharing(copy));
            if (dtype.is_none() || array.attr("dtype").equal(dtype)) return array;
            if (!copy.is_none() && !nb::cast<bool>(copy)) {
              throw nb::value_error("copy=False: another dtype needs a copy");
            }
            return nb::object(array.attr("astype")(dtype));
          },
          "dtype"_a = nb::none(), "copy"_a = nb::none(),
          "A numpy array: read-only over the buffer's own memory where that is the host's, else a copy.\n\n"
          "Args:\n    copy: True gives a writable copy; False raises ValueError instead of copying.")
      .def(
          "__dlpack__",
          [](nb::object self, nb::kwargs) { return to_dlpack(self, nb::cast<const pjrt::Buffer&>(self)); },
          "options"_a, "Its memory for another library; raises BufferError for what DLPack cannot say.")
      .def("__dlpack_device__",
           [](const pjrt::Buffer& self) {
             const auto [type, id] = dlpack_device(self);
             return nb::make_tuple(type, id);
           })
      .def("__await__",
           [](nb::object self) {
             return nb::module_::import_("jaxlib_pjrt._waiting").attr("wait")(self).attr("__await__")();
           })
      .def("__repr__", [](const pjrt::Buffer& self) {
        if (self.deleted()) return std::string("Buffer(deleted)");
        const auto dimensions = self.dimensions();
        return "Buffer(" + pjrt::to_string(self.type(), dimensions.first, dimensions.second) + ", " +
               self.device().description().to_string() + ")";
      });
}

void bind_profiler(nb::module_& module) {
  nb::class_<pjrt::Profiler>(module, "Profiler",
                             "What a library and its devices do between start and stop; also a context manager.")
      .def(
          "__init__",
          [](pjrt::Profiler* self, nb::object plugin, nb::handle options) {
            const nb::object found = nb::module_::import_("jaxlib_pjrt._plugins").attr("plugin")(plugin);
            const pjrt::Plugin& library = *nb::cast<const PyPlugin&>(found).plugin;
            // tensorflow.ProfileOptions: version 1, the host's events of level 2, the device's, and its programs.
            constexpr std::string_view kDefault("\x10\x02\x18\x01\x28\x01\x38\x01");
            std::optional<Bytes> given;
            if (!options.is_none()) given.emplace(options);
            const std::string_view chosen = given ? given->view() : kDefault;
            const Unlocked unlocked;
            new (self) pjrt::Profiler(library, chosen);
          },
          "plugin"_a, "options"_a = nb::none(),
          "Make a profiler; a library should have one at a time.\n\n"
          "Args:\n    plugin: As for Client, or a client's plugin.\n"
          "    options: A serialized tensorflow.ProfileOptions.\n\n"
          "Raises:\n    Unimplemented: The library has no profiler.")
      .def_static(
          "available",
          [](nb::object plugin) {
            const nb::object found = nb::module_::import_("jaxlib_pjrt._plugins").attr("plugin")(plugin);
            return pjrt::Profiler::available(*nb::cast<const PyPlugin&>(found).plugin);
          },
          "plugin"_a, "Whether the library has one.")
      .def(
          "start",
          [](pjrt::Profiler& self) {
            const Unlocked unlocked;
            self.start();
          },
          "Begin.")
      .def(
          "stop",
          [](pjrt::Profiler& self) {
            const Unlocked unlocked;
            self.stop();
          },
          "End.")
      .def(
          "collect",
          [](pjrt::Profiler& self) {
            std::string data;
            {
              const Unlocked unlocked;
              data = self.collect();
            }
            return to_bytes(data);
          },
          "What was seen, once it was stopped: a serialized tensorflow.profiler.XSpace, as TensorBoard's profile\n"
          "plugin and xprof read it (a file *.xplane.pb).")
      .def("__enter__",
           [](nb::object self) {
             self.attr("start")();
             return self;
           })
      .def(
          "__exit__", [](nb::object self, nb::args) { self.attr("stop")(); }, "raised"_a.none());
}

}  // namespace
}  // namespace jaxlib_pjrt

NB_MODULE(_native, module) {
  using namespace jaxlib_pjrt;
  // What a program leaves in its globals is no leak of ours.
  nb::set_leak_warnings(false);
  nb::register_exception_translator(translate, nullptr);
  // No program may run on while the library's static objects are destroyed: neither one that a thread waits for, nor
  // one whose results somebody holds who never lets go.
  gil::at_end(pjrt::Buffer::all_ready);
  bind_plugin(module);
  bind_devices(module);
  bind_client(module);
  bind_topology(module);
  bind_executables(module);
  bind_buffers(module);
  bind_host_arrays(module);
  bind_profiler(module);
  module.def("closing", closing, "Called as the interpreter ends.");
  module.attr("ELEMENT_TYPES") = [] {
    nb::list names;
    for (const pjrt::ElementType& type : pjrt::kElementTypes) names.append(nb::str(type.name));
    return nb::tuple(names);
  }();
  module.attr("HEADER_VERSION") = nb::make_tuple(PJRT_API_MAJOR, PJRT_API_MINOR);
}
