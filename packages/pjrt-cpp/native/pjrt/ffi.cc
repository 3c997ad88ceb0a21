#include "pjrt/ffi.h"

#include <cstdio>
#include <memory>
#include <new>

#include "pjrt/ffi_abi.h"
extern "C" {
#include "ffi/ffi.h"
}

namespace pjrt::ffi {
namespace {

// The plugin in the form that plugins/extension's code expects, which only uses the two functions below.
struct Bridge : pjrt_plugin {
  explicit Bridge(const Plugin& from) : pjrt_plugin{}, plugin(&from) { own = given = from.api(); }
  const Plugin* plugin;
};

std::string text(const ffi_version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

[[noreturn]] void fail(const Plugin& plugin, ffi_status status, const std::string& what, const ffi_report& report,
                       const char* function) {
  const auto error = [&](int code, const std::string& message) {
    throw Error(code, what + ": " + message, function, plugin.name());
  };
  switch (status) {
    case FFI_ABSENT:
      error(PJRT_Error_Code_UNIMPLEMENTED, "the library takes none, or none of this kind");
      break;
    case FFI_MISMATCH:
      error(PJRT_Error_Code_FAILED_PRECONDITION,
            "wanted one built for XLA FFI " + text(report.plugin) + " or older, found one for " +
                text(report.handler) + ", which the library would reject without a message");
      break;
    case FFI_TAKEN:
      error(PJRT_Error_Code_ALREADY_EXISTS, "the name is registered with another handler");
      break;
    case FFI_UNREADABLE:
      error(PJRT_Error_Code_INVALID_ARGUMENT,
            "asked for its version, it answered with an error: " + std::string(report.text));
      break;
    case FFI_REFUSED:
      error(PJRT_Error_Code_INVALID_ARGUMENT, report.text);
      break;
    case FFI_FULL:
      error(PJRT_Error_Code_RESOURCE_EXHAUSTED,
            "there are " + std::to_string(FFI_ADAPTED_MAX) + " handlers newer than the library already");
      break;
    default:
      error(report.failure.code, report.failure.text);
  }
  throw std::bad_alloc();  // unreachable
}

}  // namespace

// The two functions that the registration in plugins/extension calls.
extern "C" {

const PJRT_Extension_Base* find_extension(const pjrt_plugin* plugin, int type, std::size_t size) {
  return static_cast<const Bridge*>(plugin)->plugin->extension(type, size);
}

void take_error(const pjrt_plugin* plugin, PJRT_Error* error, pjrt_failure* failure) {
  const Error taken = static_cast<const Bridge*>(plugin)->plugin->take(error, "PJRT_FFI_Register_Handler");
  if (failure == nullptr) return;
  failure->code = taken.code();
  std::snprintf(failure->text, sizeof failure->text, "%s", taken.message().c_str());
}

}  // extern "C"

std::optional<std::pair<int, int>> version(const Plugin& plugin) {
  const Bridge bridge(plugin);
  ffi_version found{};
  if (read_ffi_version(&bridge, &found) != FFI_OK) return std::nullopt;
  return std::make_pair(found.major, found.minor);
}

void register_handler(const Plugin& plugin, const std::string& name, const Handlers& handlers,
                      const std::string& platform, int traits) {
  static_assert(kStages.size() == FFI_STAGE_COUNT, "XLA_FFI_ExecutionStage");
  const Bridge bridge(plugin);
  ffi_bundle bundle{};
  for (std::size_t stage = 0; stage < handlers.size(); ++stage) {
    bundle.stage[stage] = reinterpret_cast<ffi_handler*>(handlers[stage]);
  }
  const auto report = std::make_unique<ffi_report>();
  const ffi_status status =
      register_ffi_handler(&bridge, name.c_str(), &bundle, platform.c_str(), traits, report.get());
  if (status != FFI_OK) fail(plugin, status, "handler " + name, *report, "PJRT_FFI_Register_Handler");
}

void register_type(const Plugin& plugin, const std::string& name, std::int64_t* type_id, const void* info) {
  const Bridge bridge(plugin);
  const auto report = std::make_unique<ffi_report>();
  const ffi_status status = register_ffi_type(&bridge, name.c_str(), type_id,
                                              static_cast<const ffi_type_info*>(info), report.get());
  if (status != FFI_OK) fail(plugin, status, "type " + name, *report, "XLA_FFI_Type_Register");
}

}  // namespace pjrt::ffi
