// Dictionaries of attributes: a program in bytecode has one for nearly every operation.
//
// Ownership: an attribute and its text own the items, which nothing changes.

#include "ir.h"

#include <structmember.h>

namespace jaxlib::ir {
namespace {

// The text, which a subclass in Python computes when it is read: it would copy the texts of large constants.
struct DictionaryText {
  PyObject_HEAD;
  PyObject* items;  // a dict of attributes by name
  PyObject* known;  // the text, or null before it is read
};

DictionaryText* as_text(PyObject* object) { return reinterpret_cast<DictionaryText*>(object); }

// DictionaryText(items)
PyObject* text_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"items", nullptr};
  PyObject* items = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!", const_cast<char**>(names), &PyDict_Type, &items)) return nullptr;
  PyObject* made = type->tp_alloc(type, 0);
  if (made != nullptr) as_text(made)->items = Py_NewRef(items);
  return made;
}

void text_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_text(self)->items);
  Py_CLEAR(as_text(self)->known);
  type->tp_free(self);
  Py_DECREF(type);
}

// The same for equal items in any order.
Py_hash_t text_hash(PyObject* self) {
  std::size_t found = 0;
  PyObject *name = nullptr, *value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(as_text(self)->items, &at, &name, &value) != 0;) {
    const Py_hash_t one = PyObject_Hash(name), two = PyObject_Hash(value);
    if (one == -1 || two == -1) return -1;
    found += combine(static_cast<std::size_t>(one), static_cast<std::size_t>(two));
  }
  const auto hash = static_cast<Py_hash_t>(found);
  return hash == -1 ? -2 : hash;
}

PyObject* text_compare(PyObject* self, PyObject* other, int op) {
  if ((op != Py_EQ && op != Py_NE) || !is(other, classes.dictionary_text)) Py_RETURN_NOTIMPLEMENTED;
  return PyObject_RichCompare(as_text(self)->items, as_text(other)->items, op);
}

PyMemberDef text_members[] = {{"items", T_OBJECT_EX, offsetof(DictionaryText, items), READONLY, "The attributes by name."},
                              {"known", T_OBJECT, offsetof(DictionaryText, known), 0, "The text; None before it is read."},
                              {}};
PyType_Slot text_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&text_new)},
                            {Py_tp_dealloc, reinterpret_cast<void*>(&text_dealloc)},
                            {Py_tp_hash, reinterpret_cast<void*>(&text_hash)},
                            {Py_tp_richcompare, reinterpret_cast<void*>(&text_compare)},
                            {Py_tp_members, text_members},
                            {0, nullptr}};
PyType_Spec text_spec = {"jaxlib._native.ir.DictionaryText", sizeof(DictionaryText), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, text_slots};

}  // namespace

nb::object make_dictionary(const nb::object& items) {
  const nb::object text = checked(classes.dictionary_text->tp_alloc(classes.dictionary_text, 0));
  as_text(text.ptr())->items = Py_NewRef(items.ptr());
  nb::object parts = checked(PyTuple_Pack(1, items.ptr()));
  PyObject_GC_UnTrack(parts.ptr());  // as the parts of every Immutable
  nb::object made = checked(classes.dictionary_attribute->tp_alloc(classes.dictionary_attribute, 0));
  as_immutable(made)->text = Py_NewRef(text.ptr());
  as_immutable(made)->parts = parts.release().ptr();
  return made;
}

void bind_dictionaries(Module& native) { classes.dictionary_text = add_class(native, "DictionaryText", text_spec); }

}  // namespace jaxlib::ir
