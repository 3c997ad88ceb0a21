#include "pjrt/topology.h"

#include <utility>

#include "pjrt/program.h"

namespace pjrt {

Topology::Topology(const Plugin& plugin, PJRT_TopologyDescription* topology)
    : plugin_(&plugin), topology_(topology) {}

std::shared_ptr<Topology> Topology::create(const Plugin& plugin, const std::string& name,
                                           const std::vector<NamedValue>& options) {
  const NamedValues values(options);
  PJRT_ARGS(args, plugin, PJRT_TopologyDescription_Create);
  args->topology_name = name.data();
  args->topology_name_size = name.size();
  args->create_options = values.data();
  args->num_options = values.size();
  PJRT_CALL(plugin, PJRT_TopologyDescription_Create, args);
  std::shared_ptr<Topology> topology(new Topology(plugin, args->topology));
  topology->read();
  return topology;
}

std::shared_ptr<Topology> Topology::deserialize(const Plugin& plugin, const std::string& serialized) {
  PJRT_ARGS(args, plugin, PJRT_TopologyDescription_Deserialize);
  args->serialized_topology = serialized.data();
  args->serialized_topology_size = serialized.size();
  PJRT_CALL(plugin, PJRT_TopologyDescription_Deserialize, args);
  std::shared_ptr<Topology> topology(new Topology(plugin, args->topology));
  topology->read();
  return topology;
}

std::shared_ptr<Topology> Topology::of(std::shared_ptr<const Client> client) {
  const Plugin& plugin = client->plugin();
  PJRT_ARGS(args, plugin, PJRT_Client_TopologyDescription);
  args->client = client->get();
  PJRT_CALL(plugin, PJRT_Client_TopologyDescription, args);
  std::shared_ptr<Topology> topology(new Topology(plugin, args->topology));
  topology->client_ = std::move(client);
  topology->read();
  return topology;
}

void Topology::read() {
  PJRT_ARGS(args, *plugin_, PJRT_TopologyDescription_GetDeviceDescriptions);
  args->topology = topology_;
  PJRT_CALL(*plugin_, PJRT_TopologyDescription_GetDeviceDescriptions, args);
  for (std::size_t i = 0; i < args->num_descriptions; ++i) {
    devices_.push_back(std::make_unique<DeviceDescription>(*plugin_, args->descriptions[i]));
  }
}

Topology::~Topology() {
  if (client_ != nullptr) return;
  PJRT_ARGS(args, *plugin_, PJRT_TopologyDescription_Destroy);
  args->topology = topology_;
  PJRT_RELEASE(*plugin_, PJRT_TopologyDescription_Destroy, args);
}

std::string Topology::platform() const {
  PJRT_ARGS(args, *plugin_, PJRT_TopologyDescription_PlatformName);
  args->topology = topology_;
  PJRT_CALL(*plugin_, PJRT_TopologyDescription_PlatformName, args);
  return {args->platform_name, args->platform_name_size};
}

std::string Topology::platform_version() const {
  PJRT_ARGS(args, *plugin_, PJRT_TopologyDescription_PlatformVersion);
  args->topology = topology_;
  PJRT_CALL(*plugin_, PJRT_TopologyDescription_PlatformVersion, args);
  return {args->platform_version, args->platform_version_size};
}

std::vector<NamedValue> Topology::attributes() const {
  PJRT_ARGS(args, *plugin_, PJRT_TopologyDescription_Attributes);
  args->topology = topology_;
  PJRT_CALL(*plugin_, PJRT_TopologyDescription_Attributes, args);
  return copy(args->attributes, args->num_attributes);
}

std::string Topology::serialize() const {
  PJRT_ARGS(args, *plugin_, PJRT_TopologyDescription_Serialize);
  args->topology = topology_;
  PJRT_CALL(*plugin_, PJRT_TopologyDescription_Serialize, args);
  std::string bytes(args->serialized_bytes, args->serialized_bytes_size);
  args->serialized_topology_deleter(args->serialized_topology);
  return bytes;
}

std::unique_ptr<Executable> Topology::compile(std::string_view program, std::string_view format,
                                              std::string_view options) const {
  check_options(*plugin_, options, "PJRT_Compile");
  check_program(*plugin_, program, "PJRT_Compile");
  const PJRT_Program code = as_program(program, format);
  PJRT_ARGS(args, *plugin_, PJRT_Compile);
  args->topology = topology_;
  args->program = &code;
  args->compile_options = options.data();
  args->compile_options_size = options.size();
  guarded(*plugin_, "PJRT_Compile", [&] { PJRT_CALL(*plugin_, PJRT_Compile, args); });
  return std::make_unique<Executable>(*plugin_, args->executable);
}

}  // namespace pjrt
