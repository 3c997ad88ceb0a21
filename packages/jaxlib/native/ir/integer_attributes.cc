// Integers: their types, and attributes of one or of a list, of which kernels have more than of any others. Those that
// exist are found by their text, without Python code. What the functions here do not know is left to the class's _get.

#include <charconv>
#include <string>

#include "ir.h"

namespace jaxlib::ir {
namespace {

void append(std::string& text, long long value) {
  char digits[24];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

nb::object ascii(const std::string& text) {
  return checked(PyUnicode_DecodeASCII(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr));
}

// Whether it is an int, not of a subclass, that fits into so many bits with a sign.
bool fits(PyObject* number, long long bits, long long& value) {
  if (!PyLong_CheckExact(number) || bits < 1 || bits > 64) return false;
  int overflow = 0;
  value = PyLong_AsLongLongAndOverflow(number, &overflow);
  if (overflow != 0) return false;
  return bits == 64 || (value >= -(1LL << (bits - 1)) && value < (1LL << (bits - 1)));
}

}  // namespace

long long bits_of_integers(PyObject* type) {
  if (Py_TYPE(type) == classes.index) return 64;
  if (Py_TYPE(type) != classes.integer) return 0;
  PyObject* parts = as_immutable(type)->parts;  // the width and the sign
  if (!PyTuple_Check(parts) || PyTuple_GET_SIZE(parts) != 2) return 0;
  PyObject *width = PyTuple_GET_ITEM(parts, 0), *sign = PyTuple_GET_ITEM(parts, 1);
  if (!PyLong_CheckExact(width) || !PyUnicode_Check(sign) || PyUnicode_GET_LENGTH(sign) != 0) return 0;
  int overflow = 0;
  const long long bits = PyLong_AsLongLongAndOverflow(width, &overflow);
  return overflow == 0 && bits > 1 ? bits : 0;
}

nb::object integer_attribute_of(PyObject* type, long long value) {
  const std::string of = text(as_immutable(type)->text);
  std::string shown;
  append(shown, value);
  const nb::object key = ascii(shown.append(" : ").append(of));
  auto* cls = reinterpret_cast<PyObject*>(classes.integer_attribute);
  if (nb::object found = find_known(cls, key.ptr()); found.is_valid()) return found;
  return make_known(cls, key.ptr(), nb::make_tuple(value, nb::handle(type)).ptr());
}

namespace {

// cls._get(*args, **named), in Python.
PyObject* otherwise(PyObject* const* args, Py_ssize_t count, PyObject* named) {
  static PyObject* name = PyUnicode_InternFromString("_get");
  return PyObject_VectorcallMethod(name, args, static_cast<std::size_t>(count), named);
}

// integer_attribute(cls, type, value)
PyObject* integer_attribute(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* named) {
  long long value = 0;
  const bool known = count == 3 && named == nullptr && args[0] == reinterpret_cast<PyObject*>(classes.integer_attribute);
  if (!known || !fits(args[2], bits_of_integers(args[1]), value)) return otherwise(args, count, named);
  return guarded([&] { return integer_attribute_of(args[1], value); });
}

// integer_array(cls, values, context=None); the class has the number of bits as _bits.
PyObject* integer_array(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* named) {
  const Py_ssize_t keywords = named == nullptr ? 0 : PyTuple_GET_SIZE(named);
  const bool plain = count == 2 && (PyTuple_CheckExact(args[1]) || PyList_CheckExact(args[1]));
  if (!plain || keywords > 1 ||
      (keywords == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(named, 0), "context") != 0)) {
    return otherwise(args, count, named);
  }
  static PyObject* name = PyUnicode_InternFromString("_bits");
  const nb::object width = nb::steal(PyObject_GetAttr(args[0], name));
  if (!width.is_valid()) return nullptr;
  const long long bits = PyLong_AsLongLong(width.ptr());
  if (bits == -1 && PyErr_Occurred() != nullptr) return nullptr;
  const nb::object items = nb::steal(PySequence_Tuple(args[1]));
  if (!items.is_valid()) return nullptr;
  std::string shown = "array<i";
  append(shown, bits);
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i) {
    long long value = 0;
    if (!fits(PyTuple_GET_ITEM(items.ptr(), i), bits, value)) return otherwise(args, count, named);
    shown += i == 0 ? ": " : ", ";
    append(shown, value);
  }
  shown += '>';
  return guarded([&]() -> nb::object {
    const nb::object key = ascii(shown);
    if (const nb::object found = find_known(args[0], key.ptr()); found.is_valid()) return found;
    return make_known(args[0], key.ptr(), items.ptr());
  });
}

// signless_type(width, context=None)
PyObject* signless_type(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* named) {
  auto* cls = reinterpret_cast<PyObject*>(classes.integer);
  long long width = 0;
  if (count < 1 || count > 2 || named != nullptr || !fits(args[0], 32, width) || width < 0) {
    static PyObject* name = PyUnicode_InternFromString("_get_signless");
    const nb::object otherwise = nb::steal(PyObject_GetAttr(cls, name));
    return otherwise.is_valid() ? PyObject_Vectorcall(otherwise.ptr(), args, static_cast<std::size_t>(count), named)
                                : nullptr;
  }
  return guarded([&]() -> nb::object {
    std::string shown = "i";
    append(shown, width);
    const nb::object key = ascii(shown);
    if (const nb::object found = find_known(cls, key.ptr()); found.is_valid()) return found;
    return make_known(cls, key.ptr(), nb::make_tuple(nb::handle(args[0]), "").ptr());
  });
}

// plain_integers(values, bits)
PyObject* plain_integers(PyObject*, PyObject* const* args, Py_ssize_t count) {
  const long long bits = count == 2 ? PyLong_AsLongLong(args[1]) : 0;
  if (count != 2 || (bits == -1 && PyErr_Occurred() != nullptr)) {
    PyErr_SetString(PyExc_TypeError, "plain_integers(values, bits)");
    return nullptr;
  }
  if (!PyTuple_CheckExact(args[0]) && !PyList_CheckExact(args[0])) Py_RETURN_NONE;
  nb::object items = nb::steal(PySequence_Tuple(args[0]));
  if (!items.is_valid()) return nullptr;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i) {
    long long value = 0;
    if (!fits(PyTuple_GET_ITEM(items.ptr(), i), bits, value)) Py_RETURN_NONE;
  }
  return items.release().ptr();
}

PyMethodDef functions[] = {
    {"signless_type", reinterpret_cast<PyCFunction>(&signless_type), METH_FASTCALL | METH_KEYWORDS,
     "signless_type(width, context=None)\n--\n\nThe type iN; for what is rare, from IntegerType._get_signless."},
    {"plain_integers", reinterpret_cast<PyCFunction>(&plain_integers), METH_FASTCALL,
     "plain_integers(values, bits)\n--\n\n"
     "A tuple of the values of a list or tuple, if all are of the class int and have no more bits; otherwise None."},
    {"integer_attribute", reinterpret_cast<PyCFunction>(&integer_attribute), METH_FASTCALL | METH_KEYWORDS,
     "integer_attribute(cls, type, value)\n--\n\n"
     "The attribute of a class for an integer; for what is rare, from the class's _get(type, value)."},
    {"integer_array", reinterpret_cast<PyCFunction>(&integer_array), METH_FASTCALL | METH_KEYWORDS,
     "integer_array(cls, values, context=None)\n--\n\n"
     "The attribute of a class for integers of cls._bits bits; for what is rare, from the class's _get."},
    {}};

}  // namespace

void bind_integer_attributes(Module& native) {
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
