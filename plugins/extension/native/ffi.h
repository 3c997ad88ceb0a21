// Registers XLA FFI handlers through a plugin's FFI extension, and checks first whether it will accept them.
//
// Why the check: PJRT_FFI_Register_Handler reports no error if it refuses a handler's FFI version, nor if another
// handler has the name; the call fails much later, or runs the wrong code.
//
// Ownership: names are copied; a handler must stay valid for the lifetime of the process.
// Threads: every function may be called from any thread. A lock serializes registration. It is held while the
// plugin, and through it the handler, is called: a handler must not register handlers in its metadata query.
// Python: none here. No thread may hold the GIL while it calls these functions: a handler may be Python code
// (ctypes) that waits for the GIL, called while the plugin holds its locks.
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

// The FFI version of the plugin, which the plugin reveals when it queries a handler.
// FFI_UNREADABLE: it registers handlers without a query; then register_ffi_handler does not check either.
ffi_status read_ffi_version(const pjrt_plugin *plugin, ffi_version *version);

typedef struct {
  ffi_handler *stage[FFI_STAGE_COUNT];  // only execute is required
} ffi_bundle;

// FFI_ABSENT: the plugin has no FFI extension, or only supports the execute stage and the handler has others.
ffi_status register_ffi_handler(const pjrt_plugin *plugin, const char *name, const ffi_bundle *bundle,
                                const char *platform, int traits, ffi_report *report);

// Registers a type of handler state with the plugin. `*type_id` is 0, and receives the number that the plugin
// assigns, or is unique among its types. `info` may be NULL; it is copied. FFI_ABSENT: the plugin's FFI does not
// support types.
ffi_status register_ffi_type(const pjrt_plugin *plugin, const char *name, int64_t *type_id,
                             const ffi_type_info *info, ffi_report *report);

#endif  // PLUGIN_FFI_H
