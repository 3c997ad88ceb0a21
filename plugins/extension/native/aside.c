#define _GNU_SOURCE  // memmem
#include "aside.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "donation.h"
#include "references.h"

#define ARGS(function, ...) \
  (function##_Args) { .struct_size = function##_Args_STRUCT_SIZE, __VA_ARGS__ }

// Within what the loader keeps for such: anything else needs a library more.
static _Thread_local int depth __attribute__((tls_model("initial-exec")));

void aside_enter(void) {
  ++depth;
  donation_calling_back();
}
void aside_leave(void) { --depth; }

static atomic_bool await_all;

void aside_await_programs(bool wait) { await_all = wait; }

// X(function): what is needed beyond what every plugin has.
#define NEEDED(X)                               \
  X(PJRT_Client_Create)                         \
  X(PJRT_Client_Destroy)                        \
  X(PJRT_Client_LookupDevice)                   \
  X(PJRT_Client_CreateViewOfDeviceBuffer)       \
  X(PJRT_Device_GetDescription)                 \
  X(PJRT_Device_AddressableMemories)            \
  X(PJRT_DeviceDescription_Id)                  \
  X(PJRT_Memory_Kind_Id)                        \
  X(PJRT_Executable_NumOutputs)                 \
  X(PJRT_Executable_Serialize)                  \
  X(PJRT_Executable_DeserializeAndLoad)         \
  X(PJRT_Executable_Destroy)                    \
  X(PJRT_LoadedExecutable_GetExecutable)        \
  X(PJRT_LoadedExecutable_Destroy)              \
  X(PJRT_LoadedExecutable_Execute)              \
  X(PJRT_Buffer_Destroy)                        \
  X(PJRT_Buffer_Delete)                         \
  X(PJRT_Buffer_IsDeleted)                      \
  X(PJRT_Buffer_Device)                         \
  X(PJRT_Buffer_Memory)                         \
  X(PJRT_Buffer_ElementType)                    \
  X(PJRT_Buffer_Dimensions)                     \
  X(PJRT_Buffer_GetMemoryLayout)                \
  X(PJRT_Buffer_ReadyEvent)                     \
  X(PJRT_Buffer_IncreaseExternalReferenceCount) \
  X(PJRT_Buffer_DecreaseExternalReferenceCount) \
  X(PJRT_Buffer_OpaqueDeviceMemoryDataPointer)  \
  X(PJRT_Event_Await)                           \
  X(PJRT_Event_OnReady)                         \
  X(PJRT_Event_Destroy)                         \
  X(PJRT_Error_Destroy)

bool aside_possible(const PJRT_Api *api) {
#define MISSING(function) \
  if (!API_HAS(api, function) || api->function == NULL) return false;
  NEEDED(MISSING)
#undef MISSING
  return true;
}

// ---- The tables: clients with their twins, executables with their copies.

typedef struct client client;

typedef struct twin {
  PJRT_Client *handle;
  struct twin *next;  // of the idle ones
} twin;

struct client {
  PJRT_Client *handle;
  PJRT_NamedValue *options;  // all in one block
  size_t option_count;
  twin *idle;
  client *next;
};

typedef struct copy {
  const twin *on;
  PJRT_LoadedExecutable *handle;
  struct copy *next;
} copy;

typedef struct program {
  PJRT_LoadedExecutable *handle;
  client *client;
  bool calls_back;
  size_t results;  // on each device; known once `counted`
  bool counted;
  copy *copies;
  struct program *next;
} program;

enum { BUCKETS = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static client *clients;
static program *programs[BUCKETS];
static atomic_bool any_calls_back;  // set once; until then nothing needs to be looked up

static program **bucket_of(const PJRT_LoadedExecutable *executable) {
  return &programs[((uintptr_t)executable >> 6) % BUCKETS];
}

// Where the program is linked in; what is there is NULL if it is unknown. The lock is held.
static program **find_program(const PJRT_LoadedExecutable *executable) {
  program **place = bucket_of(executable);
  while (*place != NULL && (*place)->handle != executable) place = &(*place)->next;
  return place;
}

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

// The options in one block of memory, or NULL.
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

PJRT_Error *aside_create(const PJRT_Api *api, PJRT_Client_Create_Args *args) {
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
  pthread_mutex_lock(&lock);
  made->next = clients;
  clients = made;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void destroy_error(const PJRT_Api *api, PJRT_Error *error) {
  if (error != NULL) api->PJRT_Error_Destroy(&ARGS(PJRT_Error_Destroy, .error = error));
}

static void destroy_client(const PJRT_Api *api, PJRT_Client *handle) {
  destroy_error(api, api->PJRT_Client_Destroy(&ARGS(PJRT_Client_Destroy, .client = handle)));
}

PJRT_Error *aside_destroy_client(const PJRT_Api *api, PJRT_Client_Destroy_Args *args) {
  pthread_mutex_lock(&lock);
  client **place = find_client(args->client);
  client *gone = *place;
  twin *idle = NULL;
  if (gone != NULL) {
    *place = gone->next;
    // Executables are gone before their client; none may be left that refers to it.
    for (size_t index = 0; index < BUCKETS; ++index)
      for (program *each = programs[index]; each != NULL; each = each->next)
        if (each->client == gone) each->client = NULL;
    idle = gone->idle;
    gone->idle = NULL;
    // The record stays: a program that is still aside gives its twin back to it.
  }
  pthread_mutex_unlock(&lock);
  while (idle != NULL) {
    twin *each = idle;
    idle = each->next;
    destroy_client(api, each->handle);
    free(each);
  }
  return api->PJRT_Client_Destroy(args);
}

// In a program of any form, StableHLO, HLO or machine code, the target of a custom call stands as it is. All
// targets that call Python have this in their names; one too many does no harm.
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
  pthread_mutex_lock(&lock);
  made->client = *find_client(handle);
  program **bucket = bucket_of(executable);
  made->next = *bucket;
  *bucket = made;
  pthread_mutex_unlock(&lock);
}

void aside_compiled(const PJRT_Api *api, PJRT_Client *client, PJRT_LoadedExecutable *executable,
                    const PJRT_Program *program, bool donates) {
  add_program(client, executable, program->code, program->code_size);
  donation_compiled(api, executable, program, donates);
}

PJRT_Error *aside_load(const PJRT_Api *api, PJRT_Executable_DeserializeAndLoad_Args *args) {
  PJRT_Error *error = api->PJRT_Executable_DeserializeAndLoad(args);
  if (error != NULL) return error;
  add_program(args->client, args->loaded_executable, args->serialized_executable, args->serialized_executable_size);
  donation_compiled(api, args->loaded_executable, NULL, false);
  return NULL;
}

PJRT_Error *aside_destroy(const PJRT_Api *api, PJRT_LoadedExecutable_Destroy_Args *args) {
  pthread_mutex_lock(&lock);
  program **place = find_program(args->executable);
  program *gone = *place;
  if (gone != NULL) *place = gone->next;
  pthread_mutex_unlock(&lock);
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

#define RETURN_IF_ERROR(call)                        \
  do {                                               \
    PJRT_Error *error_of_call = (call);              \
    if (error_of_call != NULL) return error_of_call; \
  } while (0)

// Fills in `results`. The caller keeps the program alive; that two do it at once does no harm.
static PJRT_Error *count_results(const PJRT_Api *api, program *of) {
  pthread_mutex_lock(&lock);
  const bool known = of->counted;
  pthread_mutex_unlock(&lock);
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
  pthread_mutex_lock(&lock);
  of->results = outputs.num_outputs;
  of->counted = true;
  pthread_mutex_unlock(&lock);
  return NULL;
}

// ---- A twin, and the copy of an executable there.

// A twin that nobody uses; NULL and no error: there is no memory for one.
static PJRT_Error *take_twin(const PJRT_Api *api, client *of, twin **taken) {
  pthread_mutex_lock(&lock);
  *taken = of->idle;
  if (*taken != NULL) of->idle = (*taken)->next;
  pthread_mutex_unlock(&lock);
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

static void give_back(client *to, twin *used) {
  pthread_mutex_lock(&lock);
  used->next = to->idle;
  to->idle = used;
  pthread_mutex_unlock(&lock);
}

static PJRT_Error *load_copy(const PJRT_Api *api, PJRT_LoadedExecutable *of, const twin *on,
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

// The caller has the twin to itself, and keeps the program alive.
static PJRT_Error *find_copy(const PJRT_Api *api, program *of, const twin *on,
                             PJRT_LoadedExecutable **found) {
  *found = NULL;
  pthread_mutex_lock(&lock);
  for (const copy *each = of->copies; each != NULL; each = each->next)
    if (each->on == on) *found = each->handle;
  pthread_mutex_unlock(&lock);
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
  pthread_mutex_lock(&lock);
  made->next = of->copies;
  of->copies = made;
  pthread_mutex_unlock(&lock);
  return NULL;
}

// ---- One buffer of two clients.

static PJRT_Error *counterpart(const PJRT_Api *api, PJRT_Client *client, PJRT_Device *device,
                               PJRT_Device **found) {
  PJRT_Device_GetDescription_Args description = ARGS(PJRT_Device_GetDescription, .device = device);
  RETURN_IF_ERROR(api->PJRT_Device_GetDescription(&description));
  PJRT_DeviceDescription_Id_Args id =
      ARGS(PJRT_DeviceDescription_Id, .device_description = description.device_description);
  RETURN_IF_ERROR(api->PJRT_DeviceDescription_Id(&id));
  PJRT_Client_LookupDevice_Args lookup = ARGS(PJRT_Client_LookupDevice, .client = client, .id = id.id);
  RETURN_IF_ERROR(api->PJRT_Client_LookupDevice(&lookup));
  *found = lookup.device;
  return NULL;
}

// The memory of the device's counterpart that is of the same kind as the buffer's.
static PJRT_Error *find_memory(const PJRT_Api *api, PJRT_Client *client, PJRT_Buffer *buffer,
                               PJRT_Device **device, PJRT_Memory **memory) {
  PJRT_Buffer_Device_Args own_device = ARGS(PJRT_Buffer_Device, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_Device(&own_device));
  RETURN_IF_ERROR(counterpart(api, client, own_device.device, device));
  PJRT_Buffer_Memory_Args own_memory = ARGS(PJRT_Buffer_Memory, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_Memory(&own_memory));
  PJRT_Memory_Kind_Id_Args wanted = ARGS(PJRT_Memory_Kind_Id, .memory = own_memory.memory);
  RETURN_IF_ERROR(api->PJRT_Memory_Kind_Id(&wanted));
  PJRT_Device_AddressableMemories_Args all = ARGS(PJRT_Device_AddressableMemories, .device = *device);
  RETURN_IF_ERROR(api->PJRT_Device_AddressableMemories(&all));
  *memory = NULL;
  for (size_t index = 0; index < all.num_memories; ++index) {
    PJRT_Memory_Kind_Id_Args kind = ARGS(PJRT_Memory_Kind_Id, .memory = all.memories[index]);
    RETURN_IF_ERROR(api->PJRT_Memory_Kind_Id(&kind));
    if (kind.kind_id == wanted.kind_id) *memory = all.memories[index];
  }
  return NULL;
}

static void destroy_buffer(const PJRT_Api *api, PJRT_Buffer *buffer) {
  if (buffer != NULL) destroy_error(api, api->PJRT_Buffer_Destroy(&ARGS(PJRT_Buffer_Destroy, .buffer = buffer)));
}

// A buffer of `client` over the memory of `buffer`, which is ready. The memory stays for as long as `buffer`,
// or until somebody deletes or donates that.
static PJRT_Error *view(const PJRT_Api *api, PJRT_Client *client, PJRT_Buffer *buffer,
                        void (*on_delete)(void *, void *), void *argument, PJRT_Buffer **made) {
  PJRT_Device *device = NULL;
  PJRT_Memory *memory = NULL;
  RETURN_IF_ERROR(find_memory(api, client, buffer, &device, &memory));
  PJRT_Buffer_Dimensions_Args shape = ARGS(PJRT_Buffer_Dimensions, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_Dimensions(&shape));
  PJRT_Buffer_ElementType_Args type = ARGS(PJRT_Buffer_ElementType, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_ElementType(&type));
  PJRT_Buffer_GetMemoryLayout_Args layout = ARGS(PJRT_Buffer_GetMemoryLayout, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_GetMemoryLayout(&layout));
  PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args memory_at =
      ARGS(PJRT_Buffer_OpaqueDeviceMemoryDataPointer, .buffer = buffer);
  RETURN_IF_ERROR(references_address(api, &memory_at));
  PJRT_Client_CreateViewOfDeviceBuffer_Args args =
      ARGS(PJRT_Client_CreateViewOfDeviceBuffer, .client = client,
           .device_buffer_ptr = memory_at.device_memory_ptr, .dims = shape.dims, .num_dims = shape.num_dims,
           .element_type = type.type, .layout = &layout.layout, .device = device,
           .on_delete_callback = on_delete, .on_delete_callback_arg = argument, .memory = memory);
  RETURN_IF_ERROR(api->PJRT_Client_CreateViewOfDeviceBuffer(&args));
  *made = args.buffer;
  return NULL;
}

// ---- Operands: views on the twin, for the time of the execution.

// There must be a function, whatever pjrt_c_api.h says: XLA:CPU calls it unseen.
static void keep(void *memory, void *argument) { (void)memory, (void)argument; }

static PJRT_Error *lend(const PJRT_Api *api, PJRT_Client *to, PJRT_Buffer *buffer, PJRT_Buffer **made) {
  RETURN_IF_ERROR(references_increase(api, &ARGS(PJRT_Buffer_IncreaseExternalReferenceCount, .buffer = buffer)));
  PJRT_Error *error = view(api, to, buffer, keep, NULL, made);
  if (error != NULL)
    destroy_error(api,
                  references_decrease(api, &ARGS(PJRT_Buffer_DecreaseExternalReferenceCount, .buffer = buffer)));
  return error;
}

// What the execution took for its own, it took from the lender.
static void take_back(const PJRT_Api *api, PJRT_Buffer *buffer, PJRT_Buffer *lent) {
  if (lent == NULL) return;
  PJRT_Buffer_IsDeleted_Args donated = ARGS(PJRT_Buffer_IsDeleted, .buffer = lent);
  destroy_error(api, api->PJRT_Buffer_IsDeleted(&donated));
  destroy_buffer(api, lent);
  destroy_error(api, references_decrease(api, &ARGS(PJRT_Buffer_DecreaseExternalReferenceCount, .buffer = buffer)));
  if (donated.is_deleted)
    destroy_error(api, references_delete(api, &ARGS(PJRT_Buffer_Delete, .buffer = buffer)));
}

// ---- Results: views on the client, which keep what they view.

typedef struct {
  const PJRT_Api *api;
  PJRT_Buffer *buffer;
} kept;

static void let_go(void *memory, void *argument) {
  (void)memory;
  kept *this = argument;
  destroy_buffer(this->api, this->buffer);
  free(this);
}

// Takes `buffer` over, whatever comes of it.
static PJRT_Error *hand_out(const PJRT_Api *api, PJRT_Client *to, PJRT_Buffer *buffer, PJRT_Buffer **made) {
  kept *keeper = malloc(sizeof *keeper);
  if (keeper == NULL) abort();  // a result cannot be dropped, and there is no error to be had
  *keeper = (kept){.api = api, .buffer = buffer};
  PJRT_Error *error = view(api, to, buffer, let_go, keeper, made);
  if (error != NULL) let_go(NULL, keeper);
  return error;
}

// ---- Execution.

// Everything that one execution needs, for each device and operand, or result.
typedef struct {
  size_t devices;
  size_t operands;
  size_t results;
  PJRT_Buffer **lent;
  PJRT_Buffer **returned;
  PJRT_Buffer ***lent_lists;
  PJRT_Buffer ***returned_lists;
  PJRT_Event **complete;
} frame;

static bool make_frame(frame *this) {
  const size_t buffers = this->devices * (this->operands + this->results);
  void **block = calloc(buffers + 3 * this->devices + 1, sizeof(void *));
  if (block == NULL) return false;
  this->lent = (PJRT_Buffer **)block;
  this->returned = this->lent + this->devices * this->operands;
  this->lent_lists = (PJRT_Buffer ***)(block + buffers);
  this->returned_lists = (PJRT_Buffer ***)(block + buffers + this->devices);
  this->complete = (PJRT_Event **)(block + buffers + 2 * this->devices);
  for (size_t device = 0; device < this->devices; ++device) {
    this->lent_lists[device] = this->lent + device * this->operands;
    this->returned_lists[device] = this->returned + device * this->results;
  }
  return true;
}

static PJRT_Error *run(const PJRT_Api *api, const twin *on, PJRT_LoadedExecutable *copy_there,
                       const PJRT_LoadedExecutable_Execute_Args *args, frame *this) {
  for (size_t device = 0; device < this->devices; ++device)
    for (size_t index = 0; index < this->operands; ++index)
      RETURN_IF_ERROR(lend(api, on->handle, args->argument_lists[device][index],
                           &this->lent[device * this->operands + index]));
  PJRT_LoadedExecutable_Execute_Args there =
      ARGS(PJRT_LoadedExecutable_Execute, .executable = copy_there, .options = args->options,
           .argument_lists = (PJRT_Buffer *const *const *)this->lent_lists, .num_devices = this->devices, .num_args = this->operands,
           .output_lists = this->returned_lists, .device_complete_events = this->complete);
  if (args->execute_device != NULL)
    RETURN_IF_ERROR(counterpart(api, on->handle, args->execute_device, &there.execute_device));
  RETURN_IF_ERROR(api->PJRT_LoadedExecutable_Execute(&there));
  PJRT_Error *first = NULL;
  for (size_t device = 0; device < this->devices; ++device) {
    PJRT_Error *error =
        api->PJRT_Event_Await(&ARGS(PJRT_Event_Await, .event = this->complete[device]));
    if (first == NULL)
      first = error;
    else
      destroy_error(api, error);
  }
  return first;
}

static PJRT_Error *give_results(const PJRT_Api *api, PJRT_Client *to,
                                const PJRT_LoadedExecutable_Execute_Args *args, frame *this) {
  for (size_t device = 0; device < this->devices; ++device)
    for (size_t index = 0; index < this->results; ++index) {
      PJRT_Buffer **returned = &this->returned_lists[device][index];
      PJRT_Buffer *buffer = *returned;
      *returned = NULL;
      RETURN_IF_ERROR(hand_out(api, to, buffer, &args->output_lists[device][index]));
    }
  for (size_t device = 0; args->device_complete_events != NULL && device < this->devices; ++device) {
    args->device_complete_events[device] = this->complete[device];
    this->complete[device] = NULL;
  }
  return NULL;
}

static void clean_up(const PJRT_Api *api, const PJRT_LoadedExecutable_Execute_Args *args, frame *this) {
  for (size_t device = 0; device < this->devices; ++device) {
    for (size_t index = 0; index < this->operands; ++index)
      take_back(api, args->argument_lists[device][index], this->lent_lists[device][index]);
    for (size_t index = 0; index < this->results; ++index)
      destroy_buffer(api, this->returned_lists[device][index]);
    if (this->complete[device] != NULL)
      destroy_error(api,
                    api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = this->complete[device])));
  }
  free(this->lent);
}

static PJRT_Error *execute_on_twin(const PJRT_Api *api, program *this, PJRT_Client *of, const twin *on,
                                   const PJRT_LoadedExecutable_Execute_Args *args) {
  PJRT_LoadedExecutable *copy_there = NULL;
  RETURN_IF_ERROR(count_results(api, this));
  RETURN_IF_ERROR(find_copy(api, this, on, &copy_there));
  frame made = {.devices = args->num_devices, .operands = args->num_args, .results = this->results};
  if (copy_there == NULL || !make_frame(&made)) abort();  // out of memory, and there is no error to be had
  PJRT_Error *error = run(api, on, copy_there, args, &made);
  if (error == NULL) error = give_results(api, of, args, &made);
  clean_up(api, args, &made);
  return error;
}

// The program must be in the tables.
static PJRT_Error *execute_aside(const PJRT_Api *api, program *this, PJRT_LoadedExecutable_Execute_Args *args) {
  client *of = this->client;
  twin *on = NULL;
  RETURN_IF_ERROR(take_twin(api, of, &on));
  if (on == NULL) return api->PJRT_LoadedExecutable_Execute(args);
  PJRT_Error *error = execute_on_twin(api, this, of->handle, on, args);
  give_back(of, on);
  return error;
}

// ---- Programs in line, as long as one of them may wait for a callback.

typedef struct flight {
  const PJRT_Api *api;
  const client *client;
  bool calls_back;
  pthread_t thread;  // that started it
  size_t devices;    // that are still at it
  size_t result_count;
  PJRT_Buffer **results;  // on all devices; only to be recognized
  struct flight *next;
} flight;

static flight *flights;

// The lock is held.
static bool others_call_back(const client *of) {
  for (const flight *each = flights; each != NULL; each = each->next)
    if (each->client == of && each->calls_back && !pthread_equal(each->thread, pthread_self())) return true;
  return false;
}

// The lock is held. NULL: no need to, or out of memory; it is then not known to others.
static flight *take_off(const PJRT_Api *api, const program *of, size_t devices) {
  if (!of->calls_back && flights == NULL) return NULL;
  flight *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  *made = (flight){.api = api,
                   .client = of->client,
                   .calls_back = of->calls_back,
                   .thread = pthread_self(),
                   .devices = devices,
                   .next = flights};
  flights = made;
  return made;
}

// One device is through with it.
static void land(PJRT_Error *error, void *argument) {
  flight *this = argument;
  destroy_error(this->api, error);
  pthread_mutex_lock(&lock);
  const bool last = --this->devices == 0;
  if (last) {
    flight **place = &flights;
    while (*place != this) place = &(*place)->next;
    *place = this->next;
  }
  pthread_mutex_unlock(&lock);
  if (!last) return;
  free(this->results);
  free(this);
}

static void note_results(flight *this, const PJRT_LoadedExecutable_Execute_Args *args, size_t count) {
  PJRT_Buffer **all = calloc(args->num_devices * count + 1, sizeof(PJRT_Buffer *));
  if (all == NULL) return;
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < count; ++index)
      all[device * count + index] = args->output_lists[device][index];
  pthread_mutex_lock(&lock);
  this->results = all;
  this->result_count = args->num_devices * count;
  pthread_mutex_unlock(&lock);
}

static PJRT_Error *execute_in_line(const PJRT_Api *api, program *of, PJRT_LoadedExecutable_Execute_Args *args,
                                   flight *this) {
  PJRT_Event **events = args->device_complete_events;
  PJRT_Event **own = events == NULL ? calloc(args->num_devices, sizeof *own) : NULL;
  if (events == NULL) args->device_complete_events = own;
  PJRT_Error *error = count_results(api, of);
  if (error == NULL) error = donation_execute(api, args, of->calls_back);
  if (error == NULL) note_results(this, args, of->results);
  PJRT_Event **complete = args->device_complete_events;
  args->device_complete_events = events;
  for (size_t device = 0; device < args->num_devices; ++device) {
    PJRT_Event_OnReady_Args on_ready = {
        .struct_size = PJRT_Event_OnReady_Args_STRUCT_SIZE, .callback = land, .user_arg = this};
    if (error == NULL && complete != NULL) on_ready.event = complete[device];
    PJRT_Error *refusal = on_ready.event == NULL ? NULL : api->PJRT_Event_OnReady(&on_ready);
    if (on_ready.event == NULL || refusal != NULL) land(refusal, this);
    if (own != NULL && on_ready.event != NULL)
      destroy_error(api, api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = own[device])));
  }
  free(own);
  return error;
}

static bool comes_from_line(const PJRT_Buffer *buffer) {
  bool found = false;
  pthread_mutex_lock(&lock);
  for (const flight *each = flights; each != NULL && !found; each = each->next)
    for (size_t index = 0; index < each->result_count && !found; ++index)
      found = each->results[index] == buffer;
  pthread_mutex_unlock(&lock);
  return found;
}

// Whether all operands are there, or will be whatever callbacks do. One that is not is the result of a program in
// line; this one may as well stand behind it, for it would have to wait in any case, and its thread need not.
static bool operands_come(const PJRT_LoadedExecutable_Execute_Args *args) {
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < args->num_args; ++index)
      if (comes_from_line(args->argument_lists[device][index])) return false;
  return true;
}

static PJRT_Error *start(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args) {
  if (!any_calls_back) return donation_execute(api, args, false);
  pthread_mutex_lock(&lock);
  program *known = *find_program(args->executable);
  if (known != NULL && known->client == NULL) known = NULL;
  const bool from_callback = known != NULL && depth != 0;
  const bool from_beside = known != NULL && depth == 0 && others_call_back(known->client);
  const bool calls_back = known == NULL || known->calls_back;
  flight *made = NULL;
  if (known != NULL && !from_callback && !from_beside) made = take_off(api, known, args->num_devices);
  pthread_mutex_unlock(&lock);
  if (from_callback || (from_beside && operands_come(args))) return execute_aside(api, known, args);
  if (from_beside) {
    pthread_mutex_lock(&lock);
    made = take_off(api, known, args->num_devices);
    pthread_mutex_unlock(&lock);
  }
  return made == NULL ? donation_execute(api, args, calls_back) : execute_in_line(api, known, args, made);
}

PJRT_Error *aside_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args) {
  if (!await_all || args->num_devices != 1) return start(api, args);
  PJRT_Event **events = args->device_complete_events;
  PJRT_Event *complete = NULL;
  if (events == NULL) args->device_complete_events = &complete;
  PJRT_Error *error = start(api, args);
  if (error == NULL)
    destroy_error(api, api->PJRT_Event_Await(&ARGS(PJRT_Event_Await, .event = args->device_complete_events[0])));
  if (complete != NULL)
    destroy_error(api, api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = complete)));
  args->device_complete_events = events;
  return error;
}
