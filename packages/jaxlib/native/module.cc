// The native half of jaxlib: each room's classes and functions, under the names that jax knows them by.

#include "common.h"
#include "errors.h"
#include "waiting.h"

NB_MODULE(_native, native) {
  namespace nb = nanobind;
  using namespace jaxlib;
  nb::set_leak_warnings(false);  // jax's caches live until the interpreter ends
  room(native, "jax", "jaxlib._jax");
  wire_errors(native);
  wire_waiting();
  wire_pytree(native);
  wire_config(native);
  wire_utils(native);
  wire_caches(native);
  wire_traceback(native);
  wire_guard(native);
  wire_client(native);
  wire_sharding(native);
  wire_values(native);
  wire_array(native);
  wire_executable(native);
  wire_topology(native);
  wire_dlpack(native);
  wire_layouts(native);
  wire_jit(native);
  wire_ir(native);
}
