#include "ffi_adapter.h"

#include <stdio.h>
#include <string.h>

// ---- The ffi_api for adapted handlers. Its functions get no context, so there is only one per library: each
// plugin has its own copy of this extension, and one library.

static const ffi_api *own;  // the library's
static ffi_api newer;

static ffi_error *refuse(PJRT_Error_Code code, const char *message) {
  ffi_error_create_args args = {
      .struct_size = COUNTED(ffi_error_create_args, code), .message = message, .code = (int)code};
  return own->error_create(&args);
}

static ffi_error *check_state(const ffi_state_args_03 *args) {
  static const char *const stages[] = {"instantiate", "prepare", "initialize", "execute"};
  if (args->struct_size < sizeof *args)
    return refuse(PJRT_Error_Code_INVALID_ARGUMENT, "the arguments for a handler's state are too short");
  if (args->stage == FFI_STAGE_INSTANTIATE) return NULL;
  const bool known = args->stage >= 0 && args->stage < FFI_STAGE_COUNT;
  char text[256];
  snprintf(text, sizeof text,
           "this library has XLA FFI %d.%d, which keeps the state of the instantiate stage only; the handler asks "
           "for that of the %s stage",
           own->api_version.major, own->api_version.minor, known ? stages[args->stage] : "record");
  return refuse(PJRT_Error_Code_UNIMPLEMENTED, text);
}

static ffi_error *translate_state(ffi_error *(*function)(void *), ffi_state_args_03 *args) {
  ffi_error *error = check_state(args);
  if (error != NULL) return error;
  ffi_state_args_02 older = {sizeof older, args->extension_start, args->context, args->type_id, args->state};
  error = function(&older);
  args->state = older.state;
  return error;
}

static ffi_error *state_set(void *args) { return translate_state(own->state_set, args); }

static ffi_error *state_get(void *args) { return translate_state(own->state_get, args); }

// The same result as from a newer library without such an extension.
static ffi_error *find_extension(ffi_find_extension_args *args) {
  args->extension = NULL;
  return NULL;
}

// The same result as from a newer library for an execution without options.
static ffi_error *custom_options(ffi_options_args *args) {
  static const ffi_attributes empty = {.struct_size = sizeof empty};
  args->options = &empty;
  return NULL;
}

static void make_newer(const ffi_api *library) {
  own = library;
  memcpy(&newer, library, COUNTED(ffi_api, device_ordinal));
  newer.struct_size = sizeof newer;
  newer.api_version.minor = 5;
  newer.state_set = state_set;
  newer.state_get = state_get;
  newer.find_extension = find_extension;
  newer.custom_options = custom_options;
}

// ---- One function per handler, because a call does not identify its handler.

static ffi_handler *adapted[FFI_ADAPTED_MAX];

static ffi_error *call(const size_t index, ffi_call_frame *frame) {
  const ffi_api *given = frame->api;
  frame->api = &newer;
  ffi_error *error = adapted[index](frame);
  frame->api = given;
  if (error != NULL) return error;
  for (ffi_extension *extension = frame->extension_start; extension != NULL; extension = extension->next)
    if (extension->type == FFI_EXTENSION_METADATA)
      ((ffi_metadata_extension *)extension)->metadata->api_version.minor = own->api_version.minor;
  return NULL;
}

// Four base-4 digits, then a fifth: 4 ** 5 names from a_00000 to a_33333.
#define FOUR(X, prefix) X(prefix##0) X(prefix##1) X(prefix##2) X(prefix##3)
#define FOUR_2(X, prefix) FOUR(X, prefix##0) FOUR(X, prefix##1) FOUR(X, prefix##2) FOUR(X, prefix##3)
#define FOUR_3(X, prefix) FOUR_2(X, prefix##0) FOUR_2(X, prefix##1) FOUR_2(X, prefix##2) FOUR_2(X, prefix##3)
#define FOUR_4(X, prefix) FOUR_3(X, prefix##0) FOUR_3(X, prefix##1) FOUR_3(X, prefix##2) FOUR_3(X, prefix##3)
#define FOUR_5(X, prefix) FOUR_4(X, prefix##0) FOUR_4(X, prefix##1) FOUR_4(X, prefix##2) FOUR_4(X, prefix##3)

#define INDEX(name) index_of_##name,
enum { FOUR_5(INDEX, a_) INDEX_COUNT };
#undef INDEX

#define DEFINE(name) \
  static ffi_error *name(ffi_call_frame *frame) { return call(index_of_##name, frame); }
FOUR_5(DEFINE, a_)
#undef DEFINE

static ffi_handler *const functions[] = {
#define LIST(name) name,
    FOUR_5(LIST, a_)
#undef LIST
};

_Static_assert(INDEX_COUNT == FFI_ADAPTED_MAX, "a function for each");

// ---- Selecting and creating adapters.

bool ffi_adapts(const ffi_api *library, ffi_version handler) {
  return library->api_version.major == 0 && library->api_version.minor == 2 && handler.major == 0 &&
         handler.minor >= 3 && handler.minor <= 5 &&
         library->struct_size >= COUNTED(ffi_api, device_ordinal) && (own == NULL || own == library);
}

ffi_handler *ffi_adapt(const ffi_api *library, ffi_handler *handler) {
  if (own == NULL) make_newer(library);
  for (size_t index = 0; index < FFI_ADAPTED_MAX; ++index) {
    if (adapted[index] == NULL) adapted[index] = handler;
    if (adapted[index] == handler) return functions[index];
  }
  return NULL;
}
