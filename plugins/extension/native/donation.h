// Serializes the enqueuing of programs that donate operands with that of others with the same operands.
//
// The problem: XLA:CPU of the C API's age notes a program's end as a use of its operands first, and takes
// the program's place in the client's line of programs later, in two steps. A second program that donates one of these
// operands waits for all of its uses. If it comes between the two steps, it waits for the first program to end, and
// has the place before it in the line: neither ever runs. (XLA keeps a line for each thread, where this cannot happen;
// the C API has one for all of them.)
//
// So an execution waits before it is enqueued for those that came before it, are still being enqueued, and share an
// operand with it, if either is of a program that donates. Executions come in one order, and each waits for earlier ones
// alone: waits form no circle. An execution is being enqueued until the library's function returns, which is when the
// program is done where the library runs it on the caller's thread. A host callback of such a program may wait for
// whatever another thread enqueues; the program has its place in the line by then, so nobody waits for it any more.
//
// Programs of several devices: one that cannot start on all of them leaves XLA:CPU waiting for good in the next one. So
// what an operand may be refused for, that it was donated by another thread or is donated here and given twice, is
// looked at before the library is asked to start it.
//
// Cost: none in a process without a program that donates. Otherwise an uncontended lock twice for each execution, and a
// look at some bits for each operand of programs of several devices. Only while other threads enqueue too, and one of
// the programs donates, operands are compared, in the time of their number. What was being enqueued before the first
// program that donates was compiled is not waited for.
// Ownership: an execution is known here by its arguments, during the call only; a program from its compilation to its
// destruction.
// Threads: any. The lock is not held while the library executes.
// Python: none. It may wait, so the GIL must not be held.
#ifndef PLUGIN_DONATION_H
#define PLUGIN_DONATION_H

#include <stdbool.h>

#include "pjrt_c_api.h"

// A program is about to be compiled. Whether it is one that donates, as far as its text says.
bool donation_compiling(const PJRT_Program *program);

// Called for each executable: `marked` is the result of donation_compiling, and `program` NULL if it was loaded.
void donation_compiled(const PJRT_Api *api, PJRT_LoadedExecutable *executable, const PJRT_Program *program,
                       bool marked);
void donation_destroyed(const PJRT_LoadedExecutable *executable);

// PJRT_LoadedExecutable_Execute, when its turn has come. `calls_back`: the program may call back.
PJRT_Error *donation_execute(const PJRT_Api *api, PJRT_LoadedExecutable_Execute_Args *args, bool calls_back);

// A host callback starts, on any thread.
void donation_calling_back(void);

#endif  // PLUGIN_DONATION_H
