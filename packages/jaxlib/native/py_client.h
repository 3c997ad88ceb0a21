// Clients, devices and memories as Python sees them, and lists of devices.
//
// Ownership: a Client's Python object holds those of its Devices and Memories, and they hold it: the collector
// takes them apart together.
// Threads: with the GIL. `Unlocked` of jaxlib-pjrt is not used here: jax ends its clients itself.
#ifndef JAXLIB_CLIENT_H_
#define JAXLIB_CLIENT_H_

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "common.h"
#include "pjrt/client.h"
#include "pjrt/executable.h"
#include "pjrt/topology.h"

namespace jaxlib {

struct Client;

struct Device {
  nb::object owner;  // the Client's object; of a device to compile for only, its CompileOnly's
  Client* client;    // null for one to compile for only, as is `device`
  const pjrt::Device* device;
  const pjrt::DeviceDescription* description;
};

struct Memory {
  nb::object owner;
  Client* client;
  const pjrt::Memory* memory;
};

struct Client {
  std::shared_ptr<pjrt::Client> client;
  std::string platform, raw_platform;
  std::vector<nb::object> devices, local_devices, memories;
  std::unordered_map<const pjrt::Device*, nb::object> device_of;
  std::unordered_map<const pjrt::Memory*, nb::object> memory_of;
};

// Devices to compile for, which need not be there.
struct CompileOnly {
  std::shared_ptr<pjrt::Topology> topology;
  std::string platform, raw_platform;
  std::vector<nb::object> devices;
};

// What a capsule named pjrt_c_api holds; ValueError, which names the Python function, for anything else.
const PJRT_Api* api_of(nb::handle capsule, const char* function);

// The plugin that jax knows by that name.
const pjrt::Plugin& plugin_of(const std::string& name);

// As jax calls the platform: CUDA's and ROCm's are both "gpu".
std::string platform_name(const std::string& raw);

std::vector<pjrt::NamedValue> to_options(nb::handle mapping);
nb::object to_python(const pjrt::NamedValue::Value& value);
nb::list list_of(const std::vector<nb::object>& items);

// A tuple of devices, or of what looks like devices, with what is asked of it often.
struct DeviceList {
  nb::object devices;                  // a tuple
  const Client* client = nullptr;      // null where they are not all Devices of one
  std::vector<const pjrt::Device*> handles;  // where there is a client
  std::optional<Py_hash_t> hash;
  std::optional<nb::object> addressable;  // a DeviceList; None: itself

  explicit DeviceList(nb::object tuple);
  std::size_t size() const { return static_cast<std::size_t>(PyTuple_GET_SIZE(devices.ptr())); }
};

// Checks a memory's kind against what the devices have; for None gives their default, or None.
nb::object canonical_memory_kind(nb::handle kind, nb::handle device_list);

// The device's memory of that kind; null for None, and where the kind is the default memory's.
const pjrt::Memory* memory_of_kind(const pjrt::Client& client, const pjrt::Device& device, nb::handle kind);

}  // namespace jaxlib

#endif  // JAXLIB_CLIENT_H_
