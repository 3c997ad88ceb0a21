// The module jaxlib_pjrt._native: Python bindings of the classes in pjrt/.
//
// Ownership: a Python object holds what it was created from (see python.h), so nothing outlives its client.
// Threads and GIL: each call that can block releases the GIL; see python.h.
// Errors: pjrt::Error becomes the class of jaxlib_pjrt.errors for its code, LoadError becomes LoadError there.

#include "compat.h"
#include "conversions.h"

namespace jaxlib_pjrt {
namespace {

void raise(const char* maker, const nb::tuple& arguments) noexcept {
  try {
    const nb::object error = nb::module_::import_("jaxlib_pjrt.errors").attr(maker)(*arguments);
    PyErr_SetObject(error.type().ptr(), error.ptr());
  } catch (nb::python_error& failure) {
    failure.restore();
  }
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    compat::rethrow(&thrown);
  } catch (const pjrt::Error& error) {
    raise("from_code",
          nb::make_tuple(error.code(), to_text(error.message()), error.function(), to_text(error.plugin())));
  } catch (const pjrt::LoadError& error) {
    raise("LoadError", nb::make_tuple(to_text(error.what())));
  }
}

}  // namespace
}  // namespace jaxlib_pjrt

NB_MODULE(_native, module) {
  using namespace jaxlib_pjrt;
  // Objects that a program leaves in its globals are not leaks of this module.
  nb::set_leak_warnings(false);
  nb::register_exception_translator(translate, nullptr);
  // No program may still run while the library's static objects are destroyed: neither one that a thread waits for,
  // nor one whose results are never released.
  gil::at_end(pjrt::Buffer::all_ready);
  bind_plugin(module);
  bind_devices(module);
  bind_client(module);
  bind_topology(module);
  bind_executables(module);
  bind_buffers(module);
  bind_host_arrays(module);
  bind_profiler(module);
  module.def("closing", closing, "Called when the interpreter exits.");
  module.attr("ELEMENT_TYPES") = [] {
    nb::list names;
    for (const pjrt::ElementType& type : pjrt::kElementTypes) names.append(nb::str(type.name));
    return nb::tuple(names);
  }();
  module.attr("HEADER_VERSION") = nb::make_tuple(PJRT_API_MAJOR, PJRT_API_MINOR);
}
