#include "pytree.h"

#include "pytree_containers.h"

namespace jaxlib {

nb::object Structure::make(const Node& node, nb::object* children) {
  const auto tuple_of_children = [&] {
    nb::object made = checked(PyTuple_New(node.arity));
    for (int i = 0; i < node.arity; ++i) PyTuple_SET_ITEM(made.ptr(), i, children[i].release().ptr());
    return made;
  };
  switch (node.kind) {
    case Kind::kNone:
      return nb::none();
    case Kind::kTuple:
      return tuple_of_children();
    case Kind::kNamedTuple:
      return checked(PyObject_CallObject(node.data.ptr(), tuple_of_children().ptr()));
    case Kind::kList: {
      nb::object made = checked(PyList_New(node.arity));
      for (int i = 0; i < node.arity; ++i) PyList_SET_ITEM(made.ptr(), i, children[i].release().ptr());
      return made;
    }
    case Kind::kDict: {
      nb::object made = checked(PyDict_New());
      for (int i = 0; i < node.arity; ++i) {
        if (PyDict_SetItem(made.ptr(), node.keys[static_cast<std::size_t>(i)].ptr(), children[i].ptr()) != 0) {
          throw nb::python_error();
        }
        children[i].reset();
      }
      return made;
    }
    case Kind::kCustom:
      return node.custom->from_iterable(node.data, tuple_of_children());
    case Kind::kDataclass: {
      nb::dict fields;
      for (std::size_t i = 0; i < node.custom->meta_fields.size(); ++i) {
        fields[node.custom->meta_fields[i]] =
            nb::borrow(PyTuple_GET_ITEM(node.data.ptr(), static_cast<Py_ssize_t>(i)));
      }
      for (std::size_t i = 0; i < node.custom->data_fields.size(); ++i) {
        fields[node.custom->data_fields[i]] = std::move(children[i]);
      }
      return checked(PyObject_Call(node.custom->type.ptr(), nb::make_tuple().ptr(), fields.ptr()));
    }
    case Kind::kLeaf:
      break;
  }
  throw std::logic_error("a leaf cannot be made from children");
}

nb::object Structure::unflatten(const nb::object* given, std::size_t size) const {
  std::vector<nb::object> stack;
  std::size_t used = 0;
  for (const Node& node : nodes_) {
    if (node.kind == Kind::kLeaf) {
      if (used == size) {
        refuse("Too few leaves for PyTreeDef; expected " + std::to_string(leaves()) + ", got " +
               std::to_string(used));
      }
      stack.push_back(given[used++]);
      continue;
    }
    if (static_cast<int>(stack.size()) < node.arity) throw std::logic_error("Too few elements for TreeDef node.");
    const std::size_t first = stack.size() - static_cast<std::size_t>(node.arity);
    nb::object made = make(node, stack.data() + first);
    stack.resize(first);
    stack.push_back(std::move(made));
  }
  if (used != size) refuse("Too many leaves for PyTreeDef; expected " + std::to_string(leaves()) + ".");
  if (stack.size() != 1) throw std::logic_error("PyTreeDef traversal did not yield a singleton.");
  return std::move(stack.back());
}

nb::object Structure::unflatten(nb::handle given) const {
  std::vector<nb::object> all;
  all.reserve(static_cast<std::size_t>(leaves()));
  nb::object walk = checked(PyObject_GetIter(given.ptr()));
  // Reads at most one item more than needed, because the iterable may be infinite.
  while (all.size() <= static_cast<std::size_t>(leaves())) {
    PyObject* item = PyIter_Next(walk.ptr());
    if (item == nullptr) break;
    all.push_back(nb::steal(item));
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return unflatten(all.data(), all.size());
}

nb::object Structure::walk(nb::callable on_node, nb::handle on_leaf, nb::iterable given) const {
  std::vector<nb::object> stack;
  nb::object iter = checked(PyObject_GetIter(given.ptr()));
  const auto next = [&] {
    PyObject* item = PyIter_Next(iter.ptr());
    if (item == nullptr && PyErr_Occurred()) throw nb::python_error();
    return nb::steal(item);
  };
  for (const Node& node : nodes_) {
    if (node.kind == Kind::kLeaf) {
      nb::object leaf = next();
      if (!leaf.is_valid()) refuse("Too few leaves for PyTreeDef");
      stack.push_back(on_leaf.is_none() ? leaf : on_leaf(leaf));
      continue;
    }
    if (static_cast<int>(stack.size()) < node.arity) throw std::logic_error("Too few elements for custom type.");
    nb::object children = checked(PyTuple_New(node.arity));
    for (int i = node.arity - 1; i >= 0; --i) {
      PyTuple_SET_ITEM(children.ptr(), i, stack.back().release().ptr());
      stack.pop_back();
    }
    nb::object data = node.stated_data();
    stack.push_back(on_node(children, data.is_valid() ? data : nb::none()));
  }
  if (next().is_valid()) refuse("Too many leaves for PyTreeDef");
  if (stack.size() != 1) throw std::logic_error("PyTreeDef traversal did not yield a singleton.");
  return std::move(stack.back());
}

nb::object Structure::from_iterable(nb::handle tree, int* at) const {
  if (*at < 0) refuse("Tree structures did not match.");
  check_stack(" in from_iterable_tree");
  const Node& node = nodes_[static_cast<std::size_t>((*at)--)];
  if (node.kind == Kind::kLeaf) return nb::borrow(tree);
  std::vector<nb::object> children;
  for (nb::handle child : nb::borrow<nb::iterable>(tree)) children.push_back(nb::borrow(child));
  if (static_cast<int>(children.size()) != node.arity) refuse("Arity mismatch between trees");
  for (int i = node.arity - 1; i >= 0; --i) {
    auto& child = children[static_cast<std::size_t>(i)];
    child = from_iterable(child, at);
  }
  return make(node, children.data());
}

nb::object Structure::from_iterable_tree(nb::handle tree) const {
  int at = nodes() - 1;
  nb::object made = from_iterable(tree, &at);
  if (at != -1) refuse("Tree structures did not match.");
  return made;
}

Structure Structure::compose(const Structure& inner) const {
  if (inner.registry_ != registry_) {
    refuse("PyTree registries of PyTreeDefs passed to Compose() must match.");
  }
  Structure made(owner_);
  for (const Node& node : nodes_) {
    if (node.kind == Kind::kLeaf) {
      made.nodes_.insert(made.nodes_.end(), inner.nodes_.begin(), inner.nodes_.end());
    } else {
      made.nodes_.push_back(node);
    }
  }
  made.count();
  return made;
}

// Checks the data of each node against its kind, for structures that were not created by flattening. count() checks
// the numbers of children, leaves and nodes.
void Structure::check() const {
  for (const Node& node : nodes_) {
    bool good = true;
    switch (node.kind) {
      case Kind::kLeaf:
      case Kind::kNone:
        good = node.arity == 0;
        break;
      case Kind::kDict:
        if (node.keys.size() != static_cast<std::size_t>(node.arity)) {
          throw std::logic_error("Number of keys and entries does not match.");
        }
        break;
      case Kind::kDataclass:
        good = node.custom->data_fields.size() == static_cast<std::size_t>(node.arity) &&
               PyTuple_Check(node.data.ptr()) &&
               static_cast<std::size_t>(PyTuple_GET_SIZE(node.data.ptr())) == node.custom->meta_fields.size();
        break;
      default:
        break;
    }
    if (!good) refuse("Malformed pytree: a node does not have what its type needs.");
  }
}

// Computes the numbers of leaves and nodes of every subtree from the kinds and arities.
void Structure::count() {
  struct Seen {
    int leaves, nodes;
  };
  std::vector<Seen> stack;
  for (Node& node : nodes_) {
    Seen all{node.kind == Kind::kLeaf ? 1 : 0, 1};
    if (node.arity < 0 || stack.size() < static_cast<std::size_t>(node.arity)) {
      refuse("Malformed pytree: a node has too few children.");
    }
    for (int i = 0; i < node.arity; ++i) {
      all.leaves += stack.back().leaves;
      all.nodes += stack.back().nodes;
      stack.pop_back();
    }
    node.leaves = all.leaves;
    node.nodes = all.nodes;
    stack.push_back(all);
  }
}

Structure Structure::tuple_of(nb::object registry, nb::handle structures) {
  Structure made(std::move(registry));
  Node root;
  root.kind = Kind::kTuple;
  for (nb::handle each : structures) {
    const auto* one = nb::cast<const Structure*>(each);
    if (one == nullptr || one->registry_ != made.registry_) {
      refuse("PyTree registries of PyTreeDefs passed to Tuple() must match.");
    }
    made.nodes_.insert(made.nodes_.end(), one->nodes_.begin(), one->nodes_.end());
    root.leaves += one->leaves();
    ++root.arity;
  }
  root.nodes = made.nodes() + 1;
  made.nodes_.push_back(std::move(root));
  return made;
}

std::vector<Structure> Structure::children() const {
  std::vector<Structure> all;
  if (nodes_.empty()) return all;
  const int arity = nodes_.back().arity;
  all.reserve(static_cast<std::size_t>(arity));
  for (int i = 0; i < arity; ++i) all.emplace_back(owner_);
  int end = nodes() - 1;
  for (int i = arity - 1; i >= 0; --i) {
    const int begin = end - nodes_[static_cast<std::size_t>(end - 1)].nodes;
    all[static_cast<std::size_t>(i)].nodes_.assign(nodes_.begin() + begin, nodes_.begin() + end);
    end = begin;
  }
  return all;
}

namespace {

// What stands before and behind a node's children; all of its text where it can have none.
std::pair<std::string, std::string> brackets_of(const Node& node) {
  switch (node.kind) {
    case Kind::kLeaf:
      return {"*", ""};
    case Kind::kNone:
      return {"None", ""};
    case Kind::kTuple:
      return {"(", node.arity == 1 ? ",)" : ")"};
    case Kind::kList:
      return {"[", "]"};
    case Kind::kDict:
      return {"{", "}"};
    case Kind::kNamedTuple:
      return {"CustomNode(namedtuple[" + text(node.data.attr("__name__")) + "], [", "])"};
    default:
      return {"CustomNode(" + text(node.custom->type.attr("__name__")) + "[" + text(node.data) + "], [", "])"};
  }
}

}  // namespace

// Iterative, with a stack of parts still to be written: trees may be deep, and the text of a subtree should not be
// copied at each level.
std::string Structure::to_string() const {
  struct Part {
    int node;  // -1 for text alone
    std::string text;
  };
  if (nodes_.empty() || nodes_.back().nodes != nodes()) {
    throw std::logic_error("PyTreeDef traversal did not yield a singleton.");
  }
  std::string all = "PyTreeDef(";
  std::vector<Part> stack;
  stack.push_back({nodes() - 1, ""});
  while (!stack.empty()) {
    const Part part = std::move(stack.back());
    stack.pop_back();
    all += part.text;
    if (part.node < 0) continue;
    const Node& node = nodes_[static_cast<std::size_t>(part.node)];
    if (node.kind == Kind::kLeaf && node.arity != 0) {
      throw std::logic_error("PyTreeDef traversal did not yield a singleton.");
    }
    auto [begin, end] = brackets_of(node);
    all += begin;
    if (node.kind == Kind::kLeaf || node.kind == Kind::kNone) continue;
    stack.push_back({-1, std::move(end)});
    int child = part.node - 1;
    for (int i = node.arity - 1; i >= 0; --i) {
      std::string before = i > 0 ? ", " : "";
      if (node.kind == Kind::kDict) before += repr_of(node.keys[static_cast<std::size_t>(i)]) + ": ";
      stack.push_back({child, std::move(before)});
      child -= nodes_[static_cast<std::size_t>(child)].nodes;
    }
  }
  return all + ")";
}

bool Structure::operator==(const Structure& other) const {
  if (nodes_.size() != other.nodes_.size()) return false;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node &a = nodes_[i], &b = other.nodes_[i];
    if (a.kind != b.kind || a.arity != b.arity || a.data.is_valid() != b.data.is_valid()) return false;
    if (a.custom != b.custom) {
      if (a.custom == nullptr || b.custom == nullptr || !a.custom->type.is(b.custom->type)) return false;
      if (a.kind == Kind::kCustom && !a.custom->from_iterable.is(b.custom->from_iterable)) return false;
    }
    if (a.keys.size() != b.keys.size()) return false;
    int differs = 0;
    for (std::size_t k = 0; k < a.keys.size() && differs == 0; ++k) {
      const int same = PyObject_RichCompareBool(a.keys[k].ptr(), b.keys[k].ptr(), Py_EQ);
      differs = same < 0 ? same : !same;
    }
    if (differs == 0 && a.data.is_valid() && !a.data.is(b.data)) {
      differs = PyObject_RichCompareBool(a.data.ptr(), b.data.ptr(), Py_NE);
    }
    if (differs < 0) {
      nb::python_error error;
      const std::string node = a.custom ? " node of type " + repr_of(a.custom->type) : "";
      nb::raise_from(error, PyExc_ValueError,
                     "Exception raised while checking equality of metadata fields of pytree%s. Make sure that metadata "
                     "fields are hashable and have simple equality semantics. (Note: arrays cannot be passed as "
                     "metadata fields!)",
                     node.c_str());
    }
    if (differs) return false;
  }
  return true;
}

// Does not include the data, which may be slow to hash, or not hashable.
std::size_t Structure::hash() const {
  std::size_t seed = nodes_.size();
  for (const Node& node : nodes_) {
    seed = combine(seed, static_cast<std::size_t>(node.kind) * 31 + static_cast<std::size_t>(node.arity));
    if (node.custom) seed = combine(seed, std::hash<const void*>()(node.custom->type.ptr()));
  }
  return seed;
}

int Structure::traverse(visitproc visit, void* arg) const {
  Py_VISIT(owner_.ptr());
  for (const Node& node : nodes_) {
    Py_VISIT(node.data.ptr());
    for (const nb::object& key : node.keys) Py_VISIT(key.ptr());
  }
  return 0;
}

}  // namespace jaxlib
