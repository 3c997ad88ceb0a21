// The smallest PJRT library that is a backend of jax: it answers for a machine that has no Acme device.
//
// A vendor continues from here: PJRT_Client_Create makes a client once there is a device, and each function that answers
// `absent` is written when a check of `jaxlib conformance` asks for it.
#include <string.h>

#include "pjrt_c_api.h"

// The library's own: jax only passes it back to the three functions below.
struct PJRT_Error {
  int unused;
};
static struct PJRT_Error none_here;

static void destroy(PJRT_Error_Destroy_Args *args) { (void)args; }
static void message(PJRT_Error_Message_Args *args) {
  args->message = "no Acme device was found in this machine";
  args->message_size = strlen(args->message);
}
static PJRT_Error *code(PJRT_Error_GetCode_Args *args) {
  args->code = PJRT_Error_Code_NOT_FOUND;
  return NULL;
}

// jax asks for these before it asks for a client.
static PJRT_Error *initialize(PJRT_Plugin_Initialize_Args *args) {
  (void)args;
  return NULL;
}
static PJRT_Error *attributes(PJRT_Plugin_Attributes_Args *args) {
  args->num_attributes = 0;
  args->attributes = NULL;
  return NULL;
}
static PJRT_Error *create(PJRT_Client_Create_Args *args) {
  (void)args;
  return &none_here;
}

// Every function of a client, a device, a buffer or a program: there never is one.
static PJRT_Error *absent(void *args) {
  (void)args;
  return &none_here;
}

static PJRT_Api api = {
    .struct_size = sizeof(PJRT_Api),
    .pjrt_api_version =
        {
            .struct_size = sizeof(PJRT_Api_Version),
            .major_version = PJRT_API_MAJOR,
            .minor_version = PJRT_API_MINOR,
        },
    .PJRT_Error_Destroy = destroy,
    .PJRT_Error_Message = message,
    .PJRT_Error_GetCode = code,
    .PJRT_Plugin_Initialize = initialize,
    .PJRT_Plugin_Attributes = attributes,
    .PJRT_Client_Create = create,
};

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);
const PJRT_Api *GetPjrtApi(void) {
  // No entry of the table may be null: those that are not stated above are `absent`.
  PJRT_Error *(*function)(void *) = absent;
  for (char *slot = (char *)&api.PJRT_Error_Destroy; slot < (char *)(&api + 1); slot += sizeof function) {
    static const void *const none = NULL;
    if (memcmp(slot, &none, sizeof none) == 0) memcpy(slot, &function, sizeof function);
  }
  return &api;
}
