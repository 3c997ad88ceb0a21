// A PJRT_TopologyDescription: devices to compile for, which need not exist.
//
// Ownership: a Topology owns its handle, or holds the Client that does. It is held by shared_ptr, and its
// descriptions live as long. An Executable compiled for it does not depend on it.
// Threads: every function may be called concurrently from any thread.
// Blocking: create and compile block.
#ifndef PJRT_TOPOLOGY_H_
#define PJRT_TOPOLOGY_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/device.h"
#include "pjrt/executable.h"
#include "pjrt/named_value.h"
#include "pjrt/plugin.h"

namespace pjrt {

class Topology {
 public:
  static std::shared_ptr<Topology> create(const Plugin& plugin, const std::string& name,
                                          const std::vector<NamedValue>& options);
  // Deserializes the result of serialize(), with a plugin for the same platform.
  static std::shared_ptr<Topology> deserialize(const Plugin& plugin, const std::string& serialized);
  // The topology of a client's devices.
  static std::shared_ptr<Topology> of(std::shared_ptr<const Client> client);
  ~Topology();
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;

  PJRT_TopologyDescription* get() const { return topology_; }
  const Plugin& plugin() const { return *plugin_; }
  std::string platform() const;
  std::string platform_version() const;
  std::vector<NamedValue> attributes() const;
  std::string serialize() const;
  const std::vector<std::unique_ptr<DeviceDescription>>& devices() const { return devices_; }

  // As Client::compile.
  std::unique_ptr<Executable> compile(std::string_view program, std::string_view format,
                                      std::string_view options) const;

 private:
  Topology(const Plugin& plugin, PJRT_TopologyDescription* topology);
  void read();

  const Plugin* plugin_;
  PJRT_TopologyDescription* topology_;
  std::shared_ptr<const Client> client_;  // the owner of the handle, or null
  std::vector<std::unique_ptr<DeviceDescription>> devices_;
};

}  // namespace pjrt

#endif  // PJRT_TOPOLOGY_H_
