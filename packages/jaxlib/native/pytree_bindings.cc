// The Python classes of pytrees: PyTreeRegistry, PyTreeDef, the path keys, and the default registry.

#include "pytree.h"
#include "pytree_keys.h"

namespace jaxlib {
namespace {

nb::object* default_registry_object = nullptr;

template <class T>
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  return nb::inst_ready(self) ? nb::inst_ptr<T>(self)->traverse(visit, arg) : 0;
}

template <class T>
int clear(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<T>(self)->clear();
  return 0;
}

template <class T>
PyType_Slot* collected() {
  static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse<T>)},
                                {Py_tp_clear, reinterpret_cast<void*>(&clear<T>)},
                                {0, nullptr}};
  return slots;
}

int key_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<DictKey>(self)->key.ptr());
  return 0;
}
int key_clear(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<DictKey>(self)->key.reset();
  return 0;
}
PyType_Slot key_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&key_traverse)},
                           {Py_tp_clear, reinterpret_cast<void*>(&key_clear)},
                           {0, nullptr}};

nb::list as_list(std::vector<nb::object>& items) {
  nb::object list = checked(PyList_New(static_cast<Py_ssize_t>(items.size())));
  for (std::size_t i = 0; i < items.size(); ++i) {
    PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), items[i].release().ptr());
  }
  return nb::borrow<nb::list>(list);
}

// Binds one of the four key types, a class with one field.
template <class Key, class Field, class Text>
void bind_key(Module& pytree, const char* name, const char* field, Field Key::*member, Py_hash_t salt,
              Text to_text, PyType_Slot* slots) {
  auto type = slots ? Class<Key>(pytree, name, nb::type_slots(slots)) : Class<Key>(pytree, name);
  const std::string class_name = name, field_name = field;
  type.def(
      "__init__", [member](Key* self, Field value) { (new (self) Key())->*member = std::move(value); },
      nb::arg(field).none());
  type.def_prop_ro(field, [member](const Key& self) { return self.*member; });
  type.def("__str__", to_text);
  type.def("__repr__", [member, class_name, field_name](const Key& self) {
    return class_name + "(" + field_name + "=" + repr_of(nb::cast(self.*member)) + ")";
  });
  type.def("__eq__", [member](const Key& self, nb::handle other) {
    return is_instance<Key>(other) && equal(nb::cast(self.*member), nb::cast(nb::inst_ptr<Key>(other)->*member));
  });
  type.def("__hash__", [member, salt](const Key& self) -> Py_hash_t {
    const Py_hash_t hash = PyObject_Hash(nb::cast(self.*member).ptr());
    if (hash == -1) throw nb::python_error();
    return hash + salt == -1 ? -2 : hash + salt;
  });
  type.attr("__match_args__") = nb::make_tuple(field);
  type.def("__getstate__", [member](const Key& self) { return nb::make_tuple(self.*member); });
  type.def("__setstate__", [member](Key& self, const nb::tuple& state) {
    if (state.size() != 1) throw std::runtime_error("Malformed pickled key, expected 1-tuple");
    (new (&self) Key())->*member = nb::cast<Field>(state[0]);
  });
}

void bind_registry(Module& pytree) {
  Class<Registry> registry(pytree, "PyTreeRegistry", nb::dynamic_attr(), nb::type_slots(collected<Registry>()));
  registry.def(nb::init<bool, bool, bool, bool, bool>(), nb::arg("enable_none") = true,
               nb::arg("enable_tuple") = true, nb::arg("enable_namedtuple") = true, nb::arg("enable_list") = true,
               nb::arg("enable_dict") = true);
  registry.def(
      "flatten",
      [](nb::handle self, nb::handle tree, nb::handle is_leaf) {
        Structure made(nb::borrow(self));
        std::vector<nb::object> leaves;
        made.flatten(tree, leaves, is_leaf);
        return nb::make_tuple(as_list(leaves), std::move(made));
      },
      nb::arg("tree").none(), nb::arg("leaf_predicate").none() = nb::none());
  registry.def(
      "flatten_with_path",
      [](nb::handle self, nb::handle tree, nb::handle is_leaf) {
        Structure made(nb::borrow(self));
        std::vector<nb::object> leaves;
        made.flatten_with_path(tree, leaves, is_leaf);
        return nb::make_tuple(as_list(leaves), std::move(made));
      },
      nb::arg("tree").none(), nb::arg("leaf_predicate").none() = nb::none());
  registry.def(
      "flatten_one_level", [](const Registry& self, nb::handle tree) { return self.flatten_one_level(tree, false); },
      nb::arg("tree").none());
  registry.def(
      "flatten_one_level_with_keys",
      [](const Registry& self, nb::handle tree) { return self.flatten_one_level(tree, true); },
      nb::arg("tree").none());
  registry.def("register_node", &Registry::add, nb::arg("type").none(), nb::arg("to_iterable"),
               nb::arg("from_iterable"), nb::arg("to_iterable_with_keys").none() = nb::none());
  registry.def("register_dataclass_node", &Registry::add_dataclass, nb::arg("type").none(),
               nb::arg("data_fields"), nb::arg("meta_fields"));
  registry.def(
      "is_node",
      [](const Registry& self, nb::handle type) {
        if (self.find(type) != nullptr) return true;
        return PyType_Check(type.ptr()) &&
               PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), &PyTuple_Type) != 0 &&
               nb::hasattr(type, "_fields");
      },
      nb::arg("type"));
  registry.def("__reduce__", [](nb::handle self) { return nb::str(self.attr("__name__")); });
}

void bind_functions(Module& pytree) {
  default_registry_object = new nb::object(nb::cast(Registry(true, true, true, true, true)));
  pytree.attr("_default_registry") = *default_registry_object;
  pytree.def("default_registry", &default_registry);
  pytree.def("treedef_tuple", &Structure::tuple_of);
  pytree.def("all_leaves", [](const Registry& self, nb::iterable values) {
    const Registration* custom;
    for (nb::handle value : values) {
      if (self.kind_of(value, &custom) != Kind::kLeaf) return false;
    }
    return true;
  });
}

void bind_structure(Module& pytree) {
  Class<Structure> structure(pytree, "PyTreeDef", nb::type_slots(collected<Structure>()));
  structure.def("unflatten", [](const Structure& self, nb::handle leaves) { return self.unflatten(leaves); });
  structure.def("flatten_up_to", &Structure::flatten_up_to, nb::arg("tree").none());
  structure.def("compose", &Structure::compose);
  structure.def("walk", &Structure::walk, nb::arg("f_node"), nb::arg("f_leaf").none(), nb::arg("leaves"));
  structure.def("from_iterable_tree", &Structure::from_iterable_tree);
  structure.def("children", &Structure::children);
  structure.def_prop_ro("num_leaves", &Structure::leaves);
  structure.def_prop_ro("num_nodes", &Structure::nodes);
  structure.def("__repr__", &Structure::to_string);
  structure.def(
      "__eq__",
      [](const Structure& self, nb::handle other) {
        return is_instance<Structure>(other) && self == *nb::inst_ptr<Structure>(other);
      });
  structure.def(
      "__ne__",
      [](const Structure& self, nb::handle other) {
        return !is_instance<Structure>(other) || self != *nb::inst_ptr<Structure>(other);
      });
  structure.def("__hash__", [](const Structure& self) { return static_cast<Py_hash_t>(self.hash() >> 1); });
  structure.def("serialize_using_proto", [](const Structure& self) {
    const std::string message = self.serialize();
    return nb::bytes(message.data(), message.size());
  });
  structure.def_static(
      "deserialize_using_proto",
      [](nb::object owner, nb::bytes data) {
        return Structure::deserialize(std::move(owner), {data.c_str(), data.size()});
      },
      nb::arg("registry"), nb::arg("data"));
  structure.def("node_data", &Structure::node_data);
  structure.def_static("from_node_data_and_children", &Structure::from_node_data, nb::arg("registry"),
                       nb::arg("node_data").none(), nb::arg("children"));
  structure.def("__getstate__", &Structure::to_pickle);
  structure.def("__setstate__", [](Structure& self, nb::tuple state) {
    if (state.size() != 2) throw std::runtime_error("Malformed pickled PyTreeDef, expected 2-tuple");
    Structure made(nb::borrow(state[0]));
    made.from_pickle(state[1]);
    new (&self) Structure(std::move(made));
  });
}

void bind_keys(Module& pytree) {
  bind_key(pytree, "SequenceKey", "idx", &SequenceKey::index, 1,
           [](const SequenceKey& key) { return "[" + std::to_string(key.index) + "]"; }, nullptr);
  bind_key(pytree, "DictKey", "key", &DictKey::key, 0,
           [](const DictKey& key) { return "[" + repr_of(key.key) + "]"; }, key_slots);
  bind_key(pytree, "GetAttrKey", "name", &GetAttrKey::name, 0,
           [](const GetAttrKey& key) { return "." + text(key.name); }, nullptr);
  bind_key(pytree, "FlattenedIndexKey", "key", &FlattenedIndexKey::key, 42,
           [](const FlattenedIndexKey& key) { return "[<flat index " + std::to_string(key.key) + ">]"; }, nullptr);
}

}  // namespace

nb::object default_registry() { return *default_registry_object; }

void bind_pytree(Module& native) {
  Module pytree = add_submodule(native, "pytree", "jaxlib._jax.pytree");
  pytree.attr("version") = 3;
  bind_registry(pytree);
  bind_functions(pytree);
  bind_structure(pytree);
  bind_keys(pytree);
}

}  // namespace jaxlib
