#include "shadow_buffers.h"

#include <stdlib.h>

#include "pjrt_calls.h"
#include "references.h"

PJRT_Error *counterpart(const PJRT_Api *api, PJRT_Client *client, PJRT_Device *device,
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

// The device with the same id, and its memory of the buffer's memory kind (NULL: it has none).
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

// A buffer of `client` over the memory of `buffer`, which is ready. It is valid as long as `buffer` is neither
// destroyed, deleted nor donated.
static PJRT_Error *view_buffer(const PJRT_Api *api, PJRT_Client *client, PJRT_Buffer *buffer, PJRT_Buffer_Type type,
                        void (*on_delete)(void *, void *), void *argument, PJRT_Buffer **made) {
  PJRT_Device *device = NULL;
  PJRT_Memory *memory = NULL;
  RETURN_IF_ERROR(find_memory(api, client, buffer, &device, &memory));
  PJRT_Buffer_Dimensions_Args shape = ARGS(PJRT_Buffer_Dimensions, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_Dimensions(&shape));
  PJRT_Buffer_GetMemoryLayout_Args layout = ARGS(PJRT_Buffer_GetMemoryLayout, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_GetMemoryLayout(&layout));
  PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args memory_at =
      ARGS(PJRT_Buffer_OpaqueDeviceMemoryDataPointer, .buffer = buffer);
  RETURN_IF_ERROR(references_address(api, &memory_at));
  PJRT_Client_CreateViewOfDeviceBuffer_Args args =
      ARGS(PJRT_Client_CreateViewOfDeviceBuffer, .client = client,
           .device_buffer_ptr = memory_at.device_memory_ptr, .dims = shape.dims, .num_dims = shape.num_dims,
           .element_type = type, .layout = &layout.layout, .device = device,
           .on_delete_callback = on_delete, .on_delete_callback_arg = argument, .memory = memory);
  RETURN_IF_ERROR(api->PJRT_Client_CreateViewOfDeviceBuffer(&args));
  *made = args.buffer;
  return NULL;
}

// XLA:CPU calls this function without checking for NULL, which pjrt_c_api.h allows.
static void keep_memory(void *memory, void *argument) { (void)memory, (void)argument; }

static PJRT_Error *find_type(const PJRT_Api *api, PJRT_Buffer *buffer, PJRT_Buffer_Type *type) {
  PJRT_Buffer_ElementType_Args args = ARGS(PJRT_Buffer_ElementType, .buffer = buffer);
  RETURN_IF_ERROR(api->PJRT_Buffer_ElementType(&args));
  *type = args.type;
  return NULL;
}

// A token has neither memory nor layout, and XLA:CPU ends the process if it is asked for them. In the other client, an
// empty array stands for it once it is ready, as jax's first token of an effect does: XLA takes either as the operand.
static PJRT_Error *replace_token(const PJRT_Api *api, PJRT_Client *client, PJRT_Buffer *token, PJRT_Buffer **made) {
  static _Alignas(64) char nothing[64];
  static const int64_t empty[] = {0}, order[] = {0};
  PJRT_Device *device = NULL;
  PJRT_Memory *memory = NULL;
  RETURN_IF_ERROR(await_buffer(api, token));
  RETURN_IF_ERROR(find_memory(api, client, token, &device, &memory));
  PJRT_Buffer_MemoryLayout layout = {.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE,
                                     .type = PJRT_Buffer_MemoryLayout_Type_Tiled};
  layout.tiled = (PJRT_Buffer_MemoryLayout_Tiled){.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE,
                                                  .minor_to_major = order,
                                                  .minor_to_major_size = 1};
  PJRT_Client_CreateViewOfDeviceBuffer_Args args =
      ARGS(PJRT_Client_CreateViewOfDeviceBuffer, .client = client, .device_buffer_ptr = nothing, .dims = empty,
           .num_dims = 1, .element_type = PJRT_Buffer_Type_PRED, .layout = &layout, .device = device,
           .on_delete_callback = keep_memory, .memory = memory);
  RETURN_IF_ERROR(api->PJRT_Client_CreateViewOfDeviceBuffer(&args));
  *made = args.buffer;
  return NULL;
}

PJRT_Error *lend_operand(const PJRT_Api *api, PJRT_Client *to, PJRT_Buffer *buffer, PJRT_Buffer **made) {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  RETURN_IF_ERROR(find_type(api, buffer, &type));
  if (type == PJRT_Buffer_Type_TOKEN) return replace_token(api, to, buffer, made);
  RETURN_IF_ERROR(references_increase(api, &ARGS(PJRT_Buffer_IncreaseExternalReferenceCount, .buffer = buffer)));
  PJRT_Error *error = view_buffer(api, to, buffer, type, keep_memory, NULL, made);
  if (error != NULL)
    destroy_error(api,
                  references_decrease(api, &ARGS(PJRT_Buffer_DecreaseExternalReferenceCount, .buffer = buffer)));
  return error;
}

void return_operand(const PJRT_Api *api, PJRT_Buffer *buffer, PJRT_Buffer *lent) {
  if (lent == NULL) return;
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  destroy_error(api, find_type(api, buffer, &type));
  if (type == PJRT_Buffer_Type_TOKEN) {
    destroy_buffer(api, lent);
    return;
  }
  PJRT_Buffer_IsDeleted_Args donated = ARGS(PJRT_Buffer_IsDeleted, .buffer = lent);
  destroy_error(api, api->PJRT_Buffer_IsDeleted(&donated));
  destroy_buffer(api, lent);
  destroy_error(api, references_decrease(api, &ARGS(PJRT_Buffer_DecreaseExternalReferenceCount, .buffer = buffer)));
  if (donated.is_deleted)
    destroy_error(api, references_delete(api, &ARGS(PJRT_Buffer_Delete, .buffer = buffer)));
}

typedef struct {
  const PJRT_Api *api;
  PJRT_Buffer *buffer;
} viewed_result;

static void release_viewed(void *memory, void *argument) {
  (void)memory;
  viewed_result *viewed = argument;
  destroy_buffer(viewed->api, viewed->buffer);
  free(viewed);
}

PJRT_Error *hand_out_result(const PJRT_Api *api, PJRT_Client *to, PJRT_Buffer *buffer, PJRT_Buffer **made) {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  PJRT_Error *unknown = find_type(api, buffer, &type);
  if (unknown != NULL || type == PJRT_Buffer_Type_TOKEN) {
    PJRT_Error *failure = unknown != NULL ? unknown : replace_token(api, to, buffer, made);
    destroy_buffer(api, buffer);
    return failure;
  }
  viewed_result *keeper = malloc(sizeof *keeper);
  if (keeper == NULL) abort();  // a result cannot be dropped, and no error can be returned
  *keeper = (viewed_result){.api = api, .buffer = buffer};
  PJRT_Error *error = view_buffer(api, to, buffer, type, release_viewed, keeper, made);
  if (error != NULL) release_viewed(NULL, keeper);
  return error;
}
