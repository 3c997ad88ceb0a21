// Binds Plugin, Device, Memory and topologies.

#include "conversions.h"

namespace jaxlib_pjrt {

void bind_plugin(nb::module_& module) {
  nb::class_<PyPlugin>(module, "Plugin", "A loaded PJRT C API library. It is never unloaded.")
      .def(
          "__init__",
          [](PyPlugin* self, const std::string& path, const std::string& name) {
            const Unlocked unlocked;
            new (self) PyPlugin{&pjrt::Plugin::open(path, name)};
          },
          "path"_a, "name"_a,
          "Load the library at path; errors refer to it by name. A path that is already loaded keeps its name.\n\n"
          "Raises:\n    LoadError: The file is not a PJRT library, or has another major API version.")
      .def_prop_ro(
          "name", [](const PyPlugin& self) { return self.plugin->name(); },
          "The name by which errors refer to it.")
      .def_prop_ro(
          "path", [](const PyPlugin& self) { return self.plugin->path(); },
          "The file from which it was loaded.")
      .def_prop_ro(
          "api_version",
          [](const PyPlugin& self) {
            return nb::make_tuple(self.plugin->major_version(), self.plugin->minor_version());
          },
          "The PJRT C API version of its header, major and minor.")
      .def_prop_ro(
          "attributes", [](const PyPlugin& self) { return to_python(self.plugin->attributes()); },
          "Its attributes, such as stablehlo_current_version.")
      .def_prop_ro(
          "extensions", [](const PyPlugin& self) { return self.plugin->extensions(); },
          "The type numbers of its PJRT extensions.")
      .def(
          "has", [](const PyPlugin& self, const std::string& function) { return self.plugin->has(function); },
          "function"_a, "Whether it has the PJRT C API function of this name.")
      .def("__eq__", [](const PyPlugin& self, const PyPlugin& other) { return self.plugin == other.plugin; },
           nb::is_operator())
      .def("__hash__", [](const PyPlugin& self) { return reinterpret_cast<std::uintptr_t>(self.plugin) >> 4; })
      .def("__repr__", [](const PyPlugin& self) {
        return "Plugin('" + self.plugin->name() + "', PJRT C API " +
               std::to_string(self.plugin->major_version()) + "." +
               std::to_string(self.plugin->minor_version()) + ")";
      });
}

namespace {

void bind_memory(nb::module_& module) {
  auto memory = nb::class_<PyMemory>(module, "Memory", "A memory that one or more devices can access.");
  memory.def_prop_ro(
          "id", [](const PyMemory& self) { return self.memory->id(); },
          "Its id, unique within the client.")
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
          "The devices that can access it.")
      .def("__repr__", [](const PyMemory& self) { return self.memory->to_string(); });
  same_handle<PyMemory>(memory, [](const PyMemory& self) -> const void* { return self.memory; });
}

void bind_device(nb::module_& module) {
  auto device = nb::class_<PyDevice>(module, "Device", "A device of a client.");
  device.def_prop_ro(
          "id", [](const PyDevice& self) { return self.device->description().id(); },
          "Its id, unique among the devices of all processes.")
      .def_prop_ro("process_index",
                   [](const PyDevice& self) { return self.device->description().process_index(); },
                   "The index of the process that owns it.")
      .def_prop_ro(
          "kind", [](const PyDevice& self) { return self.device->description().kind(); },
          "The vendor's name for this kind of device.")
      .def_prop_ro(
          "local_hardware_id", [](const PyDevice& self) { return self.device->local_hardware_id(); },
          "Its number in this machine's driver; -1 if it has none.")
      .def_prop_ro(
          "addressable", [](const PyDevice& self) { return self.device->addressable(); },
          "Whether this process can use it.")
      .def_prop_ro("attributes",
                   [](const PyDevice& self) { return to_python(self.device->description().attributes()); },
                   "Its attributes, such as its coordinates.")
      .def_prop_ro(
          "debug_string", [](const PyDevice& self) { return self.device->description().debug_string(); },
          "The library's description of it, for logs.")
      .def_prop_ro(
          "client", [](const PyDevice& self) { return PyClient{self.client}; },
          "The client that owns it.")
      .def_prop_ro(
          "memories",
          [](const PyDevice& self) {
            nb::list all;
            for (PJRT_Memory* handle : self.device->memories()) {
              all.append(PyMemory{self.client, &self.client->memory(handle)});
            }
            return all;
          },
          "The memories that it can access.")
      .def_prop_ro(
          "default_memory",
          [](const PyDevice& self) {
            return PyMemory{self.client, &self.client->memory(self.device->default_memory())};
          },
          "The memory in which arrays for this device are placed by default.")
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
          "Statistics of its allocator by name, as far as the library reports them.\n\n"
          "Raises:\n    Unimplemented: The library reports none.")
      .def("__repr__", [](const PyDevice& self) { return self.device->description().to_string(); });
  same_handle<PyDevice>(device, [](const PyDevice& self) -> const void* { return self.device; });
}

void bind_description(nb::module_& module) {
  auto description = nb::class_<PyDescription>(module, "DeviceDescription",
                                               "A device of a topology; the device need not exist.");
  description.def_prop_ro(
          "id", [](const PyDescription& self) { return self.description->id(); },
          "Its id, unique within the topology.")
      .def_prop_ro(
          "process_index", [](const PyDescription& self) { return self.description->process_index(); },
          "The index of the process that would own it.")
      .def_prop_ro(
          "kind", [](const PyDescription& self) { return self.description->kind(); },
          "The vendor's name for this kind of device.")
      .def_prop_ro("attributes",
                   [](const PyDescription& self) { return to_python(self.description->attributes()); },
                   "Its attributes, such as its coordinates.")
      .def("__repr__", [](const PyDescription& self) { return self.description->to_string(); });
}

}  // namespace

void bind_devices(nb::module_& module) {
  bind_memory(module);
  bind_device(module);
  bind_description(module);
}

void bind_topology(nb::module_& module) {
  nb::class_<PyTopology>(module, "Topology", "Devices to compile for; they need not exist on this machine.")
      .def(
          "__init__",
          [](PyTopology* self, nb::object plugin, const std::string& name, nb::kwargs options) {
            const pjrt::Plugin& library = to_plugin(plugin);
            const auto values = to_options(options);
            const Unlocked unlocked;
            new (self) PyTopology{pjrt::Topology::create(library, name, values)};
          },
          "plugin"_a, "name"_a = "", "options"_a,
          "Create a topology.\n\nArgs:\n    plugin: As for Client.\n"
          "    name: The library's name for the topology, such as \"v5e:2x2\".\n"
          "    options: Options of the library.")
      .def_prop_ro(
          "platform", [](const PyTopology& self) { return self.topology->platform(); },
          "The library's name for its platform, such as \"tpu\".")
      .def_prop_ro(
          "platform_version", [](const PyTopology& self) { return self.topology->platform_version(); },
          "The library's description of its own version.")
      .def_prop_ro(
          "attributes", [](const PyTopology& self) { return to_python(self.topology->attributes()); },
          "Attributes of the topology.")
      .def_prop_ro("devices",
                   [](const PyTopology& self) {
                     nb::list all;
                     for (const auto& device : self.topology->devices()) {
                       all.append(PyDescription{self.topology, device.get()});
                     }
                     return all;
                   },
                   "A description of each device.")
      .def(
          "serialize", [](const PyTopology& self) { return to_bytes(self.topology->serialize()); },
          "The topology as bytes, in the library's own format.")
      .def(
          "compile",
          [](const PyTopology& self, nb::handle program, nb::handle options, const std::string& format) {
            const Bytes code(program), serialized = compile_options(options, self.topology->plugin());
            const Unlocked unlocked;
            return PyExecutable{self.topology->compile(code.view(), format, serialized.view())};
          },
          "program"_a, "options"_a = nb::none(), nb::kw_only(), "format"_a = "mlir",
          "As Client.compile; Client.load loads the Executable on a machine with the devices.");
}

}  // namespace jaxlib_pjrt
