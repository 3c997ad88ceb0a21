// The inference of an operation's result types by the rules in Python, and the rules that most operations have.

#include <stdexcept>

#include "ir.h"

namespace jaxlib::ir {
namespace {

PyObject* rules = nullptr;  // name -> rule, of those that were used
PyObject *same_rule = nullptr, *value_rule = nullptr;  // the functions below

// same_type(name, types, attributes)
PyObject* same_type(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 3 || !PyList_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "same_type(name, types: list, attributes)");
    return nullptr;
  }
  return guarded([&] {
    const nb::object first = nb::borrow(list_item(args[1], 0));
    if (!first.is_valid()) throw std::out_of_range("list index out of range");
    return nb::make_tuple(first);
  });
}

nb::object type_of_value_in(PyObject* attributes) {
  static PyObject *value = PyUnicode_InternFromString("value"), *type = PyUnicode_InternFromString("type");
  const nb::object given = nb::borrow(dict_item(attributes, value));
  if (!given.is_valid()) {
    PyErr_SetObject(PyExc_KeyError, value);
    throw nb::python_error();
  }
  if (Py_TYPE(given.ptr()) == classes.integer_attribute) {  // as most are; its parts are the number and the type
    PyObject* parts = as_immutable(given)->parts;
    if (PyTuple_Check(parts) && PyTuple_GET_SIZE(parts) == 2) return nb::borrow(PyTuple_GET_ITEM(parts, 1));
  }
  return checked(PyObject_GetAttr(given.ptr(), type));
}

// type_of_value(name, types, attributes)
PyObject* type_of_value(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 3 || !PyDict_Check(args[2])) {
    PyErr_SetString(PyExc_TypeError, "type_of_value(name, types, attributes: dict)");
    return nullptr;
  }
  return guarded([&] { return nb::make_tuple(type_of_value_in(args[2])); });
}

// The type of an operand, for a rule.
nb::object operand_type(PyObject* operand) {
  Use use{};
  if (!to_use(operand, use)) throw nb::python_error();
  const nb::object of = nb::steal(use.of);
  PyObject* type = type_of(use);
  if (type == nullptr) throw std::invalid_argument("an operand is a result that its operation no longer has");
  return nb::borrow(type);
}

PyMethodDef functions[] = {
    {"same_type", reinterpret_cast<PyCFunction>(&same_type), METH_FASTCALL,
     "same_type(name, types, attributes)\n--\n\nA rule: the type of the first operand."},
    {"type_of_value", reinterpret_cast<PyCFunction>(&type_of_value), METH_FASTCALL,
     "type_of_value(name, types, attributes)\n--\n\nA rule: the type of the attribute `value`."},
    {}};

}  // namespace

nb::object inferred(PyObject* name, PyObject* operands, PyObject* attributes) {
  nb::object rule = nb::borrow(dict_item(rules, name));
  if (!rule.is_valid()) {
    rule = checked(PyObject_CallOneArg(classes.rule_of, name));
    rule = nb::borrow(dict_default(rules, name, rule));
  }
  if (rule.is_none()) {  // it depends on the operands themselves
    return checked(PyObject_CallFunctionObjArgs(classes.infer, name, operands, attributes, nullptr));
  }
  // The commonest rules need no call.
  if (rule.ptr() == value_rule) return nb::make_tuple(type_of_value_in(attributes));
  if (rule.ptr() == same_rule) {
    const nb::object first = nb::borrow(list_item(operands, 0));
    if (!first.is_valid()) throw std::out_of_range("list index out of range");
    return nb::make_tuple(operand_type(first.ptr()));
  }
  nb::list types;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(operands); ++i) {
    const nb::object operand = nb::borrow(list_item(operands, i));
    if (operand.is_valid()) types.append(operand_type(operand.ptr()));
  }
  PyObject* args[] = {name, types.ptr(), attributes};
  return checked(PyObject_Vectorcall(rule.ptr(), args, 3, nullptr));
}

void bind_inference(Module& native) {
  rules = checked(PyDict_New()).release().ptr();
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
  same_rule = nb::object(native.attr("same_type")).release().ptr();
  value_rule = nb::object(native.attr("type_of_value")).release().ptr();
}

}  // namespace jaxlib::ir
