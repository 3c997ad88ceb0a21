// jaxlib's native module: the classes and functions of all files, under jax's names.

#include <stdexcept>

#include "common.h"
#include "errors.h"
#include "waiting.h"

NB_MODULE(_native, module) {
  namespace nb = nanobind;
  using namespace jaxlib;
  // Threads of this module and of plugins enter the main interpreter. nanobind turns this into an ImportError.
  if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
    throw std::runtime_error(
        "jaxlib runs in Python's main interpreter only.\n"
        "  found: an import in a subinterpreter\n"
        "  do: use a thread or a process instead; under mod_wsgi, WSGIApplicationGroup %{GLOBAL}");
  }
  make_module_lock();
  Module native = nb::borrow<Module>(module);
  nb::set_leak_warnings(false);  // jax's caches live until the interpreter ends
  add_submodule(native, "jax", "jaxlib._jax");
  bind_errors(native);
  bind_waiting();
  bind_pytree(native);
  bind_config(native);
  bind_utils(native);
  bind_weakref_lru_cache(native);
  bind_traceback(native);
  bind_guard_lib(native);
  bind_preemption(native);
  bind_py_client(native);
  bind_sharding(native);
  bind_py_values(native);
  bind_py_array(native);
  bind_host_transfers(native);
  bind_py_executable(native);
  bind_topology(native);
  bind_custom_partitioner(native);
  bind_dlpack(native);
  bind_layouts(native);
  bind_jax_jit(native);
  bind_pjit_cache(native);
  bind_pjit(native);
  bind_ir(native);
  bind_profiler(native);
}
