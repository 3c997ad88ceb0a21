// Loads a PJRT C API library, and optionally interposes its functions: to filter compile options, to run programs
// on shadow clients (shadow_client.h), and to identify the build in the platform's version.
//
// Ownership: nothing here is ever freed. A library stays loaded, because plugins leave threads and static state
// behind. So do its record and its private copy of PJRT_Api: there is one of each per library and set of load
// arguments, however often it is loaded.
// Threads: every function may be called from any thread. A lock guards the table of records. A record, and the
// state of a private copy, does not change after it was returned, so compiling takes no lock.
// Python: none here. No thread may hold the GIL while it calls load_plugin, which runs library constructors.
// Trust: struct_size and the version are checked before any other field of a plugin's struct is used. Fields are
// read only up to the plugin's own struct_size, so plugins may be older or newer than the header used here.
#ifndef PLUGIN_API_H
#define PLUGIN_API_H

#include <stdbool.h>
#include <stddef.h>

#include "options_filter.h"
#include "pjrt_c_api.h"

enum {
  EXTENSIONS_MAX = 64,        // jax's plugins have at most 18
  API_STRUCT_MAX = 1 << 16,   // room for 8,000 functions, where 2026's plugins have 140
  TEXT_MAX = 4096,
  IDENTITY_MAX = 256,
};

// True if the plugin's struct is long enough to hold `field`.
#define API_HAS(api, field) \
  ((api)->struct_size >= offsetof(PJRT_Api, field) + sizeof((api)->field))

typedef struct pjrt_plugin {
  const PJRT_Api *own;    // the library's
  const PJRT_Api *given;  // what callers get: `own`, or a private copy with interposed functions
  drop_set drop;
  bool shadow_client;
  char identity[IDENTITY_MAX];  // added to the platform version as a line, unless empty
  size_t extension_count;
  int extensions[EXTENSIONS_MAX];
  struct pjrt_plugin *next;
} pjrt_plugin;

typedef enum {
  LOAD_OK,
  LOAD_DLOPEN,   // the dynamic loader refused the file
  LOAD_SYMBOL,   // it does not export GetPjrtApi
  LOAD_NULL,     // GetPjrtApi returned no API
  LOAD_STRUCT,   // the API's struct contradicts itself
  LOAD_VERSION,  // its major version is not the known one, so no other offset can be trusted
  LOAD_LIMIT,    // out of memory, or more distinct private copies than there are trampolines
} load_reason;

typedef struct {
  load_reason reason;
  int major;  // for LOAD_VERSION
  int minor;
  char text[TEXT_MAX];
} load_failure;

// NULL: `failure` is filled in. If the plugin lacks functions that `shadow_client` needs, it is loaded without it.
const pjrt_plugin *load_plugin(const char *path, const drop_set *drop, const char *identity, bool shadow_client,
                               load_failure *failure);

// The next function that the plugin lacks, of those that jax calls unconditionally, or "" after the last one.
// `beyond` selects functions beyond the end of the plugin's struct, else null ones within it. `*position` has to be
// 0 at first.
const char *lacking_function(const pjrt_plugin *plugin, bool beyond, size_t *position);

// The extension of this type; NULL if there is none, or if it is smaller than `size` bytes.
const PJRT_Extension_Base *find_extension(const pjrt_plugin *plugin, int type, size_t size);

typedef struct {
  int code;  // PJRT_Error_Code
  char text[TEXT_MAX];
} pjrt_failure;

// Reads `error`, which must not be NULL, and destroys it. `failure` may be NULL.
void take_error(const pjrt_plugin *plugin, PJRT_Error *error, pjrt_failure *failure);

#endif  // PLUGIN_API_H
