// Cloning of operations, inlining of functions, and searches that walk over operations.

#include <cstring>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir.h"

namespace jaxlib::ir {
namespace {

// Maps locations when a function is inlined: the caller's primitive, both name stacks joined, and both call sites.
class Caller {
 public:
  explicit Caller(PyObject* location) : parts_(checked(split(location))) {}
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  nb::object operator()(PyObject* location) {
    nb::object& known = known_[location];
    if (!known.is_valid()) known = make(location);
    return known;
  }

 private:
  static PyObject* part(const nb::object& parts, Py_ssize_t index) { return PyTuple_GET_ITEM(parts.ptr(), index); }

  nb::object make(PyObject* location) {
    PyObject *primitive = part(parts_, 0), *outer = part(parts_, 1), *place = part(parts_, 2);
    const nb::object own_parts = checked(split(location));
    PyObject* inner = part(own_parts, 1);
    nb::object own = nb::borrow(part(own_parts, 2));
    if (Py_TYPE(own.ptr()) == classes.unknown) {
      own = nb::borrow(place);
    } else if (Py_TYPE(place) != classes.unknown) {
      own = checked(make_location(classes.call, own.ptr(), place, context_of(place)));
    }
    const bool has_inner = PyUnicode_GET_LENGTH(inner) > 0, has_outer = PyUnicode_GET_LENGTH(outer) > 0;
    const nb::object name = has_inner && has_outer ? checked(PyUnicode_FromFormat("%U/%U", outer, inner))
                                                   : nb::borrow(has_inner ? inner : outer);
    const nb::object found = within(name.ptr(), own.ptr());
    return PyUnicode_GET_LENGTH(primitive) > 0 ? within(primitive, found.ptr()) : found;
  }

  static nb::object within(PyObject* name, PyObject* location) {
    return checked(make_location(classes.named, name, location, context_of(location)));
  }

  static PyObject* context_of(PyObject* location) { return reinterpret_cast<Location*>(location)->context; }

  nb::object parts_;
  std::unordered_map<PyObject*, nb::object> known_;  // by location; the locations stay alive in the meantime
};

using Relocate = std::function<nb::object(PyObject*)>;

// The replacement of a value according to `mapped`, a dict of values.
nb::object standing(const Use& use, PyObject* mapped) {
  nb::object value = checked(value_of(use));
  PyObject* found = PyDict_GetItemWithError(mapped, value.ptr());
  if (found != nullptr) return nb::borrow(found);
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return value;
}

void map(PyObject* mapped, const nb::object& from, const nb::object& to) {
  if (PyDict_SetItem(mapped, from.ptr(), to.ptr()) != 0) throw nb::python_error();
}

nb::object clone(Operation* op, PyObject* mapped, const Relocate& relocate);

void clone_regions(Operation* op, Operation* made, PyObject* mapped, const Relocate& relocate) {
  std::unordered_map<PyObject*, PyObject*> blocks;
  const Py_ssize_t count = PySequence_Size(op->regions);
  if (count < 0 || !make_regions(made, count)) throw nb::python_error();
  for (Py_ssize_t i = 0; i < count; ++i) {
    const nb::object old = held(op->regions, i, classes.region);
    const nb::object own = held(made->regions, i, classes.region);
    PyObject* source = as_region(old.ptr())->blocks;
    for (Py_ssize_t j = 0; j < PyList_GET_SIZE(source); ++j) {
      const nb::object block = held(source, j, classes.block);
      const nb::object copy = checked(make_block(classes.own_block, own.ptr()));
      if (PyList_Append(as_region(own.ptr())->blocks, copy.ptr()) != 0) throw nb::python_error();
      blocks[block.ptr()] = copy.ptr();
      PyObject* arguments = as_block(block.ptr())->arguments;
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(arguments); ++k) {
        const nb::object argument = held(arguments, k, classes.argument);
        const Argument* from = as_argument(argument.ptr());
        map(mapped, argument, checked(add_argument(copy.ptr(), from->type, from->location)));
      }
    }
    for (Py_ssize_t j = 0; j < PyList_GET_SIZE(source); ++j) {
      const nb::object block = held(source, j, classes.block);
      const auto to = blocks.find(block.ptr());
      if (to == blocks.end()) throw std::invalid_argument("a region changed while it was copied");
      PyObject* operations = as_block(block.ptr())->operations;
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(operations); ++k) {
        const nb::object each = held(operations, k, classes.operation);
        const nb::object copy = clone(as_operation(each.ptr()), mapped, relocate);
        Operation* inner = as_operation(copy.ptr());
        if (!insert(to->second, nullptr, copy.ptr())) throw nb::python_error();
        for (Py_ssize_t s = 0; s < inner->successor_count; ++s) {
          const auto found = blocks.find(inner->successors[s].get());
          if (found != blocks.end()) inner->successors[s].set(found->second, as_block(found->second)->self);
        }
      }
    }
  }
}

// A detached copy whose operands are replaced according to `mapped`; its results are added to `mapped`.
nb::object clone(Operation* op, PyObject* mapped, const Relocate& relocate) {
  if (op->location == nullptr) {
    throw std::invalid_argument("an uninitialized operation cannot be copied");
  }
  const Depth depth;
  if (!depth) throw nb::python_error();
  PyTypeObject* type = Py_TYPE(as_object(op));
  nb::object copy = checked(make_operation(type));
  Operation* made = as_operation(copy.ptr());
  if (op->successor_count != 0) {
    const nb::object successors(nb::handle(as_object(op)).attr("_successors"));
    if (!set_successors(made, successors.ptr())) throw nb::python_error();
  }
  Py_XSETREF(made->name, Py_NewRef(op->name));
  if (!made->attributes.assign(op->attributes)) throw nb::python_error();
  made->location = relocate ? relocate(op->location).release().ptr() : Py_NewRef(op->location);
  if (op->operand_count != 0) {
    made->operands = static_cast<Use*>(PyMem_Calloc(static_cast<std::size_t>(op->operand_count), sizeof(Use)));
    if (made->operands == nullptr) throw std::bad_alloc();
    for (Py_ssize_t i = 0; i < op->operand_count; ++i) {
      if (!to_use(standing(op->operands[i], mapped).ptr(), made->operands[i])) throw nb::python_error();
      made->operands[i].link(copy.ptr());
      made->operand_count = i + 1;
    }
  }
  if (op->result_count != 0) {
    made->results =
        static_cast<PyObject**>(PyMem_Calloc(static_cast<std::size_t>(op->result_count), sizeof(PyObject*)));
    if (made->results == nullptr) throw std::bad_alloc();
    made->result_count = op->result_count;
    for (Py_ssize_t i = 0; i < op->result_count; ++i) made->results[i] = Py_NewRef(op->results[i]);
    for (Py_ssize_t i = 0; i < op->result_count; ++i) {
      map(mapped, checked(make_result(as_object(op), i)), checked(make_result(copy.ptr(), i)));
    }
  }
  if (PySequence_Size(op->regions) > 0) {
    // Bodies of manual computations get the caller's location when they are inlined themselves.
    const bool own = PyUnicode_CompareWithASCIIString(op->name, "sdy.manual_computation") == 0;
    clone_regions(op, made, mapped, own ? Relocate() : relocate);
  }
  return copy;
}

// clone(op, mapped, relocate=None)
PyObject* clone_operation(PyObject*, PyObject* const* args, Py_ssize_t count) {
  PyObject* op = count == 0 ? nullptr : viewed(args[0]);
  if (count < 2 || count > 3 || !is(op, classes.operation) || !PyDict_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "clone(op, mapped: dict, relocate=None)");
    return nullptr;
  }
  return guarded([&] {
    Relocate relocate;
    if (count == 3 && args[2] != Py_None) {
      relocate = [function = args[2]](PyObject* location) { return checked(PyObject_CallOneArg(function, location)); };
    }
    return clone(as_operation(op), args[1], relocate);
  });
}

// The single block of a function.
nb::object body_of(const nb::object& function) {
  const Operation* op = is(function.ptr(), classes.operation) ? as_operation(function.ptr()) : nullptr;
  if (op == nullptr) throw nb::type_error("inline_call: wanted a function's operation");
  const nb::object region = held(op->regions, 0, classes.region);
  PyObject* blocks = as_region(region.ptr())->blocks;
  if (PyList_GET_SIZE(blocks) != 1) {
    const nb::object error = nb::module_::import_("jaxlib._ir.core").attr("MLIRError");
    PyErr_SetString(error.ptr(), "only a function of one block can be inlined");
    throw nb::python_error();
  }
  return held(blocks, 0, classes.block);
}

// inline_call(callee, args, loc=None)
PyObject* inline_call(PyObject*, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"callee", "args", "loc", nullptr};
  PyObject *callee = nullptr, *values = nullptr, *location = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|O", const_cast<char**>(names), &callee, &values, &location)) {
    return nullptr;
  }
  return guarded([&] {
    if (absent(location)) location = current_location();
    PyObject* point = current_point();
    if (location == nullptr) {
      no_location();
      throw nb::python_error();
    }
    if (!is(location, classes.location)) throw nb::type_error("loc: wanted a Location");
    if (absent(point)) throw std::invalid_argument("No current InsertionPoint");
    const nb::object own = nb::borrow(location), at = nb::borrow(point), function = nb::handle(callee).attr("opview");
    const nb::object body = body_of(function);
    const Block* block = as_block(body.ptr());
    const nb::object given = checked(PySequence_List(values)), mapped = checked(PyDict_New());
    if (PyList_GET_SIZE(given.ptr()) != PyList_GET_SIZE(block->arguments)) {
      throw std::invalid_argument("inlining wants " + std::to_string(PyList_GET_SIZE(block->arguments)) +
                                  " values, and was given " + std::to_string(PyList_GET_SIZE(given.ptr())));
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(given.ptr()); ++i) {
      map(mapped.ptr(), held(block->arguments, i, classes.argument), nb::borrow(PyList_GET_ITEM(given.ptr(), i)));
    }
    Caller caller(own.ptr());
    const Relocate relocate = [&](PyObject* each) { return caller(each); };
    const Py_ssize_t last = PyList_GET_SIZE(block->operations) - 1;
    if (last < 0) throw std::invalid_argument("a block without a terminator cannot be inlined");
    const nb::object end = held(block->operations, last, classes.operation);
    for (Py_ssize_t i = 0; i < last && i < PyList_GET_SIZE(block->operations); ++i) {
      const nb::object each = held(block->operations, i, classes.operation);
      const nb::object copy = clone(as_operation(each.ptr()), mapped.ptr(), relocate);
      if (!insert_at(at.ptr(), copy.ptr())) throw nb::python_error();
    }
    const Operation* terminator = as_operation(end.ptr());
    nb::list found;
    for (Py_ssize_t i = 0; i < terminator->operand_count; ++i) {
      found.append(standing(terminator->operands[i], mapped.ptr()));
    }
    return found;
  });
}

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

// What determines whether an operation is valid: its name, types and attributes, and those of its regions.
class Signature {
 public:
  // A new tuple, for one operation after the other.
  nb::object of(const Operation* op) {
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
    nb::object tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(parts_.size())));
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), Py_NewRef(parts_[i]));
    }
    return tuple;
  }

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
      const Use& use = op->operands[i];
      const Operation* from = as_operation(use.of);
      parts_.push_back(is(use.of, classes.argument)     ? as_argument(use.of)->type
                       : use.index < from->result_count ? from->results[use.index]
                                                        : Py_None);
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
    walk(op, [&](PyObject* each) {
      nb::object key = nb::none();
      if (PySet_Contains(args[2], as_operation(each)->name) == 0) {
        key = signature.of(as_operation(each));
        const int known = PySet_Contains(args[1], key.ptr());
        if (known > 0) return;
        if (known < 0) key = nb::none();  // a part that has no hash, which the caller refuses
      }
      PyErr_Clear();
      found.append(nb::make_tuple(nb::handle(each), key));
    });
    return found;
  });
}

// Finds the first operand that is not defined before its operation, in the same block or an enclosing one, and
// terminators before the end of a block. The order of operations in a module's own block has no meaning, and regions with several blocks are skipped.
class Dominance {
 public:
  // Sets the operation and the operand index. False if there is no such operand.
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
    const std::size_t before = defined_.size();
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(block->arguments); ++i) {
      define({PyList_GET_ITEM(block->arguments, i), 0});
    }
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(block->operations); ++k) {
      nb::object inner = held(block->operations, k, classes.operation);
      const Operation* op = as_operation(inner.ptr());
      const int ends = k + 1 < PyList_GET_SIZE(block->operations) ? PySet_Contains(classes.terminators, op->name) : 0;
      if (ends < 0) throw nb::python_error();
      if (ends > 0) {
        at = std::move(inner);
        number = -1;
        return true;
      }
      for (Py_ssize_t i = 0; ordered && i < op->operand_count; ++i) {
        if (visible_.count(key_of(op->operands[i])) != 0) continue;
        at = std::move(inner);
        number = i;
        return true;
      }
      if (PySequence_Size(op->regions) != 0 && misplaced(inner.ptr(), at, number)) return true;
      if (ordered) {
        for (Py_ssize_t i = 0; i < op->result_count; ++i) define({inner.ptr(), i});
      }
    }
    while (defined_.size() > before) {
      visible_.erase(defined_.back());
      defined_.pop_back();
    }
    return false;
  }

  void define(const Key& key) {
    if (visible_.insert(key).second) defined_.push_back(key);
  }

  std::unordered_set<Key, KeyHash> visible_;
  std::vector<Key> defined_;
};

PyObject* misplaced(PyObject*, PyObject* op) {
  op = viewed(op);
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "misplaced: wanted an operation, found %R", op);
    return nullptr;
  }
  return guarded([&]() -> nb::object {
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
    {"clone", reinterpret_cast<PyCFunction>(&clone_operation), METH_FASTCALL,
     "clone(op, mapped, relocate=None)\n--\n\n"
     "A detached copy whose operands are replaced according to `mapped`; its results are added there.\n"
     "`relocate` maps locations."},
    {"inline_call", reinterpret_cast<PyCFunction>(&inline_call), METH_VARARGS | METH_KEYWORDS,
     "inline_call(callee, args, loc=None)\n--\n\n"
     "Copy the body of a single-block function to the insertion point, as called from a location with those values.\n"
     "Returns the values that it would return."},
    {}};

}  // namespace

void bind_clone(nb::module_& native) {
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
