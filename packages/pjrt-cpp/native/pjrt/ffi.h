// XLA FFI handlers: native code that a program's custom calls run.
//
// Registration itself is C code of plugins/extension: it reads the FFI versions of the library and of the handler before
// it registers anything, because a library silently refuses a handler of another version, and adapts handlers that are
// newer than the library if it can.
//
// Ownership: names are copied. A handler must stay valid for the life of the process, as registrations do.
// Threads: every function may be called from any thread.
// Blocking: registration calls the library and the handler under a lock, so the caller must not hold the GIL, which a
// handler may take when it is queried for its version.
#ifndef PJRT_FFI_H_
#define PJRT_FFI_H_

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "pjrt/plugin.h"

namespace pjrt::ffi {

// The stages of a call, in the order of XLA_FFI_ExecutionStage.
inline constexpr std::array kStages{"instantiate", "prepare", "initialize", "execute"};

// XLA_FFI_Handler by stage; all but the last may be null.
using Handlers = std::array<void*, kStages.size()>;

// The library's XLA FFI version; nothing if it has no FFI, or does not state it.
std::optional<std::pair<int, int>> version(const Plugin& plugin);

// `platform` is the library's own name for it, such as "Host" or "CUDA"; case does not matter. Registering the same
// again does nothing. Throws UNIMPLEMENTED (no FFI), ALREADY_EXISTS (another handler has the name),
// FAILED_PRECONDITION (the handler's FFI version), RESOURCE_EXHAUSTED (too many adapted handlers), or the library's
// error.
void register_handler(const Plugin& plugin, const std::string& name, const Handlers& handlers,
                      const std::string& platform, int traits);

// A type of state that handlers keep between stages. If `*type_id` is 0, the library assigns one.
// `info` is an XLA_FFI_TypeInfo, or null.
void register_type(const Plugin& plugin, const std::string& name, std::int64_t* type_id, const void* info);

}  // namespace pjrt::ffi

#endif  // PJRT_FFI_H_
