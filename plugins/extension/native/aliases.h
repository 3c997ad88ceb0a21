// Finds out which operands a program donates, from the input-output aliases of its optimized HLO.
//
// Cost: the program is serialized.
// Ownership: the caller frees the result.
// Threads: any; no state.
#ifndef PLUGIN_ALIASES_H
#define PLUGIN_ALIASES_H

#include <stdbool.h>
#include <stddef.h>

#include "pjrt_c_api.h"

// A flag for each of `count` operands. NULL: the library does not report aliases, or out of memory.
bool *aliases_read(const PJRT_Api *api, PJRT_LoadedExecutable *executable, size_t count);

#endif  // PLUGIN_ALIASES_H
