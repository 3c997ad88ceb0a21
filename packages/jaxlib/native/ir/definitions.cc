// Questions about the operation that defines a value, which the rules of canonicalization ask of every operand.

#include "ir.h"

namespace jaxlib::ir {
namespace {

// The operation that defines a value, borrowed; null for an argument. False, with a TypeError set, for no value.
bool definition(PyObject* value, Operation*& found) {
  if (!is(value, classes.value)) {
    PyErr_Format(PyExc_TypeError, "wanted a Value, found %R", value);
    return false;
  }
  PyObject* owner = as_value(value)->owner;
  found = owner == nullptr ? nullptr : as_operation(owner);
  return true;
}

// defined_by(value, name)
PyObject* defined_by(PyObject*, PyObject* const* args, Py_ssize_t count) {
  Operation* op = nullptr;
  if (count != 2) {
    PyErr_SetString(PyExc_TypeError, "defined_by(value, name)");
    return nullptr;
  }
  if (!definition(args[0], op)) return nullptr;
  if (op == nullptr) Py_RETURN_NONE;
  return guarded([&] { return nb::borrow(equal(op->name, args[1]) ? as_object(op) : Py_None); });
}

// constant_of(value, names)
PyObject* constant_of(PyObject*, PyObject* const* args, Py_ssize_t count) {
  Operation* op = nullptr;
  if (count != 2 || !PyDict_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "constant_of(value, names: dict)");
    return nullptr;
  }
  if (!definition(args[0], op)) return nullptr;
  if (op == nullptr) Py_RETURN_NONE;
  return guarded([&]() -> nb::object {
    const nb::object name = nb::borrow(dict_item(args[1], op->name));
    nb::object found = nb::none();
    if (!name.is_valid() || name.is_none()) return found;
    op->attributes.each([&](PyObject* key, PyObject* value) {
      if (key == name.ptr() || equal(key, name)) found = nb::borrow(value);
    });
    return found;
  });
}

PyMethodDef functions[] = {
    {"defined_by", reinterpret_cast<PyCFunction>(&defined_by), METH_FASTCALL,
     "defined_by(value, name)\n--\n\nThe operation that defines a value, if it has that name; otherwise None."},
    {"constant_of", reinterpret_cast<PyCFunction>(&constant_of), METH_FASTCALL,
     "constant_of(value, names)\n--\n\n"
     "An attribute of the operation that defines a value, whose name is that of the operation's in a dict; otherwise None."},
    {}};

}  // namespace

void bind_definitions(Module& native) {
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
