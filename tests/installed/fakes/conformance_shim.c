// A PJRT library that forwards to another one, but breaks one rule, which `jaxlib conformance` has to find.
//
// SHIM_LIBRARY is the path of the real library, SHIM_MODE the rule; see `modes` at the end.
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pjrt_c_api.h"

static const PJRT_Api *real;
static PJRT_Api table, other;
static PJRT_Extension_Base circle;

// ---- Errors.

static void no_message(PJRT_Error_Message_Args *args) {
  args->message = "";
  args->message_size = 0;
}

static PJRT_Error *no_code(PJRT_Error_GetCode_Args *args) {
  args->code = 0;
  return NULL;
}

static PJRT_Error *aborts(PJRT_Client_Compile_Args *args) {
  PJRT_Error *error = real->PJRT_Client_Compile(args);
  if (error != NULL) abort();
  return NULL;
}

// After it has refused a program, it refuses every program.
static PJRT_Error *stuck(PJRT_Client_Compile_Args *args) {
  static atomic_bool refused;
  PJRT_Program nothing = *args->program;
  const PJRT_Program *given = args->program;
  if (refused) {
    nothing.code_size = 1;
    args->program = &nothing;
  }
  PJRT_Error *error = real->PJRT_Client_Compile(args);
  args->program = given;
  if (error != NULL) refused = true;
  return error;
}

static PJRT_Error *aborts_on_bytes(PJRT_Executable_DeserializeAndLoad_Args *args) {
  PJRT_Error *error = real->PJRT_Executable_DeserializeAndLoad(args);
  if (error != NULL) abort();
  return NULL;
}

// Every function refuses a struct that is smaller than its first version.
static PJRT_Error *an_error(void) {
  PJRT_Plugin_Attributes_Args args = {.struct_size = 1};
  return real->PJRT_Plugin_Attributes(&args);
}

// It compiles another program in place of one that it cannot parse.
static PJRT_Error *takes_anything(PJRT_Client_Compile_Args *args) {
  static char other_program[] =
      "module @m { func.func public @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {"
      " return %a : tensor<3xf32> } }";
  PJRT_Error *error = real->PJRT_Client_Compile(args);
  if (error == NULL) return NULL;
  PJRT_Error_Destroy_Args gone = {.struct_size = PJRT_Error_Destroy_Args_STRUCT_SIZE, .error = error};
  real->PJRT_Error_Destroy(&gone);
  PJRT_Program program = {.struct_size = PJRT_Program_STRUCT_SIZE,
                          .code = other_program,
                          .code_size = sizeof other_program - 1,
                          .format = "mlir",
                          .format_size = 4};
  const PJRT_Program *given = args->program;
  args->program = &program;
  error = real->PJRT_Client_Compile(args);
  args->program = given;
  return error;
}

static PJRT_Error *aborts_on_options(PJRT_Client_Create_Args *args) {
  if (args->num_options > 1) abort();
  return real->PJRT_Client_Create(args);
}

// Runs with an argument of a wrong size as if it were right. It does not return its program either, because the
// binding would then refuse the argument itself.
static PJRT_Error *any_size(PJRT_LoadedExecutable_Execute_Args *args) {
  PJRT_Buffer *const *const *given = args->argument_lists;
  PJRT_Buffer *last[2];
  PJRT_Buffer *const *row = last;
  if (args->num_args == 2) {
    last[0] = last[1] = given[0][1];
    args->argument_lists = &row;
  }
  PJRT_Error *error = real->PJRT_LoadedExecutable_Execute(args);
  args->argument_lists = given;
  return error;
}

// ---- Lifetimes and threads.

static void wait_for(PJRT_Buffer *buffer) {
  PJRT_Buffer_ReadyEvent_Args ready = {.struct_size = PJRT_Buffer_ReadyEvent_Args_STRUCT_SIZE, .buffer = buffer};
  if (real->PJRT_Buffer_ReadyEvent(&ready) != NULL) return;
  PJRT_Event_Await_Args await = {.struct_size = PJRT_Event_Await_Args_STRUCT_SIZE, .event = ready.event};
  real->PJRT_Event_Await(&await);
  PJRT_Event_Destroy_Args gone = {.struct_size = PJRT_Event_Destroy_Args_STRUCT_SIZE, .event = ready.event};
  real->PJRT_Event_Destroy(&gone);
}

static char *memory_of(PJRT_Buffer *buffer) {
  PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args args = {
      .struct_size = PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args_STRUCT_SIZE, .buffer = buffer};
  return real->PJRT_Buffer_OpaqueDeviceMemoryDataPointer(&args) == NULL ? args.device_memory_ptr : NULL;
}

// The first argument and the result of the last call.
static PJRT_LoadedExecutable *called;
static PJRT_Buffer *argument, *result;

static PJRT_Error *remembers(PJRT_LoadedExecutable_Execute_Args *args) {
  PJRT_Error *error = real->PJRT_LoadedExecutable_Execute(args);
  called = args->executable;
  argument = args->num_args > 0 ? args->argument_lists[0][0] : NULL;
  result = error == NULL ? args->output_lists[0][0] : NULL;
  return error;
}

static void lose_result(void) {
  wait_for(result);
  memset(memory_of(result), 0x55, 4);
}

static PJRT_Error *frees_results(PJRT_LoadedExecutable_Destroy_Args *args) {
  if (args->executable == called && result != NULL) lose_result();
  return real->PJRT_LoadedExecutable_Destroy(args);
}

static PJRT_Error *frees_in_use(PJRT_Buffer_Destroy_Args *args) {
  if (args->buffer == argument && result != NULL) lose_result();
  if (args->buffer == result) result = NULL;
  return real->PJRT_Buffer_Destroy(args);
}

// Copies a caller's array when it is first read, instead of when it is passed.
enum { LATE = 1 << 16 };
static const void *given_array;

static PJRT_Error *notes_array(PJRT_Client_BufferFromHostBuffer_Args *args) {
  if (args->num_dims == 1 && args->dims[0] == LATE) given_array = args->data;
  return real->PJRT_Client_BufferFromHostBuffer(args);
}

static PJRT_Error *copies_late(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args) {
  PJRT_Error *error = real->PJRT_Buffer_OpaqueDeviceMemoryDataPointer(args);
  if (error == NULL && given_array != NULL) memcpy(args->device_memory_ptr, given_array, LATE * sizeof(float));
  return error;
}

static PJRT_Error *never_deleted(PJRT_Buffer_IsDeleted_Args *args) {
  args->is_deleted = false;
  return NULL;
}

static PJRT_Error *never_ready(PJRT_Event_IsReady_Args *args) {
  args->is_ready = false;
  return NULL;
}

static PJRT_Error *leaks(PJRT_LoadedExecutable_Execute_Args *args) {
  enum { LEAK = 16384 };
  char *lost = malloc(LEAK);
  if (lost != NULL) memset(lost, 1, LEAK);
  __asm__ volatile("" : : "r"(lost) : "memory");
  return real->PJRT_LoadedExecutable_Execute(args);
}

static atomic_int inside;

static void enter(void) {
  if (atomic_fetch_add(&inside, 1) != 0) abort();
  nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static PJRT_Error *leave(PJRT_Error *error) {
  atomic_fetch_sub(&inside, 1);
  return error;
}

static PJRT_Error *one_thread(PJRT_LoadedExecutable_Execute_Args *args) {
  enter();
  return leave(real->PJRT_LoadedExecutable_Execute(args));
}

static PJRT_Error *one_compiler(PJRT_Client_Compile_Args *args) {
  enter();
  return leave(real->PJRT_Client_Compile(args));
}

static PJRT_Error *one_copier(PJRT_Client_BufferFromHostBuffer_Args *args) {
  enter();
  return leave(real->PJRT_Client_BufferFromHostBuffer(args));
}

// Long enough for another thread to start waiting, even on a busy machine.
static PJRT_Error *one_waiter(PJRT_Event_Await_Args *args) {
  enter();
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  return leave(real->PJRT_Event_Await(args));
}

// Nothing may be deleted while a program runs.
static PJRT_Error *runs_long(PJRT_LoadedExecutable_Execute_Args *args) {
  atomic_fetch_add(&inside, 1);
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  return leave(real->PJRT_LoadedExecutable_Execute(args));
}

static PJRT_Error *deletes_in_use(PJRT_Buffer_Delete_Args *args) {
  if (atomic_load(&inside) != 0) abort();
  return real->PJRT_Buffer_Delete(args);
}

// ---- Arrays and programs.

static PJRT_Error *copies_badly(PJRT_Buffer_CopyToDevice_Args *args) {
  PJRT_Error *error = real->PJRT_Buffer_CopyToDevice(args);
  if (error != NULL) return error;
  wait_for(args->dst_buffer);
  memset(memory_of(args->dst_buffer), 0x55, 4);
  return NULL;
}

static PJRT_Error *one_memory(PJRT_Buffer_Memory_Args *args) {
  static PJRT_Memory *first;
  PJRT_Error *error = real->PJRT_Buffer_Memory(args);
  if (error != NULL) return error;
  if (first == NULL) first = args->memory;
  args->memory = first;
  return NULL;
}

static PJRT_Error *no_scalars(PJRT_Buffer_Dimensions_Args *args) {
  static const int64_t one = 1;
  PJRT_Error *error = real->PJRT_Buffer_Dimensions(args);
  if (error == NULL && args->num_dims == 0) {
    args->dims = &one;
    args->num_dims = 1;
  }
  return error;
}

static PJRT_Error *all_signed(PJRT_Buffer_ElementType_Args *args) {
  PJRT_Error *error = real->PJRT_Buffer_ElementType(args);
  if (error == NULL && args->type == PJRT_Buffer_Type_U32) args->type = PJRT_Buffer_Type_S32;
  return error;
}

static PJRT_Error *other_bits(PJRT_LoadedExecutable_Execute_Args *args) {
  static int count;
  PJRT_Error *error = remembers(args);
  if (error != NULL) return error;
  wait_for(result);
  memory_of(result)[0] ^= (char)(++count & 1);
  return NULL;
}

static PJRT_Error *needs_results(PJRT_LoadedExecutable_Execute_Args *args) {
  PJRT_LoadedExecutable_GetExecutable_Args get = {
      .struct_size = PJRT_LoadedExecutable_GetExecutable_Args_STRUCT_SIZE, .loaded_executable = args->executable};
  real->PJRT_LoadedExecutable_GetExecutable(&get);
  PJRT_Executable_NumOutputs_Args outputs = {.struct_size = PJRT_Executable_NumOutputs_Args_STRUCT_SIZE,
                                             .executable = get.executable};
  real->PJRT_Executable_NumOutputs(&outputs);
  if (outputs.num_outputs == 0) abort();
  return real->PJRT_LoadedExecutable_Execute(args);
}

#define REFUSES(NAME)                                  \
  static PJRT_Error *no_##NAME(NAME##_Args *args) {    \
    (void)args;                                        \
    return an_error();                                 \
  }
REFUSES(PJRT_Executable_GetCostAnalysis)
REFUSES(PJRT_Executable_GetCompiledMemoryStats)
REFUSES(PJRT_Executable_OptimizedProgram)
REFUSES(PJRT_Executable_Fingerprint)
REFUSES(PJRT_Executable_SizeOfGeneratedCodeInBytes)
REFUSES(PJRT_Executable_OutputMemoryKinds)
REFUSES(PJRT_TopologyDescription_Create)

static PJRT_Error *changes_a_bit(PJRT_Client_BufferFromHostBuffer_Args *args) {
  size_t count = 1;
  for (size_t axis = 0; axis < args->num_dims; ++axis) count *= (size_t)args->dims[axis];
  const void *given = args->data;
  char *changed = NULL;
  if (args->type == PJRT_Buffer_Type_F32 && count > 0 && args->num_byte_strides == 0 &&
      args->host_buffer_semantics == PJRT_HostBufferSemantics_kImmutableOnlyDuringCall) {
    changed = malloc(count * 4);
    memcpy(changed, given, count * 4);
    changed[0] ^= 1;
    args->data = changed;
  }
  PJRT_Error *error = real->PJRT_Client_BufferFromHostBuffer(args);
  args->data = given;
  free(changed);
  return error;
}

static PJRT_Error *other_strides(PJRT_Client_BufferFromHostBuffer_Args *args) {
  const int64_t *given = args->byte_strides;
  int64_t changed[8];
  size_t rank = args->num_byte_strides;
  if (rank > 1 && rank <= sizeof changed / sizeof changed[0]) {
    int64_t smallest = given[0];
    for (size_t axis = 1; axis < rank; ++axis) smallest = given[axis] < smallest ? given[axis] : smallest;
    for (size_t axis = 0; axis < rank; ++axis) changed[axis] = smallest;  // what is read is still the array
    args->byte_strides = changed;
  }
  PJRT_Error *error = real->PJRT_Client_BufferFromHostBuffer(args);
  args->byte_strides = given;
  return error;
}

static PJRT_Error *no_size(PJRT_Buffer_OnDeviceSizeInBytes_Args *args) {
  args->on_device_size_in_bytes = 0;
  return NULL;
}

static PJRT_Error *nameless(PJRT_DeviceDescription_Kind_Args *args) {
  args->device_kind = "";
  args->device_kind_size = 0;
  return NULL;
}

static PJRT_Error *half_serialized(PJRT_Executable_Serialize_Args *args) {
  PJRT_Error *error = real->PJRT_Executable_Serialize(args);
  if (error == NULL) args->serialized_bytes_size /= 2;
  return error;
}

static PJRT_Error *few_arguments(PJRT_LoadedExecutable_Execute_Args *args) {
  if (args->num_args > 64) abort();
  return real->PJRT_LoadedExecutable_Execute(args);
}

// Compiles a program with `from` written as `to`, which is as long.
static PJRT_Error *compiled_as(PJRT_Client_Compile_Args *args, const char *from, const char *to) {
  PJRT_Program program = *args->program;
  const PJRT_Program *given = args->program;
  char *text = malloc(program.code_size + 1);
  memcpy(text, program.code, program.code_size);
  text[program.code_size] = '\0';
  for (char *found = text; (found = strstr(found, from)) != NULL;) memcpy(found, to, strlen(to));
  program.code = text;
  args->program = &program;
  PJRT_Error *error = real->PJRT_Client_Compile(args);
  args->program = given;
  free(text);
  return error;
}

static PJRT_Error *wrong_operation(PJRT_Client_Compile_Args *args) {
  return compiled_as(args, "stablehlo.subtract", "stablehlo.multiply");
}

static PJRT_Error *wrong_devices(PJRT_Client_Compile_Args *args) {
  return compiled_as(args, "[[0, 1], [1, 0]]", "[[0, 0], [1, 1]]");
}

static PJRT_Error *keeps_donated(PJRT_LoadedExecutable_Execute_Args *args) {
  static const int64_t all[] = {0};
  PJRT_ExecuteOptions options = *args->options;
  PJRT_ExecuteOptions *given = args->options;
  if (args->num_args == 1) {
    options.non_donatable_input_indices = all;
    options.num_non_donatable_input_indices = 1;
    args->options = &options;
  }
  PJRT_Error *error = real->PJRT_LoadedExecutable_Execute(args);
  args->options = given;
  return error;
}

static PJRT_Error *wrong_type(PJRT_Executable_OutputElementTypes_Args *args) {
  static PJRT_Buffer_Type bytes[] = {PJRT_Buffer_Type_S8};
  PJRT_Error *error = real->PJRT_Executable_OutputElementTypes(args);
  if (error == NULL && args->num_output_types == 1) args->output_types = bytes;
  return error;
}

static PJRT_Error *hangs(PJRT_LoadedExecutable_Execute_Args *args) {
  (void)args;
  for (;;) pause();
}

static PJRT_Error *crashes(PJRT_LoadedExecutable_Execute_Args *args) {
  *(volatile int *)(args->num_args == 2 ? NULL : (void *)args) = 0;
  return NULL;
}

// ---- The table.

static PJRT_Error *half_a_version(PJRT_Plugin_Attributes_Args *args) {
  static PJRT_NamedValue values[32];
  PJRT_Error *error = real->PJRT_Plugin_Attributes(args);
  if (error != NULL || args->num_attributes > 32) return error;
  for (size_t i = 0; i < args->num_attributes; ++i) {
    values[i] = args->attributes[i];
    if (values[i].type == PJRT_NamedValue_kInt64List) values[i].value_size = 2;
  }
  args->attributes = values;
  return NULL;
}

static PJRT_Error *writes_behind(PJRT_Plugin_Attributes_Args *args) {
  PJRT_Error *error = real->PJRT_Plugin_Attributes(args);
  memset((char *)args + args->struct_size, 0, 8);
  return error;
}

static int mode_is(const char *name) { return strcmp(getenv("SHIM_MODE"), name) == 0; }

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);

const PJRT_Api *GetPjrtApi(void) {
  static int calls;
  if (real == NULL) {
    void *library = dlopen(getenv("SHIM_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
    const PJRT_Api *(*entry)(void);
    void *symbol = library == NULL ? NULL : dlsym(library, "GetPjrtApi");
    if (symbol == NULL) return NULL;
    memcpy(&entry, &symbol, sizeof entry);
    real = entry();
    memcpy(&table, real, real->struct_size < sizeof table ? real->struct_size : sizeof table);
    if (mode_is("struct_size")) table.struct_size = 41;
    if (mode_is("version")) table.pjrt_api_version.struct_size = 3;
    if (mode_is("null_slot")) table.PJRT_Client_Compile = NULL;
    if (mode_is("extension_circle")) {
      circle = (PJRT_Extension_Base){.struct_size = sizeof circle, .type = PJRT_Extension_Type_Gpu_Custom_Call, .next = &circle};
      table.extension_start = &circle;
    }
    if (mode_is("writes_behind")) table.PJRT_Plugin_Attributes = writes_behind;
    if (mode_is("no_message")) table.PJRT_Error_Message = no_message;
    if (mode_is("no_code")) table.PJRT_Error_GetCode = no_code;
    if (mode_is("aborts")) table.PJRT_Client_Compile = aborts;
    if (mode_is("never_deleted")) table.PJRT_Buffer_IsDeleted = never_deleted;
    if (mode_is("never_ready")) table.PJRT_Event_IsReady = never_ready;
    if (mode_is("leaks")) table.PJRT_LoadedExecutable_Execute = leaks;
    if (mode_is("one_thread")) table.PJRT_LoadedExecutable_Execute = one_thread;
    if (mode_is("changes_a_bit")) table.PJRT_Client_BufferFromHostBuffer = changes_a_bit;
    if (mode_is("wrong_operation")) table.PJRT_Client_Compile = wrong_operation;
    if (mode_is("wrong_devices")) table.PJRT_Client_Compile = wrong_devices;
    if (mode_is("keeps_donated")) table.PJRT_LoadedExecutable_Execute = keeps_donated;
    if (mode_is("wrong_type")) table.PJRT_Executable_OutputElementTypes = wrong_type;
    if (mode_is("hangs")) table.PJRT_LoadedExecutable_Execute = hangs;
    if (mode_is("crashes")) table.PJRT_LoadedExecutable_Execute = crashes;
    if (mode_is("stuck")) table.PJRT_Client_Compile = stuck;
    if (mode_is("aborts_on_bytes")) table.PJRT_Executable_DeserializeAndLoad = aborts_on_bytes;
    if (mode_is("one_compiler")) table.PJRT_Client_Compile = one_compiler;
    if (mode_is("one_copier")) table.PJRT_Client_BufferFromHostBuffer = one_copier;
    if (mode_is("other_strides")) table.PJRT_Client_BufferFromHostBuffer = other_strides;
    if (mode_is("no_size")) table.PJRT_Buffer_OnDeviceSizeInBytes = no_size;
    if (mode_is("nameless")) table.PJRT_DeviceDescription_Kind = nameless;
    if (mode_is("half_serialized")) table.PJRT_Executable_Serialize = half_serialized;
    if (mode_is("few_arguments")) table.PJRT_LoadedExecutable_Execute = few_arguments;
    if (mode_is("takes_anything")) table.PJRT_Client_Compile = takes_anything;
    if (mode_is("aborts_on_options")) table.PJRT_Client_Create = aborts_on_options;
    if (mode_is("any_size")) {
      table.PJRT_LoadedExecutable_Execute = any_size;
      table.PJRT_Executable_OptimizedProgram = no_PJRT_Executable_OptimizedProgram;
    }
    if (mode_is("frees_results")) {
      table.PJRT_LoadedExecutable_Execute = remembers;
      table.PJRT_LoadedExecutable_Destroy = frees_results;
    }
    if (mode_is("frees_in_use")) {
      table.PJRT_LoadedExecutable_Execute = remembers;
      table.PJRT_Buffer_Destroy = frees_in_use;
    }
    if (mode_is("copies_late")) {
      table.PJRT_Client_BufferFromHostBuffer = notes_array;
      table.PJRT_Buffer_OpaqueDeviceMemoryDataPointer = copies_late;
    }
    if (mode_is("deletes_in_use")) {
      table.PJRT_LoadedExecutable_Execute = runs_long;
      table.PJRT_Buffer_Delete = deletes_in_use;
    }
    if (mode_is("one_waiter")) table.PJRT_Event_Await = one_waiter;
    if (mode_is("copies_badly")) table.PJRT_Buffer_CopyToDevice = copies_badly;
    if (mode_is("one_memory")) table.PJRT_Buffer_Memory = one_memory;
    if (mode_is("no_scalars")) table.PJRT_Buffer_Dimensions = no_scalars;
    if (mode_is("all_signed")) table.PJRT_Buffer_ElementType = all_signed;
    if (mode_is("other_bits")) table.PJRT_LoadedExecutable_Execute = other_bits;
    if (mode_is("needs_results")) table.PJRT_LoadedExecutable_Execute = needs_results;
    if (mode_is("half_a_version")) table.PJRT_Plugin_Attributes = half_a_version;
    if (mode_is("no_topology")) table.PJRT_TopologyDescription_Create = no_PJRT_TopologyDescription_Create;
    if (mode_is("no_answers")) {
      table.PJRT_Executable_GetCostAnalysis = no_PJRT_Executable_GetCostAnalysis;
      table.PJRT_Executable_GetCompiledMemoryStats = no_PJRT_Executable_GetCompiledMemoryStats;
      table.PJRT_Executable_OptimizedProgram = no_PJRT_Executable_OptimizedProgram;
      table.PJRT_Executable_Fingerprint = no_PJRT_Executable_Fingerprint;
      table.PJRT_Executable_SizeOfGeneratedCodeInBytes = no_PJRT_Executable_SizeOfGeneratedCodeInBytes;
      table.PJRT_Executable_OutputMemoryKinds = no_PJRT_Executable_OutputMemoryKinds;
    }
    memcpy(&other, &table, sizeof other);
  }
  return mode_is("two_tables") && calls++ % 2 == 1 ? &other : &table;
}
