// cpu_csr_sparse_dense_ffi: a sparse matrix in CSR format times a dense matrix or vector.
//
// Operands: the values; the row offsets (one more than there are rows); the column indices; the dense factor.
// Offsets and columns are both int32 or both int64, everything else has one type; dense matrices are row-major. One
// thread.
#include <string.h>

#include "lapack.h"

typedef struct {
  int64_t rows, inner, columns;
  int64_t stored;  // the number of values
  const void *values, *offsets, *indices, *dense;
  void *out;
} csr_product;

// Offsets that are out of order and columns that are out of range are skipped.
#define DEFINE_PRODUCT(name, T, INDEX)                                                            \
  static void name(const csr_product *it) {                                                       \
    const T *values = it->values;                                                                 \
    const INDEX *offsets = it->offsets, *indices = it->indices;                                   \
    T *out = it->out;                                                                             \
    for (int64_t row = 0; row < it->rows; ++row, out += it->columns) {                            \
      memset(out, 0, (size_t)it->columns * sizeof(T));                                            \
      const int64_t last = offsets[row + 1] < it->stored ? offsets[row + 1] : it->stored;         \
      for (int64_t entry = offsets[row] > 0 ? offsets[row] : 0; entry < last; ++entry) {          \
        if (indices[entry] < 0 || indices[entry] >= it->inner) continue;                          \
        const T value = values[entry], *factor = (const T *)it->dense + indices[entry] * it->columns; \
        for (int64_t column = 0; column < it->columns; ++column) out[column] += value * factor[column]; \
      }                                                                                           \
    }                                                                                             \
  }

// X(ffi_type, C type, name); unsigned, because signed overflow is undefined in C.
#define TYPES(X)               \
  X(FFI_S32, uint32_t, s32)    \
  X(FFI_S64, uint64_t, s64)    \
  X(FFI_F32, float, f32)       \
  X(FFI_F64, double, f64)      \
  X(FFI_C64, float _Complex, c64) \
  X(FFI_C128, double _Complex, c128)

#define BOTH(type, T, name)                        \
  DEFINE_PRODUCT(product_##name##_32, T, int32_t)  \
  DEFINE_PRODUCT(product_##name##_64, T, int64_t)
TYPES(BOTH)

typedef void product_function(const csr_product *);

static product_function *find_product(int type, int index) {
  static const struct {
    ffi_type type;
    product_function *with_32, *with_64;
  } products[] = {
#define ROW(type, T, name) {type, product_##name##_32, product_##name##_64},
      TYPES(ROW)
#undef ROW
  };
  for (size_t row = 0; row < sizeof products / sizeof products[0]; ++row)
    if ((int)products[row].type == type)
      return index == FFI_S32 ? products[row].with_32 : index == FFI_S64 ? products[row].with_64 : NULL;
  return NULL;
}

ffi_error *csr_sparse_dense(ffi_call_frame *frame) {
  if (ffi_answer_query(frame)) return NULL;
  const ffi_buffer *values = ffi_buffer_at(&frame->arguments, 0), *offsets = ffi_buffer_at(&frame->arguments, 1);
  const ffi_buffer *indices = ffi_buffer_at(&frame->arguments, 2), *dense = ffi_buffer_at(&frame->arguments, 3);
  const ffi_buffer *out = ffi_buffer_at(&frame->results, 0);
  if (values == NULL || offsets == NULL || indices == NULL || dense == NULL || out == NULL)
    return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT, "csr_sparse_dense: wanted 4 operands and a result");
  product_function *product = find_product(values->type, offsets->type);
  if (product == NULL || indices->type != offsets->type || dense->type != values->type || out->type != values->type)
    return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT,
                    "csr_sparse_dense: no product of values %d and %d to %d with offsets %d and columns %d",
                    values->type, dense->type, out->type, offsets->type, indices->type);
  const bool shaped = dense->rank >= 1 && dense->rank <= 2 && out->rank == dense->rank;
  const csr_product it = {
      .rows = shaped ? out->dimensions[0] : 0,
      .inner = shaped ? dense->dimensions[0] : 0,
      .columns = shaped && dense->rank == 2 ? dense->dimensions[1] : 1,
      .stored = ffi_elements(values),
      .values = values->data,
      .offsets = offsets->data,
      .indices = indices->data,
      .dense = dense->data,
      .out = out->data,
  };
  if (!shaped || ffi_elements(out) != it.rows * it.columns || ffi_elements(offsets) != it.rows + 1 ||
      ffi_elements(indices) != it.stored)
    return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT, "csr_sparse_dense: the shapes do not fit");
  product(&it);
  return NULL;
}
