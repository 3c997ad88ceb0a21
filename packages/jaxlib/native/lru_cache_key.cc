// Keys of the caches: hashing, comparing, and the table and the list of a cache's entries.

#include "lru_cache.h"

namespace jaxlib::lru {

PyTypeObject* key_type;

PyObject* referent(const Key* key, int index) {
  PyObject* item = key->items[index];
  return !key->stored || index == 0 || index > key->weak ? Py_NewRef(item) : referent_of(item);
}

bool same(const Key* a, const Key* b) {
  const Py_ssize_t size = Py_SIZE(a);
  if (a->hash != b->hash || size != Py_SIZE(b) || a->weak != b->weak || a->names != b->names) return false;
  for (Py_ssize_t i = size - a->names; i < size; ++i) {
    if (a->items[i] != b->items[i]) return false;
  }
  if ((a->structure == nullptr) != (b->structure == nullptr)) return false;
  if (a->structure && *a->structure != *b->structure) return false;
  for (int i = 0; i < static_cast<int>(size) - a->names; ++i) {
    const nb::object x = checked(referent(a, i)), y = checked(referent(b, i));
    const bool weak = i > 0 && i <= a->weak;
    if (weak && ((a->stored && x.is_none()) || (b->stored && y.is_none()))) return false;
    if (x.is(y)) continue;
    if (a->by_identity || !equal(x, y)) return false;
  }
  return true;
}

int traverse(const Key* key, visitproc visit, void* arg) {
  for (Py_ssize_t i = 0; i < Py_SIZE(key); ++i) Py_VISIT(key->items[i]);
  Py_VISIT(key->result);
  return key->structure ? key->structure->traverse(visit, arg) : 0;
}

namespace {

// Takes the entry out of the table and the list; its reference is then the caller's.
void unlink(Key* key) {
  Cache* cache = key->cache;
  const auto [first, last] = cache->entries->equal_range(key->hash);
  cache->entries->erase(std::find_if(first, last, [key](const auto& entry) { return entry.second == key; }));
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
  if (holds_weak_results(cache)) let_go(key->result);
}

}  // namespace

void store(Cache* cache, Key* key) {
  cache->entries->emplace(key->hash, key);
  Py_INCREF(as_object(key));
  ++cache->stores;
  key->cache = cache;
  key->older = cache->newest;
  (cache->newest ? cache->newest->newer : cache->oldest) = key;
  cache->newest = key;
  ++cache->size;
  for (int i = 1; i <= key->weak; ++i) (*cache->holders)[key->items[i]].push_back(key);
  if (holds_weak_results(cache)) (*cache->holders)[key->result].push_back(key);
}

void forget(Cache* cache, Key* key) {
  if (key->cache != cache) return;
  unlink(key);
  Py_DECREF(as_object(key));
}

std::vector<nb::object> take_entries(Cache* cache) {
  std::vector<nb::object> taken;
  while (Key* key = cache->newest) {
    cache->newest = key->older;
    key->newer = key->older = nullptr;
    key->cache = nullptr;
    taken.push_back(nb::steal(as_object(key)));
  }
  cache->oldest = nullptr;
  cache->size = 0;
  cache->entries->clear();
  cache->holders->clear();
  return taken;
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

void key_dealloc(PyObject* self) {
  const Locked held;  // the collector does not know it while it waits
  Key* key = as_key(self);
  Py_XDECREF(key->result);
  delete key->structure;
  for (Py_ssize_t i = 0; i < Py_SIZE(self); ++i) Py_XDECREF(key->items[i]);
  PyTypeObject* type = Py_TYPE(self);
  key->thread.~id();
  PyObject_Free(self);
  Py_DECREF(type);
}

PyType_Slot key_slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(&key_dealloc)}, {0, nullptr}};
PyType_Spec key_spec = {"jaxlib._native.Key", static_cast<int>(offsetof(Key, items)),
                        static_cast<int>(sizeof(PyObject*)),
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, key_slots};

}  // namespace

nb::object make_key(nb::object context, const Arguments& all, std::unique_ptr<Structure> structure) {
  const std::size_t size = 1 + all.weak.size() + all.strong.size() + all.names.size();
  std::size_t hash = all.weak.size();
  for (const auto* part : {&all.weak, &all.strong}) {
    for (PyObject* item : *part) {
      const Py_hash_t one =
          all.by_identity ? static_cast<Py_hash_t>(std::hash<const void*>()(item)) : PyObject_Hash(item);
      if (one == -1 && PyErr_Occurred()) throw nb::python_error();
      hash = combine(hash, static_cast<std::size_t>(one));
    }
  }
  for (PyObject* name : all.names) hash = combine(hash, std::hash<const void*>()(name));
  if (structure) hash = combine(hash, structure->hash());
  Key* key = PyObject_NewVar(Key, key_type, static_cast<Py_ssize_t>(size));
  if (key == nullptr) throw nb::python_error();
  key->hash = static_cast<Py_hash_t>(hash >> 1);
  key->weak = static_cast<int>(all.weak.size());
  key->names = static_cast<int>(all.names.size());
  key->by_identity = all.by_identity;
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

void make_key_type() {
  key_type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&key_spec)).release().ptr());
}

}  // namespace jaxlib::lru
