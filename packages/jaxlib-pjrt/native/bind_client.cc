// Binds Client: compiling, loading, and buffers from host arrays.

#include "checksum_header.h"
#include "conversions.h"

namespace jaxlib_pjrt {
namespace {

nb::list devices_of(const std::shared_ptr<pjrt::Client>& client) {
  nb::list all;
  for (const auto& device : client->devices()) all.append(PyDevice{client, device.get()});
  return all;
}

// Registers the FFI handlers that the client's plugin provides.
void bring(const PyClient& client) { nb::module_::import_("jaxlib_pjrt._plugins").attr("bring")(client); }

}  // namespace

void bind_client(nb::module_& module) {
  auto client = nb::class_<PyClient>(module, "Client", "The devices of one plugin.");
  client
      .def(
          "__init__",
          [](PyClient* self, nb::object plugin, nb::handle key_value_store, nb::kwargs options) {
            const pjrt::Plugin& library = to_plugin(plugin);
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
      .def_prop_ro(
          "plugin", [](const PyClient& self) { return PyPlugin{&self.client->plugin()}; },
          "The library that the client belongs to.")
      .def_prop_ro(
          "platform", [](const PyClient& self) { return self.client->platform(); },
          "The library's name for its platform, such as \"cpu\".")
      .def_prop_ro(
          "platform_version", [](const PyClient& self) { return self.client->platform_version(); },
          "The library's description of its own version.")
      .def_prop_ro(
          "process_index", [](const PyClient& self) { return self.client->process_index(); },
          "The number of this process among those of the computation.")
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
            // Only a custom call can need a handler; MLIR contains the word verbatim, in bytecode too.
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

}  // namespace jaxlib_pjrt
