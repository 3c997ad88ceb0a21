#include "pjit_cache.h"

#include <algorithm>

namespace jaxlib {
namespace {

// A Python object for the tuples in PjitFunctionCache::functions.
struct EntriesHandle {
  std::shared_ptr<FunctionEntries> entries;
};

}  // namespace

std::shared_ptr<PjitCacheEntry> FunctionEntries::find(const CallSignature& call) {
  auto found = by_hash.find(call.hash);
  if (found == by_hash.end()) return nullptr;
  // Comparing may run Python, which may change this cache; therefore the entry is looked up again.
  for (std::size_t i = 0; i < found->second.size(); ++i) {
    const std::shared_ptr<PjitCacheEntry> entry = found->second[i].entry;
    const bool same = entry->call == call;
    found = by_hash.find(call.hash);
    if (found == by_hash.end() || i >= found->second.size()) return same ? entry : nullptr;
    if (!same) continue;
    if (found->second[i].entry == entry) use(found->second[i]);
    return entry;
  }
  return nullptr;
}

void FunctionEntries::use(const Slot& slot) {
  recent->nodes.splice(recent->nodes.begin(), recent->nodes, slot.node);
  if (latest.entry != slot.entry) latest = slot;
}

std::shared_ptr<PjitCacheEntry> FunctionEntries::add(CallSignature call) {
  auto entry = std::make_shared<PjitCacheEntry>();
  entry->call = std::move(call);
  recent->nodes.push_front({weak_from_this(), entry});
  by_hash[entry->call.hash].push_back({entry, recent->nodes.begin()});
  ++size;
  while (recent->nodes.size() > recent->capacity) {
    const LruList::Node last = recent->nodes.back();
    const auto owner = last.owner.lock();
    if (owner == nullptr || !owner->remove(last.entry)) recent->nodes.pop_back();
  }
  return entry;
}

bool FunctionEntries::remove(const std::shared_ptr<PjitCacheEntry>& entry) {
  const auto found = by_hash.find(entry->call.hash);
  if (found == by_hash.end()) return false;
  auto& slots = found->second;
  const auto at = std::find_if(slots.begin(), slots.end(), [&](const Slot& each) { return each.entry == entry; });
  if (at == slots.end()) return false;
  recent->nodes.erase(at->node);
  if (latest.entry == entry) latest = {};
  slots.erase(at);
  if (slots.empty()) by_hash.erase(found);
  --size;
  return true;
}

void FunctionEntries::clear() {
  std::unordered_map<std::size_t, std::vector<Slot>> dropped;
  dropped.swap(by_hash);
  latest = {};
  size = 0;
  for (auto& [hash, all] : dropped) {
    for (Slot& each : all) recent->nodes.erase(each.node);
  }
}

std::shared_ptr<FunctionEntries> entries_of(nb::handle cache_object, nb::handle function, nb::handle key) {
  PjitFunctionCache& cache = nb::cast<PjitFunctionCache&>(cache_object);
  const nb::object whole = nb::make_tuple(reinterpret_cast<std::uintptr_t>(function.ptr()), key);
  nb::object found;
  try {
    found = nb::borrow(dict_item(cache.functions, whole));
  } catch (const nb::python_error& error) {
    throw std::invalid_argument(std::string("Hashing or comparing the global cache key led to an exception. The "
                                            "error was:\n") +
                                error.what() + "\n");
  }
  if (found.is_valid()) return nb::inst_ptr<EntriesHandle>(nb::handle(PyTuple_GET_ITEM(found.ptr(), 0)))->entries;
  auto made = std::make_shared<FunctionEntries>(cache.recent);
  const nb::object functions = cache.functions;
  const nb::object forget = native_function([functions, whole](nb::handle) {
    if (PyDict_DelItem(functions.ptr(), whole.ptr()) != 0) PyErr_Clear();
  });
  nb::object reference = nb::steal(PyWeakref_NewRef(function.ptr(), forget.ptr()));
  if (!reference.is_valid()) {
    PyErr_Clear();  // a function that does not support weak references shares no entries
    return made;
  }
  const nb::object value = nb::make_tuple(EntriesHandle{made}, reference);
  if (PyDict_SetItem(cache.functions.ptr(), whole.ptr(), value.ptr()) != 0) throw nb::python_error();
  return made;
}

void check_pickle_version(const nb::dict& pickle) {
  const int version = nb::cast<int>(pickle["version"]);
  if (version != kPickleVersion) {
    throw std::invalid_argument("Invalid PjitFunction pickle version, got " + std::to_string(version) + ", expected " +
                                std::to_string(kPickleVersion) +
                                ". Pickling/Unpickling jitted functions using different JAX versions is not "
                                "supported.");
  }
}

void bind_pjit_cache(Module& native) {
  Module jax = nb::borrow<Module>(native.attr("jax"));
  Class<EntriesHandle>(native, "Entries");
  Class<PjitFunctionCache>(jax, "PjitFunctionCache")
      .def(nb::init<int>(), nb::arg("capacity") = 4096)
      .def("size", [](const PjitFunctionCache& self) { return self.recent->nodes.size(); })
      .def("capacity", [](const PjitFunctionCache& self) { return self.recent->capacity; })
      .def("clear",
           [](PjitFunctionCache& self) {
             while (!self.recent->nodes.empty()) {
               const LruList::Node one = self.recent->nodes.front();
               const auto owner = one.owner.lock();
               if (owner == nullptr || !owner->remove(one.entry)) self.recent->nodes.pop_front();
             }
             PyDict_Clear(self.functions.ptr());
           })
      .def("__getstate__",
           [](const PjitFunctionCache& self) {
             nb::dict pickle;
             pickle["version"] = kPickleVersion;
             pickle["capacity"] = self.recent->capacity;
             return pickle;
           })
      .def("__setstate__", [](PjitFunctionCache& self, const nb::dict& pickle) {
        check_pickle_version(pickle);
        new (&self) PjitFunctionCache(nb::cast<int>(pickle["capacity"]));
      });
}

}  // namespace jaxlib
