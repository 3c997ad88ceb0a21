// A PJRT_Buffer: an array on a device.
//
// Ownership: a Buffer owns its handle and holds its Client; a Buffer that was moved from may only be destroyed.
// Destroying it frees the device's memory once nothing that was enqueued uses it.
// Threads: every function may be called from any thread, also at the same time; remove() included. Destroying
// and moving may not overlap with anything.
// Blocking: nothing blocks, except for the library in a copy; wait on the events.
#ifndef PJRT_BUFFER_H_
#define PJRT_BUFFER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/event.h"
#include "pjrt/plugin.h"

namespace pjrt {

class Client;
class Device;
class Memory;

// The order of dimensions in memory, the fastest varying first, and how they are tiled.
struct Layout {
  std::vector<std::int64_t> minor_to_major;
  std::vector<std::vector<std::int64_t>> tiles;

  // A host's usual one: the last dimension varies fastest.
  static Layout row_major(std::size_t rank);
  bool is_row_major() const;
  bool operator==(const Layout& other) const {
    return minor_to_major == other.minor_to_major && tiles == other.tiles;
  }
};

// Such as "{1,0:T(8,128)}", as XLA writes it.
std::string to_string(const Layout& layout);

// A Layout as a library takes it; it must not be moved.
class LayoutArgument {
 public:
  explicit LayoutArgument(Layout layout);
  LayoutArgument(const LayoutArgument&) = delete;
  LayoutArgument& operator=(const LayoutArgument&) = delete;
  PJRT_Buffer_MemoryLayout* get() { return &argument_; }

 private:
  Layout layout_;
  std::vector<std::int64_t> tile_dimensions_;
  std::vector<std::size_t> tile_ranks_;
  PJRT_Buffer_MemoryLayout argument_{};
};

// A member of the list of all live objects of a class. It is identified by its address: a moved object is another
// member.
class Listed {
 protected:
  Listed();
  Listed(Listed&&) noexcept : Listed() {}
  Listed& operator=(Listed&&) noexcept { return *this; }
  ~Listed() = default;

  // Called first in the destructor of the object, so that no one finds a half-destroyed one.
  void unlist() noexcept;

  static std::mutex& lock();
  static Listed*& first();  // under the lock
  static Listed* after(const Listed* one) { return one->next_; }

 private:
  Listed* previous_ = nullptr;
  Listed* next_ = nullptr;
};

class Buffer : private Listed {
 public:
  // Whether all Buffers are ready. Threads that destroy one meanwhile wait for this.
  static bool all_ready();

  // Takes ownership of `buffer`, which is on `device`; null: the library is asked when needed.
  Buffer(std::shared_ptr<Client> client, PJRT_Buffer* buffer, const Device* device = nullptr) noexcept
      : client_(std::move(client)), buffer_(buffer), device_(device) {}
  Buffer(Buffer&& other) noexcept
      : client_(std::move(other.client_)),
        buffer_(std::exchange(other.buffer_, nullptr)),
        device_(other.device_.load(std::memory_order_relaxed)) {}  // the rest is asked again
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(client_, other.client_);
    std::swap(buffer_, other.buffer_);
    device_ = other.device_.exchange(device_);
    shape_.known = other.shape_.known = false;
    order_ = other.order_ = kUnknown;
    return *this;
  }
  ~Buffer();

  PJRT_Buffer* get() const { return buffer_; }

  // Gives the handle up; as if moved from.
  PJRT_Buffer* release() noexcept { return std::exchange(buffer_, nullptr); }
  const std::shared_ptr<Client>& client() const { return client_; }
  const Plugin& plugin() const;

  PJRT_Buffer_Type type() const;

  // The library's own array; it lives as long as this Buffer.
  std::pair<const std::int64_t*, std::size_t> dimensions() const;

  // Both at once; cached after the first query of the library.
  bool is(PJRT_Buffer_Type type, const std::vector<std::int64_t>& dimensions) const;

  Layout layout() const;

  // Whether its layout is row-major without tiles; cached after the first query of the library. True if the library does
  // not state it.
  bool is_row_major() const;
  std::size_t on_device_size() const;  // bytes
  bool on_cpu() const;
  const Device& device() const;  // cached after the first query of the library
  const Memory& memory() const;
  Event ready() const;
  bool deleted() const;
  void remove() const;

  // The destination must differ from where the buffer is.
  Buffer copy_to(const Device& device) const;
  Buffer copy_to(const Memory& memory) const;

  // The bytes that copy_to_host needs, at least one byte an element.
  std::size_t host_size() const;

  // The elements in the buffer's own order, as in its layout(), without tiles. (XLA:CPU would not reorder them, whatever
  // layout is requested.)
  Event copy_to_host(void* to, std::size_t size) const;

  // The address of the elements on the device; only stable while a Pin is held.
  void* address() const;

 private:
  std::shared_ptr<Client> client_;
  PJRT_Buffer* buffer_;

  // Several threads may set these at once, to the same values.
  mutable std::atomic<const Device*> device_;
  struct Shape {
    std::atomic<bool> known{false};
    std::atomic<PJRT_Buffer_Type> type{PJRT_Buffer_Type_INVALID};
    std::atomic<const std::int64_t*> dimensions{nullptr};
    std::atomic<std::size_t> rank{0};
  };
  mutable Shape shape_;

  enum Order : char { kUnknown, kRowMajor, kOther };
  mutable std::atomic<Order> order_{kUnknown};

  Event to_host(void* to, std::size_t size, std::size_t* needed) const;
};

// Pins a buffer for a reader outside the library: it is neither donated nor deleted meanwhile.
// The Buffer must outlive it, and may be moved meanwhile.
class Pin {
 public:
  explicit Pin(const Buffer& buffer);
  ~Pin();
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

 private:
  const Plugin* plugin_;
  PJRT_Buffer* buffer_;
};

}  // namespace pjrt

#endif  // PJRT_BUFFER_H_
