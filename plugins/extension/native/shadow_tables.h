// The clients that have shadow clients, their executables, and the copies of these on the shadow clients.
//
// Ownership: a shadow client belongs to its client, a copy of an executable to that executable, and is destroyed
// with it. Threads: any; `shadow_lock` guards everything here. It is not held while the plugin loads or creates.
#ifndef PLUGIN_SHADOW_TABLES_H
#define PLUGIN_SHADOW_TABLES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "pjrt_c_api.h"

typedef struct client client;

typedef struct shadow {
  PJRT_Client *handle;
  struct shadow *next;  // the next idle one
} shadow;

struct client {
  PJRT_Client *handle;
  PJRT_NamedValue *options;  // in a single block of memory
  size_t option_count;
  shadow *idle;
  client *next;
};

typedef struct copy {
  const shadow *on;
  PJRT_LoadedExecutable *handle;
  struct copy *next;
} copy;

typedef struct program {
  PJRT_LoadedExecutable *handle;
  client *client;
  bool calls_back;
  size_t results;  // per device; valid once `counted`
  bool counted;
  copy *copies;
  struct program *next;
} program;

extern pthread_mutex_t shadow_lock;
extern atomic_bool any_calls_back;  // never cleared; until it is set, nothing needs to be looked up

// NULL if the executable is unknown. The caller holds the lock.
program *known_program(const PJRT_LoadedExecutable *executable);

// Sets the program's number of results. The caller keeps the program alive.
PJRT_Error *count_results(const PJRT_Api *api, program *of);

// An idle shadow client, or a new one; NULL without an error: out of memory.
PJRT_Error *acquire_shadow(const PJRT_Api *api, client *of, shadow **taken);
void release_shadow(client *to, shadow *used);

// The program's copy on a shadow client. The caller has acquired the shadow client, and keeps the program alive.
PJRT_Error *find_copy(const PJRT_Api *api, program *of, const shadow *on, PJRT_LoadedExecutable **found);

#endif  // PLUGIN_SHADOW_TABLES_H
