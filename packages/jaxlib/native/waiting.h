// Waiting for devices.
//
// Ownership: the caller holds the event, by value, until await() returns, because signal handlers run Python.
// Threads: called with the GIL, which is released while waiting.
// Signals: Python runs handlers only in its main thread, where it checks for them. In that thread, a wait checks
// every kLook, and ends with a handler's exception, such as KeyboardInterrupt; the program continues. Any other
// thread just waits: at interpreter exit, it must not take the GIL earlier than necessary.
#ifndef JAXLIB_WAITING_H_
#define JAXLIB_WAITING_H_

#include "common.h"
#include "pjrt/event.h"

namespace jaxlib {

// Whether signal handlers may run while the main thread waits, or only after the enclosing operation.
enum class Signals { kHandled, kLater };

// Returns when `event` is ready. Throws its error, or nb::python_error if a signal handler raised.
void await(const pjrt::Event& event);

void bind_waiting();

}  // namespace jaxlib

#endif  // JAXLIB_WAITING_H_
