// Python's calls, as a session's events: by sys.monitoring where Python has it (3.12), else by its profile hook.
//
// Threads: with the GIL. All of the interpreter's threads are seen, whichever starts or stops.
// Calls that are in progress when the session starts or stops are cut there. A profile hook that someone else has set
// stays where it is, and the calls of that thread are then not seen.
#ifndef JAXLIB_PROFILER_PYTHON_CALLS_H_
#define JAXLIB_PROFILER_PYTHON_CALLS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "common.h"

namespace jaxlib::profiler {

// Throws where sys.monitoring has no number left for one more tool.
void start_calls();

// Ends it, and closes what is open; the names of the calls, by their indices. Does nothing where it is not started.
std::vector<std::string> stop_calls();

}  // namespace jaxlib::profiler

#endif  // JAXLIB_PROFILER_PYTHON_CALLS_H_
