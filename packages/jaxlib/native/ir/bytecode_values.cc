#include "bytecode_values.h"

#include <stdexcept>

namespace jaxlib::ir {

void damaged(const std::string& what) {
  set_damaged(what);
  throw nb::python_error();
}

namespace {

// The codes of the builtin attributes that are decoded here; encoding.py has them all.
enum Code { kDictionary = 1, kString = 2, kInteger = 8, kCall = 10, kFile = 11, kName = 14, kUnknown = 15 };

std::uint64_t varint(Cursor* source) {
  std::uint64_t value = 0;
  if (!read_varint(source, value)) throw nb::python_error();
  return value;
}

[[noreturn]] void wrong_kind(const nb::object& value) {
  damaged("an attribute of the wrong kind: " + text(checked(PyObject_Str(value.ptr())).ptr()));
}

// cls.get(value)
nb::object got(PyTypeObject* cls, const nb::object& value) {
  static PyObject* get = PyUnicode_InternFromString("get");
  PyObject* args[] = {reinterpret_cast<PyObject*>(cls), value.ptr()};
  return checked(PyObject_VectorcallMethod(get, args, 2, nullptr));
}

// The current context, borrowed. Throws: RuntimeError if there is none.
PyObject* context() {
  PyObject* found = current_context();
  if (found == nullptr) {
    no_context();
    throw nb::python_error();
  }
  return found;
}

// The string attributes of short strings, which all programs have: the names of attributes.
PyObject* short_strings() {
  static PyObject* made = checked(PyDict_New()).release().ptr();
  return made;
}
constexpr Py_ssize_t kShort = 64, kMost = 8192;

}  // namespace

Values::Values(nb::handle reader) : reader_(nb::borrow(reader)), strings_(reader.attr("strings")) {
  const nb::object tables = reader.attr("tables");
  for (int i = 0; i < 2; ++i) tables_[i] = nb::object(tables[i]);
  if (!PyList_Check(tables_[0].ptr()) || !PyList_Check(tables_[1].ptr()) || !PyList_Check(strings_.ptr())) {
    throw std::invalid_argument("bytecode: wanted a Reader");
  }
}

nb::object Values::value(int kind, std::uint64_t number) {
  PyObject* table = tables_[kind].ptr();
  if (number >= static_cast<std::uint64_t>(PyList_GET_SIZE(table))) {
    damaged((kind == 0 ? "attribute " : "type ") + std::to_string(number) + " of " +
            std::to_string(PyList_GET_SIZE(table)));
  }
  nb::object found = nb::borrow(PyList_GET_ITEM(table, static_cast<Py_ssize_t>(number)));
  return PyTuple_Check(found.ptr()) ? decoded(kind, number, found) : found;
}

// `entry`: the dialect, whether the value is encoded and not text, and a Cursor; empty while the value is decoded.
nb::object Values::decoded(int kind, std::uint64_t number, const nb::object& entry) {
  static PyObject *builtin_dialect = PyUnicode_InternFromString("builtin"), *by_reader = PyUnicode_InternFromString("_value");
  PyObject* table = tables_[kind].ptr();
  const auto at = static_cast<Py_ssize_t>(number);
  if (kind == 0 && PyTuple_GET_SIZE(entry.ptr()) == 3 && PyTuple_GET_ITEM(entry.ptr(), 1) == Py_True &&
      is(PyTuple_GET_ITEM(entry.ptr(), 2), classes.cursor) &&
      equal(PyTuple_GET_ITEM(entry.ptr(), 0), builtin_dialect)) {
    const Depth depth;
    if (!depth) throw nb::python_error();
    if (PyList_SetItem(table, at, empty()) != 0) throw nb::python_error();
    nb::object made = builtin(as_cursor(PyTuple_GET_ITEM(entry.ptr(), 2)));
    if (PyList_SetItem(table, at, Py_NewRef(made.is_valid() ? made.ptr() : entry.ptr())) != 0) throw nb::python_error();
    if (made.is_valid()) return made;
  }
  return nb::object(reader_.attr(nb::handle(by_reader))(kind, number));
}

nb::object Values::builtin(Cursor* source) {
  const Py_ssize_t begin = source->at;
  nb::object made;
  switch (varint(source)) {
    case kDictionary:
      return dictionary(source);
    case kString:
      return string(source);
    case kInteger:
      made = integer(source);
      break;
    case kCall: {
      const nb::object callee = location(source), caller = location(source);
      return checked(make_location(classes.call, callee.ptr(), caller.ptr(), context()));
    }
    case kFile: {
      const nb::object file = name(source);
      const std::uint64_t line = varint(source), column = varint(source);
      const nb::object parts = nb::make_tuple(file, line, column, nb::none(), nb::none());
      return checked(make_location(classes.file, Py_NewRef(parts.ptr()), context()));
    }
    case kName: {
      const nb::object given = name(source), child = location(source);
      return checked(make_location(classes.named, given.ptr(), child.ptr(), context()));
    }
    case kUnknown:
      return nb::object(reader_.attr("unknown"));
    default:
      break;
  }
  if (!made.is_valid()) source->at = begin;
  return made;
}

nb::object Values::string(Cursor* source) {
  const std::uint64_t number = varint(source);
  if (number >= static_cast<std::uint64_t>(PyList_GET_SIZE(strings_.ptr()))) {
    damaged("string " + std::to_string(number) + " of " + std::to_string(PyList_GET_SIZE(strings_.ptr())));
  }
  const nb::object raw = nb::borrow(PyList_GET_ITEM(strings_.ptr(), static_cast<Py_ssize_t>(number)));
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(raw.ptr(), &data, &size) < 0) throw nb::python_error();
  const bool is_short = size <= kShort;
  if (is_short) {
    if (nb::object known = nb::borrow(dict_item(short_strings(), raw)); known.is_valid()) return known;
  }
  PyObject* decoded = PyUnicode_DecodeUTF8(data, size, nullptr);
  if (decoded == nullptr) {  // it is not text
    if (!PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) throw nb::python_error();
    PyErr_Clear();
    return got(classes.string_attribute, raw);
  }
  if (is_short) PyUnicode_InternInPlace(&decoded);
  const nb::object made = got(classes.string_attribute, nb::steal(decoded));
  if (!is_short) return made;
  if (PyDict_GET_SIZE(short_strings()) > kMost) PyDict_Clear(short_strings());
  return nb::borrow(dict_default(short_strings(), raw, made));
}

// The string of a string attribute.
nb::object Values::name(Cursor* source) {
  const nb::object attribute = value(0, varint(source));
  if (!is(attribute.ptr(), classes.string_attribute)) wrong_kind(attribute);
  PyObject* parts = as_immutable(attribute)->parts;
  if (PyTuple_Check(parts) && PyTuple_GET_SIZE(parts) == 1 && PyUnicode_Check(PyTuple_GET_ITEM(parts, 0))) {
    return nb::borrow(PyTuple_GET_ITEM(parts, 0));
  }
  return nb::object(attribute.attr("value"));
}

nb::object Values::dictionary(Cursor* source) {
  const nb::object made = checked(PyDict_New());
  for (std::uint64_t left = varint(source); left > 0; --left) {
    const nb::object key = name(source), attribute = value(0, varint(source));
    if (!is(attribute.ptr(), classes.immutable)) wrong_kind(attribute);
    if (PyDict_SetItem(made.ptr(), key.ptr(), attribute.ptr()) != 0) throw nb::python_error();
  }
  return make_dictionary(made);
}

nb::object Values::location(Cursor* source) {
  nb::object found = value(0, varint(source));
  if (!is(found.ptr(), classes.location)) wrong_kind(found);
  return found;
}

// Null for an integer with a sign, of one bit, or of more than 64.
nb::object Values::integer(Cursor* source) {
  const nb::object type = value(1, varint(source));
  const long long bits = bits_of_integers(type.ptr());
  if (bits < 2 || bits > 64) return {};
  std::uint64_t value = 0;
  if (bits <= 8) {
    if (source->at >= source->end) damaged("wanted 1 byte, there are 0");
    value = static_cast<unsigned char>(PyBytes_AS_STRING(source->data)[source->at++]);
  } else {
    const std::uint64_t word = varint(source);
    value = (word >> 1U) ^ (~(word & 1U) + 1U);
  }
  const auto unused = static_cast<unsigned>(64 - bits);  // the bits above are the sign
  const auto number = static_cast<long long>(value << unused) >> unused;
  return integer_attribute_of(type.ptr(), number);
}

namespace {

// builtin_attribute(reader, source)
PyObject* builtin_attribute(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 2 || !is(args[1], classes.cursor)) {
    PyErr_SetString(PyExc_TypeError, "builtin_attribute(reader, source: Cursor)");
    return nullptr;
  }
  return guarded([&] {
    nb::object made = Values(args[0]).builtin(as_cursor(args[1]));
    return made.is_valid() ? made : nb::none();
  });
}

PyMethodDef functions[] = {
    {"builtin_attribute", reinterpret_cast<PyCFunction>(&builtin_attribute), METH_FASTCALL,
     "builtin_attribute(reader, source)\n--\n\n"
     "The builtin attribute or location at the source's position; None, and the same position, if it is a rare one."},
    {}};

}  // namespace

void bind_bytecode_values(Module& native) {
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
