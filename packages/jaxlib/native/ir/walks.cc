// Walks over an operation and all nested ones: searches, and changes of each.

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ir.h"

namespace jaxlib::ir {
namespace {

PyObject* names_in(PyObject*, PyObject* op) {
  op = viewed(op);
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "names: wanted an operation, found %R", op);
    return nullptr;
  }
  return guarded([&] {
    nb::object found = checked(PySet_New(nullptr));
    walk(op, [&](PyObject* each) {
      if (PySet_Add(found.ptr(), as_operation(each)->name) != 0) throw nb::python_error();
    });
    return found;
  });
}

PyObject* everything(PyObject*, PyObject* op) {
  op = viewed(op);
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "everything: wanted an operation, found %R", op);
    return nullptr;
  }
  return guarded([&] {
    nb::list found;
    walk(op, [&](PyObject* each) { found.append(nb::handle(each)); });
    return found;
  });
}

// Appends the operations in an operation to a list, each after those nested in it.
void append_inside_out(PyObject* op, nb::list& found) {
  const Depth depth;
  if (!depth) throw nb::python_error();
  each_block(op, [&](const Block* block) {
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(block->operations); ++k) {
      const nb::object each = held(block->operations, k, classes.operation);
      append_inside_out(each.ptr(), found);
      found.append(each);
    }
  });
}

PyObject* inside_out(PyObject*, PyObject* op) {
  op = viewed(op);
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "inside_out: wanted an operation, found %R", op);
    return nullptr;
  }
  return guarded([&] {
    nb::list found;
    append_inside_out(op, found);
    return found;
  });
}

// take_locations(op, location)
PyObject* take_locations(PyObject*, PyObject* const* args, Py_ssize_t count) {
  PyObject* op = count == 0 ? nullptr : viewed(args[0]);
  if (count != 2 || !is(op, classes.operation) || !is(args[1], classes.location)) {
    PyErr_SetString(PyExc_TypeError, "take_locations(op, location)");
    return nullptr;
  }
  return guarded([&] {
    nb::list found;
    const auto take = [&](PyObject*& place) {
      const nb::object taken = nb::steal(std::exchange(place, Py_NewRef(args[1])));
      found.append(taken.is_valid() ? taken : nb::none());
    };
    walk(op, [&](PyObject* each) {
      take(as_operation(each)->location);
      each_block(each, [&](const Block* block) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(block->arguments); ++i) {
          take(as_argument(held(block->arguments, i, classes.argument).ptr())->location);
        }
      });
    });
    return found;
  });
}

// add_prefix(op, prefix)
PyObject* add_prefix(PyObject*, PyObject* const* args, Py_ssize_t count) {
  PyObject* op = count == 0 ? nullptr : viewed(args[0]);
  if (count != 2 || !is(op, classes.operation) || !PyUnicode_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "add_prefix(op, prefix: str)");
    return nullptr;
  }
  return guarded([&] {
    // The same object for the same name: the writer of bytecode knows operations again by it.
    nb::dict renamed;
    walk(op, [&](PyObject* each) {
      PyObject*& name = as_operation(each)->name;
      if (name == nullptr || !PyUnicode_Check(name)) throw std::invalid_argument("an operation without a name");
      if (PyUnicode_CompareWithASCIIString(name, "builtin.module") == 0) return;
      PyObject* known = PyDict_GetItemWithError(renamed.ptr(), name);
      if (known == nullptr) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        const nb::object made = checked(PyUnicode_Concat(args[1], name));
        renamed[nb::handle(name)] = made;
        known = made.ptr();
      }
      const nb::object old = nb::steal(std::exchange(name, Py_NewRef(known)));
    });
    return nb::none();
  });
}

// What determines whether an operation is valid: its name, types and attributes, and those of its regions.
class Signature {
 public:
  // Reads an operation, which is borrowed until the next one is read.
  void read(const Operation* op) {
    parts_.clear();
    types(op);
    parts_.push_back(Py_None);
    for (Py_ssize_t i = 0; i < op->result_count; ++i) parts_.push_back(op->results[i]);
    const bool constant = ends_with_constant(op->name);
    op->attributes.each([&](PyObject* name, PyObject* value) {
      parts_.push_back(name);
      if (constant && is(value, classes.immutable)) {  // its type stands for it: the text is long, and is its hash
        PyObject* of = reinterpret_cast<Immutable*>(value)->parts;
        if (of != nullptr && PyTuple_Check(of) && PyTuple_GET_SIZE(of) != 0) {
          parts_.push_back(reinterpret_cast<PyObject*>(Py_TYPE(value)));
          value = PyTuple_GET_ITEM(of, 0);
        }
      }
      parts_.push_back(value);
    });
    for (Py_ssize_t i = 0, count = PySequence_Size(op->regions); i < count; ++i) region(held(op->regions, i, classes.region));
  }

  // The signature of the operation that was read, as a new tuple.
  nb::object tuple() const {
    nb::object tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(parts_.size())));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), Py_NewRef(parts_[i]));
    }
    return tuple;
  }

  const std::vector<PyObject*>& parts() const { return parts_; }

 private:
  static bool ends_with_constant(PyObject* name) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &size) : nullptr;
    if (text == nullptr) PyErr_Clear();
    return text != nullptr && size > 9 && std::memcmp(text + size - 9, ".constant", 9) == 0;
  }

  // The name of an operation, and the types of its operands.
  void types(const Operation* op) {
    parts_.push_back(op->name);
    for (Py_ssize_t i = 0; i < op->operand_count; ++i) {
      PyObject* type = type_of(op->operands[i]);
      parts_.push_back(type == nullptr ? Py_None : type);
    }
  }

  void region(const nb::object& region) {
    PyObject* blocks = as_region(region.ptr())->blocks;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(blocks); ++i) {
      const nb::object held_block = held(blocks, i, classes.block);
      const Block* block = as_block(held_block.ptr());
      const Py_ssize_t count = PyList_GET_SIZE(block->operations);
      parts_.insert(parts_.end(), {Py_None, count == 2 ? Py_True : Py_False});
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(block->arguments); ++k) {
        parts_.push_back(as_argument(held(block->arguments, k, classes.argument).ptr())->type);
      }
      parts_.push_back(Py_None);
      if (count != 0) types(as_operation(held(block->operations, count - 1, classes.operation).ptr()));
    }
    parts_.insert(parts_.end(), {Py_None, Py_None});
  }

  std::vector<PyObject*> parts_;  // borrowed
};

// The signatures of valid operations that were seen last, for a kernel repeats few of them thousands of times: without
// a new tuple for each operation.
class Seen {
 public:
  bool has(const std::vector<PyObject*>& parts) {
    const nb::object& kept = at(parts);
    if (!kept.is_valid() || PyTuple_GET_SIZE(kept.ptr()) != static_cast<Py_ssize_t>(parts.size())) return false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!same(PyTuple_GET_ITEM(kept.ptr(), static_cast<Py_ssize_t>(i)), parts[i])) return false;
    }
    return true;
  }
  void add(const std::vector<PyObject*>& parts, const nb::object& tuple) { at(parts) = tuple; }

 private:
  static constexpr std::size_t kSlots = 1024;

  // The text of a type or attribute; another object itself.
  static PyObject* content(PyObject* part) {
    PyObject* text = is(part, classes.immutable) ? as_immutable(part)->text : part;
    return PyUnicode_Check(text) ? text : part;
  }
  // Whether they are certainly equal, without running Python.
  static bool same(PyObject* one, PyObject* other) {
    if (one == other) return true;
    if (Py_TYPE(one) != Py_TYPE(other)) return false;
    PyObject *first = content(one), *second = content(other);
    return PyUnicode_CheckExact(first) && PyUnicode_CheckExact(second) && PyUnicode_Compare(first, second) == 0;
  }
  nb::object& at(const std::vector<PyObject*>& parts) {
    std::size_t hash = parts.size();
    for (PyObject* part : parts) {
      PyObject* text = content(part);
      hash = combine(hash, PyUnicode_CheckExact(text) ? static_cast<std::size_t>(PyObject_Hash(text))
                                                      : reinterpret_cast<std::uintptr_t>(text) >> 4U);
    }
    return slots_[hash % kSlots];
  }

  std::array<nb::object, kSlots> slots_;
};

// unverified(op, valid, named)
PyObject* unverified(PyObject*, PyObject* const* args, Py_ssize_t count) {
  PyObject* op = count == 0 ? nullptr : viewed(args[0]);
  if (count != 3 || !is(op, classes.operation) || !PyAnySet_Check(args[1]) || !PyAnySet_Check(args[2])) {
    PyErr_SetString(PyExc_TypeError, "unverified(op, valid: set, named: frozenset)");
    return nullptr;
  }
  return guarded([&] {
    nb::list found;
    Signature signature;
    // Without the GIL, each call has its own: all threads share the set.
#ifdef Py_GIL_DISABLED
    const auto seen = std::make_unique<Seen>();
#else
    static auto* seen = new Seen;
#endif
    walk(op, [&](PyObject* each) {
      nb::object key = nb::none();
      if (PySet_Contains(args[2], as_operation(each)->name) == 0) {
        signature.read(as_operation(each));
        if (seen->has(signature.parts())) return;
        key = signature.tuple();
        const int known = PySet_Contains(args[1], key.ptr());
        if (known > 0) {
          seen->add(signature.parts(), key);
          return;
        }
        if (known < 0) key = nb::none();  // a part that has no hash, which the caller refuses
      }
      PyErr_Clear();
      found.append(nb::make_tuple(nb::handle(each), key));
    });
    return found;
  });
}

// Finds the first operand that is not defined before its operation, in the same block or an enclosing one, and
// terminators before the end of a block. The order of operations in a module's own block has no meaning: all its values
// are visible in all its operations. Regions with several blocks are skipped.
class Dominance {
 public:
  // Whether there is such an operand; sets `at` to its operation and `number` to its index.
  bool misplaced(PyObject* object, nb::object& at, Py_ssize_t& number) {
    const Depth depth;
    if (!depth) throw nb::python_error();
    const Operation* op = as_operation(object);
    const bool ordered = !PyUnicode_Check(op->name) || PyUnicode_CompareWithASCIIString(op->name, "builtin.module") != 0;
    const Py_ssize_t count = PySequence_Size(op->regions);
    for (Py_ssize_t i = 0; i < count; ++i) {
      const nb::object region = held(op->regions, i, classes.region);
      PyObject* blocks = as_region(region.ptr())->blocks;
      if (PyList_GET_SIZE(blocks) != 1) continue;
      const nb::object block = held(blocks, 0, classes.block);
      if (misplaced_in(as_block(block.ptr()), ordered, at, number)) return true;
    }
    return false;
  }

 private:
  bool misplaced_in(const Block* block, bool ordered, nb::object& at, Py_ssize_t& number) {
    show(block->arguments, classes.argument, number_);
    if (!ordered) show(block->operations, classes.operation, number_);
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(block->operations); ++k) {
      nb::object inner = held(block->operations, k, classes.operation);
      Operation* op = as_operation(inner.ptr());
      const int ends = k + 1 < PyList_GET_SIZE(block->operations) ? PySet_Contains(classes.terminators, op->name) : 0;
      if (ends < 0) throw nb::python_error();
      if (ends > 0) {
        at = std::move(inner);
        number = -1;
        return true;
      }
      for (Py_ssize_t i = 0; ordered && i < op->operand_count; ++i) {
        if (visible(op->operands[i])) continue;
        at = std::move(inner);
        number = i;
        return true;
      }
      if (PySequence_Size(op->regions) != 0 && misplaced(inner.ptr(), at, number)) return true;
      if (ordered) op->seen = number_;
    }
    show(block->arguments, classes.argument, 0);
    show(block->operations, classes.operation, 0);
    return false;
  }

  bool visible(const Use& use) const {
    if (is(use.of, classes.argument)) return as_argument(use.of)->seen == number_;
    const Operation* from = as_operation(use.of);
    return from->seen == number_ && use.index < from->result_count;
  }

  // Marks operations or arguments as visible in the walk of that number; as not visible for 0.
  static void show(PyObject* list, PyTypeObject* type, std::uint64_t walk) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
      const nb::object each = held(list, i, type);
      (type == classes.argument ? as_argument(each.ptr())->seen : as_operation(each.ptr())->seen) = walk;
    }
  }

  // No mark of another walk, which an error may have left, is that of this one.
  static std::uint64_t next() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }
  const std::uint64_t number_ = next();
};

PyObject* misplaced(PyObject*, PyObject* op) {
  op = viewed(op);
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "misplaced: wanted an operation, found %R", op);
    return nullptr;
  }
  return guarded([&]() -> nb::object {
    static nb::ft_mutex marking;  // several threads may verify one program
    const nb::ft_lock_guard lock(marking);
    nb::object at;
    Py_ssize_t number = 0;
    if (!Dominance().misplaced(op, at, number)) return nb::none();
    return nb::make_tuple(at, number);
  });
}

// holding(op, classes)
PyObject* holding(PyObject*, PyObject* const* args, Py_ssize_t count) {
  PyObject* op = count == 0 ? nullptr : viewed(args[0]);
  if (count != 2 || !is(op, classes.operation) || !PyTuple_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "holding(op, classes: tuple)");
    return nullptr;
  }
  return guarded([&] {
    nb::list found;
    walk(op, [&](PyObject* each) {
      bool holds = false;
      as_operation(each)->attributes.each([&](PyObject*, PyObject* value) {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args[1]); ++i) {
          holds = holds || PyTuple_GET_ITEM(args[1], i) == reinterpret_cast<PyObject*>(Py_TYPE(value));
        }
      });
      if (holds) found.append(nb::handle(each));
    });
    return found;
  });
}

PyMethodDef functions[] = {
    {"names", &names_in, METH_O, "names(op)\n--\n\nThe set of the names of an operation and of all nested ones."},
    {"everything", &everything, METH_O,
     "everything(op)\n--\n\nA list of an operation and all nested ones, in pre-order."},
    {"inside_out", &inside_out, METH_O,
     "inside_out(op)\n--\n\nA list of the operations nested in an operation, each after those nested in it."},
    {"take_locations", reinterpret_cast<PyCFunction>(&take_locations), METH_FASTCALL,
     "take_locations(op, location)\n--\n\n"
     "Set the locations of an operation, of its blocks' arguments and then of each nested operation in the same way.\n"
     "Returns those that they had, in this order."},
    {"add_prefix", reinterpret_cast<PyCFunction>(&add_prefix), METH_FASTCALL,
     "add_prefix(op, prefix)\n--\n\nPut a prefix before the names of an operation and all nested ones, but not of modules."},
    {"unverified", reinterpret_cast<PyCFunction>(&unverified), METH_FASTCALL,
     "unverified(op, valid, named)\n--\n\n"
     "Of an operation and all nested ones, in pre-order, those that have one of the names, with None, and those that\n"
     "are not like a valid one, with the tuple that would say so in `valid`."},
    {"misplaced", &misplaced, METH_O,
     "misplaced(op)\n--\n\n"
     "The first nested operation, and its operand index, that uses a value before or outside of where it is\n"
     "defined, or -1 where a terminator is not the last operation of its block; or None."},
    {"holding", reinterpret_cast<PyCFunction>(&holding), METH_FASTCALL,
     "holding(op, classes)\n--\n\n"
     "Of an operation and all nested ones, a list of those with an attribute of exactly one of those classes."},
    {}};

}  // namespace

void bind_walks(Module& native) {
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
