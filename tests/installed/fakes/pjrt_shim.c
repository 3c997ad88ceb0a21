// A PJRT library that forwards to another one, with a changed function table: older, newer, or with null entries.
//
// SHIM_LIBRARY is the path of the real library. SHIM_MODE is
//   older    the table ends before PJRT_Client_TopologyDescription, and states API 0.40
//   newer    the table is longer and states API 0.200, and every argument struct must be longer than the header's by
//            SHIM_GROWTH zero bytes, as a newer library with new fields requires
//   hole     PJRT_Buffer_Dimensions and PJRT_Executable_Fingerprint are null
//   major    major version 7
//   store    PJRT_Client_Create uses the key-value store that is passed to it, on a thread of its own, and fails with
//            INTERNAL and a message if the store misbehaves, or with the store's own error
//   profiler it has a profiler, which records the names of the functions that are called while it runs, and refuses
//            options other than tensorflow.ProfileOptions of version 1
//   launches it prints the id of each execution, and states the replicas of SHIM_REPLICAS processes
#define _GNU_SOURCE  // memmem
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
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

// The two functions that return nothing are called through a type that returns a pointer, which is ignored.

// ---- store

// A library passes a callback a function that creates an error. Here that function calls the real library in a way that
// fails with the given message.
static PJRT_Error *failed_call(PJRT_Error_Code code, const char *message, size_t size) {
  fprintf(stderr, "shim: the store answered %d: %.*s\n", (int)code, (int)size, message);
  static char nothing[] = "";
  PJRT_Program program = {
      .struct_size = PJRT_Program_STRUCT_SIZE, .code = nothing, .format = message, .format_size = size};
  PJRT_Client_Compile_Args args = {.struct_size = PJRT_Client_Compile_Args_STRUCT_SIZE, .program = &program};
  static PJRT_Client *client;
  if (!client) {
    PJRT_NamedValue one = {.struct_size = PJRT_NamedValue_STRUCT_SIZE, .name = "cpu_device_count", .name_size = 16,
                           .type = PJRT_NamedValue_kInt64, .int64_value = 1, .value_size = 1};
    PJRT_Client_Create_Args create = {.struct_size = PJRT_Client_Create_Args_STRUCT_SIZE, .create_options = &one,
                                      .num_options = 1};
    if (real->PJRT_Client_Create(&create)) abort();
    client = create.client;
  }
  args.client = client;
  return real->PJRT_Client_Compile(&args);
}

static PJRT_CallbackError callback_error = failed_call;

static PJRT_Error *use_store(const PJRT_Client_Create_Args *given) {
  PJRT_KeyValuePutCallback_Args put = {
      .struct_size = PJRT_KeyValuePutCallback_Args_STRUCT_SIZE, .key = "a/1", .key_size = 3, .value = "x\0y",
      .value_size = 3, .callback_error = &callback_error, .user_arg = given->kv_put_user_arg};
  PJRT_Error *error = given->kv_put_callback(&put);
  if (error) return error;
  PJRT_KeyValueTryGetCallback_Args attempt = {
      .struct_size = PJRT_KeyValueTryGetCallback_Args_STRUCT_SIZE, .key = "absent", .key_size = 6,
      .callback_error = &callback_error, .user_arg = given->kv_try_get_user_arg};
  error = given->kv_try_get_callback(&attempt);
  if (!error) return failed_call(PJRT_Error_Code_INTERNAL, "an absent key was found", 23);
  PJRT_Error_Destroy_Args destroy = {.struct_size = PJRT_Error_Destroy_Args_STRUCT_SIZE, .error = error};
  real->PJRT_Error_Destroy(&destroy);
  PJRT_KeyValueGetCallback_Args get = {
      .struct_size = PJRT_KeyValueGetCallback_Args_STRUCT_SIZE, .key = "a/1", .key_size = 3, .timeout_in_ms = 1500,
      .callback_error = &callback_error, .user_arg = given->kv_get_user_arg};
  error = given->kv_get_callback(&get);
  if (error) return error;
  const bool same = get.value_size == 3 && memcmp(get.value, "x\0y", 3) == 0;
  get.value_deleter_callback(get.value);
  return same ? NULL : failed_call(PJRT_Error_Code_INTERNAL, "another value", 13);
}

static void *store_thread(void *pointer) {
  return use_store(pointer);
}

static PJRT_Error *create_with_store(PJRT_Client_Create_Args *args) {
  pthread_t thread;
  void *error = NULL;
  if (!args->kv_get_callback) return real->PJRT_Client_Create(args);
  if (pthread_create(&thread, NULL, store_thread, args) || pthread_join(thread, &error)) abort();
  return error ? error : real->PJRT_Client_Create(args);
}

// ---- profiler

static struct {
  bool on;
  size_t size;
  char text[256];
} seen;

typedef struct {
  size_t struct_size;
  const char *options;
  size_t options_size;
  void *profiler;
} profiler_create;
typedef struct {
  size_t struct_size;
  void *profiler;
} profiler_args;
typedef struct {
  size_t struct_size;
  void *profiler;
  char *buffer;
  size_t size;
} profiler_collect;
typedef struct {
  size_t struct_size;
  void *priv;
  const void *error;
  const char *message;
  size_t size;
} profiler_message;
typedef struct {
  size_t struct_size;
  void *priv;
  const void *error;
  int code;
} profiler_code;

static char refused[] = "no version";

static void *create_profiler(profiler_create *args) {
  args->profiler = &seen;
  return memmem(args->options, args->options_size, "\x28\x01", 2) ? NULL : refused;
}
static void *destroy_profiler(profiler_args *args) {
  (void)args;
  memset(&seen, 0, sizeof seen);
  return NULL;
}
static void *start_profiler(profiler_args *args) {
  (void)args;
  seen.on = true;
  return NULL;
}
static void *stop_profiler(profiler_args *args) {
  (void)args;
  seen.on = false;
  return NULL;
}
// The file SHIM_SPACE, of at most 4 KiB, replaces the functions' names.
static void *collect_profile(profiler_collect *args) {
  static char space[4096];
  FILE *file = getenv("SHIM_SPACE") ? fopen(getenv("SHIM_SPACE"), "rb") : NULL;
  if (file) {
    args->size = fread(space, 1, sizeof space, file);
    args->buffer = space;
    fclose(file);
    return NULL;
  }
  if (args->buffer) memcpy(args->buffer, seen.text, seen.size);
  args->size = seen.size;
  return NULL;
}
static void profiler_error_message(profiler_message *args) {
  args->message = refused;
  args->size = strlen(refused);
}
static void *profiler_error_code(profiler_code *args) {
  args->code = PJRT_Error_Code_INVALID_ARGUMENT;
  return NULL;
}
static void profiler_error_destroy(void *args) { (void)args; }

static struct {
  size_t struct_size;
  void *priv;
  void (*error_destroy)(void *);
  void (*error_message)(profiler_message *);
  void *(*error_code)(profiler_code *);
  void *(*create)(profiler_create *);
  void *(*destroy)(profiler_args *);
  void *(*start)(profiler_args *);
  void *(*stop)(profiler_args *);
  void *(*collect)(profiler_collect *);
} profiler_api = {sizeof profiler_api, NULL, profiler_error_destroy, profiler_error_message, profiler_error_code,
                  create_profiler, destroy_profiler, start_profiler, stop_profiler, collect_profile};

static struct {
  PJRT_Extension_Base base;
  void *api;
  long long unused;
} profiler = {{sizeof profiler, PJRT_Extension_Type_Profiler, NULL}, &profiler_api, 0};

static PJRT_Error *profiled_execute(PJRT_LoadedExecutable_Execute_Args *args) {
  static const char name[] = "execute ";
  if (seen.on && seen.size + sizeof name < sizeof seen.text) {
    memcpy(seen.text + seen.size, name, sizeof name - 1);
    seen.size += sizeof name - 1;
  }
  return real->PJRT_LoadedExecutable_Execute(args);
}

// ---- launches

static PJRT_Error *printed_execute(PJRT_LoadedExecutable_Execute_Args *args) {
  printf("%d\n", args->options->launch_id);
  fflush(stdout);
  return real->PJRT_LoadedExecutable_Execute(args);
}

static PJRT_Error *more_replicas(PJRT_Executable_NumReplicas_Args *args) {
  PJRT_Error *error = real->PJRT_Executable_NumReplicas(args);
  args->num_replicas *= (size_t)atoi(getenv("SHIM_REPLICAS"));
  return error;
}

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
  } else if (strcmp(mode, "store") == 0) {
    table.api.PJRT_Client_Create = create_with_store;
  } else if (strcmp(mode, "profiler") == 0) {
    table.api.PJRT_LoadedExecutable_Execute = profiled_execute;
    profiler.base.next = table.api.extension_start;
    table.api.extension_start = &profiler.base;
  } else if (strcmp(mode, "launches") == 0) {
    table.api.PJRT_LoadedExecutable_Execute = printed_execute;
    table.api.PJRT_Executable_NumReplicas = more_replicas;
  } else if (strcmp(mode, "major") == 0) {
    table.api.pjrt_api_version.major_version = 7;
  }
  return &table.api;
}
