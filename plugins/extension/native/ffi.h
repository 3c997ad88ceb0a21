// Registers XLA FFI handlers through a plugin's FFI extension, and asks first whether it will take them.
//
// Why ask: PJRT_FFI_Register_Handler reports no error when it refuses a handler's FFI version, nor when the
// name is taken by another handler; the call fails much later, or runs the wrong code.
//
// Ownership: names are copied; a handler must stay valid for the life of the process.
// Threads: every function may be called from any thread. A lock serialises registration and is held while the
// plugin, and through it the handler, is called: a handler's metadata query must not register handlers.
// Python: none here, and no thread may hold the GIL while it calls these: a handler may be Python code that
// waits for the GIL (ctypes), called from inside the plugin's locks.
#ifndef PLUGIN_FFI_H
#define PLUGIN_FFI_H

#include "api.h"
#include "ffi_abi.h"
#include "ffi_adapter.h"

typedef enum {
  FFI_OK,
  FFI_ABSENT,      // the plugin has no FFI extension
  FFI_MISMATCH,    // the plugin would refuse the handler's version: `handler` and `plugin` are set
  FFI_UNREADABLE,  // the version cannot be read: the handler answered the query with an error, `text`
  FFI_TAKEN,       // the name is registered with another handler
  FFI_FAILED,      // PJRT's extension returned an error: `failure` is set
  FFI_REFUSED,     // the plugin's FFI returned an error: `text`
  FFI_FULL,        // there are FFI_ADAPTED_MAX adapted handlers
  FFI_NO_MEMORY,
} ffi_status;

typedef struct {
  ffi_version handler;
  ffi_version plugin;
  pjrt_failure failure;
  char text[TEXT_MAX];
} ffi_report;

// The FFI version of the plugin, which it tells when it queries a handler it is given.
// FFI_UNREADABLE: it registers handlers without a query; then register_ffi_handler does not check either.
ffi_status read_ffi_version(const pjrt_plugin *plugin, ffi_version *version);

typedef struct {
  ffi_handler *stage[FFI_STAGE_COUNT];  // all but execute may be NULL
} ffi_bundle;

// FFI_ABSENT: the plugin has no FFI extension, or takes the execute stage alone and there are others.
ffi_status register_ffi_handler(const pjrt_plugin *plugin, const char *name, const ffi_bundle *bundle,
                                const char *platform, int traits, ffi_report *report);

// Makes a type of handlers' state known to the plugin. `type_id` is 0, and receives what the plugin assigns, or
// unique among its types. `info` may be NULL; it is copied. FFI_ABSENT: the plugin's FFI has no types.
ffi_status register_ffi_type(const pjrt_plugin *plugin, const char *name, int64_t *type_id,
                             const ffi_type_info *info, ffi_report *report);

#endif  // PLUGIN_FFI_H
