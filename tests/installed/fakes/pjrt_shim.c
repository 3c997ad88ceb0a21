// A PJRT library that is another one with its table changed: older, newer, or with holes.
//
// SHIM_LIBRARY is the path of the real one. SHIM_MODE is
//   older    the table ends before PJRT_Client_TopologyDescription, and says it is of API 0.40
//   newer    the table is longer and says 0.200, and every argument struct must be longer than the header's by
//            SHIM_GROWTH bytes, all zero: what a newer library with new fields asks for
//   hole     PJRT_Buffer_Dimensions and PJRT_Executable_Fingerprint are null
//   major    major version 7
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt_c_api.h"

enum { SHIM_GROWTH = 24 };

static const PJRT_Api *real;

typedef PJRT_Error *any_function(void *args);

// Refuses, as libraries do, a struct that is shorter than the newer header's.
static void demand(const void *args, size_t known, const char *name) {
  size_t size;
  memcpy(&size, args, sizeof size);
  const unsigned char *bytes = args;
  int clean = size >= known + SHIM_GROWTH;
  for (size_t i = known; clean && i < known + SHIM_GROWTH; ++i) clean = bytes[i] == 0;
  if (!clean) {
    fprintf(stderr, "shim: %s: %zu bytes, wanted %zu and zeros\n", name, size, known + SHIM_GROWTH);
    abort();
  }
}

#define PJRT_FUNCTION(name)                                                     \
  static PJRT_Error *shim_##name(void *args) {                                  \
    demand(args, name##_Args_STRUCT_SIZE, #name);                               \
    any_function *function;                                                     \
    memcpy(&function, (const char *)real + offsetof(PJRT_Api, name), sizeof function); \
    return function(args);                                                      \
  }
#include "pjrt_functions.inc"
#undef PJRT_FUNCTION

// The two that return nothing are called through a type that returns a pointer, which no one looks at.

static struct {
  PJRT_Api api;
  void *more[16];
} table;

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);

const PJRT_Api *GetPjrtApi(void) {
  const char *mode = getenv("SHIM_MODE");
  void *library = dlopen(getenv("SHIM_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  if (!library || !mode) return NULL;
  const PJRT_Api *(*entry)(void);
  void *symbol = dlsym(library, "GetPjrtApi");
  memcpy(&entry, &symbol, sizeof entry);
  real = entry();
  memcpy(&table.api, real, real->struct_size < sizeof table.api ? real->struct_size : sizeof table.api);
  table.api.struct_size = sizeof table.api;
  if (strcmp(mode, "older") == 0) {
    table.api.struct_size = offsetof(PJRT_Api, PJRT_Client_TopologyDescription);
    table.api.pjrt_api_version.minor_version = 40;
    memset((char *)&table.api + table.api.struct_size, 0x5A, sizeof table.api - table.api.struct_size);
  } else if (strcmp(mode, "newer") == 0) {
    table.api.struct_size = sizeof table;
    table.api.pjrt_api_version.minor_version = 200;
#define PJRT_FUNCTION(name)                                                      \
  {                                                                              \
    any_function *function = shim_##name;                                        \
    memcpy((char *)&table.api + offsetof(PJRT_Api, name), &function, sizeof function); \
  }
#include "pjrt_functions.inc"
#undef PJRT_FUNCTION
  } else if (strcmp(mode, "hole") == 0) {
    table.api.PJRT_Buffer_Dimensions = NULL;
    table.api.PJRT_Executable_Fingerprint = NULL;
  } else if (strcmp(mode, "major") == 0) {
    table.api.pjrt_api_version.major_version = 7;
  }
  return &table.api;
}
