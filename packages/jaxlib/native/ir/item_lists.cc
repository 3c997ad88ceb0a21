// The base class of the read-only lists that operations and blocks return: Pallas asks for the operands and results of
// an operation more often than for anything else.
//
// Ownership: a list owns its items, and the operands of an operation the operation.

#include "ir.h"

#include <structmember.h>

namespace jaxlib::ir {
namespace {

struct Items {
  PyObject_HEAD;
  PyObject* items;    // a list
  PyObject* taker;    // of operands: the operation, or null
  PyObject* numbers;  // of operands: their positions in the operation; null: these are all operands
};

Items* as_items(PyObject* object) { return reinterpret_cast<Items*>(object); }

// Items(items, taker=None, numbers=None)
PyObject* items_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"items", "taker", "numbers", nullptr};
  PyObject *items = nullptr, *taker = nullptr, *numbers = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|OO", const_cast<char**>(names), &PyList_Type, &items, &taker,
                                   &numbers)) {
    return nullptr;
  }
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  as_items(made)->items = Py_NewRef(items);
  as_items(made)->taker = absent(taker) ? nullptr : Py_NewRef(taker);
  as_items(made)->numbers = absent(numbers) ? nullptr : Py_NewRef(numbers);
  return made;
}

void items_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_items(self)->items);
  Py_CLEAR(as_items(self)->taker);
  Py_CLEAR(as_items(self)->numbers);
  type->tp_free(self);
  Py_DECREF(type);
}

Py_ssize_t items_length(PyObject* self) { return PyList_GET_SIZE(as_items(self)->items); }

PyObject* items_get(PyObject* self, PyObject* index) {
  PyObject* list = as_items(self)->items;
  if (PySlice_Check(index)) return PyObject_CallMethod(self, "_slice", "O", index);
  Py_ssize_t at = PyIndex_Check(index) ? PyNumber_AsSsize_t(index, PyExc_OverflowError) : -1;
  const bool is_index = PyIndex_Check(index) && PyErr_Occurred() == nullptr;
  if (is_index && at < 0) at += PyList_GET_SIZE(list);
  if (is_index && at >= 0 && at < PyList_GET_SIZE(list)) return Py_NewRef(PyList_GET_ITEM(list, at));
  if (PyErr_Occurred() != nullptr && !PyErr_ExceptionMatches(PyExc_OverflowError)) return nullptr;
  PyErr_Clear();
  return PyObject_CallMethod(self, is_index ? "_beyond" : "_no_index", "O", index);  // raises
}

int items_contain(PyObject* self, PyObject* value) { return PySequence_Contains(as_items(self)->items, value); }

PyObject* items_iterate(PyObject* self) { return PyObject_GetIter(as_items(self)->items); }

PyMemberDef members[] = {{"_items", T_OBJECT_EX, offsetof(Items, items), READONLY, nullptr},
                         {"_taker", T_OBJECT, offsetof(Items, taker), READONLY, nullptr},
                         {"_numbers", T_OBJECT, offsetof(Items, numbers), READONLY, nullptr},
                         {}};
PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(&items_new)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(&items_dealloc)},
                       {Py_tp_members, members},
                       {Py_tp_iter, reinterpret_cast<void*>(&items_iterate)},
                       {Py_sq_contains, reinterpret_cast<void*>(&items_contain)},
                       {Py_mp_length, reinterpret_cast<void*>(&items_length)},
                       {Py_mp_subscript, reinterpret_cast<void*>(&items_get)},
                       {0, nullptr}};
PyType_Spec spec = {"jaxlib._native.ir.Items", sizeof(Items), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

nb::object make_items(PyTypeObject* type, const nb::object& list, PyObject* taker) {
  nb::object made = checked(type->tp_alloc(type, 0));
  as_items(made.ptr())->items = Py_NewRef(list.ptr());
  as_items(made.ptr())->taker = Py_XNewRef(taker);
  return made;
}

void bind_item_lists(Module& native) { native.attr("Items") = checked(PyType_FromSpec(&spec)); }

}  // namespace jaxlib::ir
