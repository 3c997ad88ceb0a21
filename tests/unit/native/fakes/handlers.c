// FFI handlers that tell their version, and one that can't.
#include <string.h>

#include "ffi_abi.h"

#define EXPORT __attribute__((visibility("default")))

#define HANDLER(name, major_version, minor_version)                                     \
  EXPORT ffi_error *name(ffi_call_frame *frame);                                        \
  ffi_error *name(ffi_call_frame *frame) {                                              \
    ffi_metadata *metadata = ((ffi_metadata_extension *)frame->extension_start)->metadata; \
    metadata->api_version.major = major_version;                                        \
    metadata->api_version.minor = minor_version;                                        \
    metadata->state_type_id = 0; /* as XLA's headers do, beyond the counted size */      \
    return NULL;                                                                        \
  }

HANDLER(handler_0_0, 0, 0)
HANDLER(handler_0_1, 0, 1)
HANDLER(handler_0_2, 0, 2)
HANDLER(handler_0_2_other, 0, 2)
HANDLER(handler_0_3, 0, 3)
HANDLER(handler_1_2, 1, 2)

EXPORT ffi_error *handler_silent(ffi_call_frame *frame);
ffi_error *handler_silent(ffi_call_frame *frame) {
  static char text[] = "wrong frame size";
  (void)frame;
  return (ffi_error *)(void *)text;
}
