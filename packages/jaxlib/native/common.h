// What every room of the native module shares: nanobind, and small helpers over Python objects.
//
// Ownership: nb::object owns a reference, nb::handle borrows one.
// Threads: everything is called with the GIL held, unless a function says otherwise.
#ifndef JAXLIB_COMMON_H_
#define JAXLIB_COMMON_H_

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaxlib {

namespace nb = nanobind;

inline std::string text(nb::handle value) { return nb::str(value).c_str(); }
inline std::string repr_of(nb::handle value) { return nb::repr(value).c_str(); }

// A new reference to what a C API function returned; its error where that is null.
inline nb::object checked(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

// As `a == b` in Python, where what is the same object is equal.
inline bool equal(nb::handle a, nb::handle b) {
  const int answer = PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ);
  if (answer < 0) throw nb::python_error();
  return answer == 1;
}

inline std::size_t combine(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

// A child of `parent` whose classes say that they are of the module `name`.
inline nb::module_ room(nb::module_& parent, const char* attribute, const char* name) {
  nb::module_ made = nb::steal<nb::module_>(checked(PyModule_New(name)).release());
  parent.attr(attribute) = made;
  return made;
}

// The wiring of each room, called once by module.cc.
void wire_pytree(nb::module_& native);
void wire_config(nb::module_& native);
void wire_utils(nb::module_& native);
void wire_caches(nb::module_& native);
void wire_traceback(nb::module_& native);
void wire_guard(nb::module_& native);
void wire_client(nb::module_& native);
void wire_sharding(nb::module_& native);
void wire_values(nb::module_& native);
void wire_array(nb::module_& native);
void wire_executable(nb::module_& native);
void wire_jit(nb::module_& native);

}  // namespace jaxlib

#endif  // JAXLIB_COMMON_H_
