#include "shadow_client.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "api.h"
#include "donation.h"
#include "pjrt_calls.h"
#include "shadow_buffers.h"
#include "shadow_tables.h"

// initial-exec: fits into the loader's static TLS reserve; other models would need another library.
static _Thread_local int depth __attribute__((tls_model("initial-exec")));

void shadow_client_enter_callback(void) {
  ++depth;
  donation_calling_back();
}
void shadow_client_leave_callback(void) { --depth; }

static atomic_bool await_all;

void shadow_client_await_programs(bool wait) { await_all = wait; }

// X(function): functions needed in addition to those that every plugin has.
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

bool shadow_client_possible(const PJRT_Api *api) {
#define MISSING(function) \
  if (!API_HAS(api, function) || api->function == NULL) return false;
  NEEDED(MISSING)
#undef MISSING
  return true;
}

// The buffers of an execution on a shadow client, by device and operand or result.
typedef struct {
  size_t devices;
  size_t operands;
  size_t results;
  PJRT_Buffer **lent;
  PJRT_Buffer **returned;
  PJRT_Buffer ***lent_lists;
  PJRT_Buffer ***returned_lists;
  PJRT_Event **complete;
} execution;

static bool allocate_execution(execution *run) {
  const size_t buffers = run->devices * (run->operands + run->results);
  void **block = calloc(buffers + 3 * run->devices + 1, sizeof(void *));
  if (block == NULL) return false;
  run->lent = (PJRT_Buffer **)block;
  run->returned = run->lent + run->devices * run->operands;
  run->lent_lists = (PJRT_Buffer ***)(block + buffers);
  run->returned_lists = (PJRT_Buffer ***)(block + buffers + run->devices);
  run->complete = (PJRT_Event **)(block + buffers + 2 * run->devices);
  for (size_t device = 0; device < run->devices; ++device) {
    run->lent_lists[device] = run->lent + device * run->operands;
    run->returned_lists[device] = run->returned + device * run->results;
  }
  return true;
}

static PJRT_Error *run_copy(const PJRT_Api *api, const shadow *on, PJRT_LoadedExecutable *loaded_copy,
                       const PJRT_LoadedExecutable_Execute_Args *args, execution *run) {
  for (size_t device = 0; device < run->devices; ++device)
    for (size_t index = 0; index < run->operands; ++index)
      RETURN_IF_ERROR(lend_operand(api, on->handle, args->argument_lists[device][index],
                           &run->lent[device * run->operands + index]));
  PJRT_LoadedExecutable_Execute_Args there =
      ARGS(PJRT_LoadedExecutable_Execute, .executable = loaded_copy, .options = args->options,
           .argument_lists = (PJRT_Buffer *const *const *)run->lent_lists, .num_devices = run->devices, .num_args = run->operands,
           .output_lists = run->returned_lists, .device_complete_events = run->complete);
  if (args->execute_device != NULL)
    RETURN_IF_ERROR(counterpart(api, on->handle, args->execute_device, &there.execute_device));
  RETURN_IF_ERROR(api->PJRT_LoadedExecutable_Execute(&there));
  PJRT_Error *first = NULL;
  for (size_t device = 0; device < run->devices; ++device) {
    PJRT_Error *error =
        api->PJRT_Event_Await(&ARGS(PJRT_Event_Await, .event = run->complete[device]));
    if (first == NULL)
      first = error;
    else
      destroy_error(api, error);
  }
  return first;
}

static PJRT_Error *hand_out_results(const PJRT_Api *api, PJRT_Client *to,
                                const PJRT_LoadedExecutable_Execute_Args *args, execution *run) {
  for (size_t device = 0; device < run->devices; ++device)
    for (size_t index = 0; index < run->results; ++index) {
      PJRT_Buffer **returned = &run->returned_lists[device][index];
      PJRT_Buffer *buffer = *returned;
      *returned = NULL;
      RETURN_IF_ERROR(hand_out_result(api, to, buffer, &args->output_lists[device][index]));
    }
  for (size_t device = 0; args->device_complete_events != NULL && device < run->devices; ++device) {
    args->device_complete_events[device] = run->complete[device];
    run->complete[device] = NULL;
  }
  return NULL;
}

static void release_execution(const PJRT_Api *api, const PJRT_LoadedExecutable_Execute_Args *args, execution *run) {
  for (size_t device = 0; device < run->devices; ++device) {
    for (size_t index = 0; index < run->operands; ++index)
      return_operand(api, args->argument_lists[device][index], run->lent_lists[device][index]);
    for (size_t index = 0; index < run->results; ++index)
      destroy_buffer(api, run->returned_lists[device][index]);
    if (run->complete[device] != NULL)
      destroy_error(api,
                    api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = run->complete[device])));
  }
  free(run->lent);
}

static PJRT_Error *execute_copy(const PJRT_Api *api, program *known, PJRT_Client *of, const shadow *on,
                                   const PJRT_LoadedExecutable_Execute_Args *args) {
  PJRT_LoadedExecutable *loaded_copy = NULL;
  RETURN_IF_ERROR(count_results(api, known));
  RETURN_IF_ERROR(find_copy(api, known, on, &loaded_copy));
  execution run = {.devices = args->num_devices, .operands = args->num_args, .results = known->results};
  if (loaded_copy == NULL || !allocate_execution(&run)) abort();  // out of memory, and no error can be returned
  PJRT_Error *error = run_copy(api, on, loaded_copy, args, &run);
  if (error == NULL) error = hand_out_results(api, of, args, &run);
  release_execution(api, args, &run);
  return error;
}

// The caller ensures that the program and its client are in the tables.
static PJRT_Error *execute_on_shadow(const PJRT_Api *api, program *known, PJRT_LoadedExecutable_Execute_Args *args) {
  client *of = known->client;
  shadow *on = NULL;
  RETURN_IF_ERROR(acquire_shadow(api, of, &on));
  if (on == NULL) return api->PJRT_LoadedExecutable_Execute(args);
  PJRT_Error *error = execute_copy(api, known, of->handle, on, args);
  release_shadow(of, on);
  return error;
}

// ---- Programs in flight, recorded while any of them may wait for a callback.

typedef struct in_flight {
  const PJRT_Api *api;
  const client *client;
  bool calls_back;
  pthread_t thread;  // the thread that started it
  size_t devices;    // devices that have not finished it
  size_t result_count;
  PJRT_Buffer **results;  // of all devices; only their addresses are used
  struct in_flight *next;
} in_flight;

static in_flight *in_flight_programs;

// The caller holds the lock.
static bool another_thread_calls_back(const client *of) {
  for (const in_flight *each = in_flight_programs; each != NULL; each = each->next)
    if (each->client == of && each->calls_back && !pthread_equal(each->thread, pthread_self())) return true;
  return false;
}

// NULL: no program in flight calls back, or out of memory; then the program is not recorded. The caller holds the
// lock.
static in_flight *add_in_flight(const PJRT_Api *api, const program *of, size_t devices) {
  if (!of->calls_back && in_flight_programs == NULL) return NULL;
  in_flight *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  *made = (in_flight){.api = api,
                   .client = of->client,
                   .calls_back = of->calls_back,
                   .thread = pthread_self(),
                   .devices = devices,
                   .next = in_flight_programs};
  in_flight_programs = made;
  return made;
}

// One device has finished the program.
static void device_done(PJRT_Error *error, void *argument) {
  in_flight *entry = argument;
  destroy_error(entry->api, error);
  pthread_mutex_lock(&shadow_lock);
  const bool last = --entry->devices == 0;
  if (last) {
    in_flight **place = &in_flight_programs;
    while (*place != entry) place = &(*place)->next;
    *place = entry->next;
  }
  pthread_mutex_unlock(&shadow_lock);
  if (!last) return;
  free(entry->results);
  free(entry);
}

static void record_results(in_flight *entry, const PJRT_LoadedExecutable_Execute_Args *args, size_t count) {
  PJRT_Buffer **all = calloc(args->num_devices * count + 1, sizeof(PJRT_Buffer *));
  if (all == NULL) return;
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < count; ++index)
      all[device * count + index] = args->output_lists[device][index];
  pthread_mutex_lock(&shadow_lock);
  entry->results = all;
  entry->result_count = args->num_devices * count;
  pthread_mutex_unlock(&shadow_lock);
}

static PJRT_Error *execute_in_order(const PJRT_Api *api, program *of, PJRT_LoadedExecutable_Execute_Args *args,
                                   in_flight *entry) {
  PJRT_Event **events = args->device_complete_events;
  PJRT_Event **own = events == NULL ? calloc(args->num_devices, sizeof *own) : NULL;
  if (events == NULL) args->device_complete_events = own;
  PJRT_Error *error = count_results(api, of);
  if (error == NULL) error = donation_execute(api, args, of->calls_back);
  if (error == NULL) record_results(entry, args, of->results);
  PJRT_Event **complete = args->device_complete_events;
  args->device_complete_events = events;
  for (size_t device = 0; device < args->num_devices; ++device) {
    PJRT_Event_OnReady_Args on_ready = {
        .struct_size = PJRT_Event_OnReady_Args_STRUCT_SIZE, .callback = device_done, .user_arg = entry};
    if (error == NULL && complete != NULL) on_ready.event = complete[device];
    PJRT_Error *refusal = on_ready.event == NULL ? NULL : api->PJRT_Event_OnReady(&on_ready);
    if (on_ready.event == NULL || refusal != NULL) device_done(refusal, entry);
    if (own != NULL && on_ready.event != NULL)
      destroy_error(api, api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = own[device])));
  }
  free(own);
  return error;
}

static bool is_pending_result(const PJRT_Buffer *buffer) {
  bool found = false;
  pthread_mutex_lock(&shadow_lock);
  for (const in_flight *each = in_flight_programs; each != NULL && !found; each = each->next)
    for (size_t index = 0; index < each->result_count && !found; ++index)
      found = each->results[index] == buffer;
  pthread_mutex_unlock(&shadow_lock);
  return found;
}

// Whether no operand depends on a program that may wait for a callback. An operand that does is the result of a
// program in flight. A program with such an operand is enqueued normally: it has to wait anyway, and its thread
// need not.
static bool operands_are_available(const PJRT_LoadedExecutable_Execute_Args *args) {
  for (size_t device = 0; device < args->num_devices; ++device)
    for (size_t index = 0; index < args->num_args; ++index)
      if (is_pending_result(args->argument_lists[device][index])) return false;
  return true;
}

static PJRT_Error *dispatch(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args) {
  if (!any_calls_back) return donation_execute(api, args, false);
  pthread_mutex_lock(&shadow_lock);
  program *known = known_program(args->executable);
  if (known != NULL && known->client == NULL) known = NULL;
  const bool from_callback = known != NULL && depth != 0;
  const bool beside_callback = known != NULL && depth == 0 && another_thread_calls_back(known->client);
  const bool calls_back = known == NULL || known->calls_back;
  in_flight *made = NULL;
  if (known != NULL && !from_callback && !beside_callback) made = add_in_flight(api, known, args->num_devices);
  pthread_mutex_unlock(&shadow_lock);
  if (from_callback || (beside_callback && operands_are_available(args))) return execute_on_shadow(api, known, args);
  if (beside_callback) {
    pthread_mutex_lock(&shadow_lock);
    made = add_in_flight(api, known, args->num_devices);
    pthread_mutex_unlock(&shadow_lock);
  }
  return made == NULL ? donation_execute(api, args, calls_back) : execute_in_order(api, known, args, made);
}

PJRT_Error *shadow_client_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args) {
  if (!await_all || args->num_devices != 1) return dispatch(api, args);
  PJRT_Event **events = args->device_complete_events;
  PJRT_Event *complete = NULL;
  if (events == NULL) args->device_complete_events = &complete;
  PJRT_Error *error = dispatch(api, args);
  if (error == NULL)
    destroy_error(api, api->PJRT_Event_Await(&ARGS(PJRT_Event_Await, .event = args->device_complete_events[0])));
  if (complete != NULL)
    destroy_error(api, api->PJRT_Event_Destroy(&ARGS(PJRT_Event_Destroy, .event = complete)));
  args->device_complete_events = events;
  return error;
}
