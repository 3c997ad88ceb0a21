#include "api.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shadow_client.h"
#include "donation.h"
#include "references.h"
#include "status.h"

enum { VERSION_MAX = 1 << 20 };

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pjrt_plugin *table;

// ---- Interposition.
// PJRT functions take no context argument, so each private copy of PJRT_Api needs functions of its own.

#define TRAMPOLINES(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
enum { TRAMPOLINE_COUNT = 8, ARGS_MAX = 1024 };

static const pjrt_plugin *interposed[TRAMPOLINE_COUNT];

// The filtered options, in a buffer that the caller frees; or NULL to forward the original: nothing to remove,
// malformed, or out of memory. Options that a plugin does not know are not an error.
static char *filtered(const drop_set *drop, const char *options, size_t size, size_t *out_size) {
  if (options == NULL || size == 0) return NULL;
  char *out = malloc(size);
  if (out != NULL && !options_filter(drop, (const uint8_t *)options, size, (uint8_t *)out, out_size)) {
    free(out);
    out = NULL;
  }
  return out;
}

// Forwards a copy of the arguments with other options, then copies the plugin's outputs back: `executable` and all
// fields after it; a newer caller may have more fields than this header.
#define DEFINE_COMPILE(function)                                                                       \
  static PJRT_Error *filter_##function(const pjrt_plugin *plugin, function##_Args *args) {                  \
    const size_t results = offsetof(function##_Args, executable);                                      \
    union {                                                                                            \
      function##_Args args;                                                                            \
      char bytes[ARGS_MAX];                                                                            \
    } copy;                                                                                            \
    size_t options_size = 0;                                                                           \
    char *options = NULL;                                                                              \
    if (args->struct_size >= results + sizeof args->executable && args->struct_size <= sizeof copy)    \
      options = filtered(&plugin->drop, args->compile_options, args->compile_options_size, &options_size); \
    if (options == NULL) return plugin->own->function(args);                                           \
    memcpy(copy.bytes, args, args->struct_size);                                                       \
    copy.args.compile_options = options;                                                               \
    copy.args.compile_options_size = options_size;                                                     \
    PJRT_Error *error = plugin->own->function(&copy.args);                                             \
    memcpy((char *)args + results, copy.bytes + results, args->struct_size - results);                 \
    free(options);                                                                                     \
    return error;                                                                                      \
  }
DEFINE_COMPILE(PJRT_Client_Compile)
DEFINE_COMPILE(PJRT_Compile)
#undef DEFINE_COMPILE

static PJRT_Error *compile_for_client(const pjrt_plugin *plugin, PJRT_Client_Compile_Args *args) {
  const bool donates = plugin->shadow_client && donation_compiling(args->program);
  PJRT_Error *error = filter_PJRT_Client_Compile(plugin, args);
  if (error == NULL && plugin->shadow_client)
    shadow_client_compiled(plugin->own, args->client, args->executable, args->program, donates);
  return error;
}

// The platform version with the identity as its last line. jax hashes it into the keys of its compilation cache;
// the library's own version is only "cpu".
static PJRT_Error *identified_version(size_t index, PJRT_Client_PlatformVersion_Args *args) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static char texts[TRAMPOLINE_COUNT][TEXT_MAX];  // written once, valid as long as any client
  const pjrt_plugin *plugin = interposed[index];
  char *text = texts[index];
  PJRT_Error *error = plugin->own->PJRT_Client_PlatformVersion(args);
  if (error != NULL || plugin->identity[0] == '\0') return error;
  pthread_mutex_lock(&lock);
  if (text[0] == '\0')
    snprintf(text, TEXT_MAX, "%.*s\n%s", (int)args->platform_version_size, args->platform_version,
             plugin->identity);
  pthread_mutex_unlock(&lock);
  args->platform_version = text;
  args->platform_version_size = strlen(text);
  return NULL;
}

#define DEFINE_TRAMPOLINE(index)                                                                  \
  static PJRT_Error *client_compile_##index(PJRT_Client_Compile_Args *args) {                     \
    return compile_for_client(interposed[index], args);                                           \
  }                                                                                               \
  static PJRT_Error *compile_##index(PJRT_Compile_Args *args) {                                   \
    return filter_PJRT_Compile(interposed[index], args);                                          \
  }                                                                                               \
  static PJRT_Error *version_##index(PJRT_Client_PlatformVersion_Args *args) {                    \
    return identified_version(index, args);                                                       \
  }                                                                                               \
  static PJRT_Error *create_##index(PJRT_Client_Create_Args *args) {                              \
    return shadow_client_create(interposed[index]->own, args);                                            \
  }                                                                                               \
  static PJRT_Error *destroy_client_##index(PJRT_Client_Destroy_Args *args) {                     \
    return shadow_client_destroy(interposed[index]->own, args);                                    \
  }                                                                                               \
  static PJRT_Error *load_##index(PJRT_Executable_DeserializeAndLoad_Args *args) {                \
    return shadow_client_load(interposed[index]->own, args);                                              \
  }                                                                                               \
  static PJRT_Error *destroy_##index(PJRT_LoadedExecutable_Destroy_Args *args) {                  \
    return shadow_client_destroy_executable(interposed[index]->own, args);                                           \
  }                                                                                               \
  static PJRT_Error *execute_##index(PJRT_LoadedExecutable_Execute_Args *args) {                  \
    return shadow_client_execute(interposed[index]->own, args);                                           \
  }                                                                                               \
  static PJRT_Error *increase_##index(PJRT_Buffer_IncreaseExternalReferenceCount_Args *args) {    \
    return references_increase(interposed[index]->own, args);                                     \
  }                                                                                               \
  static PJRT_Error *decrease_##index(PJRT_Buffer_DecreaseExternalReferenceCount_Args *args) {    \
    return references_decrease(interposed[index]->own, args);                                     \
  }                                                                                               \
  static PJRT_Error *delete_##index(PJRT_Buffer_Delete_Args *args) {                              \
    return references_delete(interposed[index]->own, args);                                       \
  }                                                                                               \
  static PJRT_Error *address_##index(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args) {      \
    return references_address(interposed[index]->own, args);                                      \
  }                                                                                               \
  static PJRT_Error *unsafe_pointer_##index(PJRT_Buffer_UnsafePointer_Args *args) {               \
    return references_unsafe_pointer(interposed[index]->own, args);                               \
  }                                                                                               \
  static void message_##index(PJRT_Error_Message_Args *args) {                                    \
    status_message(interposed[index]->own, args);                                                 \
  }                                                                                               \
  static PJRT_Error *code_##index(PJRT_Error_GetCode_Args *args) {                                \
    return status_code(interposed[index]->own, args);                                             \
  }
TRAMPOLINES(DEFINE_TRAMPOLINE)
#undef DEFINE_TRAMPOLINE

static const struct {
  PJRT_Client_Compile *client_compile;
  PJRT_Compile *compile;
  PJRT_Client_PlatformVersion *version;
  PJRT_Client_Create *create;
  PJRT_Client_Destroy *destroy_client;
  PJRT_Executable_DeserializeAndLoad *load;
  PJRT_LoadedExecutable_Destroy *destroy;
  PJRT_LoadedExecutable_Execute *execute;
  PJRT_Buffer_IncreaseExternalReferenceCount *increase;
  PJRT_Buffer_DecreaseExternalReferenceCount *decrease;
  PJRT_Buffer_Delete *delete;
  PJRT_Buffer_OpaqueDeviceMemoryDataPointer *address;
  PJRT_Buffer_UnsafePointer *unsafe_pointer;
  PJRT_Error_Message *message;
  PJRT_Error_GetCode *code;
} trampolines[TRAMPOLINE_COUNT] = {
#define LIST_TRAMPOLINE(index)                                               \
  {client_compile_##index, compile_##index, version_##index, create_##index, \
   destroy_client_##index, load_##index, destroy_##index, execute_##index,   \
   increase_##index, decrease_##index, delete_##index, address_##index,      \
   unsafe_pointer_##index, message_##index, code_##index},
    TRAMPOLINES(LIST_TRAMPOLINE)
#undef LIST_TRAMPOLINE
};

// A private copy, as large as the plugin's own struct, so that a newer plugin's additional functions are kept.
// The caller holds the lock.
static const PJRT_Api *interpose(const pjrt_plugin *plugin) {
  size_t index = 0;
  while (index < TRAMPOLINE_COUNT && interposed[index] != NULL) ++index;
  if (index == TRAMPOLINE_COUNT) return NULL;
  PJRT_Api *copy = malloc(plugin->own->struct_size);
  if (copy == NULL) return NULL;
  memcpy(copy, plugin->own, plugin->own->struct_size);
  if (API_HAS(plugin->own, PJRT_Client_Compile) && plugin->own->PJRT_Client_Compile != NULL)
    copy->PJRT_Client_Compile = trampolines[index].client_compile;
  if (API_HAS(plugin->own, PJRT_Compile) && plugin->own->PJRT_Compile != NULL)
    copy->PJRT_Compile = trampolines[index].compile;
  if (plugin->shadow_client) {
    copy->PJRT_Client_Create = trampolines[index].create;
    copy->PJRT_Client_Destroy = trampolines[index].destroy_client;
    copy->PJRT_Executable_DeserializeAndLoad = trampolines[index].load;
    copy->PJRT_LoadedExecutable_Destroy = trampolines[index].destroy;
    copy->PJRT_LoadedExecutable_Execute = trampolines[index].execute;
  }
  if (references_possible(plugin->own)) {
    copy->PJRT_Buffer_IncreaseExternalReferenceCount = trampolines[index].increase;
    copy->PJRT_Buffer_DecreaseExternalReferenceCount = trampolines[index].decrease;
    copy->PJRT_Buffer_Delete = trampolines[index].delete;
    copy->PJRT_Buffer_OpaqueDeviceMemoryDataPointer = trampolines[index].address;
    copy->PJRT_Buffer_UnsafePointer = trampolines[index].unsafe_pointer;
  }
  if (API_HAS(plugin->own, PJRT_Client_PlatformVersion) && plugin->own->PJRT_Client_PlatformVersion != NULL)
    copy->PJRT_Client_PlatformVersion = trampolines[index].version;
  if (API_HAS(plugin->own, PJRT_Error_GetCode) && plugin->own->PJRT_Error_Message != NULL &&
      plugin->own->PJRT_Error_GetCode != NULL) {
    copy->PJRT_Error_Message = trampolines[index].message;
    copy->PJRT_Error_GetCode = trampolines[index].code;
  }
  interposed[index] = plugin;
  return copy;
}

// ---- Loading.

__attribute__((format(printf, 3, 4))) static bool fail(load_failure *failure, load_reason reason,
                                                       const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure->text, sizeof failure->text, format, arguments);
  va_end(arguments);
  failure->reason = reason;
  return false;
}

static bool check_api(const PJRT_Api *api, load_failure *failure) {
  const size_t least = offsetof(PJRT_Api, pjrt_api_version) + sizeof api->pjrt_api_version;
  if (api->struct_size < least || api->struct_size > API_STRUCT_MAX ||
      api->struct_size % sizeof(void *) != 0)
    return fail(failure, LOAD_STRUCT,
                "its PJRT_Api says that it has %zu bytes (expected a multiple of %zu, %zu to %d)",
                api->struct_size, sizeof(void *), least, API_STRUCT_MAX);
  const PJRT_Api_Version *version = &api->pjrt_api_version;
  if (version->struct_size < PJRT_Api_Version_STRUCT_SIZE || version->struct_size > API_STRUCT_MAX ||
      version->major_version < 0 || version->major_version > VERSION_MAX || version->minor_version < 0 ||
      version->minor_version > VERSION_MAX)
    return fail(failure, LOAD_STRUCT, "its PJRT_Api_Version has %zu bytes and says version %d.%d",
                version->struct_size, version->major_version, version->minor_version);
  if (version->major_version != PJRT_API_MAJOR) {
    failure->major = version->major_version;
    failure->minor = version->minor_version;
    return fail(failure, LOAD_VERSION, "it has PJRT C API %d.%d; only major version %d is known here",
                version->major_version, version->minor_version, PJRT_API_MAJOR);
  }
  return true;
}

static bool list_extensions(pjrt_plugin *plugin, load_failure *failure) {
  const PJRT_Extension_Base *extension = plugin->own->extension_start;
  for (; extension != NULL; extension = extension->next) {
    if (plugin->extension_count == EXTENSIONS_MAX)
      return fail(failure, LOAD_STRUCT, "its chain of extensions is a cycle, or longer than %d",
                  EXTENSIONS_MAX);
    if (extension->struct_size < sizeof *extension || extension->struct_size > API_STRUCT_MAX)
      return fail(failure, LOAD_STRUCT, "its extension number %zu says that it has %zu bytes",
                  plugin->extension_count + 1, extension->struct_size);
    plugin->extensions[plugin->extension_count++] = (int)extension->type;
  }
  return true;
}

static const pjrt_plugin *find_or_add(const pjrt_plugin *wanted, load_failure *failure) {
  for (const pjrt_plugin *known = table; known != NULL; known = known->next)
    if (known->own == wanted->own && known->shadow_client == wanted->shadow_client &&
        drop_set_equal(&known->drop, &wanted->drop) && strcmp(known->identity, wanted->identity) == 0)
      return known;
  pjrt_plugin *added = malloc(sizeof *added);
  if (added == NULL) {
    fail(failure, LOAD_LIMIT, "out of memory");
    return NULL;
  }
  *added = *wanted;
  const bool as_it_is = added->drop.count == 0 && !added->shadow_client && added->identity[0] == '\0';
  added->given = as_it_is ? added->own : interpose(added);
  if (added->given == NULL) {
    free(added);
    fail(failure, LOAD_LIMIT, "out of memory, or libraries loaded in more than %d ways in this process",
         TRAMPOLINE_COUNT);
    return NULL;
  }
  added->next = table;
  table = added;
  return added;
}

const pjrt_plugin *load_plugin(const char *path, const drop_set *drop, const char *identity, bool shadow_client,
                               load_failure *failure) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *text = dlerror();
    fail(failure, LOAD_DLOPEN, "%s", text == NULL ? "dlopen failed" : text);
    return NULL;
  }
  // From here on the library stays loaded, whatever is wrong with it, because its constructors have run.
  const PJRT_Api *(*get_api)(void) = NULL;
  *(void **)&get_api = dlsym(library, "GetPjrtApi");
  if (get_api == NULL) {
    fail(failure, LOAD_SYMBOL, "it does not export GetPjrtApi");
    return NULL;
  }
  pjrt_plugin wanted = {.own = get_api(), .drop = *drop};
  snprintf(wanted.identity, sizeof wanted.identity, "%s", identity);
  if (wanted.own == NULL) {
    fail(failure, LOAD_NULL, "its GetPjrtApi returned no API");
    return NULL;
  }
  if (!check_api(wanted.own, failure) || !list_extensions(&wanted, failure)) return NULL;
  wanted.shadow_client = shadow_client && shadow_client_possible(wanted.own);
  pthread_mutex_lock(&table_lock);
  const pjrt_plugin *found = find_or_add(&wanted, failure);
  pthread_mutex_unlock(&table_lock);
  return found;
}

#define REQUIRED(X)                                                                                     \
  X(Error_Destroy) X(Error_Message) X(Error_GetCode) X(Plugin_Initialize) X(Plugin_Attributes)          \
  X(Event_Destroy) X(Event_IsReady) X(Event_Error) X(Event_Await) X(Event_OnReady)                      \
  X(Client_Create) X(Client_Destroy) X(Client_PlatformName) X(Client_ProcessIndex)                      \
  X(Client_PlatformVersion) X(Client_Devices) X(Client_AddressableDevices) X(Client_AddressableMemories) \
  X(Client_Compile) X(Client_BufferFromHostBuffer)                                                      \
  X(DeviceDescription_Id) X(DeviceDescription_ProcessIndex) X(DeviceDescription_Kind)                   \
  X(DeviceDescription_DebugString) X(DeviceDescription_ToString) X(Device_GetDescription)               \
  X(Device_IsAddressable) X(Device_LocalHardwareId) X(Device_AddressableMemories)                       \
  X(Executable_Destroy) X(Executable_NumOutputs) X(LoadedExecutable_Destroy)                            \
  X(LoadedExecutable_GetExecutable) X(LoadedExecutable_AddressableDevices) X(LoadedExecutable_Execute)  \
  X(Buffer_Destroy) X(Buffer_ElementType) X(Buffer_Dimensions) X(Buffer_Device) X(Buffer_Delete)        \
  X(Buffer_IsDeleted) X(Buffer_ToHostBuffer) X(Buffer_ReadyEvent)

const char *lacking_function(const pjrt_plugin *plugin, bool beyond, size_t *position) {
  static const struct {
    const char *name;
    size_t offset;
  } required[] = {
#define LIST_REQUIRED(name) {"PJRT_" #name, offsetof(PJRT_Api, PJRT_##name)},
      REQUIRED(LIST_REQUIRED)
#undef LIST_REQUIRED
  };
  while (*position < sizeof required / sizeof required[0]) {
    const size_t offset = required[*position].offset;
    const char *name = required[(*position)++].name;
    void *function = NULL;
    if (plugin->own->struct_size < offset + sizeof function) {
      if (beyond) return name;
      continue;
    }
    memcpy(&function, (const char *)plugin->own + offset, sizeof function);
    if (!beyond && function == NULL) return name;
  }
  return "";
}

const PJRT_Extension_Base *find_extension(const pjrt_plugin *plugin, int type, size_t size) {
  const PJRT_Extension_Base *extension = plugin->own->extension_start;
  for (size_t index = 0; index < plugin->extension_count; ++index, extension = extension->next)
    if (plugin->extensions[index] == type) return extension->struct_size >= size ? extension : NULL;
  return NULL;
}

void take_error(const pjrt_plugin *plugin, PJRT_Error *error, pjrt_failure *failure) {
  const PJRT_Api *api = plugin->own;
  if (failure != NULL) {
    failure->code = PJRT_Error_Code_UNKNOWN;
    failure->text[0] = '\0';
    PJRT_Error_GetCode_Args code = {.struct_size = PJRT_Error_GetCode_Args_STRUCT_SIZE, .error = error};
    if (API_HAS(api, PJRT_Error_GetCode) && api->PJRT_Error_GetCode != NULL) {
      PJRT_Error *nested = api->PJRT_Error_GetCode(&code);
      if (nested == NULL)
        failure->code = (int)code.code;
      else
        take_error(plugin, nested, NULL);
    }
    PJRT_Error_Message_Args message = {.struct_size = PJRT_Error_Message_Args_STRUCT_SIZE, .error = error};
    if (API_HAS(api, PJRT_Error_Message) && api->PJRT_Error_Message != NULL) {
      api->PJRT_Error_Message(&message);
      const size_t room = sizeof failure->text - 1;
      const size_t size = message.message_size < room ? message.message_size : room;
      if (message.message != NULL) {
        memcpy(failure->text, message.message, size);
        failure->text[size] = '\0';
      }
    }
  }
  PJRT_Error_Destroy_Args destroy = {.struct_size = PJRT_Error_Destroy_Args_STRUCT_SIZE, .error = error};
  if (API_HAS(api, PJRT_Error_Destroy) && api->PJRT_Error_Destroy != NULL) api->PJRT_Error_Destroy(&destroy);
}
