// Executes programs aside, so that none waits for one that waits for a host callback.
//
// A device of XLA:CPU does one program after the other, in the order in which they came. Two kinds of program
// must not wait in that line: what a host callback starts, which the callback may wait for while its own program
// keeps its place; and what a thread starts while a program of another thread may be waiting for its callback,
// which may in turn wait for that thread. XLA keeps a line for each thread, but the C API has no way to tell
// one thread from another. Such programs are therefore executed on a twin: a client of the same library with
// the same options, and a copy of the executable loaded there. Operands and results are views of the same
// memory, so that to the caller all happens on its own client.
//
// Execution aside is synchronous, as it is in XLA inside a host callback: a twin does one program at a time, and
// is then free for the next. There are as many twins as there ever were programs aside at one time.
// Ownership: a twin belongs to its client, a copy of an executable to that executable; both end with it. A
// result keeps the twin's buffer, whose memory it views, until it is destroyed itself.
// Threads: any; the tables have a lock, which is not held while the plugin executes, loads or creates.
// Python: none. Executing waits, so the GIL must not be held; jaxlib releases it.
#ifndef PLUGIN_ASIDE_H
#define PLUGIN_ASIDE_H

#include <stdbool.h>

#include "pjrt_c_api.h"

// Between these two calls the thread is inside a host callback. They nest.
void aside_enter(void);
void aside_leave(void);

// Whether the execution of a program on one device, from now on, returns when the program is done: jax's synchronous
// dispatch. An error of the program is told by its results, as it is otherwise.
void aside_await_programs(bool wait);

// True if the plugin has all the functions that this needs.
bool aside_possible(const PJRT_Api *api);

// Stand in for the functions of those names, and call the plugin's own.
PJRT_Error *aside_create(const PJRT_Api *api, PJRT_Client_Create_Args *args);
PJRT_Error *aside_destroy_client(const PJRT_Api *api, PJRT_Client_Destroy_Args *args);
PJRT_Error *aside_load(const PJRT_Api *api, PJRT_Executable_DeserializeAndLoad_Args *args);
PJRT_Error *aside_destroy(const PJRT_Api *api, PJRT_LoadedExecutable_Destroy_Args *args);
PJRT_Error *aside_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args);

// To be told of each executable that was compiled for a client, from what, and whether that is marked as donating.
void aside_compiled(const PJRT_Api *api, PJRT_Client *client, PJRT_LoadedExecutable *executable,
                    const PJRT_Program *program, bool donates);

#endif  // PLUGIN_ASIDE_H
