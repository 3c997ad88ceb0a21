#include "py_client.h"

#include <algorithm>
#include <map>
#include <set>

#include "errors.h"
#include "key_value_store.h"

namespace jaxlib {
namespace {

// The loaded plugins by name, and whether each is initialized.
struct Loaded {
  const pjrt::Plugin* plugin;
  bool initialized;
};
std::map<std::string, Loaded>& plugins() {
  static auto* all = new std::map<std::string, Loaded>();
  return *all;
}

nb::capsule as_capsule(const pjrt::Plugin& plugin) { return nb::capsule(plugin.api(), "pjrt_c_api"); }

nb::object load_plugin(const std::string& name, std::optional<std::string> path, nb::object api) {
  const auto known = plugins().find(name);
  if (known != plugins().end()) {
    raise_runtime_error(PJRT_Error_Code_ALREADY_EXISTS, "PJRT_Api already exists for device type " + name);
  }
  if (path) {
    const pjrt::Plugin& plugin = pjrt::Plugin::open(*path, name);
    plugins()[name] = {&plugin, true};
    return as_capsule(plugin);
  }
  const pjrt::Plugin& plugin = pjrt::Plugin::adopt(api_of(api, "load_pjrt_plugin"), name);
  plugins()[name] = {&plugin, false};
  return as_capsule(plugin);
}

Loaded& loaded(const std::string& name) {
  const auto found = plugins().find(name);
  if (found == plugins().end()) {
    raise_runtime_error(PJRT_Error_Code_NOT_FOUND, "PJRT_Api not found for device type " + name);
  }
  return found->second;
}

// The PJRT_Api of a plugin in a capsule, as load_plugin() returned it.
nb::object initialized_plugin(const std::string& name) {
  if (plugins().empty() || !loaded(name).initialized) {
    raise_runtime_error(PJRT_Error_Code_FAILED_PRECONDITION, "PJRT_Api is not initialized.");
  }
  return as_capsule(*loaded(name).plugin);
}

void initialize(const std::string& name) {
  Loaded& it = loaded(name);
  if (it.initialized) return;
  it.plugin->initialize();
  it.initialized = true;
}

nb::object make_client(const std::string& name, nb::handle options, nb::handle distributed_client, bool by_process) {
  const pjrt::Plugin& plugin = *loaded(name).plugin;
  const std::vector<pjrt::NamedValue> given = to_options(options);
  const std::shared_ptr<pjrt::KeyValueStore> store = to_store(distributed_client, name + ":");
  std::shared_ptr<pjrt::Client> made;
  {
    const gil::Unlocked unlocked;
    made = pjrt::Client::create(plugin, given, &destroy<pjrt::Client>, store);
  }
  nb::object object = nb::cast(Client());
  Client& client = *nb::inst_ptr<Client>(object);
  client.client = made;
  client.raw_platform = made->platform();
  client.platform = platform_name(client.raw_platform);
  for (const auto& each : made->memories()) {
    client.memories.push_back(nb::cast(Memory{object, &client, each.get()}));
    client.memory_of[each.get()] = client.memories.back();
  }
  std::vector<const pjrt::Device*> order;
  for (const auto& each : made->devices()) order.push_back(each.get());
  if (by_process) {
    std::stable_sort(order.begin(), order.end(), [](const pjrt::Device* a, const pjrt::Device* b) {
      return a->description().process_index() < b->description().process_index();
    });
  }
  for (const pjrt::Device* each : order) {
    client.devices.push_back(nb::cast(Device{object, &client, each, &each->description()}));
    client.device_of[each] = client.devices.back();
    if (each->addressable()) client.local_devices.push_back(client.devices.back());
  }
  return object;
}

nb::object attribute_of(const Device& self, const std::string& name) {
  for (const pjrt::NamedValue& each : self.description->attributes()) {
    if (each.name == name) return to_python(each.value);
  }
  PyErr_SetString(PyExc_AttributeError, ("Unknown attribute " + name).c_str());
  throw nb::python_error();
}

const CompileOnly& topology_of(const Device& self) { return *nb::inst_ptr<CompileOnly>(self.owner); }

nb::list memories_of(const Device& self) {
  nb::list all;
  if (self.device == nullptr) {
    const CompileOnly& topology = topology_of(self);
    for (const std::size_t each : topology.memories_of.at(self.description).indices) {
      all.append(topology.memories[each]);
    }
    return all;
  }
  for (PJRT_Memory* each : self.device->memories()) {
    all.append(self.client->memory_of.at(&self.client->client->memory(each)));
  }
  return all;
}

nb::object default_memory(const Device& self) {
  if (self.device == nullptr) {
    const CompileOnly& topology = topology_of(self);
    const CompileOnly::Memories& described = topology.memories_of.at(self.description);
    if (described.preferred < 0) {
      raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, "DefaultMemory is not supported");
    }
    return topology.memories[described.indices[static_cast<std::size_t>(described.preferred)]];
  }
  PJRT_Memory* memory = self.device->default_memory();
  return self.client->memory_of.at(&self.client->client->memory(memory));
}

std::string described_text(const Memory& self) {
  return "CompileOnlyMemory(id=" + std::to_string(self.id) + ", kind=" + self.described_kind + ")";
}

nb::object memory(const Device& self, const std::string& kind) {
  std::string kinds;
  for (nb::handle each : memories_of(self)) {
    const auto& one = nb::cast<const Memory&>(each);
    if (one.kind() == kind) return nb::borrow(each);
    kinds += (kinds.empty() ? "" : ", ") + one.kind();
  }
  const std::string& device_kind = self.description->kind();
  raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                      "Could not find memory addressable by device " + device_kind + ". Device " + device_kind +
                          " can address the following memory kinds: " + kinds + ". Got memory kind: " + kind);
}

nb::object memory_stats(const Device& self) {
  if (self.device == nullptr) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "MemoryStats is only supported for addressable PjRt devices.");
  }
  try {
    nb::dict all;
    for (const auto& [name, value] : self.device->memory_stats()) all[name] = value;
    return all;
  } catch (const pjrt::Error& error) {
    if (error.code() == PJRT_Error_Code_UNIMPLEMENTED) return nb::none();
    throw;
  }
}

// ---- Lists of devices

DeviceList& as_list(nb::handle self) { return instance<DeviceList>(self); }

std::set<int> process_indices(const DeviceList& self) {
  std::set<int> all;
  for (nb::handle device : self.devices) all.insert(nb::cast<int>(device.attr("process_index")));
  return all;
}

bool fully_addressable(const DeviceList& self) {
  if (self.size() == 0) return true;
  const int mine = nb::cast<int>(self.devices[0].attr("client").attr("process_index")());
  const std::set<int> all = process_indices(self);
  return all.size() == 1 && *all.begin() == mine;
}

nb::object addressable_list(nb::handle self) {
  DeviceList& list = as_list(self);
  if (!list.addressable) {
    nb::object all = nb::none();
    if (!fully_addressable(list)) {
      const nb::object mine = list.devices[0].attr("client").attr("process_index")();
      nb::list local;
      for (nb::handle device : list.devices) {
        if (equal(device.attr("process_index"), mine)) local.append(device);
      }
      all = nb::cast(DeviceList(nb::tuple(local)));
    }
    if (!list.addressable) list.addressable = std::move(all);
  }
  return list.addressable->is_none() ? nb::borrow(self) : *list.addressable;
}

Py_hash_t hash_of(DeviceList& self) {
  if (!self.hash) {
    const Py_hash_t hash = PyObject_Hash(self.devices.ptr());
    if (hash == -1) throw nb::python_error();
    self.hash = hash;
  }
  return *self.hash;
}

bool same_list(nb::handle self, nb::handle other) {
  if (self.is(other)) return true;
  if (!is_instance<DeviceList>(other)) return false;
  DeviceList &a = as_list(self), &b = as_list(other);
  return hash_of(a) == hash_of(b) && equal(a.devices, b.devices);
}

// The memory kinds of the first device; nothing if the plugin does not support memories.
std::optional<std::pair<nb::object, nb::tuple>> memory_kinds(const DeviceList& self) {
  // An empty mesh has None as a device.
  if (self.size() == 0 || self.devices[0].is_none()) return std::make_pair(nb::none(), nb::tuple());
  const nb::object device = self.devices[0];
  // A duck-typed device need not have memories.
  if (!nb::hasattr(device, "default_memory")) return std::nullopt;
  try {
    const nb::object preferred = device.attr("default_memory")();
    nb::list kinds;
    for (nb::handle each : device.attr("addressable_memories")()) kinds.append(each.attr("kind"));
    return std::make_pair(nb::object(preferred.attr("kind")), nb::tuple(kinds));
  } catch (nb::python_error& error) {
    // Topology devices, and duck-typed devices, raise one of jax's exceptions here.
    if (text(error.value()).rfind("UNIMPLEMENTED", 0) == 0 || error.matches(PyExc_NotImplementedError)) {
      return std::nullopt;
    }
    throw;
  }
}

// As memory_kinds(), but raises upstream's error for topology devices whose plugin describes no memories.
std::optional<std::pair<nb::object, nb::tuple>> stated_memory_kinds(const DeviceList& self) {
  auto known = memory_kinds(self);
  if (!known && is_instance<Device>(self.devices[0]) && nb::inst_ptr<Device>(self.devices[0])->device == nullptr) {
    throw nb::value_error("UNIMPLEMENTED: DefaultMemory is not supported");
  }
  return known;
}

template <class T>
int traverse_owner(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<T>(self)->owner.ptr());
  return 0;
}

template <class T>
int clear_owner(PyObject* self) {
  if (nb::inst_ready(self)) empty(nb::inst_ptr<T>(self)->owner);
  return 0;
}

template <class T>
PyType_Slot* owned() {
  static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse_owner<T>)},
                                {Py_tp_clear, reinterpret_cast<void*>(&clear_owner<T>)},
                                {0, nullptr}};
  return slots;
}

int traverse_client(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const Client* client = nb::inst_ptr<Client>(self);
  for (const auto& each : client->devices) Py_VISIT(each.ptr());
  for (const auto& each : client->local_devices) Py_VISIT(each.ptr());
  for (const auto& each : client->memories) Py_VISIT(each.ptr());
  for (const auto& [key, each] : client->device_of) Py_VISIT(each.ptr());
  for (const auto& [key, each] : client->memory_of) Py_VISIT(each.ptr());
  return 0;
}

int clear_client(PyObject* self) {
  if (!nb::inst_ready(self)) return 0;
  Client* client = nb::inst_ptr<Client>(self);
  client->devices.clear();
  client->local_devices.clear();
  client->memories.clear();
  client->device_of.clear();
  client->memory_of.clear();
  return 0;
}

}  // namespace

PyType_Slot client_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse_client)},
                              {Py_tp_clear, reinterpret_cast<void*>(&clear_client)},
                              {0, nullptr}};

std::vector<pjrt::NamedValue> to_options(nb::handle mapping) {
  std::vector<pjrt::NamedValue> all;
  for (nb::handle key : nb::borrow<nb::iterable>(mapping)) {
    const nb::object value = mapping[key];
    pjrt::NamedValue one{text(key), false};
    if (PyBool_Check(value.ptr())) {
      one.value = value.is(nb::handle(Py_True));
    } else if (PyLong_Check(value.ptr())) {
      one.value = nb::cast<std::int64_t>(value);
    } else if (PyFloat_Check(value.ptr())) {
      one.value = nb::cast<float>(value);
    } else if (PyUnicode_Check(value.ptr())) {
      one.value = text(value);
    } else {
      one.value = nb::cast<std::vector<std::int64_t>>(value);
    }
    all.push_back(std::move(one));
  }
  return all;
}

nb::object to_python(const pjrt::NamedValue::Value& value) {
  return std::visit([](const auto& inner) -> nb::object { return nb::cast(inner); }, value);
}

nb::dict attributes_of(const pjrt::Plugin& plugin) {
  nb::dict all;
  for (const pjrt::NamedValue& each : plugin.attributes()) all[each.name.c_str()] = to_python(each.value);
  return all;
}

nb::list list_of(const std::vector<nb::object>& items) {
  nb::list all;
  for (const nb::object& each : items) all.append(each);
  return all;
}

const PJRT_Api* api_of(nb::handle capsule, const char* function) {
  if (PyCapsule_IsValid(capsule.ptr(), "pjrt_c_api") == 0) {
    throw nb::value_error((std::string("c_api argument to ") + function + " is not a pjrt_c_api capsule.").c_str());
  }
  return static_cast<const PJRT_Api*>(PyCapsule_GetPointer(capsule.ptr(), "pjrt_c_api"));
}

const pjrt::Plugin& plugin_of(const std::string& name) { return *loaded(name).plugin; }

std::shared_ptr<pjrt::Client> present(const Client& client, PJRT_Error_Code code, const std::string& otherwise) {
  if (client.client == nullptr) raise_runtime_error(code, otherwise);
  return client.client;
}

// Older libraries name CPU devices after a runtime, newer ones cpu:0.
std::string device_text(const pjrt::DeviceDescription& description) {
  const std::string name = description.debug_string(), old = "TFRT_CPU_";
  return name.compare(0, old.size(), old) == 0 ? "cpu:" + name.substr(old.size()) : name;
}

std::string platform_name(const std::string& raw) { return raw == "cuda" || raw == "rocm" ? "gpu" : raw; }

DeviceList::DeviceList(nb::object tuple) : devices(nb::tuple(tuple)) {
  for (nb::handle each : devices) {
    if (!is_instance<Device>(each)) {
      client = nullptr;
      break;
    }
    const Device* device = nb::inst_ptr<Device>(each);
    if (device->client == nullptr || (client != nullptr && device->client != client)) {
      client = nullptr;
      break;
    }
    client = device->client;
    handles.push_back(device->device);
  }
  if (client == nullptr) handles.clear();
}

nb::object canonical_memory_kind(nb::handle kind, nb::handle device_list) {
  const auto known = memory_kinds(as_list(device_list));
  if (!known) return nb::none();
  if (kind.is_none()) return known->first;
  std::string kinds;
  for (nb::handle each : known->second) {
    if (equal(each, kind)) return nb::borrow(kind);
    kinds += (kinds.empty() ? "" : ", ") + text(each);
  }
  const nb::object local = addressable_list(device_list);
  if (nb::len(local) == 0) return nb::borrow(kind);
  const std::string device_kind = text(local[0].attr("device_kind"));
  throw nb::value_error(("Could not find memory addressable by device " + device_kind + ". Device " + device_kind +
                         " can address the following memory kinds: " + kinds + ". Got memory kind: " + text(kind))
                            .c_str());
}

const pjrt::Memory* memory_of_kind(const pjrt::Client& client, const pjrt::Device& device, nb::handle kind) {
  if (kind.is_none()) return nullptr;
  const std::string wanted = text(kind);
  try {
    if (client.memory(device.default_memory()).kind() == wanted) return nullptr;
  } catch (const pjrt::Error&) {
    return nullptr;  // a plugin without memories
  }
  for (PJRT_Memory* each : device.memories()) {
    if (client.memory(each).kind() == wanted) return &client.memory(each);
  }
  return nullptr;
}

namespace {

void bind_memory(Module& jax) {
  Class<Memory>(jax, "Memory", nb::type_slots(owned<Memory>()))
      .def_prop_ro("process_index", [](const Memory& self) { return self.client ? self.client->client->process_index() : 0; })
      .def_prop_ro("platform", [](const Memory& self) { return nb::inst_ptr<Client>(self.owner)->platform; })
      .def_prop_ro("kind", [](const Memory& self) { return self.kind(); })
      .def("__str__", [](const Memory& self) {
        return self.memory ? self.memory->debug_string() : described_text(self);
      })
      .def("__repr__", [](const Memory& self) {
        return self.memory ? self.memory->to_string() : described_text(self);
      })
      .def("addressable_by_devices", [](const Memory& self) {
        nb::list all;
        if (self.memory == nullptr) {
          all.append(nb::inst_ptr<Client>(self.owner)->devices.at(self.device));
          return all;
        }
        for (PJRT_Device* each : self.memory->devices()) {
          all.append(self.client->device_of.at(&self.client->client->device(each)));
        }
        return all;
      });
}

void bind_device(Module& jax) {
  const auto process_index = [](const Device& self) { return self.description->process_index(); };
  Class<Device>(jax, "Device", nb::type_slots(owned<Device>()))
      .def_prop_ro("id", [](const Device& self) { return self.description->id(); })
      .def_prop_ro("process_index", process_index)
      .def_prop_ro("host_id", process_index)
      .def_prop_ro("task_id", process_index)
      .def_prop_ro("platform",
                   [](const Device& self) { return nb::inst_ptr<Client>(self.owner)->platform; })
      .def_prop_ro("device_kind", [](const Device& self) { return self.description->kind(); })
      .def_prop_ro("client", [](const Device& self) { return self.owner; })
      .def_prop_ro("local_hardware_id",
                   [](const Device& self) -> nb::object {
                     const int id = self.device ? self.device->local_hardware_id() : -1;
                     return id < 0 ? nb::none() : nb::cast(id);
                   })
      .def("__str__", [](const Device& self) { return device_text(*self.description); })
      .def("__repr__", [](const Device& self) { return self.description->to_string(); })
      .def("memory", &memory, nb::arg("kind"))
      .def("default_memory", &default_memory)
      .def("addressable_memories", &memories_of)
      .def("live_buffers", [](const Device&) { return nb::list(); })
      .def("memory_stats", &memory_stats)
      .def("__getattr__", &attribute_of);
}

void bind_client(Module& jax) {
  const auto process_index_of = [](const Client& self) { return self.client ? self.client->process_index() : 0; };
  Class<Client> client(jax, "Client", nb::type_slots(client_slots), nb::is_weak_referenceable(),
                            nb::dynamic_attr());
  client.def_prop_ro("platform", [](const Client& self) { return self.platform; })
      .def_prop_ro("_raw_platform", [](const Client& self) { return self.raw_platform; })
      .def_prop_ro("platform_version", [](const Client& self) {
        return present(self, PJRT_Error_Code_UNIMPLEMENTED, "platform_version")->platform_version();
      })
      .def_prop_ro("runtime_type", [](const Client&) { return std::string("pjrt_ifrt"); })
      .def_prop_ro("unsafe_client_pointer",
                   [](const Client& self) {
                     return self.client ? reinterpret_cast<std::uintptr_t>(self.client->get()) : 0;
                   })
      .def("device_count", [](const Client& self) { return self.devices.size(); })
      .def("local_device_count", [](const Client& self) { return self.local_devices.size(); })
      .def("devices", [](const Client& self) { return list_of(self.devices); })
      .def("local_devices", [](const Client& self) { return list_of(self.local_devices); })
      .def("_get_all_devices", [](const Client& self) { return list_of(self.devices); })
      .def("device_from_local_hardware_id",
           [](const Client& self, int id) {
             present(self, PJRT_Error_Code_UNIMPLEMENTED, "LookupAddressableDevice" + std::string(kCompileOnly));
             for (const nb::object& each : self.local_devices) {
               if (nb::cast<const Device&>(each).device->local_hardware_id() == id) return each;
             }
             raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                                 "No matching device found for local_device_id " + std::to_string(id));
           })
      .def("process_index", process_index_of)
      .def("host_id", process_index_of)
      .def("task_id", process_index_of)
      .def("_plugin_attributes", [](const Client& self) { return attributes_of(self.client->plugin()); });
}

void bind_device_list(Module& jax) {
  Class<DeviceList> list(jax, "DeviceList");
  list.def("__init__", [](DeviceList* self, nb::handle devices) {
        if (!PyTuple_Check(devices.ptr())) throw nb::type_error("DeviceList() takes a tuple of devices");
        new (self) DeviceList(nb::borrow(devices));
      })
      .def("__hash__", &hash_of)
      .def("__eq__", &same_list, nb::arg().none())
      .def("__ne__", [](nb::handle self, nb::handle other) { return !same_list(self, other); }, nb::arg().none())
      .def("__len__", &DeviceList::size)
      .def("__getitem__", [](const DeviceList& self, nb::handle index) {
        return checked(PyObject_GetItem(self.devices.ptr(), index.ptr()));
      })
      .def("__iter__", [](const DeviceList& self) { return checked(PyObject_GetIter(self.devices.ptr())); })
      .def("__str__", [](const DeviceList& self) { return text(self.devices); })
      .def("__repr__", [](const DeviceList& self) { return repr_of(self.devices); })
      .def("__getstate__", [](const DeviceList& self) { return nb::tuple(self.devices); })
      .def("__setstate__", [](DeviceList& self, nb::tuple devices) { new (&self) DeviceList(devices); })
      .def_prop_ro("is_fully_addressable", &fully_addressable)
      .def_prop_ro("addressable_device_list", &addressable_list)
      .def_prop_ro("process_indices", [](const DeviceList& self) {
        nb::set all;
        for (int each : process_indices(self)) all.add(each);
        return all;
      })
      .def_prop_ro("default_memory_kind", [](const DeviceList& self) {
        const auto known = stated_memory_kinds(self);
        return known ? known->first : nb::none();
      })
      .def_prop_ro("memory_kinds", [](const DeviceList& self) {
        const auto known = stated_memory_kinds(self);
        return known ? known->second : nb::tuple();
      })
      .def_prop_ro("device_kind", [](const DeviceList& self) {
        if (self.size() == 0) throw nb::value_error("DeviceList is empty");
        return nb::object(self.devices[0].attr("device_kind"));
      });
}

void bind_plugins(Module& jax) {
  jax.def("pjrt_plugin_loaded", [](const std::string& name) { return plugins().count(name) != 0; });
  jax.def("load_pjrt_plugin", &load_plugin, nb::arg("platform_name"), nb::arg("library_path").none() = nb::none(),
          nb::arg("c_api").none() = nb::none());
  jax.def("pjrt_plugin_initialized", [](const std::string& name) { return loaded(name).initialized; });
  jax.def("initialize_pjrt_plugin", &initialize);
  jax.def("get_pjrt_plugin", &initialized_plugin, nb::arg("platform_name"));
  jax.def(
      "get_c_api_client",
      [](const std::string& name, nb::object options, nb::handle distributed_client, nb::handle, bool,
         bool by_process) {
        return make_client(name, options, distributed_client, by_process);
      },
      nb::arg("platform_name"), nb::arg("options") = nb::dict(), nb::arg("distributed_client").none() = nb::none(),
      nb::arg("transfer_server_factory").none() = nb::none(), nb::arg("force_dcn_cross_host_transfers") = false,
      nb::arg("sort_devices_by_process_index") = true);
  jax.def("check_and_canonicalize_memory_kind", &canonical_memory_kind, nb::arg("memory_kind").none(),
          nb::arg("device_list"));
}

}  // namespace

void bind_py_client(Module& native) {
  Module jax = nb::borrow<Module>(native.attr("jax"));
  bind_memory(jax);
  bind_device(jax);
  bind_client(jax);
  bind_device_list(jax);
  bind_plugins(jax);
}

}  // namespace jaxlib
