// The operands that a program donates, from the input-output aliases of its optimized form.
//
// Cost: the program is serialized for it.
// Ownership: the answer is the caller's, to be freed.
// Threads: any; nothing is kept.
#ifndef PLUGIN_ALIASES_H
#define PLUGIN_ALIASES_H

#include <stdbool.h>
#include <stddef.h>

#include "pjrt_c_api.h"

// A flag for each of `count` operands; NULL: the library does not state it, or out of memory.
bool *aliases_read(const PJRT_Api *api, PJRT_LoadedExecutable *executable, size_t count);

#endif  // PLUGIN_ALIASES_H
