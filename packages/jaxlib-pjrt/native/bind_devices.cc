// Binds Plugin, Device, Memory and topologies.

#include "conversions.h"

namespace jaxlib_pjrt {

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
          "Raises:\n    LoadError: The file is not a PJRT library, or its major API version is another.")
      .def_prop_ro(
          "name", [](const PyPlugin& self) { return self.plugin->name(); },
          "The name that errors call it by.")
      .def_prop_ro(
          "path", [](const PyPlugin& self) { return self.plugin->path(); },
          "The file that it was loaded from.")
      .def_prop_ro(
          "api_version",
          [](const PyPlugin& self) {
            return nb::make_tuple(self.plugin->major_version(), self.plugin->minor_version());
          },
          "The PJRT C API version of its header, major and minor.")
      .def_prop_ro(
          "attributes", [](const PyPlugin& self) { return to_python(self.plugin->attributes()); },
          "The attributes that it states, such as stablehlo_current_version.")
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

void bind_devices(nb::module_& module) {
  auto memory = nb::class_<PyMemory>(module, "Memory", "A memory that one or more devices can address.");
  memory.def_prop_ro(
          "id", [](const PyMemory& self) { return self.memory->id(); },
          "Its number, unique within the client.")
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
  device.def_prop_ro(
          "id", [](const PyDevice& self) { return self.device->description().id(); },
          "Its number, unique among the devices of all processes.")
      .def_prop_ro("process_index",
                   [](const PyDevice& self) { return self.device->description().process_index(); },
                   "The number of the process that it belongs to.")
      .def_prop_ro(
          "kind", [](const PyDevice& self) { return self.device->description().kind(); },
          "The vendor's name for this kind of device.")
      .def_prop_ro(
          "local_hardware_id", [](const PyDevice& self) { return self.device->local_hardware_id(); },
          "The number that this machine's driver gives it; -1 where it has none.")
      .def_prop_ro(
          "addressable", [](const PyDevice& self) { return self.device->addressable(); },
          "Whether this process can use it.")
      .def_prop_ro("attributes",
                   [](const PyDevice& self) { return to_python(self.device->description().attributes()); },
                   "What the library states of it, such as its coordinates.")
      .def_prop_ro(
          "debug_string", [](const PyDevice& self) { return self.device->description().debug_string(); },
          "The library's description of it, for logs.")
      .def_prop_ro(
          "client", [](const PyDevice& self) { return PyClient{self.client}; },
          "The client that it belongs to.")
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
  description.def_prop_ro(
          "id", [](const PyDescription& self) { return self.description->id(); },
          "Its number, unique within the topology.")
      .def_prop_ro(
          "process_index", [](const PyDescription& self) { return self.description->process_index(); },
          "The number of the process that it would belong to.")
      .def_prop_ro(
          "kind", [](const PyDescription& self) { return self.description->kind(); },
          "The vendor's name for this kind of device.")
      .def_prop_ro("attributes",
                   [](const PyDescription& self) { return to_python(self.description->attributes()); },
                   "What the library states of it, such as its coordinates.")
      .def("__repr__", [](const PyDescription& self) { return self.description->to_string(); });
}

void bind_topology(nb::module_& module) {
  nb::class_<PyTopology>(module, "Topology", "Devices to compile for, which need not be there.")
      .def(
          "__init__",
          [](PyTopology* self, nb::object plugin, const std::string& name, nb::kwargs options) {
            const pjrt::Plugin& library = to_plugin(plugin);
            const auto values = to_options(options);
            const Unlocked unlocked;
            new (self) PyTopology{pjrt::Topology::create(library, name, values)};
          },
          "plugin"_a, "name"_a = "", "options"_a,
          "Describe devices.\n\nArgs:\n    plugin: As for Client.\n"
          "    name: The library's name for the topology, such as \"v5e:2x2\".\n    options: The library's own.")
      .def_prop_ro(
          "platform", [](const PyTopology& self) { return self.topology->platform(); },
          "The library's name for its platform, such as \"tpu\".")
      .def_prop_ro(
          "platform_version", [](const PyTopology& self) { return self.topology->platform_version(); },
          "The library's description of its own version.")
      .def_prop_ro(
          "attributes", [](const PyTopology& self) { return to_python(self.topology->attributes()); },
          "What the library states of the topology.")
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
          "The library's own bytes for the topology.")
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

}  // namespace jaxlib_pjrt
