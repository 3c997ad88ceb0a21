#include "ffi_frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { VERSION_MAJOR = 0, VERSION_MINOR = 2, MESSAGE_MAX = 1024 };

bool ffi_answer_query(ffi_call_frame *frame) {
  for (ffi_extension *extension = frame->extension_start; extension != NULL; extension = extension->next) {
    if (extension->type != FFI_EXTENSION_METADATA) continue;
    ffi_metadata *metadata = ((ffi_metadata_extension *)extension)->metadata;
    metadata->api_version.major = VERSION_MAJOR;
    metadata->api_version.minor = VERSION_MINOR;
    metadata->traits = 0;
    return true;
  }
  return false;
}

ffi_error *ffi_new_error(const ffi_api *api, PJRT_Error_Code code, const char *message) {
  ffi_error_create_args args = {
      .struct_size = COUNTED(ffi_error_create_args, code), .message = message, .code = (int)code};
  return api->error_create(&args);
}

ffi_error *ffi_fail(const ffi_call_frame *frame, PJRT_Error_Code code, const char *format, ...) {
  char text[MESSAGE_MAX];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return ffi_new_error(frame->api, code, text);
}

const ffi_buffer *ffi_buffer_at(const ffi_values *values, int64_t index) {
  const bool there = index < values->size && values->types[index] == FFI_VALUE_BUFFER;
  return there ? values->values[index] : NULL;
}

int64_t ffi_elements(const ffi_buffer *buffer) {
  int64_t count = 1;
  for (int64_t axis = 0; axis < buffer->rank; ++axis) count *= buffer->dimensions[axis];
  return count;
}

size_t ffi_type_size(int type) {
  switch (type) {
    case FFI_PRED:
    case FFI_U8: return 1;
    case FFI_S32:
    case FFI_F32: return 4;
    case FFI_S64:
    case FFI_F64:
    case FFI_C64: return 8;
    case FFI_C128: return 16;
    default: return 0;  // no handler here computes with it
  }
}

const void *ffi_scalar_attribute(const ffi_call_frame *frame, const char *name, ffi_type type) {
  const ffi_attributes *attributes = &frame->attributes;
  const size_t size = strlen(name);
  for (int64_t index = 0; index < attributes->size; ++index) {
    const ffi_name *found = attributes->names[index];
    if (found->size != size || memcmp(found->data, name, size) != 0) continue;
    const ffi_scalar *scalar = attributes->values[index];
    const bool match = attributes->types[index] == FFI_ATTRIBUTE_SCALAR && scalar->type == (int)type;
    return match ? scalar->value : NULL;
  }
  return NULL;
}
