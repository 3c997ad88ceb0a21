// Devices, their descriptions and their memories.
//
// Ownership: none of these classes owns its handle. Devices and Memories belong to their Client and live as long; a
// DeviceDescription belongs to a Client or a Topology. Constant properties are copied at construction.
// Threads: every function may be called from any thread; the objects are immutable.
// Blocking: memory_stats() may query the device.
#ifndef PJRT_DEVICE_H_
#define PJRT_DEVICE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/named_value.h"
#include "pjrt/plugin.h"

namespace pjrt {

// The memory kinds that a device would have, and the index of the default one, or -1.
struct MemoryKinds {
  std::vector<std::string> kinds;
  int preferred = -1;
};

class DeviceDescription {
 public:
  DeviceDescription(const Plugin& plugin, PJRT_DeviceDescription* handle);

  int id() const { return id_; }
  int process_index() const { return process_index_; }
  const std::string& kind() const { return kind_; }

  std::string to_string() const;
  std::string debug_string() const;
  std::vector<NamedValue> attributes() const;
  // From the extension for memory descriptions, type 6; empty if the plugin lacks it.
  MemoryKinds memory_kinds() const;

 private:
  const Plugin* plugin_;
  PJRT_DeviceDescription* handle_;
  int id_, process_index_;
  std::string kind_;
};

class Client;
class Device;

class Memory {
 public:
  Memory(const Plugin& plugin, PJRT_Memory* handle);

  PJRT_Memory* get() const { return handle_; }
  int id() const { return id_; }
  const std::string& kind() const { return kind_; }

  std::string to_string() const;
  std::string debug_string() const;
  std::vector<PJRT_Device*> devices() const;

 private:
  const Plugin* plugin_;
  PJRT_Memory* handle_;
  int id_;
  std::string kind_;
};

class Device {
 public:
  Device(const Plugin& plugin, PJRT_Device* handle);

  PJRT_Device* get() const { return handle_; }
  const DeviceDescription& description() const { return description_; }
  bool addressable() const { return addressable_; }
  int local_hardware_id() const;
  std::vector<PJRT_Memory*> memories() const;
  PJRT_Memory* default_memory() const;

  // Bytes and counts by name, as far as the library reports them.
  std::vector<std::pair<const char*, std::int64_t>> memory_stats() const;

 private:
  const Plugin* plugin_;
  PJRT_Device* handle_;
  DeviceDescription description_;
  bool addressable_;
};

}  // namespace pjrt

#endif  // PJRT_DEVICE_H_
