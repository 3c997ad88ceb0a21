// Guards: whether copies between host and devices are allowed, logged, or refused, and what is done about Arrays that
// the garbage collector deletes.
//
// Threads: each thread has its own state beside the process's; with the GIL.
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

// Whether any guard but "allow" is set; otherwise no description is needed.
bool guards_transfers(Transfer transfer);

// What is done about an Array that the garbage collector deletes.
Collection collection_guard();

}  // namespace jaxlib

#endif  // JAXLIB_GUARD_H_
