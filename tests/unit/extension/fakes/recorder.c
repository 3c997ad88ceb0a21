// A newer plugin: its PJRT_Api has additional entries, and the arguments of its compile functions may have additional
// fields. It returns its arguments as the executable, for recorded_* to read and free_recorded to free.
#include "fake.h"

typedef struct {
  size_t size;
  const void *options;
  char bytes[];
} record;

typedef struct {
  PJRT_Client_Compile_Args args;
  uint64_t in;
  uint64_t out;
} newer_args;

EXPORT size_t recorded_size(const record *record);
EXPORT const void *recorded_options(const record *record);
EXPORT const char *recorded_bytes(const record *record);
EXPORT void free_recorded(record *record);
EXPORT PJRT_Error *an_error(void);

size_t recorded_size(const record *record) { return record->size; }
const void *recorded_options(const record *record) { return record->options; }
const char *recorded_bytes(const record *record) { return record->bytes; }
void free_recorded(record *record) { free(record); }

static char error;
PJRT_Error *an_error(void) { return (PJRT_Error *)(void *)&error; }

static void *new_record(const char *options, size_t size) {
  record *made = malloc(sizeof *made + size);
  if (made == NULL) abort();
  made->size = size;
  made->options = options;
  memcpy(made->bytes, options, size);
  return made;
}

static PJRT_Error *client_compile(PJRT_Client_Compile_Args *args) {
  args->executable = new_record(args->compile_options, args->compile_options_size);
  if (args->struct_size >= sizeof(newer_args)) ((newer_args *)args)->out = ((newer_args *)args)->in + 1;
  return NULL;
}

static PJRT_Error *compile(PJRT_Compile_Args *args) {
  args->executable = new_record(args->compile_options, args->compile_options_size);
  return an_error();
}

static const struct {
  PJRT_Api known;
  const char *tail;
} api = {
    .known =
        {
            .struct_size = sizeof api,
            .pjrt_api_version = FAKE_VERSION(0, 999),
            .PJRT_Client_Compile = client_compile,
            .PJRT_Compile = compile,
        },
    .tail = "tail",
};

const PJRT_Api *GetPjrtApi(void) { return &api.known; }
