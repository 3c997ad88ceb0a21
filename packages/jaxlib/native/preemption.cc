// SIGTERM as the notice of a preemption, which jax.distributed passes on to the other processes of a job.
//
// Signals: the handler is C's and not Python's, so that any thread can install it (jax.distributed.initialize() in a
// worker's thread), and so that the notice is seen while Python's main thread runs native code. It replaces the
// process's handler, Python's included, and is never removed, as with upstream's jaxlib.

#include <csignal>

#include <atomic>

#include "common.h"
#include "errors.h"

namespace jaxlib {
namespace {

std::atomic<bool> received{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may use no other");

}  // namespace

void bind_preemption(Module& native) {
  native.def("catch_sigterm", [] {
    received = false;
    if (std::signal(SIGTERM, [](int) { received = true; }) == SIG_ERR) {
      raise_runtime_error(PJRT_Error_Code_INTERNAL, "SIGTERM cannot be caught");
    }
  });
  native.def("sigterm_received", [] { return received.load(); });
}

}  // namespace jaxlib
