#include "pjrt/client.h"

#include <sys/mman.h>

#include <cstring>

#include "pjrt/element_type.h"
#include "pjrt/executable.h"
#include "pjrt/program.h"

namespace pjrt {

Client::Client(const Plugin& plugin, PJRT_Client* client, std::shared_ptr<KeyValueStore> store)
    : plugin_(&plugin), client_(client), store_(std::move(store)) {}

std::shared_ptr<Client> Client::create(const Plugin& plugin, const std::vector<NamedValue>& options,
                                       Deleter deleter, std::shared_ptr<KeyValueStore> store) {
  const NamedValues values(options);
  PJRT_ARGS(args, plugin, PJRT_Client_Create);
  args->create_options = values.data();
  args->num_options = values.size();
  if (store != nullptr) {
    args->kv_get_callback = KeyValueStore::get_for_library;
    args->kv_put_callback = KeyValueStore::put_for_library;
    args->kv_try_get_callback = KeyValueStore::try_get_for_library;
    args->kv_get_user_arg = args->kv_put_user_arg = args->kv_try_get_user_arg = store.get();
  }
  PJRT_CALL(plugin, PJRT_Client_Create, args);
  std::shared_ptr<Client> client(new Client(plugin, args->client, std::move(store)), deleter);
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

  // An older library without memory spaces.
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
  check_options(*plugin_, options, "PJRT_Client_Compile");
  check_program(*plugin_, program, "PJRT_Client_Compile");
  const PJRT_Program code = as_program(program, format);
  PJRT_ARGS(args, *plugin_, PJRT_Client_Compile);
  args->client = client_;
  args->program = &code;
  args->compile_options = options.data();
  args->compile_options_size = options.size();
  guarded(*plugin_, "PJRT_Client_Compile", [&] { PJRT_CALL(*plugin_, PJRT_Client_Compile, args); });
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
    check_options(*plugin_, *options, "PJRT_Executable_DeserializeAndLoad");
    args->overridden_serialized_compile_options = options->data();
    args->overridden_serialized_compile_options_size = options->size();
  }
  guarded(*plugin_, "PJRT_Executable_DeserializeAndLoad",
          [&] { PJRT_CALL(*plugin_, PJRT_Executable_DeserializeAndLoad, args); });
  return LoadedExecutable::adopt(shared_from_this(), args->loaded_executable, deleter);
}

namespace {

// The array's elements, contiguous, in the order of `layout`.
std::vector<char> reordered(const HostArray& array, const Layout& layout, std::size_t size) {
  const auto elements = [&](std::size_t rank_end) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < rank_end; ++i) count *= static_cast<std::size_t>(array.dimensions[i]);
    return count;
  };
  std::vector<std::int64_t> strides(array.rank);
  std::int64_t next = static_cast<std::int64_t>(size);
  for (std::size_t i = array.rank; i-- > 0;) {
    strides[i] = array.strides != nullptr ? array.strides[i] : next;
    next *= array.dimensions[i];
  }
  std::vector<char> bytes(elements(array.rank) * size);
  std::vector<std::int64_t> index(array.rank);
  const char* from = static_cast<const char*>(array.data);
  for (std::size_t to = 0; to < bytes.size(); to += size) {
    std::memcpy(bytes.data() + to, from, size);
    for (const std::int64_t dimension : layout.minor_to_major) {  // advance to the next index
      const auto d = static_cast<std::size_t>(dimension);
      from += strides[d];
      if (++index[d] < array.dimensions[d]) break;
      from -= strides[d] * array.dimensions[d];
      index[d] = 0;
    }
  }
  return bytes;
}

}  // namespace

std::pair<Buffer, Event> Client::from_host(const HostArray& array, PJRT_HostBufferSemantics semantics,
                                           const Place& place) {
  if (place.layout == nullptr) return made_from_host(array, semantics, place);
  if (place.layout->minor_to_major.size() != array.rank) {
    throw Error(PJRT_Error_Code_INVALID_ARGUMENT,
                "the layout " + to_string(*place.layout) + " is not one of " + std::to_string(array.rank) + " dimensions",
                "PJRT_Client_BufferFromHostBuffer", plugin_->name());
  }
  const ElementType* type = element_type(array.type);
  if (place.layout->is_row_major() || type == nullptr || reorders(place)) {
    return made_from_host(array, semantics, place);
  }
  const std::vector<char> bytes = reordered(array, *place.layout, type->size);
  const HostArray plain{bytes.data(), array.type, array.dimensions, array.rank, nullptr};
  return made_from_host(plain, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place);
}

// Whether the library honours a requested layout. XLA:CPU reports the layout, but copies the elements unchanged.
bool Client::reorders(const Place& place) {
  // std::call_once compiled with a newer glibc's headers would require that glibc.
  const std::lock_guard<std::mutex> held(asking_);
  if (!asked_) {
    const float values[] = {0, 1, 2, 3};
    const std::int64_t dimensions[] = {2, 2};
    const Layout columns{{0, 1}, {}};
    const auto made = made_from_host({values, PJRT_Buffer_Type_F32, dimensions, 2, nullptr},
                                     PJRT_HostBufferSemantics_kImmutableOnlyDuringCall,
                                     {place.device, place.memory, &columns});
    made.first.ready().await();
    reorders_ = !made.first.on_cpu() || static_cast<const float*>(made.first.address())[1] == values[2];
    asked_ = true;
  }
  return reorders_;
}

namespace {

// New memory in huge pages, for a library to keep.
struct Lent {
  const Plugin* plugin;
  void* data;
  std::size_t size;
};

void take_back(PJRT_Error* error, void* argument) {
  const auto* lent = static_cast<Lent*>(argument);
  lent->plugin->discard(error);
  munmap(lent->data, lent->size);
  delete lent;
}

// From this size on, malloc maps each allocation anew, so that every page is a fault, and copying takes several
// times as long as into huge pages. Smaller allocations reuse memory.
constexpr std::size_t kLarge = std::size_t{32} << 20;

}  // namespace

std::optional<Buffer> Client::copied_by_us(const HostArray& array, const Place& place) {
  const ElementType* type = element_type(array.type);
  if (platform_ != "cpu" || place.memory != nullptr || place.layout != nullptr || array.strides != nullptr ||
      type == nullptr || type->bits < 8) {
    return std::nullopt;
  }
  std::size_t size = type->size;
  for (std::size_t i = 0; i < array.rank; ++i) size *= static_cast<std::size_t>(array.dimensions[i]);
  if (size < kLarge) return std::nullopt;
  void* data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) return std::nullopt;  // the library may still succeed, or report the error
  madvise(data, size, MADV_HUGEPAGE);
  auto lent = std::make_unique<Lent>(Lent{plugin_, data, size});
  try {
    std::memcpy(data, array.data, size);
    const HostArray own{data, array.type, array.dimensions, array.rank, nullptr};
    const auto [handle, done] = put(own, PJRT_HostBufferSemantics_kMutableZeroCopy, place, nullptr);
    Buffer made(shared_from_this(), handle);
    const Event event(*plugin_, done);
    event.on_ready(take_back, lent.get());
    lent.release();
    return made;
  } catch (...) {
    munmap(data, size);
    throw;
  }
}

std::pair<Buffer, Event> Client::made_from_host(const HostArray& array, PJRT_HostBufferSemantics semantics,
                                                const Place& place) {
  if (semantics == PJRT_HostBufferSemantics_kImmutableOnlyDuringCall) {
    if (auto made = copied_by_us(array, place)) return {std::move(*made), Event(*plugin_, nullptr)};
  }
  std::optional<LayoutArgument> layout;
  if (place.layout != nullptr) layout.emplace(*place.layout);
  const auto [handle, done] = put(array, semantics, place, layout ? layout->get() : nullptr);
  std::pair<Buffer, Event> made{Buffer(shared_from_this(), handle), Event(*plugin_, done)};
  if (place.layout != nullptr && !(made.first.layout() == *place.layout)) {
    made.second.await();  // so that the library does not read the caller's memory after a throw
    throw Error(PJRT_Error_Code_UNIMPLEMENTED,
                "wanted an array in the layout " + to_string(*place.layout) + ", the library made " +
                    to_string(made.first.layout()),
                "PJRT_Client_BufferFromHostBuffer", plugin_->name());
  }
  return made;
}

PJRT_Buffer* Client::copy_in(const HostArray& array, const Place& place) const {
  const auto [handle, done] = put(array, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place, nullptr);
  const Event event(*plugin_, done);  // already ready
  return handle;
}

void Client::drop(PJRT_Buffer* buffer) const noexcept {
  PJRT_ARGS(args, *plugin_, PJRT_Buffer_Destroy);
  args->buffer = buffer;
  PJRT_RELEASE(*plugin_, PJRT_Buffer_Destroy, args);
}

std::pair<PJRT_Buffer*, PJRT_Event*> Client::put(const HostArray& array, PJRT_HostBufferSemantics semantics,
                                                 const Place& place, PJRT_Buffer_MemoryLayout* layout) const {
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
  args->device_layout = layout;
  PJRT_CALL(*plugin_, PJRT_Client_BufferFromHostBuffer, args);
  return {args->buffer, args->done_with_host_buffer};
}

Buffer Client::view(void* data, PJRT_Buffer_Type type, const std::vector<std::int64_t>& dimensions,
                    const Place& place, void (*released)(void*, void*), void* argument, std::intptr_t stream) {
  LayoutArgument layout(place.layout != nullptr ? *place.layout : Layout::row_major(dimensions.size()));
  PJRT_ARGS(args, *plugin_, PJRT_Client_CreateViewOfDeviceBuffer);
  args->client = client_;
  args->device_buffer_ptr = data;
  args->dims = dimensions.data();
  args->num_dims = dimensions.size();
  args->element_type = type;
  args->layout = layout.get();
  if (place.device != nullptr) args->device = place.device->get();
  if (place.memory != nullptr) args->memory = place.memory->get();
  args->on_delete_callback = released;
  args->on_delete_callback_arg = argument;
  args->stream = stream;
  PJRT_CALL(*plugin_, PJRT_Client_CreateViewOfDeviceBuffer, args);
  return Buffer(shared_from_this(), args->buffer);
}

}  // namespace pjrt
