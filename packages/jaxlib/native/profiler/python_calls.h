// Records Python calls as events of a session: with sys.monitoring if Python has it (3.12), else with a profile
// hook.
//
// Threads: with the GIL. All threads of the interpreter are traced, whichever thread starts or stops the session.
// Calls in progress when the session starts or stops are cut off there. A profile hook that somebody else has set
// stays, and the calls of that thread are not recorded.
#ifndef JAXLIB_PROFILER_PYTHON_CALLS_H_
#define JAXLIB_PROFILER_PYTHON_CALLS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common.h"

namespace jaxlib::profiler {

// Throws if all tool ids of sys.monitoring are in use.
void start_calls();

// Stops recording and ends open calls; returns the names of the calls, by index. Does nothing if it was not
// started.
std::vector<std::string> stop_calls();

}  // namespace jaxlib::profiler

#endif  // JAXLIB_PROFILER_PYTHON_CALLS_H_
