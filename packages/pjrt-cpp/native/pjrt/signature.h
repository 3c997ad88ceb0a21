// What a compiled program takes and gives: read from the program that the library itself states, since the PJRT C API has no
// question for it. Without this a library takes an array of the wrong type, or in the wrong order, for the right one.
//
// Ownership and threads: plain values.
#ifndef PJRT_SIGNATURE_H_
#define PJRT_SIGNATURE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/buffer.h"
#include "pjrt_c_api.h"

namespace pjrt {

// An argument's element type and dimensions on each device; INVALID where anything may come, such as a token or
// an array with a dimension that is bounded only.
struct Parameter {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  std::vector<std::int64_t> dimensions;
  std::optional<Layout> layout;  // where the program states it
  bool row_major = true;         // so, or not stated
};

// Reads an "hlo" or "hlo_with_config" program (an xla.HloModuleProto or HloModuleProtoWithConfig); nothing for
// another format, for a program that is not one, and for one that takes a single tuple.
std::optional<std::vector<Parameter>> read_parameters(std::string_view format, std::string_view program);

// The same of its results; a program that gives one tuple gives what is in it.
std::optional<std::vector<Parameter>> read_results(std::string_view format, std::string_view program);

// Such as "float32[2,3]".
std::string to_string(PJRT_Buffer_Type type, const std::int64_t* dimensions, std::size_t rank);

}  // namespace pjrt

#endif  // PJRT_SIGNATURE_H_
