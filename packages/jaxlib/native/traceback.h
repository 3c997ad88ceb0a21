// Tracebacks: the Python stack at a point in time, cheap to take.
#ifndef JAXLIB_TRACEBACK_H_
#define JAXLIB_TRACEBACK_H_

#include "common.h"

namespace jaxlib {

// The calling thread's stack, or None where tracebacks are switched off.
nb::object current_traceback();

}  // namespace jaxlib

#endif  // JAXLIB_TRACEBACK_H_
