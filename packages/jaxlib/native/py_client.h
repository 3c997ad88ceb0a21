// The Python classes of clients, devices, memories and device lists.
//
// Ownership: a Client's Python object holds its Devices and Memories, and they hold it: the garbage collector frees
// them together.
// Threads: with the GIL. jaxlib-pjrt's `Unlocked` is not used here, because jax destroys its clients itself.
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
  nb::object owner;  // the Client's object; for a topology device, the CompileOnly's
  Client* client;    // null for a device of a topology, as is `device`
  const pjrt::Device* device;
  const pjrt::DeviceDescription* description;
};

struct Memory {
  nb::object owner;
  Client* client;              // null for a memory of a topology's device, as is `memory`
  const pjrt::Memory* memory;
  int id = 0;                  // only for a memory of a topology device, as are the next two
  std::string described_kind;
  std::size_t device = 0;      // the index of the device

  const std::string& kind() const { return memory ? memory->kind() : described_kind; }
};

struct Client {
  std::shared_ptr<pjrt::Client> client;  // null for the devices of a topology
  std::string platform, raw_platform;
  std::vector<nb::object> devices, local_devices, memories;
  std::unordered_map<const pjrt::Device*, nb::object> device_of;
  std::unordered_map<const pjrt::Memory*, nb::object> memory_of;
};

// Devices of a topology, only for compilation. A Client in Python, because jax's pickler and caches expect one.
struct CompileOnly : Client {
  // The memories that a device would have, and the default one, or -1.
  struct Memories {
    std::vector<std::size_t> indices;  // into `memories`
    int preferred = -1;
  };
  std::shared_ptr<pjrt::Topology> topology;
  std::unordered_map<const pjrt::DeviceDescription*, Memories> memories_of;
};

// Garbage collection slots for Python classes of Clients.
extern PyType_Slot client_slots[];

// The end of upstream's errors for operations that topology devices do not support.
inline constexpr const char* kCompileOnly = " not available with compile-only client.";

// The PJRT client. For topology devices, throws JaxRuntimeError with the text `otherwise`.
std::shared_ptr<pjrt::Client> present(const Client& client, PJRT_Error_Code code, const std::string& otherwise);

// The PJRT_Api in a capsule named pjrt_c_api; ValueError, naming the Python `function`, for anything else.
const PJRT_Api* api_of(nb::handle capsule, const char* function);

// The plugin that was loaded under that name.
const pjrt::Plugin& plugin_of(const std::string& name);

// jax's name for the platform: "gpu" for both CUDA and ROCm.
std::string platform_name(const std::string& raw);

// A device's name in messages.
std::string device_text(const pjrt::DeviceDescription& description);

std::vector<pjrt::NamedValue> to_options(nb::handle mapping);
nb::object to_python(const pjrt::NamedValue::Value& value);
nb::dict attributes_of(const pjrt::Plugin& plugin);
nb::list list_of(const std::vector<nb::object>& items);

// A tuple of devices, or of duck-typed devices, with cached properties.
struct DeviceList {
  nb::object devices;                  // a tuple
  const Client* client = nullptr;      // null unless all are Devices of one client
  std::vector<const pjrt::Device*> handles;  // empty without a client
  std::optional<Py_hash_t> hash;
  std::optional<nb::object> addressable;  // a DeviceList; None: itself

  explicit DeviceList(nb::object tuple);
  std::size_t size() const { return static_cast<std::size_t>(PyTuple_GET_SIZE(devices.ptr())); }
};

// Checks a memory kind against those of the devices; returns their default for None, or None if there is none.
nb::object canonical_memory_kind(nb::handle kind, nb::handle device_list);

// The device's memory of that kind; null for None and for the kind of the default memory.
const pjrt::Memory* memory_of_kind(const pjrt::Client& client, const pjrt::Device& device, nb::handle kind);

}  // namespace jaxlib

#endif  // JAXLIB_CLIENT_H_
