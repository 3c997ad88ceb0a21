// Waiting for devices.
//
// Ownership: an event is held by the caller, by value, until await() returns: signal handlers run Python meanwhile.
// Threads: called with the GIL, which is released while waiting.
// Signals: Python's handlers run in its main thread only, where it checks for them. There a wait checks every kLook, and
// ends with the exception of a handler, such as KeyboardInterrupt; the program continues. Any other thread just waits: at
// the end of the interpreter it must not take the GIL earlier than necessary.
#ifndef JAXLIB_WAITING_H_
#define JAXLIB_WAITING_H_

#include "common.h"
#include "pjrt/event.h"

namespace jaxlib {

// Whether signal handlers may run during a wait of the main thread, or only after the enclosing operation.
enum class Signals { kHandled, kLater };

// Returns when `event` is ready. Throws its error, or nb::python_error if a signal handler raised.
void await(const pjrt::Event& event);

void bind_waiting();

}  // namespace jaxlib

#endif  // JAXLIB_WAITING_H_
