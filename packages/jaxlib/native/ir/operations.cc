// Operations.

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ir.h"

#include <structmember.h>

namespace jaxlib::ir {
// Freeing an operation may free those that define its operands, and so on: a long chain would overflow the stack.
// Therefore they are deferred until the first one is freed.
void release(PyObject* object) {
  if (object == nullptr) return;
  if (Py_REFCNT(object) > 1) {
    Py_DECREF(object);
    return;
  }
  thread_local std::vector<PyObject*> left;
  thread_local bool releasing = false;
  left.push_back(object);
  if (releasing) return;
  releasing = true;
  while (!left.empty()) {
    PyObject* each = left.back();
    left.pop_back();
    Py_DECREF(each);
  }
  releasing = false;
}

namespace {

void drop_operands(Operation* op) {
  Use* old = std::exchange(op->operands, nullptr);
  const Py_ssize_t count = std::exchange(op->operand_count, 0);
  for (Py_ssize_t i = 0; i < count; ++i) old[i].unlink();
  for (Py_ssize_t i = 0; i < count; ++i) release(old[i].of);
  PyMem_Free(old);
}

void drop_successors(Operation* op) {
  Parent* old = std::exchange(op->successors, nullptr);
  const Py_ssize_t count = std::exchange(op->successor_count, 0);
  for (Py_ssize_t i = 0; i < count; ++i) old[i].clear();
  PyMem_Free(old);
}

void drop_results(Operation* op) {
  PyObject** old = std::exchange(op->results, nullptr);
  const Py_ssize_t count = std::exchange(op->result_count, 0);
  for (Py_ssize_t i = 0; i < count; ++i) Py_XDECREF(old[i]);
  PyMem_Free(old);
}

bool set_operands(Operation* op, PyObject* given) {
  PyObject* list = items_of(given, "operands: wanted a sequence of values");
  if (list == nullptr) return false;
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(list);
  Use* made = count == 0 ? nullptr : static_cast<Use*>(PyMem_Malloc(sizeof(Use) * static_cast<std::size_t>(count)));
  Py_ssize_t done = 0;
  bool good = count == 0 || made != nullptr;
  while (good && done < count) {
    good = to_use(PySequence_Fast_GET_ITEM(list, done), made[done]);
    done += good ? 1 : 0;
  }
  Py_DECREF(list);
  if (!good) {
    for (Py_ssize_t i = 0; i < done; ++i) Py_DECREF(made[i].of);
    PyMem_Free(made);
    return false;
  }
  drop_operands(op);
  op->operands = made;
  op->operand_count = count;
  for (Py_ssize_t i = 0; i < count; ++i) made[i].link(as_object(op));
  return true;
}

}  // namespace

bool valid(PyObject* op) {
  if (Py_TYPE(op) != classes.erased || classes.erased == nullptr) return true;
  PyErr_SetString(PyExc_RuntimeError, "the operation has been invalidated");
  return false;
}

bool set_results(Operation* op, PyObject* types) {
  PyObject* list = items_of(types, "results: wanted a sequence of types");
  if (list == nullptr) return false;
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(list);
  PyObject** made = nullptr;
  if (count != 0) {
    made = static_cast<PyObject**>(PyMem_Malloc(sizeof(PyObject*) * static_cast<std::size_t>(count)));
    if (made == nullptr) {
      Py_DECREF(list);
      PyErr_NoMemory();
      return false;
    }
    for (Py_ssize_t i = 0; i < count; ++i) made[i] = Py_NewRef(PySequence_Fast_GET_ITEM(list, i));
  }
  Py_DECREF(list);
  drop_results(op);
  op->results = made;
  op->result_count = count;
  return true;
}

bool Attributes::reserve(Py_ssize_t count) {
  clear();
  if (count == 0) return true;
  named_ = static_cast<Named*>(PyMem_Malloc(sizeof(Named) * static_cast<std::size_t>(count)));
  if (named_ == nullptr) PyErr_NoMemory();
  return named_ != nullptr;
}

bool Attributes::assign(PyObject* dict) {
  const ObjectLocked held(dict);
  if (!reserve(PyDict_GET_SIZE(dict))) return false;
  PyObject *name, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &name, &value) != 0) named_[count_++] = {Py_NewRef(name), Py_NewRef(value)};
  return true;
}

bool Attributes::assign(const Attributes& other) {
  if (!reserve(other.size())) return false;
  other.each([&](PyObject* name, PyObject* value) { named_[count_++] = {Py_NewRef(name), Py_NewRef(value)}; });
  return true;
}

PyObject* Attributes::dict() {
  if (dict_ != nullptr) return dict_;
  PyObject* made = PyDict_New();
  for (Py_ssize_t i = 0; made != nullptr && i < count_; ++i) {
    if (PyDict_SetItem(made, named_[i].name, named_[i].value) != 0) Py_CLEAR(made);
  }
  if (made == nullptr) return nullptr;
  clear();
  return dict_ = made;
}

bool Attributes::add(PyObject* name, PyObject* value) {
  if (dict_ != nullptr) return PyDict_SetDefault(dict_, name, value) != nullptr;
  for (Py_ssize_t i = 0; i < count_; ++i) {
    const int same = named_[i].name == name ? 1 : PyObject_RichCompareBool(named_[i].name, name, Py_EQ);
    if (same != 0) return same > 0;
  }
  void* room = PyMem_Realloc(named_, sizeof(Named) * static_cast<std::size_t>(count_ + 1));
  if (room == nullptr) {
    PyErr_NoMemory();
    return false;
  }
  named_ = static_cast<Named*>(room);
  named_[count_++] = {Py_NewRef(name), Py_NewRef(value)};
  return true;
}

void Attributes::clear() {
  Named* old = std::exchange(named_, nullptr);
  const Py_ssize_t count = std::exchange(count_, 0);
  for (Py_ssize_t i = 0; i < count; ++i) {
    Py_DECREF(old[i].name);
    Py_DECREF(old[i].value);
  }
  PyMem_Free(old);
  Py_CLEAR(dict_);
}

decltype(alive) alive{0};

PyObject* make_operation(PyTypeObject* type) {
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  ++alive;
  Operation* op = as_operation(made);
  op->name = PyUnicode_New(0, 0);
  op->regions = empty();
  return made;
}

bool set_successors(Operation* op, PyObject* blocks) {
  PyObject* list = items_of(blocks, "successors: wanted a sequence of blocks");
  if (list == nullptr) return false;
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(list);
  void* room = count == 0 ? nullptr : PyMem_Calloc(static_cast<std::size_t>(count), sizeof(Parent));
  auto* made = static_cast<Parent*>(room);
  Py_ssize_t done = 0;
  while (made != nullptr && done < count && is(PySequence_Fast_GET_ITEM(list, done), classes.block)) {
    PyObject* block = PySequence_Fast_GET_ITEM(list, done);
    made[done++].set(block, as_block(block)->self);
  }
  const bool good = done == count;
  if (made == nullptr && !good) {
    PyErr_NoMemory();
  } else if (!good) {
    PyErr_Format(PyExc_TypeError, "successors: wanted blocks, found %R", PySequence_Fast_GET_ITEM(list, done));
  }
  Py_DECREF(list);
  if (good) {
    drop_successors(op);
    std::swap(op->successors, made);
    std::swap(op->successor_count, done);
  }
  for (Py_ssize_t i = 0; made != nullptr && i < done; ++i) made[i].clear();
  PyMem_Free(made);
  return good;
}

PyObject* empty() {
  static PyObject* made = PyTuple_New(0);
  return Py_NewRef(made);
}

bool make_regions(Operation* op, Py_ssize_t count) {
  if (count == 0) {
    Py_XSETREF(op->regions, empty());
    return true;
  }
  PyObject* list = PyList_New(count);
  if (list == nullptr) return false;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* made = make_region(classes.own_region, as_object(op));
    if (made == nullptr) {
      Py_DECREF(list);
      return false;
    }
    PyList_SET_ITEM(list, i, made);
  }
  Py_XSETREF(op->regions, list);
  return true;
}

namespace {

// Initializes a new operation with its parts and inserts it: `ip` is an InsertionPoint, None for the current one,
// or False for none. `attributes` is a dict, or null; `defaults` is a tuple of pairs, the attributes that the operation
// gets if it has none of those names, or null.
bool fill(Operation* op, PyObject* name, PyObject* operands, PyObject* attributes, PyObject* defaults,
          PyObject* results, Py_ssize_t regions, PyObject* successors, PyObject* location, PyObject* ip) {
  if (absent(location)) location = current_location();
  if (location == nullptr) {
    no_location();
    return false;
  }
  if (!is(location, classes.location)) {
    PyErr_Format(PyExc_TypeError, "loc: wanted a Location, found %R", location);
    return false;
  }
  // Strong references, because iterating over the operands may run Python, which may change what is current.
  const nb::object own_location = nb::borrow(location);
  const nb::object point = nb::borrow(absent(ip) ? current_point() : ip);
  if (!set_operands(op, operands) || !set_results(op, results) || !make_regions(op, regions)) return false;
  if (!absent(successors) && !set_successors(op, successors)) return false;
  Py_XSETREF(op->name, Py_NewRef(name));
  if (attributes == nullptr) {
    op->attributes.clear();
  } else if (!op->attributes.assign(attributes)) {
    return false;
  }
  for (Py_ssize_t i = 0; defaults != nullptr && i < PyTuple_GET_SIZE(defaults); ++i) {
    PyObject* pair = PyTuple_GET_ITEM(defaults, i);
    if (!op->attributes.add(PyTuple_GET_ITEM(pair, 0), PyTuple_GET_ITEM(pair, 1))) return false;
  }
  Py_XSETREF(op->location, Py_NewRef(location));
  op->block.clear();
  return ip == Py_False || !point.is_valid() || insert_at(point.ptr(), as_object(op));
}

// _fill(name, operands, attributes, results, regions, successors, loc, ip)
PyObject* operation_fill(PyObject* self, PyObject* const* args, Py_ssize_t count) {
  if (count != 8 || !PyDict_Check(args[2])) {
    PyErr_SetString(PyExc_TypeError,
                    "_fill(name, operands, attributes: dict, results, regions, successors, loc, ip)");
    return nullptr;
  }
  const Py_ssize_t regions = PyLong_AsSsize_t(args[4]);
  if (regions == -1 && PyErr_Occurred() != nullptr) return nullptr;
  if (!fill(as_operation(self), args[0], args[1], args[2], nullptr, args[3], regions, args[5], args[6], args[7])) {
    return nullptr;
  }
  Py_RETURN_NONE;
}

PyObject* operation_new(PyTypeObject* type, PyObject* args, PyObject*) {
  // Casting an operation that already has this class returns the operation itself.
  if (PyTuple_GET_SIZE(args) == 1 && is(PyTuple_GET_ITEM(args, 0), type)) return Py_NewRef(PyTuple_GET_ITEM(args, 0));
  return make_operation(type);
}

struct Given {
  PyObject *results = nullptr, *operands = nullptr, *attributes = nullptr, *successors = nullptr, *regions = nullptr,
           *loc = nullptr, *ip = nullptr;
};

// Where the value of a keyword belongs; null, with a TypeError set, for a keyword that there is not.
PyObject** place_of(PyObject* key, Given& given) {
  struct Named {
    PyObject* name;
    PyObject* Given::*member;
  };
  static const Named all[] = {{PyUnicode_InternFromString("results"), &Given::results},
                              {PyUnicode_InternFromString("operands"), &Given::operands},
                              {PyUnicode_InternFromString("attributes"), &Given::attributes},
                              {PyUnicode_InternFromString("successors"), &Given::successors},
                              {PyUnicode_InternFromString("regions"), &Given::regions},
                              {PyUnicode_InternFromString("loc"), &Given::loc},
                              {PyUnicode_InternFromString("ip"), &Given::ip}};
  for (const Named& each : all) {  // the compiler of Python interns the keywords of a call
    if (each.name == key) return &(given.*each.member);
  }
  if (!PyUnicode_Check(key)) {  // Python does not check the keywords when a class is called
    PyErr_SetString(PyExc_TypeError, "keywords must be strings");
    return nullptr;
  }
  for (const Named& each : all) {
    if (PyUnicode_Compare(each.name, key) == 0) return &(given.*each.member);
  }
  if (PyErr_Occurred() == nullptr) PyErr_Format(PyExc_TypeError, "OpView() got an unexpected keyword argument %R", key);
  return nullptr;
}

// Flattens operands or results that are given by segment; the segment sizes become the attribute `key`.
PyObject* flattened(PyObject* given, PyObject* groups, PyObject* attributes, const char* key) {
  PyObject* name = PyUnicode_FromString(key);
  PyObject* found = PyObject_CallFunctionObjArgs(classes.segments, given, groups, attributes, name, nullptr);
  Py_XDECREF(name);
  return found;
}

// The attributes that were given, as a dict; a new one where none were.
nb::object attributes_of(PyObject* given) {
  if (absent(given)) return checked(PyDict_New());
  if (PyDict_CheckExact(given)) return nb::borrow(given);
  return checked(PyObject_CallOneArg(reinterpret_cast<PyObject*>(&PyDict_Type), given));
}

// Called when an operation could not be built, with an error set. If an operand is not a value, replaces that error by
// upstream's, which has the operand's number.
void name_operand(PyObject* name, PyObject* operands) {
  PyObject *kind = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&kind, &value, &trace);
  for (Py_ssize_t i = 0; PyList_Check(operands); ++i) {
    const nb::object operand = nb::borrow(list_item(operands, i));
    if (!operand.is_valid()) break;
    Use use{};
    if (to_use(operand.ptr(), use)) {
      Py_DECREF(use.of);
      continue;
    }
    PyObject* text = nullptr;
    if (PyErr_ExceptionMatches(PyExc_ValueError)) {  // an operation without a result, or with several
      PyObject *own_kind = nullptr, *own = nullptr, *own_trace = nullptr;
      PyErr_Fetch(&own_kind, &own, &own_trace);
      text = own == nullptr ? nullptr : PyObject_Str(own);
      Py_XDECREF(own_kind);
      Py_XDECREF(own);
      Py_XDECREF(own_trace);
    } else if (PyErr_ExceptionMatches(PyExc_TypeError)) {
      PyErr_Clear();
      text = PyUnicode_FromString(operand.is_none() ? "contained a None item" : "is not a Value");
    }
    if (text == nullptr) break;
    PyErr_Format(PyExc_ValueError, "Operand %zd of operation \"%U\" must be a Value (%U)", i, name, text);
    Py_DECREF(text);
    break;
  }
  if (PyErr_Occurred() == nullptr) {
    PyErr_Restore(kind, value, trace);
    return;
  }
  Py_XDECREF(kind);
  Py_XDECREF(value);
  Py_XDECREF(trace);
}

// The operands as values: type inference rules need values, so other operands are converted first.
nb::object values_of(PyObject* name, PyObject* operands) {
  nb::object taken = checked(PySequence_List(operands));
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(taken.ptr()); ++i) {
    Use use{};
    if (is(PyList_GET_ITEM(taken.ptr(), i), classes.value)) continue;
    if (!to_use(PyList_GET_ITEM(taken.ptr(), i), use)) {
      name_operand(name, taken.ptr());
      throw nb::python_error();
    }
    PyObject* value = value_of(use);
    Py_DECREF(use.of);
    if (value == nullptr) throw nb::python_error();
    PyList_SetItem(taken.ptr(), i, value);
  }
  return taken;
}

// How many regions an operation gets: what was given, or the fewest that its class allows.
Py_ssize_t region_count(PyObject* name, PyObject* ods_regions, PyObject* given) {
  Py_ssize_t least = 0;
  bool exactly = false;
  if (!absent(ods_regions)) {
    least = nb::cast<Py_ssize_t>(nb::handle(ods_regions)[0]);
    exactly = nb::cast<bool>(nb::handle(ods_regions)[1]);
  }
  const Py_ssize_t regions = absent(given) ? least : nb::cast<Py_ssize_t>(nb::handle(given));
  if (regions < least || (exactly && regions > least)) {
    throw std::invalid_argument("Operation \"" + text(name) + "\" requires " + std::to_string(least) +
                                " regions but was built with regions=" + std::to_string(regions));
  }
  return regions;
}

// The default attributes of a class's operations, `_defaults`, which the registry sets: a tuple of pairs.
nb::object pairs_of(PyTypeObject* type) {
  static PyObject* name = PyUnicode_InternFromString("_defaults");
  nb::object found = checked(PyObject_GetAttr(reinterpret_cast<PyObject*>(type), name));
  bool right = PyTuple_CheckExact(found.ptr()) != 0;
  for (Py_ssize_t i = 0; right && i < PyTuple_GET_SIZE(found.ptr()); ++i) {
    PyObject* pair = PyTuple_GET_ITEM(found.ptr(), i);
    right = PyTuple_CheckExact(pair) != 0 && PyTuple_GET_SIZE(pair) == 2;
  }
  if (!right) throw std::invalid_argument("_defaults: wanted a tuple of pairs");
  return found;
}

// Gives a new operation the class that its own was replaced with, `_successor`: a pair of both; a subclass inherits it.
void succeed(PyObject* self) {
  static PyObject *name = PyUnicode_InternFromString("_successor"), *its_class = PyUnicode_InternFromString("__class__");
  const nb::object found = checked(PyObject_GetAttr(reinterpret_cast<PyObject*>(Py_TYPE(self)), name));
  if (found.is_none()) return;
  if (!PyTuple_CheckExact(found.ptr()) || PyTuple_GET_SIZE(found.ptr()) != 2) {
    throw std::invalid_argument("_successor: wanted a pair of classes");
  }
  if (PyTuple_GET_ITEM(found.ptr(), 0) != reinterpret_cast<PyObject*>(Py_TYPE(self))) return;
  if (PyObject_SetAttr(self, its_class, PyTuple_GET_ITEM(found.ptr(), 1)) != 0) throw nb::python_error();
}

// OpView(name, ods_regions, operand_segments, result_segments, *, results, operands, attributes, successors,
// regions, loc, ip), the form in which the dialects' classes call it.
bool initialize(PyObject* self, PyObject* const* args, Py_ssize_t count, const Given& given) {
  if (count == 1 && args[0] == self) return true;  // a cast
  if (count < 1 || count > 4 || !PyUnicode_Check(args[0])) {
    PyErr_SetString(PyExc_TypeError,
                    "OpView(name, ods_regions, operand_segments, result_segments, *, results, operands, ...)");
    return false;
  }
  const auto at = [&](Py_ssize_t i) { return i < count ? args[i] : nullptr; };
  PyObject *name = at(0), *ods_regions = at(1), *operand_groups = at(2), *result_groups = at(3);
  PyObject* outcome = guarded([&]() -> PyObject* {
    nb::object attributes = attributes_of(given.attributes);
    nb::object operands = absent(given.operands) ? nb::steal(empty()) : nb::borrow(given.operands);
    if (!absent(operand_groups)) {
      operands = checked(flattened(operands.ptr(), operand_groups, attributes.ptr(), "operandSegmentSizes"));
    }
    nb::object results = nb::borrow(absent(given.results) ? Py_None : given.results);
    if (results.is_none()) {
      operands = values_of(name, operands.ptr());
      results = inferred(name, operands.ptr(), attributes.ptr());
    } else if (!absent(result_groups)) {
      results = checked(flattened(results.ptr(), result_groups, attributes.ptr(), "resultSegmentSizes"));
    }
    const Py_ssize_t regions = region_count(name, ods_regions, given.regions);
    const nb::object defaults = pairs_of(Py_TYPE(self));
    if (!fill(as_operation(self), name, operands.ptr(), attributes.ptr(), defaults.ptr(), results.ptr(), regions,
              given.successors, given.loc, given.ip)) {
      name_operand(name, operands.ptr());
      throw nb::python_error();
    }
    succeed(self);
    return Py_NewRef(Py_None);
  });
  Py_XDECREF(outcome);
  return outcome != nullptr;
}

int view_init(PyObject* self, PyObject* args, PyObject* kwargs) {
  Given given;
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (kwargs != nullptr && PyDict_Next(kwargs, &at, &key, &value) != 0) {
    PyObject** place = place_of(key, given);
    if (place == nullptr) return -1;
    *place = value;
  }
  return initialize(self, PySequence_Fast_ITEMS(args), PyTuple_GET_SIZE(args), given) ? 0 : -1;
}

// __init__ as `super().__init__` finds it, for which Python makes neither a tuple nor a dict of the arguments.
PyObject* operation_init(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  Given given;
  for (Py_ssize_t i = 0; names != nullptr && i < PyTuple_GET_SIZE(names); ++i) {
    PyObject** place = place_of(PyTuple_GET_ITEM(names, i), given);
    if (place == nullptr) return nullptr;
    *place = args[count + i];
  }
  if (!initialize(self, args, count, given)) return nullptr;
  Py_RETURN_NONE;
}

void operation_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Operation* op = as_operation(self);
  Parent::gone(op->self);
  op->block.clear();
  drop_operands(op);
  drop_successors(op);
  drop_results(op);
  op->attributes.clear();
  release(std::exchange(op->regions, nullptr));
  Py_CLEAR(op->name);
  release(std::exchange(op->location, nullptr));
  --alive;
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* operation_operands(PyObject* self, void*) {
  Operation* op = as_operation(self);
  PyObject* list = PyList_New(op->operand_count);
  for (Py_ssize_t i = 0; list != nullptr && i < op->operand_count; ++i) {
    PyObject* value = value_of(op->operands[i]);
    if (value == nullptr) {
      Py_CLEAR(list);
    } else {
      PyList_SET_ITEM(list, i, value);
    }
  }
  return list;
}

int operation_set_operands(PyObject* self, PyObject* given, void*) {
  if (given == nullptr) {
    PyErr_SetString(PyExc_AttributeError, "an operation's operands cannot be deleted");
    return -1;
  }
  return set_operands(as_operation(self), given) ? 0 : -1;
}

PyObject* operation_results(PyObject* self, void*) {
  Operation* op = as_operation(self);
  PyObject* list = PyList_New(op->result_count);
  for (Py_ssize_t i = 0; list != nullptr && i < op->result_count; ++i) {
    PyObject* value = make_result(self, i);
    if (value == nullptr) {
      Py_CLEAR(list);
    } else {
      PyList_SET_ITEM(list, i, value);
    }
  }
  return list;
}

PyObject* operation_result(PyObject* self, void*) {
  return check_one(as_operation(self)) ? make_result(self, 0) : nullptr;
}

PyObject* operation_result_list(PyObject* self, void*) {
  return guarded([&] { return make_items(classes.result_list, checked(operation_results(self, nullptr)), nullptr); });
}

PyObject* operation_operand_list(PyObject* self, void*) {
  return guarded([&] { return make_items(classes.operand_list, checked(operation_operands(self, nullptr)), self); });
}

PyObject* operation_result_types(PyObject* self, void*) {
  Operation* op = as_operation(self);
  PyObject* list = PyList_New(op->result_count);
  for (Py_ssize_t i = 0; list != nullptr && i < op->result_count; ++i) {
    PyList_SET_ITEM(list, i, Py_NewRef(op->results[i]));
  }
  return list;
}

PyObject* operation_operand_types(PyObject* self, void*) {
  Operation* op = as_operation(self);
  PyObject* list = PyList_New(op->operand_count);
  for (Py_ssize_t i = 0; list != nullptr && i < op->operand_count; ++i) {
    const Use& use = op->operands[i];
    PyObject* type = type_of(use);
    if (type == nullptr) {
      Py_CLEAR(list);
      PyErr_Format(PyExc_RuntimeError, "%S has no result %zd", as_operation(use.of)->name, use.index);
    } else {
      PyList_SET_ITEM(list, i, Py_NewRef(type));
    }
  }
  return list;
}

int operation_set_result_types(PyObject* self, PyObject* types, void*) {
  if (types == nullptr) {
    PyErr_SetString(PyExc_AttributeError, "an operation's results cannot be deleted");
    return -1;
  }
  return set_results(as_operation(self), types) ? 0 : -1;
}

PyObject* operation_set_operand(PyObject* self, PyObject* const* args, Py_ssize_t count) {
  if (count != 2) {
    PyErr_SetString(PyExc_TypeError, "_set_operand(index, value)");
    return nullptr;
  }
  Operation* op = as_operation(self);
  Py_ssize_t index = PyLong_AsSsize_t(args[0]);
  if (index == -1 && PyErr_Occurred() != nullptr) return nullptr;
  if (index < 0) index += op->operand_count;
  if (index < 0 || index >= op->operand_count) {
    PyErr_Format(PyExc_IndexError, "%S has %zd operands", op->name, op->operand_count);
    return nullptr;
  }
  Use use{};
  if (!to_use(args[1], use)) return nullptr;
  Use& place = op->operands[index];
  place.unlink();
  PyObject* old = std::exchange(place, use).of;
  place.link(self);
  release(old);
  Py_RETURN_NONE;
}

PyObject* operation_invalidate(PyObject* self, PyObject*) {
  return guarded([&] {
    walk(self, [](PyObject* each) {
      Operation* op = as_operation(each);
      for (Py_ssize_t i = 0; i < op->operand_count; ++i) op->operands[i].unlink();
    });
    if (PyObject_SetAttrString(self, "__class__", reinterpret_cast<PyObject*>(classes.erased)) != 0) {
      throw nb::python_error();
    }
    return nb::none();
  });
}

PyObject* operation_attributes(PyObject* self, void*) {
  PyObject* found = as_operation(self)->attributes.dict();
  return found == nullptr ? nullptr : Py_NewRef(found);
}

PyObject* operation_block(PyObject* self, void*) { return or_none(as_operation(self)->block.get()); }

PyObject* operation_successors(PyObject* self, void*) {
  Operation* op = as_operation(self);
  if (op->successor_count == 0) return empty();
  PyObject* list = PyList_New(op->successor_count);
  for (Py_ssize_t i = 0; list != nullptr && i < op->successor_count; ++i) {
    PyObject* block = op->successors[i].get();
    if (block == nullptr) {
      Py_CLEAR(list);
      PyErr_Format(PyExc_RuntimeError, "%S: a successor no longer exists", op->name);
    } else {
      PyList_SET_ITEM(list, i, Py_NewRef(block));
    }
  }
  return list;
}

int operation_set_successors(PyObject* self, PyObject* given, void*) {
  if (given == nullptr) {
    PyErr_SetString(PyExc_AttributeError, "an operation's successors cannot be deleted");
    return -1;
  }
  return set_successors(as_operation(self), given) ? 0 : -1;
}

int operation_set_block(PyObject* self, PyObject* given, void*) {
  return set_parent(as_operation(self)->block, given, classes.block, &as_block, "a Block");
}

PyObject* count_alive(PyObject*, PyObject*) { return PyLong_FromSsize_t(alive); }

PyObject* operation_is_used(PyObject* self, void*) { return PyBool_FromLong(as_operation(self)->uses != nullptr); }

PyObject* itself(PyObject* self, void*) { return Py_NewRef(self); }
PyObject* operation_plain(PyObject* self, void*) { return plain(self); }

PyMemberDef operation_members[] = {{"_name", T_OBJECT, offsetof(Operation, name), 0, nullptr},
                                   {"_location", T_OBJECT, offsetof(Operation, location), 0, nullptr},
                                   {"location", T_OBJECT, offsetof(Operation, location), 0, "Its location."},
                                   {"_regions", T_OBJECT, offsetof(Operation, regions), 0, nullptr},
                                   {"_of_module", T_BOOL, offsetof(Operation, of_module), 0, nullptr},
                                   {}};
PyGetSetDef operation_properties[] = {
    {"_attributes", &operation_attributes, nullptr, "The dict of its attributes.", nullptr},
    {"_operands", &operation_operands, &operation_set_operands, "A new list of the operands.", nullptr},
    {"_results", &operation_results, nullptr, "A new list of the results.", nullptr},
    {"_operand_types", &operation_operand_types, nullptr, "A new list of the operand types.", nullptr},
    {"_result_types", &operation_result_types, &operation_set_result_types, "A new list of the result types.",
     nullptr},
    {"_successors", &operation_successors, &operation_set_successors, "The successor blocks.", nullptr},
    {"_is_used", &operation_is_used, nullptr, "Whether an operation uses one of its results.", nullptr},
    {"_parent", &operation_block, &operation_set_block, nullptr, nullptr},
    {"block", &operation_block, nullptr, "The block that contains it.", nullptr},
    {"result", &operation_result, nullptr, "The single result.", nullptr},
    {"results", &operation_result_list, nullptr, "The results, an OpResultList.", nullptr},
    {"operands", &operation_operand_list, nullptr, "The operands, an OpOperandList.", nullptr},
    {"operation", &operation_plain, nullptr, "The operation itself, with the members of Operation.", nullptr},
    {"opview", &itself, nullptr, "Itself.", nullptr},
    {}};
PyMethodDef operation_methods[] = {
    {"__init__", reinterpret_cast<PyCFunction>(&operation_init), METH_FASTCALL | METH_KEYWORDS | METH_COEXIST,
     "Initialize and insert a new operation."},
    {"_fill", reinterpret_cast<PyCFunction>(&operation_fill), METH_FASTCALL,
     "_fill(name, operands, attributes, results, regions, successors, loc, ip)\n--\n\n"
     "Initialize and insert it: ip is an InsertionPoint, None for the current one or False for none."},
    {"_set_operand", reinterpret_cast<PyCFunction>(&operation_set_operand), METH_FASTCALL,
     "_set_operand(index, value)\n--\n\nReplace an operand."},
    {"_invalidate", &operation_invalidate, METH_NOARGS,
     "_invalidate()\n--\n\nMark it as erased: it drops its operands, and any further use raises an error."},
    {}};
PyType_Slot operation_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&operation_new)},
                                 {Py_tp_init, reinterpret_cast<void*>(&view_init)},
                                 {Py_tp_dealloc, reinterpret_cast<void*>(&operation_dealloc)},
                                 {Py_tp_members, operation_members},
                                 {Py_tp_getset, operation_properties},
                                 {Py_tp_methods, operation_methods},
                                 {0, nullptr}};
PyType_Spec operation_spec = {"jaxlib._native.ir.Operation", sizeof(Operation), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, operation_slots};

PyMethodDef functions[] = {
    {"alive", &count_alive, METH_NOARGS, "alive()\n--\n\nThe number of live operations, regions and blocks."}, {}};

}  // namespace

void bind_operations(Module& native) {
  classes.operation = add_class(native, "Operation", operation_spec);
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
