#include "pytree.h"

#include <algorithm>

#include "pytree_keys.h"

namespace jaxlib {
namespace {

// The keys of `dict` in a new list, sorted where they can be.
nb::object sorted_keys(nb::handle dict) {
  nb::object keys = checked(PyDict_Keys(dict.ptr()));
  if (PyList_GET_SIZE(keys.ptr()) < 2) return keys;
  if (PyList_Sort(keys.ptr()) != 0) {
    nb::python_error error;
    nb::raise_from(error, PyExc_ValueError, "Comparator raised exception while sorting pytree dictionary keys.");
  }
  return keys;
}

nb::object value_at(nb::handle dict, nb::handle key) {
  PyObject* value = PyDict_GetItemWithError(dict.ptr(), key.ptr());
  if (value != nullptr) return nb::borrow(value);
  if (PyErr_Occurred()) throw nb::python_error();
  PyErr_SetObject(PyExc_KeyError, key.ptr());
  throw nb::python_error();
}

bool is_named_tuple(nb::handle value) {
  return PyTuple_Check(value.ptr()) && !PyTuple_CheckExact(value.ptr()) && nb::hasattr(value, "_fields");
}

nb::tuple tuple_of_fields(nb::handle value, const std::vector<nb::str>& fields) {
  nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(fields.size())));
  for (std::size_t i = 0; i < fields.size(); ++i) {
    PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), nb::getattr(value, fields[i]).release().ptr());
  }
  return nb::borrow<nb::tuple>(made);
}

// The two that a registered function of `what` must give.
std::pair<nb::object, nb::object> two(nb::object given, const char* what, const char* wanted) {
  if (!PyTuple_Check(given.ptr()) || PyTuple_GET_SIZE(given.ptr()) != 2) {
    throw std::invalid_argument(std::string("The ") + what + " function for a custom PyTree node should return a " +
                                wanted + " tuple, got " + repr_of(given));
  }
  return {nb::borrow(PyTuple_GET_ITEM(given.ptr(), 0)), nb::borrow(PyTuple_GET_ITEM(given.ptr(), 1))};
}

nb::object iterator(nb::handle iterable) {
  PyObject* made = PyObject_GetIter(iterable.ptr());
  if (made == nullptr) PyErr_Clear();
  return nb::steal(made);
}

[[noreturn]] void not_iterable(nb::handle children, nb::handle data) {
  throw std::invalid_argument(
      "The to_iterable function for a custom PyTree node should return a (children, aux_data) tuple where "
      "'children' is iterable, got " +
      repr_of(nb::make_tuple(children, data)));
}

std::pair<std::vector<nb::object>, nb::object> custom_children(const Registration& custom, nb::handle value) {
  auto [children, data] =
      two(gil::python([&] { return custom.to_iterable(value); }), "to_iterable", "(children, aux_data)");
  std::vector<nb::object> all;
  if (PyTuple_Check(children.ptr()) || PyList_Check(children.ptr())) {
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(children.ptr());
    all.reserve(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) all.push_back(nb::borrow(PySequence_Fast_GET_ITEM(children.ptr(), i)));
    return {std::move(all), std::move(data)};
  }
  nb::object walk = iterator(children);
  if (!walk.is_valid()) not_iterable(children, data);
  while (PyObject* item = PyIter_Next(walk.ptr())) all.push_back(nb::steal(item));
  if (PyErr_Occurred()) throw nb::python_error();
  return {std::move(all), std::move(data)};
}

using Keyed = std::vector<std::pair<nb::object, nb::object>>;

std::pair<Keyed, nb::object> custom_children_with_keys(const Registration& custom, nb::handle value) {
  Keyed all;
  if (custom.to_iterable_with_keys.is_none()) {
    auto [children, data] = custom_children(custom, value);
    for (std::size_t i = 0; i < children.size(); ++i) {
      all.emplace_back(nb::cast(FlattenedIndexKey{static_cast<int>(i)}), std::move(children[i]));
    }
    return {std::move(all), std::move(data)};
  }
  auto [pairs, data] = two(gil::python([&] { return custom.to_iterable_with_keys(value); }), "to_iterable_with_keys",
                           "(key_leaf_pairs, aux_data)");
  nb::object walk = iterator(pairs);
  if (!walk.is_valid()) {
    throw std::invalid_argument(
        "The to_iterable_with_keys function for a custom PyTree node should return a (key_leaf_pairs, aux_data) "
        "tuple where 'key_leaf_pairs' is iterable, got " +
        repr_of(nb::make_tuple(pairs, data)));
  }
  while (PyObject* item = PyIter_Next(walk.ptr())) {
    nb::object pair = nb::steal(item);
    if (!PyTuple_Check(item) || PyTuple_GET_SIZE(item) != 2) {
      throw std::invalid_argument(
          "The to_iterable_with_keys function for a custom PyTree node should return a (key_leaf_pairs, aux_data) "
          "tuple where each of 'key_leaf_pairs' is a (key, child) tuple, got " +
          repr_of(pair));
    }
    all.emplace_back(nb::borrow(PyTuple_GET_ITEM(item, 0)), nb::borrow(PyTuple_GET_ITEM(item, 1)));
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return {std::move(all), std::move(data)};
}

nb::tuple named_fields(nb::handle value) {
  nb::object fields = value.attr("_fields");
  if (!PyTuple_Check(fields.ptr()) || PyTuple_GET_SIZE(fields.ptr()) != PyTuple_GET_SIZE(value.ptr())) {
    throw std::invalid_argument("A namedtuple's _fields attribute should have the same size as the tuple.");
  }
  return nb::borrow<nb::tuple>(fields);
}

nb::object attribute_key(nb::handle name) { return nb::cast(GetAttrKey{nb::str(name)}); }

// Iterators that a caller has most likely taken for a list.
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

void warn_of_lazy(nb::handle value) {
  const std::string message = std::string("Python iterable type '") + Py_TYPE(value.ptr())->tp_name +
                              "' is treated as a leaf in PyTree. Use is_leaf to suppress this warning if you want "
                              "this behavior. In a future version of JAX, this will become an error.";
  if (PyErr_WarnEx(PyExc_DeprecationWarning, message.c_str(), 1) < 0) throw nb::python_error();
}

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// The list of keys can be reached, and changed, through the garbage collector.
nb::object key_at(const Node& node, int index) {
  if (index >= PyList_GET_SIZE(node.data.ptr())) throw std::logic_error("Number of keys and entries does not match.");
  return nb::borrow(PyList_GET_ITEM(node.data.ptr(), index));
}

}  // namespace

Registry::Registry(bool none, bool tuple, bool /*named_tuple*/, bool list, bool dict) {
  const auto builtin = [this](bool enabled, PyTypeObject* type, Kind kind) {
    if (!enabled) return;
    auto registration = std::make_unique<Registration>();
    registration->kind = kind;
    registration->type = nb::borrow(reinterpret_cast<PyObject*>(type));
    insert(std::move(registration), "");
  };
  builtin(none, Py_TYPE(Py_None), Kind::kNone);
  builtin(tuple, &PyTuple_Type, Kind::kTuple);
  builtin(list, &PyList_Type, Kind::kList);
  builtin(dict, &PyDict_Type, Kind::kDict);
}

void Registry::insert(std::unique_ptr<Registration> registration, const char* what) {
  PyObject* type = registration->type.ptr();
  if (by_type_.count(type)) {
    throw std::invalid_argument(std::string("Duplicate custom ") + what + "PyTreeDef type registration for " +
                                repr_of(type) + ".");
  }
  by_type_.emplace(type, std::move(registration));
}

void Registry::add(nb::object type, nb::object to_iterable, nb::object from_iterable, nb::object with_keys) {
  auto registration = std::make_unique<Registration>();
  registration->kind = Kind::kCustom;
  registration->type = std::move(type);
  registration->to_iterable = std::move(to_iterable);
  registration->from_iterable = std::move(from_iterable);
  registration->to_iterable_with_keys = std::move(with_keys);
  insert(std::move(registration), "");
}

void Registry::add_dataclass(nb::object type, std::vector<nb::str> data_fields, std::vector<nb::str> meta_fields) {
  auto registration = std::make_unique<Registration>();
  registration->kind = Kind::kDataclass;
  registration->type = std::move(type);
  registration->data_fields = std::move(data_fields);
  registration->meta_fields = std::move(meta_fields);
  insert(std::move(registration), "dataclass ");
}

Kind Registry::kind_of(nb::handle value, const Registration** custom) const {
  *custom = nullptr;
  if (const Registration* found = find(reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())))) {
    if (found->kind == Kind::kCustom || found->kind == Kind::kDataclass) *custom = found;
    return found->kind;
  }
  return is_named_tuple(value) ? Kind::kNamedTuple : Kind::kLeaf;
}

nb::object Registry::flatten_one_level(nb::handle value, bool with_keys) const {
  const Registration* custom;
  switch (kind_of(value, &custom)) {
    case Kind::kLeaf:
      return nb::none();
    case Kind::kNone:
      return nb::make_tuple(nb::make_tuple(), nb::none());
    case Kind::kTuple:
    case Kind::kList: {
      if (!with_keys) return nb::make_tuple(nb::borrow(value), nb::none());
      nb::list keyed;
      int index = 0;
      for (nb::handle child : value) keyed.append(nb::make_tuple(SequenceKey{index++}, child));
      return nb::make_tuple(nb::tuple(keyed), nb::none());
    }
    case Kind::kDict: {
      nb::object keys = sorted_keys(value);
      nb::list values;
      for (nb::handle key : keys) {
        nb::object child = value_at(value, key);
        if (with_keys) child = nb::make_tuple(DictKey{nb::borrow(key)}, child);
        values.append(child);
      }
      return nb::make_tuple(nb::tuple(values), nb::tuple(keys));
    }
    case Kind::kNamedTuple: {
      nb::list children;
      nb::object fields = with_keys ? nb::object(named_fields(value)) : nb::object();
      Py_ssize_t index = 0;
      for (nb::handle child : value) {
        if (with_keys) {
          children.append(nb::make_tuple(attribute_key(PyTuple_GET_ITEM(fields.ptr(), index++)), child));
        } else {
          children.append(child);
        }
      }
      return nb::make_tuple(children, value.type());
    }
    case Kind::kCustom: {
      if (with_keys) {
        auto [keyed, data] = custom_children_with_keys(*custom, value);
        nb::list children;
        for (auto& [key, child] : keyed) children.append(nb::make_tuple(key, child));
        return nb::make_tuple(children, data);
      }
      auto [children, data] =
          two(gil::python([&] { return custom->to_iterable(value); }), "to_iterable", "(children, aux_data)");
      if (!iterator(children).is_valid()) not_iterable(children, data);
      return nb::make_tuple(children, data);
    }
    case Kind::kDataclass: {
      nb::list children;
      for (const nb::str& field : custom->data_fields) {
        nb::object child = nb::getattr(value, field);
        children.append(with_keys ? nb::object(nb::make_tuple(attribute_key(field), child)) : child);
      }
      return nb::make_tuple(children, tuple_of_fields(value, custom->meta_fields));
    }
  }
  return nb::none();
}

int Registry::traverse(visitproc visit, void* arg) const {
  for (const auto& [type, registration] : by_type_) {
    Py_VISIT(registration->type.ptr());
    Py_VISIT(registration->to_iterable.ptr());
    Py_VISIT(registration->from_iterable.ptr());
    Py_VISIT(registration->to_iterable_with_keys.ptr());
  }
  return 0;
}

// What one flattening carries along.
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
        const auto size = [&] { return tuple ? PyTuple_GET_SIZE(tree.ptr()) : PyList_GET_SIZE(tree.ptr()); };
        // A list may change under a custom node's functions.
        for (Py_ssize_t i = 0; i < size(); ++i) {
          const nb::object item =
              nb::borrow(tuple ? PyTuple_GET_ITEM(tree.ptr(), i) : PyList_GET_ITEM(tree.ptr(), i));
          child(item, [i] { return nb::cast(SequenceKey{static_cast<int>(i)}); });
          ++node.arity;
        }
        break;
      }
      case Kind::kDict: {
        node.data = sorted_keys(tree);
        node.arity = static_cast<int>(PyList_GET_SIZE(node.data.ptr()));
        for (int i = 0; i < node.arity; ++i) {
          const nb::object key = key_at(node, i);
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
        if (PyDict_SetItem(made.ptr(), key_at(node, i).ptr(), children[i].ptr()) != 0) {
          throw nb::python_error();
        }
        children[i].reset();
      }
      return made;
    }
    case Kind::kCustom:
      return gil::python([&] { return node.custom->from_iterable(node.data, tuple_of_children()); });
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
  throw std::logic_error("a leaf has no children to be made of");
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
  // One more than wanted is enough to know; what is endless is not read to its end.
  while (all.size() <= static_cast<std::size_t>(leaves())) {
    PyObject* item = PyIter_Next(walk.ptr());
    if (item == nullptr) break;
    all.push_back(nb::steal(item));
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return unflatten(all.data(), all.size());
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
        const nb::object keys = sorted_keys(value);
        if (!equal(keys, node.data)) {
          refuse("Dict key mismatch; expected keys: " + repr_of(node.data) + "; present keys: " + repr_of(keys) + ".");
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

nb::object Structure::walk(nb::handle on_node, nb::handle on_leaf, nb::handle given) const {
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
    stack.push_back(on_node(children, node.data.is_valid() ? node.data : nb::none()));
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

// Refuses nodes that do not hold what their kind needs, for structures that are not made by flattening. The numbers of
// children, leaves and nodes are count()'s.
void Structure::check() const {
  for (const Node& node : nodes_) {
    bool good = true;
    switch (node.kind) {
      case Kind::kLeaf:
      case Kind::kNone:
        good = node.arity == 0;
        break;
      case Kind::kDict:
        if (PyList_GET_SIZE(node.data.ptr()) != node.arity) {
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

// Works out the leaves and nodes of every subtree from kinds and arities.
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

// From the root down, with a stack of what is still to be written: trees may be deep, and what is inside of a node is
// not copied with each level.
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
    std::string end;
    switch (node.kind) {
      case Kind::kLeaf:
        if (node.arity != 0) throw std::logic_error("PyTreeDef traversal did not yield a singleton.");
        all += "*";
        continue;
      case Kind::kNone:
        all += "None";
        continue;
      case Kind::kTuple:
        all += "(";
        end = node.arity == 1 ? ",)" : ")";
        break;
      case Kind::kList:
        all += "[";
        end = "]";
        break;
      case Kind::kDict:
        all += "{";
        end = "}";
        break;
      case Kind::kNamedTuple:
        all += "CustomNode(namedtuple[" + text(node.data.attr("__name__")) + "], [";
        end = "])";
        break;
      default:
        all += "CustomNode(" + text(node.custom->type.attr("__name__")) + "[" + text(node.data) + "], [";
        end = "])";
    }
    stack.push_back({-1, std::move(end)});
    int child = part.node - 1;
    for (int i = node.arity - 1; i >= 0; --i) {
      std::string before = i > 0 ? ", " : "";
      if (node.kind == Kind::kDict) before += repr_of(key_at(node, i)) + ": ";
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
    if (!a.data.is_valid() || a.data.is(b.data)) continue;
    const int differs = PyObject_RichCompareBool(a.data.ptr(), b.data.ptr(), Py_NE);
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

// Data is left out: a hash of it may be slow, or not be there.
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
  for (const Node& node : nodes_) Py_VISIT(node.data.ptr());
  return 0;
}

}  // namespace jaxlib
