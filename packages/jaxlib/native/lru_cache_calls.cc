// Calls of the caches: an entry is looked up, waited for, or computed and stored.

#include <condition_variable>
#include <mutex>

#include "lru_cache.h"

namespace jaxlib::lru {
namespace {

auto& finishing = *new std::mutex;
auto& finished = *new std::condition_variable;  // never destroyed: threads may be waiting at process exit

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

// The entry of the same call, or null. Compares each entry at most once, so that comparisons that change the cache,
// whose entries are then found or not, cannot make it endless.
class Search {
 public:
  Search(Cache* cache, const Key* probe) : cache_(cache), probe_(probe) {}

  nb::object next() {
    do {
      stores_ = cache_->stores;
      const auto known = static_cast<std::ptrdiff_t>(seen_.size());
      const auto [first, last] = cache_->entries->equal_range(probe_->hash);
      for (auto at = first; at != last; ++at) {
        const auto is = [key = at->second](const nb::object& other) { return other.ptr() == as_object(key); };
        if (std::none_of(seen_.begin(), seen_.begin() + known, is)) seen_.push_back(nb::borrow(as_object(at->second)));
      }
      while (compared_ < seen_.size()) {
        const nb::object& found = seen_[compared_++];
        const Key* key = as_key(found.ptr());
        // An entry that a comparison has removed, also this one, is not found.
        if (key->cache == cache_ && same(key, probe_) && key->cache == cache_) return found;
      }
    } while (stores_ != cache_->stores);
    return {};
  }

  // Whether entries were added since.
  bool outdated() const { return stores_ != cache_->stores; }

 private:
  Cache* cache_;
  const Key* probe_;
  std::uint64_t stores_ = 0;
  std::vector<nb::object> seen_;  // held: no other entry gets their addresses
  std::size_t compared_ = 0;      // of those seen
};

PyObject* ask(Cache* cache, nb::object probe, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  ++cache->queries;
  Key* key = as_key(probe.ptr());
  Search search(cache, key);
  nb::object found = search.next();
  if (!found.is_valid()) {
    make_weak(cache, key);
    if (search.outdated()) found = search.next();
  }
  if (found.is_valid()) {
    if (PyObject* result = wait_for(cache, as_key(found.ptr()))) return result;
    return call_function(cache, args, nargsf, kwnames);
  }

  key->state = State::kRunning;
  key->thread = std::this_thread::get_id();
  store(cache, key);
  ++cache->misses;
  if (cache->most > 0 && cache->size > cache->most) {
    const nb::object least = nb::borrow(as_object(cache->oldest));
    forget(cache, as_key(least.ptr()));
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

// The result of an entry is a weak reference to its value, which is computed again when it is gone.
PyObject* weakly_held(Cache* cache, const nb::object& probe, PyObject* const* args, std::size_t nargsf,
                      PyObject* kwnames) {
  Key* key = as_key(probe.ptr());
  Search search(cache, key);
  const auto known = [&]() -> PyObject* {
    const nb::object found = search.next();
    if (!found.is_valid()) return nullptr;
    nb::object value = checked(referent_of(as_key(found.ptr())->result));
    if (!value.is_none()) return value.release().ptr();
    forget(cache, as_key(found.ptr()));
    return nullptr;
  };
  if (PyObject* value = known()) return value;
  nb::object made = checked(call_function(cache, args, nargsf, kwnames));
  make_weak(cache, key);
  key->result = checked(PyWeakref_NewRef(made.ptr(), cache->callback)).release().ptr();
  key->state = State::kDone;
  while (search.outdated()) {
    if (PyObject* value = known()) return value;
  }
  store(cache, key);
  return made.release().ptr();
}

}  // namespace

PyObject* call_cache(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    Cache* cache = as_cache(self);
    if (cache->function == Py_None) {
      PyErr_SetString(PyExc_TypeError, "this StrongLRUCache was made without its state");
      return nullptr;
    }
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

PyObject* call_interner(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    Cache* cache = as_cache(self);
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    Arguments all;
    all.strong.assign(args, args + count);
    named(all, args + count, kwnames, [&](PyObject* value) { all.strong.push_back(value); });
    return weakly_held(cache, make_key(nb::none(), all, nullptr), args, nargsf, kwnames);
  });
}

PyObject* call_weak(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    if (kwnames != nullptr && PyTuple_GET_SIZE(kwnames) > 0) {
      PyErr_SetString(PyExc_TypeError, "WeakKeyWeakValueCache.__call__() takes no keyword arguments");
      return nullptr;
    }
    if (PyVectorcall_NARGS(nargsf) != 1) {
      PyErr_SetString(PyExc_TypeError, "WeakKeyWeakValueCache expects exactly one positional argument");
      return nullptr;
    }
    Arguments all;
    all.weak.push_back(args[0]);
    all.by_identity = true;
    return weakly_held(as_cache(self), make_key(nb::none(), all, nullptr), args, nargsf, kwnames);
  });
}

}  // namespace jaxlib::lru
