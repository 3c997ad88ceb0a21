// Shared by all files of the native module: nanobind, and helpers for Python objects.
//
// Ownership: nb::object owns a reference, nb::handle borrows one.
// Threads: everything is called with the GIL held, unless a function says otherwise; without a GIL, with the lock of
// module_lock.h.
#ifndef JAXLIB_COMMON_H_
#define JAXLIB_COMMON_H_

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "binding.h"
#include "gil.h"

namespace jaxlib {

namespace nb = nanobind;

// Takes ownership of the new reference that a C API function returned; throws the current error if it is null.
inline nb::object checked(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

// A str in UTF-8; surrogates, as in the name of a file that is not UTF-8, are escaped.
inline std::string escaped(const nb::str& value) {
  const nb::object bytes = checked(PyUnicode_AsEncodedString(value.ptr(), "utf-8", "backslashreplace"));
  return {PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

inline std::string text(nb::handle value) { return escaped(nb::str(value)); }
inline std::string repr_of(nb::handle value) { return escaped(nb::repr(value)); }

// Converts C++ exceptions to Python exceptions, for functions that Python calls by pointer. `function` returns a
// new reference or an object; a null pointer means that an error is already set.
template <class Function>
PyObject* guarded(Function function) {
  try {
    auto made = function();
    if constexpr (std::is_pointer_v<decltype(made)>) {
      return made;
    } else {
      return made.release().ptr();
    }
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::out_of_range& error) {
    PyErr_SetString(PyExc_IndexError, error.what());
  } catch (const std::invalid_argument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

// A new reference to the referent of a weak reference, or to None if the referent is gone; null if an error is set.
inline PyObject* referent_of(PyObject* reference) {
#if PY_VERSION_HEX >= 0x030d0000
  PyObject* found = nullptr;
  if (PyWeakref_GetRef(reference, &found) < 0) return nullptr;
  return found != nullptr ? found : Py_NewRef(Py_None);
#else
  return Py_XNewRef(PyWeakref_GetObject(reference));
#endif
}

// Whether `value` is an instance of a bound class whose __init__ has run: the result of `X.__new__(X)` holds no T.
template <class T>
bool is_instance(nb::handle value) {
  return nb::isinstance<T>(value) && nb::inst_ready(value);
}

// The T in such an instance, which the caller keeps alive; TypeError for anything else.
template <class T>
T& instance(nb::handle value) {
  if (!is_instance<T>(value)) {
    throw nb::type_error(("wanted an initialized " + std::string(nb::type_name(nb::type<T>()).c_str()) + ", got " +
                          Py_TYPE(value.ptr())->tp_name)
                             .c_str());
  }
  return *nb::inst_ptr<T>(value);
}

// Throws RecursionError if little of the thread's C stack is left, because Python's own limit can be larger than
// the stack.
void check_stack(const char* where);

// As `a is b or a == b` in Python.
inline bool equal(nb::handle a, nb::handle b) {
  const int answer = PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ);
  if (answer < 0) throw nb::python_error();
  return answer == 1;
}

// An attribute of a module, imported on first use. A function-local static would not do: its guard would be held
// while Python runs, and a thread that waits for the guard keeps the GIL.
class Imported {
 public:
  constexpr Imported(const char* module, const char* name) : module_(module), name_(name) {}
  nb::handle get() {
    PyObject* known = object_.load(std::memory_order_acquire);
    if (known != nullptr) return known;
    nb::object made = nb::module_::import_(module_).attr(name_);
    return object_.compare_exchange_strong(known, made.ptr()) ? made.release() : nb::handle(known);
  }

 private:
  const char *module_, *name_;
  std::atomic<PyObject*> object_{nullptr};
};

// For a pointer to an object that another thread may be about to destroy, which without the GIL happens before its
// destructor takes the module's lock: a reference, or null if the last one is gone. Before that, its creator calls
// enable_try_owned().
#ifdef Py_GIL_DISABLED
void enable_try_owned(PyObject* object);
nb::object try_owned(PyObject* object);
#else
inline void enable_try_owned(PyObject*) {}
inline nb::object try_owned(PyObject* object) { return nb::borrow(object); }
#endif

// An item of a list or a dictionary that Python code can change: owned without the GIL, else borrowed.
#ifdef Py_GIL_DISABLED
using Item = nb::object;
#else
using Item = nb::handle;
#endif

inline Item tuple_item(nb::handle tuple, Py_ssize_t index) {
#ifdef Py_GIL_DISABLED
  return nb::borrow(PyTuple_GET_ITEM(tuple.ptr(), index));
#else
  return PyTuple_GET_ITEM(tuple.ptr(), index);
#endif
}

// The item of a list; null if the list has become shorter.
inline Item list_item(nb::handle list, Py_ssize_t index) {
#ifdef Py_GIL_DISABLED
  PyObject* item = PyList_GetItemRef(list.ptr(), index);
  if (item == nullptr) PyErr_Clear();
  return nb::steal(item);
#else
  return index < PyList_GET_SIZE(list.ptr()) ? PyList_GET_ITEM(list.ptr(), index) : nullptr;
#endif
}

// The value of a key; null if there is none. Comparing keys may run Python.
inline Item dict_item(nb::handle dict, nb::handle key) {
#ifdef Py_GIL_DISABLED
  PyObject* value = nullptr;
  if (PyDict_GetItemRef(dict.ptr(), key.ptr(), &value) < 0) throw nb::python_error();
  return nb::steal(value);
#else
  PyObject* value = PyDict_GetItemWithError(dict.ptr(), key.ptr());
  if (value == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
  return value;
#endif
}

// The value of a key, which becomes `value` if there is none.
inline Item dict_default(nb::handle dict, nb::handle key, nb::handle value) {
#ifdef Py_GIL_DISABLED
  PyObject* found = nullptr;
  if (PyDict_SetDefaultRef(dict.ptr(), key.ptr(), value.ptr(), &found) < 0) throw nb::python_error();
  return nb::steal(found);
#else
  PyObject* found = PyDict_SetDefault(dict.ptr(), key.ptr(), value.ptr());
  if (found == nullptr) throw nb::python_error();
  return found;
#endif
}

inline std::vector<nb::object> objects(nb::handle sequence) {
  std::vector<nb::object> all;
  for (nb::handle each : nb::borrow<nb::iterable>(sequence)) all.push_back(nb::borrow(each));
  return all;
}

inline std::size_t combine(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2));
}

// Clears `slot` before it drops the reference, because destructors may read the slot. (nb::object::reset() leaves a
// dangling pointer there in the meantime.)
inline void empty(nb::object& slot) { const nb::object dropped = std::move(slot); }

// A deleter for objects whose destruction may block: releases the GIL in the meantime. The last owner need not hold
// the GIL: it may be a reader outside Python, or a constructor that fails.
template <class T>
void destroy(T* object) {
  if (gil::stranded()) return;
  if (gil::ended() || PyGILState_Check() == 0) {
    delete object;
    return;
  }
  const gil::Unlocked unlocked;
  delete object;
}

// A submodule of `parent`; `name` is the `__module__` of its classes.
inline Module add_submodule(Module& parent, const char* attribute, const char* name) {
  Module made = nb::steal<Module>(checked(PyModule_New(name)).release());
  parent.attr(attribute) = made;
  return made;
}

// Each file binds its classes and functions with one of these; called once, by module.cc.
void bind_pytree(Module& native);
void bind_config(Module& native);
void bind_utils(Module& native);
void bind_weakref_lru_cache(Module& native);
void bind_traceback(Module& native);
void bind_guard_lib(Module& native);
void bind_preemption(Module& native);
void bind_py_client(Module& native);
void bind_topology(Module& native);
void bind_sharding(Module& native);
void bind_py_values(Module& native);
void bind_py_array(Module& native);
void bind_host_transfers(Module& native);
void bind_py_executable(Module& native);
void bind_custom_partitioner(Module& native);
void bind_dlpack(Module& native);
void bind_layouts(Module& native);
void bind_jax_jit(Module& native);
void bind_pjit_cache(Module& native);
void bind_pjit(Module& native);
void bind_ir(Module& native);
void bind_profiler(Module& native);

}  // namespace jaxlib

#endif  // JAXLIB_COMMON_H_
