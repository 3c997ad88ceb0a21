// The floor of jaxlib-pjrt's benchmark: the library's own functions, called directly from C. This is the library's own
// cost of a call, below which no client can be.
//
// Each function does `calls` calls and returns the CPU seconds of this thread, or a negative number if the library
// returned an error.

#define _POSIX_C_SOURCE 199309L

#include <string.h>
#include <time.h>

#include "pjrt_c_api.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int destroy(const PJRT_Api *api, PJRT_Buffer *buffer) {
  PJRT_Buffer_Destroy_Args args = {.struct_size = PJRT_Buffer_Destroy_Args_STRUCT_SIZE, .buffer = buffer};
  return api->PJRT_Buffer_Destroy(&args) != NULL;
}

static int finish(const PJRT_Api *api, PJRT_Event *event) {
  PJRT_Event_Await_Args await = {.struct_size = PJRT_Event_Await_Args_STRUCT_SIZE, .event = event};
  PJRT_Event_Destroy_Args args = {.struct_size = PJRT_Event_Destroy_Args_STRUCT_SIZE, .event = event};
  int failed = api->PJRT_Event_Await(&await) != NULL;
  return failed | (api->PJRT_Event_Destroy(&args) != NULL);
}

static int execute(const PJRT_Api *api, PJRT_LoadedExecutable *executable, PJRT_Buffer **buffers, size_t count,
                   PJRT_Buffer **result) {
  PJRT_Buffer *const *arguments = buffers;
  PJRT_ExecuteOptions options = {.struct_size = PJRT_ExecuteOptions_STRUCT_SIZE};
  PJRT_LoadedExecutable_Execute_Args args = {.struct_size = PJRT_LoadedExecutable_Execute_Args_STRUCT_SIZE,
                                             .executable = executable,
                                             .options = &options,
                                             .argument_lists = &arguments,
                                             .num_devices = 1,
                                             .num_args = count,
                                             .output_lists = &result};
  return api->PJRT_LoadedExecutable_Execute(&args) != NULL;
}

// A program of `count` buffers with one output, which is dropped.
double floor_buffers(const PJRT_Api *api, PJRT_LoadedExecutable *executable, PJRT_Buffer **buffers, size_t count,
                     long calls) {
  double started = now();
  for (long i = 0; i < calls; ++i) {
    PJRT_Buffer *result = NULL;
    if (execute(api, executable, buffers, count, &result) || destroy(api, result)) return -1;
  }
  return now() - started;
}

// The same, with arguments that are copied from `arrays` of `size` floats, and the output read back to `out`.
double floor_arrays(const PJRT_Api *api, PJRT_LoadedExecutable *executable, PJRT_Client *client, PJRT_Device *device,
                    float *const *arrays, size_t count, int64_t size, PJRT_Buffer **buffers, float *out, long calls) {
  double started = now();
  for (long i = 0; i < calls; ++i) {
    for (size_t k = 0; k < count; ++k) {
      PJRT_Client_BufferFromHostBuffer_Args put = {
          .struct_size = PJRT_Client_BufferFromHostBuffer_Args_STRUCT_SIZE,
          .client = client,
          .data = arrays[k],
          .type = PJRT_Buffer_Type_F32,
          .dims = &size,
          .num_dims = 1,
          .host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall,
          .device = device};
      if (api->PJRT_Client_BufferFromHostBuffer(&put) || finish(api, put.done_with_host_buffer)) return -1;
      buffers[k] = put.buffer;
    }
    PJRT_Buffer *result = NULL;
    if (execute(api, executable, buffers, count, &result)) return -1;
    PJRT_Buffer_ReadyEvent_Args ready = {.struct_size = PJRT_Buffer_ReadyEvent_Args_STRUCT_SIZE, .buffer = result};
    if (api->PJRT_Buffer_ReadyEvent(&ready) || finish(api, ready.event)) return -1;
    PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args at = {
        .struct_size = PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args_STRUCT_SIZE, .buffer = result};
    if (api->PJRT_Buffer_OpaqueDeviceMemoryDataPointer(&at)) return -1;
    memcpy(out, at.device_memory_ptr, (size_t)size * sizeof *out);
    if (destroy(api, result)) return -1;
    for (size_t k = 0; k < count; ++k) {
      if (destroy(api, buffers[k])) return -1;
    }
  }
  return now() - started;
}
