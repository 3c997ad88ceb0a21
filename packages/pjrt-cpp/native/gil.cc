#include "gil.h"

#include <pthread.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

namespace gil {

// The state of one thread. Only that thread writes it, without atomic read-modify-write operations, because each
// execution of a program does so several times. States are never freed; a new thread reuses that of an ended one.
struct State {
  std::atomic<int> inside{0};  // the number of nested Unlocked: a call into Python may call the library again
  int callbacks = 0;
  bool unlocked = false;  // false during a call into Python
  std::atomic<bool> taken{true};
  State* next = nullptr;
};

namespace {

using Clock = std::chrono::steady_clock;

// How long at_end() waits for calls of the library, and how long if some of them wait for Python, which has ended.
constexpr std::chrono::milliseconds kCalls{2000}, kStranded{200};

std::atomic<State*> states{nullptr};
thread_local State* own_state = nullptr;

std::atomic<int> callbacks{0};  // calls from the library into Python, on all threads

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
  // A thread-local destructor that runs later takes a new state, which is then never released.
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

std::atomic<bool> gone{false};  // whether the interpreter has ended
bool (*is_done)() = nullptr;

// Whether this process was forked while other threads were in calls. Those threads do not exist here: their locks
// stay locked, and their programs never end.
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
  if (gone) stay();  // `state` does not exist any more either
  PyEval_RestoreThread(state);
}

bool quiet() { return !cut_off && all_inside() == 0 && is_done(); }

// Runs first in exit(), because destructors of static objects must not run concurrently with the library's threads.
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

}  // namespace

void stay() noexcept {
  for (;;) pause();
}

Unlocked::Unlocked() {
  own_ = &own();
  add(own_->inside, 1);  // with the GIL held, so that at_end() sees it
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
  state_ = PyGILState_Ensure();
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
  pthread_atfork(nullptr, nullptr, forked);
  if (Py_AtExit(await_calls) != 0) std::atexit(await_calls);
}

}  // namespace gil

// The personality routine, which the unwinder calls for each frame with cleanups before it runs any of them.
// `native_build.LINK` wraps the C++ library's routine with this one for all code of this module. A thread that
// Python ends must not begin to unwind, because destructors would release Python objects without the GIL.
extern "C" {

_Unwind_Reason_Code __real___gxx_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                                _Unwind_Exception* exception, _Unwind_Context* context);

_Unwind_Reason_Code __wrap___gxx_personality_v0(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                                _Unwind_Exception* exception, _Unwind_Context* context) {
  if ((actions & _UA_FORCE_UNWIND) != 0) gil::stay();
  return __real___gxx_personality_v0(version, actions, kind, exception, context);
}

}  // extern "C"
