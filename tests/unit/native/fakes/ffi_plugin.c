// A plugin with an FFI extension that behaves as the real ones do: it asks a handler for its version and
// refuses in silence. MINOR: its FFI is 0.MINOR. QUERY=0: it does not ask, and takes everything.
#include "fake.h"
#include "ffi_abi.h"

EXPORT int times_registered(const char *name);
EXPORT int errors_alive(void);

enum { NAMES_MAX = 64 };
static char names[NAMES_MAX][64];
static int name_count;
static int alive;

int times_registered(const char *name) {
  int times = 0;
  for (int index = 0; index < name_count; ++index) times += strcmp(names[index], name) == 0;
  return times;
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

static const ffi_api fake_ffi_api = {
    .struct_size = sizeof fake_ffi_api,
    .api_version = {COUNTED(ffi_api_version, minor), NULL, 0, MINOR},
    .error_message = ffi_message,
    .error_destroy = ffi_destroy,
};

static PJRT_Error *register_handler(pjrt_ffi_register_args *args) {
  if (args->struct_size != 52) abort();
  if (strncmp(args->target_name, "refused", args->target_name_size) == 0)
    return new_error(PJRT_Error_Code_INVALID_ARGUMENT, "no \xc3\xbcmlauts?");
  if (QUERY) {
    ffi_metadata metadata = {.struct_size = COUNTED(ffi_metadata, traits)};
    ffi_metadata_extension extension = {{sizeof extension, FFI_EXTENSION_METADATA, NULL}, &metadata};
    ffi_call_frame frame = {
        .struct_size = COUNTED(ffi_call_frame, attributes),
        .extension_start = &extension.base,
        .api = &fake_ffi_api,
        .stage = FFI_STAGE_EXECUTE,
    };
    ffi_handler *handler = NULL;
    *(void **)&handler = args->handler;
    if (handler(&frame) != NULL) return NULL;
    const ffi_api_version *version = &metadata.api_version;
    if (version->major != 0 || version->minor < 1 || version->minor > MINOR) return NULL;
  }
  if (name_count == NAMES_MAX || args->target_name_size >= sizeof names[0]) abort();
  memcpy(names[name_count++], args->target_name, args->target_name_size);
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
