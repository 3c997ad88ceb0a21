// Tracebacks: cheap snapshots of the Python stack.
#ifndef JAXLIB_TRACEBACK_H_
#define JAXLIB_TRACEBACK_H_

#include "common.h"

namespace jaxlib {

// A frame of a traceback: the code, and the offset of the last executed instruction.
struct RawFrame {
  PyCodeObject* code;
  int last;
};

// Borrowed from a traceback, innermost first.
struct RawFrames {
  const RawFrame* first;
  std::size_t count;
  const RawFrame* begin() const { return first; }
  const RawFrame* end() const { return first + count; }
};

// Throws: a TypeError if it is not a Traceback.
RawFrames raw_frames_of(nb::handle traceback);

// The calling thread's stack, or None if tracebacks are disabled.
nb::object current_traceback();

}  // namespace jaxlib

#endif  // JAXLIB_TRACEBACK_H_
