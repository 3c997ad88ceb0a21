// Waiting for devices.
//
// Ownership: an event is held by the caller, by value, until await() returns: signal handlers run Python meanwhile.
// Threads: called with the GIL, which is released while waiting.
// Signals: Python's handlers run in its main thread alone, and only where that looks for them. There a wait looks every
// kLook, and ends with what a handler raised, such as KeyboardInterrupt; what it waited for goes on. Any other thread
// just waits: at the end of the interpreter it must not come back for the GIL before it has to.
#ifndef JAXLIB_WAITING_H_
#define JAXLIB_WAITING_H_

#include "common.h"
#include "pjrt/event.h"

namespace jaxlib {

// Whether signal handlers may run during a wait of the main thread, or only after what it is a part of.
enum class Signals { kHandled, kLater };

// Returns when `event` is ready. Throws its error, or nb::python_error where a signal handler raised.
void await(const pjrt::Event& event);

void bind_waiting();

}  // namespace jaxlib

#endif  // JAXLIB_WAITING_H_
