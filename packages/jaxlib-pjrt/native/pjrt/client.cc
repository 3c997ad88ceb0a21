#include "pjrt/client.h"

#include "pjrt/executable.h"
#include "pjrt/program.h"

namespace pjrt {

Client::Client(const Plugin& plugin, PJRT_Client* client) : plugin_(&plugin), client_(client) {}

std::shared_ptr<Client> Client::create(const Plugin& plugin, const std::vector<NamedValue>& options,
                                       Deleter deleter) {
  const NamedValues values(options);
  PJRT_ARGS(args, plugin, PJRT_Client_Create);
  args->create_options = values.data();
  args->num_options = values.size();
  PJRT_CALL(plugin, PJRT_Client_Create, args);
  std::shared_ptr<Client> client(new Client(plugin, args->client), deleter);
  client->read();
  return client;
}

void Client::read() {
  PJRT_ARGS(name, *plugin_, PJRT_Client_PlatformName);
  name->client = client_;
  PJRT_CALL(*plugin_, PJRT_Client_PlatformName, name);
  platform_.assign(name->platform_name, name->platform_name_size);

  PJRT_ARGS(devices, *plugin_, PJRT_Client_Devices);
  devices->client = client_;
  PJRT_CALL(*plugin_, PJRT_Client_Devices, devices);
  for (std::size_t i = 0; i < devices->num_devices; ++i) {
    devices_.push_back(std::make_unique<Device>(*plugin_, devices->devices[i]));
    device_of_[devices->devices[i]] = devices_.back().get();
  }

  // A library from before memories had names of their own has none to offer.
  if (!PJRT_HAS(*plugin_, PJRT_Client_AddressableMemories)) return;
  PJRT_ARGS(memories, *plugin_, PJRT_Client_AddressableMemories);
  memories->client = client_;
  PJRT_CALL(*plugin_, PJRT_Client_AddressableMemories, memories);
  for (std::size_t i = 0; i < memories->num_addressable_memories; ++i) {
    memories_.push_back(std::make_unique<Memory>(*plugin_, memories->addressable_memories[i]));
    memory_of_[memories->addressable_memories[i]] = memories_.back().get();
  }
}

Client::~Client() {
  PJRT_ARGS(args, *plugin_, PJRT_Client_Destroy);
  args->client = client_;
  PJRT_RELEASE(*plugin_, PJRT_Client_Destroy, args);
}

std::string Client::platform_version() const {
  PJRT_ARGS(args, *plugin_, PJRT_Client_PlatformVersion);
  args->client = client_;
  PJRT_CALL(*plugin_, PJRT_Client_PlatformVersion, args);
  return {args->platform_version, args->platform_version_size};
}

int Client::process_index() const {
  PJRT_ARGS(args, *plugin_, PJRT_Client_ProcessIndex);
  args->client = client_;
  PJRT_CALL(*plugin_, PJRT_Client_ProcessIndex, args);
  return args->process_index;
}

std::vector<int> Client::default_assignment(int replicas, int partitions) const {
  std::vector<int> ids(static_cast<std::size_t>(replicas) * static_cast<std::size_t>(partitions));
  PJRT_ARGS(args, *plugin_, PJRT_Client_DefaultDeviceAssignment);
  args->client = client_;
  args->num_replicas = replicas;
  args->num_partitions = partitions;
  args->default_assignment_size = ids.size();
  args->default_assignment = ids.data();
  PJRT_CALL(*plugin_, PJRT_Client_DefaultDeviceAssignment, args);
  return ids;
}

std::shared_ptr<LoadedExecutable> Client::compile(std::string_view program, std::string_view format,
                                                  std::string_view options,
                                                  void (*deleter)(LoadedExecutable*)) {
  const PJRT_Program code = as_program(program, format);
  PJRT_ARGS(args, *plugin_, PJRT_Client_Compile);
  args->client = client_;
  args->program = &code;
  args->compile_options = options.data();
  args->compile_options_size = options.size();
  PJRT_CALL(*plugin_, PJRT_Client_Compile, args);
  return LoadedExecutable::adopt(shared_from_this(), args->executable, deleter);
}

std::shared_ptr<LoadedExecutable> Client::load(std::string_view serialized,
                                               std::optional<std::string_view> options,
                                               void (*deleter)(LoadedExecutable*)) {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_DeserializeAndLoad);
  args->client = client_;
  args->serialized_executable = serialized.data();
  args->serialized_executable_size = serialized.size();
  if (options) {
    args->overridden_serialized_compile_options = options->data();
    args->overridden_serialized_compile_options_size = options->size();
  }
  PJRT_CALL(*plugin_, PJRT_Executable_DeserializeAndLoad, args);
  return LoadedExecutable::adopt(shared_from_this(), args->loaded_executable, deleter);
}

std::pair<Buffer, Event> Client::from_host(const HostArray& array, PJRT_HostBufferSemantics semantics,
                                           const Place& place) {
  PJRT_ARGS(args, *plugin_, PJRT_Client_BufferFromHostBuffer);
  args->client = client_;
  args->data = array.data;
  args->type = array.type;
  args->dims = array.dimensions;
  args->num_dims = array.rank;
  args->byte_strides = array.strides;
  args->num_byte_strides = array.strides == nullptr ? 0 : array.rank;
  args->host_buffer_semantics = semantics;
  if (place.device != nullptr) args->device = place.device->get();
  if (place.memory != nullptr) args->memory = place.memory->get();
  PJRT_CALL(*plugin_, PJRT_Client_BufferFromHostBuffer, args);
  return {Buffer(shared_from_this(), args->buffer), Event(*plugin_, args->done_with_host_buffer)};
}

Buffer Client::view(void* data, PJRT_Buffer_Type type, const std::vector<std::int64_t>& dimensions,
                    const Device& device, void (*released)(void*, void*), void* argument) {
  std::vector<std::int64_t> order(dimensions.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int64_t>(order.size() - 1 - i);
  PJRT_Buffer_MemoryLayout layout{};
  layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  layout.tiled.minor_to_major = order.data();
  layout.tiled.minor_to_major_size = order.size();
  PJRT_ARGS(args, *plugin_, PJRT_Client_CreateViewOfDeviceBuffer);
  args->client = client_;
  args->device_buffer_ptr = data;
  args->dims = dimensions.data();
  args->num_dims = dimensions.size();
  args->element_type = type;
  args->layout = &layout;
  args->device = device.get();
  args->on_delete_callback = released;
  args->on_delete_callback_arg = argument;
  PJRT_CALL(*plugin_, PJRT_Client_CreateViewOfDeviceBuffer, args);
  return Buffer(shared_from_this(), args->buffer);
}

}  // namespace pjrt
