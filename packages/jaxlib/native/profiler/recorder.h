// Host events: named spans of threads, and of programs on devices, recorded while a session runs.
//
// Ownership: the thread's log owns its events until stop() moves them into a Recording.
// Threads: every function may be called from any thread. There is one session at a time. While none runs, checking
// for one is a single relaxed load, which is all that a Span costs.
// Blocking: a log's lock is held while an event is appended or stop() takes the events, never while Python runs.
#ifndef JAXLIB_PROFILER_RECORDER_H_
#define JAXLIB_PROFILER_RECORDER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pjrt/executable.h"

namespace jaxlib::profiler {

// Nanoseconds since 1970; the clocks of devices are aligned to it, too.
std::int64_t now() noexcept;

// The host tracer level of the current session; 0 if there is none, or if it records no host events.
extern std::atomic<int> level;

inline bool recording() noexcept { return level.load(std::memory_order_relaxed) > 0; }

// One span. The name may end in metadata: `name#key=value,key=value#`.
struct Event {
  std::string name;
  std::int64_t start, end;
};

// A call of a Python function; the name is an index into the table of python_calls.h.
struct Call {
  std::uint32_t name;
  std::int64_t start, end;
};

// A program's run on one device, from the call of the library until the device has finished.
struct ProgramRun {
  std::string name;
  std::uint64_t program, run;
  int device;
  std::int64_t start, end;
  std::string thread;  // the library's thread that reported the end
};

// The events that one thread has recorded in a session.
struct Log {
  std::mutex guard;  // guards `events` and `session`
  std::uint64_t session = 0;
  std::vector<Event> events;
  // Guarded by the GIL:
  std::uint64_t calls_session = 0;
  std::vector<Call> calls;
  std::vector<std::pair<std::uint32_t, std::int64_t>> open;  // names and starts of calls that have not returned

  std::int64_t thread = 0;  // the kernel's thread id
  std::string name;         // the name in the kernel
  std::string python_name;  // the name in `threading`, if known
};

// The log of this thread.
Log& own_log();

// Everything that a session has recorded.
struct Recording {
  std::int64_t start = 0, end = 0;
  struct Thread {
    std::int64_t id;
    std::string name, python_name;
    std::vector<Event> events;
    std::vector<Call> calls;
  };
  std::vector<Thread> threads;
  std::vector<ProgramRun> runs;
  // By number, the programs that ran or were compiled: kept alive so that their HLO can be queried.
  std::unordered_map<std::uint64_t, std::shared_ptr<pjrt::LoadedExecutable>> programs;
};

// Starts a session and returns its number; 0 if another one runs.
std::uint64_t start(int host_level);

// The number of the current session; 0 if there is none.
std::uint64_t current_session() noexcept;
std::int64_t session_start() noexcept;

// Ends the session. Python's calls are collected by the caller, who holds the GIL.
Recording stop();

// Appends to this thread's log, if a session runs that had begun before `start`. For threads that run Python, and
// hold the GIL here, the names that they have in Python are recorded, too.
void record(std::string name, std::int64_t start, std::int64_t end);
void record(ProgramRun run);
void keep(std::uint64_t program, const std::shared_ptr<pjrt::LoadedExecutable>& executable);

std::string kernel_thread_name();

// Records its scope as an event.
class Span {
 public:
  explicit Span(const char* name) noexcept : name_(name), start_(recording() ? now() : 0) {}
  ~Span() {
    if (start_ != 0) end();
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

  bool active() const { return start_ != 0; }
  // For active spans: appends a text in brackets to the name, before the metadata.
  void of(const std::string& what) { details_ = "(" + what + ")" + details_; }
  void add(const char* key, const std::string& value) {
    details_ += (metadata_ ? "," : "#") + std::string(key) + "=" + value;
    metadata_ = true;
  }
  // Cancels the event.
  void drop() { start_ = 0; }

 private:
  void end() noexcept;

  const char* name_;
  std::int64_t start_;
  std::string details_;
  bool metadata_ = false;
};

}  // namespace jaxlib::profiler

#endif  // JAXLIB_PROFILER_RECORDER_H_
