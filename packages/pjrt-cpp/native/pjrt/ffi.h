// XLA FFI handlers: native code that a program's custom calls run.
//
// Registration is implemented by C code in plugins/extension. It reads the FFI versions of the library and the
// handler before it registers anything, because a library silently refuses a handler of an unsupported version; if
// possible, it adapts handlers that are newer than the library.
//
// Ownership: names are copied. A handler must stay valid for the lifetime of the process, as registrations do.
// Threads: every function may be called from any thread.
// Blocking: registration calls the library and the handler under a lock. The caller must not hold the GIL, because
// a handler may take it when it is queried for its version.
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

// XLA_FFI_Handler by stage; only the last one is required.
using Handlers = std::array<void*, kStages.size()>;

// The library's XLA FFI version; nothing if it has no FFI, or does not report the version.
std::optional<std::pair<int, int>> version(const Plugin& plugin);

// `platform` is the library's own name for it, such as "Host" or "CUDA"; case is ignored. Registering the same
// handler again has no effect. Throws UNIMPLEMENTED (no FFI), ALREADY_EXISTS (another handler has the name),
// FAILED_PRECONDITION (the handler's FFI version), RESOURCE_EXHAUSTED (too many adapted handlers), or the library's
// error.
void register_handler(const Plugin& plugin, const std::string& name, const Handlers& handlers,
                      const std::string& platform, int traits);

// Registers a type of state that handlers keep between stages. If `*type_id` is 0, the library assigns one.
// `info` is an XLA_FFI_TypeInfo, or null.
void register_type(const Plugin& plugin, const std::string& name, std::int64_t* type_id, const void* info);

}  // namespace pjrt::ffi

#endif  // PJRT_FFI_H_
