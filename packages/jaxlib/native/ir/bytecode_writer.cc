// Writes the operations, regions and blocks of MLIR's bytecode. The attributes, types and locations that they refer to
// are written by bytecode_entries.cc.

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bytecode_entries.h"
#include "pjrt/bytecode.h"

#include <structmember.h>

namespace jaxlib::ir {

namespace bytecode = pjrt::bytecode;

namespace {

// The encoding of an operation without its location, operands and results. Operations with the same name and
// attributes share it.
struct Form {
  PyObject_HEAD;
  PyObject* name;        // a list whose third item is the name's number
  PyObject* attributes;  // the Entry of a dictionary, or None
  PyObject* properties;  // fields, or None
  PyObject* used;        // a list of all Entries that the above refer to
  PyObject* codec;       // encodes the types of its results and block arguments
  char isolated, foreign;
};

PyTypeObject* form_type = nullptr;

Form* as_form(PyObject* object) { return reinterpret_cast<Form*>(object); }

PyObject* form_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"name", "properties", "attributes", "used", "codec", "isolated", "foreign", nullptr};
  PyObject *name = nullptr, *properties = nullptr, *attributes = nullptr, *used = nullptr, *codec = Py_None;
  int isolated = 0, foreign = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!OOO!|Opp", const_cast<char**>(names), &PyList_Type, &name,
                                   &properties, &attributes, &PyList_Type, &used, &codec, &isolated, &foreign)) {
    return nullptr;
  }
  if (attributes != Py_None && !is(attributes, entry_type)) {
    PyErr_Format(PyExc_TypeError, "attributes: wanted an Entry or None, found %R", attributes);
    return nullptr;
  }
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(used); ++i) {
    if (!is(PyList_GET_ITEM(used, i), entry_type)) {
      PyErr_Format(PyExc_TypeError, "used: wanted Entries, found %R", PyList_GET_ITEM(used, i));
      return nullptr;
    }
  }
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  Form* own = as_form(made);
  own->name = Py_NewRef(name);
  own->attributes = Py_NewRef(attributes);
  own->properties = Py_NewRef(properties);
  own->used = Py_NewRef(used);
  own->codec = Py_NewRef(codec);
  own->isolated = static_cast<char>(isolated);
  own->foreign = static_cast<char>(foreign);
  return made;
}

void form_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Form* own = as_form(self);
  Py_CLEAR(own->name);
  Py_CLEAR(own->attributes);
  Py_CLEAR(own->properties);
  Py_CLEAR(own->used);
  Py_CLEAR(own->codec);
  type->tp_free(self);
  Py_DECREF(type);
}

// Counts one more operation that uses the form.
void use(const Form* form) {
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(form->used); ++i) ++as_entry(PyList_GET_ITEM(form->used, i))->uses;
}

PyObject* form_use(PyObject* self, PyObject*) {
  use(as_form(self));
  return Py_NewRef(self);
}

PyMethodDef form_methods[] = {{"use", &form_use, METH_NOARGS, "Count one more operation that uses it; returns the form."}, {}};
PyType_Slot form_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&form_new)},
                            {Py_tp_dealloc, reinterpret_cast<void*>(&form_dealloc)},
                            {Py_tp_methods, form_methods},
                            {0, nullptr}};
PyType_Spec form_spec = {"jaxlib._native.ir.Form", sizeof(Form), 0, Py_TPFLAGS_DEFAULT, form_slots};

// ---- The collected program

struct Node;

struct BlockNode {
  struct Argument {
    nb::object of;
    const Entry *kind, *location;  // the location may be null
  };
  nb::object of;
  std::vector<Argument> arguments;
  std::vector<Node> operations;
};

using RegionNode = std::vector<BlockNode>;

struct Node {
  nb::object of;  // an Operation; null for a cast
  const Form* form;
  const Entry* location;
  std::vector<const Entry*> kinds;  // the types of its results
  std::vector<Key> operands;
  std::vector<RegionNode> regions;
  PyObject* cast = nullptr;  // the replacement of a cast's result
};

std::uint64_t integer(PyObject* number) {
  const unsigned long long value = PyLong_AsUnsignedLongLong(number);
  if (value == static_cast<unsigned long long>(-1) && PyErr_Occurred() != nullptr) throw nb::python_error();
  return value;
}

struct SameObjects {
  std::size_t operator()(const std::vector<PyObject*>& objects) const {
    std::size_t found = objects.size();
    for (PyObject* each : objects) found = combine(found, reinterpret_cast<std::uintptr_t>(each) >> 4U);
    return found;
  }
};

// Walks a program, and calls Python for each new object: to encode a type or a location, and for the dialects' forms.
// The Entries belong to the Writer (bytecode_writer.py) and live as long.
class Collector {
 public:
  Collector(nb::handle writer, nb::handle forms)
      : entries_owner_(writer.attr("entries")),
        entries_(nb::cast<Entries&>(entries_owner_)),
        elided_(nb::cast<bool>(writer.attr("elided"))),
        writer_(nb::borrow(writer)),
        ask_(forms.is_none() ? nb::none() : nb::object(forms.attr("form"))),
        forms_owner_(nb::borrow(forms)),
        locations_(entries_.known(nb::none())) {}

  Node operation(const nb::object& of, std::vector<Node>* before) {
    const Operation* op = as_operation(of.ptr());
    Node made{of, form(of), place(op->location), {}, {}, {}};
    made.kinds.reserve(static_cast<std::size_t>(op->result_count));
    for (Py_ssize_t i = 0; i < op->result_count; ++i) made.kinds.push_back(type(made.form, op->results[i]));
    made.operands.reserve(static_cast<std::size_t>(op->operand_count));
    for (Py_ssize_t i = 0; i < op->operand_count; ++i) made.operands.push_back(key_of(op->operands[i]));
    const bool foreign = made.form->foreign != 0;
    if (foreign || !foreign_.empty()) cast(made, foreign, before);
    for (Py_ssize_t i = 0; foreign && i < op->result_count; ++i) foreign_.insert({of.ptr(), i});
    const Py_ssize_t regions = PySequence_Size(op->regions);
    if (regions < 0) throw nb::python_error();
    for (Py_ssize_t i = 0; i < regions; ++i) {
      made.regions.push_back(region(held(op->regions, i, classes.region), made.form));
    }
    return made;
  }

  // Keeps alive the objects that the nodes refer to by borrowed references.
  nb::object owners() const { return nb::make_tuple(own_forms_, owners_, forms_owner_, entries_owner_); }

 private:
  RegionNode region(const nb::object& of, const Form* form) {
    RegionNode made;
    PyObject* blocks = as_region(of.ptr())->blocks;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(blocks); ++i) {
      made.emplace_back();
      BlockNode& block = made.back();
      block.of = held(blocks, i, classes.block);
      PyObject* arguments = as_block(block.of.ptr())->arguments;
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(arguments); ++k) {
        const nb::object each = held(arguments, k, classes.argument);
        const Argument* argument = as_argument(each.ptr());
        const bool nowhere = elided_ && Py_TYPE(argument->location) == classes.unknown;
        block.arguments.push_back({each, type(form, argument->type), nowhere ? nullptr : place(argument->location)});
        if (form->foreign != 0) foreign_.insert({each.ptr(), 0});
      }
    }
    for (BlockNode& block : made) {
      PyObject* operations = as_block(block.of.ptr())->operations;
      block.operations.reserve(static_cast<std::size_t>(PyList_GET_SIZE(operations)));
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(operations); ++k) {
        const nb::object each = held(operations, k, classes.operation);
        Node node = operation(each, &block.operations);
        block.operations.push_back(std::move(node));
      }
    }
    return made;
  }

  const Form* form(const nb::object& of) {
    const Operation* op = as_operation(of.ptr());
    if (op->location == nullptr) throw std::invalid_argument("an uninitialized operation cannot be written");
    key_.clear();
    key_.push_back(op->name);
    // The remaining parts of a form's key.
    key_.push_back(PySequence_Size(op->regions) > 0 ? Py_True : Py_False);
    key_.push_back(op->operand_count == 1 ? Py_True : Py_False);
    op->attributes.each([&](PyObject* name, PyObject* value) {
      key_.push_back(name);
      key_.push_back(value);
    });
    const auto found = known_forms_.find(key_);
    if (found != known_forms_.end()) {
      use(found->second);
      return found->second;
    }
    // Equal attributes are often different objects.
    const std::vector<PyObject*> key = key_;
    const nb::object owned = checked(PyTuple_New(static_cast<Py_ssize_t>(key.size())));
    for (std::size_t i = 0; i < key.size(); ++i) {
      PyTuple_SET_ITEM(owned.ptr(), static_cast<Py_ssize_t>(i), Py_NewRef(key[i]));
    }
    nb::object made = nb::borrow(PyDict_GetItemWithError(own_forms_.ptr(), owned.ptr()));
    if (made.is_valid()) {
      use(as_form(made.ptr()));
    } else {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      made = ask_.is_none() ? plain_form(op) : ask_(of);
      if (!is(made.ptr(), form_type)) throw std::invalid_argument("bytecode: wanted a Form");
      own_forms_[owned] = made;
    }
    owners_.append(owned);
    return known_forms_[key] = as_form(made.ptr());
  }

  // The form of an operation without properties, whose attributes are a dictionary.
  nb::object plain_form(const Operation* op) {
    Entry* attributes = entries_.attributes_of(op);
    nb::object& name = names_[op->name];
    if (!name.is_valid()) {
      name = writer_.attr("op_name")(nb::handle(op->name), false);
      if (!PyList_Check(name.ptr())) throw std::invalid_argument("bytecode: wanted the list of a name");
    }
    nb::object made = checked(form_type->tp_alloc(form_type, 0));
    Form* own = as_form(made.ptr());
    PyObject* entry = attributes == nullptr ? Py_None : reinterpret_cast<PyObject*>(attributes);
    own->name = Py_NewRef(name.ptr());
    own->attributes = Py_NewRef(entry);
    own->properties = Py_NewRef(Py_None);
    own->codec = Py_NewRef(Py_None);
    own->used = checked(PyList_New(0)).release().ptr();
    if (attributes != nullptr && PyList_Append(own->used, entry) != 0) throw nb::python_error();
    own->isolated = equal(op->name, nb::str("builtin.module").ptr()) || equal(op->name, nb::str("func.func").ptr());
    return made;
  }

  const Entry* type(const Form* form, PyObject* value) {
    if (form->codec != codec_.ptr() || !codec_.is_valid()) {
      codec_ = nb::borrow(form->codec);
      types_ = entries_.known(codec_);
    }
    return entry(types_, value, codec_);
  }

  const Entry* place(PyObject* location) { return entry(locations_, location, nb::none()); }

  // `from`: the known Entries of the codec, which are looked up first.
  const Entry* entry(const nb::object& from, PyObject* value, const nb::object& codec) {
    PyObject* found = PyDict_GetItemWithError(from.ptr(), value);
    if (found == nullptr) {
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
      return entries_.entry(value, codec);
    }
    ++as_entry(found)->uses;
    return as_entry(found);
  }

  // Inserts casts of operands whose definition and use have types of different dialects.
  void cast(Node& node, bool foreign, std::vector<Node>* before) {
    const Operation* op = as_operation(node.of.ptr());
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      if ((foreign_.count(node.operands[i]) != 0) == foreign) continue;
      const nb::object value = checked(value_of(op->operands[i]));
      const nb::object form = forms_owner_.attr("cast")(), codec = foreign ? nb::none() : nb::borrow(node.form->codec);
      if (!is(form.ptr(), form_type) || before == nullptr) throw std::invalid_argument("bytecode: wanted a Form");
      const nb::object stands = checked(PyObject_CallNoArgs(reinterpret_cast<PyObject*>(&PyBaseObject_Type)));
      owners_.append(form);
      owners_.append(stands);
      Node made{{}, as_form(form.ptr()), node.location, {}, {node.operands[i]}, {}};
      made.kinds.push_back(entries_.entry(value.attr("_type"), codec));
      made.cast = stands.ptr();
      before->push_back(std::move(made));
      node.operands[i] = {stands.ptr(), 0};
    }
  }

  nb::object entries_owner_;
  Entries& entries_;
  bool elided_;
  nb::object writer_, ask_, forms_owner_, locations_;
  nb::object codec_, types_;  // those of the previous operation
  std::vector<PyObject*> key_;
  std::unordered_map<std::vector<PyObject*>, const Form*, SameObjects> known_forms_;
  std::unordered_map<PyObject*, nb::object> names_;  // of operations, which own_forms_ keeps alive -> op_name's list
  nb::dict own_forms_;  // the parts of a form's key -> the form
  nb::list owners_;     // of what is neither in the program nor in another member
  std::unordered_set<Key, KeyHash> foreign_;
};

class Emitter {
 public:
  Emitter(int version, nb::handle property_number) : version_(version), property_number_(property_number) {}

  // Values in an isolated operation are numbered from 0; `following` is the first number for values in this
  // operation's regions. `blocks`: the blocks of the enclosing region, or null.
  void operation(const Node& node, const RegionNode* blocks, Numbers& numbers, std::uint64_t following,
                 std::string& out) {
    const Form* form = node.form;
    const bool attributes = !absent(form->attributes);
    const bool properties = !absent(form->properties) && version_ >= bytecode::kPropertyTable;
    const Operation* op = node.of.is_valid() ? as_operation(node.of.ptr()) : nullptr;
    const Py_ssize_t successors = op != nullptr ? op->successor_count : 0;
    append_varint(out, integer(PyList_GetItem(form->name, 2)));
    using namespace bytecode;
    out.push_back(static_cast<char>((attributes ? kAttributes : 0) | (!node.kinds.empty() ? kResults : 0) |
                                    (!node.operands.empty() ? kOperands : 0) | (successors != 0 ? kSuccessors : 0) |
                                    (!node.regions.empty() ? kRegions : 0) | (properties ? kProperties : 0)));
    append_varint(out, number_of(node.location));
    if (attributes) append_varint(out, number_of(as_entry(form->attributes)));
    if (properties) append_varint(out, properties_of(form->properties));
    if (!node.kinds.empty()) {
      append_varint(out, node.kinds.size());
      for (const Entry* kind : node.kinds) append_varint(out, number_of(kind));
    }
    if (!node.operands.empty()) {
      append_varint(out, node.operands.size());
      for (const Key& key : node.operands) {
        const auto found = numbers.find(key);
        if (found == numbers.end()) {
          throw std::out_of_range((op != nullptr ? text(op->name) : "a cast") +
                                  ": it takes a value of an operation that is not in the program");
        }
        append_varint(out, found->second);
      }
    }
    if (successors != 0) {
      append_varint(out, static_cast<std::uint64_t>(successors));
      for (Py_ssize_t i = 0; i < successors; ++i) append_varint(out, place_of(op->successors[i].get(), blocks, op));
    }
    if (node.regions.empty()) return;
    append_varint(out, node.regions.size() << 1U | (form->isolated != 0 ? 1U : 0U));
    if (form->isolated == 0) {
      for (const RegionNode& each : node.regions) region(each, numbers, following, out);
      return;
    }
    Numbers own;
    std::string inside;
    for (const RegionNode& each : node.regions) region(each, own, 0, inside);
    if (version_ >= bytecode::kLazy) {
      out.push_back(static_cast<char>(bytecode::kIr));
      append_varint(out, inside.size());
    }
    out += inside;
  }

 private:
  // All values of a region are numbered before those of nested regions.
  void region(const RegionNode& blocks, Numbers& numbers, std::uint64_t first, std::string& out) {
    append_varint(out, blocks.size());
    if (blocks.empty()) return;
    std::uint64_t following = first;
    for (const BlockNode& block : blocks) {
      for (const BlockNode::Argument& each : block.arguments) numbers[key_of(each.of.ptr())] = following++;
      for (const Node& each : block.operations) {
        PyObject* of = each.of.is_valid() ? each.of.ptr() : each.cast;
        for (std::size_t i = 0; i < each.kinds.size(); ++i) numbers[{of, static_cast<Py_ssize_t>(i)}] = following++;
      }
    }
    append_varint(out, following - first);
    for (const BlockNode& block : blocks) {
      append_varint(out, block.operations.size() << 1U | (!block.arguments.empty() ? 1U : 0U));
      if (!block.arguments.empty()) {
        append_varint(out, block.arguments.size());
        for (const BlockNode::Argument& each : block.arguments) {
          const std::uint64_t kind = number_of(each.kind);
          append_varint(out, version_ >= bytecode::kElided ? kind << 1U | (each.location != nullptr ? 1U : 0U) : kind);
          if (each.location != nullptr) append_varint(out, number_of(each.location));
        }
        if (version_ >= bytecode::kUseLists) out.push_back('\0');
      }
      for (const Node& each : block.operations) operation(each, &blocks, numbers, following, out);
    }
  }

  static std::uint64_t number_of(const Entry* entry) { return static_cast<std::uint64_t>(entry->number); }

  static std::uint64_t place_of(PyObject* block, const RegionNode* blocks, const Operation* op) {
    for (std::size_t i = 0; blocks != nullptr && i < blocks->size(); ++i) {
      if ((*blocks)[i].of.ptr() == block) return i;
    }
    throw std::out_of_range(text(op->name) + ": a successor is not in the operation's region");
  }

  std::uint64_t properties_of(PyObject* fields) {
    const auto found = properties_.find(fields);
    if (found != properties_.end()) return found->second;
    return properties_[fields] = nb::cast<std::uint64_t>(property_number_(nb::handle(fields)));
  }

  int version_;
  nb::handle property_number_;
  std::unordered_map<PyObject*, std::uint64_t> properties_;  // by the identity of the list of fields
};

// A program and the entries that it refers to.
class Collected {
 public:
  Collected(nb::handle op, nb::handle writer, nb::handle forms) {
    op = viewed(op.ptr());
    if (!is(op.ptr(), classes.operation)) throw nb::type_error("collect: wanted an operation");
    Collector collector(writer, forms);
    root_.push_back(collector.operation(nb::borrow(op), nullptr));
    owners_ = collector.owners();
  }

  nb::bytes emit(int version, nb::handle property_number) const {
    std::string out;
    Numbers numbers;
    Emitter(version, property_number).operation(root_.front(), nullptr, numbers, 0, out);
    return nb::bytes(out.data(), out.size());
  }

 private:
  std::vector<Node> root_;
  nb::object owners_;
};

}  // namespace

void bind_bytecode_writer(Module& native) {
  form_type = add_class(native, "Form", form_spec);
  Class<Collected>(native, "Collected", "A program, with Entries for everything that it refers to.")
      .def(nb::init<nb::handle, nb::handle, nb::handle>(), nb::arg("op"), nb::arg("writer"), nb::arg("forms").none(),
           "`writer` creates Entries; `forms` creates the Form of an operation that differs from all before. Without\n"
           "`forms`, all attributes are written by name.")
      .def("emit", &Collected::emit, nb::arg("version"), nb::arg("property_number"),
           "The bytecode in a format version; `property_number` maps property fields to their number.");
}

}  // namespace jaxlib::ir
