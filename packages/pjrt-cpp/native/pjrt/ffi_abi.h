// plugins/extension's declarations of XLA's FFI for C++, and the parts of a call frame that Python functions need.
#ifndef PJRT_FFI_ABI_H_
#define PJRT_FFI_ABI_H_

#include "pjrt_c_api.h"

#define _Static_assert static_assert
extern "C" {
#include "ffi/ffi_abi.h"
}
#undef _Static_assert

namespace pjrt::ffi {

// The type of an attribute in a call frame.
enum AttributeType { kArray = 1, kDictionary = 2, kScalar = 3, kString = 4 };

struct Array {
  int type;  // ffi_type
  std::size_t size;
  const void* data;
};
static_assert(sizeof(Array) == 24, "XLA_FFI_Array");

}  // namespace pjrt::ffi

#endif  // PJRT_FFI_ABI_H_
