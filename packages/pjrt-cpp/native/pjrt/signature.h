// The signature of a compiled program, read from the library's optimized program, because the PJRT C API has no
// function for it. Libraries do not check arguments: without this, an array of the wrong type or layout would be
// misread.
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

// An argument's element type and dimensions on each device; INVALID if they are not static, as for a token or an
// array with a bounded dimension.
struct Parameter {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  std::vector<std::int64_t> dimensions;
  std::optional<Layout> layout;  // if the program states it
  bool row_major = true;         // row-major, or not stated
};

// Reads an "hlo" or "hlo_with_config" program (an xla.HloModuleProto or HloModuleProtoWithConfig); nothing for
// another format, for invalid data, and for a program that takes a single tuple.
std::optional<std::vector<Parameter>> read_parameters(std::string_view format, std::string_view program);

// The same for the results; a single tuple counts as its elements.
std::optional<std::vector<Parameter>> read_results(std::string_view format, std::string_view program);

// Such as "float32[2,3]".
std::string to_string(PJRT_Buffer_Type type, const std::int64_t* dimensions, std::size_t rank);

}  // namespace pjrt

#endif  // PJRT_SIGNATURE_H_
