// Flattens trees whose structure is most likely known, without creating nodes or looking up the types of leaves.

#include <algorithm>

#include "pytree_containers.h"

namespace jaxlib {
namespace {

// Walks a structure's nodes from the last one, which is the root, to the first: children come in reverse order.
class Match {
 public:
  Match(const Registry& registry, const std::vector<Node>& nodes, nb::object* leaves, PyTypeObject*& leaf_type)
      : registry_(registry), nodes_(nodes), at_(nodes.size()), leaf_(leaves), leaf_type_(leaf_type) {}

  // Checks each index before it reads: comparing keys may run Python, which may change containers.
  bool visit(nb::handle value) {
    const Node& node = nodes_[--at_];
    switch (node.kind) {
      case Kind::kLeaf:
        return leaf(value);
      case Kind::kNone:
        return value.is_none();
      case Kind::kTuple:
        return PyTuple_CheckExact(value.ptr()) && items(node, value, [&] { return PyTuple_GET_SIZE(value.ptr()); },
                                                        [&](Py_ssize_t i) { return nb::handle(PyTuple_GET_ITEM(value.ptr(), i)); });
      case Kind::kNamedTuple:
        return node.data.is(value.type()) && named_tuple(node, nb::borrow(value));
      case Kind::kList:
        return PyList_CheckExact(value.ptr()) && items(node, value, [&] { return PyList_GET_SIZE(value.ptr()); },
                                                       [&](Py_ssize_t i) { return list_item(value, i); });
      case Kind::kDict:
        return PyDict_CheckExact(value.ptr()) &&
               items(node, value, [&] { return PyDict_GET_SIZE(value.ptr()); },
                     [&](Py_ssize_t i) { return dict_item(value, node.keys[static_cast<std::size_t>(i)]); });
      default:
        return false;
    }
  }

 private:
  template <class Size, class Item>
  bool items(const Node& node, nb::handle value, Size size, Item item) {
    check_stack(" in flatten; PyTree may have cyclical node references.");
    const nb::object alive = nb::borrow(value);
    if (size() != node.arity) return false;
    for (Py_ssize_t i = node.arity; i-- > 0;) {
      if (i >= size()) return false;
      const auto child = item(i);
      if (!child.is_valid() || !visit(child)) return false;
    }
    return true;
  }

  // Recognizes a named tuple by its attributes; may run Python.
  bool named_tuple(const Node& node, const nb::object& value) {
    return registry_.kind_of(value, &custom_) == Kind::kNamedTuple &&
           items(node, value, [&] { return PyTuple_GET_SIZE(value.ptr()); },
                 [&](Py_ssize_t i) { return nb::handle(PyTuple_GET_ITEM(value.ptr(), i)); });
  }

  bool leaf(nb::handle value) {
    PyTypeObject* type = Py_TYPE(value.ptr());
    if (type != leaf_type_) {
      // Iterators are left to flatten(), which warns about them. Whether an instance of a tuple subclass is a leaf
      // does not only depend on its type.
      if (is_lazy(value) || PyTuple_Check(value.ptr()) || registry_.kind_of(value, &custom_) != Kind::kLeaf) {
        return false;
      }
      leaf_type_ = type;
    }
    *--leaf_ = nb::borrow(value);
    return true;
  }

  const Registry& registry_;
  const std::vector<Node>& nodes_;
  std::size_t at_;
  nb::object* leaf_;  // the end of the leaves still to be written
  PyTypeObject*& leaf_type_;
  const Registration* custom_ = nullptr;  // unused
};

}  // namespace

bool Structure::plain() const {
  return std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
    if (node.kind == Kind::kCustom || node.kind == Kind::kDataclass) return false;
    return std::all_of(node.keys.begin(), node.keys.end(),
                       [](const nb::object& key) { return PyUnicode_CheckExact(key.ptr()); });
  });
}

bool Structure::flatten_same(const Registry& registry, nb::handle tree, nb::object* into,
                             PyTypeObject*& leaf_type) const {
  return &registry == registry_ && !nodes_.empty() && Match(registry, nodes_, into + leaves(), leaf_type).visit(tree);
}

}  // namespace jaxlib
