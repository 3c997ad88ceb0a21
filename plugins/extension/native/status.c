#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Skips `prefix` if the text begins with it.
static bool skip(const char **text, size_t *size, const char *prefix) {
  const size_t length = strlen(prefix);
  if (*size < length || memcmp(*text, prefix, length) != 0) return false;
  *text += length;
  *size -= length;
  return true;
}

// Reduces an out-of-memory message to XLA's own text; false for any other message.
static bool out_of_memory(const char **text, size_t *size) {
  const char *rest = *text;
  size_t left = *size;
  skip(&rest, &left, "Buffer Definition Event: ");
  if (!skip(&rest, &left, "Error preparing computation: ")) return false;
  const char *const found = rest;
  const size_t length = left;
  if (!skip(&rest, &left, "Out of memory ")) return false;
  *text = found;
  *size = length;
  return true;
}

void status_message(const PJRT_Api *api, PJRT_Error_Message_Args *args) {
  api->PJRT_Error_Message(args);
  if (args->message != NULL) out_of_memory(&args->message, &args->message_size);
}

PJRT_Error *status_code(const PJRT_Api *api, PJRT_Error_GetCode_Args *args) {
  PJRT_Error *error = api->PJRT_Error_GetCode(args);
  if (error != NULL || args->code != PJRT_Error_Code_INTERNAL) return error;
  PJRT_Error_Message_Args message = {.struct_size = PJRT_Error_Message_Args_STRUCT_SIZE, .error = args->error};
  api->PJRT_Error_Message(&message);
  if (message.message != NULL && out_of_memory(&message.message, &message.message_size))
    args->code = PJRT_Error_Code_RESOURCE_EXHAUSTED;
  return NULL;
}
