// Serves XLA FFI calls with Python code: the host callbacks of jax.
//
// One handler serves every call. A call has an attribute "index", the number of a callback. The handler passes it,
// with the call's operands and results, to a single Python function, which maps numbers to callbacks.
//
// Threads: XLA may call from any thread. On a thread that Python knows, the function runs immediately. Other
// threads belong to XLA, which has few, and jax code in a callback may need them. Such a call is therefore passed
// to a worker thread, one for each concurrent call, and XLA gets a future.
// Python: the GIL is held only around the function. It is not held when a future is completed, because XLA then
// continues the program on that thread.
// Interpreters: the main interpreter serves all calls, because only it accepts foreign threads (PyGILState).
// Shutdown: once Python is finalizing, calls fail. Before 3.14, Python ends a thread that asks for the GIL then.
// Such a thread completes its call's future with an error and sleeps forever.
// Memory: host memory only.
#ifndef PLUGIN_CALLBACKS_H
#define PLUGIN_CALLBACKS_H

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "ffi_abi.h"

// Sets the function `serve`, for the rest of the process. The caller holds the GIL.
//
// serve(index: int, operands: tuple, results: tuple) -> None, or bytes: the text of an error.
// An operand or result is (element type, dimensions, memory): an XLA_FFI_DataType, a tuple, and a memoryview, which
// is read-only for an operand and only valid during the call. The memory is None for a token, for a buffer without
// elements, and for a type of unknown size. Types of less than 8 bits are packed.
void serve_callbacks(PyObject *serve);

// The handler, for any target name. Reports XLA FFI version 0.1.
ffi_error *callback_handler(ffi_call_frame *frame);

// Accepts its operands and does nothing.
ffi_error *sink_handler(ffi_call_frame *frame);

#endif  // PLUGIN_CALLBACKS_H
