// The keys and entries of the caches in weakref_lru_cache.cc.
//
// A cache is a hash table of Keys, and the list that orders them by last use. A Key contains the context, the arguments
// and the names of a call, with their hash.
//
// Ownership: the table owns its Keys, a Key its references and its result. An entry is removed when one of the objects
// that it refers to weakly is destroyed. The garbage collector sees the references of all Keys in the table as the
// cache's own; it does not know Keys.
// Threads: with the GIL. It is released while a thread waits for another that computes the same call. In the meantime,
// and while a comparison runs Python, entries may be added and removed, and the cache may be cleared: whoever compares
// or waits holds Keys by value.
#ifndef JAXLIB_LRU_CACHE_H_
#define JAXLIB_LRU_CACHE_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>

#include "common.h"
#include "pytree.h"

namespace jaxlib::lru {

struct Cache;

enum class State { kProbe, kRunning, kDone, kFailed };

struct Key {
  PyObject_VAR_HEAD;
  Py_hash_t hash;
  int weak;   // the number of weak references (existing or future), which follow the context
  int names;  // the number of items at the end that are names of arguments
  bool by_identity;  // items are equal only if they are identical
  bool stored;       // the weak references exist
  State state;
  PyObject* result;
  Structure* structure;  // the structure of all arguments, if they were flattened
  std::thread::id thread;
  Key *newer, *older;
  Cache* cache;  // null while the key is in no table
  PyObject* items[1];
};

struct Cache {
  PyObject_HEAD;
  vectorcallfunc vectorcall;
  PyObject* weak_references;
  PyObject *context, *function, *explain, *callback, *registry, *weak_types;
  int weak, shards;
  Py_ssize_t most, size, queries, misses;
  std::unordered_multimap<Py_hash_t, Key*>* entries;
  std::uint64_t stores;  // the number of entries ever added
  Key *newest, *oldest;
  std::unordered_map<PyObject*, std::vector<Key*>>* holders;  // maps a weak reference to the keys that contain it
};

extern PyTypeObject *key_type, *cache_type, *multi_type, *strong_type, *interner_type, *weak_type;

// Whether the results of its entries are weak references.
inline bool holds_weak_results(const Cache* cache) {
  return Py_TYPE(cache) == interner_type || Py_TYPE(cache) == weak_type;
}

inline Key* as_key(PyObject* object) { return reinterpret_cast<Key*>(object); }
inline Cache* as_cache(nb::handle object) { return reinterpret_cast<Cache*>(object.ptr()); }
inline PyObject* as_object(Key* key) { return reinterpret_cast<PyObject*>(key); }

// The arguments of a call in a key's order: keyword arguments are sorted by the addresses of their names.
struct Arguments {
  std::vector<PyObject*> weak, strong, names;  // borrowed, except for the names
  std::vector<nb::object> leaves;              // keep flattened objects alive
  bool by_identity = false;
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

// A key that is not in a cache yet; takes over the reference to the context.
nb::object make_key(nb::object context, const Arguments& all, std::unique_ptr<Structure> structure);

// A new reference to the item or, for a weak reference, to its referent or None. Null: an error is set.
PyObject* referent(const Key* key, int index);

// Whether both keys are of the same call. Runs Python; throws nb::python_error.
bool same(const Key* a, const Key* b);

// Calls `visit` for each reference of the key.
int traverse(const Key* key, visitproc visit, void* argument);

// Moves an entry to the front of its cache's list.
void to_front(Cache* cache, Key* key);

// Adds an entry, most recently used, that is in no cache yet.
void store(Cache* cache, Key* key);

// Removes an entry from its cache, if it is still there. The caller holds the key.
void forget(Cache* cache, Key* key);

// Removes all entries, and returns them: what only they hold is destroyed with them, which may run Python.
std::vector<nb::object> take_entries(Cache* cache);

// A callback that removes all entries that contain its argument, a weak reference.
nb::object forgetting_callback(nb::handle cache);

// The keys of all entries that have a result, in Python form.
nb::list keys_of(const Cache* cache);

// The call implementations of the cache types.
PyObject* call_cache(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames);
PyObject* call_multi(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames);
PyObject* call_interner(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames);
PyObject* call_weak(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames);

void make_key_type();

}  // namespace jaxlib::lru

#endif  // JAXLIB_LRU_CACHE_H_
