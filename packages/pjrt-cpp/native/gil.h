// The GIL: releasing it around calls of a PJRT library, taking it in callbacks, and interpreter shutdown.
//
// Before 3.14, once the interpreter is finalizing, Python ends a thread that asks for the GIL by unwinding its
// stack without the GIL: destructors of C++ objects on the stack would release Python objects anyway, and a
// noexcept function aborts the process. With this code such a thread sleeps forever instead, as in Python 3.14 and
// later; see `__wrap___gxx_personality_v0` in gil.cc. No thread is stopped earlier than Python would, because it
// may hold a lock, or a function registered with atexit may wait for it.
// After the interpreter has ended, and before exit() destroys the library's static objects, at_end() lets running
// calls finish. If they do not, the process ends without those destructors.
// Threads: any. The GIL must be held when an Unlocked or a Waiting is constructed.
#ifndef JAXLIB_PJRT_GIL_H_
#define JAXLIB_PJRT_GIL_H_

#include <Python.h>

namespace gil {

struct State;  // of one thread

// Releases the GIL while it is in scope, for a call of the library. Process exit waits for it.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // Whether this thread has released the GIL with an Unlocked.
  static bool here();

 private:
  State* own_;
  PyThreadState* state_;
};

// As Unlocked, but around a wait for another Python thread. That thread may never come, so nothing waits for this.
// The std::condition_variable that it waits on must not be destroyed by exit(), which would wait for the threads
// that sleep on it.
class Waiting {
 public:
  Waiting() : state_(PyEval_SaveThread()) {}
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  PyThreadState* state_;
};

// Takes the GIL for a call from the library into Python, on any thread. False, without the GIL, if the interpreter
// is finalizing.
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

// Counts calls from the library into Python that another extension makes. If Python ends the thread during the
// call, the call never returns.
void callback_begins();
void callback_ends();

// Whether the interpreter has ended: no Python function may be called.
bool ended() noexcept;

// Whether the interpreter is finalizing while calls from the library into Python are in progress, which never
// return. Destroying the object that owns them would wait for them, so it has to be leaked.
bool stranded() noexcept;

// Called once, at import. After the interpreter has ended, waits briefly for threads in an Unlocked, and until
// `done`.
void at_end(bool (*done)());

// Puts this thread to sleep forever.
[[noreturn]] void stay() noexcept;

}  // namespace gil

#endif  // JAXLIB_PJRT_GIL_H_
