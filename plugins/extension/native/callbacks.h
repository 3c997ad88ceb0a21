// Serves XLA FFI calls with Python code: the host callbacks of jax.
//
// One handler serves every call. A call carries the number of what Python is to do as its attribute "index",
// and the handler passes it on, with its operands and results, to one Python function for the whole process.
// Python maps the numbers to callbacks.
//
// Threads: XLA may call from any thread. On a thread that Python knows the function runs at once; other
// threads are XLA's own, of which there are few, and jax code in a callback may need them. So such a call is passed to a
// worker thread, one for each concurrent call, and XLA gets a future.
// Python: the GIL is taken around the function, and for nothing else. It is not held when a future is
// completed, since XLA then continues with the program on that thread.
// Interpreters: calls are served by the main interpreter, which alone lets a foreign thread in (PyGILState).
// The end: once Python is finalizing, calls fail. A thread that Python ends inside of a call, as it does before 3.14
// where one asks for the GIL then, stays where it is, after the call's future was completed with an error.
// Memory: host memory only.
#ifndef PLUGIN_CALLBACKS_H
#define PLUGIN_CALLBACKS_H

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "ffi_abi.h"

// Makes `serve` the function, for the rest of the process. The GIL is held.
//
// serve(index: int, operands: tuple, results: tuple) -> None, or bytes: the text of an error.
// An operand or a result is (element type, dimensions, memory): a number of XLA_FFI_DataType, a tuple, and a
// memoryview, read-only for an operand. It is None for a token, for what has no elements, and for a type
// whose size is not known here. It is valid during the call only. Types of less than 8 bits are packed.
void serve_callbacks(PyObject *serve);

// The handler, for any target name. Claims XLA FFI 0.1.
ffi_error *callback_handler(ffi_call_frame *frame);

// Takes its operands and does nothing.
ffi_error *sink_handler(ffi_call_frame *frame);

#endif  // PLUGIN_CALLBACKS_H
