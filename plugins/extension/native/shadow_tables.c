#define _GNU_SOURCE  // memmem
#include "shadow_tables.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "donation.h"
#include "pjrt_calls.h"
#include "shadow_client.h"

enum { BUCKETS = 1024 };

pthread_mutex_t shadow_lock = PTHREAD_MUTEX_INITIALIZER;
static client *clients;
static program *programs[BUCKETS];
atomic_bool any_calls_back;

static program **bucket_of(const PJRT_LoadedExecutable *executable) {
  return &programs[((uintptr_t)executable >> 6) % BUCKETS];
}

// The link that points to the program; it is NULL if the program is unknown. The caller holds the lock.
static program **find_program(const PJRT_LoadedExecutable *executable) {
  program **place = bucket_of(executable);
  while (*place != NULL && (*place)->handle != executable) place = &(*place)->next;
  return place;
}

program *known_program(const PJRT_LoadedExecutable *executable) { return *find_program(executable); }

static client **find_client(const PJRT_Client *handle) {
  client **place = &clients;
  while (*place != NULL && (*place)->handle != handle) place = &(*place)->next;
  return place;
}

static size_t value_bytes(const PJRT_NamedValue *value) {
  if (value->type == PJRT_NamedValue_kString) return value->value_size;
  if (value->type == PJRT_NamedValue_kInt64List) return value->value_size * sizeof(int64_t);
  return 0;
}

static size_t aligned(size_t size) { return (size + 7) / 8 * 8; }

// A copy of the options in a single block of memory, or NULL.
static PJRT_NamedValue *copy_options(const PJRT_NamedValue *options, size_t count) {
  size_t size = count * sizeof *options;
  for (size_t index = 0; index < count; ++index) {
    if (options[index].struct_size > sizeof *options) return NULL;
    size += aligned(options[index].name_size) + aligned(value_bytes(&options[index]));
  }
  PJRT_NamedValue *made = calloc(1, size + 1);
  if (made == NULL) return NULL;
  char *tail = (char *)(made + count);
  for (size_t index = 0; index < count; ++index) {
    const size_t bytes = value_bytes(&options[index]);
    memcpy(&made[index], &options[index], options[index].struct_size);
    memcpy(tail, options[index].name, options[index].name_size);
    made[index].name = tail;
    tail += aligned(options[index].name_size);
    if (bytes != 0) memcpy(tail, options[index].string_value, bytes);
    if (options[index].type == PJRT_NamedValue_kString) made[index].string_value = tail;
    if (options[index].type == PJRT_NamedValue_kInt64List)
      made[index].int64_array_value = (const int64_t *)(void *)tail;
    tail += aligned(bytes);
  }
  return made;
}

PJRT_Error *shadow_client_create(const PJRT_Api *api, PJRT_Client_Create_Args *args) {
  PJRT_Error *error = api->PJRT_Client_Create(args);
  if (error != NULL) return error;
  client *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->handle = args->client;
  made->option_count = args->num_options;
  made->options = copy_options(args->create_options, args->num_options);
  if (made->options == NULL) {
    free(made);
    return NULL;
  }
  pthread_mutex_lock(&shadow_lock);
  made->next = clients;
  clients = made;
  pthread_mutex_unlock(&shadow_lock);
  return NULL;
}

static void destroy_client(const PJRT_Api *api, PJRT_Client *handle) {
  destroy_error(api, api->PJRT_Client_Destroy(&ARGS(PJRT_Client_Destroy, .client = handle)));
}

PJRT_Error *shadow_client_destroy(const PJRT_Api *api, PJRT_Client_Destroy_Args *args) {
  pthread_mutex_lock(&shadow_lock);
  client **place = find_client(args->client);
  client *gone = *place;
  shadow *idle = NULL;
  if (gone != NULL) {
    *place = gone->next;
    // Callers destroy executables before their client; in any case, no executable may keep a pointer to the client.
    for (size_t index = 0; index < BUCKETS; ++index)
      for (program *each = programs[index]; each != NULL; each = each->next)
        if (each->client == gone) each->client = NULL;
    idle = gone->idle;
    gone->idle = NULL;
    // The record is not freed: a program that still runs on a shadow client will release that shadow client to it.
  }
  pthread_mutex_unlock(&shadow_lock);
  while (idle != NULL) {
    shadow *each = idle;
    idle = each->next;
    destroy_client(api, each->handle);
    free(each);
  }
  return api->PJRT_Client_Destroy(args);
}

// Whether a program contains the name of a custom call that calls Python. StableHLO, HLO and machine code all
// contain target names verbatim, and all such targets contain this text. A false positive only means that it is
// recorded.
static bool names_callback(const char *code, size_t size) {
  static const char name[] = "python_cpu_callback";
  return code != NULL && memmem(code, size, name, sizeof name - 1) != NULL;
}

static void add_program(PJRT_Client *handle, PJRT_LoadedExecutable *executable, const char *code, size_t size) {
  program *made = calloc(1, sizeof *made);
  if (made == NULL) return;
  made->handle = executable;
  made->calls_back = names_callback(code, size);
  if (made->calls_back) any_calls_back = true;
  pthread_mutex_lock(&shadow_lock);
  made->client = *find_client(handle);
  program **bucket = bucket_of(executable);
  made->next = *bucket;
  *bucket = made;
  pthread_mutex_unlock(&shadow_lock);
}

void shadow_client_compiled(const PJRT_Api *api, PJRT_Client *client, PJRT_LoadedExecutable *executable,
                    const PJRT_Program *program, bool donates) {
  add_program(client, executable, program->code, program->code_size);
  donation_compiled(api, executable, program, donates);
}

PJRT_Error *shadow_client_load(const PJRT_Api *api, PJRT_Executable_DeserializeAndLoad_Args *args) {
  PJRT_Error *error = api->PJRT_Executable_DeserializeAndLoad(args);
  if (error != NULL) return error;
  add_program(args->client, args->loaded_executable, args->serialized_executable, args->serialized_executable_size);
  donation_compiled(api, args->loaded_executable, NULL, false);
  return NULL;
}

PJRT_Error *shadow_client_destroy_executable(const PJRT_Api *api, PJRT_LoadedExecutable_Destroy_Args *args) {
  pthread_mutex_lock(&shadow_lock);
  program **place = find_program(args->executable);
  program *gone = *place;
  if (gone != NULL) *place = gone->next;
  pthread_mutex_unlock(&shadow_lock);
  while (gone != NULL && gone->copies != NULL) {
    copy *each = gone->copies;
    gone->copies = each->next;
    destroy_error(api, api->PJRT_LoadedExecutable_Destroy(
                           &ARGS(PJRT_LoadedExecutable_Destroy, .executable = each->handle)));
    free(each);
  }
  free(gone);
  donation_destroyed(args->executable);
  return api->PJRT_LoadedExecutable_Destroy(args);
}

PJRT_Error *count_results(const PJRT_Api *api, program *of) {
  pthread_mutex_lock(&shadow_lock);
  const bool known = of->counted;
  pthread_mutex_unlock(&shadow_lock);
  if (known) return NULL;
  PJRT_LoadedExecutable_GetExecutable_Args described =
      ARGS(PJRT_LoadedExecutable_GetExecutable, .loaded_executable = of->handle);
  RETURN_IF_ERROR(api->PJRT_LoadedExecutable_GetExecutable(&described));
  PJRT_Executable_NumOutputs_Args outputs =
      ARGS(PJRT_Executable_NumOutputs, .executable = described.executable);
  PJRT_Error *error = api->PJRT_Executable_NumOutputs(&outputs);
  destroy_error(api, api->PJRT_Executable_Destroy(
                         &ARGS(PJRT_Executable_Destroy, .executable = described.executable)));
  if (error != NULL) return error;
  pthread_mutex_lock(&shadow_lock);
  of->results = outputs.num_outputs;
  of->counted = true;
  pthread_mutex_unlock(&shadow_lock);
  return NULL;
}

PJRT_Error *acquire_shadow(const PJRT_Api *api, client *of, shadow **taken) {
  pthread_mutex_lock(&shadow_lock);
  *taken = of->idle;
  if (*taken != NULL) of->idle = (*taken)->next;
  pthread_mutex_unlock(&shadow_lock);
  if (*taken != NULL) return NULL;
  *taken = calloc(1, sizeof **taken);
  if (*taken == NULL) return NULL;
  PJRT_Client_Create_Args args =
      ARGS(PJRT_Client_Create, .create_options = of->options, .num_options = of->option_count);
  PJRT_Error *error = api->PJRT_Client_Create(&args);
  (*taken)->handle = args.client;
  if (error != NULL) {
    free(*taken);
    *taken = NULL;
  }
  return error;
}

void release_shadow(client *to, shadow *used) {
  pthread_mutex_lock(&shadow_lock);
  used->next = to->idle;
  to->idle = used;
  pthread_mutex_unlock(&shadow_lock);
}

static PJRT_Error *load_copy(const PJRT_Api *api, PJRT_LoadedExecutable *of, const shadow *on,
                             PJRT_LoadedExecutable **loaded) {
  PJRT_LoadedExecutable_GetExecutable_Args described =
      ARGS(PJRT_LoadedExecutable_GetExecutable, .loaded_executable = of);
  RETURN_IF_ERROR(api->PJRT_LoadedExecutable_GetExecutable(&described));
  PJRT_Executable_Serialize_Args serialized =
      ARGS(PJRT_Executable_Serialize, .executable = described.executable);
  PJRT_Error *error = api->PJRT_Executable_Serialize(&serialized);
  destroy_error(api, api->PJRT_Executable_Destroy(
                         &ARGS(PJRT_Executable_Destroy, .executable = described.executable)));
  if (error != NULL) return error;
  PJRT_Executable_DeserializeAndLoad_Args args =
      ARGS(PJRT_Executable_DeserializeAndLoad, .client = on->handle,
           .serialized_executable = serialized.serialized_bytes,
           .serialized_executable_size = serialized.serialized_bytes_size);
  error = api->PJRT_Executable_DeserializeAndLoad(&args);
  serialized.serialized_executable_deleter(serialized.serialized_executable);
  *loaded = args.loaded_executable;
  return error;
}

PJRT_Error *find_copy(const PJRT_Api *api, program *of, const shadow *on,
                             PJRT_LoadedExecutable **found) {
  *found = NULL;
  pthread_mutex_lock(&shadow_lock);
  for (const copy *each = of->copies; each != NULL; each = each->next)
    if (each->on == on) *found = each->handle;
  pthread_mutex_unlock(&shadow_lock);
  if (*found != NULL) return NULL;
  copy *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->on = on;
  PJRT_Error *error = load_copy(api, of->handle, on, &made->handle);
  if (error != NULL) {
    free(made);
    return error;
  }
  *found = made->handle;
  pthread_mutex_lock(&shadow_lock);
  made->next = of->copies;
  of->copies = made;
  pthread_mutex_unlock(&shadow_lock);
  return NULL;
}
