// The element types of buffers: a single list, from which all tables are derived.
//
// X(type, name, size, code, bits, xla): `type` is the PJRT_Buffer_Type, `name` is numpy's or ml_dtypes' name. On
// the host, an element takes `size` bytes, even if it has fewer `bits`. `code` is DLPack's code, or -1 for types
// that DLPack packs. `xla` is the type's number in XLA's own protobuf messages (xla.PrimitiveType).
#ifndef PJRT_ELEMENT_TYPE_H_
#define PJRT_ELEMENT_TYPE_H_

#include <cstddef>

#include "pjrt_c_api.h"

#define PJRT_ELEMENT_TYPES(X) \
  X(PRED, "bool", 1, 6, 8, 1) \
  X(S2, "int2", 1, -1, 2, 26) \
  X(S4, "int4", 1, -1, 4, 21) \
  X(S8, "int8", 1, 0, 8, 2) \
  X(S16, "int16", 2, 0, 16, 3) \
  X(S32, "int32", 4, 0, 32, 4) \
  X(S64, "int64", 8, 0, 64, 5) \
  X(U2, "uint2", 1, -1, 2, 27) \
  X(U4, "uint4", 1, -1, 4, 22) \
  X(U8, "uint8", 1, 1, 8, 6) \
  X(U16, "uint16", 2, 1, 16, 7) \
  X(U32, "uint32", 4, 1, 32, 8) \
  X(U64, "uint64", 8, 1, 64, 9) \
  X(F16, "float16", 2, 2, 16, 10) \
  X(F32, "float32", 4, 2, 32, 11) \
  X(F64, "float64", 8, 2, 64, 12) \
  X(BF16, "bfloat16", 2, 4, 16, 16) \
  X(C64, "complex64", 8, 5, 64, 15) \
  X(C128, "complex128", 16, 5, 128, 18) \
  X(F8E3M4, "float8_e3m4", 1, 7, 8, 29) \
  X(F8E4M3, "float8_e4m3", 1, 8, 8, 28) \
  X(F8E4M3B11FNUZ, "float8_e4m3b11fnuz", 1, 9, 8, 23) \
  X(F8E4M3FN, "float8_e4m3fn", 1, 10, 8, 20) \
  X(F8E4M3FNUZ, "float8_e4m3fnuz", 1, 11, 8, 25) \
  X(F8E5M2, "float8_e5m2", 1, 12, 8, 19) \
  X(F8E5M2FNUZ, "float8_e5m2fnuz", 1, 13, 8, 24) \
  X(F8E8M0FNU, "float8_e8m0fnu", 1, 14, 8, 33) \
  X(F4E2M1FN, "float4_e2m1fn", 1, -1, 4, 32)

namespace pjrt {

struct ElementType {
  PJRT_Buffer_Type type;
  const char* name;  // numpy's, or ml_dtypes'
  std::size_t size;  // bytes per element on the host
  int dlpack_code;   // -1: DLPack has none, or packs the elements
  int bits;
  int xla;
  const char* xla_name;  // the name in xla.PrimitiveType, such as S4
};

inline constexpr ElementType kElementTypes[] = {
#define PJRT_ELEMENT_TYPE(type, name, size, code, bits, xla) \
  {PJRT_Buffer_Type_##type, name, size, code, bits, xla, #type},
    PJRT_ELEMENT_TYPES(PJRT_ELEMENT_TYPE)
#undef PJRT_ELEMENT_TYPE
};

// nullptr for a token, and for a type newer than this header.
constexpr const ElementType* element_type(PJRT_Buffer_Type type) {
  for (const ElementType& known : kElementTypes) {
    if (known.type == type) return &known;
  }
  return nullptr;
}

}  // namespace pjrt

#endif  // PJRT_ELEMENT_TYPE_H_
