// Topologies: devices to compile for, and compiled programs that are not loaded.
//
// Ownership: a CompileOnly holds its Topology and its Devices, and they hold it: the garbage collector frees them
// together. A Compiled does not depend on either.
// Threads: with the GIL, which is released during compilation.

#include "py_client.h"
#include "py_executable.h"

namespace jaxlib {
namespace {

struct Topology {
  std::shared_ptr<pjrt::Topology> topology;
};

struct Compiled {
  std::unique_ptr<pjrt::Executable> executable;
};

Topology make_topology(const pjrt::Plugin& plugin, const std::string& name, nb::handle options) {
  const std::vector<pjrt::NamedValue> given = to_options(options);
  const gil::Unlocked unlocked;
  return {pjrt::Topology::create(plugin, name, given)};
}

// The topology of a client, or of topology devices.
Topology topology_of(const nb::list& devices) {
  if (devices.size() == 0) throw std::invalid_argument("get_topology_for_devices: wanted a device, found none");
  const auto& first = nb::cast<const Device&>(devices[0]);
  if (first.client == nullptr) return {nb::cast<const CompileOnly&>(first.owner).topology};
  const std::shared_ptr<pjrt::Client> client = first.client->client;
  const gil::Unlocked unlocked;
  return {pjrt::Topology::of(client)};
}

// Deserializes the result of serialize(); the message names the platform.
Topology deserialize(const std::string& platform, const nb::bytes& serialized) {
  const std::string content(serialized.c_str(), serialized.size());
  const pjrt::Plugin& plugin = plugin_of(platform);
  const gil::Unlocked unlocked;
  return {pjrt::Topology::deserialize(plugin, content)};
}

nb::list compile_only_devices(const Topology& self) {
  nb::object object = nb::cast(CompileOnly());
  CompileOnly& client = *nb::inst_ptr<CompileOnly>(object);
  client.topology = self.topology;
  client.raw_platform = self.topology->platform();
  client.platform = platform_name(client.raw_platform);
  int id = 0;
  for (const auto& each : self.topology->devices()) {
    client.devices.push_back(nb::cast(Device{object, nullptr, nullptr, each.get()}));
    const pjrt::MemoryKinds described = each->memory_kinds();
    CompileOnly::Memories& memories = client.memories_of[each.get()];
    memories.preferred = described.preferred;
    for (const std::string& kind : described.kinds) {
      memories.indices.push_back(client.memories.size());
      client.memories.push_back(nb::cast(Memory{object, nullptr, nullptr, id++, kind, client.devices.size() - 1}));
    }
  }
  return list_of(client.devices);
}

}  // namespace

void bind_topology(Module& native) {
  Module jax = nb::borrow<Module>(native.attr("jax"));
  Class<Topology>(jax, "DeviceTopology")
      .def_prop_ro("platform", [](const Topology& self) { return self.topology->platform(); })
      .def_prop_ro("platform_version", [](const Topology& self) { return self.topology->platform_version(); })
      .def("_make_compile_only_devices", &compile_only_devices)
      .def("serialize",
           [](const Topology& self) {
             const std::string content = self.topology->serialize();
             return nb::bytes(content.data(), content.size());
           })
      .def_static("_deserialize", &deserialize, nb::arg("platform"), nb::arg("serialized"))
      .def("__getattr__", [](const Topology& self, const std::string& name) {
        for (const pjrt::NamedValue& each : self.topology->attributes()) {
          if (each.name == name) return to_python(each.value);
        }
        PyErr_SetString(PyExc_AttributeError, ("Unknown attribute " + name).c_str());
        throw nb::python_error();
      });

  Class<CompileOnly, Client>(jax, "CompileOnlyPyClient", nb::type_slots(client_slots), nb::is_weak_referenceable(), nb::dynamic_attr())
      .def_prop_ro("platform_version", [](const CompileOnly& self) { return self.topology->platform_version(); })
      .def_prop_ro("runtime_type", [](const CompileOnly&) { return "compile_only_runtime"; })
      .def("_topology", [](const CompileOnly& self) { return Topology{self.topology}; })
      .def("_plugin_attributes", [](const CompileOnly& self) { return attributes_of(self.topology->plugin()); })
      .def("_compile", [](const CompileOnly& self, nb::bytes program, nb::bytes options) {
        const std::string_view code(program.c_str(), program.size()), given(options.c_str(), options.size());
        const std::shared_ptr<pjrt::Topology> topology = self.topology;
        const gil::Unlocked unlocked;
        return Compiled{topology->compile(code, "mlir", given)};
      });

  Class<Compiled> compiled(jax, "Executable", nb::is_weak_referenceable(), nb::dynamic_attr());
  describe<Compiled>(compiled, [](const Compiled& self) -> const pjrt::Executable& { return *self.executable; });

  jax.def("get_topology_for_devices", [](nb::handle devices) { return topology_of(nb::list(devices)); },
          nb::arg("devices"),
          "The topology of devices; JaxRuntimeError if the plugin has none, as jax's caches expect.");
  jax.def("get_default_c_api_topology", [](const std::string& platform, const std::string& name, nb::dict options) {
    return make_topology(plugin_of(platform), name, options);
  });
  jax.def("get_c_api_topology", [](nb::object api, const std::string& name, nb::dict options) {
    return make_topology(pjrt::Plugin::adopt(api_of(api, "get_c_api_topology"), name), name, options);
  });
}

}  // namespace jaxlib
