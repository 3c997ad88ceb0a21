// A PJRT_Client: the devices of one library, and the programs and buffers for them.
//
// Ownership: held by shared_ptr. Every buffer and executable holds its Client, which is destroyed when the last of
// them is; its Devices and Memories live exactly as long.
// Threads: every function may be called concurrently from any thread.
// Blocking: create, compile, load and the destructor block; the deleter passed to create() may therefore let other
// work continue (it can release the GIL). It runs on the thread that drops the last reference to the Client.
#ifndef PJRT_CLIENT_H_
#define PJRT_CLIENT_H_

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pjrt/buffer.h"
#include "pjrt/device.h"
#include "pjrt/event.h"
#include "pjrt/key_value_store.h"
#include "pjrt/named_value.h"
#include "pjrt/plugin.h"

namespace pjrt {

class LoadedExecutable;

// An array in host memory, to be copied to a device or used in place.
struct HostArray {
  const void* data;
  PJRT_Buffer_Type type;
  const std::int64_t* dimensions;
  std::size_t rank;
  const std::int64_t* strides;  // in bytes; null: row-major without gaps
};

// A device or, if `memory` is not null, one of its memories.
struct Place {
  const Device* device = nullptr;
  const Memory* memory = nullptr;
  const Layout* layout = nullptr;  // null: the library's default for the array
};

class Client : public std::enable_shared_from_this<Client> {
 public:
  using Deleter = void (*)(Client*);

  // `store` may be null; the Client keeps it alive.
  static std::shared_ptr<Client> create(const Plugin& plugin, const std::vector<NamedValue>& options,
                                        Deleter deleter, std::shared_ptr<KeyValueStore> store = nullptr);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  PJRT_Client* get() const { return client_; }
  const Plugin& plugin() const { return *plugin_; }
  const std::string& platform() const { return platform_; }
  std::string platform_version() const;
  int process_index() const;

  // All devices, including those of other processes, in the library's order.
  const std::vector<std::unique_ptr<Device>>& devices() const { return devices_; }
  const std::vector<std::unique_ptr<Memory>>& memories() const { return memories_; }

  // The object for a handle; throws std::out_of_range for a handle of another client.
  const Device& device(PJRT_Device* handle) const { return *device_of_.at(handle); }
  const Memory& memory(PJRT_Memory* handle) const { return *memory_of_.at(handle); }

  // The device id for replica r and partition p is at [r * partitions + p].
  std::vector<int> default_assignment(int replicas, int partitions) const;

  // `format` is "mlir" (text, bytecode or a StableHLO portable artifact), "hlo" or "hlo_with_config"; `options` is
  // a serialized CompileOptionsProto.
  std::shared_ptr<LoadedExecutable> compile(std::string_view program, std::string_view format,
                                            std::string_view options,
                                            void (*deleter)(LoadedExecutable*));

  // Loads the result of Executable::serialize; only from the same library.
  std::shared_ptr<LoadedExecutable> load(std::string_view serialized,
                                         std::optional<std::string_view> options,
                                         void (*deleter)(LoadedExecutable*));

  // The event is ready when the library no longer reads the host memory. Throws UNIMPLEMENTED if the library
  // created the array in another layout than requested.
  std::pair<Buffer, Event> from_host(const HostArray& array, PJRT_HostBufferSemantics semantics,
                                     const Place& place);

  // The same, but synchronous and in the library's default layout; the array may change after this returns. Returns
  // a handle for drop(). For arguments of a single call, which need no Buffer.
  PJRT_Buffer* copy_in(const HostArray& array, const Place& place) const;
  void drop(PJRT_Buffer* buffer) const noexcept;

  // A buffer over foreign memory, which must stay valid until `released(data, argument)` is called; row-major unless
  // `place` has a layout. `stream` is the platform's handle of the stream on which the memory is written, or 0.
  Buffer view(void* data, PJRT_Buffer_Type type, const std::vector<std::int64_t>& dimensions, const Place& place,
              void (*released)(void*, void*), void* argument, std::intptr_t stream = 0);

  // Locked while an execution on several devices starts, see LoadedExecutable::execute().
  std::mutex& starting() { return starting_; }

 private:
  Client(const Plugin& plugin, PJRT_Client* client, std::shared_ptr<KeyValueStore> store);
  void read();
  std::pair<Buffer, Event> made_from_host(const HostArray& array, PJRT_HostBufferSemantics semantics,
                                          const Place& place);
  // A copy of a large array in memory that is allocated here and used by the client's library; nothing if that
  // would not be faster.
  std::optional<Buffer> copied_by_us(const HostArray& array, const Place& place);
  bool reorders(const Place& place);
  std::pair<PJRT_Buffer*, PJRT_Event*> put(const HostArray& array, PJRT_HostBufferSemantics semantics,
                                           const Place& place, PJRT_Buffer_MemoryLayout* layout) const;

  const Plugin* plugin_;
  PJRT_Client* client_;
  std::mutex asking_, starting_;
  bool asked_ = false;
  bool reorders_ = true;
  std::shared_ptr<KeyValueStore> store_;
  std::string platform_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::unordered_map<PJRT_Device*, const Device*> device_of_;
  std::unordered_map<PJRT_Memory*, const Memory*> memory_of_;
};

}  // namespace pjrt

#endif  // PJRT_CLIENT_H_
