// Variable-length integers of MLIR's bytecode, and the Cursor: a read position in bytes.

#include <cstring>
#include <string>

#include "ir.h"
#include "pjrt/bytecode.h"

#include <structmember.h>

namespace jaxlib::ir {

void append_varint(std::string& out, std::uint64_t value) {
  if (value < 128) {
    out.push_back(static_cast<char>(value << 1U | 1U));
    return;
  }
  if (value >> 56U != 0) {
    out.push_back('\0');
    out.append(reinterpret_cast<const char*>(&value), 8);
    return;
  }
  unsigned size = 2;
  while (value >> (7U * size) != 0) ++size;
  const std::uint64_t word = ((value << 1U) | 1U) << (size - 1U);
  out.append(reinterpret_cast<const char*>(&word), size);
}

namespace {

const unsigned char* bytes_of(const Cursor* cursor) {
  return reinterpret_cast<const unsigned char*>(PyBytes_AS_STRING(cursor->data));
}

bool has(const Cursor* cursor, Py_ssize_t size) {
  if (size >= 0 && size <= cursor->end - cursor->at) return true;
  set_damaged("wanted " + std::to_string(size) + " bytes, there are " + std::to_string(cursor->end - cursor->at));
  return false;
}

}  // namespace

void set_damaged(const std::string& what) {
  PyErr_SetString(classes.error != nullptr ? classes.error : PyExc_ValueError,
                  ("the bytecode of a program is broken or cut short: " + what).c_str());
}

bool read_varint(Cursor* cursor, std::uint64_t& value) {
  const std::size_t size = pjrt::bytecode::read_varint(
      {PyBytes_AS_STRING(cursor->data) + cursor->at, static_cast<std::size_t>(cursor->end - cursor->at)}, value);
  cursor->at += static_cast<Py_ssize_t>(size);
  if (size == 0) set_damaged("it ends within a number");
  return size != 0;
}

namespace {

PyObject* make_cursor(PyObject* data, Py_ssize_t at, Py_ssize_t end) {
  PyObject* made = classes.cursor->tp_alloc(classes.cursor, 0);
  if (made == nullptr) return nullptr;
  as_cursor(made)->data = Py_NewRef(data);
  as_cursor(made)->at = at;
  as_cursor(made)->end = end;
  return made;
}

PyObject* cursor_new(PyTypeObject*, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"data", "at", "end", nullptr};
  PyObject *data = nullptr, *last = Py_None;
  Py_ssize_t at = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|nO", const_cast<char**>(names), &PyBytes_Type, &data, &at,
                                   &last)) {
    return nullptr;
  }
  const Py_ssize_t size = PyBytes_GET_SIZE(data);
  const Py_ssize_t end = last == Py_None ? size : PyLong_AsSsize_t(last);
  if (end == -1 && PyErr_Occurred() != nullptr) return nullptr;
  if (at < 0 || at > end || end > size) {
    PyErr_Format(PyExc_IndexError, "from %zd to %zd of %zd bytes", at, end, size);
    return nullptr;
  }
  return make_cursor(data, at, end);
}

void cursor_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_cursor(self)->data);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* cursor_byte(PyObject* self, PyObject*) {
  Cursor* own = as_cursor(self);
  return has(own, 1) ? PyLong_FromLong(bytes_of(own)[own->at++]) : nullptr;
}

PyObject* cursor_varint(PyObject* self, PyObject*) {
  std::uint64_t value = 0;
  return read_varint(as_cursor(self), value) ? PyLong_FromUnsignedLongLong(value) : nullptr;
}

PyObject* cursor_signed(PyObject* self, PyObject*) {
  std::uint64_t value = 0;
  if (!read_varint(as_cursor(self), value)) return nullptr;
  return PyLong_FromLongLong(static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1U)));
}

PyObject* cursor_varints(PyObject* self, PyObject*) {
  Cursor* own = as_cursor(self);
  std::uint64_t count = 0;
  if (!read_varint(own, count)) return nullptr;
  // Each item takes at least one byte.
  const bool many = count > static_cast<std::uint64_t>(PY_SSIZE_T_MAX);
  const Py_ssize_t size = many ? PY_SSIZE_T_MAX : static_cast<Py_ssize_t>(count);
  if (!has(own, size)) return nullptr;
  PyObject* list = PyList_New(size);
  for (Py_ssize_t i = 0; list != nullptr && i < size; ++i) {
    PyObject* value = cursor_varint(self, nullptr);
    if (value == nullptr) {
      Py_CLEAR(list);
    } else {
      PyList_SET_ITEM(list, i, value);
    }
  }
  return list;
}

// A number beyond Py_ssize_t is clamped to the maximum, which is also larger than any size.
Py_ssize_t to_size(PyObject* size) { return PyNumber_AsSsize_t(size, nullptr); }

PyObject* cursor_take(PyObject* self, PyObject* size) {
  Cursor* own = as_cursor(self);
  const Py_ssize_t count = to_size(size);
  if ((count == -1 && PyErr_Occurred() != nullptr) || !has(own, count)) return nullptr;
  PyObject* made = PyBytes_FromStringAndSize(PyBytes_AS_STRING(own->data) + own->at, count);
  own->at += count;
  return made;
}

PyObject* cursor_part(PyObject* self, PyObject* size) {
  Cursor* own = as_cursor(self);
  const Py_ssize_t count = to_size(size);
  if ((count == -1 && PyErr_Occurred() != nullptr) || !has(own, count)) return nullptr;
  own->at += count;
  return make_cursor(own->data, own->at - count, own->at);
}

PyObject* cursor_copy(PyObject* self, PyObject*) {
  return make_cursor(as_cursor(self)->data, as_cursor(self)->at, as_cursor(self)->end);
}

int cursor_true(PyObject* self) { return as_cursor(self)->at < as_cursor(self)->end ? 1 : 0; }

PyMemberDef cursor_members[] = {{"at", T_PYSSIZET, offsetof(Cursor, at), READONLY, "The read position."},
                                {"end", T_PYSSIZET, offsetof(Cursor, end), READONLY, "The end of the readable bytes."},
                                {}};
PyMethodDef cursor_methods[] = {
    {"byte", &cursor_byte, METH_NOARGS, "One byte."},
    {"varint", &cursor_varint, METH_NOARGS, "A number."},
    {"signed", &cursor_signed, METH_NOARGS, "A zigzag-encoded signed integer."},
    {"varints", &cursor_varints, METH_NOARGS, "A length-prefixed list of integers."},
    {"take", &cursor_take, METH_O, "The next bytes, as many as the argument."},
    {"part", &cursor_part, METH_O, "A Cursor over the next bytes; this one skips them."},
    {"copy", &cursor_copy, METH_NOARGS, "A Cursor at the same position."},
    {}};
PyType_Slot cursor_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&cursor_new)},
                              {Py_tp_dealloc, reinterpret_cast<void*>(&cursor_dealloc)},
                              {Py_tp_members, cursor_members},
                              {Py_tp_methods, cursor_methods},
                              {Py_nb_bool, reinterpret_cast<void*>(&cursor_true)},
                              {0, nullptr}};
PyType_Spec cursor_spec = {"jaxlib._native.ir.Cursor", sizeof(Cursor), 0, Py_TPFLAGS_DEFAULT, cursor_slots};

// read_entries(offsets, data, dialects, count): a list of at least so many tuples (dialect, is_encoded, Cursor).
nb::object read_entries(nb::handle offsets, nb::handle data, const nb::list& dialects, std::uint64_t count) {
  if (!is(offsets.ptr(), classes.cursor) || !is(data.ptr(), classes.cursor)) throw nb::type_error("wanted Cursors");
  const auto next = [&] {
    std::uint64_t value = 0;
    if (!read_varint(as_cursor(offsets.ptr()), value)) throw nb::python_error();
    return value;
  };
  nb::list made;
  while (nb::len(made) < count) {
    const std::uint64_t number = next();
    if (number >= nb::len(dialects)) {
      set_damaged("dialect " + std::to_string(number) + " of " + std::to_string(nb::len(dialects)));
      throw nb::python_error();
    }
    const nb::object dialect = dialects[number];
    for (std::uint64_t left = next(); left > 0; --left) {
      const std::uint64_t word = next();
      const nb::object size = nb::int_(word >> 1U), part = checked(cursor_part(data.ptr(), size.ptr()));
      made.append(nb::make_tuple(dialect, (word & 1U) != 0, part));
    }
  }
  return made;
}

}  // namespace

void bind_bytecode_cursor(Module& native) {
  classes.cursor = add_class(native, "Cursor", cursor_spec);
  native.def("read_entries", &read_entries, nb::arg("offsets"), nb::arg("data"), nb::arg("dialects"), nb::arg("count"),
             "Attributes or types, at least so many: of each the dialect, whether it is encoded, and its bytes.");
}

}  // namespace jaxlib::ir
