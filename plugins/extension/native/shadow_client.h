// Runs programs on a shadow client, so that a blocked host callback cannot block the device queue.
//
// A device of XLA:CPU runs one program at a time, in the order in which they were enqueued. Two kinds of programs
// must not wait in that queue: a program started by a host callback, which the callback may wait for while its own
// program occupies the device; and a program started by one thread while a program of another thread may be waiting
// for its callback, which may in turn wait for the first thread. XLA has a queue per thread, but the C API cannot
// tell threads apart. Such programs therefore run on a shadow client: a client of the same library with the same
// options, and with a copy of the executable. Operands and results are views of the same memory, so that the caller
// only sees its own client.
//
// Execution on a shadow client is synchronous, as it is in XLA inside a host callback: a shadow client runs one
// program at a time and is idle afterwards. There are as many shadow clients as there were ever such programs at
// the same time. Ownership: a shadow client belongs to its client, a copy of an executable to that executable, and
// is destroyed with it. A result keeps the shadow client's buffer, whose memory it views, until the result is
// destroyed. Threads: any. A lock guards the tables; it is not held while the plugin executes, loads or creates.
// Python: none. Executing blocks, so the GIL must not be held; jaxlib releases it.
#ifndef PLUGIN_SHADOW_CLIENT_H
#define PLUGIN_SHADOW_CLIENT_H

#include <stdbool.h>

#include "pjrt_c_api.h"

// Between these two calls the thread is inside a host callback. They nest.
void shadow_client_enter_callback(void);
void shadow_client_leave_callback(void);

// Sets whether executing a program on one device returns only when the program has ended (jax's synchronous
// dispatch). The program's error is still reported by its results.
void shadow_client_await_programs(bool wait);

// True if the plugin has all functions that shadow clients need.
bool shadow_client_possible(const PJRT_Api *api);

// Replacements of PJRT_Client_Create, PJRT_Client_Destroy, PJRT_Executable_DeserializeAndLoad,
// PJRT_LoadedExecutable_Destroy and PJRT_LoadedExecutable_Execute, which call the plugin's own functions.
PJRT_Error *shadow_client_create(const PJRT_Api *api, PJRT_Client_Create_Args *args);
PJRT_Error *shadow_client_destroy(const PJRT_Api *api, PJRT_Client_Destroy_Args *args);
PJRT_Error *shadow_client_load(const PJRT_Api *api, PJRT_Executable_DeserializeAndLoad_Args *args);
PJRT_Error *shadow_client_destroy_executable(const PJRT_Api *api, PJRT_LoadedExecutable_Destroy_Args *args);
PJRT_Error *shadow_client_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args);

// Called for each executable that was compiled for a client. `donates`: the result of donation_compiling().
void shadow_client_compiled(const PJRT_Api *api, PJRT_Client *client, PJRT_LoadedExecutable *executable,
                            const PJRT_Program *program, bool donates);

#endif  // PLUGIN_SHADOW_CLIENT_H
