// JaxRuntimeError, and its construction from errors of PJRT libraries.
#ifndef JAXLIB_ERRORS_H_
#define JAXLIB_ERRORS_H_

#include <string>

#include "common.h"
#include "pjrt/plugin.h"

namespace jaxlib {

// Raises JaxRuntimeError with the name of a PJRT_Error_Code before the message.
[[noreturn]] void raise_runtime_error(int code, const std::string& message);

// A message in the form that JaxRuntimeError has: the code's name, then the message.
std::string status_text(int code, const std::string& message);

void bind_errors(Module& native);

}  // namespace jaxlib

#endif  // JAXLIB_ERRORS_H_
