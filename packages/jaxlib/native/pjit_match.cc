#include "pjit_match.h"

#include <algorithm>

#include "sharding.h"

namespace jaxlib {
namespace {

bool has_signature(nb::handle value, ArgSignature& known, bool wide) {
  if (!is_array(value)) {
    Signature signature;
    return known.type == nullptr && signature_of(value, wide, signature) && signature == known.signature;
  }
  const Storage& storage = storage_of(value);
  if (known.type == nullptr || known.layout.is_valid() || storage.own_layout ||
      storage.committed != known.committed) {
    return false;
  }
  if (storage.type != known.type) {
    if (storage.type->hash != known.type->hash || !(storage.type->signature == known.type->signature)) return false;
    known.type = storage.type;
  }
  if (!storage.sharding.is(known.sharding)) {
    nb::object sharding = storage.sharding;  // comparing may run Python, which may change the Array
    if (!quick_equal(sharding, known.sharding)) return false;
    known.sharding = std::move(sharding);
  }
  return true;
}

// The value of a keyword argument; null if it is not among them.
PyObject* named(PyObject* const* values, nb::handle kwnames, nb::handle name) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kwnames.ptr()); ++i) {
    if (name.is(PyTuple_GET_ITEM(kwnames.ptr(), i))) return values[i];
  }
  return nullptr;
}

}  // namespace

bool is_plain(const CallSignature& call) {
  return call.arguments.static_args.empty() &&
         std::all_of(call.arguments.trees.begin(), call.arguments.trees.end(),
                     [](const Structure& tree) { return tree.plain(); });
}

bool matches(PjitCacheEntry& entry, const Registry& registry, PyObject* const* args, std::size_t count,
             nb::handle kwnames, std::vector<nb::object>& leaves) {
  CallSignature& call = entry.call;
  const std::vector<nb::object>& names = call.arguments.dynamic_names;
  const std::vector<Structure>& trees = call.arguments.trees;
  const auto named_count = static_cast<std::size_t>(kwnames.is_valid() ? PyTuple_GET_SIZE(kwnames.ptr()) : 0);
  if (named_count != names.size() || trees.size() != count + named_count || !are_jit_configs(call.configs)) {
    return false;
  }
  leaves.resize(call.leaves.size());
  nb::object* into = leaves.data();
  PyTypeObject* leaf_type = nullptr;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    PyObject* argument = i < count ? args[i] : named(args + count, kwnames, names[i - count]);
    if (argument == nullptr || !trees[i].flatten_same(registry, argument, into, leaf_type)) return false;
    into += trees[i].leaves();
  }
  const bool wide = x64();
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!has_signature(leaves[i], call.leaves[i], wide)) return false;
  }
  return true;
}

}  // namespace jaxlib
