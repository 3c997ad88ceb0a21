// The caches of weakref_lru_cache.cc: their keys and entries.
//
// A cache is a Python dictionary from a Key to itself. A Key holds the context, the arguments and the names of a call,
// with their hash; a dictionary copes with comparisons that run Python, and so with a cache that is changed while it is
// being searched.
//
// Ownership: the dictionary owns its Keys, a Key its references and its result. An entry goes when one of the
// objects that it refers to weakly does.
// Threads: with the GIL; it is released only where a thread waits for another that computes the same call.
#ifndef JAXLIB_LRU_CACHE_H_
#define JAXLIB_LRU_CACHE_H_

#include <algorithm>
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
  int weak;   // the number of items, after the context, that are (or become) weak references
  int names;  // the number of items at the end that are names of arguments
  bool stored;
  State state;
  PyObject* result;
  Structure* structure;  // of all arguments, if they were flattened
  std::thread::id thread;
  Key *newer, *older;
  Cache* cache;  // null while the key is in no list
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

extern PyTypeObject *key_type, *cache_type, *multi_type, *strong_type, *interner_type;

inline Key* as_key(PyObject* object) { return reinterpret_cast<Key*>(object); }
inline Cache* as_cache(nb::handle object) { return reinterpret_cast<Cache*>(object.ptr()); }
inline PyObject* as_object(Key* key) { return reinterpret_cast<PyObject*>(key); }

// The arguments of a call as a key holds them: keyword arguments sorted by the addresses of their names.
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

// A key that is in no cache yet; takes the context's reference.
nb::object make_key(nb::object context, const Arguments& all, std::unique_ptr<Structure> structure);

// A new reference to the item: to what a weak reference is of, or None where that is gone. Null: an error is set.
PyObject* referent(const Key* key, int index);

// A cache's list of entries, the most recently used first.
void link(Cache* cache, Key* key);
void unlink(Key* key);
void to_front(Cache* cache, Key* key);

// Removes an entry.
void forget(Cache* cache, Key* key);
void clear_entries(Cache* cache);

// A function that forgets the entries which a weak reference, its argument, was part of.
nb::object forgetting_callback(nb::handle cache);

// The keys of all entries that have a result, as Python sees them.
nb::list keys_of(const Cache* cache);

// The calls of the cache types.
PyObject* call_cache(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames);
PyObject* call_multi(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames);
PyObject* call_interner(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames);

void make_key_type();

}  // namespace jaxlib::lru

#endif  // JAXLIB_LRU_CACHE_H_
