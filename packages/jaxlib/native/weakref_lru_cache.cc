// Caches of calls: by weak references to some arguments and strong ones to the others, the least recently used
// going first; the same with strong references alone; and an interner, which holds its values weakly.
//
// All are Python dictionaries from a Key to itself. A Key holds the context, the arguments and the names of
// a call, with their hash; a dictionary copes with comparisons that run Python, and so with a cache that is changed
// while it is being asked.
//
// Ownership: the dictionary owns its Keys, a Key its references and its result. An entry goes when one of the
// objects that it refers to weakly does.
// Threads: with the GIL; it is let go of only where a thread waits for another that computes the same call.

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "common.h"
#include "pytree.h"

#include <structmember.h>

namespace jaxlib {
namespace {

struct Cache;

enum class State { kProbe, kRunning, kDone, kFailed };

struct Key {
  PyObject_VAR_HEAD;
  Py_hash_t hash;
  int weak;   // how many of the items, after the context, are (or become) weak references
  int names;  // how many at the end are names of arguments
  bool stored;
  State state;
  PyObject* result;
  Structure* structure;  // of all arguments, where they were flattened
  std::thread::id thread;
  Key *newer, *older;
  Cache* cache;  // while it is in its list
  PyObject* items[1];
};

struct Cache {
  PyObject_HEAD;
  vectorcallfunc vectorcall;
  PyObject* weak_references;
  PyObject *context, *function, *explain, *callback, *entries, *registry, *weak_types;
  int weak;
  Py_ssize_t most, size, queries, misses;
  Key *newest, *oldest;
  std::unordered_map<PyObject*, std::vector<Key*>>* holders;  // by weak reference
};

struct Info {
  std::string cache;  // the class of it
  Py_ssize_t hits, misses, maxsize, currsize;
};

PyTypeObject *key_type, *cache_type, *multi_type, *strong_type, *interner_type;
auto& finishing = *new std::mutex;
auto& finished = *new std::condition_variable;  // never destroyed: threads may wait when the process ends

Key* as_key(PyObject* object) { return reinterpret_cast<Key*>(object); }
Cache* as_cache(nb::handle object) { return reinterpret_cast<Cache*>(object.ptr()); }
PyObject* as_object(Key* key) { return reinterpret_cast<PyObject*>(key); }

// ---- Keys

PyObject* referent(const Key* key, int index) {
  PyObject* item = key->items[index];
  return !key->stored || index == 0 || index > key->weak ? Py_NewRef(item) : referent_of(item);
}

Py_hash_t key_hash(PyObject* self) { return as_key(self)->hash; }

PyObject* key_compare(PyObject* self, PyObject* other, int op) {
  if (op != Py_EQ || Py_TYPE(other) != key_type) Py_RETURN_NOTIMPLEMENTED;
  const Key *a = as_key(self), *b = as_key(other);
  const Py_ssize_t size = Py_SIZE(self);
  if (a->hash != b->hash || size != Py_SIZE(other) || a->weak != b->weak || a->names != b->names) Py_RETURN_FALSE;
  for (Py_ssize_t i = size - a->names; i < size; ++i) {
    if (a->items[i] != b->items[i]) Py_RETURN_FALSE;
  }
  try {
    if ((a->structure == nullptr) != (b->structure == nullptr)) Py_RETURN_FALSE;
    if (a->structure && *a->structure != *b->structure) Py_RETURN_FALSE;
  } catch (nb::python_error& error) {
    error.restore();
    return nullptr;
  }
  for (int i = 0; i < static_cast<int>(size) - a->names; ++i) {
    PyObject *x = referent(a, i), *y = referent(b, i);
    const bool weak = i > 0 && i <= a->weak;
    const bool gone = weak && ((a->stored && x == Py_None) || (b->stored && y == Py_None));
    const int same = !x || !y ? -1 : gone ? 0 : x == y ? 1 : PyObject_RichCompareBool(x, y, Py_EQ);
    Py_XDECREF(x);
    Py_XDECREF(y);
    if (same < 0) return nullptr;
    if (same == 0) Py_RETURN_FALSE;
  }
  Py_RETURN_TRUE;
}

int key_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  const Key* key = as_key(self);
  for (Py_ssize_t i = 0; i < Py_SIZE(self); ++i) Py_VISIT(key->items[i]);
  Py_VISIT(key->result);
  return key->structure ? key->structure->traverse(visit, arg) : 0;
}

void unlink(Key* key) {
  Cache* cache = key->cache;
  if (cache == nullptr) return;
  (key->newer ? key->newer->older : cache->newest) = key->older;
  (key->older ? key->older->newer : cache->oldest) = key->newer;
  key->newer = key->older = nullptr;
  key->cache = nullptr;
  --cache->size;
  const auto let_go = [&](PyObject* reference) {
    const auto found = cache->holders->find(reference);
    if (found == cache->holders->end()) return;
    auto& keys = found->second;
    keys.erase(std::remove(keys.begin(), keys.end(), key), keys.end());
    if (keys.empty()) cache->holders->erase(found);
  };
  for (int i = 1; i <= key->weak; ++i) let_go(key->items[i]);
  // An interner's entry is held by the reference to its value.
  if (reinterpret_cast<PyObject*>(cache)->ob_type == interner_type && key->result) let_go(key->result);
}

void link(Cache* cache, Key* key) {
  key->cache = cache;
  key->older = cache->newest;
  (cache->newest ? cache->newest->newer : cache->oldest) = key;
  cache->newest = key;
  ++cache->size;
}

void to_front(Cache* cache, Key* key) {
  if (cache->newest == key || key->cache != cache) return;
  key->newer->older = key->older;
  (key->older ? key->older->newer : cache->oldest) = key->newer;
  key->newer = nullptr;
  key->older = cache->newest;
  cache->newest->newer = key;
  cache->newest = key;
}

int key_clear(PyObject* self) {
  Key* key = as_key(self);
  Py_CLEAR(key->result);
  delete std::exchange(key->structure, nullptr);
  return 0;
}

void key_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  Key* key = as_key(self);
  unlink(key);
  key_clear(self);
  for (Py_ssize_t i = 0; i < Py_SIZE(self); ++i) Py_XDECREF(key->items[i]);
  PyTypeObject* type = Py_TYPE(self);
  key->thread.~id();
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

PyType_Slot key_slots[] = {{Py_tp_hash, reinterpret_cast<void*>(&key_hash)},
                           {Py_tp_richcompare, reinterpret_cast<void*>(&key_compare)},
                           {Py_tp_traverse, reinterpret_cast<void*>(&key_traverse)},
                           {Py_tp_clear, reinterpret_cast<void*>(&key_clear)},
                           {Py_tp_dealloc, reinterpret_cast<void*>(&key_dealloc)},
                           {0, nullptr}};
PyType_Spec key_spec = {"jaxlib._native.Key", static_cast<int>(offsetof(Key, items)),
                        static_cast<int>(sizeof(PyObject*)), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, key_slots};

// The arguments of a call as a key holds them: those by name sorted by the addresses of their names.
struct Arguments {
  std::vector<PyObject*> weak, strong, names;  // borrowed, but for the names
  std::vector<nb::object> leaves;              // keep what was flattened alive
  ~Arguments() {
    for (PyObject* name : names) Py_DECREF(name);
  }
};

template <class Strong>
void named(Arguments& all, PyObject* const* values, PyObject* kwnames, Strong strong) {
  if (kwnames == nullptr) return;
  std::vector<std::pair<PyObject*, PyObject*>> pairs;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kwnames); ++i) {
    PyObject* name = Py_NewRef(PyTuple_GET_ITEM(kwnames, i));
    PyUnicode_InternInPlace(&name);
    pairs.emplace_back(name, values[i]);
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& pair : pairs) all.names.push_back(pair.first);
  for (const auto& pair : pairs) strong(pair.second);
}

// Takes the context's reference.
nb::object make_key(nb::object context, const Arguments& all, std::unique_ptr<Structure> structure) {
  const std::size_t size = 1 + all.weak.size() + all.strong.size() + all.names.size();
  std::size_t hash = all.weak.size();
  for (const auto* part : {&all.weak, &all.strong}) {
    for (PyObject* item : *part) {
      const Py_hash_t one = PyObject_Hash(item);
      if (one == -1 && PyErr_Occurred()) throw nb::python_error();
      hash = combine(hash, static_cast<std::size_t>(one));
    }
  }
  for (PyObject* name : all.names) hash = combine(hash, std::hash<const void*>()(name));
  if (structure) hash = combine(hash, structure->hash());
  Key* key = PyObject_GC_NewVar(Key, key_type, static_cast<Py_ssize_t>(size));
  if (key == nullptr) throw nb::python_error();
  key->hash = static_cast<Py_hash_t>(hash >> 1);
  key->weak = static_cast<int>(all.weak.size());
  key->names = static_cast<int>(all.names.size());
  key->stored = false;
  key->state = State::kProbe;
  key->result = nullptr;
  key->structure = structure.release();
  new (&key->thread) std::thread::id();
  key->newer = key->older = nullptr;
  key->cache = nullptr;
  PyObject** at = key->items;
  *at++ = context.release().ptr();
  for (const auto* part : {&all.weak, &all.strong, &all.names}) {
    for (PyObject* item : *part) *at++ = Py_NewRef(item);
  }
  return nb::steal(as_object(key));
}

// ---- The caches

void forget(Cache* cache, Key* key) {
  const nb::object alive = nb::borrow(as_object(key));
  if (key->cache != cache) return;
  unlink(key);
  if (PyDict_DelItem(cache->entries, as_object(key)) != 0) PyErr_WriteUnraisable(as_object(key));
}

void clear_entries(Cache* cache) {
  nb::object dropped = nb::steal(std::exchange(cache->entries, checked(PyDict_New()).release().ptr()));
  while (cache->newest) unlink(cache->newest);
  cache->holders->clear();
  cache->queries = cache->misses = 0;
}

// What the weak references of a cache call when their object goes: `self` is a weak reference to the cache.
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

PyMethodDef gone_method = {"gone", &gone, METH_O, nullptr};

void make_weak(Cache* cache, Key* key) {
  for (int i = 1; i <= key->weak; ++i) {
    PyObject* reference = PyWeakref_NewRef(key->items[i], cache->callback);
    if (reference == nullptr) {
      // What has been replaced so far are references to objects that the caller holds: put them back.
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

// A key as a cache tells it: (its weak part, the context, the arguments, the named ones), of a StrongLRUCache without the
// weak part.
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

nb::list keys_of(const Cache* cache) {
  std::vector<nb::object> all;
  for (Key* key = cache->newest; key; key = key->older) {
    if (key->state == State::kDone) all.push_back(nb::borrow(as_object(key)));
  }
  nb::list made;
  for (const nb::object& each : all) made.append(stated(Py_TYPE(cache), each));
  return made;
}

void finish(Key* key, State state, PyObject* result) {
  {
    const std::lock_guard<std::mutex> guard(finishing);
    key->result = result;
    key->state = state;
  }
  finished.notify_all();
}

// The result that is there, or null where it must be computed again: the other thread's call failed.
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

PyObject* ask(Cache* cache, nb::object probe, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  ++cache->queries;
  PyObject* found = PyDict_GetItemWithError(cache->entries, probe.ptr());
  if (found == nullptr && PyErr_Occurred()) throw nb::python_error();
  if (found == nullptr) {
    make_weak(cache, as_key(probe.ptr()));
    // Another thread may have come first while keys were compared.
    found = PyDict_SetDefault(cache->entries, probe.ptr(), probe.ptr());
    if (found == nullptr) throw nb::python_error();
  }
  if (found != probe.ptr()) {
    const nb::object alive = nb::borrow(found);
    if (PyObject* result = wait_for(cache, as_key(found))) return result;
    return gil::python([&] { return PyObject_Vectorcall(cache->function, args, nargsf, kwnames); });
  }

  Key* key = as_key(probe.ptr());
  PyObject_GC_Track(probe.ptr());
  ++cache->misses;
  key->state = State::kRunning;
  key->thread = std::this_thread::get_id();
  link(cache, key);
  for (int i = 1; i <= key->weak; ++i) (*cache->holders)[key->items[i]].push_back(key);
  if (cache->most > 0 && cache->size > cache->most) forget(cache, cache->oldest);
  PyObject* result = nullptr;
  if (cache->explain != Py_None) {
    nb::object explainer = checked(PyObject_CallNoArgs(cache->explain));
    if (!explainer.is_none()) {
      const nb::list keys = keys_of(cache);
      std::vector<PyObject*> all{nullptr, keys.ptr()};
      const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(nargsf));
      all.insert(all.end(), args, args + count + (kwnames ? PyTuple_GET_SIZE(kwnames) : 0));
      nb::object told = nb::steal(PyObject_Vectorcall(explainer.ptr(), all.data() + 1,
                                                      (count + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, kwnames));
      if (!told.is_valid()) {
        forget(cache, key);
        finish(key, State::kFailed, nullptr);
        return nullptr;
      }
    }
  }
  result = gil::python([&] { return PyObject_Vectorcall(cache->function, args, nargsf, kwnames); });
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

// An interner's entries hold a weak reference to their value as the result.
PyObject* call_interner(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  return guarded([&]() -> PyObject* {
    Cache* cache = as_cache(self);
    const Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    Arguments all;
    all.strong.assign(args, args + count);
    named(all, args + count, kwnames, [&](PyObject* value) { all.strong.push_back(value); });
    const nb::object probe = make_key(nb::none(), all, nullptr);
    const auto known = [&]() -> PyObject* {
      PyObject* found = PyDict_GetItemWithError(cache->entries, probe.ptr());
      if (found == nullptr) {
        if (PyErr_Occurred()) throw nb::python_error();
        return nullptr;
      }
      PyObject* value = checked(referent_of(as_key(found)->result)).release().ptr();
      if (value != Py_None) return value;
      Py_DECREF(value);
      forget(cache, as_key(found));
      return nullptr;
    };
    if (PyObject* value = known()) return value;
    nb::object made = checked(gil::python([&] { return PyObject_Vectorcall(cache->function, args, nargsf, kwnames); }));
    if (PyObject* value = known()) return value;
    Key* key = as_key(probe.ptr());
    key->result = checked(PyWeakref_NewRef(made.ptr(), cache->callback)).release().ptr();
    key->state = State::kDone;
    if (PyDict_SetItem(cache->entries, probe.ptr(), probe.ptr()) != 0) throw nb::python_error();
    PyObject_GC_Track(probe.ptr());
    link(cache, key);
    (*cache->holders)[key->result].push_back(key);
    return made.release().ptr();
  });
}

int cache_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  const Cache* cache = as_cache(self);
  for (PyObject* each : {cache->context, cache->function, cache->explain, cache->callback, cache->entries,
                         cache->registry, cache->weak_types}) {
    Py_VISIT(each);
  }
  return 0;
}

int cache_clear(PyObject* self) {
  Cache* cache = as_cache(self);
  while (cache->newest) unlink(cache->newest);
  cache->holders->clear();
  Py_CLEAR(cache->entries);
  Py_CLEAR(cache->context);
  Py_CLEAR(cache->function);
  Py_CLEAR(cache->explain);
  Py_CLEAR(cache->callback);
  Py_CLEAR(cache->registry);
  Py_CLEAR(cache->weak_types);
  return 0;
}

void cache_dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  Cache* cache = as_cache(self);
  if (cache->weak_references) PyObject_ClearWeakRefs(self);
  cache_clear(self);
  delete cache->holders;
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

PyObject* cache_repr(PyObject* self) {
  const Cache* cache = as_cache(self);
  return PyUnicode_FromFormat("<%s of %R>", Py_TYPE(self)->tp_name, cache->function);
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Cache, vectorcall), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Cache, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};

PyType_Slot cache_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&cache_traverse)},
                             {Py_tp_clear, reinterpret_cast<void*>(&cache_clear)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&cache_dealloc)},
                             {Py_tp_repr, reinterpret_cast<void*>(&cache_repr)},
                             {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
                             {Py_tp_members, members},
                             {0, nullptr}};

PyTypeObject* make_type(nb::module_& module, const char* name) {
  const std::string whole = std::string("jaxlib.weakref_lru_cache.") + name;
  PyType_Spec spec = {whole.c_str(), sizeof(Cache), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                          Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      cache_slots};
  nb::object type = checked(PyType_FromSpec(&spec));
  module.attr(name) = type;
  return reinterpret_cast<PyTypeObject*>(type.release().ptr());
}

nb::object make_cache(PyTypeObject* type, vectorcallfunc call, nb::object context, nb::object function,
                      nb::object maxsize, nb::object explain, int weak, nb::object registry, nb::object weak_types) {
  const Py_ssize_t most = maxsize.is_none() ? -1 : nb::cast<Py_ssize_t>(maxsize);
  if (weak < 0) throw nb::value_error("num_weakrefs must not be negative");
  nb::object entries = checked(PyDict_New());
  auto holders = std::make_unique<std::unordered_map<PyObject*, std::vector<Key*>>>();
  Cache* cache = PyObject_GC_New(Cache, type);
  if (cache == nullptr) throw nb::python_error();
  nb::object made = nb::steal(reinterpret_cast<PyObject*>(cache));
  cache->vectorcall = call;
  cache->weak_references = nullptr;
  cache->context = context.release().ptr();
  cache->function = function.release().ptr();
  cache->explain = explain.release().ptr();
  cache->callback = nullptr;
  cache->entries = entries.release().ptr();
  cache->registry = registry.release().ptr();
  cache->weak_types = weak_types.release().ptr();
  cache->weak = weak;
  cache->most = most;
  cache->size = cache->queries = cache->misses = 0;
  cache->newest = cache->oldest = nullptr;
  cache->holders = holders.release();
  const nb::object self = checked(PyWeakref_NewRef(made.ptr(), nullptr));
  cache->callback = checked(PyCFunction_New(&gone_method, self.ptr())).release().ptr();
  PyObject_GC_Track(made.ptr());
  return made;
}

// For what is called with any object as self.
Cache* require_cache(nb::handle self) {
  const PyTypeObject* type = Py_TYPE(self.ptr());
  if (type != cache_type && type != multi_type && type != strong_type) throw nb::type_error("wanted a cache");
  return as_cache(self);
}

void evict(nb::handle self, nb::handle weak) {
  Cache* cache = require_cache(self);
  if (cache->weak != 1 && (!PyTuple_Check(weak.ptr()) || PyTuple_GET_SIZE(weak.ptr()) != cache->weak)) {
    throw nb::type_error("evict_weakref expects a tuple of weak keys for multi-weakref cache");
  }
  std::vector<nb::object> all;
  for (Key* key = cache->newest; key; key = key->older) all.push_back(nb::borrow(as_object(key)));
  for (const nb::object& each : all) {
    Key* key = as_key(each.ptr());
    bool same = true;
    for (int i = 1; i <= key->weak && same; ++i) {
      const nb::object held = nb::steal(referent(key, i));
      same = equal(held, cache->weak == 1 ? weak : nb::handle(PyTuple_GET_ITEM(weak.ptr(), i - 1)));
    }
    if (same) forget(cache, key);
  }
}

}  // namespace

void bind_weakref_lru_cache(nb::module_& native) {
  nb::module_ module = add_submodule(native, "weakref_lru_cache", "jaxlib.weakref_lru_cache");
  key_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&key_spec)).release().ptr());
  cache_type = make_type(module, "WeakrefLRUCache");
  multi_type = make_type(module, "MultiWeakrefLRUCache");
  strong_type = make_type(module, "StrongLRUCache");
  interner_type = make_type(module, "WeakValueInterner");

  nb::object info = nb::class_<Info>(module, "WeakrefLRUCacheInfo")
                        .def_ro("hits", &Info::hits)
                        .def_ro("misses", &Info::misses)
                        .def_ro("maxsize", &Info::maxsize)
                        .def_ro("currsize", &Info::currsize)
                        .def("__repr__", [](const Info& self) {
                          return self.cache + "(hits=" + std::to_string(self.hits) +
                                 ", misses=" + std::to_string(self.misses) +
                                 ", maxsize=" + std::to_string(self.maxsize) +
                                 ", currsize=" + std::to_string(self.currsize) + ")";
                        });
  for (PyTypeObject* type : {cache_type, multi_type, strong_type}) {
    nb::object of = nb::borrow(reinterpret_cast<PyObject*>(type));
    of.attr(type == strong_type ? "StrongLRUCacheInfo" : "WeakrefLRUCacheInfo") = info;
    of.attr("cache_keys") =
        nb::cpp_function([](nb::handle self) { return keys_of(require_cache(self)); }, nb::is_method());
    of.attr("cache_info") = nb::cpp_function(
        [](nb::handle self) {
          const Cache* cache = require_cache(self);
          const char* name = Py_TYPE(cache) == strong_type ? "StrongLRUCache" : "WeakrefLRUCache";
          return Info{name, cache->queries - cache->misses, cache->misses, cache->most, cache->size};
        },
        nb::is_method());
    of.attr("cache_clear") =
        nb::cpp_function([](nb::handle self) { clear_entries(require_cache(self)); }, nb::is_method());
  }
  nb::borrow(reinterpret_cast<PyObject*>(strong_type)).attr("__wrapped__") =
      nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type))(nb::cpp_function(
          [](nb::handle self) { return nb::borrow(require_cache(self)->function); }));
  nb::borrow(reinterpret_cast<PyObject*>(cache_type)).attr("evict_weakref") =
      nb::cpp_function(&evict, nb::is_method());

  module.def(
      "weakref_lru_cache",
      [](nb::object context, nb::object function, nb::object maxsize, nb::object explain, int weak) {
        return make_cache(cache_type, &call_cache, context, function, maxsize, explain, weak, nb::none(), nb::none());
      },
      nb::arg("cache_context_fn"), nb::arg("fn"), nb::arg("maxsize").none() = 2048,
      nb::arg("explain").none() = nb::none(), nb::arg("num_weakrefs") = 1);
  module.def(
      "strong_lru_cache",
      // Shards are for more threads at once than there can be under the GIL.
      [](nb::object function, nb::object context, nb::object maxsize, nb::object explain, nb::object) {
        return make_cache(strong_type, &call_cache, context, function, maxsize, explain, 0, nb::none(), nb::none());
      },
      nb::arg("fn"), nb::arg("cache_context_fn").none() = nb::none(), nb::arg("maxsize").none() = 2048,
      nb::arg("explain").none() = nb::none(), nb::arg("num_shards").none() = nb::none());
  module.def(
      "multi_weakref_lru_cache",
      [](nb::object context, nb::object function, nb::object maxsize, nb::object explain, nb::object registry,
         nb::object weak_types) {
        instance<Registry>(registry);
        if (!PyAnySet_Check(weak_types.ptr())) throw nb::type_error("weak_types must be a set");
        return make_cache(multi_type, &call_multi, context, function, maxsize, explain, 0, registry, weak_types);
      },
      nb::arg("cache_context_fn"), nb::arg("fn"), nb::kw_only(), nb::arg("maxsize").none() = 2048,
      nb::arg("explain").none() = nb::none(), nb::arg("registry"), nb::arg("weak_types"));
  module.def(
      "weak_value_interner",
      [](nb::object function) {
        return make_cache(interner_type, &call_interner, nb::none(), function, nb::none(), nb::none(), 0, nb::none(),
                          nb::none());
      },
      nb::arg("fn"));
}

}  // namespace jaxlib
