// Clients, devices and memories as Python sees them, and lists of devices.
//
// Ownership: a Client's Python object holds those of its Devices and Memories, and they hold it: the garbage collector
// frees them together.
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
  nb::object owner;  // the Client's object; the CompileOnly's for a device of a topology
  Client* client;    // null for a device of a topology, as is `device`
  const pjrt::Device* device;
  const pjrt::DeviceDescription* description;
};

struct Memory {
  nb::object owner;
  Client* client;              // null for a memory of a topology's device, as is `memory`
  const pjrt::Memory* memory;
  int id = 0;                  // of a memory of a topology's device, as are the next two
  std::string described_kind;
  std::size_t device = 0;      // the index of that device

  const std::string& kind() const { return memory ? memory->kind() : described_kind; }
};

struct Client {
  std::shared_ptr<pjrt::Client> client;  // null for the devices of a topology
  std::string platform, raw_platform;
  std::vector<nb::object> devices, local_devices, memories;
  std::unordered_map<const pjrt::Device*, nb::object> device_of;
  std::unordered_map<const pjrt::Memory*, nb::object> memory_of;
};

// Devices of a topology, for compiling only. Python sees a Client, as jax's pickler and caches ask for one.
struct CompileOnly : Client {
  // The memories that a device would have, and the default among them, or -1.
  struct Memories {
    std::vector<std::size_t> indices;  // into `memories`
    int preferred = -1;
  };
  std::shared_ptr<pjrt::Topology> topology;
  std::unordered_map<const pjrt::DeviceDescription*, Memories> memories_of;
};

// Their garbage collection, for classes of Python that are Clients.
extern PyType_Slot client_slots[];

// What upstream's errors end in where a topology's devices cannot do something.
inline constexpr const char* kCompileOnly = " not available with compile-only client.";

// The client in the library. Throws JaxRuntimeError, with `otherwise` as its text, for the devices of a topology.
std::shared_ptr<pjrt::Client> present(const Client& client, PJRT_Error_Code code, const std::string& otherwise);

// The PJRT_Api in a capsule named pjrt_c_api; ValueError, with the Python function's name, for anything else.
const PJRT_Api* api_of(nb::handle capsule, const char* function);

// The plugin that was loaded under that name.
const pjrt::Plugin& plugin_of(const std::string& name);

// jax's name of the platform: "gpu" for both CUDA and ROCm.
std::string platform_name(const std::string& raw);

std::vector<pjrt::NamedValue> to_options(nb::handle mapping);
nb::object to_python(const pjrt::NamedValue::Value& value);
nb::list list_of(const std::vector<nb::object>& items);

// A tuple of devices, or of objects that look like devices, with cached properties.
struct DeviceList {
  nb::object devices;                  // a tuple
  const Client* client = nullptr;      // null unless all are Devices of one client
  std::vector<const pjrt::Device*> handles;  // empty without a client
  std::optional<Py_hash_t> hash;
  std::optional<nb::object> addressable;  // a DeviceList; None: itself

  explicit DeviceList(nb::object tuple);
  std::size_t size() const { return static_cast<std::size_t>(PyTuple_GET_SIZE(devices.ptr())); }
};

// Checks a kind of memory against those of the devices; returns their default for None, or None.
nb::object canonical_memory_kind(nb::handle kind, nb::handle device_list);

// The device's memory of that kind; null for None and for the kind of the default memory.
const pjrt::Memory* memory_of_kind(const pjrt::Client& client, const pjrt::Device& device, nb::handle kind);

}  // namespace jaxlib

#endif  // JAXLIB_CLIENT_H_
