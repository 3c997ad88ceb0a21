// Calls of the caches: an entry is looked up, waited for, or computed and stored.

#include <condition_variable>
#include <mutex>

#include "lru_cache.h"

namespace jaxlib::lru {
namespace {

auto& finishing = *new std::mutex;
auto& finished = *new std::condition_variable;  // never destroyed: threads may be waiting at process exit

}  // namespace

void forget(Cache* cache, Key* key) {
  const nb::object alive = nb::borrow(as_object(key)), entries = nb::borrow(cache->entries);
  if (key->cache != cache) return;
  unlink(key);
  // From now on, no call finds it, and deleting it does not compare it, which might run Python: an equal key that
  // another thread stores in the meantime stays.
  key->forgotten = true;
  if (PyDict_DelItem(entries.ptr(), as_object(key)) != 0) PyErr_WriteUnraisable(as_object(key));
}

void clear_entries(Cache* cache) {
  nb::object dropped = nb::steal(std::exchange(cache->entries, checked(PyDict_New()).release().ptr()));
  while (cache->newest) unlink(cache->newest);
  cache->holders->clear();
  cache->queries = cache->misses = 0;
}

namespace {

// The callback of a cache's weak references: `self` is a weak reference to the cache.
PyObject* gone(PyObject* self, PyObject* reference) {
  const nb::object alive = nb::steal(referent_of(self));
  if (!alive.is_valid()) return nullptr;
  if (alive.is_none()) Py_RETURN_NONE;
  Cache* cache = as_cache(alive);
  const auto found = cache->holders->find(reference);
  if (found == cache->holders->end()) Py_RETURN_NONE;
  std::vector<nb::object> keys;
  for (Key* key : found->second) keys.push_back(nb::borrow(as_object(key)));
  for (const nb::object& key : keys) forget(cache, as_key(key.ptr()));
  Py_RETURN_NONE;
}

PyMethodDef gone_method = {"gone", locked<&gone>, METH_O, nullptr};

void make_weak(Cache* cache, Key* key) {
  for (int i = 1; i <= key->weak; ++i) {
    PyObject* reference = PyWeakref_NewRef(key->items[i], cache->callback);
    if (reference == nullptr) {
      // The caller holds the referents of the weak references created so far: restore them.
      nb::python_error error;
      for (int j = 1; j < i; ++j) {
        PyObject* object = referent_of(key->items[j]);
        Py_SETREF(key->items[j], object);
      }
      throw error;
    }
    Py_SETREF(key->items[i], reference);
  }
  key->stored = true;
}

nb::object weak_part(const Key* key, bool single) {
  if (single && key->weak == 1) return nb::borrow(key->items[1]);
  nb::list all;
  for (int i = 1; i <= key->weak; ++i) all.append(nb::handle(key->items[i]));
  return nb::tuple(all);
}

// A key in the form of cache_keys(): (weak part, context, positional arguments, keyword arguments); for a
// StrongLRUCache without the weak part.
nb::object stated(PyTypeObject* type, const nb::object& held) {
  const Key* key = as_key(held.ptr());
  const Py_ssize_t names = key->names, size = Py_SIZE(held.ptr()), end = size - names;
  nb::list args;
  nb::dict kwargs;
  for (Py_ssize_t i = 1 + key->weak; i < end - (key->structure ? 0 : names); ++i) {
    args.append(nb::handle(key->items[i]));
  }
  for (Py_ssize_t i = 0; i < names && !key->structure; ++i) {
    kwargs[nb::handle(key->items[end + i])] = nb::handle(key->items[end - names + i]);
  }
  const nb::handle context = key->items[0];
  if (type == strong_type) return nb::make_tuple(context, nb::tuple(args), kwargs);
  return nb::make_tuple(weak_part(key, type == cache_type), context, nb::tuple(args), kwargs);
}

}  // namespace

nb::object forgetting_callback(nb::handle cache) {
  const nb::object self = checked(PyWeakref_NewRef(cache.ptr(), nullptr));
  return checked(PyCFunction_New(&gone_method, self.ptr()));
}

nb::list keys_of(const Cache* cache) {
  std::vector<nb::object> all;
  for (Key* key = cache->newest; key; key = key->older) {
    if (key->state == State::kDone) all.push_back(nb::borrow(as_object(key)));
  }
  nb::list made;
  for (const nb::object& each : all) made.append(stated(Py_TYPE(cache), each));
  return made;
}

namespace {

void finish(Key* key, State state, PyObject* result) {
  {
    const std::lock_guard<std::mutex> guard(finishing);
    key->result = result;
    key->state = state;
  }
  finished.notify_all();
}

// A stored result; null if it must be computed again because the other thread's call failed.
PyObject* wait_for(Cache* cache, Key* key) {
  if (key->state == State::kRunning) {
    if (key->thread == std::this_thread::get_id()) {
      const nb::object call = Py_TYPE(cache) == strong_type ? stated(strong_type, nb::borrow(as_object(key)))
                                                            : weak_part(key, true);
      PyErr_SetString(PyExc_RecursionError, ("Recursively calling " + repr_of(call)).c_str());
      throw nb::python_error();
    }
    const nb::object alive = nb::borrow(as_object(key));
    {
      const gil::Waiting unlocked;
      std::unique_lock<std::mutex> held(finishing);
      finished.wait(held, [key] { return key->state != State::kRunning; });
    }
  }
  if (key->state != State::kDone || key->result == nullptr) return nullptr;
  to_front(cache, key);
  return Py_NewRef(key->result);
}

PyObject* call_function(const Cache* cache, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  const nb::object function = nb::borrow(cache->function);
  const Released unlocked;
  return PyObject_Vectorcall(function.ptr(), args, nargsf, kwnames);
}

PyObject* ask(Cache* cache, nb::object probe, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  ++cache->queries;
  Key* key = as_key(probe.ptr());
  const nb::object entries = nb::borrow(cache->entries);
  Item found = dict_item(entries, probe);
  if (!found.is_valid()) {
    make_weak(cache, key);
    // Before it is stored, because other threads may find it at once.
    key->state = State::kRunning;
    key->thread = std::this_thread::get_id();
    // Another thread may have stored its key during the comparisons.
    found = dict_default(entries, probe, probe);
  }
  if (!found.is(probe)) {
    const nb::object alive = nb::borrow(found);
    if (PyObject* result = wait_for(cache, as_key(found.ptr()))) return result;
    return call_function(cache, args, nargsf, kwnames);
  }

  PyObject_GC_Track(probe.ptr());
  ++cache->misses;
  if (entries.is(cache->entries)) {  // else the cache was cleared in the meantime
    link(cache, key);
    for (int i = 1; i <= key->weak; ++i) (*cache->holders)[key->items[i]].push_back(key);
    if (cache->most > 0 && cache->size > cache->most) forget(cache, cache->oldest);
  }
  PyObject* result = nullptr;
  if (cache->explain != Py_None) {
    nb::object explainer = checked(PyObject_CallNoArgs(cache->explain));
    if (!explainer.is_none()) {
      const nb::list keys = keys_of(cache);
      std::vector<PyObject*> all{nullptr, keys.ptr()};
      const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(nargsf));
      all.insert(all.end(), args, args + count + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0));
      nb::object told;
      {
        const Released unlocked;
        told = nb::steal(PyObject_Vectorcall(explainer.ptr(), all.data() + 1,
                                             (count + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, kwnames));
      }
      if (!told.is_valid()) {
        forget(cache, key);
        finish(key, State::kFailed, nullptr);
        return nullptr;
      }
    }
  }
  result = call_function(cache, args, nargsf, kwnames);
  if (result == nullptr) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    forget(cache, key);
    finish(key, State::kFailed, nullptr);
    PyErr_Restore(type, value, trace);
    return nullptr;
  }
  finish(key, State::kDone, Py_NewRef(result));
  return result;
}

}  // namespace

PyObject* call_cache(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    Cache* cache = as_cache(self);
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    if (count < cache->weak) {
      PyErr_Format(PyExc_TypeError, "Missing weakref_key argument(s). Expected %d", cache->weak);
      return nullptr;
    }
    Arguments all;
    all.weak.assign(args, args + cache->weak);
    all.strong.assign(args + cache->weak, args + count);
    named(all, args + count, kwnames, [&](PyObject* value) { all.strong.push_back(value); });
    nb::object context = cache->context == Py_None ? nb::none() : checked(PyObject_CallNoArgs(cache->context));
    return ask(cache, make_key(std::move(context), all, nullptr), args, nargsf, kwnames);
  });
}

PyObject* call_multi(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    Cache* cache = as_cache(self);
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    nb::object context = checked(PyObject_CallNoArgs(cache->context));
    auto structure = std::make_unique<Structure>(nb::borrow(cache->registry));
    Arguments all;
    const auto add = [&](PyObject* value) { structure->flatten(value, all.leaves); };
    for (Py_ssize_t i = 0; i < count; ++i) add(args[i]);
    named(all, args + count, kwnames, add);
    for (const nb::object& leaf : all.leaves) {
      const int listed = PySet_Contains(cache->weak_types, reinterpret_cast<PyObject*>(Py_TYPE(leaf.ptr())));
      if (listed < 0) throw nb::python_error();
      (listed || PyCallable_Check(leaf.ptr()) ? all.weak : all.strong).push_back(leaf.ptr());
    }
    return ask(cache, make_key(std::move(context), all, std::move(structure)), args, nargsf, kwnames);
  });
}

// The result of an interner's entry is a weak reference to its value.
PyObject* call_interner(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    Cache* cache = as_cache(self);
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    Arguments all;
    all.strong.assign(args, args + count);
    named(all, args + count, kwnames, [&](PyObject* value) { all.strong.push_back(value); });
    const nb::object probe = make_key(nb::none(), all, nullptr), entries = nb::borrow(cache->entries);
    const auto known = [&]() -> PyObject* {
      const Item found = dict_item(entries, probe);
      if (!found.is_valid()) return nullptr;
      PyObject* value = checked(referent_of(as_key(found.ptr())->result)).release().ptr();
      if (value != Py_None) return value;
      Py_DECREF(value);
      forget(cache, as_key(found.ptr()));
      return nullptr;
    };
    if (PyObject* value = known()) return value;
    nb::object made = checked(call_function(cache, args, nargsf, kwnames));
    Key* key = as_key(probe.ptr());
    key->result = checked(PyWeakref_NewRef(made.ptr(), cache->callback)).release().ptr();
    key->state = State::kDone;
    do {
      if (PyObject* value = known()) return value;
    } while (!dict_default(entries, probe, probe).is(probe));
    PyObject_GC_Track(probe.ptr());
    link(cache, key);
    (*cache->holders)[key->result].push_back(key);
    return made.release().ptr();
  });
}

}  // namespace jaxlib::lru
