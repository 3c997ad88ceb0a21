#include "pjrt/device.h"

namespace pjrt {
namespace {

PJRT_DeviceDescription* description_of(const Plugin& plugin, PJRT_Device* device) {
  PJRT_ARGS(args, plugin, PJRT_Device_GetDescription);
  args->device = device;
  PJRT_CALL(plugin, PJRT_Device_GetDescription, args);
  return args->device_description;
}

// PJRT's extension for memory descriptions, type 6, version 1; its header is not in any package.
struct MemoryDescriptionsArgs {
  std::size_t struct_size;
  PJRT_Extension_Base* extension_start;
  PJRT_DeviceDescription* device;
  const void* const* descriptions;  // out
  std::size_t count;                // out
  std::size_t preferred;            // out; -1: none
};
struct MemoryKindArgs {
  std::size_t struct_size;
  PJRT_Extension_Base* extension_start;
  const void* description;
  const char* kind;  // out
  std::size_t kind_size;
  int kind_id;
};
struct MemoryDescriptionsExtension {
  PJRT_Extension_Base base;
  PJRT_Error* (*of_device)(MemoryDescriptionsArgs*);
  PJRT_Error* (*kind)(MemoryKindArgs*);
};
static_assert(sizeof(MemoryDescriptionsArgs) == 48 && sizeof(MemoryKindArgs) == 48,
              "the layout of the extension for memory descriptions");

}  // namespace

DeviceDescription::DeviceDescription(const Plugin& plugin, PJRT_DeviceDescription* handle)
    : plugin_(&plugin), handle_(handle) {
  PJRT_ARGS(id, plugin, PJRT_DeviceDescription_Id);
  id->device_description = handle;
  PJRT_CALL(plugin, PJRT_DeviceDescription_Id, id);
  id_ = id->id;
  PJRT_ARGS(process, plugin, PJRT_DeviceDescription_ProcessIndex);
  process->device_description = handle;
  PJRT_CALL(plugin, PJRT_DeviceDescription_ProcessIndex, process);
  process_index_ = process->process_index;
  PJRT_ARGS(kind, plugin, PJRT_DeviceDescription_Kind);
  kind->device_description = handle;
  PJRT_CALL(plugin, PJRT_DeviceDescription_Kind, kind);
  kind_.assign(kind->device_kind, kind->device_kind_size);
}

std::string DeviceDescription::to_string() const {
  PJRT_ARGS(args, *plugin_, PJRT_DeviceDescription_ToString);
  args->device_description = handle_;
  PJRT_CALL(*plugin_, PJRT_DeviceDescription_ToString, args);
  return {args->to_string, args->to_string_size};
}

std::string DeviceDescription::debug_string() const {
  PJRT_ARGS(args, *plugin_, PJRT_DeviceDescription_DebugString);
  args->device_description = handle_;
  PJRT_CALL(*plugin_, PJRT_DeviceDescription_DebugString, args);
  return {args->debug_string, args->debug_string_size};
}

std::vector<NamedValue> DeviceDescription::attributes() const {
  PJRT_ARGS(args, *plugin_, PJRT_DeviceDescription_Attributes);
  args->device_description = handle_;
  PJRT_CALL(*plugin_, PJRT_DeviceDescription_Attributes, args);
  return copy(args->attributes, args->num_attributes);
}

MemoryKinds DeviceDescription::memory_kinds() const {
  MemoryKinds result;
  const auto* extension = reinterpret_cast<const MemoryDescriptionsExtension*>(
      plugin_->extension(PJRT_Extension_Type_MemoryDescriptions, sizeof(MemoryDescriptionsExtension)));
  if (extension == nullptr || extension->of_device == nullptr || extension->kind == nullptr) return result;
  MemoryDescriptionsArgs args{sizeof args, nullptr, handle_, nullptr, 0, static_cast<std::size_t>(-1)};
  plugin_->check(extension->of_device(&args), "PJRT_DeviceDescription_MemoryDescriptions");
  for (std::size_t i = 0; i < args.count; ++i) {
    MemoryKindArgs kind{sizeof kind, nullptr, args.descriptions[i], nullptr, 0, 0};
    plugin_->check(extension->kind(&kind), "PJRT_MemoryDescription_Kind");
    result.kinds.emplace_back(kind.kind, kind.kind_size);
  }
  if (args.preferred < args.count) result.preferred = static_cast<int>(args.preferred);
  return result;
}

Memory::Memory(const Plugin& plugin, PJRT_Memory* handle) : plugin_(&plugin), handle_(handle) {
  PJRT_ARGS(id, plugin, PJRT_Memory_Id);
  id->memory = handle;
  PJRT_CALL(plugin, PJRT_Memory_Id, id);
  id_ = id->id;
  PJRT_ARGS(kind, plugin, PJRT_Memory_Kind);
  kind->memory = handle;
  PJRT_CALL(plugin, PJRT_Memory_Kind, kind);
  kind_.assign(kind->kind, kind->kind_size);
}

std::string Memory::to_string() const {
  PJRT_ARGS(args, *plugin_, PJRT_Memory_ToString);
  args->memory = handle_;
  PJRT_CALL(*plugin_, PJRT_Memory_ToString, args);
  return {args->to_string, args->to_string_size};
}

std::string Memory::debug_string() const {
  PJRT_ARGS(args, *plugin_, PJRT_Memory_DebugString);
  args->memory = handle_;
  PJRT_CALL(*plugin_, PJRT_Memory_DebugString, args);
  return {args->debug_string, args->debug_string_size};
}

std::vector<PJRT_Device*> Memory::devices() const {
  PJRT_ARGS(args, *plugin_, PJRT_Memory_AddressableByDevices);
  args->memory = handle_;
  PJRT_CALL(*plugin_, PJRT_Memory_AddressableByDevices, args);
  return {args->devices, args->devices + args->num_devices};
}

Device::Device(const Plugin& plugin, PJRT_Device* handle)
    : plugin_(&plugin), handle_(handle), description_(plugin, description_of(plugin, handle)) {
  PJRT_ARGS(args, plugin, PJRT_Device_IsAddressable);
  args->device = handle;
  PJRT_CALL(plugin, PJRT_Device_IsAddressable, args);
  addressable_ = args->is_addressable;
}

int Device::local_hardware_id() const {
  PJRT_ARGS(args, *plugin_, PJRT_Device_LocalHardwareId);
  args->device = handle_;
  PJRT_CALL(*plugin_, PJRT_Device_LocalHardwareId, args);
  return args->local_hardware_id;
}

std::vector<PJRT_Memory*> Device::memories() const {
  PJRT_ARGS(args, *plugin_, PJRT_Device_AddressableMemories);
  args->device = handle_;
  PJRT_CALL(*plugin_, PJRT_Device_AddressableMemories, args);
  return {args->memories, args->memories + args->num_memories};
}

PJRT_Memory* Device::default_memory() const {
  PJRT_ARGS(args, *plugin_, PJRT_Device_DefaultMemory);
  args->device = handle_;
  PJRT_CALL(*plugin_, PJRT_Device_DefaultMemory, args);
  return args->memory;
}

std::vector<std::pair<const char*, std::int64_t>> Device::memory_stats() const {
  PJRT_ARGS(args, *plugin_, PJRT_Device_MemoryStats);
  args->device = handle_;
  PJRT_CALL(*plugin_, PJRT_Device_MemoryStats, args);
  std::vector<std::pair<const char*, std::int64_t>> stats{{"bytes_in_use", args->bytes_in_use}};
#define PJRT_STAT(name) \
  if (args->name##_is_set) stats.emplace_back(#name, args->name)
  PJRT_STAT(peak_bytes_in_use);
  PJRT_STAT(num_allocs);
  PJRT_STAT(largest_alloc_size);
  PJRT_STAT(bytes_limit);
  PJRT_STAT(bytes_reserved);
  PJRT_STAT(peak_bytes_reserved);
  PJRT_STAT(bytes_reservable_limit);
  PJRT_STAT(largest_free_block_bytes);
  PJRT_STAT(pool_bytes);
  PJRT_STAT(peak_pool_bytes);
#undef PJRT_STAT
  return stats;
}

}  // namespace pjrt
