// Programs in MLIR's bytecode: operations, regions and blocks as bytes, of what jaxlib/_ir/bytecode.py collected of them.

#include <stdexcept>
#include <string>
#include <unordered_map>

#include "ir.h"

#include <structmember.h>

namespace jaxlib::ir {
namespace {

// An attribute, a type or a location in its table.
struct Entry {
  PyObject_HEAD;
  PyObject* fields;
  PyObject* text;
  Py_ssize_t dialect, code, uses, number;
};

// An operation as it is written. Whose operands and results it has is `op`; where that is None, they are said here.
struct Lowered {
  PyObject_HEAD;
  PyObject *text, *name, *loc, *op, *attributes, *properties, *results, *kinds, *operands, *successors, *regions, *inner,
      *before;
  char isolated;
};

PyTypeObject *entry_type = nullptr, *lowered_type = nullptr;

Entry* as_entry(PyObject* object) { return reinterpret_cast<Entry*>(object); }
Lowered* as_lowered(PyObject* object) { return reinterpret_cast<Lowered*>(object); }

PyObject* entry_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"dialect", "code", "fields", "text", nullptr};
  Py_ssize_t dialect = 0, code = 0;
  PyObject *fields = nullptr, *text = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "nnOU", const_cast<char**>(names), &dialect, &code, &fields, &text)) {
    return nullptr;
  }
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

void entry_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_entry(self)->fields);
  Py_CLEAR(as_entry(self)->text);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef entry_members[] = {
    {"fields", T_OBJECT, offsetof(Entry, fields), READONLY, "Pairs of a field's kind and what is in it."},
    {"text", T_OBJECT, offsetof(Entry, text), READONLY, "What is written instead, where the code is -1."},
    {"dialect", T_PYSSIZET, offsetof(Entry, dialect), READONLY, "Its dialect's number."},
    {"code", T_PYSSIZET, offsetof(Entry, code), READONLY, "Which kind it is of its dialect's."},
    {"uses", T_PYSSIZET, offsetof(Entry, uses), 0, "How often it is referred to."},
    {"number", T_PYSSIZET, offsetof(Entry, number), 0, "Its place in the table."},
    {}};
PyType_Slot entry_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&entry_new)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&entry_dealloc)},
                             {Py_tp_members, entry_members},
                             {0, nullptr}};
PyType_Spec entry_spec = {"jaxlib._native.ir.Entry", sizeof(Entry), 0, Py_TPFLAGS_DEFAULT, entry_slots};

constexpr PyObject* Lowered::*kFields[] = {
    &Lowered::text,    &Lowered::name,     &Lowered::loc,        &Lowered::op,      &Lowered::attributes,
    &Lowered::results, &Lowered::operands, &Lowered::properties, &Lowered::kinds,   &Lowered::successors,
    &Lowered::regions, &Lowered::inner,    &Lowered::before};

PyObject* lowered_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"text", "name", "loc", "op", nullptr};
  PyObject *text = nullptr, *name = nullptr, *loc = nullptr, *op = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "UO!O!O", const_cast<char**>(names), &text, &PyList_Type, &name,
                                   entry_type, &loc, &op)) {
    return nullptr;
  }
  if (op != Py_None && !is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "op: wanted an operation or None, found %R", op);
    return nullptr;
  }
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  Lowered* own = as_lowered(made);
  own->text = Py_NewRef(text);
  own->name = Py_NewRef(name);
  own->loc = Py_NewRef(loc);
  own->op = Py_NewRef(op);
  for (PyObject* Lowered::*field : {&Lowered::attributes, &Lowered::properties, &Lowered::inner}) {
    own->*field = Py_NewRef(Py_None);
  }
  for (PyObject* Lowered::*field : {&Lowered::results, &Lowered::kinds, &Lowered::operands, &Lowered::successors,
                                    &Lowered::regions, &Lowered::before}) {
    own->*field = empty();
  }
  return made;
}

void lowered_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  for (PyObject* Lowered::*field : kFields) Py_CLEAR(as_lowered(self)->*field);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef lowered_members[] = {
    {"loc", T_OBJECT, offsetof(Lowered, loc), READONLY, "The Entry of where it is from."},
    {"attributes", T_OBJECT, offsetof(Lowered, attributes), 0, "The Entry of a dictionary, or None."},
    {"properties", T_OBJECT, offsetof(Lowered, properties), 0, "Fields, or None; several may share one object."},
    {"kinds", T_OBJECT, offsetof(Lowered, kinds), 0, "The Entries of its results' types; of one, that itself."},
    {"results", T_OBJECT, offsetof(Lowered, results), 0, "Its results, where there is no `op`."},
    {"operands", T_OBJECT, offsetof(Lowered, operands), 0, "What it takes, where there is no `op`."},
    {"successors", T_OBJECT, offsetof(Lowered, successors), 0, "The numbers of blocks."},
    {"regions", T_OBJECT, offsetof(Lowered, regions), 0,
     "Lists of blocks: each a Block, its arguments as tuples of a value and two Entries, and its operations."},
    {"isolated", T_BOOL, offsetof(Lowered, isolated), 0, "Whether nothing in it takes values from outside."},
    {"inner", T_OBJECT, offsetof(Lowered, inner), 0, "The codec of its blocks' arguments."},
    {"before", T_OBJECT, offsetof(Lowered, before), 0, "Operations that come before it."},
    {"op", T_OBJECT, offsetof(Lowered, op), 0, "Whose operands and results it has, or None."},
    {}};
PyType_Slot lowered_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&lowered_new)},
                               {Py_tp_dealloc, reinterpret_cast<void*>(&lowered_dealloc)},
                               {Py_tp_members, lowered_members},
                               {0, nullptr}};
PyType_Spec lowered_spec = {"jaxlib._native.ir.Lowered", sizeof(Lowered), 0, Py_TPFLAGS_DEFAULT, lowered_slots};

// A list's or a tuple's items, or an Entry alone, while nobody changes it. (A list for each operation would keep the
// garbage collector busy.)
struct Items {
  explicit Items(PyObject* sequence) : alone(sequence) {
    if (sequence != nullptr && is(sequence, entry_type)) {
      first = &alone;
      count = 1;
      return;
    }
    if (sequence == nullptr || !(PyList_Check(sequence) || PyTuple_Check(sequence))) {
      throw std::invalid_argument("bytecode: wanted a list or a tuple");
    }
    first = PySequence_Fast_ITEMS(sequence);
    count = PySequence_Fast_GET_SIZE(sequence);
  }
  Items(const Items&) = delete;
  Items& operator=(const Items&) = delete;
  PyObject* const* begin() const { return first; }
  PyObject* const* end() const { return first + count; }
  std::size_t size() const { return static_cast<std::size_t>(count); }

  PyObject* alone;
  PyObject* const* first;
  Py_ssize_t count;
};

std::uint64_t integer(PyObject* number) {
  const unsigned long long value = PyLong_AsUnsignedLongLong(number);
  if (value == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) throw nb::python_error();
  return value;
}

std::uint64_t number_of(PyObject* entry) {
  if (!is(entry, entry_type)) throw std::invalid_argument("bytecode: wanted an Entry");
  return static_cast<std::uint64_t>(as_entry(entry)->number);
}

class Emitter {
 public:
  Emitter(int version, PyObject* property_number) : version_(version), property_number_(property_number) {}

  // Values of an isolated operation are numbered from 0; `following` is the first number that a value in the regions of
  // this one gets.
  void operation(const Lowered* low, Numbers& numbers, std::uint64_t following, std::string& out) {
    const bool attributes = !absent(low->attributes);
    const bool properties = !absent(low->properties) && version_ >= kPropertyTable;
    const Items kinds(low->kinds), successors(low->successors), regions(low->regions);
    const Operation* op = absent(low->op) ? nullptr : as_operation(low->op);
    const std::size_t taken = op != nullptr ? static_cast<std::size_t>(op->operand_count) : Items(low->operands).size();
    append_varint(out, integer(PyList_GetItem(low->name, 2)));
    out.push_back(static_cast<char>((attributes ? kAttributes : 0) | (kinds.size() != 0 ? kResults : 0) |
                                    (taken != 0 ? kOperands : 0) | (successors.size() != 0 ? kSuccessors : 0) |
                                    (regions.size() != 0 ? kRegions : 0) | (properties ? kProperties : 0)));
    append_varint(out, number_of(low->loc));
    if (attributes) append_varint(out, number_of(low->attributes));
    if (properties) append_varint(out, properties_of(low->properties));
    if (kinds.size() != 0) {
      append_varint(out, kinds.size());
      for (PyObject* kind : kinds) append_varint(out, number_of(kind));
    }
    if (taken != 0) {
      append_varint(out, taken);
      for (std::size_t i = 0; i < taken; ++i) {
        const auto found = numbers.find(op != nullptr ? key_of(op->operands[i]) : key_of(Items(low->operands).first[i]));
        if (found == numbers.end()) {
          throw std::out_of_range(text(low->text) + ": it takes a value of an operation that is not in the program");
        }
        append_varint(out, found->second);
      }
    }
    if (successors.size() != 0) {
      append_varint(out, successors.size());
      for (PyObject* each : successors) append_varint(out, integer(each));
    }
    if (regions.size() == 0) return;
    append_varint(out, regions.size() << 1U | (low->isolated ? 1U : 0U));
    if (!low->isolated) {
      for (PyObject* blocks : regions) region(Items(blocks), numbers, following, out);
      return;
    }
    Numbers own;
    std::string inside;
    for (PyObject* blocks : regions) region(Items(blocks), own, 0, inside);
    if (version_ >= kLazy) {
      out.push_back(kIrSection);
      append_varint(out, inside.size());
    }
    out += inside;
  }

 private:
  // First all of a region's own values are numbered, then those in its operations' regions.
  void region(const Items& blocks, Numbers& numbers, std::uint64_t first, std::string& out) {
    append_varint(out, blocks.size());
    if (blocks.size() == 0) return;
    std::uint64_t following = first;
    for (PyObject* block : blocks) {
      for (PyObject* argument : Items(part(block, 1))) numbers[key_of(part(argument, 0))] = following++;
      for (PyObject* each : Items(part(block, 2))) {
        const Lowered* low = checked_lowered(each);
        if (absent(low->op)) {
          for (PyObject* value : Items(low->results)) numbers[key_of(value)] = following++;
        } else {
          for (Py_ssize_t i = 0; i < as_operation(low->op)->result_count; ++i) numbers[{low->op, i}] = following++;
        }
      }
    }
    append_varint(out, following - first);
    for (PyObject* block : blocks) {
      const Items arguments(part(block, 1)), inner(part(block, 2));
      append_varint(out, inner.size() << 1U | (arguments.size() != 0 ? 1U : 0U));
      if (arguments.size() != 0) {
        append_varint(out, arguments.size());
        for (PyObject* argument : arguments) {
          const std::uint64_t kind = number_of(part(argument, 1));
          PyObject* where = part(argument, 2);
          append_varint(out, version_ >= kElided ? kind << 1U | (where != Py_None ? 1U : 0U) : kind);
          if (where != Py_None) append_varint(out, number_of(where));
        }
        if (version_ >= kUseLists) out.push_back('\0');
      }
      for (PyObject* each : inner) operation(checked_lowered(each), numbers, following, out);
    }
  }

  static const Lowered* checked_lowered(PyObject* object) {
    if (!is(object, lowered_type)) throw std::invalid_argument("bytecode: wanted a Lowered");
    return as_lowered(object);
  }

  static PyObject* part(PyObject* of, Py_ssize_t index) {
    PyObject* found = PyTuple_Check(of) ? PyTuple_GetItem(of, index) : nullptr;
    if (found == nullptr) throw std::invalid_argument("bytecode: wanted a tuple of three");
    return found;
  }

  std::uint64_t properties_of(PyObject* fields) {
    const auto found = properties_.find(fields);
    if (found != properties_.end()) return found->second;
    const nb::object made = checked(PyObject_CallOneArg(property_number_, fields));
    return properties_[fields] = integer(made.ptr());
  }

  int version_;
  PyObject* property_number_;
  std::unordered_map<PyObject*, std::uint64_t> properties_;  // by the identity of a list of fields
};

// emit(low, version, property_number)
PyObject* emit(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 3 || !is(args[0], lowered_type) || !PyLong_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "emit(low, version, property_number)");
    return nullptr;
  }
  return guarded([&]() -> PyObject* {
    std::string out;
    Numbers numbers;
    Emitter(static_cast<int>(PyLong_AsLong(args[1])), args[2]).operation(as_lowered(args[0]), numbers, 0, out);
    return PyBytes_FromStringAndSize(out.data(), static_cast<Py_ssize_t>(out.size()));
  });
}

// result_entries(op, known)
PyObject* result_entries(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 2 || !is(args[0], classes.operation) || !PyDict_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "result_entries(op, known: dict)");
    return nullptr;
  }
  const Operation* op = as_operation(args[0]);
  if (op->result_count == 0) return empty();
  if (op->result_count == 1) {
    PyObject* found = PyDict_GetItemWithError(args[1], op->results[0]);
    if (found == nullptr || !is(found, entry_type)) return PyErr_Occurred() != nullptr ? nullptr : Py_NewRef(Py_None);
    ++as_entry(found)->uses;
    return Py_NewRef(found);
  }
  PyObject* made = PyList_New(op->result_count);
  if (made == nullptr) return nullptr;
  for (Py_ssize_t i = 0; i < op->result_count; ++i) {
    PyObject* found = PyDict_GetItemWithError(args[1], op->results[i]);
    if (found == nullptr || !is(found, entry_type)) {
      Py_DECREF(made);
      return PyErr_Occurred() != nullptr ? nullptr : Py_NewRef(Py_None);
    }
    PyList_SET_ITEM(made, i, Py_NewRef(found));
  }
  for (Py_ssize_t i = 0; i < op->result_count; ++i) ++as_entry(PyList_GET_ITEM(made, i))->uses;
  return made;
}

PyMethodDef functions[] = {{"result_entries", reinterpret_cast<PyCFunction>(&result_entries), METH_FASTCALL,
                            "result_entries(op, known)\n--\n\n"
                            "The Entries of its results' types, each used once more, of one result that itself; None if\n"
                            "one is not known."},
                           {"emit", reinterpret_cast<PyCFunction>(&emit), METH_FASTCALL,
                            "emit(low, version, property_number)\n--\n\n"
                            "The bytes of an operation and all in it, in a version of the format.\n"
                            "`property_number` gives the number of fields."},
                           {}};

}  // namespace

void wire_writing(nb::module_& native) {
  entry_type = add_class(native, "Entry", entry_spec);
  lowered_type = add_class(native, "Lowered", lowered_spec);
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
