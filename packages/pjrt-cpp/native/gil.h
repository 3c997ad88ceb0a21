// The GIL, around calls of a PJRT library and around the end of the interpreter.
//
// Once the interpreter is finalizing, Python before 3.14 ends a thread that asks for the GIL by unwinding its stack,
// without the GIL: the destructors of C++ on the way would give back Python objects anyway, and a function that
// is noexcept aborts the process. Here such a thread sleeps for the rest of the process instead, as it does in Python
// from 3.14 on: `__wrap___gxx_personality_v0` in gil.cc. No thread is stopped earlier than by Python: it may hold a
// lock, or be what a function registered with atexit waits for.
// After the interpreter, before exit() destroys the library's static objects, at_end() lets running calls finish. Where
// they do not, the process ends without those destructors.
// Threads: any. The GIL is held where an Unlocked or a Waiting begins.
#ifndef JAXLIB_PJRT_GIL_H_
#define JAXLIB_PJRT_GIL_H_

#include <Python.h>

namespace gil {

struct State;  // of one thread

// Releases the GIL while it is in scope, for a call of the library. The end of the process waits for it.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // Whether this thread has released the GIL by an Unlocked.
  static bool here();

 private:
  State* own_;
  PyThreadState* state_;
};

// The same around a wait for another Python thread. That thread may never come, so nothing waits for this. What it
// waits on (a std::condition_variable) must not be destroyed by exit(), which would wait for the threads that sleep on
// it.
class Waiting {
 public:
  Waiting() : state_(PyEval_SaveThread()) {}
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  PyThreadState* state_;
};

// Takes the GIL for a call from the library into Python, on any thread. False, without the GIL, if the interpreter is
// finalizing.
class Entered {
 public:
  Entered();
  ~Entered();
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;
  explicit operator bool() const { return entered_; }

 private:
  bool entered_, unlocked_;
  PyGILState_STATE state_;
};

// Counts calls from the library into Python that another extension makes. A thread that Python ends in between never
// comes to the end of its call.
void callback_begins();
void callback_ends();

// Whether the interpreter is gone: no Python function may be called.
bool ended() noexcept;

// Whether the interpreter is finalizing while calls from the library into Python are in progress, which never return.
// Destroying their owner would wait for them: leak it.
bool stranded() noexcept;

// Called once, at import. After the interpreter is gone, waits briefly for threads in an Unlocked, and until `done`.
void at_end(bool (*done)());

// This thread sleeps for the rest of the process.
[[noreturn]] void stay() noexcept;

}  // namespace gil

#endif  // JAXLIB_PJRT_GIL_H_
