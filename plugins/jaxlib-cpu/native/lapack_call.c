#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lapack.h"

// ---- A complete call.

ffi_error *lapack_handle(ffi_call_frame *frame, lapack_routine routine, lapack_type type,
                         lapack_kernel *kernel) {
  if (ffi_answer_query(frame)) return NULL;
  ffi_error *error = lapack_decode(frame, routine, type);
  if (error != NULL) return error;
  error = lapack_bind(frame);
  if (error != NULL) return error;
  return lapack_run(frame, kernel);
}

ffi_error *lapack_run_part(const ffi_call_frame *frame, lapack_kernel *kernel, int64_t part, int64_t parts) {
  lapack_call call = {.frame = frame, .part = part, .parts = parts};
  kernel(&call);
  while (call.scratch_count > 0) free(call.scratch[--call.scratch_count]);
  return call.error;
}

void lapack_fail(lapack_call *call, PJRT_Error_Code code, const char *format, ...) {
  if (call->failed) return;
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  call->failed = true;
  call->error = ffi_fail(call->frame, code, "%s", text);
}

// ---- Buffers.

const ffi_buffer *lapack_argument(const lapack_call *call, int64_t index) {
  return call->frame->arguments.values[index];
}

const ffi_buffer *lapack_result(const lapack_call *call, int64_t index) {
  return call->frame->results.values[index];
}

int64_t lapack_extent(lapack_call *call, const ffi_buffer *buffer, int64_t from_end) {
  if (buffer->rank >= from_end) return buffer->dimensions[buffer->rank - from_end];
  lapack_fail(call, PJRT_Error_Code_INVALID_ARGUMENT, "Argument must have at least %lld dimensions",
              (long long)from_end);
  return 0;
}

void lapack_matrices(lapack_call *call, const ffi_buffer *buffer, bool square) {
  call->rows = lapack_extent(call, buffer, 2);
  call->columns = lapack_extent(call, buffer, 1);
  call->whole = 1;
  for (int64_t axis = 0; axis < buffer->rank - 2; ++axis) call->whole *= buffer->dimensions[axis];
  // Parts differ by at most one. Their number is small, so the product does not overflow for any batch that fits in
  // memory.
  call->first = call->whole * call->part / call->parts;
  call->batch = call->whole * (call->part + 1) / call->parts - call->first;
  if (square && call->rows != call->columns)
    lapack_fail(call, PJRT_Error_Code_INVALID_ARGUMENT, "wanted square matrices, not %lld by %lld",
                (long long)call->rows, (long long)call->columns);
}

void *lapack_data(lapack_call *call, const ffi_buffer *buffer, int64_t count) {
  const int64_t found = ffi_elements(buffer);
  if (found != call->whole * count) {
    lapack_fail(call, PJRT_Error_Code_INVALID_ARGUMENT,
                "a buffer has %lld elements, wanted %lld for each of %lld matrices", (long long)found,
                (long long)count, (long long)call->whole);
    return buffer->data;
  }
  return (char *)buffer->data + call->first * count * (int64_t)ffi_type_size(buffer->type);
}

void *lapack_copied(lapack_call *call, int64_t argument, int64_t result, int64_t count) {
  const ffi_buffer *source = lapack_argument(call, argument);
  const ffi_buffer *target = lapack_result(call, result);
  const void *from = lapack_data(call, source, count);
  void *to = lapack_data(call, target, count);
  if (!call->failed && from != to) memcpy(to, from, (size_t)(call->batch * count) * ffi_type_size(target->type));
  return to;
}

// ---- Numbers, memory, attributes.

int lapack_int(lapack_call *call, int64_t value) {
  if (value >= 0 && value <= INT_MAX) return (int)value;
  lapack_fail(call, PJRT_Error_Code_INVALID_ARGUMENT, "%lld does not fit in LAPACK's 32-bit integers",
              (long long)value);
  return 0;
}

int lapack_leading(lapack_call *call, int64_t value) { return lapack_int(call, value > 1 ? value : 1); }

int lapack_work_size(lapack_call *call, double answer, int info) {
  if (info == 0 && answer >= 0 && answer <= INT_MAX) return answer < 1 ? 1 : (int)answer;
  lapack_fail(call, PJRT_Error_Code_INVALID_ARGUMENT,
              "LAPACK refuses matrices of %lld by %lld, or their workspace does not fit in its 32-bit integers "
              "(info %d, workspace %.0f)",
              (long long)call->rows, (long long)call->columns, info, answer);
  return 0;
}

void *lapack_scratch(lapack_call *call, int64_t count, size_t size) {
  if (call->failed) return NULL;
  const size_t wanted = count > 0 ? (size_t)count : 1;
  void *memory = wanted > SIZE_MAX / size ? NULL : malloc(wanted * size);
  if (memory == NULL) {
    lapack_fail(call, PJRT_Error_Code_RESOURCE_EXHAUSTED, "no memory for a workspace of %lld elements",
                (long long)count);
    return NULL;
  }
  call->scratch[call->scratch_count++] = memory;
  return memory;
}

static const void *attribute(lapack_call *call, const char *name, ffi_type type) {
  const void *value = ffi_scalar_attribute(call->frame, name, type);
  if (value == NULL)
    lapack_fail(call, PJRT_Error_Code_INVALID_ARGUMENT, "no attribute %s of type %d", name, (int)type);
  return value;
}

char lapack_letter(lapack_call *call, const char *name, const char *letters) {
  const uint8_t *value = attribute(call, name, FFI_U8);
  if (value == NULL) return letters[0];
  if (*value != 0 && strchr(letters, *value) != NULL) return (char)*value;
  lapack_fail(call, PJRT_Error_Code_UNIMPLEMENTED, "attribute %s has the value %d, wanted one of \"%s\"", name,
              *value, letters);
  return letters[0];
}

bool lapack_flag(lapack_call *call, const char *name) {
  const uint8_t *value = attribute(call, name, FFI_PRED);
  return value != NULL && *value != 0;
}

int lapack_number(lapack_call *call, const char *name) {
  const int32_t *value = attribute(call, name, FFI_S32);
  return value == NULL ? 0 : *value;
}
