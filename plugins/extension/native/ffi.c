#include "ffi.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Handlers that a plugin accepts: those of its own major version, from minor version 1 up to its own.
// Determined by registering handlers that report 0.0 to 0.6, 1.2, 0.-1 and -1.-1, and compiling a call to each,
// with xla-cpu-pjrt 0.0.1 (FFI 0.2: accepts 0.1 and 0.2), jax-cuda12-pjrt 0.10.2 (FFI 0.3: 0.1 to 0.3) and 0.12.0
// (FFI 0.5: 0.1 to 0.5). Calls to any other failed as if it had not been registered; see ffi_adapter.h for those.
enum { FFI_OLDEST_MINOR = 1 };

static bool takes(ffi_version plugin, ffi_version handler) {
  return handler.major == plugin.major && handler.minor >= FFI_OLDEST_MINOR && handler.minor <= plugin.minor;
}

typedef struct ffi_registration {
  struct ffi_registration *next;
  ffi_bundle bundle;  // as the caller passed it
  char *platform;  // follows the name in the same allocation
  char name[];
} ffi_registration;

// The known facts about a plugin's FFI.
typedef struct ffi_registry {
  struct ffi_registry *next;
  const pjrt_ffi_extension *extension;
  const ffi_api *api;  // the plugin's own; NULL if it registers handlers without a query
  ffi_registration *registrations;
} ffi_registry;

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static ffi_registry *registries;

// ---- The plugin's version.

static const ffi_api *probed;  // guarded by registry_lock

// A handler that no plugin accepts (version -1.-1), so that nothing stays registered. The plugin queries its
// metadata in a call frame that points to the plugin's FFI API, which lives as long as the library.
static ffi_error *probe(ffi_call_frame *frame) {
  const ffi_api *api = frame->api;
  if (frame->struct_size >= COUNTED(ffi_call_frame, api) && api != NULL &&
      api->struct_size >= COUNTED(ffi_api, error_destroy) &&
      api->api_version.struct_size >= COUNTED(ffi_api_version, minor))
    probed = api;
  for (ffi_extension *extension = frame->extension_start; extension != NULL; extension = extension->next) {
    if (extension->type != FFI_EXTENSION_METADATA || extension->struct_size < sizeof(ffi_metadata_extension))
      continue;
    ffi_metadata *metadata = ((ffi_metadata_extension *)extension)->metadata;
    metadata->api_version.major = -1;
    metadata->api_version.minor = -1;
    metadata->traits = 0;
  }
  return NULL;
}

static PJRT_Error *call_register(const ffi_registry *registry, const char *name, ffi_handler *handler,
                                 const char *platform, int traits) {
  pjrt_ffi_register_args args = {
      .struct_size = COUNTED(pjrt_ffi_register_args, traits),
      .target_name = name,
      .target_name_size = strlen(name),
      .platform_name = platform,
      .platform_name_size = strlen(platform),
      .traits = traits,
  };
  *(ffi_handler **)&args.handler = handler;
  return registry->extension->register_handler(&args);
}

// The registry of a plugin; the first call probes the plugin. The caller holds the lock.
static ffi_status find_registry(const pjrt_plugin *plugin, ffi_registry **registry) {
  const PJRT_Extension_Base *base = find_extension(plugin, PJRT_FFI_EXTENSION, sizeof(pjrt_ffi_extension));
  const pjrt_ffi_extension *extension = (const pjrt_ffi_extension *)base;
  if (extension == NULL || extension->register_handler == NULL) return FFI_ABSENT;
  for (*registry = registries; *registry != NULL; *registry = (*registry)->next)
    if ((*registry)->extension == extension) return FFI_OK;
  ffi_registry *added = calloc(1, sizeof *added);
  if (added == NULL) return FFI_NO_MEMORY;
  added->extension = extension;
  probed = NULL;
  PJRT_Error *error = call_register(added, "jaxlib_ffi_version_probe", probe, "HOST", 0);
  if (error != NULL) take_error(plugin, error, NULL);  // the expected refusal
  added->api = probed;
  added->next = registries;
  registries = added;
  *registry = added;
  return FFI_OK;
}

static ffi_version version_of(const ffi_api_version *version) {
  return (ffi_version){version->major, version->minor};
}

ffi_status read_ffi_version(const pjrt_plugin *plugin, ffi_version *version) {
  ffi_registry *registry = NULL;
  pthread_mutex_lock(&registry_lock);
  const ffi_status status = find_registry(plugin, &registry);
  pthread_mutex_unlock(&registry_lock);
  if (status != FFI_OK) return status;
  if (registry->api == NULL) return FFI_UNREADABLE;
  *version = version_of(&registry->api->api_version);
  return FFI_OK;
}

// ---- The handler's version.

// Takes ownership of an error of the plugin's FFI, or of one that a handler created through it.
static void take_ffi_error(const ffi_api *api, ffi_error *error, ffi_report *report) {
  ffi_error_message_args message = {.struct_size = COUNTED(ffi_error_message_args, code), .error = error};
  api->error_message(&message);
  snprintf(report->text, sizeof report->text, "%s", message.message == NULL ? "" : message.message);
  ffi_error_destroy_args destroy = {.struct_size = sizeof destroy, .error = error};
  api->error_destroy(&destroy);
}

// Queries the handler like the plugin does, with the plugin's FFI API, so that the handler can report errors with
// it.
static bool query_handler(const ffi_api *api, ffi_handler *handler, ffi_report *report) {
  ffi_metadata metadata = {
      .struct_size = COUNTED(ffi_metadata, traits),
      .api_version = {.struct_size = COUNTED(ffi_api_version, minor)},
  };
  ffi_metadata_extension extension = {
      .base = {.struct_size = sizeof extension, .type = FFI_EXTENSION_METADATA},
      .metadata = &metadata,
  };
  ffi_call_frame frame = {
      .struct_size = COUNTED(ffi_call_frame, attributes),
      .extension_start = &extension.base,
      .api = api,
      .stage = FFI_STAGE_EXECUTE,
      .arguments = {.struct_size = sizeof frame.arguments},
      .results = {.struct_size = sizeof frame.results},
      .attributes = {.struct_size = sizeof frame.attributes},
  };
  ffi_error *error = handler(&frame);
  if (error == NULL) {
    report->handler = version_of(&metadata.api_version);
    return true;
  }
  take_ffi_error(api, error, report);
  return false;
}

// ---- Registration.

// Replaces handlers that are newer than the plugin by adapters, if possible.
static ffi_status adapt(const ffi_api *api, ffi_bundle *bundle, ffi_report *report) {
  report->plugin = version_of(&api->api_version);
  for (int stage = 0; stage < FFI_STAGE_COUNT; ++stage) {
    ffi_handler **handler = &bundle->stage[stage];
    if (*handler == NULL) continue;
    if (!query_handler(api, *handler, report)) return FFI_UNREADABLE;
    if (takes(report->plugin, report->handler)) continue;
    if (!ffi_adapts(api, report->handler)) return FFI_MISMATCH;
    if ((*handler = ffi_adapt(api, *handler)) == NULL) return FFI_FULL;
  }
  return FFI_OK;
}

static ffi_name name_of(const char *text) { return (ffi_name){text, strlen(text)}; }

// Through the plugin's FFI itself, because PJRT's extension only takes the execute stage.
static ffi_status register_stages(const ffi_api *api, const char *name, const ffi_bundle *bundle,
                                  const char *platform, int traits, ffi_report *report) {
  // From 0.5 on, the arguments have a fifth stage.
  if (api == NULL || api->struct_size < COUNTED(ffi_api, handler_register) || api->api_version.minor > 3)
    return FFI_ABSENT;
  ffi_register_args args = {
      .struct_size = COUNTED(ffi_register_args, traits),
      .name = name_of(name),
      .platform = name_of(platform),
      .traits = (uint32_t)traits,
  };
  memcpy(args.stage, bundle->stage, sizeof args.stage);
  ffi_error *error = api->handler_register(&args);
  if (error == NULL) return FFI_OK;
  take_ffi_error(api, error, report);
  return FFI_REFUSED;
}

static ffi_status register_execute(const pjrt_plugin *plugin, const ffi_registry *registry, const char *name,
                                   ffi_handler *handler, const char *platform, int traits, ffi_report *report) {
  PJRT_Error *error = call_register(registry, name, handler, platform, traits);
  if (error == NULL) return FFI_OK;
  take_error(plugin, error, &report->failure);
  return FFI_FAILED;
}

static ffi_registration *new_registration(const char *name, const ffi_bundle *bundle, const char *platform) {
  const size_t name_size = strlen(name) + 1;
  const size_t platform_size = strlen(platform) + 1;
  ffi_registration *added = malloc(sizeof *added + name_size + platform_size);
  if (added == NULL) return NULL;
  added->bundle = *bundle;
  added->platform = added->name + name_size;
  memcpy(added->name, name, name_size);
  memcpy(added->platform, platform, platform_size);
  return added;
}

static bool same_handlers(const ffi_bundle *left, const ffi_bundle *right) {
  for (int stage = 0; stage < FFI_STAGE_COUNT; ++stage)
    if (left->stage[stage] != right->stage[stage]) return false;
  return true;
}

static ffi_status register_locked(const pjrt_plugin *plugin, const char *name, const ffi_bundle *bundle,
                                  const char *platform, int traits, ffi_report *report) {
  ffi_registry *registry = NULL;
  ffi_status status = find_registry(plugin, &registry);
  if (status != FFI_OK) return status;
  for (const ffi_registration *known = registry->registrations; known != NULL; known = known->next)
    if (strcmp(known->name, name) == 0 && strcasecmp(known->platform, platform) == 0)
      return same_handlers(&known->bundle, bundle) ? FFI_OK : FFI_TAKEN;
  ffi_bundle ready = *bundle;
  if (registry->api != NULL && (status = adapt(registry->api, &ready, report)) != FFI_OK) return status;
  ffi_registration *added = new_registration(name, bundle, platform);
  if (added == NULL) return FFI_NO_MEMORY;
  ffi_handler *execute = ready.stage[FFI_STAGE_EXECUTE];
  const bool alone = same_handlers(&ready, &(ffi_bundle){.stage = {[FFI_STAGE_EXECUTE] = execute}});
  status = alone ? register_execute(plugin, registry, name, execute, platform, traits, report)
                 : register_stages(registry->api, name, &ready, platform, traits, report);
  if (status != FFI_OK) {
    free(added);
    return status;
  }
  added->next = registry->registrations;
  registry->registrations = added;
  return FFI_OK;
}

ffi_status register_ffi_handler(const pjrt_plugin *plugin, const char *name, const ffi_bundle *bundle,
                                const char *platform, int traits, ffi_report *report) {
  memset(report, 0, sizeof *report);
  pthread_mutex_lock(&registry_lock);
  const ffi_status status = register_locked(plugin, name, bundle, platform, traits, report);
  pthread_mutex_unlock(&registry_lock);
  return status;
}

static ffi_status register_type_locked(const pjrt_plugin *plugin, ffi_type_register_args *args,
                                       ffi_report *report) {
  ffi_registry *registry = NULL;
  const ffi_status status = find_registry(plugin, &registry);
  if (status != FFI_OK) return status;
  const ffi_api *api = registry->api;
  if (api == NULL || api->struct_size < COUNTED(ffi_api, type_register)) return FFI_ABSENT;
  ffi_error *error = api->type_register(args);
  if (error == NULL) return FFI_OK;
  take_ffi_error(api, error, report);
  return FFI_REFUSED;
}

ffi_status register_ffi_type(const pjrt_plugin *plugin, const char *name, int64_t *type_id,
                             const ffi_type_info *info, ffi_report *report) {
  const ffi_type_info none = {.struct_size = sizeof none};
  ffi_type_register_args args = {
      .struct_size = sizeof args,
      .name = name_of(name),
      .type_id = type_id,
      .type_info = info == NULL ? &none : info,
  };
  memset(report, 0, sizeof *report);
  pthread_mutex_lock(&registry_lock);
  const ffi_status status = register_type_locked(plugin, &args, report);
  pthread_mutex_unlock(&registry_lock);
  return status;
}
