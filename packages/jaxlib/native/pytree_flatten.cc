#include <algorithm>

#include "pytree_containers.h"
#include "pytree_keys.h"

namespace jaxlib {

bool is_lazy(nb::handle value) {
  PyObject* object = value.ptr();
  if (PyObject_TypeCheck(object, &PyDictValues_Type)) return true;
  if (!PyIter_Check(object)) return false;
  if (PyGen_Check(object)) return true;
  static PyTypeObject* const kLazy[] = {&PyZip_Type,       &PyListIter_Type,     &PySetIter_Type,
                                        &PyMap_Type,       &PyFilter_Type,       &PyEnum_Type,
                                        &PyReversed_Type,  &PyTupleIter_Type,    &PyDictIterKey_Type,
                                        &PyDictIterValue_Type, &PyDictIterItem_Type};
  return std::any_of(std::begin(kLazy), std::end(kLazy),
                     [object](PyTypeObject* type) { return PyObject_TypeCheck(object, type) != 0; });
}

namespace {

void warn_of_lazy(nb::handle value) {
  const std::string message = std::string("Python iterable type '") + Py_TYPE(value.ptr())->tp_name +
                              "' is treated as a leaf in PyTree. Use is_leaf to suppress this warning if you want "
                              "this behavior. In a future version of JAX, this will become an error.";
  if (PyErr_WarnEx(PyExc_DeprecationWarning, message.c_str(), 1) < 0) throw nb::python_error();
}

}  // namespace

// The state of one flattening.
struct Structure::Walk {
  std::vector<nb::object>& leaves;
  nb::handle is_leaf;
  std::vector<nb::object>* path = nullptr;

  nb::object path_tuple() const {
    nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(path->size())));
    for (std::size_t i = 0; i < path->size(); ++i) {
      PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), nb::object((*path)[i]).release().ptr());
    }
    return made;
  }
  void leaf(nb::handle value) {
    leaves.push_back(path ? nb::object(nb::make_tuple(path_tuple(), value)) : nb::borrow(value));
  }
  bool stops_at(nb::handle value) const {
    if (!is_leaf.is_valid() || is_leaf.is_none()) return false;
    nb::object answer = path ? is_leaf(path_tuple(), value) : is_leaf(value);
    if (answer.is_none()) return false;
    if (!PyBool_Check(answer.ptr())) {
      refuse("is_leaf predicate returned a non-boolean value " + repr_of(answer) + "; expected a boolean");
    }
    return answer.is(nb::handle(Py_True));
  }
};

void Structure::descend(Walk& walk, nb::handle tree) {
  const std::size_t nodes_before = nodes_.size(), leaves_before = walk.leaves.size();
  Node node;
  const auto child = [&](nb::handle value, auto&& key) {
    check_stack(" in flatten; PyTree may have cyclical node references.");
    if (Py_EnterRecursiveCall(" in flatten; PyTree may have cyclical node references.")) throw nb::python_error();
    struct Leave {
      ~Leave() { Py_LeaveRecursiveCall(); }
    } leave;
    if (walk.path == nullptr) {
      descend(walk, value);
      return;
    }
    walk.path->push_back(key());
    descend(walk, value);
    walk.path->pop_back();
  };
  if (walk.stops_at(tree)) {
    walk.leaf(tree);
  } else {
    node.kind = registry_->kind_of(tree, &node.custom);
    switch (node.kind) {
      case Kind::kNone:
        break;
      case Kind::kLeaf:
        if (is_lazy(tree)) warn_of_lazy(tree);
        walk.leaf(tree);
        break;
      case Kind::kTuple:
      case Kind::kList: {
        const bool tuple = node.kind == Kind::kTuple;
        // The functions of custom nodes may change a list.
        for (Py_ssize_t i = 0; !tuple || i < PyTuple_GET_SIZE(tree.ptr()); ++i) {
          const nb::object item =
              nb::borrow(tuple ? tuple_item(tree, i) : list_item(tree, i));
          if (!item.is_valid()) break;
          child(item, [i] { return nb::cast(SequenceKey{static_cast<int>(i)}); });
          ++node.arity;
        }
        break;
      }
      case Kind::kDict: {
        node.set_keys(sorted_keys(tree));
        node.arity = static_cast<int>(node.keys.size());
        for (const nb::object& key : node.keys) {
          child(value_at(tree, key), [&key] { return nb::cast(DictKey{key}); });
        }
        break;
      }
      case Kind::kNamedTuple: {
        node.arity = static_cast<int>(PyTuple_GET_SIZE(tree.ptr()));
        node.data = nb::borrow(tree.type());
        const nb::object fields = walk.path ? nb::object(named_fields(tree)) : nb::object();
        for (int i = 0; i < node.arity; ++i) {
          child(PyTuple_GET_ITEM(tree.ptr(), i),
                [&fields, i] { return attribute_key(PyTuple_GET_ITEM(fields.ptr(), i)); });
        }
        break;
      }
      case Kind::kCustom: {
        if (walk.path) {
          auto [keyed, data] = custom_children_with_keys(*node.custom, tree);
          node.data = std::move(data);
          node.arity = static_cast<int>(keyed.size());
          for (auto& [key, value] : keyed) child(value, [&key = key] { return key; });
        } else {
          auto [children, data] = custom_children(*node.custom, tree);
          node.data = std::move(data);
          node.arity = static_cast<int>(children.size());
          for (const nb::object& value : children) child(value, [] { return nb::object(); });
        }
        break;
      }
      case Kind::kDataclass: {
        node.data = tuple_of_fields(tree, node.custom->meta_fields);
        node.arity = static_cast<int>(node.custom->data_fields.size());
        for (const nb::str& field : node.custom->data_fields) {
          child(nb::getattr(tree, field), [&field] { return attribute_key(field); });
        }
        break;
      }
    }
  }
  node.nodes = static_cast<int>(nodes_.size() - nodes_before) + 1;
  node.leaves = static_cast<int>(walk.leaves.size() - leaves_before);
  nodes_.push_back(std::move(node));
}

void Structure::flatten(nb::handle tree, std::vector<nb::object>& leaves, nb::handle is_leaf) {
  Walk walk{leaves, is_leaf};
  descend(walk, tree);
}

void Structure::flatten_with_path(nb::handle tree, std::vector<nb::object>& leaves, nb::handle is_leaf) {
  std::vector<nb::object> path;
  Walk walk{leaves, is_leaf, &path};
  descend(walk, tree);
}

nb::list Structure::flatten_up_to(nb::handle tree) const {
  std::vector<nb::object> found(static_cast<std::size_t>(leaves()));
  std::vector<nb::object> stack{nb::borrow(tree)};
  int at = nodes() - 1, leaf = leaves() - 1;
  const auto mismatch = [&] { refuse("Tree structures did not match: " + repr_of(tree) + " vs " + to_string()); };
  while (!stack.empty()) {
    if (at < 0) mismatch();
    const Node& node = nodes_[static_cast<std::size_t>(at--)];
    const nb::object value = std::move(stack.back());
    stack.pop_back();
    const auto arity = [&](const char* what, Py_ssize_t size, const char* noun) {
      if (size != node.arity) {
        refuse(std::string(what) + " arity mismatch: " + std::to_string(size) + " != " + std::to_string(node.arity) +
               "; " + noun + ": " + repr_of(value) + ".");
      }
    };
    const auto push_all = [&](nb::handle children) {
      for (nb::handle child : children) stack.push_back(nb::borrow(child));
    };
    const auto registered = [&](const char* what) {
      if (registry_->find(value.type()) != node.custom) {
        refuse(std::string("Custom ") + what + "node type mismatch: expected type: " + repr_of(node.custom->type) +
               ", value: " + repr_of(value) + ".");
      }
    };
    const auto same_data = [&](const char* what, nb::handle data) {
      const int differs = PyObject_RichCompareBool(node.data.ptr(), data.ptr(), Py_NE);
      if (differs < 0) throw nb::python_error();
      if (differs) {
        refuse(std::string("Mismatch custom ") + what + "node data: " + repr_of(node.data) + " != " + repr_of(data) +
               "; value: " + repr_of(value) + ".");
      }
    };
    switch (node.kind) {
      case Kind::kLeaf:
        if (leaf < 0) throw std::logic_error("Leaf count mismatch.");
        found[static_cast<std::size_t>(leaf--)] = value;
        break;
      case Kind::kNone:
        if (!value.is_none()) {
          refuse("Expected None, got " + repr_of(value) +
                 ".\n\nIn previous releases of JAX, flatten-up-to used to consider None to be a tree-prefix of "
                 "non-None values. To obtain the previous behavior, you can usually write:\n"
                 "  jax.tree.map(lambda x, y: None if x is None else f(x, y), a, b, is_leaf=lambda x: x is None)");
        }
        break;
      case Kind::kTuple:
        if (!PyTuple_CheckExact(value.ptr())) refuse("Expected tuple, got " + repr_of(value) + ".");
        arity("Tuple", PyTuple_GET_SIZE(value.ptr()), "tuple");
        push_all(value);
        break;
      case Kind::kList:
        if (!PyList_CheckExact(value.ptr())) refuse("Expected list, got " + repr_of(value) + ".");
        arity("List", PyList_GET_SIZE(value.ptr()), "list");
        push_all(value);
        break;
      case Kind::kDict: {
        if (!PyDict_CheckExact(value.ptr())) refuse("Expected dict, got " + repr_of(value) + ".");
        const nb::object keys = sorted_keys(value), wanted = node.key_list();
        if (!equal(keys, wanted)) {
          refuse("Dict key mismatch; expected keys: " + repr_of(wanted) + "; present keys: " + repr_of(keys) + ".");
        }
        for (nb::handle key : keys) stack.push_back(value_at(value, key));
        break;
      }
      case Kind::kNamedTuple:
        if (!PyTuple_Check(value.ptr()) || !nb::hasattr(value, "_fields")) {
          refuse("Expected named tuple, got " + repr_of(value) + ".");
        }
        arity("Named tuple", PyTuple_GET_SIZE(value.ptr()), "tuple");
        if (!equal(value.type(), node.data)) {
          refuse("Named tuple type mismatch: expected type: " + repr_of(node.data) + ", tuple: " + repr_of(value) + ".");
        }
        push_all(value);
        break;
      case Kind::kCustom: {
        registered("");
        auto [children, data] = custom_children(*node.custom, value);
        same_data("", data);
        arity("Custom type", static_cast<Py_ssize_t>(children.size()), "value");
        for (nb::object& child : children) stack.push_back(std::move(child));
        break;
      }
      case Kind::kDataclass:
        registered("dataclass ");
        same_data("dataclass ", tuple_of_fields(value, node.custom->meta_fields));
        for (const nb::str& field : node.custom->data_fields) stack.push_back(nb::getattr(value, field));
        break;
    }
  }
  if (at != -1 || leaf != -1) mismatch();
  nb::object list = checked(PyList_New(static_cast<Py_ssize_t>(found.size())));
  for (std::size_t i = 0; i < found.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), found[i].release().ptr());
  }
  return nb::borrow<nb::list>(list);
}

}  // namespace jaxlib
