// How this extension calls the functions of a PJRT_Api.
#ifndef PLUGIN_PJRT_CALLS_H
#define PLUGIN_PJRT_CALLS_H

#include <stddef.h>

#include "pjrt_c_api.h"

// The arguments of a PJRT function, with the struct_size that the header defines.
#define ARGS(function, ...) \
  (function##_Args) { .struct_size = function##_Args_STRUCT_SIZE, __VA_ARGS__ }

#define RETURN_IF_ERROR(call)                        \
  do {                                               \
    PJRT_Error *error_of_call = (call);              \
    if (error_of_call != NULL) return error_of_call; \
  } while (0)

static inline void destroy_error(const PJRT_Api *api, PJRT_Error *error) {
  if (error != NULL) api->PJRT_Error_Destroy(&ARGS(PJRT_Error_Destroy, .error = error));
}

static inline void destroy_buffer(const PJRT_Api *api, PJRT_Buffer *buffer) {
  if (buffer != NULL) destroy_error(api, api->PJRT_Buffer_Destroy(&ARGS(PJRT_Buffer_Destroy, .buffer = buffer)));
}

// Waits until the buffer is ready; returns the error of the program that should have computed it.
static inline PJRT_Error *await_buffer(const PJRT_Api *api, PJRT_Buffer *buffer) {
  PJRT_Buffer_ReadyEvent_Args ready = ARGS(PJRT_Buffer_ReadyEvent, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_ReadyEvent(&ready));
  PJRT_Error *error = api->PJRT_Event_Await(&ARGS(PJRT_Event_Await, .event = ready.event));
  destroy_error(api, api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = ready.event)));
  return error;
}

#endif  // PLUGIN_PJRT_CALLS_H
