// Compiled programs as Python sees them, and how they are run.
//
// Ownership: a Loaded's Python object holds the program and its Client's object.
// Threads: with the GIL, which run() lets go of while the library enqueues.
#ifndef JAXLIB_EXECUTABLE_H_
#define JAXLIB_EXECUTABLE_H_

#include <memory>
#include <vector>

#include "array.h"
#include "common.h"
#include "pjrt/executable.h"

namespace jaxlib {

struct Loaded {
  std::shared_ptr<pjrt::LoadedExecutable> executable;
  nb::object client;
  std::vector<nb::object> kept;  // what must live as long as the program, such as host callbacks
  int launches = 0;
  bool own_layouts = false;  // whether it was compiled for layouts that someone asked for
};

// One program run on all of its devices of this process: the buffers of each argument there, in the order of its
// devices. `events`, where it is not null, gets the events of its end.
std::vector<Buffers> run(Loaded& program, const std::vector<const Buffers*>& arguments,
                         std::vector<pjrt::Event>* events = nullptr);

}  // namespace jaxlib

#endif  // JAXLIB_EXECUTABLE_H_
