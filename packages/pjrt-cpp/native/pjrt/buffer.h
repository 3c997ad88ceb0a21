// A PJRT_Buffer: an array on a device.
//
// Ownership: a Buffer owns its handle and holds its Client; a moved-from Buffer may only be destroyed.
// Destruction frees the device memory once nothing that was enqueued uses it.
// Threads: every function may be called concurrently from any thread, including remove(). Destruction and moving
// must not overlap with anything.
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

// The order of dimensions in memory, fastest varying first, and their tiling.
struct Layout {
  std::vector<std::int64_t> minor_to_major;
  std::vector<std::vector<std::int64_t>> tiles;

  // The usual layout on a host: the last dimension varies fastest.
  static Layout row_major(std::size_t rank);
  bool is_row_major() const;
  bool operator==(const Layout& other) const {
    return minor_to_major == other.minor_to_major && tiles == other.tiles;
  }
};

// In XLA's notation, such as "{1,0:T(8,128)}".
std::string to_string(const Layout& layout);

// A Layout in the library's form; must not be moved.
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

// A member of the list of all live objects of a class, identified by its address: a moved-to object is a separate
// member.
class Listed {
 protected:
  Listed();
  Listed(Listed&&) noexcept : Listed() {}
  Listed& operator=(Listed&&) noexcept { return *this; }
  ~Listed() = default;

  // Called first in the object's destructor, so that nobody finds a half-destroyed object.
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
  // Whether all Buffers are ready. Threads that destroy a Buffer in the meantime wait for this.
  static bool all_ready();

  // Takes ownership of `buffer`, which is on `device`; if null, the library is queried when needed.
  Buffer(std::shared_ptr<Client> client, PJRT_Buffer* buffer, const Device* device = nullptr) noexcept
      : client_(std::move(client)), buffer_(buffer), device_(device) {}
  Buffer(Buffer&& other) noexcept
      : client_(std::move(other.client_)),
        buffer_(std::exchange(other.buffer_, nullptr)),
        device_(other.device_.load(std::memory_order_relaxed)) {}  // the rest is queried again
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

  // Releases the handle; the Buffer is then in the moved-from state.
  PJRT_Buffer* release() noexcept { return std::exchange(buffer_, nullptr); }
  const std::shared_ptr<Client>& client() const { return client_; }
  const Plugin& plugin() const;

  PJRT_Buffer_Type type() const;

  // The library's own array; valid as long as this Buffer.
  std::pair<const std::int64_t*, std::size_t> dimensions() const;

  // Compares both; cached after the first query of the library.
  bool is(PJRT_Buffer_Type type, const std::vector<std::int64_t>& dimensions) const;

  Layout layout() const;

  // Whether its layout is row-major without tiles; cached after the first query of the library. True if the library
  // does not report the layout.
  bool is_row_major() const;
  std::size_t on_device_size() const;  // bytes
  bool on_cpu() const;
  const Device& device() const;  // cached after the first query of the library
  const Memory& memory() const;
  Event ready() const;
  bool deleted() const;
  void remove() const;

  // The destination must not be the buffer's own device or memory.
  Buffer copy_to(const Device& device) const;
  Buffer copy_to(const Memory& memory) const;

  // The number of bytes that copy_to_host needs: at least one byte per element.
  std::size_t host_size() const;

  // Copies the elements in the order of layout(), without tiles. (XLA:CPU ignores any other requested layout.)
  Event copy_to_host(void* to, std::size_t size) const;

  // The address of the elements on the device; only stable while a Pin exists.
  void* address() const;

 private:
  std::shared_ptr<Client> client_;
  PJRT_Buffer* buffer_;

  // Several threads may set these concurrently, to the same values.
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

// Pins a buffer for a reader outside the library: it is neither donated nor deleted in the meantime.
// The Buffer must outlive the Pin, and may be moved.
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
