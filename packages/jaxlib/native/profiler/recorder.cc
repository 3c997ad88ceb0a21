#include "profiler/recorder.h"

#include <Python.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

namespace jaxlib::profiler {

std::atomic<int> level{0};

namespace {

std::atomic<std::uint64_t> session{0};  // 0: no session runs
std::atomic<std::int64_t> started{0};

// Global; never destroyed, because a library's threads may outlive the interpreter.
struct Registry {
  std::mutex guard;
  std::uint64_t sessions = 0;
  std::vector<std::shared_ptr<Log>> logs;
  std::vector<ProgramRun> runs;
  std::unordered_map<std::uint64_t, std::shared_ptr<pjrt::LoadedExecutable>> programs;
};

Registry* create() {
  // A forked child has one thread, and must not wait for locks of its parent's threads.
  pthread_atfork(nullptr, nullptr, [] {
    level.store(0);
    session.store(0);
  });
  return new Registry;
}

Registry& registry() {
  static Registry* const all = create();
  return *all;
}

// The name in `threading` of this thread, which holds the GIL; empty if it has none. Runs no Python code: it only
// looks into dictionaries.
std::string name_in_python() {
  if (Py_IsInitialized() == 0 || PyGILState_Check() == 0) return {};
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  std::string found;
  PyObject* modules = PyImport_GetModuleDict();
  PyObject* threading = modules ? PyDict_GetItemString(modules, "threading") : nullptr;
  PyObject* names = threading && PyModule_Check(threading) ? PyModule_GetDict(threading) : nullptr;
  PyObject* active = names ? PyDict_GetItemString(names, "_active") : nullptr;
  PyObject* key = active && PyDict_CheckExact(active) ? PyLong_FromUnsignedLong(PyThread_get_thread_ident()) : nullptr;
  PyObject* thread = nullptr;
  if (key != nullptr) {
#ifdef Py_GIL_DISABLED
    if (PyDict_GetItemRef(active, key, &thread) < 0) PyErr_Clear();
#else
    thread = Py_XNewRef(PyDict_GetItem(active, key));
#endif
  }
  if (thread != nullptr) {
    PyObject* name = PyObject_GetAttrString(thread, "_name");
    const char* text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
    if (text != nullptr) found = text;
    Py_XDECREF(name);
    Py_DECREF(thread);
  }
  Py_XDECREF(key);
  PyErr_Restore(type, value, traceback);
  return found;
}

// Removes the log from the list when its thread ends, unless a session needs its content.
struct Holder {
  std::shared_ptr<Log> log = std::make_shared<Log>();
  Holder() {
    log->thread = static_cast<std::int64_t>(::syscall(SYS_gettid));
    log->name = kernel_thread_name();
    const std::lock_guard<std::mutex> held(registry().guard);
    registry().logs.push_back(log);
  }
  ~Holder() {
    if (session.load() != 0) return;
    const std::lock_guard<std::mutex> held(registry().guard);
    auto& logs = registry().logs;
    logs.erase(std::remove(logs.begin(), logs.end(), log), logs.end());
  }
};

}  // namespace

std::int64_t now() noexcept {
  timespec time;
  ::clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1000000000 + time.tv_nsec;
}

std::string kernel_thread_name() {
  char name[16] = "";  // the kernel's limit; pthread_getname_np needs a newer glibc than the wheel's tag allows
  return ::prctl(PR_GET_NAME, name) == 0 ? name : "";
}

Log& own_log() {
  static thread_local Holder holder;
  return *holder.log;
}

std::uint64_t current_session() noexcept { return session.load(std::memory_order_acquire); }
std::int64_t session_start() noexcept { return started.load(std::memory_order_relaxed); }

std::uint64_t start(int host_level) {
  Registry& all = registry();
  const std::lock_guard<std::mutex> held(all.guard);
  if (session.load() != 0) return 0;
  // Only the list still refers to logs of threads that ended in the last session.
  all.logs.erase(std::remove_if(all.logs.begin(), all.logs.end(),
                                [](const std::shared_ptr<Log>& each) { return each.use_count() == 1; }),
                 all.logs.end());
  all.runs.clear();
  all.programs.clear();
  started.store(now());
  session.store(++all.sessions, std::memory_order_release);
  level.store(host_level);
  return all.sessions;
}

Recording stop() {
  Registry& all = registry();
  Recording made;
  level.store(0);
  const std::uint64_t number = session.exchange(0);
  if (number == 0) return made;
  made.start = session_start();
  made.end = now();
  const std::lock_guard<std::mutex> held(all.guard);
  for (const std::shared_ptr<Log>& log : all.logs) {
    Recording::Thread thread{log->thread, log->name, {}, {}, {}};
    {
      const std::lock_guard<std::mutex> locked(log->guard);
      if (log->session == number) thread.events = std::move(log->events);
      log->events.clear();
      log->session = 0;
      thread.python_name = log->python_name;
    }
    if (log->calls_session == number) thread.calls = std::move(log->calls);
    log->calls.clear();
    log->open.clear();
    log->calls_session = 0;
    if (!thread.events.empty() || !thread.calls.empty()) made.threads.push_back(std::move(thread));
  }
  made.runs = std::move(all.runs);
  made.programs = std::move(all.programs);
  all.runs.clear();
  all.programs.clear();
  return made;
}

void record(std::string name, std::int64_t start, std::int64_t end) {
  const std::uint64_t number = current_session();
  if (number == 0 || start < session_start()) return;
  Log& log = own_log();
  const bool first = log.session != number;
  std::string known = first ? name_in_python() : std::string();
  const std::lock_guard<std::mutex> held(log.guard);
  if (first) {
    if (current_session() != number) return;
    log.session = number;
    log.events.clear();
    if (!known.empty()) log.python_name = std::move(known);
  }
  log.events.push_back({std::move(name), start, end});
}

void record(ProgramRun run) {
  if (current_session() == 0 || run.start < session_start()) return;
  const std::lock_guard<std::mutex> held(registry().guard);
  registry().runs.push_back(std::move(run));
}

void keep(std::uint64_t program, const std::shared_ptr<pjrt::LoadedExecutable>& executable) {
  if (current_session() == 0) return;
  const std::lock_guard<std::mutex> held(registry().guard);
  registry().programs.emplace(program, executable);
}

void Span::end() noexcept {
  try {
    record(name_ + details_ + (metadata_ ? "#" : ""), start_, now());
  } catch (...) {  // out of memory: the event is missing
  }
}

}  // namespace jaxlib::profiler
