#include "pytree_containers.h"
#include "pytree_keys.h"

namespace jaxlib {
namespace {

bool is_named_tuple(nb::handle value) {
  return PyTuple_Check(value.ptr()) && !PyTuple_CheckExact(value.ptr()) && nb::hasattr(value, "_fields");
}

// Checks that the registered function `what` returned a pair, and unpacks it.
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

}  // namespace

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
  if (const Item value = dict_item(dict, key); value.is_valid()) return nb::borrow(value);
  PyErr_SetObject(PyExc_KeyError, key.ptr());
  throw nb::python_error();
}

nb::tuple tuple_of_fields(nb::handle value, const std::vector<nb::str>& fields) {
  nb::object made = checked(PyTuple_New(static_cast<Py_ssize_t>(fields.size())));
  for (std::size_t i = 0; i < fields.size(); ++i) {
    PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), nb::getattr(value, fields[i]).release().ptr());
  }
  return nb::borrow<nb::tuple>(made);
}

std::pair<std::vector<nb::object>, nb::object> custom_children(const Registration& custom, nb::handle value) {
  auto [children, data] = two(custom.to_iterable(value), "to_iterable", "(children, aux_data)");
  std::vector<nb::object> all;
  if (PyTuple_Check(children.ptr()) || PyList_Check(children.ptr())) {
    const bool tuple = PyTuple_Check(children.ptr()) != 0;
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(children.ptr());
    all.reserve(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
      const Item item = tuple ? tuple_item(children, i) : list_item(children, i);
      if (!item.is_valid()) break;
      all.push_back(nb::borrow(item));
    }
    return {std::move(all), std::move(data)};
  }
  nb::object walk = iterator(children);
  if (!walk.is_valid()) not_iterable(children, data);
  while (PyObject* item = PyIter_Next(walk.ptr())) all.push_back(nb::steal(item));
  if (PyErr_Occurred()) throw nb::python_error();
  return {std::move(all), std::move(data)};
}

std::pair<KeyedChildren, nb::object> custom_children_with_keys(const Registration& custom, nb::handle value) {
  KeyedChildren all;
  if (custom.to_iterable_with_keys.is_none()) {
    auto [children, data] = custom_children(custom, value);
    for (std::size_t i = 0; i < children.size(); ++i) {
      all.emplace_back(nb::cast(FlattenedIndexKey{static_cast<int>(i)}), std::move(children[i]));
    }
    return {std::move(all), std::move(data)};
  }
  auto [pairs, data] = two(custom.to_iterable_with_keys(value), "to_iterable_with_keys", "(key_leaf_pairs, aux_data)");
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

void Node::set_keys(nb::handle sequence) {
  keys.clear();
  for (nb::handle key : sequence) keys.push_back(nb::borrow(key));
}

nb::list Node::key_list() const {
  nb::list list;
  for (const nb::object& key : keys) list.append(key);
  return list;
}

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

void Registry::add(nb::object type, nb::callable to_iterable, nb::callable from_iterable,
                   std::optional<nb::callable> with_keys) {
  auto registration = std::make_unique<Registration>();
  registration->kind = Kind::kCustom;
  registration->type = std::move(type);
  registration->to_iterable = std::move(to_iterable);
  registration->from_iterable = std::move(from_iterable);
  registration->to_iterable_with_keys = with_keys ? nb::object(std::move(*with_keys)) : nb::none();
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
      auto [children, data] = two(custom->to_iterable(value), "to_iterable", "(children, aux_data)");
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

}  // namespace jaxlib
