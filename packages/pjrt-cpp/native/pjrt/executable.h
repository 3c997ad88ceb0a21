// Compiled programs: an Executable is the compiler's output, a LoadedExecutable runs it on a Client's devices.
//
// Ownership: both own their handles; a LoadedExecutable holds its Client and is held by shared_ptr. A running
// program continues if its LoadedExecutable is destroyed.
// Threads: every function may be called concurrently from any thread.
// Blocking: execute() enqueues and returns, but a library may run a small program immediately. Destroying a
// LoadedExecutable may block, so its deleter may release locks in the meantime.
#ifndef PJRT_EXECUTABLE_H_
#define PJRT_EXECUTABLE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/named_value.h"
#include "pjrt/plugin.h"
#include "pjrt/signature.h"

namespace pjrt {

class Buffer;
class Client;
class Device;
struct HostArray;

class Executable {
 public:
  Executable(const Plugin& plugin, PJRT_Executable* executable) : plugin_(&plugin), executable_(executable) {}
  ~Executable();
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  const Plugin& plugin() const { return *plugin_; }
  std::string name() const;
  std::size_t replicas() const;
  std::size_t partitions() const;
  std::size_t outputs() const;  // on each device
  std::vector<PJRT_Buffer_Type> output_types() const;
  std::vector<std::vector<std::int64_t>> output_dimensions() const;
  std::vector<std::string> output_memory_kinds() const;
  std::int64_t code_size() const;  // bytes
  std::string fingerprint() const;
  std::vector<NamedValue> cost_analysis() const;
  // Bytes by name; 0 for what an older library does not report.
  std::vector<std::pair<const char*, std::int64_t>> memory_stats() const;
  std::pair<std::string, std::string> optimized_program() const;  // the format, and the program
  std::string serialize() const;

  // The parameters and results on each device; nothing if the library does not report them.
  std::optional<std::vector<Parameter>> parameters() const;
  std::optional<std::vector<Parameter>> results() const;

 private:
  const Plugin* plugin_;
  PJRT_Executable* executable_;
};

// The callbacks for the send and receive operations of one execution: a list for each device of execute(), whose
// order in a list does not matter. The functions and their arguments must outlive the execution.
struct Transfers {
  PJRT_SendCallbackInfo** sends;
  PJRT_RecvCallbackInfo** receives;
  std::size_t send_count, receive_count;  // for one device
};

class LoadedExecutable {
 public:
  using Deleter = void (*)(LoadedExecutable*);

  // Takes ownership of `executable`.
  static std::shared_ptr<LoadedExecutable> adopt(std::shared_ptr<Client> client,
                                                 PJRT_LoadedExecutable* executable, Deleter deleter);
  ~LoadedExecutable();
  LoadedExecutable(const LoadedExecutable&) = delete;
  LoadedExecutable& operator=(const LoadedExecutable&) = delete;

  const std::shared_ptr<Client>& client() const { return client_; }
  const Plugin& plugin() const { return *plugin_; }
  const Executable& executable() const { return *description_; }
  std::size_t outputs() const { return outputs_; }

  // The devices of this process that it runs on, in the order of the lists passed to execute().
  const std::vector<const Device*>& devices() const { return devices_; }

  bool deleted() const;
  void remove() const;

  // The parameters, if the library reports its optimized program; cached after the first call.
  const std::optional<std::vector<Parameter>>& parameters() const;

  // Throws INVALID_ARGUMENT if `buffer`, or a buffer created from `array`, does not match parameter `index`.
  void check(std::size_t index, const Buffer& buffer) const;
  void check(std::size_t index, const HostArray& array) const;

  // The layout that argument `index` must have; null if it is row-major.
  const Layout* layout(std::size_t index) const;

  // An id for the next execution. Libraries keep the data that the devices of an execution exchange apart from those of
  // others by this id, so that two executions with the same id, if they run at once, mix their data. Ids of programs on
  // this process's devices are those of no other of its last 2^30 executions. All processes of a program on several
  // must give an execution the same id: it is derived from the program, and negative.
  int next_launch_id() const;

  // Runs on every device: `arguments` and `results` contain one list per device, of `count` buffers and of
  // outputs(). Arguments whose indices are in `kept` are not donated, even if the program would donate them. Writes
  // handles to `results`, which the caller owns. Allocates nothing. `completed`, unless null, receives one event
  // per device, which the caller owns. `context`, unless null, must stay valid until the execution has ended;
  // `transfers`, unless null, during the call.
  // Executions on several devices start one after the other, so that they start in the same order on each: else each of
  // two may wait for a device that the other occupies. Not if `calls_host`, because host code may start others.
  void execute(PJRT_Buffer* const* const* arguments, std::size_t count, PJRT_Buffer** const* results,
               const std::int64_t* kept, std::size_t kept_count, int launch_id,
               PJRT_Event** completed = nullptr, PJRT_ExecuteContext* context = nullptr,
               const Transfers* transfers = nullptr, bool calls_host = false) const;

 private:
  [[noreturn]] void refuse(std::size_t index, const std::string& wanted, const std::string& found) const;
  LoadedExecutable(std::shared_ptr<Client> client, PJRT_LoadedExecutable* executable);
  void read();

  std::shared_ptr<Client> client_;
  const Plugin* plugin_;
  PJRT_LoadedExecutable* executable_;
  std::unique_ptr<Executable> description_;
  std::vector<const Device*> devices_;
  std::size_t outputs_ = 0;
  std::optional<std::uint32_t> several_processes_;  // for their programs, what launch ids are counted from
  mutable std::atomic<std::uint32_t> launches_{0};
  mutable std::mutex reading_;
  mutable std::atomic<bool> read_{false};
  mutable std::optional<std::vector<Parameter>> parameters_;
};

}  // namespace pjrt

#endif  // PJRT_EXECUTABLE_H_
