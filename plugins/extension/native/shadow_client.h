// Runs programs on a shadow client, so that a blocked host callback cannot block the device queue.
//
// A device of XLA:CPU runs one program at a time, in the order in which they were enqueued. Two kinds of program must not
// wait in that queue: a program that a host callback starts, which the callback may wait for while its own program keeps
// its place; and a program that one thread starts while a program of another thread may be waiting for its callback,
// which may in turn wait for the first thread. XLA has a queue for each thread, but the C API cannot tell one thread
// from another. Such programs are therefore executed on a shadow client: a client of the same library with the same
// options, and a copy of the executable loaded there. Operands and results are views of the same memory, so that the
// caller sees its own client alone.
//
// Execution on a shadow client is synchronous, as it is in XLA inside a host callback: a shadow client runs one program
// at a time and is then idle until the next. There are as many of them as there ever were such programs at one time.
// Ownership: a shadow client belongs to its client, a copy of an executable to that executable; both end with it. A
// result keeps the shadow client's buffer, whose memory it views, until it is destroyed itself.
// Threads: any; the tables have a lock, which is not held while the plugin executes, loads or creates.
// Python: none. Executing waits, so the GIL must not be held; jaxlib releases it.
#ifndef PLUGIN_SHADOW_CLIENT_H
#define PLUGIN_SHADOW_CLIENT_H

#include <stdbool.h>

#include "pjrt_c_api.h"

// Between these two calls the thread is inside a host callback. They nest.
void shadow_client_enter_callback(void);
void shadow_client_leave_callback(void);

// Whether, from now on, the execution of a program on one device returns when the program has ended: jax's synchronous
// dispatch. An error of the program is reported by its results, as it is otherwise.
void shadow_client_await_programs(bool wait);

// True if the plugin has all functions that shadow clients need.
bool shadow_client_possible(const PJRT_Api *api);

// Replace the functions PJRT_Client_Create, PJRT_Client_Destroy, PJRT_Executable_DeserializeAndLoad,
// PJRT_LoadedExecutable_Destroy and PJRT_LoadedExecutable_Execute, and call the plugin's own.
PJRT_Error *shadow_client_create(const PJRT_Api *api, PJRT_Client_Create_Args *args);
PJRT_Error *shadow_client_destroy(const PJRT_Api *api, PJRT_Client_Destroy_Args *args);
PJRT_Error *shadow_client_load(const PJRT_Api *api, PJRT_Executable_DeserializeAndLoad_Args *args);
PJRT_Error *shadow_client_destroy_executable(const PJRT_Api *api, PJRT_LoadedExecutable_Destroy_Args *args);
PJRT_Error *shadow_client_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args);

// Called for each executable that was compiled for a client. `donates`: the answer of donation_compiling().
void shadow_client_compiled(const PJRT_Api *api, PJRT_Client *client, PJRT_LoadedExecutable *executable,
                            const PJRT_Program *program, bool donates);

#endif  // PLUGIN_SHADOW_CLIENT_H
