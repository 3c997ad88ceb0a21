// An operation separate from its view, for views that override a member of Operation: the name of a func.func
// operation is "func.func", but the name of its view is the function's. Any other operation is its own view, and
// needs no object of this class.
//
// Ownership: it holds the view. Threads: with the GIL held.

#include "ir/ir.h"

namespace jaxlib::ir {
namespace {

struct PlainOperation {
  PyObject_HEAD;
  PyObject* view;
  PyObject* members;  // super() of the view: Operation's members, bound to it
};

PlainOperation* as_plain(PyObject* object) { return reinterpret_cast<PlainOperation*>(object); }

void plain_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject* view = std::exchange(as_plain(self)->view, nullptr);
  Py_CLEAR(as_plain(self)->members);
  type->tp_free(self);
  Py_DECREF(type);
  release(view);
}

PyObject* plain_get(PyObject* self, PyObject* name) {
  // For isinstance(). The name may not be a string if Operation.__getattribute__ is called as a function.
  if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "__class__") == 0) return Py_NewRef(classes.own_operation);
  return valid(as_plain(self)->view) ? PyObject_GetAttr(as_plain(self)->members, name) : nullptr;
}

int plain_set(PyObject* self, PyObject* name, PyObject* value) {
  PyObject* view = as_plain(self)->view;
  return value == nullptr ? PyObject_DelAttr(view, name) : PyObject_SetAttr(view, name, value);
}

PyObject* plain_compare(PyObject* self, PyObject* other, int how) {
  return PyObject_RichCompare(as_plain(self)->view, viewed(other), how);
}

Py_hash_t plain_hash(PyObject* self) { return PyObject_Hash(as_plain(self)->view); }
PyObject* plain_text(PyObject* self) { return PyObject_Str(as_plain(self)->view); }
PyObject* plain_repr(PyObject* self) { return PyObject_Repr(as_plain(self)->view); }

PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(&plain_dealloc)},
                       {Py_tp_getattro, reinterpret_cast<void*>(&plain_get)},
                       {Py_tp_setattro, reinterpret_cast<void*>(&plain_set)},
                       {Py_tp_richcompare, reinterpret_cast<void*>(&plain_compare)},
                       {Py_tp_hash, reinterpret_cast<void*>(&plain_hash)},
                       {Py_tp_str, reinterpret_cast<void*>(&plain_text)},
                       {Py_tp_repr, reinterpret_cast<void*>(&plain_repr)},
                       {0, nullptr}};
PyType_Spec spec = {"jaxlib.mlir._mlir_libs._mlir.ir.Operation", sizeof(PlainOperation), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

// Whether the class of a view overrides `name`.
bool hides_name(PyTypeObject* type) {
  PyObject* own = PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "name");
  PyObject* plain = PyObject_GetAttrString(reinterpret_cast<PyObject*>(classes.own_operation), "name");
  const bool hides = own != nullptr && plain != nullptr && own != plain;
  Py_XDECREF(own);
  Py_XDECREF(plain);
  PyErr_Clear();
  return hides;
}

}  // namespace

PyObject* viewed(PyObject* object) {
  return object != nullptr && Py_TYPE(object) == classes.plain ? as_plain(object)->view : object;
}

PyObject* plain(PyObject* view) {
  if (classes.own_operation == nullptr || !is(view, classes.operation) || !hides_name(Py_TYPE(view))) {
    return Py_NewRef(view);
  }
  PyObject* members = PyObject_CallFunctionObjArgs(reinterpret_cast<PyObject*>(&PySuper_Type), classes.own_view, view,
                                                   nullptr);
  if (members == nullptr) return nullptr;
  PyObject* made = classes.plain->tp_alloc(classes.plain, 0);
  if (made == nullptr) {
    Py_DECREF(members);
    return nullptr;
  }
  as_plain(made)->view = Py_NewRef(view);
  as_plain(made)->members = members;
  return made;
}

void bind_plain_operation(Module& native) { classes.plain = add_class(native, "PlainOperation", spec); }

}  // namespace jaxlib::ir
