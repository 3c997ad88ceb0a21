#include "pjrt/buffer.h"

#include <algorithm>
#include <exception>

#include "pjrt/client.h"

namespace pjrt {

Layout Layout::row_major(std::size_t rank) {
  Layout layout;
  for (std::size_t i = rank; i-- > 0;) layout.minor_to_major.push_back(static_cast<std::int64_t>(i));
  return layout;
}

bool Layout::is_row_major() const {
  const std::size_t rank = minor_to_major.size();
  for (std::size_t i = 0; i < rank; ++i) {
    if (minor_to_major[i] != static_cast<std::int64_t>(rank - 1 - i)) return false;
  }
  return tiles.empty();
}

std::string to_string(const Layout& layout) {
  const auto list = [](const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
  };
  std::string text = "{" + list(layout.minor_to_major) + (layout.tiles.empty() ? "" : ":T");
  for (const auto& tile : layout.tiles) text += "(" + list(tile) + ")";
  return text + "}";
}

LayoutArgument::LayoutArgument(Layout layout) : layout_(std::move(layout)) {
  for (const auto& tile : layout_.tiles) {
    tile_dimensions_.insert(tile_dimensions_.end(), tile.begin(), tile.end());
    tile_ranks_.push_back(tile.size());
  }
  argument_.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  argument_.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  argument_.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  argument_.tiled.minor_to_major = layout_.minor_to_major.data();
  argument_.tiled.minor_to_major_size = layout_.minor_to_major.size();
  argument_.tiled.tile_dims = tile_dimensions_.data();
  argument_.tiled.tile_dim_sizes = tile_ranks_.data();
  argument_.tiled.num_tiles = tile_ranks_.size();
}

Listed::Listed() {
  const std::lock_guard<std::mutex> hold(lock());
  next_ = first();
  if (next_ != nullptr) next_->previous_ = this;
  first() = this;
}

void Listed::unlist() noexcept {
  const std::lock_guard<std::mutex> hold(lock());
  (previous_ == nullptr ? first() : previous_->next_) = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
}

// The lock and the list are never destroyed: threads may outlive static destructors.
std::mutex& Listed::lock() {
  static auto* const only = new std::mutex;
  return *only;
}

Listed*& Listed::first() {
  static Listed* only = nullptr;
  return only;
}

bool Buffer::all_ready() {
  const std::lock_guard<std::mutex> hold(lock());
  for (Listed* each = first(); each != nullptr; each = after(each)) {
    const Buffer& buffer = *static_cast<Buffer*>(each);
    if (buffer.buffer_ == nullptr) continue;
    try {
      if (!buffer.ready().ready()) return false;
    } catch (const std::exception&) {
      // Deleted, donated or failed: no program runs for it.
    }
  }
  return true;
}

Buffer::~Buffer() {
  unlist();
  if (buffer_ == nullptr) return;
  PJRT_ARGS(args, plugin(), PJRT_Buffer_Destroy);
  args->buffer = buffer_;
  PJRT_RELEASE(plugin(), PJRT_Buffer_Destroy, args);
}

const Plugin& Buffer::plugin() const { return client_->plugin(); }

PJRT_Buffer_Type Buffer::type() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_ElementType);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_ElementType, args);
  return args->type;
}

std::pair<const std::int64_t*, std::size_t> Buffer::dimensions() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_Dimensions);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_Dimensions, args);
  return {args->dims, args->num_dims};
}

bool Buffer::is(PJRT_Buffer_Type wanted, const std::vector<std::int64_t>& dimensions_wanted) const {
  if (!shape_.known.load(std::memory_order_acquire)) {
    const auto found = dimensions();
    shape_.type.store(type(), std::memory_order_relaxed);
    shape_.dimensions.store(found.first, std::memory_order_relaxed);
    shape_.rank.store(found.second, std::memory_order_relaxed);
    shape_.known.store(true, std::memory_order_release);
  }
  const std::size_t rank = shape_.rank.load(std::memory_order_relaxed);
  if (shape_.type.load(std::memory_order_relaxed) != wanted || rank != dimensions_wanted.size()) return false;
  const std::int64_t* found = shape_.dimensions.load(std::memory_order_relaxed);
  return std::equal(found, found + rank, dimensions_wanted.data());
}

Layout Buffer::layout() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_GetMemoryLayout);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_GetMemoryLayout, args);
  Layout layout;
  if (args->layout.type != PJRT_Buffer_MemoryLayout_Type_Tiled) {
    throw Error(PJRT_Error_Code_UNIMPLEMENTED, "the buffer's layout is one of strides",
                "PJRT_Buffer_GetMemoryLayout", plugin().name());
  }
  const PJRT_Buffer_MemoryLayout_Tiled& tiled = args->layout.tiled;
  layout.minor_to_major.assign(tiled.minor_to_major, tiled.minor_to_major + tiled.minor_to_major_size);
  const std::int64_t* dimension = tiled.tile_dims;
  for (std::size_t i = 0; i < tiled.num_tiles; ++i) {
    layout.tiles.emplace_back(dimension, dimension + tiled.tile_dim_sizes[i]);
    dimension += tiled.tile_dim_sizes[i];
  }
  return layout;
}

std::size_t Buffer::on_device_size() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_OnDeviceSizeInBytes);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_OnDeviceSizeInBytes, args);
  return args->on_device_size_in_bytes;
}

bool Buffer::on_cpu() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_IsOnCpu);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_IsOnCpu, args);
  return args->is_on_cpu;
}

const Device& Buffer::device() const {
  const Device* known = device_.load(std::memory_order_relaxed);
  if (known == nullptr) {
    PJRT_ARGS(args, plugin(), PJRT_Buffer_Device);
    args->buffer = buffer_;
    PJRT_CALL(plugin(), PJRT_Buffer_Device, args);
    known = &client_->device(args->device);
    device_.store(known, std::memory_order_relaxed);
  }
  return *known;
}

const Memory& Buffer::memory() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_Memory);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_Memory, args);
  return client_->memory(args->memory);
}

Event Buffer::ready() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_ReadyEvent);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_ReadyEvent, args);
  return Event(plugin(), args->event);
}

bool Buffer::deleted() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_IsDeleted);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_IsDeleted, args);
  return args->is_deleted;
}

void Buffer::remove() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_Delete);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_Delete, args);
}

Buffer Buffer::copy_to(const Device& device) const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_CopyToDevice);
  args->buffer = buffer_;
  args->dst_device = device.get();
  PJRT_CALL(plugin(), PJRT_Buffer_CopyToDevice, args);
  return Buffer(client_, args->dst_buffer);
}

Buffer Buffer::copy_to(const Memory& memory) const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_CopyToMemory);
  args->buffer = buffer_;
  args->dst_memory = memory.get();
  PJRT_CALL(plugin(), PJRT_Buffer_CopyToMemory, args);
  return Buffer(client_, args->dst_buffer);
}

bool Buffer::is_row_major() const {
  Order order = order_.load(std::memory_order_relaxed);
  if (order == kUnknown) {
    order = kRowMajor;
    if (PJRT_HAS(plugin(), PJRT_Buffer_GetMemoryLayout)) {
      try {
        order = layout().is_row_major() ? kRowMajor : kOther;
      } catch (const Error& error) {
        if (error.code() != PJRT_Error_Code_UNIMPLEMENTED) throw;
      }
    }
    order_.store(order, std::memory_order_relaxed);
  }
  return order == kRowMajor;
}

Event Buffer::to_host(void* to, std::size_t size, std::size_t* needed) const {
  Layout order = Layout::row_major(dimensions().second);
  if (!is_row_major()) order.minor_to_major = layout().minor_to_major;
  LayoutArgument argument(std::move(order));
  PJRT_ARGS(args, plugin(), PJRT_Buffer_ToHostBuffer);
  args->src = buffer_;
  args->host_layout = argument.get();
  args->dst = to;
  args->dst_size = size;
  PJRT_CALL(plugin(), PJRT_Buffer_ToHostBuffer, args);
  if (needed != nullptr) *needed = args->dst_size;
  return Event(plugin(), args->event);
}

std::size_t Buffer::host_size() const {
  std::size_t needed = 0;
  to_host(nullptr, 0, &needed);
  return needed;
}

Event Buffer::copy_to_host(void* to, std::size_t size) const { return to_host(to, size, nullptr); }

void* Buffer::address() const {
  PJRT_ARGS(args, plugin(), PJRT_Buffer_OpaqueDeviceMemoryDataPointer);
  args->buffer = buffer_;
  PJRT_CALL(plugin(), PJRT_Buffer_OpaqueDeviceMemoryDataPointer, args);
  return args->device_memory_ptr;
}

Pin::Pin(const Buffer& buffer) : plugin_(&buffer.plugin()), buffer_(buffer.get()) {
  PJRT_ARGS(args, *plugin_, PJRT_Buffer_IncreaseExternalReferenceCount);
  args->buffer = buffer_;
  PJRT_CALL(*plugin_, PJRT_Buffer_IncreaseExternalReferenceCount, args);
}

Pin::~Pin() {
  PJRT_ARGS(args, *plugin_, PJRT_Buffer_DecreaseExternalReferenceCount);
  args->buffer = buffer_;
  PJRT_RELEASE(*plugin_, PJRT_Buffer_DecreaseExternalReferenceCount, args);
}

}  // namespace pjrt
