// A plugin with an FFI extension that behaves like the real ones: it asks a handler for its version, and refuses it
// silently. MINOR: its FFI version is 0.MINOR. QUERY=0: it does not ask, and accepts every handler.
#include "fake.h"
#include "ffi_abi.h"

EXPORT int times_registered(const char *name);
EXPORT int errors_alive(void);
EXPORT const char *run(const char *name, int stage);
EXPORT int64_t state_kept(void);

typedef struct {
  char name[64];
  ffi_handler *stage[FFI_STAGE_COUNT];
} registration;

enum { REGISTRATIONS_MAX = 2048 };
static registration registrations[REGISTRATIONS_MAX];
static int registration_count;
static int alive;

int times_registered(const char *name) {
  int times = 0;
  for (int index = 0; index < registration_count; ++index)
    times += strcmp(registrations[index].name, name) == 0;
  return times;
}

static void add(const char *name, size_t name_size, ffi_handler *const *stages) {
  if (registration_count == REGISTRATIONS_MAX || name_size >= sizeof registrations[0].name) abort();
  registration *added = &registrations[registration_count++];
  memcpy(added->name, name, name_size);
  memcpy(added->stage, stages, sizeof added->stage);
}

int errors_alive(void) { return alive; }

// ---- Errors.

struct PJRT_Error {
  PJRT_Error_Code code;
  const char *text;
};

static PJRT_Error *new_error(PJRT_Error_Code code, const char *text) {
  PJRT_Error *error = malloc(sizeof *error);
  if (error == NULL) abort();
  error->code = code;
  error->text = text;
  ++alive;
  return error;
}

static void destroy(PJRT_Error_Destroy_Args *args) {
  --alive;
  free(args->error);
}

static void message(PJRT_Error_Message_Args *args) {
  args->message = args->error->text;
  args->message_size = strlen(args->error->text) - 1;  // not terminated there
}

static PJRT_Error *code(PJRT_Error_GetCode_Args *args) {
  args->code = args->error->code;
  return NULL;
}

// ---- FFI.

static void ffi_message(ffi_error_message_args *args) { args->message = (const char *)args->error; }

static void ffi_destroy(ffi_error_destroy_args *args) {
  if (args->error == NULL) abort();
}

// The state of the only call, in the layout of 0.2, as 0.MINOR's library below 0.3 reads it.
static void *kept;

int64_t state_kept(void) { return (int64_t)(intptr_t)kept; }

static ffi_error *error(const char *text) { return (ffi_error *)(uintptr_t)text; }

static ffi_error *error_create(ffi_error_create_args *args) {
  static char text[256];
  strncpy(text, args->message, sizeof text - 1);
  return error(text);
}

static ffi_error *state_set(void *arguments) {
  const ffi_state_args_02 *args = arguments;
  if (args->struct_size != sizeof *args || *args->type_id != 77) return error("wrong state arguments");
  kept = args->state;
  return NULL;
}

static ffi_error *state_get(void *arguments) {
  ffi_state_args_02 *args = arguments;
  if (args->struct_size != sizeof *args || *args->type_id != 77) return error("wrong state arguments");
  args->state = kept;
  return NULL;
}

static ffi_error *type_register(ffi_type_register_args *args) {
  if (args->struct_size != sizeof *args || args->type_info->struct_size != sizeof *args->type_info) abort();
  if (strncmp(args->name.data, "refused", args->name.size) == 0) return error("no such type");
  if (*args->type_id == 0) *args->type_id = 77;
  return NULL;
}

static ffi_error *handler_register(ffi_register_args *args);

static const ffi_api fake_ffi_api = {
    .struct_size = COUNTED(ffi_api, device_ordinal),
    .api_version = {COUNTED(ffi_api_version, minor), NULL, 0, MINOR},
    .error_create = error_create,
    .error_message = ffi_message,
    .error_destroy = ffi_destroy,
    .handler_register = handler_register,
    .type_register = type_register,
    .state_set = state_set,
    .state_get = state_get,
};

static bool taken(ffi_handler *handler) {
  ffi_metadata metadata = {.struct_size = COUNTED(ffi_metadata, traits)};
  ffi_metadata_extension extension = {{sizeof extension, FFI_EXTENSION_METADATA, NULL}, &metadata};
  ffi_call_frame frame = {
      .struct_size = COUNTED(ffi_call_frame, attributes),
      .extension_start = &extension.base,
      .api = &fake_ffi_api,
      .stage = FFI_STAGE_EXECUTE,
  };
  if (handler(&frame) != NULL || frame.api != &fake_ffi_api) return false;
  const ffi_api_version *version = &metadata.api_version;
  return version->major == 0 && version->minor >= 1 && version->minor <= MINOR;
}

static ffi_error *handler_register(ffi_register_args *args) {
  if (args->struct_size != 84) abort();
  if (strncmp(args->name.data, "refused", args->name.size) == 0) return error("no such name");
  for (int stage = 0; stage < FFI_STAGE_COUNT; ++stage)
    if (args->stage[stage] != NULL && !taken(args->stage[stage])) return error("wrong version");
  add(args->name.data, args->name.size, args->stage);
  return NULL;
}

const char *run(const char *name, int stage) {
  ffi_call_frame frame = {
      .struct_size = COUNTED(ffi_call_frame, attributes), .api = &fake_ffi_api, .stage = stage};
  for (int index = 0; index < registration_count; ++index)
    if (strcmp(registrations[index].name, name) == 0)
      return (const char *)registrations[index].stage[stage](&frame);
  return "no handler";
}

static PJRT_Error *register_handler(pjrt_ffi_register_args *args) {
  if (args->struct_size != 52) abort();
  if (strncmp(args->target_name, "refused", args->target_name_size) == 0)
    return new_error(PJRT_Error_Code_INVALID_ARGUMENT, "no \xc3\xbcmlauts?");
  ffi_handler *stages[FFI_STAGE_COUNT] = {NULL};
  *(void **)&stages[FFI_STAGE_EXECUTE] = args->handler;
  if (!QUERY || taken(stages[FFI_STAGE_EXECUTE])) add(args->target_name, args->target_name_size, stages);
  return NULL;
}

static pjrt_ffi_extension extension = {
    .base = {.struct_size = sizeof extension, .type = PJRT_Extension_Type_FFI},
    .register_handler = register_handler,
};
static PJRT_Extension_Base layouts = {sizeof layouts, PJRT_Extension_Type_Layouts, &extension.base};

static const PJRT_Api api = {
    .struct_size = sizeof api,
    .extension_start = &layouts,
    .pjrt_api_version = FAKE_VERSION(0, 81),
    .PJRT_Error_Destroy = destroy,
    .PJRT_Error_Message = message,
    .PJRT_Error_GetCode = code,
};

const PJRT_Api *GetPjrtApi(void) { return &api; }
