#include "guard_lib.h"

#include <optional>
#include <thread>

#include "errors.h"

namespace jaxlib {
namespace {

enum class Level { kAllow, kLog, kDisallow, kLogExplicit, kDisallowExplicit };

struct Guards {
  std::optional<Level> host_to_device, device_to_device, device_to_host;
  bool explicit_device_put = false, explicit_device_get = false;
  std::optional<Collection> garbage_collect_array;
};

Guards process;
thread_local Guards thread;
std::optional<std::thread::id> owner;

Level level_of(Transfer transfer) {
  const auto pick = [](const std::optional<Level>& mine, const std::optional<Level>& all) {
    return mine ? *mine : all.value_or(Level::kAllow);
  };
  switch (transfer) {
    case Transfer::kHostToDevice:
      return pick(thread.host_to_device, process.host_to_device);
    case Transfer::kDeviceToDevice:
      return pick(thread.device_to_device, process.device_to_device);
    default:
      return pick(thread.device_to_host, process.device_to_host);
  }
}

}  // namespace

Collection collection_guard() {
  return thread.garbage_collect_array ? *thread.garbage_collect_array
                                      : process.garbage_collect_array.value_or(Collection::kAllow);
}

bool guards_transfers(Transfer transfer) { return level_of(transfer) != Level::kAllow; }

void guard_transfer(Transfer transfer, const std::function<std::string()>& describe) {
  const Level level = level_of(transfer);
  if (level == Level::kAllow) return;
  const bool asked = transfer == Transfer::kDeviceToHost ? thread.explicit_device_get : thread.explicit_device_put;
  if (asked && (level == Level::kLog || level == Level::kDisallow)) return;
  const char* name = transfer == Transfer::kHostToDevice     ? "host-to-device"
                     : transfer == Transfer::kDeviceToDevice ? "device-to-device"
                                                             : "device-to-host";
  const std::string what = std::string(name) + " transfer: " + describe();
  if (level == Level::kLog || level == Level::kLogExplicit) {
    nb::module_::import_("jaxlib._log").attr("warning")(what);
    return;
  }
  raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, "Disallowed " + what);
}

void bind_guard_lib(Module& native) {
  Module guard = add_submodule(native, "guard_lib", "jaxlib._jax.guard_lib");
  nb::enum_<Level>(guard, "TransferGuardLevel")
      .value("ALLOW", Level::kAllow)
      .value("LOG", Level::kLog)
      .value("DISALLOW", Level::kDisallow)
      .value("LOG_EXPLICIT", Level::kLogExplicit)
      .value("DISALLOW_EXPLICIT", Level::kDisallowExplicit);
  nb::enum_<Collection>(guard, "GarbageCollectionGuardLevel")
      .value("ALLOW", Collection::kAllow)
      .value("LOG", Collection::kLog)
      .value("FATAL", Collection::kFatal);
  Class<Guards>(guard, "GuardState")
      .def_rw("host_to_device", &Guards::host_to_device, nb::arg().none())
      .def_rw("device_to_device", &Guards::device_to_device, nb::arg().none())
      .def_rw("device_to_host", &Guards::device_to_host, nb::arg().none())
      .def_rw("explicit_device_put", &Guards::explicit_device_put)
      .def_rw("explicit_device_get", &Guards::explicit_device_get)
      .def_rw("garbage_collect_array", &Guards::garbage_collect_array, nb::arg().none());
  guard.def(
      "global_state", [] { return &process; }, nb::rv_policy::reference);
  guard.def(
      "thread_local_state", [] { return &thread; }, nb::rv_policy::reference);
  guard.def(
      "update_thread_guard_global_state",
      [](bool set) {
        if (!set) {
          owner.reset();
        } else if (owner && *owner != std::this_thread::get_id()) {
          raise_runtime_error(PJRT_Error_Code_FAILED_PRECONDITION,
                              "The thread guard's global thread ID is already set. Nested thread guards in different "
                              "threads are not supported.");
        } else {
          owner = std::this_thread::get_id();
        }
      },
      nb::arg());
}

}  // namespace jaxlib
