// The module's lock, which replaces the GIL on a free-threaded Python. On other Pythons, everything here does nothing.
//
// Each function that Python calls, and each destructor, runs with this lock, unless it uses nothing that threads
// share: binding.h adds it to functions, and `locked` to slots and method tables. So "with the GIL" in the comments of
// this module means: with the GIL or, without one, with this lock.
// The lock is a critical section of Python's. It is released whenever the GIL would be: where a thread waits, in
// gil::Unlocked and gil::Waiting, and where Python code that is called waits. Therefore it cannot cause a deadlock that
// the GIL does not. Unlike the GIL, it is not released at intervals: functions that call Python code of any length
// release it in the meantime (Released).
// A wait for another lock of Python's releases it, too, such as that of a dictionary which is looked up, even if no Python
// code runs: what another thread can replace in the meantime, the dictionary itself included, is held by value.
// It does not protect containers that Python code can change: their items are read with Item, as owned references.
// The programs of ir/ are not protected either, see ir/ir.h.
#ifndef JAXLIB_MODULE_LOCK_H_
#define JAXLIB_MODULE_LOCK_H_

#include <Python.h>

#include <cstdint>

namespace jaxlib {

#ifdef Py_GIL_DISABLED

// Creates the lock; called once, before anything else.
void make_module_lock();

extern PyObject* module_lock;

// The critical section in which this thread holds the lock; null if it does not. It is the innermost one: Python
// suspends the others while a thread waits.
inline PyCriticalSection* module_lock_section() {
  constexpr std::uintptr_t kTwoMutexes = 2, kTags = 3;
  const std::uintptr_t innermost = PyThreadState_GetUnchecked()->critical_section;
  if ((innermost & kTags) == kTwoMutexes || innermost == 0) return nullptr;
  auto* section = reinterpret_cast<PyCriticalSection*>(innermost & ~kTags);
  return section->_cs_mutex == &module_lock->ob_mutex ? section : nullptr;
}

// Holds the lock while it is in scope; may be nested.
class Locked {
 public:
  Locked() : entered_(module_lock_section() == nullptr) {
    if (entered_) PyCriticalSection_Begin(&section_, module_lock);
  }
  ~Locked() {
    if (entered_) PyCriticalSection_End(&section_);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyCriticalSection section_;
  bool entered_;
};

// Holds the lock of a Python object, such as a dictionary that is read, while it is in scope.
class ObjectLocked {
 public:
  explicit ObjectLocked(PyObject* object) { PyCriticalSection_Begin(&section_, object); }
  ~ObjectLocked() { PyCriticalSection_End(&section_); }
  ObjectLocked(const ObjectLocked&) = delete;
  ObjectLocked& operator=(const ObjectLocked&) = delete;

 private:
  PyCriticalSection section_;
};

// Releases the lock while it is in scope, around Python code that may run for long: what was read before may have
// changed afterwards.
class Released {
 public:
  Released() : section_(module_lock_section()) {
    if (section_ != nullptr) PyCriticalSection_End(section_);
  }
  ~Released() {
    if (section_ != nullptr) PyCriticalSection_Begin(section_, module_lock);
  }
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyCriticalSection* section_;
};

namespace internal {

template <auto kFunction, class = decltype(kFunction)>
struct WithLock;

template <auto kFunction, class Result, class... Arguments>
struct WithLock<kFunction, Result (*)(Arguments...)> {
  static Result call(Arguments... arguments) {
    const Locked held;
    return kFunction(arguments...);
  }
};

}  // namespace internal

// A function that calls `kFunction` with the lock.
template <auto kFunction>
inline constexpr auto locked = &internal::WithLock<kFunction>::call;

#else

inline void make_module_lock() {}

class Locked {
 public:
  Locked() {}
};
class ObjectLocked {
 public:
  explicit ObjectLocked(PyObject*) {}
};
class Released {
 public:
  Released() {}
};

template <auto kFunction>
inline constexpr auto locked = kFunction;

#endif

// The tp_dealloc of a type with garbage collection: calls `kDealloc` with the lock. The object is untracked before the
// thread may wait for the lock: a collection in the meantime would find it without references, as garbage, and
// destroy it a second time.
template <void (*kDealloc)(PyObject*)>
void locked_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  const Locked held;
  kDealloc(self);
}

}  // namespace jaxlib

#endif  // JAXLIB_MODULE_LOCK_H_
