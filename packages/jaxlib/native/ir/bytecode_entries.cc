#include "bytecode_entries.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <structmember.h>

namespace jaxlib::ir {

PyTypeObject* entry_type = nullptr;

namespace {

PyObject* make_entry(PyTypeObject* type, Py_ssize_t dialect, Py_ssize_t code, PyObject* fields, PyObject* text) {
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  Entry* own = as_entry(made);
  own->fields = Py_NewRef(fields);
  own->text = Py_NewRef(text);
  own->dialect = dialect;
  own->code = code;
  own->uses = 1;
  own->number = -1;
  return made;
}

PyObject* entry_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"dialect", "code", "fields", "text", nullptr};
  Py_ssize_t dialect = 0, code = 0;
  PyObject *fields = nullptr, *text = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "nnO!U", const_cast<char**>(names), &dialect, &code, &PyTuple_Type,
                                   &fields, &text)) {
    return nullptr;
  }
  return make_entry(type, dialect, code, fields, text);
}

void entry_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_entry(self)->fields);
  Py_CLEAR(as_entry(self)->text);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef entry_members[] = {
    {"fields", T_OBJECT, offsetof(Entry, fields), READONLY, "Pairs of a field's kind and content."},
    {"text", T_OBJECT, offsetof(Entry, text), READONLY, "The text to write if the code is -1."},
    {"dialect", T_PYSSIZET, offsetof(Entry, dialect), READONLY, "Its dialect's number."},
    {"code", T_PYSSIZET, offsetof(Entry, code), READONLY, "The number of its kind in its dialect."},
    {"uses", T_PYSSIZET, offsetof(Entry, uses), 0, "The number of references to it."},
    {"number", T_PYSSIZET, offsetof(Entry, number), 0, "Its index in the table."},
    {}};
PyType_Slot entry_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&entry_new)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&entry_dealloc)},
                             {Py_tp_members, entry_members},
                             {0, nullptr}};
PyType_Spec entry_spec = {"jaxlib._native.ir.Entry", sizeof(Entry), 0, Py_TPFLAGS_DEFAULT, entry_slots};

// ---- Fields: pairs of a kind and a value. The kinds are those of `Field` in jaxlib/_ir/serialization/encoding.py.

struct Field {
  char kind;
  bool sized;  // bytes whose number the reader knows are the kind `b1`
  PyObject* value;
};

Field field_of(PyObject* object) {
  if (!PyTuple_Check(object) || PyTuple_GET_SIZE(object) != 2 || !PyUnicode_Check(PyTuple_GET_ITEM(object, 0)) ||
      PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(object, 0)) == 0) {
    throw std::invalid_argument("bytecode: wanted pairs of a kind and a value");
  }
  PyObject* kind = PyTuple_GET_ITEM(object, 0);
  return {static_cast<char>(PyUnicode_READ_CHAR(kind, 0)), PyUnicode_GET_LENGTH(kind) == 1, PyTuple_GET_ITEM(object, 1)};
}

// The items of a list or a tuple, or of another sequence made one.
class Sequence {
 public:
  explicit Sequence(PyObject* sequence) : owner_(checked(items_of(sequence, "bytecode: wanted a sequence"))) {}

  Py_ssize_t size() const { return PySequence_Fast_GET_SIZE(owner_.ptr()); }
  PyObject* operator[](Py_ssize_t index) const { return PySequence_Fast_GET_ITEM(owner_.ptr(), index); }

 private:
  nb::object owner_;
};

void append_bytes(nb::handle bytes, std::string& out) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) < 0) throw nb::python_error();
  out.append(data, static_cast<std::size_t>(size));
}

// As the function of that name in encoding.py encodes it, which raises MLIRError for a number that has no encoding.
void append_by(const char* function, PyObject* number, std::string& out) {
  PyErr_Clear();
  append_bytes(nb::module_::import_("jaxlib._ir.serialization.encoding").attr(function)(nb::handle(number)), out);
}

void append_number(PyObject* number, std::string& out) {
  const unsigned long long value = PyLong_AsUnsignedLongLong(number);
  if (value == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) return append_by("varint", number, out);
  append_varint(out, value);
}

void append_signed(PyObject* number, std::string& out) {
  const long long value = PyLong_AsLongLong(number);
  if (value == -1 && PyErr_Occurred() != nullptr) return append_by("signed", number, out);
  append_varint(out, (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63));
}

void append_reference(PyObject* entry, std::string& out) {
  append_varint(out, static_cast<std::uint64_t>(entry_of(entry)->number));
}

nb::object utf8(PyObject* text) { return checked(PyUnicode_AsEncodedString(text, "utf-8", "surrogateescape")); }

void append_string(PyObject* string, nb::dict& strings, std::string& out) {
  const nb::object data = PyUnicode_Check(string) ? utf8(string) : nb::borrow(string);
  PyObject* known = PyDict_GetItemWithError(strings.ptr(), data.ptr());
  if (known != nullptr) return append_number(known, out);
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  const std::size_t number = nb::len(strings);
  strings[data] = number;
  append_varint(out, number);
}

void append_field(const Field& field, nb::dict& strings, std::string& out) {
  const auto each = [&](const auto& append) {
    const Sequence items(field.value);
    append_varint(out, static_cast<std::uint64_t>(items.size()));
    for (Py_ssize_t i = 0; i < items.size(); ++i) append(items[i]);
  };
  switch (field.kind) {
    case 'a':
    case 't':
      return append_reference(field.value, out);
    case 'A':
    case 'T':
      return each([&](PyObject* entry) { append_reference(entry, out); });
    case 'n':
      return each([&](PyObject* pair) {
        const Sequence both(pair);
        if (both.size() != 2) throw std::invalid_argument("bytecode: wanted pairs of Entries");
        append_reference(both[0], out);
        append_reference(both[1], out);
      });
    case 'o':
      if (field.value == Py_None) return append_varint(out, 0);
      return append_varint(out, static_cast<std::uint64_t>(entry_of(field.value)->number) << 1U | 1U);
    case 'v':
      return append_number(field.value, out);
    case 's':
      return append_signed(field.value, out);
    case 'V':
      return each([&](PyObject* number) { append_number(number, out); });
    case 'S':
      return each([&](PyObject* number) { append_signed(number, out); });
    case 'z':
      return append_string(field.value, strings, out);
    case 'b':
      if (field.sized) {
        const Py_ssize_t size = PyObject_Size(field.value);
        if (size < 0) throw nb::python_error();
        append_varint(out, static_cast<std::uint64_t>(size));
      }
      return append_bytes(field.value, out);
    default:
      throw std::invalid_argument("bytecode: no such kind of a field");
  }
}

// What Python encoded without a codec, by class and value, because programs have the same types and attributes again and
// again. The values are small: those whose text is not computed when it is read.
class Encodings {
 public:
  // A new reference; null if there is none.
  nb::object find(PyObject* value) {
    const Item values = dict_item(by_class(), reinterpret_cast<PyObject*>(Py_TYPE(value)));
    return values.is_valid() ? nb::borrow(dict_item(values, value)) : nb::object();
  }

  void keep(PyObject* value, const nb::object& encoded) {
    if (!is(value, classes.immutable)) return;
    PyObject* text = as_immutable(value)->text;
    if (!PyUnicode_CheckExact(text) || PyUnicode_GET_LENGTH(text) > kLongest) return;
    if (++count_ > kMost) {
      PyDict_Clear(by_class());
      count_ = 1;
    }
    PyObject* kind = reinterpret_cast<PyObject*>(Py_TYPE(value));
    Item values = dict_item(by_class(), kind);
    if (!values.is_valid()) values = dict_default(by_class(), kind, checked(PyDict_New()));
    if (PyDict_SetItem(values.ptr(), value, encoded.ptr()) != 0) throw nb::python_error();
  }

 private:
  static constexpr Py_ssize_t kLongest = 256, kMost = 8192;

  // Never freed, because it may outlive the interpreter.
  static PyObject* by_class() {
    static PyObject* made = checked(PyDict_New()).release().ptr();
    return made;
  }

  std::atomic<Py_ssize_t> count_ = 0;
};

Encodings encodings;

}  // namespace

const Entry* entry_of(nb::handle object) {
  if (!is(object.ptr(), entry_type)) throw std::invalid_argument("bytecode: wanted an Entry");
  return as_entry(object.ptr());
}

void append_fields(nb::handle fields, nb::dict& strings, std::string& out) {
  const Sequence items(fields.ptr());
  for (Py_ssize_t i = 0; i < items.size(); ++i) append_field(field_of(items[i]), strings, out);
}

nb::object Entries::known(nb::handle codec) {
  PyObject* found = PyDict_GetItemWithError(known_.ptr(), codec.ptr());
  if (found != nullptr) return nb::borrow(found);
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  nb::dict made;
  known_[codec] = made;
  return made;
}

Entry* Entries::entry(nb::handle given, nb::handle given_codec) {
  nb::handle value = given, codec = given_codec;
  // A location as an attribute has the Entry of the location. No codec has locations of its own.
  if (is(value.ptr(), classes.immutable) && is(as_immutable(value)->text, classes.location)) value = as_immutable(value)->text;
  const bool location = is(value.ptr(), classes.location);
  const nb::object none = nb::none();
  if (location) codec = none;
  if (codec.is_none() && is_dictionary(value.ptr())) {
    return dictionary(items_of(value.ptr()));
  }
  const nb::object known_values = known(codec);
  if (PyObject* found = PyDict_GetItemWithError(known_values.ptr(), value.ptr()); found != nullptr) {
    ++as_entry(found)->uses;
    return as_entry(found);
  }
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  const Depth depth;
  if (!depth) throw nb::python_error();
  const nb::object made = location ? encode_location(nb::borrow(value)) : encode_value(value, codec);
  if (PyDict_SetItem(known_values.ptr(), value.ptr(), made.ptr()) < 0) throw nb::python_error();
  (is(value.ptr(), classes.type) ? types_ : attributes_).append(made);
  return as_entry(made.ptr());  // known_ holds it
}

bool Entries::is_dictionary(PyObject* value) const {
  if (reinterpret_cast<PyObject*>(Py_TYPE(value)) != dictionary_.ptr() || !is(value, classes.immutable)) return false;
  PyObject* parts = as_immutable(value)->parts;
  return PyTuple_Check(parts) && PyTuple_GET_SIZE(parts) == 1 && PyDict_Check(PyTuple_GET_ITEM(parts, 0));
}

Py_ssize_t Entries::number_of_dialect(nb::handle name) {
  const nb::object next = nb::int_(nb::len(dialects_));
  PyObject* number = PyDict_SetDefault(dialects_.ptr(), name.ptr(), next.ptr());
  if (number == nullptr) throw nb::python_error();
  return nb::cast<Py_ssize_t>(nb::handle(number));
}

Entry* Entries::attributes_of(const Operation* op) {
  if (op->attributes.size() == 0) return nullptr;
  Items items;
  op->attributes.each([&](PyObject* name, PyObject* value) { items.emplace_back(name, value); });
  sort(items);
  return dictionary(items);
}

Entries::Items Entries::items_of(PyObject* dictionary) {
  Items items;
  PyObject *name, *value;
  Py_ssize_t at = 0;
  PyObject* parts = PyTuple_GET_ITEM(as_immutable(dictionary)->parts, 0);
  while (PyDict_Next(parts, &at, &name, &value) != 0) items.emplace_back(name, value);
  sort(items);
  return items;
}

void Entries::sort(Items& items) {
  for (const auto& [name, value] : items) {
    if (!PyUnicode_Check(name)) throw std::invalid_argument("bytecode: wanted a dictionary by name");
  }
  std::sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return PyUnicode_Compare(a.first, b.first) < 0; });
}

// Most dictionaries are those of earlier operations: their parts have Entries, which identify the dictionary.
Entry* Entries::dictionary(const Items& items) {
  std::vector<PyObject*> key;
  if (find_parts(items, key)) {
    if (const auto found = dictionaries_.find(key); found != dictionaries_.end()) {
      ++found->second->uses;
      return found->second;
    }
  }
  const Depth depth;
  if (!depth) throw nb::python_error();
  const nb::object builtin = nb::str("builtin"), none = nb::none();
  const Py_ssize_t dialect = number_of_dialect(builtin);
  // Linking an attribute may run Python, which must not free those that follow.
  std::vector<nb::object> owners;
  for (const auto& [name, value] : items) {
    owners.push_back(nb::borrow(name));
    owners.push_back(nb::borrow(value));
  }
  const nb::object pairs = checked(PyTuple_New(static_cast<Py_ssize_t>(items.size())));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const nb::object string = string_(nb::handle(items[i].first));
    const nb::object name = nb::borrow(reinterpret_cast<PyObject*>(entry(string, none)));
    const nb::object value = nb::borrow(reinterpret_cast<PyObject*>(entry(items[i].second, none)));
    names_[nb::handle(items[i].first)] = name;
    PyTuple_SET_ITEM(pairs.ptr(), static_cast<Py_ssize_t>(i), nb::make_tuple(name, value).release().ptr());
  }
  const nb::object text = nb::str("");
  const nb::tuple fields = nb::make_tuple(nb::make_tuple("n", pairs));
  const nb::object made = checked(make_entry(entry_type, dialect, 1, fields.ptr(), text.ptr()));
  attributes_.append(made);
  if (!find_parts(items, key)) throw std::invalid_argument("bytecode: a dictionary changed while it was written");
  return dictionaries_[key] = as_entry(made.ptr());
}

bool Entries::find_parts(const Items& items, std::vector<PyObject*>& key) {
  key.clear();
  for (const auto& [name, value] : items) {
    PyObject* string = PyDict_GetItemWithError(names_.ptr(), name);
    PyObject* found = string == nullptr ? nullptr : find(value);
    if (found == nullptr) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      return false;
    }
    key.push_back(string);
    key.push_back(found);
  }
  return true;
}

PyObject* Entries::find(PyObject* value) {
  if (is(value, classes.immutable) && is(as_immutable(value)->text, classes.location)) value = as_immutable(value)->text;
  if (is_dictionary(value)) {
    std::vector<PyObject*> key;
    if (!find_parts(items_of(value), key)) return nullptr;
    const auto found = dictionaries_.find(key);
    return found == dictionaries_.end() ? nullptr : reinterpret_cast<PyObject*>(found->second);
  }
  const nb::object values = known(nb::none());
  PyObject* found = PyDict_GetItemWithError(values.ptr(), value);
  if (found == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
  return found;
}

nb::object Entries::encode_value(nb::handle value, nb::handle codec) {
  const bool builtin = codec.is_none();
  nb::object encoded = builtin ? encodings.find(value.ptr()) : nb::object();
  if (!encoded.is_valid()) {
    encoded = encode_(value, codec);
    if (builtin) encodings.keep(value.ptr(), encoded);
  }
  if (!PyTuple_Check(encoded.ptr()) || PyTuple_GET_SIZE(encoded.ptr()) != 5) {
    throw std::invalid_argument("bytecode: wanted (dialect, code, fields, text, codec)");
  }
  const auto item = [&](Py_ssize_t index) { return nb::handle(PyTuple_GET_ITEM(encoded.ptr(), index)); };
  const Py_ssize_t dialect = number_of_dialect(item(0));
  const Sequence fields(item(2).ptr());
  const nb::object linked_fields = checked(PyTuple_New(fields.size()));
  for (Py_ssize_t i = 0; i < fields.size(); ++i) {
    PyTuple_SET_ITEM(linked_fields.ptr(), i, linked(fields[i], item(4)).release().ptr());
  }
  if (!PyUnicode_Check(item(3).ptr())) throw std::invalid_argument("bytecode: wanted a text");
  return checked(make_entry(entry_type, dialect, nb::cast<Py_ssize_t>(item(1)), linked_fields.ptr(), item(3).ptr()));
}

// A program has thousands of locations, most of them calls and names.
nb::object Entries::encode_location(const nb::object& location) {
  // The codes of the builtin dialect.
  enum Code { kCall = 10, kFile = 11, kFused = 12, kFusedWithMetadata = 13, kName = 14, kUnknown = 15, kRange = 22 };
  const nb::object none = nb::none();
  const nb::object builtin = nb::str("builtin");
  const Py_ssize_t dialect = number_of_dialect(builtin);
  const auto made = [&](Code code, const nb::object& fields) {
    const nb::object text = nb::str("");
    return checked(make_entry(entry_type, dialect, code, fields.ptr(), text.ptr()));
  };
  const auto reference = [&](nb::handle value) {
    return nb::make_tuple("a", nb::handle(reinterpret_cast<PyObject*>(entry(value, none))));
  };
  const auto string = [&](nb::handle text) { return reference(string_(text)); };

  PyTypeObject* kind = Py_TYPE(location.ptr());
  const nb::object all = checked(location_parts(location.ptr()));
  const Sequence parts(all.ptr());
  const auto wanted = [&](Py_ssize_t count) {
    if (parts.size() != count) throw std::invalid_argument("bytecode: a location without its parts");
  };
  if (kind == classes.unknown) return made(kUnknown, nb::make_tuple());
  if (kind == classes.call) {
    wanted(2);
    const nb::object callee = reference(parts[0]);
    return made(kCall, nb::make_tuple(callee, reference(parts[1])));
  }
  if (kind == classes.named) {
    wanted(2);
    const nb::object name = string(parts[0]);
    return made(kName, nb::make_tuple(name, reference(parts[1])));
  }
  if (kind == classes.file) {
    wanted(5);
    const nb::object name = string(parts[0]);
    const nb::handle line(parts[1]), column(parts[2]), end_line(parts[3]), end_column(parts[4]);
    const bool ends = ranges_ && !end_line.is_none() && !end_column.is_none();
    const bool one_line = ends && line.equal(end_line);
    if (!ends || (one_line && column.equal(end_column))) {
      return made(kFile, nb::make_tuple(name, nb::make_tuple("v", line), nb::make_tuple("v", column)));
    }
    const nb::object place = one_line ? nb::make_tuple(line, column, end_column)
                                      : nb::make_tuple(line, column, end_line, end_column);
    return made(kRange, nb::make_tuple(name, nb::make_tuple("V", place)));
  }
  // Fused locations, and last their metadata or None.
  nb::list inner;
  for (Py_ssize_t i = 0; i + 1 < parts.size(); ++i) inner.append(reference(parts[i])[1]);
  if (parts.size() == 0) throw std::invalid_argument("bytecode: a location without its parts");
  const nb::handle metadata(parts[parts.size() - 1]);
  const nb::object fused = nb::make_tuple("A", inner);
  if (metadata.is_none()) return made(kFused, nb::make_tuple(fused));
  return made(kFusedWithMetadata, nb::make_tuple(fused, reference(metadata)));
}

// A field with the Entries of the values to which it refers.
nb::object Entries::linked(nb::handle field, nb::handle codec) {
  const Field given = field_of(field.ptr());
  const auto entry_object = [&](PyObject* value) {
    return nb::borrow(reinterpret_cast<PyObject*>(entry(value, codec)));
  };
  const auto with = [&](nb::object value) {
    return nb::object(nb::make_tuple(nb::handle(PyTuple_GET_ITEM(field.ptr(), 0)), std::move(value)));
  };
  const auto each = [&](const auto& link) {
    const Sequence items(given.value);
    const nb::object entries = checked(PyTuple_New(items.size()));
    for (Py_ssize_t i = 0; i < items.size(); ++i) {
      PyTuple_SET_ITEM(entries.ptr(), i, nb::object(link(items[i])).release().ptr());
    }
    return with(entries);
  };
  switch (given.kind) {
    case 'a':
    case 't':
      return with(entry_object(given.value));
    case 'o':
      return given.value == Py_None ? nb::borrow(field) : with(entry_object(given.value));
    case 'A':
    case 'T':
      return each(entry_object);
    case 'n':
      return each([&](PyObject* pair) {
        const Sequence both(pair);
        if (both.size() != 2) throw std::invalid_argument("bytecode: wanted pairs");
        const nb::object first = entry_object(both[0]);
        return nb::make_tuple(first, entry_object(both[1]));
      });
    default:
      return nb::borrow(field);
  }
}

void Entries::number() {
  for (const nb::list* table : {&attributes_, &types_}) {
    const Sequence items(table->ptr());
    std::vector<Entry*> entries(static_cast<std::size_t>(items.size()));
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = as_entry(items[static_cast<Py_ssize_t>(i)]);
    std::stable_sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) {
      return a->dialect != b->dialect ? a->dialect < b->dialect : a->uses > b->uses;
    });
    nb::list sorted;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      entries[i]->number = static_cast<Py_ssize_t>(i);
      sorted.append(nb::handle(reinterpret_cast<PyObject*>(entries[i])));
    }
    (table == &attributes_ ? attributes_ : types_) = sorted;
  }
}

nb::tuple Entries::encoded(nb::dict strings) const {
  std::string data, sizes;
  append_varint(sizes, nb::len(attributes_));
  append_varint(sizes, nb::len(types_));
  for (const nb::list* table : {&attributes_, &types_}) {
    const Sequence entries(table->ptr());
    for (Py_ssize_t first = 0, next = 0; first < entries.size(); first = next) {
      const Py_ssize_t dialect = as_entry(entries[first])->dialect;
      while (next < entries.size() && as_entry(entries[next])->dialect == dialect) ++next;
      append_varint(sizes, static_cast<std::uint64_t>(dialect));
      append_varint(sizes, static_cast<std::uint64_t>(next - first));
      for (Py_ssize_t i = first; i < next; ++i) {
        const Entry* entry = as_entry(entries[i]);
        const std::size_t before = data.size();
        if (entry->code < 0) {
          append_bytes(utf8(entry->text), data);
          data.push_back('\0');
        } else {
          append_varint(data, static_cast<std::uint64_t>(entry->code));
          append_fields(entry->fields, strings, data);
        }
        append_varint(sizes, (data.size() - before) << 1U | (entry->code >= 0 ? 1U : 0U));
      }
    }
  }
  return nb::make_tuple(nb::bytes(data.data(), data.size()), nb::bytes(sizes.data(), sizes.size()));
}

void bind_bytecode_entries(Module& native) {
  entry_type = add_class(native, "Entry", entry_spec);
  Class<Entries>(native, "Entries", "The tables of attributes, types and locations.")
      .def(nb::init<nb::object>(), nb::arg("encoder"),
           "`encoder` encodes everything but locations, numbers dialects, and makes string attributes.")
      .def(
          "entry",
          [](Entries& self, nb::handle value, nb::handle codec) {
            return nb::borrow(reinterpret_cast<PyObject*>(self.entry(value, codec)));
          },
          nb::arg("value"), nb::arg("codec").none() = nb::none(),
          "The Entry of a value, with one more use; `codec` encodes it if it knows the value.")
      .def("add", &Entries::add, nb::arg("entry"), "A new Entry of an attribute that no value stands for.")
      .def("number", &Entries::number, "Numbers all Entries, the most used of each dialect first.")
      .def("encoded", &Entries::encoded, nb::arg("strings"), "The attributes and types, and their lengths.");
  native.def(
      "encoded_fields",
      [](nb::handle fields, nb::dict strings) {
        std::string out;
        append_fields(fields, strings, out);
        return nb::bytes(out.data(), out.size());
      },
      nb::arg("fields"), nb::arg("strings"), "Fields whose Entries have numbers.");
}

}  // namespace jaxlib::ir
