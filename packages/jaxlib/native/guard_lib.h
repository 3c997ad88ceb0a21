// Guards: whether transfers between host and devices are allowed, logged or disallowed, and what happens when the
// garbage collector deletes an Array.
//
// Threads: each thread has its own state in addition to the process's; with the GIL.
#ifndef JAXLIB_GUARD_H_
#define JAXLIB_GUARD_H_

#include <functional>
#include <string>

#include "common.h"

namespace jaxlib {

enum class Collection { kAllow, kLog, kFatal };
enum class Transfer { kHostToDevice, kDeviceToDevice, kDeviceToHost };

// Throws JaxRuntimeError if the guards disallow the transfer; `describe` returns a description of it.
void guard_transfer(Transfer transfer, const std::function<std::string()>& describe);

// Whether any guard other than "allow" is set; if not, no description is needed.
bool guards_transfers(Transfer transfer);

// What to do when the garbage collector deletes an Array.
Collection collection_guard();

}  // namespace jaxlib

#endif  // JAXLIB_GUARD_H_
