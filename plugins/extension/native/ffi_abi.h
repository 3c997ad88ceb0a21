// The struct layouts needed to register an XLA FFI handler with a PJRT plugin, and to query the versions of both.
//
// They belong to two ABIs.
// (1) PJRT's FFI extension (type 5 in the extension chain of PJRT_Api). Its header is not in any package; the
//     layout is that of PJRT C API 0.81, and was found unchanged in 0.112.
// (2) XLA's FFI C API, versions 0.1 to 0.5. Only what is used here is declared. All versions agree, except for
//     fields marked "from 0.N on", and for structs declared twice, with names that end in _02 and _03.
// Sizes called "counted" end with the last field, without tail padding, because both APIs compare those sizes.
//
// No ownership is passed through these structs: strings are valid during the call, a plugin's ffi_api for the
// lifetime of the process. An ffi_error belongs to its receiver, who destroys it with ffi_api.error_destroy.
#ifndef PLUGIN_FFI_ABI_H
#define PLUGIN_FFI_ABI_H

#include <stddef.h>
#include <stdint.h>

#include "pjrt_c_api.h"

#define COUNTED(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

// (1) PJRT's FFI extension.

enum { PJRT_FFI_EXTENSION = 5 };

typedef struct {
  size_t struct_size;
  const char *target_name;
  size_t target_name_size;
  void *handler;
  const char *platform_name;
  size_t platform_name_size;
  int traits;
} pjrt_ffi_register_args;

typedef struct {
  PJRT_Extension_Base base;
  void *type_id_register;
  void *user_data_add;
  PJRT_Error *(*register_handler)(pjrt_ffi_register_args *);
} pjrt_ffi_extension;

// (2) XLA's FFI.

typedef struct ffi_extension {
  size_t struct_size;
  int type;
  struct ffi_extension *next;
} ffi_extension;

enum { FFI_EXTENSION_METADATA = 1 };

enum { FFI_STAGE_INSTANTIATE, FFI_STAGE_PREPARE, FFI_STAGE_INITIALIZE, FFI_STAGE_EXECUTE, FFI_STAGE_COUNT };

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  int major;
  int minor;
} ffi_api_version;

typedef struct {
  size_t struct_size;
  ffi_api_version api_version;
  uint32_t traits;
  int64_t state_type_id;  // beyond the counted size, but handlers write it
} ffi_metadata;

typedef struct {
  ffi_extension base;
  ffi_metadata *metadata;
} ffi_metadata_extension;

typedef struct ffi_error ffi_error;  // opaque

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  const char *message;  // copied
  int code;             // same numbers as PJRT_Error_Code
} ffi_error_create_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_error *error;
  const char *message;  // out
  int code;             // out, from 0.5 on
} ffi_error_message_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_error *error;
} ffi_error_destroy_args;

typedef struct ffi_call_frame ffi_call_frame;
typedef ffi_error *ffi_handler(ffi_call_frame *);

typedef struct {
  const char *data;  // not null-terminated
  size_t size;
} ffi_name;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_name name;
  ffi_name platform;
  ffi_handler *stage[FFI_STAGE_COUNT];  // only execute is required. From 0.5 on there is one more
  uint32_t traits;
} ffi_register_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  void (*deleter)(void *);
} ffi_type_info;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_name name;
  int64_t *type_id;  // 0: the library assigns one
  const ffi_type_info *type_info;
} ffi_type_register_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  void *context;
  int64_t *type_id;
  void *state;
} ffi_state_args_02;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  void *context;
  int stage;
  int64_t *type_id;
  void *state;
} ffi_state_args_03;

typedef struct ffi_attributes ffi_attributes;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  void *context;
  int64_t type;
  const void *extension;  // out
} ffi_find_extension_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  void *context;
  const ffi_attributes *options;  // out
} ffi_options_args;

// A handler may set this in its call frame instead of returning a result: the call continues until the future is
// completed, which must happen exactly once.
typedef struct ffi_future ffi_future;  // opaque

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_future *future;  // out
} ffi_future_create_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_future *future;
} ffi_future_set_available_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_future *future;
  ffi_error *error;  // ownership is transferred
} ffi_future_set_error_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  void *context;
  void (*task)(void *);
  void *data;
} ffi_schedule_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  void *context;
  int64_t *threads;  // out
} ffi_threads_args;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  ffi_api_version api_version;
  const void *internal_api;
  ffi_error *(*error_create)(ffi_error_create_args *);
  void (*error_message)(ffi_error_message_args *);
  void (*error_destroy)(ffi_error_destroy_args *);
  ffi_error *(*handler_register)(ffi_register_args *);
  void *stream;
  ffi_error *(*type_register)(ffi_type_register_args *);
  void *user_data;
  ffi_error *(*state_set)(void *);  // ffi_state_args_02 or _03
  ffi_error *(*state_get)(void *);
  void *memory[2];
  ffi_error *(*schedule)(ffi_schedule_args *);  // on the intra-op thread pool
  ffi_error *(*threads)(ffi_threads_args *);    // of that pool
  ffi_error *(*future_create)(ffi_future_create_args *);
  ffi_error *(*future_set_available)(ffi_future_set_available_args *);
  ffi_error *(*future_set_error)(ffi_future_set_error_args *);
  void *run_id;
  void *device_ordinal;
  ffi_error *(*find_extension)(ffi_find_extension_args *);  // from 0.5 on
  ffi_error *(*custom_options)(ffi_options_args *);         // from 0.5 on
} ffi_api;

// Element types.
typedef enum {
  FFI_PRED = 1,
  FFI_S8,
  FFI_S16,
  FFI_S32,
  FFI_S64,
  FFI_U8,
  FFI_U16,
  FFI_U32,
  FFI_U64,
  FFI_F16,
  FFI_F32,
  FFI_F64,
  FFI_C64 = 15,
  FFI_BF16,
  FFI_TOKEN,
  FFI_C128,
  FFI_F8E5M2,
  FFI_F8E4M3FN,
  FFI_S4,
  FFI_U4,
  FFI_F8E4M3B11FNUZ,
  FFI_F8E5M2FNUZ,
  FFI_F8E4M3FNUZ,
  FFI_S2,
  FFI_U2,
  FFI_F8E4M3,
  FFI_F8E3M4,
  FFI_S1,
  FFI_U1,
  FFI_F4E2M1FN,
  FFI_F8E8M0FNU,
} ffi_type;

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  int type;  // ffi_type
  void *data;
  int64_t rank;
  const int64_t *dimensions;
} ffi_buffer;

enum { FFI_VALUE_BUFFER = 1 };

typedef struct {
  size_t struct_size;
  ffi_extension *extension_start;
  int64_t size;
  const int *types;  // of each value: FFI_VALUE_BUFFER, the only one so far
  ffi_buffer *const *values;
} ffi_values;  // arguments or results

typedef struct {
  int type;  // ffi_type
  const void *value;
} ffi_scalar;

enum { FFI_ATTRIBUTE_SCALAR = 3 };

struct ffi_attributes {
  size_t struct_size;
  ffi_extension *extension_start;
  int64_t size;
  const int *types;  // of each value: FFI_ATTRIBUTE_SCALAR and others
  const ffi_name *const *names;
  const void *const *values;
};

struct ffi_call_frame {
  size_t struct_size;
  ffi_extension *extension_start;
  const ffi_api *api;
  void *context;
  int stage;
  ffi_values arguments;
  ffi_values results;
  ffi_attributes attributes;
  ffi_future *future;  // out; not counted
};

_Static_assert(sizeof(PJRT_Extension_Base) == 24, "PJRT_Extension_Base");
_Static_assert(COUNTED(pjrt_ffi_register_args, traits) == 52, "PJRT_FFI_Register_Handler_Args");
_Static_assert(offsetof(pjrt_ffi_extension, register_handler) == 40, "PJRT_FFI_Extension");
_Static_assert(sizeof(ffi_extension) == 24, "XLA_FFI_Extension_Base");
_Static_assert(sizeof(ffi_api_version) == 24, "XLA_FFI_Api_Version");
_Static_assert(COUNTED(ffi_metadata, traits) == 36 && sizeof(ffi_metadata) == 48, "XLA_FFI_Metadata");
_Static_assert(sizeof(ffi_metadata_extension) == 32, "XLA_FFI_Metadata_Extension");
_Static_assert(COUNTED(ffi_error_message_args, code) == 36, "XLA_FFI_Error_GetDetails_Args");
_Static_assert(COUNTED(ffi_error_create_args, code) == 28, "XLA_FFI_Error_Create_Args");
_Static_assert(offsetof(ffi_register_args, stage) == 48, "XLA_FFI_Handler_Register_Args");
_Static_assert(COUNTED(ffi_register_args, traits) == 84, "XLA_FFI_Handler_Register_Args");
_Static_assert(sizeof(ffi_type_info) == 24, "XLA_FFI_TypeInfo");
_Static_assert(sizeof(ffi_type_register_args) == 48, "XLA_FFI_Type_Register_Args");
_Static_assert(sizeof(ffi_state_args_02) == 40, "XLA_FFI_State_Set_Args");
_Static_assert(offsetof(ffi_state_args_03, stage) == 24 && sizeof(ffi_state_args_03) == 48,
               "XLA_FFI_State_Set_Args");
_Static_assert(sizeof(ffi_find_extension_args) == 40, "XLA_FFI_InvokeContext_FindExtension_Args");
_Static_assert(sizeof(ffi_options_args) == 32, "XLA_FFI_CustomOptions_Get_Args");
_Static_assert(offsetof(ffi_api, error_message) == 56, "XLA_FFI_Api");
_Static_assert(offsetof(ffi_api, state_set) == 104, "XLA_FFI_Api");
_Static_assert(offsetof(ffi_api, schedule) == 136, "XLA_FFI_Api");
_Static_assert(COUNTED(ffi_api, device_ordinal) == 192 && sizeof(ffi_api) == 208, "XLA_FFI_Api");
_Static_assert(COUNTED(ffi_schedule_args, data) == 40, "XLA_FFI_ThreadPool_Schedule_Args");
_Static_assert(COUNTED(ffi_threads_args, threads) == 32, "XLA_FFI_ThreadPool_NumThreads_Args");
_Static_assert(offsetof(ffi_buffer, data) == 24 && sizeof(ffi_buffer) == 48, "XLA_FFI_Buffer");
_Static_assert(sizeof(ffi_values) == 40, "XLA_FFI_Args");
_Static_assert(sizeof(ffi_attributes) == 48, "XLA_FFI_Attrs");
_Static_assert(sizeof(ffi_name) == 16, "XLA_FFI_ByteSpan");
_Static_assert(offsetof(ffi_scalar, value) == 8, "XLA_FFI_Scalar");
_Static_assert(offsetof(ffi_api, future_create) == 152, "XLA_FFI_Api");
_Static_assert(FFI_F64 == 12 && FFI_F8E8M0FNU == 33 && FFI_U1 == 31, "XLA_FFI_DataType");
_Static_assert(offsetof(ffi_call_frame, arguments) == 40, "XLA_FFI_CallFrame");
_Static_assert(COUNTED(ffi_call_frame, attributes) == 168, "XLA_FFI_CallFrame");

#endif  // PLUGIN_FFI_ABI_H
