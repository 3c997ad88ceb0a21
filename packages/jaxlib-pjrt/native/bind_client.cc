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

// A Python context manager that is entered while this is in scope.
class Entered {
 public:
  explicit Entered(nb::object manager) : manager_(std::move(manager)) { manager_.attr("__enter__")(); }
  ~Entered() {
    const nb::error_scope kept;
    try {
      manager_.attr("__exit__")(nb::none(), nb::none(), nb::none());
    } catch (nb::python_error& error) {
      error.discard_as_unraisable("jaxlib_pjrt.Client");
    }
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  nb::object manager_;
};

void create(PyClient* self, nb::object plugin, nb::handle key_value_store, nb::kwargs options) {
  const pjrt::Plugin& library = to_plugin(plugin);
  const auto values = to_options(options);
  auto store = to_store(key_value_store);
  std::shared_ptr<pjrt::Client> client;
  const Entered environment(
      nb::module_::import_("jaxlib_pjrt._plugins").attr("environment")(library.path(), options));
  {
    const Unlocked unlocked;
    client = pjrt::Client::create(library, values, destroy<pjrt::Client>, std::move(store));
  }
  new (self) PyClient{std::move(client)};
}

PyLoadedExecutable compile(const PyClient& self, nb::handle program, nb::handle options, const std::string& format) {
  const Bytes code(program), serialized = compile_options(options, self.client->plugin());
  // Only a custom call can need a handler; MLIR contains the word verbatim, in bytecode too.
  if (format != "mlir" || code.view().find("custom_call") != std::string_view::npos) bring(self);
  const Unlocked unlocked;
  return PyLoadedExecutable{
      self.client->compile(code.view(), format, serialized.view(), destroy<pjrt::LoadedExecutable>)};
}

// An Executable's program as the library serialized it, or that of bytes that have a checksum.
std::string serialized_program(nb::handle executable) {
  if (nb::isinstance<PyExecutable>(executable)) {
    return nb::cast<const PyExecutable&>(executable).executable->serialize();
  }
  const Bytes given(executable);
  const std::optional<std::string_view> content = verify_checksum(given.view());
  if (!content) {
    throw nb::value_error(
        "executable: wanted the bytes that serialize() gave, found bytes that have changed since or are "
        "not all there; compile the program again");
  }
  return std::string(*content);
}

PyLoadedExecutable load(const PyClient& self, nb::handle executable, nb::handle options) {
  const std::string serialized = serialized_program(executable);
  std::optional<Bytes> overriding;
  if (!options.is_none()) overriding.emplace(compile_options(options, self.client->plugin()));
  bring(self);
  const Unlocked unlocked;
  std::optional<std::string_view> view;
  if (overriding) view = overriding->view();
  return PyLoadedExecutable{self.client->load(serialized, view, destroy<pjrt::LoadedExecutable>)};
}

}  // namespace

void bind_client(nb::module_& module) {
  auto client = nb::class_<PyClient>(module, "Client", "The devices of one plugin.");
  client
      .def(
          "__init__",
          &create,
          "plugin"_a, nb::kw_only(), "key_value_store"_a = nb::none(), "options"_a,
          "Create a client.\n\n"
          "Args:\n    plugin: The name of an installed plugin (\"cpu\", \"cuda12\"), the path of a PJRT C API\n"
          "        library, or a Plugin.\n"
          "    key_value_store: A store shared by the processes of one computation, for libraries whose clients\n"
          "        discover each other through it. An object with get(key: str, timeout: float) -> bytes, which\n"
          "        waits up to timeout seconds and raises TimeoutError; put(key: str, value: bytes); and optionally\n"
          "        try_get(key: str) -> bytes | None, instead of which get(key, 0.0) is called. The methods are\n"
          "        called on any thread while the client exists.\n"
          "    options: Options of the library, such as cpu_device_count=4.\n\n"
          "Raises:\n    PluginNotFound: No plugin of that name is installed.\n"
          "    LoadError: The library cannot be loaded.\n    PjrtError: The library cannot create a client.")
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
          "The index of this process in the computation.")
      .def_prop_ro(
          "devices", [](const PyClient& self) { return devices_of(self.client); },
          "All devices, including those of other processes.")
      .def_prop_ro(
          "memories",
          [](const PyClient& self) {
            nb::list all;
            for (const auto& memory : self.client->memories()) all.append(PyMemory{self.client, memory.get()});
            return all;
          },
          "The memories of this process's devices.")
      .def(
          "default_device_assignment",
          [](const PyClient& self, int replicas, int partitions) {
            if (replicas < 1 || partitions < 1) {
              throw nb::value_error("replicas and partitions: wanted at least 1 of each");
            }
            return self.client->default_assignment(replicas, partitions);
          },
          "replicas"_a, "partitions"_a = 1,
          "The device ids for a program: [r * partitions + p] is the device of replica r and partition p.")
      .def(
          "compile",
          &compile,
          "program"_a, "options"_a = nb::none(), nb::kw_only(), "format"_a = "mlir",
          "Compile a program for this client's devices.\n\n"
          "Args:\n    program: StableHLO as MLIR text (str) or bytecode (bytes), or a program in another format.\n"
          "    options: A CompileOptions, or a serialized CompileOptionsProto.\n"
          "    format: \"mlir\", \"hlo\" (a serialized HloModuleProto) or \"hlo_with_config\".\n\n"
          "Raises:\n    PjrtError: Compilation failed, often with InvalidArgument; the text has the compiler's message.")
      .def(
          "load",
          &load,
          "executable"_a, "options"_a = nb::none(),
          "Load an Executable, or the serialized bytes of one, which require the same version of the library.\n\n"
          "Args:\n"
          "    executable: An Executable, the bytes that serialize() returned, or bytes that another tool serialized\n"
          "        with the library. These contain machine code; bytes from other tools are not checked.\n"
          "    options: Replaces the options that the program was compiled with.\n\n"
          "Raises:\n    ValueError: The bytes have changed since serialize() returned them.\n"
          "    PjrtError: The library rejects the bytes.")
      .def(
          "buffer",
          [](const PyClient& self, nb::handle array, nb::handle where, nb::handle copy, nb::handle layout) {
            pjrt::Place place = to_place(*self.client, where);
            std::optional<pjrt::Layout> wanted;
            if (!layout.is_none()) place.layout = &wanted.emplace(to_layout(layout));
            return to_buffer(*self.client, array, place, sharing(copy));
          },
          "array"_a, "where"_a = nb::none(), nb::kw_only(), "copy"_a.none() = true, "layout"_a = nb::none(),
          "Transfer a host array to a device.\n\n"
          "Args:\n    array: Anything that numpy.asarray accepts, of any numeric dtype of numpy or ml_dtypes, or an\n"
          "        object with __dlpack__ in host memory.\n"
          "    where: A Device or a Memory; by default the first device of this process.\n"
          "    copy: True copies, so the array may change afterwards. None lets the library share the array's\n"
          "        memory if it can, False requires it; then the array must not change while the buffer exists.\n"
          "    layout: The layout on the device, as Buffer.layout and LoadedExecutable.parameter_layouts return\n"
          "        it; by default the library's choice, which is row-major on a CPU.\n\n"
          "Raises:\n    TypeError: PJRT has no element type for the dtype.\n"
          "    ValueError: copy is False, and the library had to copy.")
      .def(
          "from_dlpack",
          [](const PyClient& self, nb::handle array, nb::handle device) {
            const pjrt::Place place = to_place(*self.client, device);
            if (place.device == nullptr) throw nb::type_error("device: wanted a Device or None");
            return from_dlpack(*self.client, array, *place.device);
          },
          "array"_a, "device"_a = nb::none(),
          "Create a buffer that shares the memory of an object with __dlpack__.\n\n"
          "Raises:\n    ValueError: The array is not contiguous in row-major order.\n"
          "    PjrtError: The library cannot use that memory.")
      .def("__repr__", [](const PyClient& self) {
        return "Client('" + self.client->plugin().name() + "', " +
               std::to_string(self.client->devices().size()) + " devices)";
      });
  bind_ffi_functions(module, client);
  same_handle<PyClient>(client, [](const PyClient& self) -> const void* { return self.client.get(); });
}

}  // namespace jaxlib_pjrt
