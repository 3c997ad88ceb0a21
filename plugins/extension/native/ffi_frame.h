// Reads the call frame that XLA passes to a handler, and answers it; for handlers written in C.
//
// Contract: the handler implements XLA FFI 0.2, is registered for the execute stage, and calls ffi_answer_query
// first. Ownership: everything in a frame is valid during the call. An error belongs to XLA once the handler
// returns it. Threads: a frame belongs to the thread that the handler is called on; there is no shared state.
// Python: none; XLA calls handlers without the GIL.
#ifndef PLUGIN_FFI_FRAME_H
#define PLUGIN_FFI_FRAME_H

#include <stdbool.h>

#include "ffi_abi.h"

// A handler that the plugin's extension provides for its own library, with its custom call target.
typedef struct {
  const char *target;
  ffi_handler *handler;
} platform_handler;

// All of them, terminated by an entry without a target. Weak: NULL in plugins that do not define it.
extern const platform_handler platform_handlers[] __attribute__((weak));

// True: this was not a call but the query for the handler's version, which is now answered; the handler returns
// NULL.
bool ffi_answer_query(ffi_call_frame *frame);

// An error with this message; NULL only if XLA is out of memory. For use when the frame is no longer valid.
ffi_error *ffi_new_error(const ffi_api *api, PJRT_Error_Code code, const char *message);

// An error to return; NULL only if XLA is out of memory. The message is truncated to a kilobyte.
ffi_error *ffi_fail(const ffi_call_frame *frame, PJRT_Error_Code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// One argument or result; NULL if there is none at that index, or it is not a buffer.
const ffi_buffer *ffi_buffer_at(const ffi_values *values, int64_t index);

// The number of elements in a buffer: the product of its dimensions, 1 for a scalar.
int64_t ffi_elements(const ffi_buffer *buffer);

// The size of an element in bytes; 0 for a type that no handler here computes with.
size_t ffi_type_size(int type);

// The value of a scalar attribute; NULL if the call has none with that name and type.
const void *ffi_scalar_attribute(const ffi_call_frame *frame, const char *name, ffi_type type);

#endif  // PLUGIN_FFI_FRAME_H
