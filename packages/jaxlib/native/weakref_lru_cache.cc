// The Python classes of LRU caches for calls: with weak references to some arguments and strong ones to the others;
// with strong references only; and caches without a limit that hold their values weakly.

#include "lru_cache.h"

#include <structmember.h>

namespace jaxlib {
namespace lru {

PyTypeObject *cache_type, *multi_type, *strong_type, *interner_type, *weak_type;

namespace {

struct Info {
  std::string cache;  // the name of the cache's class
  Py_ssize_t hits, misses, maxsize, currsize;
};

int cache_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  const Cache* cache = as_cache(self);
  for (PyObject* each : {cache->context, cache->function, cache->explain, cache->callback, cache->registry,
                         cache->weak_types}) {
    Py_VISIT(each);
  }
  for (const Key* key = cache->newest; key; key = key->older) {
    if (const int stop = traverse(key, visit, arg)) return stop;
  }
  return 0;
}

int cache_clear(PyObject* self) {
  Cache* cache = as_cache(self);
  take_entries(cache);
  Py_CLEAR(cache->context);
  Py_CLEAR(cache->function);
  Py_CLEAR(cache->explain);
  Py_CLEAR(cache->callback);
  Py_CLEAR(cache->registry);
  Py_CLEAR(cache->weak_types);
  return 0;
}

void cache_dealloc(PyObject* self) {
  Cache* cache = as_cache(self);
  if (cache->weak_references) PyObject_ClearWeakRefs(self);
  cache_clear(self);
  delete cache->entries;
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
                             {Py_tp_clear, reinterpret_cast<void*>(locked<&cache_clear>)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&locked_dealloc<&cache_dealloc>)},
                             {Py_tp_repr, reinterpret_cast<void*>(locked<&cache_repr>)},
                             {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
                             {Py_tp_members, members},
                             {0, nullptr}};

PyTypeObject* make_type(Module& module, const char* name, unsigned long flags = Py_TPFLAGS_DISALLOW_INSTANTIATION,
                        std::vector<PyType_Slot> slots = {}) {
  const std::string whole = std::string("jaxlib.weakref_lru_cache.") + name;
  slots.insert(slots.end(), std::begin(cache_slots), std::end(cache_slots));
  PyType_Spec spec = {whole.c_str(), sizeof(Cache), 0,
                      static_cast<unsigned>(Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | flags),
                      slots.data()};
  nb::object type = checked(PyType_FromSpec(&spec));
  module.attr(name) = type;
  return reinterpret_cast<PyTypeObject*>(type.release().ptr());
}

// Without a limit, a strong cache does not count its entries, and says so with 0.
Py_ssize_t size_of(const Cache* cache) { return Py_TYPE(cache) == strong_type && cache->most <= 0 ? 0 : cache->size; }

// The arguments maxsize and num_shards.
using Limit = std::optional<Py_ssize_t>;
using Shards = std::optional<int>;

Py_ssize_t most_of(const Limit& maxsize) { return maxsize.value_or(-1); }

int shards_of(const Shards& shards) {
  const int count = shards.value_or(1);
  if (count < 1) throw nb::value_error("num_shards must be positive");
  return count;
}

nb::object make_cache(PyTypeObject* type, vectorcallfunc call, nb::object context, nb::object function,
                      Py_ssize_t most, nb::object explain, int weak, nb::object registry = nb::none(),
                      nb::object weak_types = nb::none()) {
  if (weak < 0) throw nb::value_error("num_weakrefs must not be negative");
  auto entries = std::make_unique<std::unordered_multimap<Py_hash_t, Key*>>();
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
  cache->entries = entries.release();
  cache->stores = 0;
  cache->registry = registry.release().ptr();
  cache->weak_types = weak_types.release().ptr();
  cache->weak = weak;
  cache->shards = 1;
  cache->most = most;
  cache->size = cache->queries = cache->misses = 0;
  cache->newest = cache->oldest = nullptr;
  cache->holders = holders.release();
  cache->callback = forgetting_callback(made).release().ptr();
  PyObject_GC_Track(made.ptr());
  return made;
}

// StrongLRUCache.__new__, for pickles: __setstate__ makes a cache of it.
PyObject* new_strong(PyTypeObject*, PyObject*, PyObject*) {
  return guarded([] {
    return make_cache(strong_type, locked<&call_cache>, nb::none(), nb::none(), -1, nb::none(), 0).release().ptr();
  });
}

int refuse_init(PyObject* self, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError, "%s: no constructor defined!", Py_TYPE(self)->tp_name);
  return -1;
}

// For methods that Python may call with any object as self.
Cache* require_cache(nb::handle self) {
  const PyTypeObject* type = Py_TYPE(self.ptr());
  if (type != cache_type && type != multi_type && type != strong_type) throw nb::type_error("wanted a cache");
  return as_cache(self);
}

void clear(Cache* cache) {
  const std::vector<nb::object> taken = take_entries(cache);
  cache->queries = cache->misses = 0;
}

nb::object callable_or_none(nb::object function) {
  if (!function.is_none() && !PyCallable_Check(function.ptr())) throw nb::type_error("wanted a callable, or None");
  return function;
}

Cache* require_strong(nb::handle self) {
  if (Py_TYPE(self.ptr()) != strong_type) throw nb::type_error("wanted a StrongLRUCache");
  return as_cache(self);
}

// The version of the state of a pickled StrongLRUCache, which is upstream's.
constexpr int kStateVersion = 1;

nb::dict state_of(nb::handle self) {
  const Cache* cache = require_strong(self);
  nb::dict state;
  state["version"] = kStateVersion;
  state["fn"] = nb::handle(cache->function);
  state["cache_context_fn"] = nb::handle(cache->context);
  state["maxsize"] = cache->most;
  state["explain"] = nb::handle(cache->explain);
  state["num_shards"] = cache->shards;
  return state;
}

void set_state(nb::handle self, nb::dict state) {
  Cache* cache = require_strong(self);
  if (cache->function != Py_None) throw nb::type_error("this StrongLRUCache has its state already");
  const int version = nb::cast<int>(state["version"]);
  if (version != kStateVersion) {
    throw nb::value_error(("Invalid StrongLRUCache pickle version, got " + std::to_string(version) + ", expected " +
                           std::to_string(kStateVersion)).c_str());
  }
  nb::object function = state["fn"];
  if (!PyCallable_Check(function.ptr())) throw nb::type_error("wanted a callable");
  nb::object context = callable_or_none(state["cache_context_fn"]), explain = callable_or_none(state["explain"]);
  const Py_ssize_t most = nb::cast<Py_ssize_t>(state["maxsize"]);
  const int shards = shards_of(nb::cast<int>(state["num_shards"]));
  cache->most = most;
  cache->shards = shards;
  Py_XSETREF(cache->context, context.release().ptr());
  Py_XSETREF(cache->explain, explain.release().ptr());
  Py_XSETREF(cache->function, function.release().ptr());
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
}  // namespace lru

void bind_weakref_lru_cache(Module& native) {
  using namespace lru;
  Module module = add_submodule(native, "weakref_lru_cache", "jaxlib.weakref_lru_cache");
  make_key_type();
  cache_type = make_type(module, "WeakrefLRUCache");
  multi_type = make_type(module, "MultiWeakrefLRUCache");
  strong_type = make_type(module, "StrongLRUCache", 0,
                          {{Py_tp_new, reinterpret_cast<void*>(locked<&new_strong>)},
                           {Py_tp_init, reinterpret_cast<void*>(&refuse_init)}});
  interner_type = make_type(module, "WeakValueInterner");
  weak_type = make_type(module, "WeakKeyWeakValueCache");

  nb::object info = Class<Info>(module, "WeakrefLRUCacheInfo")
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
        native_function([](nb::handle self) { return keys_of(require_cache(self)); }, nb::is_method());
    of.attr("cache_info") = native_function(
        [](nb::handle self) {
          const Cache* cache = require_cache(self);
          const char* name = Py_TYPE(cache) == strong_type ? "StrongLRUCache" : "WeakrefLRUCache";
          return Info{name, cache->queries - cache->misses, cache->misses, cache->most, size_of(cache)};
        },
        nb::is_method());
    of.attr("cache_clear") =
        native_function([](nb::handle self) { clear(require_cache(self)); }, nb::is_method());
  }
  nb::borrow(reinterpret_cast<PyObject*>(strong_type)).attr("__wrapped__") =
      nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type))(native_function(
          [](nb::handle self) { return nb::borrow(require_cache(self)->function); }));
  nb::borrow(reinterpret_cast<PyObject*>(cache_type)).attr("evict_weakref") =
      native_function(&evict, nb::is_method());

  nb::object strong = nb::borrow(reinterpret_cast<PyObject*>(strong_type));
  strong.attr("__getstate__") = native_function(&state_of, nb::is_method());
  strong.attr("__setstate__") = native_function(&set_state, nb::is_method());

  module.def(
      "weakref_lru_cache",
      [](nb::callable context, nb::callable function, Limit maxsize, nb::object explain, int weak) {
        return make_cache(cache_type, locked<&call_cache>, context, function, most_of(maxsize), callable_or_none(explain), weak);
      },
      nb::arg("cache_context_fn"), nb::arg("fn"), nb::arg("maxsize").none() = 2048,
      nb::arg("explain").none() = nb::none(), nb::arg("num_weakrefs") = 1);
  module.def(
      "strong_lru_cache",
      // num_shards has no effect: shards are for threads that run in parallel, which the GIL, or the module's lock, prevents.
      [](nb::callable function, nb::object context, Limit maxsize, nb::object explain, Shards num_shards) {
        const int shards = shards_of(num_shards);
        nb::object made = make_cache(strong_type, locked<&call_cache>, callable_or_none(context), function, most_of(maxsize),
                                      callable_or_none(explain), 0);
        as_cache(made)->shards = shards;
        return made;
      },
      nb::arg("fn"), nb::arg("cache_context_fn").none() = nb::none(), nb::arg("maxsize").none() = 2048,
      nb::arg("explain").none() = nb::none(), nb::arg("num_shards").none() = nb::none());
  module.def(
      "multi_weakref_lru_cache",
      [](nb::callable context, nb::callable function, Limit maxsize, nb::object explain, nb::object registry,
         nb::object weak_types) {
        instance<Registry>(registry);
        if (!PyAnySet_Check(weak_types.ptr())) throw nb::type_error("weak_types must be a set");
        return make_cache(multi_type, locked<&call_multi>, context, function, most_of(maxsize), callable_or_none(explain), 0,
                          registry, weak_types);
      },
      nb::arg("cache_context_fn"), nb::arg("fn"), nb::kw_only(), nb::arg("maxsize").none() = 2048,
      nb::arg("explain").none() = nb::none(), nb::arg("registry"), nb::arg("weak_types"));
  module.def(
      "weak_value_interner",
      [](nb::callable function) {
        return make_cache(interner_type, locked<&call_interner>, nb::none(), function, -1, nb::none(), 0);
      },
      nb::arg("fn"));
  module.def(
      "weak_key_weak_value_cache",
      [](nb::callable function) {
        return make_cache(weak_type, locked<&call_weak>, nb::none(), function, -1, nb::none(), 1);
      },
      nb::arg("fn"));
}

}  // namespace jaxlib
