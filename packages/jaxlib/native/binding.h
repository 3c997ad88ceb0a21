// nanobind's classes, modules and functions, whose functions run with the module's lock (module_lock.h).
//
// A destructor of a bound C++ object that uses what threads share takes the lock itself.
#ifndef JAXLIB_BINDING_H_
#define JAXLIB_BINDING_H_

#include <nanobind/nanobind.h>

#include <utility>

#include "module_lock.h"

namespace jaxlib {

namespace nb = nanobind;

#ifdef Py_GIL_DISABLED

template <class T, class... Rest>
class Class : public nb::class_<T, Rest...> {
  using Base = nb::class_<T, Rest...>;
  using Guard = nb::call_guard<Locked>;

 public:
  using Base::Base;

  template <class Function, class... Extra>
  Class& def(const char* name, Function&& function, const Extra&... extra) {
    Base::def(name, std::forward<Function>(function), extra..., Guard());
    return *this;
  }
  template <class... Arguments, class... Extra>
  Class& def(nb::init<Arguments...>&& init, const Extra&... extra) {
    Base::def(std::move(init), extra..., Guard());
    return *this;
  }
  template <class Function, class... Extra>
  Class& def_static(const char* name, Function&& function, const Extra&... extra) {
    Base::def_static(name, std::forward<Function>(function), extra..., Guard());
    return *this;
  }
  template <class Get, class... Extra>
  Class& def_prop_ro(const char* name, Get&& get, const Extra&... extra) {
    Base::def_prop_ro(name, std::forward<Get>(get), extra..., Guard());
    return *this;
  }
  // Fields are read as copies, because nanobind converts a result after the function has returned.
  template <class Field, class... Extra>
  Class& def_ro(const char* name, Field T::*field, const Extra&... extra) {
    return def_prop_ro(name, [field](const T& self) { return self.*field; }, extra...);
  }
  template <class Field, class... Extra>
  Class& def_rw(const char* name, Field T::*field, const Extra&... extra) {
    Base::def_prop_rw(
        name, [field](const T& self) { return self.*field; },
        [field](T& self, Field value) { self.*field = std::move(value); }, extra..., Guard());
    return *this;
  }
};

class Module : public nb::module_ {
 public:
  using nb::module_::module_;

  template <class Function, class... Extra>
  Module& def(const char* name, Function&& function, const Extra&... extra) {
    nb::module_::def(name, std::forward<Function>(function), extra..., nb::call_guard<Locked>());
    return *this;
  }
};

template <class Function, class... Extra>
nb::object native_function(Function&& function, const Extra&... extra) {
  return nb::cpp_function(std::forward<Function>(function), extra..., nb::call_guard<Locked>());
}

#else

template <class... T>
using Class = nb::class_<T...>;

using Module = nb::module_;

template <class Function, class... Extra>
nb::object native_function(Function&& function, const Extra&... extra) {
  return nb::cpp_function(std::forward<Function>(function), extra...);
}

#endif

}  // namespace jaxlib

#endif  // JAXLIB_BINDING_H_
