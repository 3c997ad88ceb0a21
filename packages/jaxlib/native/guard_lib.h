// Transfer guards: whether copies between host and devices are allowed, told of, or refused.
//
// Threads: each thread has its own state beside the process's; with the GIL.
#ifndef JAXLIB_GUARD_H_
#define JAXLIB_GUARD_H_

#include <functional>
#include <string>

#include "common.h"

namespace jaxlib {

enum class Transfer { kHostToDevice, kDeviceToDevice, kDeviceToHost };

// Throws JaxRuntimeError where the guards disallow it; `describe` says what would be copied.
void guard_transfer(Transfer transfer, const std::function<std::string()>& describe);

// Whether anything but "allow" is set at all, so that no description needs to be made ready.
bool guards_transfers(Transfer transfer);

}  // namespace jaxlib

#endif  // JAXLIB_GUARD_H_
