// Calls a plugin as jaxlib does, through the pointer in the capsule.
#include "fake.h"

typedef struct {
  PJRT_Client_Compile_Args args;
  uint64_t in;
  uint64_t out;
} newer_args;

EXPORT void *drive_client_compile(const PJRT_Api *api, const char *options, size_t size);
EXPORT void *drive_compile(const PJRT_Api *api, const char *options, size_t size, PJRT_Error **error);
EXPORT uint64_t drive_newer(const PJRT_Api *api, const char *options, size_t size, uint64_t in,
                            void **executable);
EXPORT const char *tail_of(const PJRT_Api *api);

void *drive_client_compile(const PJRT_Api *api, const char *options, size_t size) {
  PJRT_Client_Compile_Args args = {
      .struct_size = PJRT_Client_Compile_Args_STRUCT_SIZE,
      .compile_options = options,
      .compile_options_size = size,
  };
  if (api->PJRT_Client_Compile(&args) != NULL) abort();
  if (args.compile_options != options || args.compile_options_size != size) abort();
  return args.executable;
}

void *drive_compile(const PJRT_Api *api, const char *options, size_t size, PJRT_Error **error) {
  PJRT_Compile_Args args = {
      .struct_size = PJRT_Compile_Args_STRUCT_SIZE,
      .compile_options = options,
      .compile_options_size = size,
  };
  *error = api->PJRT_Compile(&args);
  return args.executable;
}

uint64_t drive_newer(const PJRT_Api *api, const char *options, size_t size, uint64_t in, void **executable) {
  newer_args newer = {
      .args = {.struct_size = sizeof newer, .compile_options = options, .compile_options_size = size},
      .in = in,
  };
  if (api->PJRT_Client_Compile(&newer.args) != NULL) abort();
  *executable = newer.args.executable;
  return newer.out;
}

const char *tail_of(const PJRT_Api *api) {
  const char *tail = NULL;
  memcpy(&tail, (const char *)api + sizeof(PJRT_Api), sizeof tail);
  return tail;
}
