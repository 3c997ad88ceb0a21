// The binding functions of the profiler's files.
#ifndef JAXLIB_PROFILER_BINDINGS_H_
#define JAXLIB_PROFILER_BINDINGS_H_

#include "common.h"

namespace jaxlib::profiler {

void bind_trace_me(Module& module);
void bind_profile_data(Module& module);

}  // namespace jaxlib::profiler

#endif  // JAXLIB_PROFILER_BINDINGS_H_
