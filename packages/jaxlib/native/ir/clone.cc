// Cloning of operations, and inlining of functions.

#include <functional>
#include <string>
#include <unordered_map>
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

PyMethodDef functions[] = {
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

void bind_clone(Module& native) {
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
