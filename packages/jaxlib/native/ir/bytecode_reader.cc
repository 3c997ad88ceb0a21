// Reads the operations, regions and blocks of MLIR's bytecode. The attributes, types and names that they refer to
// by number are read by the Reader in jaxlib/_ir/serialization/bytecode_reader.py, on first use.

#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bytecode_values.h"
#include "ir.h"
#include "pjrt/bytecode.h"

namespace jaxlib::ir {

namespace bytecode = pjrt::bytecode;

namespace {

// A value: its operation and the index of the result.
struct Scoped {
  nb::object of;  // an Operation or an Argument; null while the number is undefined
  Py_ssize_t index = 0;
};
using Scope = std::vector<Scoped>;
using Blocks = std::vector<nb::object>;

// The maximum nesting depth, because damaged bytes may be nested more deeply than the stack allows.
constexpr int kDeepest = 500;

// The minimum and maximum numbers of operands, results and regions of an operation. Its regions may have any number
// of blocks (0), exactly one (1), or exactly one that is not empty (2).
struct Arity {
  std::pair<Py_ssize_t, Py_ssize_t> operands, results, regions;
  Py_ssize_t blocks;
};

class Reader {
 public:
  explicit Reader(nb::handle reader)
      : values_(reader),
        reader_(nb::borrow(reader)),
        version_(nb::cast<int>(reader.attr("version"))),
        unknown_(reader.attr("unknown")),
        forms_(reader.attr("forms")),
        nested_(reader.attr("nested")),
        anything_(reader.attr("anything")),
        cast_(nb::str("builtin.unrealized_conversion_cast")),
        drops_casts_(nb::cast<bool>(reader.attr("drops_casts"))) {
    if (!PyDict_Check(forms_.ptr()) || !PyList_Check(nested_.ptr())) {
      throw std::invalid_argument("read_operation: wanted a Reader");
    }
  }

  nb::object operation(Cursor* source, Scope& scope, const Blocks* blocks, nb::handle owner, int depth) {
    if (depth > kDeepest) damaged("regions are nested too deeply");
    const std::uint64_t number = varint(source);
    const unsigned mask = byte(source);
    const nb::object location = value(0, varint(source));
    const nb::object attributes = has(mask, bytecode::kAttributes) ? nb::int_(varint(source)) : nb::int_(-1);
    const nb::object properties = has(mask, bytecode::kProperties) ? nb::int_(varint(source)) : nb::int_(-1);
    const nb::object results = nb::steal(PyList_New(0));
    if (has(mask, bytecode::kResults)) {
      for (std::uint64_t left = count(source); left > 0; --left) append(results, value(1, varint(source)));
    }
    const nb::object form = this->form(number, attributes, has(mask, bytecode::kAttributes), properties,
                                       has(mask, bytecode::kProperties), owner);
    nb::object name = nb::borrow(PyTuple_GET_ITEM(form.ptr(), 0));
    const Arity& arity = this->arity(PyTuple_GET_ITEM(form.ptr(), 2));
    nb::object made = checked(make_operation(view(name)));
    Operation* op = as_operation(made.ptr());
    if (has(mask, bytecode::kOperands)) take(op, source, scope);
    const nb::object successors = nb::steal(PyList_New(0));
    if (has(mask, bytecode::kSuccessors)) {
      for (std::uint64_t left = count(source); left > 0; --left) {
        const std::uint64_t at = varint(source);
        if (blocks == nullptr || at >= blocks->size()) damaged("a block that is not there");
        append(successors, (*blocks)[at]);
      }
    }
    const Py_ssize_t given = PyList_GET_SIZE(results.ptr());
    if (has(mask, bytecode::kUseOrders)) skip_uses(source, given);
    if (!is(location.ptr(), classes.location)) damaged("an operation's location is none");
    Py_XSETREF(op->name, Py_NewRef(name.ptr()));
    if (!op->attributes.assign(PyTuple_GET_ITEM(form.ptr(), 1))) throw nb::python_error();
    Py_XSETREF(op->location, Py_NewRef(location.ptr()));
    if (!set_results(op, results.ptr())) throw nb::python_error();
    if (PyList_GET_SIZE(successors.ptr()) != 0 && !set_successors(op, successors.ptr())) throw nb::python_error();
    check(arity.operands, op->operand_count, name, "operands");
    check(arity.results, op->result_count, name, "results");
    if (has(mask, bytecode::kRegions)) {
      regions(op, source, scope, depth, arity.blocks);
      append(nested_, made);
    }
    check(arity.regions, op->regions == nullptr ? 0 : PySequence_Size(op->regions), name, "regions");
    return made;
  }

 private:
  static bool has(unsigned mask, unsigned bit) { return (mask & bit) != 0; }

  static std::uint64_t varint(Cursor* source) {
    std::uint64_t value = 0;
    if (!read_varint(source, value)) throw nb::python_error();
    return value;
  }

  static unsigned byte(Cursor* source) {
    if (source->at >= source->end) damaged("wanted 1 byte, there are 0");
    return static_cast<unsigned char>(PyBytes_AS_STRING(source->data)[source->at++]);
  }

  // A number of items that take at least one byte each.
  static std::uint64_t count(Cursor* source) {
    const std::uint64_t many = varint(source);
    fits(source, many);
    return many;
  }

  static void fits(const Cursor* source, std::uint64_t many) {
    if (many > static_cast<std::uint64_t>(source->end - source->at)) {
      damaged(std::to_string(many) + " of something in " + std::to_string(source->end - source->at) +
                              " bytes");
    }
  }

  static void append(const nb::object& list, const nb::object& item) {
    if (PyList_Append(list.ptr(), item.ptr()) != 0) throw nb::python_error();
  }

  static void check(const std::pair<Py_ssize_t, Py_ssize_t>& range, Py_ssize_t count, const nb::object& name,
                    const char* noun) {
    if (count < range.first || count > range.second) {
      damaged(text(name) + " with " + std::to_string(count) + " " + noun);
    }
  }

  // Parses a tuple of seven numbers, which the forms keep alive.
  const Arity& arity(PyObject* numbers) {
    const auto known = arities_.find(numbers);
    if (known != arities_.end()) return known->second;
    Py_ssize_t n[7];
    if (!PyTuple_Check(numbers) ||
        !PyArg_ParseTuple(numbers, "nnnnnnn", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6])) {
      throw std::invalid_argument("read_operation: wanted how many operands, results and regions there may be");
    }
    return arities_[numbers] = {{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}, n[6]};
  }

  nb::object value(int kind, std::uint64_t number) { return values_.value(kind, number); }

  // A copy of the items of the dictionary with that number.
  nb::object dictionary(std::uint64_t number) {
    const nb::object found = value(0, number);
    if (!is(found.ptr(), classes.dictionary_attribute)) {
      damaged("an operation's attributes are not a dictionary: " + text(checked(PyObject_Str(found.ptr())).ptr()));
    }
    return checked(PyDict_Copy(PyTuple_GET_ITEM(as_immutable(found)->parts, 0)));
  }

  // The form of an operation that has no properties and is of a dialect that neither the verifier nor a codec knows, as
  // in kernels; null for any other.
  nb::object plain_form(std::uint64_t number, const nb::object& attributes, bool with_attributes) {
    const auto [name, is_new] = plain_names_.try_emplace(number);
    if (is_new) name->second = reader_.attr("plain_name")(number);
    if (name->second.is_none()) return {};
    nb::object& form = plain_forms_[{number, with_attributes ? nb::cast<std::uint64_t>(attributes) + 1 : 0}];
    if (!form.is_valid()) {
      const nb::object items = with_attributes ? dictionary(nb::cast<std::uint64_t>(attributes)) : nb::dict();
      form = nb::make_tuple(name->second, items, anything_);
    }
    return form;
  }

  // The name and attributes of an operation, shared by many operations.
  nb::object form(std::uint64_t number, const nb::object& attributes, bool with_attributes,
                  const nb::object& properties, bool with_properties, nb::handle owner) {
    if (!with_properties) {
      if (nb::object plain = plain_form(number, attributes, with_attributes); plain.is_valid()) return plain;
    }
    const nb::object key = nb::make_tuple(number, attributes, properties, owner);
    PyObject* found = PyDict_GetItemWithError(forms_.ptr(), key.ptr());
    if (found == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    // Decoded here, the dictionary is one that the Reader finds.
    if (found == nullptr && with_attributes) value(0, nb::cast<std::uint64_t>(attributes));
    nb::object form = found != nullptr ? nb::borrow(found) : nb::object(reader_.attr("_form")(key));
    if (!PyTuple_Check(form.ptr()) || PyTuple_GET_SIZE(form.ptr()) != 3 ||
        !PyDict_Check(PyTuple_GET_ITEM(form.ptr(), 1))) {
      throw std::invalid_argument("read_operation: wanted a name, a dict of attributes and how many of what there may be");
    }
    return form;
  }

  PyTypeObject* view(const nb::object& name) {
    nb::object& known = views_[name.ptr()];
    if (!known.is_valid()) {
      known = reader_.attr("view")(name);
      if (!PyType_Check(known.ptr()) ||
          !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(known.ptr()), classes.operation)) {
        throw std::invalid_argument("read_operation: wanted an operation's class");
      }
    }
    return reinterpret_cast<PyTypeObject*>(known.ptr());
  }

  static void take(Operation* op, Cursor* source, const Scope& scope) {
    const std::uint64_t many = count(source);
    if (many == 0) return;
    op->operands = static_cast<Use*>(PyMem_Calloc(static_cast<std::size_t>(many), sizeof(Use)));
    if (op->operands == nullptr) throw std::bad_alloc();
    for (std::uint64_t i = 0; i < many; ++i) {
      const std::uint64_t number = varint(source);
      if (number >= scope.size() || !scope[number].of.is_valid()) {
        damaged("value " + std::to_string(number) + " is not there yet");
      }
      op->operands[i] = {Py_NewRef(scope[number].of.ptr()), scope[number].index, nullptr, nullptr, nullptr};
      op->operands[i].link(as_object(op));
      op->operand_count = static_cast<Py_ssize_t>(i + 1);
    }
  }

  // Whether each operand has the same type as the corresponding result.
  static bool casts_nothing(const Operation& op) {
    if (op.operand_count != op.result_count) return false;
    for (Py_ssize_t i = 0; i < op.operand_count; ++i) {
      const Use& use = op.operands[i];
      if (!equal(type_of(use), op.results[i])) return false;
    }
    return true;
  }

  // Skips use-list orders, which are ignored.
  static void skip_uses(Cursor* source, Py_ssize_t values) {
    const bool one = values == 1;
    for (std::uint64_t left = one ? 1 : count(source); left > 0; --left) {
      if (!one) varint(source);
      const std::uint64_t many = varint(source) >> 1U;
      fits(source, many);
      for (std::uint64_t i = 0; i < many; ++i) varint(source);
    }
  }

  void regions(Operation* op, Cursor* source, Scope& scope, int depth, Py_ssize_t blocks) {
    const std::uint64_t word = varint(source);
    const bool isolated = (word & 1U) != 0;
    fits(source, word >> 1U);
    nb::object section;
    if (isolated && version_ >= bytecode::kLazy) {
      const nb::object both = reader_.attr("_section")(nb::handle(reinterpret_cast<PyObject*>(source)));
      section = both[1];
      if (!is(section.ptr(), classes.cursor)) throw std::invalid_argument("read_operation: wanted a Cursor");
      source = as_cursor(section.ptr());
    }
    const auto many = static_cast<Py_ssize_t>(word >> 1U);
    if (!make_regions(op, many)) throw nb::python_error();
    for (Py_ssize_t i = 0; i < many; ++i) {
      const nb::object own = held(op->regions, i, classes.region);
      Scope inside;
      region(source, own.ptr(), isolated ? inside : scope, op->name, depth);
      if (blocks == 0) continue;
      PyObject* list = as_region(own.ptr())->blocks;
      if (PyList_GET_SIZE(list) != 1 ||
          (blocks == 2 && PyList_GET_SIZE(as_block(PyList_GET_ITEM(list, 0))->operations) == 0)) {
        damaged(text(op->name) + " wants regions of one block with a terminator");
      }
    }
  }

  void region(Cursor* source, PyObject* own, Scope& scope, PyObject* owner, int depth) {
    const std::uint64_t block_count = count(source);
    if (block_count == 0) return;
    const std::size_t first = scope.size();
    scope.resize(first + count(source));
    std::size_t following = first;
    const auto define = [&](const nb::object& of, Py_ssize_t index) {
      if (following >= scope.size()) damaged("more values than were announced");
      scope[following++] = {of, index};
    };
    Blocks blocks;
    for (std::uint64_t i = 0; i < block_count; ++i) {
      blocks.push_back(checked(make_block(classes.own_block, own)));
      append(nb::borrow(as_region(own)->blocks), blocks.back());
    }
    for (const nb::object& block : blocks) {
      const std::uint64_t word = varint(source);
      if ((word & 1U) != 0) {
        const std::uint64_t arguments = count(source);
        for (std::uint64_t i = 0; i < arguments; ++i) define(argument(source, block), 0);
        if (version_ >= bytecode::kUseLists && byte(source) != 0) skip_uses(source, static_cast<Py_ssize_t>(arguments));
      }
      fits(source, word >> 1U);
      for (std::uint64_t left = word >> 1U; left > 0; --left) {
        const nb::object made = operation(source, scope, &blocks, owner, depth + 1);
        const Operation* op = as_operation(made.ptr());
        if (drops_casts_ && equal(op->name, cast_) && casts_nothing(*op)) {
          for (Py_ssize_t i = 0; i < op->operand_count; ++i) {
            define(nb::borrow(op->operands[i].of), op->operands[i].index);
          }
          continue;
        }
        if (!insert(block.ptr(), nullptr, made.ptr())) throw nb::python_error();
        for (Py_ssize_t i = 0; i < op->result_count; ++i) define(made, i);
      }
    }
    scope.resize(first);
  }

  nb::object argument(Cursor* source, const nb::object& block) {
    std::uint64_t kind = varint(source);
    bool where = true;
    if (version_ >= bytecode::kElided) {
      where = (kind & 1U) != 0;
      kind >>= 1U;
    }
    const nb::object location = where ? value(0, varint(source)) : unknown_;
    if (!is(location.ptr(), classes.location)) damaged("an argument's location is none");
    return checked(add_argument(block.ptr(), value(1, kind).ptr(), location.ptr()));
  }

  Values values_;
  nb::object reader_;
  int version_;
  nb::object unknown_, forms_, nested_, anything_, cast_;
  bool drops_casts_;  // for artifacts: casts to and from VHLO types have the same type on both sides here
  std::unordered_map<std::uint64_t, nb::object> plain_names_;  // by number; None for others
  std::map<std::pair<std::uint64_t, std::uint64_t>, nb::object> plain_forms_;  // by the numbers of name and attributes
  std::unordered_map<PyObject*, nb::object> views_;  // by name, which the forms keep alive
  std::unordered_map<PyObject*, Arity> arities_;     // by tuple, which the forms keep alive
};

// read_operation(reader, source)
PyObject* read_operation(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 2 || !is(args[1], classes.cursor)) {
    PyErr_SetString(PyExc_TypeError, "read_operation(reader, source: Cursor)");
    return nullptr;
  }
  return guarded([&] {
    Scope scope;
    return Reader(args[0]).operation(as_cursor(args[1]), scope, nullptr, nb::str(""), 0);
  });
}

PyMethodDef functions[] = {{"read_operation", reinterpret_cast<PyCFunction>(&read_operation), METH_FASTCALL,
                            "read_operation(reader, source)\n--\n\nRead the operation at the source's position, including nested ones."},
                           {}};

}  // namespace

void bind_bytecode_reader(Module& native) {
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
