// Pytrees: flattens nested containers into leaves and a structure, and rebuilds them.
//
// A structure is the list of its nodes in post-order, each with its arity and the numbers of leaves and nodes in
// its subtree.
//
// Ownership: a Structure holds its Registry; the registrations of a Registry live as long as it does and never
// change. Threads: with the GIL; Structures are immutable.
#ifndef JAXLIB_PYTREE_H_
#define JAXLIB_PYTREE_H_

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "common.h"

namespace jaxlib {

enum class Kind : int { kLeaf, kNone, kTuple, kNamedTuple, kList, kDict, kCustom, kDataclass };

struct Registration {
  Kind kind;
  nb::object type;
  nb::object to_iterable, from_iterable, to_iterable_with_keys;  // for kCustom; the last may be None
  std::vector<nb::str> data_fields, meta_fields;                 // for kDataclass
};

class Registry {
 public:
  Registry(bool none, bool tuple, bool named_tuple, bool list, bool dict);
  Registry(Registry&&) = default;  // not copyable

  void add(nb::object type, nb::callable to_iterable, nb::callable from_iterable,
           std::optional<nb::callable> with_keys);
  void add_dataclass(nb::object type, std::vector<nb::str> data_fields, std::vector<nb::str> meta_fields);

  // Null if the type is not registered.
  const Registration* find(nb::handle type) const {
    const auto found = by_type_.find(type.ptr());
    return found == by_type_.end() ? nullptr : found->second.get();
  }

  // `custom` is set for kCustom and kDataclass, else null.
  Kind kind_of(nb::handle value, const Registration** custom) const;

  // (children, data) of a single level, or None for a leaf.
  nb::object flatten_one_level(nb::handle value, bool with_keys) const;

  int traverse(visitproc visit, void* argument) const;
  void clear() { by_type_.clear(); }

 private:
  void insert(std::unique_ptr<Registration> registration, const char* what);
  std::unordered_map<PyObject*, std::unique_ptr<Registration>> by_type_;
};

struct Node {
  Kind kind = Kind::kLeaf;
  int arity = 0;
  int leaves = 0, nodes = 0;  // of the subtree
  // kNamedTuple: the type; kCustom: the auxiliary data from the type's function; kDataclass: the tuple of its
  // metadata. Null otherwise.
  nb::object data;
  std::vector<nb::object> keys;  // kDict: sorted
  const Registration* custom = nullptr;

  void set_keys(nb::handle sequence);
  nb::list key_list() const;
  // What is known of it beside its kind and arity, in Python form: for kDict the list of its keys. Null if nothing is.
  nb::object stated_data() const { return kind == Kind::kDict ? nb::object(key_list()) : data; }
};

class Structure {
 public:
  // `registry` is the Python object of a Registry.
  explicit Structure(nb::object registry)
      : owner_(std::move(registry)), registry_(&instance<Registry>(owner_)) {}
  // For a structure that does not outlive the registry, which is borrowed.
  explicit Structure(const Registry* registry) : registry_(registry) {}

  void flatten(nb::handle tree, std::vector<nb::object>& leaves, nb::handle is_leaf = nb::handle());
  void flatten_with_path(nb::handle tree, std::vector<nb::object>& leaves, nb::handle is_leaf);

  // Whether it only consists of leaves, None, tuples, named tuples, lists, and dictionaries with string keys.
  bool plain() const;

  // Flattens `tree` into `into`, which has space for leaves(), if it has this plain() structure in `registry`.
  // False for any other tree, and for a few that have it. `leaf_type` is a known leaf type, or null; set to the
  // last one found.
  bool flatten_same(const Registry& registry, nb::handle tree, nb::object* into, PyTypeObject*& leaf_type) const;

  nb::object unflatten(const nb::object* leaves, std::size_t count) const;
  nb::object unflatten(nb::handle leaves) const;
  nb::list flatten_up_to(nb::handle tree) const;
  nb::object walk(nb::callable on_node, nb::handle on_leaf, nb::iterable leaves) const;
  nb::object from_iterable_tree(nb::handle tree) const;
  Structure compose(const Structure& inner) const;
  std::vector<Structure> children() const;
  std::string to_string() const;
  nb::object to_pickle() const;
  void from_pickle(nb::handle nodes);
  std::string serialize() const;
  static Structure deserialize(nb::object registry, std::string_view message);
  nb::object node_data() const;
  static Structure from_node_data(nb::object registry, nb::object node_data, nb::handle children);
  static Structure tuple_of(nb::object registry, nb::handle structures);

  int leaves() const { return nodes_.empty() ? 0 : nodes_.back().leaves; }
  int nodes() const { return static_cast<int>(nodes_.size()); }
  const nb::object& owner() const { return owner_; }

  // A copy that holds its registry.
  Structure with_owner(nb::object registry) const {
    Structure made(std::move(registry));
    made.nodes_ = nodes_;
    return made;
  }

  bool operator==(const Structure& other) const;
  bool operator!=(const Structure& other) const { return !(*this == other); }
  std::size_t hash() const;

  int traverse(visitproc visit, void* argument) const;
  void clear() {
    nodes_.clear();
    owner_.reset();
  }

 private:
  struct Walk;
  void descend(Walk& walk, nb::handle tree);
  static nb::object make(const Node& node, nb::object* children);
  nb::object from_iterable(nb::handle tree, int* at) const;
  void count();
  void check() const;

  nb::object owner_;
  const Registry* registry_;
  std::vector<Node> nodes_;
};

// The registry of jax.tree.
nb::object default_registry();

}  // namespace jaxlib

#endif  // JAXLIB_PYTREE_H_
