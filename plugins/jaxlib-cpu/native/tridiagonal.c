// tridiagonal_solve_perturbed_ffi: solves tridiagonal systems that may be singular, like LAPACK's xLAGTF and
// xLAGTS: Gaussian elimination with row exchanges, then back substitution, in which a pivot that is too small to
// divide by is perturbed by about the rounding error of the largest element. Inverse iteration for eigenvectors
// needs that.
//
// Operands: three diagonals of n elements each (the first of the lower and the last of the upper one are ignored)
// and an n by k right-hand side, column-major. Result: the solution. All have the same type. No info: it always
// succeeds.
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "lapack.h"

#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)

#define LETTER s_
#define T float
#define REAL float
#define IS_COMPLEX 0
#define SAFE_MINIMUM FLT_MIN
#define EPSILON FLT_EPSILON
#include "tridiagonal.inc"

#define LETTER d_
#define T double
#define REAL double
#define IS_COMPLEX 0
#define SAFE_MINIMUM DBL_MIN
#define EPSILON DBL_EPSILON
#include "tridiagonal.inc"

#define LETTER c_
#define T float _Complex
#define REAL float
#define IS_COMPLEX 1
#define SAFE_MINIMUM FLT_MIN
#define EPSILON FLT_EPSILON
#include "tridiagonal.inc"

#define LETTER z_
#define T double _Complex
#define REAL double
#define IS_COMPLEX 1
#define SAFE_MINIMUM DBL_MIN
#define EPSILON DBL_EPSILON
#include "tridiagonal.inc"

ffi_error *tridiagonal_solve_perturbed(ffi_call_frame *frame) {
  if (ffi_answer_query(frame)) return NULL;
  const ffi_buffer *arguments[4];
  const ffi_buffer *result = ffi_buffer_at(&frame->results, 0);
  for (int64_t index = 0; index < 4; ++index) arguments[index] = ffi_buffer_at(&frame->arguments, index);
  const ffi_buffer *right = arguments[3];
  if (right == NULL || result == NULL || right->rank < 2)
    return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT,
                    "tridiagonal_solve_perturbed: wanted 4 operands, the last of matrices, and a result");
  const int64_t columns = right->dimensions[right->rank - 1], order = right->dimensions[right->rank - 2];
  int64_t batch = 1;
  for (int64_t axis = 0; axis < right->rank - 2; ++axis) batch *= right->dimensions[axis];
  bool fits = result->type == right->type && ffi_elements(result) == ffi_elements(right);
  for (int64_t index = 0; index < 3; ++index) {
    const ffi_buffer *diagonal = arguments[index];
    fits = fits && diagonal->type == right->type && ffi_elements(diagonal) == batch * order;
  }
  void (*solve)(int64_t, int64_t, int64_t, const ffi_buffer *const *, void *, void *) = NULL;
  switch (right->type) {
    case FFI_F32: solve = s_solve_batch; break;
    case FFI_F64: solve = d_solve_batch; break;
    case FFI_C64: solve = c_solve_batch; break;
    case FFI_C128: solve = z_solve_batch; break;
    default: break;
  }
  if (!fits || solve == NULL)
    return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT,
                    "tridiagonal_solve_perturbed: operands and result are not of one type, or do not fit");
  void *upper = malloc(3 * (size_t)(order > 0 ? order : 1) * ffi_type_size(right->type));
  if (upper == NULL)
    return ffi_fail(frame, PJRT_Error_Code_RESOURCE_EXHAUSTED, "no memory for 3 times %lld elements",
                    (long long)order);
  solve(batch, order, columns, arguments, result->data, upper);
  free(upper);
  return NULL;
}
