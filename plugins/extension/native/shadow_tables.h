// The clients that have shadow clients, their executables, and the copies of these that shadow clients have.
//
// Ownership: a shadow client belongs to its client, a copy of an executable to that executable; both end with it.
// Threads: any; `shadow_lock` guards everything here. It is not held while the plugin loads or creates.
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
  struct shadow *next;  // of the idle ones
} shadow;

struct client {
  PJRT_Client *handle;
  PJRT_NamedValue *options;  // all in one block
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
  size_t results;  // on each device; known once `counted`
  bool counted;
  copy *copies;
  struct program *next;
} program;

extern pthread_mutex_t shadow_lock;
extern atomic_bool any_calls_back;  // set once; until then nothing needs to be looked up

// NULL for an executable that is unknown. The lock is held.
program *known_program(const PJRT_LoadedExecutable *executable);

// Sets the program's number of results. The caller keeps the program alive.
PJRT_Error *count_results(const PJRT_Api *api, program *of);

// A shadow client that nobody uses; NULL without an error: there is no memory for one.
PJRT_Error *acquire_shadow(const PJRT_Api *api, client *of, shadow **taken);
void release_shadow(client *to, shadow *used);

// The program's copy on a shadow client. The caller has acquired that, and keeps the program alive.
PJRT_Error *find_copy(const PJRT_Api *api, program *of, const shadow *on, PJRT_LoadedExecutable **found);

#endif  // PLUGIN_SHADOW_TABLES_H
