// Keys of the caches: hashing, comparing, and the list that orders a cache's entries by last use.

#include "lru_cache.h"

namespace jaxlib::lru {

PyTypeObject* key_type;

PyObject* referent(const Key* key, int index) {
  PyObject* item = key->items[index];
  return !key->stored || index == 0 || index > key->weak ? Py_NewRef(item) : referent_of(item);
}

namespace {

Py_hash_t key_hash(PyObject* self) { return as_key(self)->hash; }

PyObject* key_compare(PyObject* self, PyObject* other, int op) {
  if (op != Py_EQ || Py_TYPE(other) != key_type) Py_RETURN_NOTIMPLEMENTED;
  const Key *a = as_key(self), *b = as_key(other);
  const Py_ssize_t size = Py_SIZE(self);
  if (a->forgotten || b->forgotten) return PyBool_FromLong(self == other);
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

}  // namespace

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
  // An interner's entry is kept alive by the weak reference to its value.
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

namespace {

int key_clear(PyObject* self) {
  Key* key = as_key(self);
  Py_CLEAR(key->result);
  delete std::exchange(key->structure, nullptr);
  return 0;
}

void key_dealloc(PyObject* self) {
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
                           {Py_tp_clear, reinterpret_cast<void*>(locked<&key_clear>)},
                           {Py_tp_dealloc, reinterpret_cast<void*>(&locked_dealloc<&key_dealloc>)},
                           {0, nullptr}};
PyType_Spec key_spec = {"jaxlib._native.Key", static_cast<int>(offsetof(Key, items)),
                        static_cast<int>(sizeof(PyObject*)), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, key_slots};

}  // namespace

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
  new (&key->forgotten) std::atomic<bool>(false);
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

void make_key_type() {
  key_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&key_spec)).release().ptr());
}

}  // namespace jaxlib::lru
