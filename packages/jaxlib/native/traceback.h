// Tracebacks: cheap snapshots of the Python stack.
#ifndef JAXLIB_TRACEBACK_H_
#define JAXLIB_TRACEBACK_H_

#include "common.h"

namespace jaxlib {

// The calling thread's stack, or None if tracebacks are disabled.
nb::object current_traceback();

}  // namespace jaxlib

#endif  // JAXLIB_TRACEBACK_H_
