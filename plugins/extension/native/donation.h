// Serializes the enqueuing of programs that donate operands with that of others with the same operands.
//
// The problem: XLA:CPU libraries of this age first record a program's end as a use of its operands, and in a later,
// separate step take the program's place in the client's queue. A second program that donates one of these operands
// waits for all of its uses. If it comes between the two steps, it waits for the end of the first program, and is
// before it in the queue: a deadlock. (XLA itself has a queue per thread, where this cannot happen; the C API has
// one for all.)
//
// Therefore, before an execution is enqueued, it waits for all earlier executions that are still being enqueued and
// share an operand with it, if either program donates. Executions are totally ordered and wait only for earlier
// ones, so there is no cycle. An execution is being enqueued until the library's function returns; if the library
// runs the program on the caller's thread, that is when the program ends. A host callback of such a program may
// wait for whatever another thread enqueues; but then the program already has its place in the queue, so nobody
// waits for it any more.
//
// Programs for several devices: if one cannot start on all of them, XLA:CPU hangs in the next program. Therefore
// the reasons to refuse an operand (another thread donated it, or it is donated here and passed twice) are checked
// before the library is asked to start the program.
//
// Cost: none in a process without donating programs. Otherwise an uncontended lock twice per execution, and a few
// bits per operand of programs for several devices. Operands are compared, in linear time, only while other threads
// enqueue too and one of the programs donates. Executions that were being enqueued before the first donating
// program was compiled are not waited for.
// Ownership: an execution is recorded by its arguments, during the call only; a program from its compilation to its
// destruction.
// Threads: any. The lock is not held while the library executes.
// Python: none. Functions may block, so the GIL must not be held.
#ifndef PLUGIN_DONATION_H
#define PLUGIN_DONATION_H

#include <stdbool.h>

#include "pjrt_c_api.h"

// Called before a program is compiled. Returns whether it donates operands, according to its text.
bool donation_compiling(const PJRT_Program *program);

// Called for each executable. `marked`: the result of donation_compiling; `program`: NULL if it was deserialized.
void donation_compiled(const PJRT_Api *api, PJRT_LoadedExecutable *executable, const PJRT_Program *program,
                       bool marked);
void donation_destroyed(const PJRT_LoadedExecutable *executable);

// Calls PJRT_LoadedExecutable_Execute, in turn. `calls_back`: the program may call a host callback.
PJRT_Error *donation_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args, bool calls_back);

// Called when a host callback starts, on any thread.
void donation_calling_back(void);

#endif  // PLUGIN_DONATION_H
