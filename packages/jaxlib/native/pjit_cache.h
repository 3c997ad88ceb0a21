// The caches of jitted calls: signature -> executable.
//
// Ownership: a jitted function holds its FunctionEntries, which hold their PjitCacheEntries. An LruList, shared by
// the functions of a PjitFunctionCache, refers to the FunctionEntries weakly and also holds the entries. Functions
// that wrap the same Python function in the same cache share their FunctionEntries.
// Threads: with the GIL. Comparing signatures runs Python, which may change the caches.
#ifndef JAXLIB_PJIT_CACHE_H_
#define JAXLIB_PJIT_CACHE_H_

#include <list>
#include <memory>
#include <thread>
#include <unordered_map>
#include <vector>

#include "common.h"
#include "jax_jit.h"
#include "py_executable.h"

namespace jaxlib {

enum class EntryState { kCompiling, kQuick, kByPython };

struct PjitCacheEntry {
  CallSignature call;
  EntryState state = EntryState::kCompiling;
  bool plain = false;  // whether matches() supports its calls
  std::thread::id thread = std::this_thread::get_id();
  nb::object program;  // a LoadedExecutable
  std::vector<nb::object> in_shardings, in_layouts, const_args;
  std::vector<std::shared_ptr<const ArrayType>> out_types;
  std::vector<nb::object> out_shardings;
  std::vector<bool> out_committed, kept;
  nb::object out_tree;  // a PyTreeDef
  std::vector<const pjrt::Device*> devices;
};

struct FunctionEntries;

// The order in which the entries of all functions of a cache were last used.
struct LruList {
  struct Node {
    std::weak_ptr<FunctionEntries> owner;
    std::shared_ptr<PjitCacheEntry> entry;
  };
  std::list<Node> nodes;  // the most recently used first
  std::size_t capacity = 4096;
};

// The entries of one function.
struct FunctionEntries : std::enable_shared_from_this<FunctionEntries> {
  struct Slot {
    std::shared_ptr<PjitCacheEntry> entry;
    std::list<LruList::Node>::iterator node;
  };
  std::unordered_map<std::size_t, std::vector<Slot>> by_hash;
  Slot latest;  // the last call's entry; empty at first, and once that entry is removed
  std::shared_ptr<LruList> recent;
  std::size_t size = 0;

  explicit FunctionEntries(std::shared_ptr<LruList> shared) : recent(std::move(shared)) {}
  ~FunctionEntries() {
    const Locked held;
    clear();
  }

  std::shared_ptr<PjitCacheEntry> find(const CallSignature& call);
  // Makes one of these entries the latest one.
  void use(const Slot& slot);
  // Drops the least recently used entries beyond the list's capacity.
  std::shared_ptr<PjitCacheEntry> add(CallSignature call);
  bool remove(const std::shared_ptr<PjitCacheEntry>& entry);
  void clear();
};

// Shared by jitted functions; jax creates one per process and passes it to most of them.
struct PjitFunctionCache {
  std::shared_ptr<LruList> recent = std::make_shared<LruList>();
  // By function and cache key; an entry is removed with its function.
  nb::object functions = checked(PyDict_New());

  explicit PjitFunctionCache(int capacity) { recent->capacity = static_cast<std::size_t>(capacity); }
};

// The entries of `function` under that key.
std::shared_ptr<FunctionEntries> entries_of(nb::handle cache_object, nb::handle function, nb::handle key);

// The version of the pickles of jitted functions and their caches.
inline constexpr int kPickleVersion = 1;

// Throws std::invalid_argument if a pickle has another version.
void check_pickle_version(const nb::dict& pickle);

}  // namespace jaxlib

#endif  // JAXLIB_PJIT_CACHE_H_
