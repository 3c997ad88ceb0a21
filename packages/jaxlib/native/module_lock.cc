#include "module_lock.h"

#include "common.h"

#ifdef Py_GIL_DISABLED

namespace jaxlib {

PyObject* module_lock = nullptr;

void make_module_lock() {
  module_lock = checked(PyObject_CallNoArgs(reinterpret_cast<PyObject*>(&PyBaseObject_Type))).release().ptr();
}

#if PY_VERSION_HEX >= 0x030e0000

void enable_try_owned(PyObject* object) { PyUnstable_EnableTryIncRef(object); }

nb::object try_owned(PyObject* object) { return PyUnstable_TryIncRef(object) != 0 ? nb::steal(object) : nb::object(); }

#else

// Python 3.13 does this for weak references only, and has no function for it. The low bits of the shared count are
// flags; only with one of them does another thread that drops the last reference look at the shared count.
void enable_try_owned(PyObject* object) {
  Py_ssize_t shared = _Py_atomic_load_ssize_relaxed(&object->ob_ref_shared);
  while ((shared & _Py_REF_SHARED_FLAG_MASK) == 0 &&
         _Py_atomic_compare_exchange_ssize(&object->ob_ref_shared, &shared, shared | _Py_REF_MAYBE_WEAKREF) == 0) {
  }
}

nb::object try_owned(PyObject* object) {
  if (_Py_IsOwnedByCurrentThread(object)) return nb::borrow(object);
  Py_ssize_t shared = _Py_atomic_load_ssize_relaxed(&object->ob_ref_shared);
  while (shared != 0 && shared != _Py_REF_MERGED) {
    if (_Py_atomic_compare_exchange_ssize(&object->ob_ref_shared, &shared, shared + _Py_REF_SHARED(1, 0)) != 0) {
      return nb::steal(object);
    }
  }
  return {};
}

#endif

}  // namespace jaxlib

#endif
