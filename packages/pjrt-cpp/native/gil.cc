#include "gil.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>

namespace gil {

// The state of one thread. Only that thread writes it, without an atomic read-modify-write: each execution of a program
// does so several times. States are never freed; a new thread takes one that an ended thread has left.
struct State {
  std::atomic<int> inside{0};  // of how many Unlocked: a call into Python may make a call of the library in turn
  int callbacks = 0;
  bool unlocked = false;  // rather than in a call into Python
  std::atomic<bool> taken{true};
  State* next = nullptr;
};

namespace {

using Clock = std::chrono::steady_clock;

// How long the end waits for calls of the library, and how long where some wait for Python, which is gone.
constexpr std::chrono::milliseconds kCalls{2000}, kStranded{200};

std::atomic<State*> states{nullptr};
thread_local State* own_state = nullptr;

std::atomic<int> callbacks{0};  // calls from the library into Python, of all threads

struct Leave {
  ~Leave() { std::exchange(own_state, nullptr)->taken = false; }
};

State& take_state() {
  State* state = states;
  while (state != nullptr) {
    bool expected = false;
    if (state->taken.compare_exchange_strong(expected, true)) break;
    state = state->next;
  }
  if (state == nullptr) {
    state = new State;
    state->next = states;
    while (!states.compare_exchange_weak(state->next, state)) {
    }
  }
  own_state = state;
  // A destructor of the thread's that comes later than this one takes a state again, which stays taken.
  thread_local const Leave at_the_end_of_the_thread;
  static_cast<void>(at_the_end_of_the_thread);
  return *state;
}

State& own() { return own_state != nullptr ? *own_state : take_state(); }

void add(std::atomic<int>& count, int change) {
  count.store(count.load(std::memory_order_relaxed) + change, std::memory_order_release);
}

int all_inside() {
  int sum = 0;
  for (const State* state = states; state != nullptr; state = state->next) sum += state->inside;
  return sum;
}

std::atomic<bool> gone{false};  // the interpreter
bool (*is_done)() = nullptr;
std::terminate_handler terminate_before = nullptr;

// Whether this is a child of a process in which other threads were inside of calls. They are not there any more: what
// they held stays held, and their programs do not end.
bool cut_off = false;

void forked() {
  const State& here = own();
  if (all_inside() + callbacks != here.inside + here.callbacks) cut_off = true;
  for (State* state = states; state != nullptr; state = state->next) {
    if (state != &here) state->inside = 0;
  }
  callbacks = here.callbacks;
}

void restore(PyThreadState* state) {
  if (gone) stay();  // `state` is gone as well
  python([state] { PyEval_RestoreThread(state); });
}

bool quiet() { return !cut_off && all_inside() == 0 && is_done(); }

// The first that exit() calls. Destructors of static objects must not run beside the library's threads.
void leave(int status, void*) {
  if (quiet()) return;
  std::fflush(nullptr);
  _exit(status);
}

void await_calls() {
  gone = true;
  const Clock::time_point begun = Clock::now();
  std::chrono::microseconds pause{50};
  while (!quiet()) {
    if (cut_off || Clock::now() - begun > (callbacks == 0 ? kCalls : kStranded)) {
#if defined(__GLIBC__)
      on_exit(leave, nullptr);
#endif
      return;
    }
    std::this_thread::sleep_for(pause);
    if (pause < std::chrono::milliseconds(5)) pause *= 2;
  }
}

bool has_exception() {
  // Never destroyed: the header's destructor calls what older libraries do not export.
  alignas(std::exception_ptr) unsigned char place[sizeof(std::exception_ptr)];
  return static_cast<bool>(*new (place) std::exception_ptr(std::current_exception()));
}

// Unwinding that reaches a function which is noexcept, such as a destructor that ran Python, comes here.
[[noreturn]] void terminate() {
  const bool ended_by_python =
      Py_IsInitialized() == 0 && PyGILState_GetThisThreadState() != nullptr && syscall(SYS_gettid) != getpid();
  if (ended_by_python && !has_exception()) stay();
  terminate_before();
  std::abort();
}

}  // namespace

void stay() noexcept {
  for (;;) pause();
}

Unlocked::Unlocked() {
  own_ = &own();
  add(own_->inside, 1);  // with the GIL: the end cannot miss it
  own_->unlocked = true;
  state_ = PyEval_SaveThread();
}

Unlocked::~Unlocked() {
  own_->unlocked = false;
  add(own_->inside, -1);
  restore(state_);
}

bool Unlocked::here() { return own().unlocked; }

Waiting::~Waiting() { restore(state_); }

Entered::Entered() : entered_(Py_IsInitialized() != 0), unlocked_(false) {
  if (!entered_) return;
  callback_begins();
  unlocked_ = std::exchange(own().unlocked, false);
  state_ = python([] { return PyGILState_Ensure(); });
}

Entered::~Entered() {
  if (!entered_) return;
  PyGILState_Release(state_);
  own().unlocked = unlocked_;
  callback_ends();
}

void callback_begins() {
  ++callbacks;
  ++own().callbacks;
}

void callback_ends() {
  --own().callbacks;
  --callbacks;
}

bool ended() noexcept { return gone; }

bool stranded() noexcept { return Py_IsInitialized() == 0 && callbacks != 0; }

void at_end(bool (*done)()) {
  is_done = done;
  terminate_before = std::set_terminate(terminate);
  pthread_atfork(nullptr, nullptr, forked);
  if (Py_AtExit(await_calls) != 0) std::atexit(await_calls);
}

}  // namespace gil
