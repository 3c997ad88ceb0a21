// Host events: named spans of threads, and of programs on devices, kept while a session runs.
//
// Ownership: what is recorded is owned by the thread's log until stop() moves it into a Recording.
// Threads: every function may be called from any thread. There is one session at a time. While none runs, asking
// whether one does is one relaxed load, and that is all that a Span costs.
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

// Nanoseconds since 1970: devices' clocks are aligned to it, too.
std::int64_t now() noexcept;

// The host tracer's level of the session that runs; 0 where none does, or where it asks for no host events.
extern std::atomic<int> level;

inline bool recording() noexcept { return level.load(std::memory_order_relaxed) > 0; }

// One span. The name may end in metadata: `name#key=value,key=value#`.
struct Event {
  std::string name;
  std::int64_t start, end;
};

// A call of a Python function; its name is an index into the table of python_calls.h.
struct Call {
  std::uint32_t name;
  std::int64_t start, end;
};

// A program on one device, from when the library was told to run it until the device had done so.
struct ProgramRun {
  std::string name;
  std::uint64_t program, run;
  int device;
  std::int64_t start, end;
  std::string thread;  // that the library said it on
};

// What one thread has recorded in a session.
struct Log {
  std::mutex guard;  // of `events` and `session`
  std::uint64_t session = 0;
  std::vector<Event> events;
  // Under the GIL:
  std::uint64_t calls_session = 0;
  std::vector<Call> calls;
  std::vector<std::pair<std::uint32_t, std::int64_t>> open;  // names and starts of calls that have not returned

  std::int64_t thread = 0;  // as the kernel numbers it
  std::string name;         // as the kernel has it
  std::string python_name;  // as `threading` has it, where that is known
};

// This thread's.
Log& own_log();

// What a session has recorded.
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
  // By number, what ran or was compiled: kept alive so that it can be asked for its HLO.
  std::unordered_map<std::uint64_t, std::shared_ptr<pjrt::LoadedExecutable>> programs;
};

// The number of the session that starts; 0 where another one runs.
std::uint64_t start(int host_level);

// The session that runs; 0 where none does.
std::uint64_t current_session() noexcept;
std::int64_t session_start() noexcept;

// Ends the session. Python's calls are moved by whoever recorded them: the caller holds the GIL.
Recording stop();

// Appends to this thread's log, if a session runs that had begun at `start`. Threads that Python runs on, which hold the
// GIL here, are asked for the names that they have in Python.
void record(std::string name, std::int64_t start, std::int64_t end);
void record(ProgramRun run);
void keep(std::uint64_t program, const std::shared_ptr<pjrt::LoadedExecutable>& executable);

std::string kernel_thread_name();

// Records a scope.
class Span {
 public:
  explicit Span(const char* name) noexcept : name_(name), start_(recording() ? now() : 0) {}
  ~Span() {
    if (start_ != 0) end();
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

  bool active() const { return start_ != 0; }
  // For those that are active: what stands in brackets after the name, and metadata.
  void of(const std::string& what) { details_ = "(" + what + ")" + details_; }
  void add(const char* key, const std::string& value) {
    details_ += (metadata_ ? "," : "#") + std::string(key) + "=" + value;
    metadata_ = true;
  }
  // Records no scope after all.
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
