// A PJRT library for host callbacks by send and receive, as a TPU's: it forwards to another one, SHIM_LIBRARY, and
// calls its platform "tpu".
//
// A program that has such transfers is replaced by the one in the file SHIM_PROGRAM, which needs as many arguments and
// results. An execution calls the callbacks on threads of its own, on each device and SHIM_TIMES times: it sends
// argument number i on the send channel number i (zeros where there is none), and what it receives on the receive
// channel number i becomes result number i; arguments and results of no bytes (jax's tokens) are not counted.
// Receiving starts before anything is sent. SHIM_SENT says how an argument is sent: in two "pieces",
// "short" of its second half, or "padded" with as many zeros.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt_c_api.h"

enum { MOST = 16 };

static const PJRT_Api *real;
static PJRT_Api table;

static void must(PJRT_Error *error) {
  if (error) abort();
}

static PJRT_Error *platform_name(PJRT_Client_PlatformName_Args *args) {
  args->platform_name = "tpu";
  args->platform_name_size = 3;
  return NULL;
}

// ---- Programs

static PJRT_Client *client;

static bool has_transfers(const PJRT_Program *program) {
  static const char mark[] = "pjrt_rendezvous";
  for (size_t i = 0; i + sizeof mark - 1 <= program->code_size; ++i) {
    if (memcmp(program->code + i, mark, sizeof mark - 1) == 0) return true;
  }
  return false;
}

static PJRT_Error *compile(PJRT_Client_Compile_Args *args) {
  static char text[4096], format[] = "mlir";
  client = args->client;
  if (!has_transfers(args->program)) return real->PJRT_Client_Compile(args);
  FILE *file = fopen(getenv("SHIM_PROGRAM"), "rb");
  if (!file) abort();
  PJRT_Program program = *args->program;
  program.code = text;
  program.code_size = fread(text, 1, sizeof text, file);
  program.format = format;
  program.format_size = sizeof format - 1;
  fclose(file);
  PJRT_Client_Compile_Args other = *args;
  other.program = &program;
  PJRT_Error *error = real->PJRT_Client_Compile(&other);
  args->executable = other.executable;
  return error;
}

// A callback gets a function that creates an error: a call of the real library that fails with the message in it.
static PJRT_Error *failed_call(PJRT_Error_Code code, const char *message, size_t size) {
  static char nothing[] = "";
  fprintf(stderr, "shim: error %d\n", (int)code);
  PJRT_Program program = {
      .struct_size = PJRT_Program_STRUCT_SIZE, .code = nothing, .format = message, .format_size = size};
  PJRT_Client_Compile_Args args = {
      .struct_size = PJRT_Client_Compile_Args_STRUCT_SIZE, .client = client, .program = &program};
  return real->PJRT_Client_Compile(&args);
}
static PJRT_CallbackError callback_error = failed_call;

// ---- Streams to a device

struct PJRT_CopyToDeviceStream {
  char *data;
  size_t size, added;
  PJRT_Buffer *ready;
  bool destroyed;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stream_destroyed = PTHREAD_COND_INITIALIZER;

static PJRT_Error *destroy_stream(PJRT_CopyToDeviceStream_Destroy_Args *args) {
  pthread_mutex_lock(&lock);
  args->stream->destroyed = true;
  pthread_cond_broadcast(&stream_destroyed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static PJRT_Error *add_chunk(PJRT_CopyToDeviceStream_AddChunk_Args *args) {
  PJRT_CopyToDeviceStream *stream = args->stream;
  if (args->chunk->size > stream->size - stream->added) abort();
  memcpy(stream->data + stream->added, args->chunk->data, args->chunk->size);
  stream->added += args->chunk->size;
  args->chunk->deleter(args->chunk->data, args->chunk->deleter_arg);
  PJRT_Buffer_ReadyEvent_Args ready = {.struct_size = PJRT_Buffer_ReadyEvent_Args_STRUCT_SIZE,
                                       .buffer = stream->ready};
  must(real->PJRT_Buffer_ReadyEvent(&ready));
  args->transfer_complete = ready.event;
  return NULL;
}

static PJRT_Error *total_bytes(PJRT_CopyToDeviceStream_TotalBytes_Args *args) {
  args->total_bytes = (int64_t)args->stream->size;
  return NULL;
}

static PJRT_Error *current_bytes(PJRT_CopyToDeviceStream_CurrentBytes_Args *args) {
  args->current_bytes = (int64_t)args->stream->added;
  return NULL;
}

static PJRT_Error *granule_size(PJRT_CopyToDeviceStream_GranuleSize_Args *args) {
  args->granule_size_in_bytes = 1;
  return NULL;
}

// ---- Executions

typedef struct {
  PJRT_SendCallbackInfo *sends;
  PJRT_RecvCallbackInfo *receives;
  size_t send_count, receive_count;
  PJRT_Buffer *arguments[MOST], **results[MOST], *any;
  size_t argument_count, result_count;
  char *received[MOST];
  size_t sizes[MOST];
  PJRT_Error *error;
} device_run;

static void await(PJRT_Event *event) {
  PJRT_Event_Await_Args wait = {.struct_size = PJRT_Event_Await_Args_STRUCT_SIZE, .event = event};
  must(real->PJRT_Event_Await(&wait));
  PJRT_Event_Destroy_Args destroy = {.struct_size = PJRT_Event_Destroy_Args_STRUCT_SIZE, .event = event};
  must(real->PJRT_Event_Destroy(&destroy));
}

static size_t size_of(PJRT_Buffer *buffer) {
  PJRT_Buffer_ToHostBuffer_Args args = {.struct_size = PJRT_Buffer_ToHostBuffer_Args_STRUCT_SIZE, .src = buffer};
  must(real->PJRT_Buffer_ToHostBuffer(&args));
  return args.dst_size;
}

static void read_content(PJRT_Buffer *buffer, char *content, size_t size) {
  PJRT_Buffer_ToHostBuffer_Args args = {.struct_size = PJRT_Buffer_ToHostBuffer_Args_STRUCT_SIZE, .src = buffer,
                                        .dst = content, .dst_size = size};
  must(real->PJRT_Buffer_ToHostBuffer(&args));
  await(args.event);
}

static void delete_chunk(void *data, void *unused) {
  (void)unused;
  free(data);
}

static PJRT_Error *send_piece(const PJRT_SendCallbackInfo *info, const char *data, size_t size, size_t total, bool done) {
  PJRT_Chunk chunk = {.data = malloc(size + 1), .size = size, .deleter = delete_chunk};
  memcpy(chunk.data, data, size);
  return info->send_callback(&chunk, &callback_error, total, done, info->user_arg);
}

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value ? value : otherwise;
}

static void *send_all(void *argument) {
  device_run *run = argument;
  const char *sent = setting("SHIM_SENT", "whole");
  for (int time = atoi(setting("SHIM_TIMES", "1")); time > 0; --time) {
    for (size_t i = 0; i < run->send_count; ++i) {
      const size_t size = i < run->argument_count ? size_of(run->arguments[i]) : sizeof(float);
      const size_t end = !strcmp(sent, "short") ? size / 2 : !strcmp(sent, "padded") ? 2 * size : size;
      char *data = calloc(2, size);
      if (i < run->argument_count) read_content(run->arguments[i], data, size);
      const size_t first = !strcmp(sent, "pieces") ? size / 2 : 0;
      PJRT_Error *error = first ? send_piece(&run->sends[i], data, first, size, false) : NULL;
      if (!error) error = send_piece(&run->sends[i], data + first, end - first, end, true);
      if (error && !run->error) run->error = error;
      free(data);
    }
  }
  return NULL;
}

static void *receive_all(void *argument) {
  device_run *run = argument;
  for (int time = atoi(setting("SHIM_TIMES", "1")); time > 0; --time) {
    for (size_t i = 0; i < run->receive_count; ++i) {
      PJRT_CopyToDeviceStream stream = {.data = run->received[i], .size = run->sizes[i], .ready = run->any};
      run->receives[i].recv_callback(&stream, run->receives[i].user_arg);
      pthread_mutex_lock(&lock);
      while (!stream.destroyed) pthread_cond_wait(&stream_destroyed, &lock);
      pthread_mutex_unlock(&lock);
    }
  }
  return NULL;
}

// A new buffer like `old`, with other content.
static PJRT_Buffer *remade(PJRT_Buffer *old, const char *data) {
  PJRT_Buffer_ElementType_Args type = {.struct_size = PJRT_Buffer_ElementType_Args_STRUCT_SIZE, .buffer = old};
  PJRT_Buffer_Dimensions_Args shape = {.struct_size = PJRT_Buffer_Dimensions_Args_STRUCT_SIZE, .buffer = old};
  PJRT_Buffer_Device_Args device = {.struct_size = PJRT_Buffer_Device_Args_STRUCT_SIZE, .buffer = old};
  must(real->PJRT_Buffer_ElementType(&type));
  must(real->PJRT_Buffer_Dimensions(&shape));
  must(real->PJRT_Buffer_Device(&device));
  PJRT_Client_BufferFromHostBuffer_Args made = {
      .struct_size = PJRT_Client_BufferFromHostBuffer_Args_STRUCT_SIZE, .client = client, .data = data,
      .type = type.type, .dims = shape.dims, .num_dims = shape.num_dims, .device = device.device,
      .host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall};
  must(real->PJRT_Client_BufferFromHostBuffer(&made));
  await(made.done_with_host_buffer);
  PJRT_Buffer_Destroy_Args destroy = {.struct_size = PJRT_Buffer_Destroy_Args_STRUCT_SIZE, .buffer = old};
  must(real->PJRT_Buffer_Destroy(&destroy));
  return made.buffer;
}

static int by_channel(const void *one, const void *two) {
  // The channel is the first member of both kinds of callback.
  const int64_t a = *(const int64_t *)one, b = *(const int64_t *)two;
  return (a > b) - (a < b);
}

static PJRT_Error *execute(PJRT_LoadedExecutable_Execute_Args *args) {
  const PJRT_ExecuteOptions *asked = args->options;
  const size_t sends = asked->num_send_ops, receives = asked->num_recv_ops;
  if (!sends && !receives) return real->PJRT_LoadedExecutable_Execute(args);
  if (sends > MOST || receives > MOST || args->num_devices > MOST || args->num_args > MOST) abort();
  PJRT_LoadedExecutable_GetExecutable_Args get = {.struct_size = PJRT_LoadedExecutable_GetExecutable_Args_STRUCT_SIZE,
                                                  .loaded_executable = args->executable};
  must(real->PJRT_LoadedExecutable_GetExecutable(&get));
  PJRT_Executable_NumOutputs_Args outputs = {.struct_size = PJRT_Executable_NumOutputs_Args_STRUCT_SIZE,
                                             .executable = get.executable};
  must(real->PJRT_Executable_NumOutputs(&outputs));
  // The lists are the caller's only during the call; the real library, which knows no transfers, gets none.
  device_run runs[MOST] = {0};
  for (size_t d = 0; d < args->num_devices; ++d) {
    runs[d].sends = malloc((sends + 1) * sizeof *runs[d].sends);
    runs[d].receives = malloc((receives + 1) * sizeof *runs[d].receives);
    if (sends) memcpy(runs[d].sends, asked->send_callbacks[d], sends * sizeof *runs[d].sends);
    if (receives) memcpy(runs[d].receives, asked->recv_callbacks[d], receives * sizeof *runs[d].receives);
    qsort(runs[d].sends, sends, sizeof *runs[d].sends, by_channel);
    qsort(runs[d].receives, receives, sizeof *runs[d].receives, by_channel);
  }
  PJRT_ExecuteOptions options = *asked;
  options.num_send_ops = options.num_recv_ops = 0;
  options.send_callbacks = NULL;
  options.recv_callbacks = NULL;
  PJRT_LoadedExecutable_Execute_Args other = *args;
  other.options = &options;
  PJRT_Error *error = real->PJRT_LoadedExecutable_Execute(&other);
  if (error) return error;
  pthread_t threads[2 * MOST];
  for (size_t d = 0; d < args->num_devices; ++d) {
    device_run *run = &runs[d];
    run->send_count = sends;
    run->receive_count = receives;
    for (size_t i = 0; i < args->num_args; ++i) {
      run->any = args->argument_lists[d][i];
      if (size_of(run->any)) run->arguments[run->argument_count++] = run->any;
    }
    for (size_t i = 0; i < outputs.num_outputs; ++i) {
      run->any = args->output_lists[d][i];
      if (size_of(run->any)) run->results[run->result_count++] = &args->output_lists[d][i];
    }
    for (size_t i = 0; i < receives; ++i) {
      run->sizes[i] = i < run->result_count ? size_of(*run->results[i]) : sizeof(float);
      run->received[i] = calloc(1, run->sizes[i]);
    }
    if (pthread_create(&threads[2 * d], NULL, receive_all, run)) abort();
    if (pthread_create(&threads[2 * d + 1], NULL, send_all, run)) abort();
  }
  for (size_t d = 0; d < args->num_devices; ++d) {
    device_run *run = &runs[d];
    if (pthread_join(threads[2 * d], NULL) || pthread_join(threads[2 * d + 1], NULL)) abort();
    for (size_t i = 0; i < receives; ++i) {
      if (i < run->result_count) *run->results[i] = remade(*run->results[i], run->received[i]);
      free(run->received[i]);
    }
    free(run->sends);
    free(run->receives);
    if (run->error) error = run->error;
  }
  return error;
}

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);

const PJRT_Api *GetPjrtApi(void) {
  void *library = dlopen(getenv("SHIM_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  if (!library) abort();
  const PJRT_Api *(*entry)(void);
  void *symbol = dlsym(library, "GetPjrtApi");
  memcpy(&entry, &symbol, sizeof entry);
  real = entry();
  memcpy(&table, real, real->struct_size < sizeof table ? real->struct_size : sizeof table);
  table.PJRT_Client_PlatformName = platform_name;
  table.PJRT_Client_Compile = compile;
  table.PJRT_LoadedExecutable_Execute = execute;
  table.PJRT_CopyToDeviceStream_Destroy = destroy_stream;
  table.PJRT_CopyToDeviceStream_AddChunk = add_chunk;
  table.PJRT_CopyToDeviceStream_TotalBytes = total_bytes;
  table.PJRT_CopyToDeviceStream_CurrentBytes = current_bytes;
  table.PJRT_CopyToDeviceStream_GranuleSize = granule_size;
  return &table;
}
