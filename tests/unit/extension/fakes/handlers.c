// FFI handlers that report their version, one that can't, and some that use features of newer versions.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
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
HANDLER(handler_0_4, 0, 4)
HANDLER(handler_0_5, 0, 5)
HANDLER(handler_0_6, 0, 6)
HANDLER(handler_1_2, 1, 2)

EXPORT ffi_error *handler_silent(ffi_call_frame *frame);
ffi_error *handler_silent(ffi_call_frame *frame) {
  static char text[] = "wrong frame size";
  (void)frame;
  return (ffi_error *)(void *)text;
}

// ---- Newer handlers that do something.

static int64_t type_id;
EXPORT int64_t *state_type(void);
int64_t *state_type(void) { return &type_id; }

static bool answered(const ffi_call_frame *frame, int minor) {
  if (frame->extension_start == NULL) return false;
  ffi_metadata *metadata = ((ffi_metadata_extension *)frame->extension_start)->metadata;
  metadata->api_version.major = 0;
  metadata->api_version.minor = minor;
  return true;
}

EXPORT ffi_error *set_state(ffi_call_frame *frame);
ffi_error *set_state(ffi_call_frame *frame) {
  if (answered(frame, 3)) return NULL;
  ffi_state_args_03 args = {
      .struct_size = sizeof args, .stage = frame->stage, .type_id = &type_id, .state = (void *)(intptr_t)1234};
  return frame->api->state_set(&args);
}

EXPORT ffi_error *get_state(ffi_call_frame *frame);
ffi_error *get_state(ffi_call_frame *frame) {
  static char text[32];
  if (answered(frame, 5)) return NULL;
  ffi_state_args_03 args = {.struct_size = sizeof args, .stage = FFI_STAGE_INSTANTIATE, .type_id = &type_id};
  ffi_error *error = frame->api->state_get(&args);
  if (error != NULL) return error;
  snprintf(text, sizeof text, "state %d", (int)(intptr_t)args.state);
  return (ffi_error *)(void *)text;
}

EXPORT ffi_error *use_additions(ffi_call_frame *frame);
ffi_error *use_additions(ffi_call_frame *frame) {
  static char text[64];
  if (answered(frame, 5)) return NULL;
  ffi_find_extension_args extension = {.struct_size = sizeof extension, .type = 1, .extension = text};
  ffi_options_args options = {.struct_size = sizeof options};
  ffi_error *error = frame->api->find_extension(&extension);
  if (error == NULL) error = frame->api->custom_options(&options);
  if (error != NULL) return error;
  snprintf(text, sizeof text, "%d bytes, extension %s, %d options", (int)frame->api->struct_size,
           extension.extension == NULL ? "none" : "some", (int)options.options->size);
  return (ffi_error *)(void *)text;
}
