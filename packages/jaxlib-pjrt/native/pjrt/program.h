// A program as the compile functions take it.
#ifndef PJRT_PROGRAM_H_
#define PJRT_PROGRAM_H_

#include <string_view>

#include "pjrt_c_api.h"

namespace pjrt {

// Points into `code` and `format`, which must outlive the call.
inline PJRT_Program as_program(std::string_view code, std::string_view format) {
  PJRT_Program program{};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = const_cast<char*>(code.data());  // only read
  program.code_size = code.size();
  program.format = format.data();
  program.format_size = format.size();
  return program;
}

}  // namespace pjrt

#endif  // PJRT_PROGRAM_H_
