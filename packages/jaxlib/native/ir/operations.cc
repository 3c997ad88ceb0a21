// Values, operations, regions, blocks and insertion points.

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir.h"

#include <structmember.h>

namespace jaxlib::ir {
namespace {

Value* as_value(PyObject* object) { return reinterpret_cast<Value*>(object); }
Argument* as_argument(PyObject* object) { return reinterpret_cast<Argument*>(object); }
Operation* as_operation(PyObject* object) { return reinterpret_cast<Operation*>(object); }
Region* as_region(PyObject* object) { return reinterpret_cast<Region*>(object); }
Block* as_block(PyObject* object) { return reinterpret_cast<Block*>(object); }
Point* as_point(PyObject* object) { return reinterpret_cast<Point*>(object); }
PyObject* as_object(Operation* op) { return reinterpret_cast<PyObject*>(op); }

// An attribute that is null, and None for Python.
PyObject* or_none(PyObject* found) { return Py_NewRef(found == nullptr ? Py_None : found); }

nb::object owned(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

// ---- Values

PyObject* make_result(PyObject* op, Py_ssize_t index) {
  PyObject* made = classes.result->tp_alloc(classes.result, 0);
  if (made == nullptr) return nullptr;
  as_value(made)->owner = Py_NewRef(op);
  as_value(made)->index = index;
  return made;
}

PyObject* value_of(const Use& use) {
  return is(use.of, classes.argument) ? Py_NewRef(use.of) : make_result(use.of, use.index);
}

// Whether an operation has one result; else an error is set.
bool check_one(Operation* op) {
  if (op->result_count == 1) return true;
  PyErr_Format(PyExc_ValueError,
               "Cannot call .result on operation %S which has %zd results (it is only valid for operations with a "
               "single result)",
               op->name, op->result_count);
  return false;
}

// The Parent of a Region is an Operation, and so on.
void put_into(PyObject* op, PyObject* block) { as_operation(op)->block.set(block, as_block(block)->self); }

// A setter of a Parent: None, or an object of a class.
template <class Holder>
int set_parent(Parent& parent, PyObject* given, PyTypeObject* type, Holder* (*as)(PyObject*), const char* what) {
  if (given == nullptr || given == Py_None) {
    parent.clear();
    return 0;
  }
  if (!is(given, type)) {
    PyErr_Format(PyExc_TypeError, "wanted %s or None, found %R", what, given);
    return -1;
  }
  parent.set(given, as(given)->self);
  return 0;
}

// Takes a reference for `use`.
bool to_use(PyObject* given, Use& use) {
  if (is(given, classes.argument)) {
    use = {Py_NewRef(given), 0};
    return true;
  }
  if (is(given, classes.value)) {
    use = {Py_NewRef(as_value(given)->owner), as_value(given)->index};
    return true;
  }
  if (is(given, classes.operation)) {
    if (!check_one(as_operation(given))) return false;
    use = {Py_NewRef(given), 0};
    return true;
  }
  PyObject* found = PyObject_CallOneArg(classes.one_value, given);
  if (found == nullptr) return false;
  const bool right = is(found, classes.value);
  const bool done = right && to_use(found, use);
  if (!right) PyErr_Format(PyExc_TypeError, "wanted a Value, found %R", found);
  Py_DECREF(found);
  return done;
}

PyObject* value_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"owner", "index", nullptr};
  PyObject* owner = nullptr;
  Py_ssize_t index = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|n", const_cast<char**>(names), &owner, &index)) return nullptr;
  if (is(owner, classes.value)) {  // a cast
    if (is(owner, type)) return Py_NewRef(owner);
    if (is(owner, classes.argument) || PyType_IsSubtype(type, classes.argument)) {
      PyErr_Format(PyExc_ValueError, "Cannot cast %R to %s", owner, type->tp_name);
      return nullptr;
    }
    index = as_value(owner)->index;
    owner = as_value(owner)->owner;
  }
  if (!is(owner, classes.operation) || PyType_IsSubtype(type, classes.argument)) {
    PyErr_Format(PyExc_TypeError, "%s: wanted an operation, found %R", type->tp_name, owner);
    return nullptr;
  }
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  as_value(made)->owner = Py_NewRef(owner);
  as_value(made)->index = index;
  return made;
}

void value_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_value(self)->owner);
  type->tp_free(self);
  Py_DECREF(type);
}

// Where the type of a value is kept; null, with an error, where its operation has no such result any more.
PyObject** type_slot(PyObject* self) {
  if (is(self, classes.argument)) return &as_argument(self)->type;
  Operation* op = as_operation(as_value(self)->owner);
  const Py_ssize_t index = as_value(self)->index;
  if (index < 0 || index >= op->result_count) {
    PyErr_Format(PyExc_RuntimeError, "%S has no result %zd", op->name, index);
    return nullptr;
  }
  return &op->results[index];
}

PyObject* value_type(PyObject* self, void*) {
  PyObject** slot = type_slot(self);
  return slot == nullptr ? nullptr : or_none(*slot);
}

PyObject* value_set_type(PyObject* self, PyObject* type) {
  PyObject** slot = type_slot(self);
  if (slot == nullptr) return nullptr;
  Py_XSETREF(*slot, Py_NewRef(type));
  Py_RETURN_NONE;
}

Py_hash_t value_hash(PyObject* self) {
  const Value* own = as_value(self);
  const auto owner = reinterpret_cast<std::uintptr_t>(own->owner == nullptr ? self : own->owner);
  const auto hash =
      static_cast<Py_hash_t>(combine(static_cast<std::size_t>(owner >> 4), static_cast<std::size_t>(own->owner == nullptr ? 0 : own->index)));
  return hash == -1 ? -2 : hash;
}

PyObject* value_compare(PyObject* self, PyObject* other, int op) {
  if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  const bool same = self == other || (is(other, classes.value) && as_value(self)->owner != nullptr &&
                                      as_value(self)->owner == as_value(other)->owner &&
                                      as_value(self)->index == as_value(other)->index);
  return PyBool_FromLong(same == (op == Py_EQ));
}

PyObject* value_owner(PyObject* self, void*) {
  return or_none(is(self, classes.argument) ? as_argument(self)->block.get() : as_value(self)->owner);
}

PyMemberDef value_members[] = {{"_index", T_PYSSIZET, offsetof(Value, index), READONLY, nullptr}, {}};
PyGetSetDef value_properties[] = {{"_owner", &value_owner, nullptr, nullptr, nullptr},
                                  {"owner", &value_owner, nullptr, "Its operation or block.", nullptr},
                                  {"_type", &value_type, nullptr, nullptr, nullptr},
                                  {"type", &value_type, nullptr, "Its type.", nullptr},
                                  {}};
PyMethodDef value_methods[] = {{"set_type", &value_set_type, METH_O, "Make it of another type."}, {}};
PyType_Slot value_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&value_new)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&value_dealloc)},
                             {Py_tp_hash, reinterpret_cast<void*>(&value_hash)},
                             {Py_tp_richcompare, reinterpret_cast<void*>(&value_compare)},
                             {Py_tp_members, value_members},
                             {Py_tp_getset, value_properties},
                             {Py_tp_methods, value_methods},
                             {0, nullptr}};
PyType_Spec value_spec = {"jaxlib._native.ir.Value", sizeof(Value), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                          value_slots};

// ---- Arguments

void argument_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  as_argument(self)->block.clear();
  Py_CLEAR(as_argument(self)->type);
  Py_CLEAR(as_argument(self)->location);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef argument_members[] = {
    {"_index", T_PYSSIZET, offsetof(Argument, value.index), 0, nullptr},
    {"_location", T_OBJECT, offsetof(Argument, location), 0, nullptr},
    {"location", T_OBJECT, offsetof(Argument, location), READONLY, "Where it is from."},
    {}};
PyType_Slot argument_slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(&argument_dealloc)},
                                {Py_tp_members, argument_members},
                                {0, nullptr}};
PyType_Spec argument_spec = {"jaxlib._native.ir.Argument", sizeof(Argument), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, argument_slots};

// A new reference, and one that the block has.
PyObject* add_argument(PyObject* block, PyObject* type, PyObject* location) {
  PyObject* list = as_block(block)->arguments;
  PyObject* made = classes.own_argument->tp_alloc(classes.own_argument, 0);
  if (made == nullptr) return nullptr;
  as_argument(made)->block.set(block, as_block(block)->self);
  as_value(made)->index = PyList_GET_SIZE(list);
  as_argument(made)->type = Py_NewRef(type);
  if (absent(location)) location = current_location();
  as_argument(made)->location =
      absent(location) ? make_location(classes.unknown, PyTuple_New(0), current_context()) : Py_NewRef(location);
  if (as_argument(made)->location == nullptr || PyList_Append(list, made) != 0) Py_CLEAR(made);
  return made;
}

// ---- Regions and blocks

int region_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(as_region(self)->blocks);
  return 0;
}

int region_clear(PyObject* self) {
  Py_CLEAR(as_region(self)->blocks);
  return 0;
}

void region_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Parent::gone(as_region(self)->self);
  as_region(self)->owner.clear();
  region_clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* make_region(PyTypeObject* type, PyObject* owner) {
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  as_region(made)->owner.set(owner, as_operation(owner)->self);
  as_region(made)->blocks = PyList_New(0);
  return made;
}

PyObject* region_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"owner", nullptr};
  PyObject* owner = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!", const_cast<char**>(names), classes.operation, &owner)) {
    return nullptr;
  }
  return make_region(type, owner);
}

PyObject* region_owner(PyObject* self, void*) { return or_none(as_region(self)->owner.get()); }

PyMemberDef region_members[] = {{"_blocks", T_OBJECT, offsetof(Region, blocks), READONLY, nullptr}, {}};
PyGetSetDef region_properties[] = {{"_owner", &region_owner, nullptr, nullptr, nullptr},
                                   {"owner", &region_owner, nullptr, "The operation that it is of.", nullptr},
                                   {}};
PyType_Slot region_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&region_new)},
                              {Py_tp_traverse, reinterpret_cast<void*>(&region_traverse)},
                              {Py_tp_clear, reinterpret_cast<void*>(&region_clear)},
                              {Py_tp_dealloc, reinterpret_cast<void*>(&region_dealloc)},
                              {Py_tp_members, region_members},
                              {Py_tp_getset, region_properties},
                              {0, nullptr}};
PyType_Spec region_spec = {"jaxlib._native.ir.Region", sizeof(Region), 0,
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, region_slots};

int block_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(as_block(self)->operations);
  Py_VISIT(as_block(self)->arguments);
  return 0;
}

int block_clear(PyObject* self) {
  Py_CLEAR(as_block(self)->operations);
  Py_CLEAR(as_block(self)->arguments);
  return 0;
}

void block_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Parent::gone(as_block(self)->self);
  as_block(self)->region.clear();
  block_clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* make_block(PyTypeObject* type, PyObject* region) {
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  if (region != nullptr) as_block(made)->region.set(region, as_region(region)->self);
  as_block(made)->operations = PyList_New(0);
  as_block(made)->arguments = PyList_New(0);
  return made;
}

// Its arguments are its subclass's matter.
PyObject* block_new(PyTypeObject* type, PyObject* args, PyObject*) {
  PyObject* region = PyTuple_GET_SIZE(args) > 0 ? PyTuple_GET_ITEM(args, 0) : nullptr;
  return make_block(type, region != nullptr && is(region, classes.region) ? region : nullptr);
}

PyObject* block_region(PyObject* self, void*) { return or_none(as_block(self)->region.get()); }

int block_set_region(PyObject* self, PyObject* given, void*) {
  return set_parent(as_block(self)->region, given, classes.region, &as_region, "a Region");
}

PyObject* block_add_argument(PyObject* self, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"type", "loc", nullptr};
  PyObject *type = nullptr, *location = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O", const_cast<char**>(names), &type, &location)) return nullptr;
  return add_argument(self, type, location);
}

PyGetSetDef block_properties[] = {{"_region", &block_region, &block_set_region, nullptr, nullptr},
                                  {"region", &block_region, nullptr, "The region that it is in.", nullptr},
                                  {}};
PyMemberDef block_members[] = {{"_operations", T_OBJECT, offsetof(Block, operations), READONLY, nullptr},
                               {"_arguments", T_OBJECT, offsetof(Block, arguments), READONLY, nullptr},
                               {}};
PyMethodDef block_methods[] = {{"add_argument", reinterpret_cast<PyCFunction>(&block_add_argument),
                                METH_VARARGS | METH_KEYWORDS, "One more argument."},
                               {}};
PyType_Slot block_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&block_new)},
                             {Py_tp_traverse, reinterpret_cast<void*>(&block_traverse)},
                             {Py_tp_clear, reinterpret_cast<void*>(&block_clear)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&block_dealloc)},
                             {Py_tp_members, block_members},
                             {Py_tp_getset, block_properties},
                             {Py_tp_methods, block_methods},
                             {0, nullptr}};
PyType_Spec block_spec = {"jaxlib._native.ir.Block", sizeof(Block), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, block_slots};

// ---- Insertion points

bool insert(PyObject* block, PyObject* before, PyObject* op) {
  if (as_operation(op)->block.get() != nullptr) {
    PyErr_SetString(PyExc_ValueError, "Attempt to insert operation that is already attached to a block");
    return false;
  }
  PyObject* list = as_block(block)->operations;
  int failed;
  if (absent(before)) {
    failed = PyList_Append(list, op);
  } else {
    const Py_ssize_t count = PyList_GET_SIZE(list);
    Py_ssize_t at = 0;
    while (at < count && PyList_GET_ITEM(list, at) != before) ++at;
    if (at == count) {
      PyErr_SetString(PyExc_ValueError, "the insertion point's operation is not in its block any more");
      return false;
    }
    failed = PyList_Insert(list, at, op);
  }
  if (failed != 0) return false;
  put_into(op, block);
  return true;
}

bool insert_at(PyObject* point, PyObject* op) {
  if (!is(point, classes.point)) {
    PyErr_Format(PyExc_TypeError, "ip: wanted an InsertionPoint, found %R", point);
    return false;
  }
  return insert(as_point(point)->block, as_point(point)->before, op);
}

PyObject* point_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"at", nullptr};
  PyObject* at = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", const_cast<char**>(names), &at)) return nullptr;
  PyObject *block = at, *before = nullptr;
  if (is(at, classes.operation)) {
    block = as_operation(at)->block.get();
    before = at;
  }
  if (absent(block) || !is(block, classes.block)) {
    PyErr_Format(PyExc_ValueError, "InsertionPoint: wanted a block, or an operation in one; found %R", at);
    return nullptr;
  }
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  as_point(made)->block = Py_NewRef(block);
  as_point(made)->before = Py_XNewRef(before);
  return made;
}

void point_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_point(self)->block);
  Py_CLEAR(as_point(self)->before);
  type->tp_free(self);
  Py_DECREF(type);
}

PyObject* point_enter(PyObject* self, PyObject*) {
  PyObject* region = as_block(as_point(self)->block)->region.get();
  PyObject* owner = region == nullptr ? nullptr : as_region(region)->owner.get();
  PyObject* location = owner == nullptr ? nullptr : as_operation(owner)->location;
  enter(absent(location) ? nullptr : reinterpret_cast<Location*>(location)->context, nullptr, self);
  return Py_NewRef(self);
}

PyObject* point_exit(PyObject*, PyObject* const*, Py_ssize_t) {
  leave();
  Py_RETURN_NONE;
}

PyObject* point_insert(PyObject* self, PyObject* op) {
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "insert: wanted an operation, found %R", op);
    return nullptr;
  }
  if (!insert_at(self, op)) return nullptr;
  Py_RETURN_NONE;
}

PyMemberDef point_members[] = {
    {"block", T_OBJECT, offsetof(Point, block), READONLY, "The block in which new operations go."},
    {"ref_operation", T_OBJECT, offsetof(Point, before), READONLY, "The operation before which new ones go, or None."},
    {}};
PyMethodDef point_methods[] = {
    {"__enter__", &point_enter, METH_NOARGS, "Make it current."},
    {"__exit__", reinterpret_cast<PyCFunction>(&point_exit), METH_FASTCALL, "Make current what was before."},
    {"insert", &point_insert, METH_O, "Put an operation there."},
    {}};
PyType_Slot point_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&point_new)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&point_dealloc)},
                             {Py_tp_members, point_members},
                             {Py_tp_methods, point_methods},
                             {0, nullptr}};
PyType_Spec point_spec = {"jaxlib._native.ir.InsertionPoint", sizeof(Point), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, point_slots};

// ---- Operations

void drop_operands(Operation* op) {
  Use* old = std::exchange(op->operands, nullptr);
  const Py_ssize_t count = std::exchange(op->operand_count, 0);
  for (Py_ssize_t i = 0; i < count; ++i) Py_DECREF(old[i].of);
  PyMem_Free(old);
}

void drop_results(Operation* op) {
  PyObject** old = std::exchange(op->results, nullptr);
  const Py_ssize_t count = std::exchange(op->result_count, 0);
  for (Py_ssize_t i = 0; i < count; ++i) Py_XDECREF(old[i]);
  PyMem_Free(old);
}

bool set_operands(Operation* op, PyObject* given) {
  PyObject* list = PySequence_Fast(given, "operands: wanted a sequence of values");
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
  return true;
}

bool set_results(Operation* op, PyObject* types) {
  PyObject* list = PySequence_Fast(types, "results: wanted a sequence of types");
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

// An operation that was just made gets all it is made of, and its place: `ip` is an InsertionPoint, None for the
// current one, or False for none. `attributes` is a dict that will be its own.
bool fill(Operation* op, PyObject* name, PyObject* operands, PyObject* attributes, PyObject* results,
          Py_ssize_t regions, PyObject* successors, PyObject* location, PyObject* ip) {
  if (absent(location)) {
    location = current_location();
    if (location == nullptr) {
      PyErr_SetString(PyExc_RuntimeError,
                      "An MLIR function requires a Location but none was provided in the call or from the "
                      "surrounding environment. Either pass to the function with a 'loc=' argument or establish a "
                      "default using 'with loc:'");
      return false;
    }
  }
  if (!is(location, classes.location)) {
    PyErr_Format(PyExc_TypeError, "loc: wanted a Location, found %R", location);
    return false;
  }
  if (!set_operands(op, operands) || !set_results(op, results) || !make_regions(op, regions)) return false;
  PyObject* after = nullptr;
  if (absent(successors)) {
    after = empty();
  } else {
    const Py_ssize_t count = PyObject_Size(successors);
    if (count < 0) return false;
    after = count == 0 ? empty() : PySequence_List(successors);
  }
  if (after == nullptr) return false;
  Py_XSETREF(op->successors, after);
  Py_XSETREF(op->name, Py_NewRef(name));
  Py_XSETREF(op->attributes, Py_NewRef(attributes));
  Py_XSETREF(op->location, Py_NewRef(location));
  op->block.clear();
  if (ip == Py_False) return true;
  if (absent(ip)) ip = current_point();
  return ip == nullptr || insert_at(ip, as_object(op));
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
  if (!fill(as_operation(self), args[0], args[1], args[2], args[3], regions, args[5], args[6], args[7])) {
    return nullptr;
  }
  Py_RETURN_NONE;
}

PyObject* operation_new(PyTypeObject* type, PyObject* args, PyObject*) {
  // A cast of what is such an operation already is that operation.
  if (PyTuple_GET_SIZE(args) == 1 && is(PyTuple_GET_ITEM(args, 0), type)) return Py_NewRef(PyTuple_GET_ITEM(args, 0));
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  Operation* op = as_operation(made);
  op->regions = empty();
  op->successors = empty();
  return made;
}

struct Given {
  PyObject *results = nullptr, *operands = nullptr, *attributes = nullptr, *successors = nullptr, *regions = nullptr,
           *loc = nullptr, *ip = nullptr;
};

bool read_keywords(PyObject* kwargs, Given& given) {
  if (kwargs == nullptr) return true;
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(kwargs, &at, &key, &value) != 0) {
    const auto matches = [&](const char* name) { return PyUnicode_CompareWithASCIIString(key, name) == 0; };
    if (matches("results")) given.results = value;
    else if (matches("operands")) given.operands = value;
    else if (matches("attributes")) given.attributes = value;
    else if (matches("successors")) given.successors = value;
    else if (matches("regions")) given.regions = value;
    else if (matches("loc")) given.loc = value;
    else if (matches("ip")) given.ip = value;
    else {
      PyErr_Format(PyExc_TypeError, "OpView() got an unexpected keyword argument %R", key);
      return false;
    }
  }
  return true;
}

// Operands or results in groups, one after the other, and `key` among the attributes: the groups' sizes.
PyObject* flattened(PyObject* given, PyObject* groups, PyObject* attributes, const char* key) {
  PyObject* name = PyUnicode_FromString(key);
  PyObject* found = PyObject_CallFunctionObjArgs(classes.segments, given, groups, attributes, name, nullptr);
  Py_XDECREF(name);
  return found;
}

// OpView(name, ods_regions, operand_segments, result_segments, *, results, operands, attributes, successors, regions,
// loc, ip), as the classes of dialects call it.
int view_init(PyObject* self, PyObject* args, PyObject* kwargs) {
  const Py_ssize_t count = PyTuple_GET_SIZE(args);
  if (count == 1 && PyTuple_GET_ITEM(args, 0) == self) return 0;  // a cast
  Given given;
  if (count < 1 || count > 4 || !PyUnicode_Check(PyTuple_GET_ITEM(args, 0))) {
    PyErr_SetString(PyExc_TypeError,
                    "OpView(name, ods_regions, operand_segments, result_segments, *, results, operands, ...)");
    return -1;
  }
  if (!read_keywords(kwargs, given)) return -1;
  const auto at = [&](Py_ssize_t i) { return i < count ? PyTuple_GET_ITEM(args, i) : nullptr; };
  PyObject *name = at(0), *ods_regions = at(1), *operand_groups = at(2), *result_groups = at(3);
  PyObject* outcome = guarded([&]() -> PyObject* {
    nb::object attributes = absent(given.attributes) ? owned(PyDict_New())
                            : PyDict_CheckExact(given.attributes)
                                ? nb::borrow(given.attributes)
                                : owned(PyObject_CallOneArg(reinterpret_cast<PyObject*>(&PyDict_Type), given.attributes));
    nb::object operands = absent(given.operands) ? nb::steal(empty()) : nb::borrow(given.operands);
    if (!absent(operand_groups)) {
      operands = owned(flattened(operands.ptr(), operand_groups, attributes.ptr(), "operandSegmentSizes"));
    }
    nb::object results = nb::borrow(absent(given.results) ? Py_None : given.results);
    if (results.is_none()) {
      // Rules look at values; what else may stand for one is made one first.
      nb::object taken = owned(PySequence_List(operands.ptr()));
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(taken.ptr()); ++i) {
        Use use{};
        if (is(PyList_GET_ITEM(taken.ptr(), i), classes.value)) continue;
        if (!to_use(PyList_GET_ITEM(taken.ptr(), i), use)) throw nb::python_error();
        PyObject* value = value_of(use);
        Py_DECREF(use.of);
        if (value == nullptr) throw nb::python_error();
        PyList_SetItem(taken.ptr(), i, value);
      }
      operands = taken;
      results = owned(PyObject_CallFunctionObjArgs(classes.infer, name, taken.ptr(), attributes.ptr(), nullptr));
    } else if (!absent(result_groups)) {
      results = owned(flattened(results.ptr(), result_groups, attributes.ptr(), "resultSegmentSizes"));
    }
    Py_ssize_t least = 0, regions = 0;
    bool exactly = false;
    if (!absent(ods_regions)) {
      least = nb::cast<Py_ssize_t>(nb::handle(ods_regions)[0]);
      exactly = nb::cast<bool>(nb::handle(ods_regions)[1]);
    }
    regions = absent(given.regions) ? least : nb::cast<Py_ssize_t>(nb::handle(given.regions));
    if (regions < least || (exactly && regions > least)) {
      throw std::invalid_argument("Operation \"" + text(name) + "\" requires " + std::to_string(least) +
                                  " regions but was built with regions=" + std::to_string(regions));
    }
    if (!fill(as_operation(self), name, operands.ptr(), attributes.ptr(), results.ptr(), regions, given.successors,
              given.loc, given.ip)) {
      throw nb::python_error();
    }
    return Py_NewRef(Py_None);
  });
  if (outcome == nullptr) return -1;
  Py_DECREF(outcome);
  return 0;
}

int operation_traverse(PyObject* self, visitproc visit, void* arg) {
  Operation* op = as_operation(self);
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(op->attributes);
  Py_VISIT(op->regions);
  Py_VISIT(op->successors);
  for (Py_ssize_t i = 0; i < op->operand_count; ++i) Py_VISIT(op->operands[i].of);
  return 0;
}

int operation_clear(PyObject* self) {
  Operation* op = as_operation(self);
  drop_operands(op);
  Py_CLEAR(op->attributes);
  Py_CLEAR(op->regions);
  Py_CLEAR(op->successors);
  return 0;
}

void operation_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Operation* op = as_operation(self);
  Parent::gone(op->self);
  op->block.clear();
  operation_clear(self);
  drop_results(op);
  Py_CLEAR(op->name);
  Py_CLEAR(op->location);
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
    Operation* from = as_operation(use.of);
    PyObject* type = is(use.of, classes.argument)      ? as_argument(use.of)->type
                     : use.index < from->result_count ? from->results[use.index]
                                                      : nullptr;
    if (type == nullptr) {
      Py_CLEAR(list);
      PyErr_Format(PyExc_RuntimeError, "%S has no result %zd", from->name, use.index);
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
  PyObject* old = std::exchange(op->operands[index], use).of;
  Py_DECREF(old);
  Py_RETURN_NONE;
}

PyObject* operation_block(PyObject* self, void*) { return or_none(as_operation(self)->block.get()); }

int operation_set_block(PyObject* self, PyObject* given, void*) {
  return set_parent(as_operation(self)->block, given, classes.block, &as_block, "a Block");
}

PyObject* itself(PyObject* self, void*) { return Py_NewRef(self); }

PyMemberDef operation_members[] = {{"_name", T_OBJECT, offsetof(Operation, name), 0, nullptr},
                                   {"_attributes", T_OBJECT, offsetof(Operation, attributes), 0, nullptr},
                                   {"_location", T_OBJECT, offsetof(Operation, location), 0, nullptr},
                                   {"location", T_OBJECT, offsetof(Operation, location), 0, "Where it is from."},
                                   {"_regions", T_OBJECT, offsetof(Operation, regions), 0, nullptr},
                                   {"_successors", T_OBJECT, offsetof(Operation, successors), 0, nullptr},
                                   {}};
PyGetSetDef operation_properties[] = {
    {"_operands", &operation_operands, &operation_set_operands, "A new list of what it takes.", nullptr},
    {"_results", &operation_results, nullptr, "A new list of what it gives.", nullptr},
    {"_operand_types", &operation_operand_types, nullptr, "A new list of the types of what it takes.", nullptr},
    {"_result_types", &operation_result_types, &operation_set_result_types, "A new list of the types of what it gives.",
     nullptr},
    {"_parent", &operation_block, &operation_set_block, nullptr, nullptr},
    {"block", &operation_block, nullptr, "The block that it is in.", nullptr},
    {"result", &operation_result, nullptr, "The one thing that it gives.", nullptr},
    {"operation", &itself, nullptr, "Itself.", nullptr},
    {"opview", &itself, nullptr, "Itself.", nullptr},
    {}};
PyMethodDef operation_methods[] = {
    {"_fill", reinterpret_cast<PyCFunction>(&operation_fill), METH_FASTCALL,
     "_fill(name, operands, attributes, results, regions, successors, loc, ip)\n--\n\n"
     "What it is made of, and its place: ip is an InsertionPoint, None for the current one or False for none."},
    {"_set_operand", reinterpret_cast<PyCFunction>(&operation_set_operand), METH_FASTCALL,
     "_set_operand(index, value)\n--\n\nHave it take another value there."},
    {}};
PyType_Slot operation_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&operation_new)},
                                 {Py_tp_init, reinterpret_cast<void*>(&view_init)},
                                 {Py_tp_traverse, reinterpret_cast<void*>(&operation_traverse)},
                                 {Py_tp_clear, reinterpret_cast<void*>(&operation_clear)},
                                 {Py_tp_dealloc, reinterpret_cast<void*>(&operation_dealloc)},
                                 {Py_tp_members, operation_members},
                                 {Py_tp_getset, operation_properties},
                                 {Py_tp_methods, operation_methods},
                                 {0, nullptr}};
PyType_Spec operation_spec = {"jaxlib._native.ir.Operation", sizeof(Operation), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, operation_slots};

// ---- Copies

// What becomes of locations when a function is inlined: the caller's primitive, both stacks of names one after the
// other, and both places.
class Caller {
 public:
  explicit Caller(PyObject* location) : parts_(owned(split(location))) {}
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
    const nb::object own_parts = owned(split(location));
    PyObject* inner = part(own_parts, 1);
    nb::object own = nb::borrow(part(own_parts, 2));
    if (Py_TYPE(own.ptr()) == classes.unknown) {
      own = nb::borrow(place);
    } else if (Py_TYPE(place) != classes.unknown) {
      own = owned(make_location(classes.call, PyTuple_Pack(2, own.ptr(), place), context_of(place)));
    }
    const bool has_inner = PyUnicode_GET_LENGTH(inner) > 0, has_outer = PyUnicode_GET_LENGTH(outer) > 0;
    const nb::object name = has_inner && has_outer ? owned(PyUnicode_FromFormat("%U/%U", outer, inner))
                                                   : nb::borrow(has_inner ? inner : outer);
    nb::object found = owned(make_location(classes.named, PyTuple_Pack(2, name.ptr(), own.ptr()), context_of(own.ptr())));
    if (PyUnicode_GET_LENGTH(primitive) > 0) {
      found = owned(make_location(classes.named, PyTuple_Pack(2, primitive, found.ptr()), context_of(own.ptr())));
    }
    return found;
  }

  static PyObject* context_of(PyObject* location) { return reinterpret_cast<Location*>(location)->context; }

  nb::object parts_;
  std::unordered_map<PyObject*, nb::object> known_;  // by locations that are alive meanwhile
};

using Relocate = std::function<nb::object(PyObject*)>;

// What stands for a value: `mapped` is a dict of values.
nb::object standing(const Use& use, PyObject* mapped) {
  nb::object value = owned(value_of(use));
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
    const nb::object old = owned(PySequence_GetItem(op->regions, i)), own = owned(PySequence_GetItem(made->regions, i));
    PyObject* source = as_region(old.ptr())->blocks;
    for (Py_ssize_t j = 0; j < PyList_GET_SIZE(source); ++j) {
      PyObject* block = PyList_GET_ITEM(source, j);
      const nb::object copy = owned(make_block(classes.own_block, own.ptr()));
      if (PyList_Append(as_region(own.ptr())->blocks, copy.ptr()) != 0) throw nb::python_error();
      blocks[block] = copy.ptr();
      PyObject* arguments = as_block(block)->arguments;
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(arguments); ++k) {
        PyObject* argument = PyList_GET_ITEM(arguments, k);
        const nb::object copied =
            owned(add_argument(copy.ptr(), as_argument(argument)->type, as_argument(argument)->location));
        map(mapped, nb::borrow(argument), copied);
      }
    }
    for (Py_ssize_t j = 0; j < PyList_GET_SIZE(source); ++j) {
      PyObject* block = PyList_GET_ITEM(source, j);
      PyObject* operations = as_block(block)->operations;
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(operations); ++k) {
        const nb::object copy = clone(as_operation(PyList_GET_ITEM(operations, k)), mapped, relocate);
        Operation* inner = as_operation(copy.ptr());
        if (!insert(blocks[block], nullptr, copy.ptr())) throw nb::python_error();
        if (!PyList_Check(inner->successors)) continue;
        for (Py_ssize_t s = 0; s < PyList_GET_SIZE(inner->successors); ++s) {
          const auto found = blocks.find(PyList_GET_ITEM(inner->successors, s));
          if (found != blocks.end()) PyList_SetItem(inner->successors, s, Py_NewRef(found->second));
        }
      }
    }
  }
}

// A copy that takes what stands for values in `mapped`; its results are added there. It is in no block.
nb::object clone(Operation* op, PyObject* mapped, const Relocate& relocate) {
  PyTypeObject* type = Py_TYPE(as_object(op));
  nb::object copy = owned(type->tp_alloc(type, 0));
  Operation* made = as_operation(copy.ptr());
  made->regions = empty();
  made->successors = PySequence_Size(op->successors) > 0 ? PySequence_List(op->successors) : empty();
  made->name = Py_NewRef(op->name);
  made->attributes = owned(PyDict_Copy(op->attributes)).release().ptr();
  made->location = relocate ? relocate(op->location).release().ptr() : Py_NewRef(op->location);
  if (op->operand_count != 0) {
    made->operands = static_cast<Use*>(PyMem_Calloc(static_cast<std::size_t>(op->operand_count), sizeof(Use)));
    if (made->operands == nullptr) throw std::bad_alloc();
    for (Py_ssize_t i = 0; i < op->operand_count; ++i) {
      if (!to_use(standing(op->operands[i], mapped).ptr(), made->operands[i])) throw nb::python_error();
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
      map(mapped, owned(make_result(as_object(op), i)), owned(make_result(copy.ptr(), i)));
    }
  }
  if (PySequence_Size(op->regions) > 0) {
    // Manual computations get the caller's locations when they are called themselves.
    const bool own = PyUnicode_CompareWithASCIIString(op->name, "sdy.manual_computation") == 0;
    clone_regions(op, made, mapped, own ? Relocate() : relocate);
  }
  return copy;
}

// clone(op, mapped, relocate=None)
PyObject* clone_operation(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count < 2 || count > 3 || !is(args[0], classes.operation) || !PyDict_Check(args[1])) {
    PyErr_SetString(PyExc_TypeError, "clone(op, mapped: dict, relocate=None)");
    return nullptr;
  }
  return guarded([&] {
    Relocate relocate;
    if (count == 3 && args[2] != Py_None) {
      relocate = [function = args[2]](PyObject* location) { return owned(PyObject_CallOneArg(function, location)); };
    }
    return clone(as_operation(args[0]), args[1], relocate);
  });
}

// inline_block(block, values, location, point): copies all operations but the last one, and gives what that takes.
PyObject* inline_block(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count != 4 || !is(args[0], classes.block) || !is(args[2], classes.location) || !is(args[3], classes.point)) {
    PyErr_SetString(PyExc_TypeError, "inline_block(block, values, location, point)");
    return nullptr;
  }
  return guarded([&] {
    const Block* block = as_block(args[0]);
    const nb::object given = owned(PySequence_List(args[1])), mapped = owned(PyDict_New());
    if (PyList_GET_SIZE(given.ptr()) != PyList_GET_SIZE(block->arguments)) {
      throw std::invalid_argument("inlining wants " + std::to_string(PyList_GET_SIZE(block->arguments)) +
                                  " values, and was given " + std::to_string(PyList_GET_SIZE(given.ptr())));
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(given.ptr()); ++i) {
      map(mapped.ptr(), nb::borrow(PyList_GET_ITEM(block->arguments, i)), nb::borrow(PyList_GET_ITEM(given.ptr(), i)));
    }
    Caller caller(args[2]);
    const Relocate relocate = [&](PyObject* location) { return caller(location); };
    const Py_ssize_t last = PyList_GET_SIZE(block->operations) - 1;
    if (last < 0) throw std::invalid_argument("a block without a terminator cannot be inlined");
    for (Py_ssize_t i = 0; i < last; ++i) {
      const nb::object copy = clone(as_operation(PyList_GET_ITEM(block->operations, i)), mapped.ptr(), relocate);
      if (!insert_at(args[3], copy.ptr())) throw nb::python_error();
    }
    const Operation* terminator = as_operation(PyList_GET_ITEM(block->operations, last));
    nb::list found;
    for (Py_ssize_t i = 0; i < terminator->operand_count; ++i) {
      found.append(standing(terminator->operands[i], mapped.ptr()));
    }
    return found;
  });
}

// Adds the names of an operation and of all in it to a set.
void collect_names(const Operation* op, PyObject* found) {
  if (PySet_Add(found, op->name) != 0) throw nb::python_error();
  const Py_ssize_t count = PySequence_Size(op->regions);
  for (Py_ssize_t i = 0; i < count; ++i) {
    const nb::object region = owned(PySequence_GetItem(op->regions, i));
    PyObject* blocks = as_region(region.ptr())->blocks;
    for (Py_ssize_t j = 0; j < PyList_GET_SIZE(blocks); ++j) {
      PyObject* operations = as_block(PyList_GET_ITEM(blocks, j))->operations;
      for (Py_ssize_t k = 0; k < PyList_GET_SIZE(operations); ++k) {
        collect_names(as_operation(PyList_GET_ITEM(operations, k)), found);
      }
    }
  }
}

PyObject* names_in(PyObject*, PyObject* op) {
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "names: wanted an operation, found %R", op);
    return nullptr;
  }
  return guarded([&] {
    nb::object found = owned(PySet_New(nullptr));
    collect_names(as_operation(op), found.ptr());
    return found;
  });
}

PyMethodDef functions[] = {
    {"names", &names_in, METH_O, "names(op)\n--\n\nThe set of the names of an operation and of all in it."},
    {"clone", reinterpret_cast<PyCFunction>(&clone_operation), METH_FASTCALL,
     "clone(op, mapped, relocate=None)\n--\n\n"
     "A copy, in no block, that takes what `mapped` says of values; its results are added there.\n"
     "`relocate` says what becomes of locations."},
    {"inline_block", reinterpret_cast<PyCFunction>(&inline_block), METH_FASTCALL,
     "inline_block(block, values, location, point)\n--\n\n"
     "Copy all operations but the last one there, as called from a location with those values; gives what that one takes."},
    {}};

}  // namespace

void wire_operations(nb::module_& native) {
  const auto add = [&](const char* name, PyType_Spec& spec, PyTypeObject* base = nullptr) {
    nb::object made = checked(PyType_FromSpecWithBases(&spec, reinterpret_cast<PyObject*>(base)));
    native.attr(name) = made;
    return reinterpret_cast<PyTypeObject*>(made.release().ptr());
  };
  classes.value = classes.result = add("Value", value_spec);
  classes.argument = classes.own_argument = add("Argument", argument_spec, classes.value);
  classes.operation = add("Operation", operation_spec);
  classes.region = classes.own_region = add("Region", region_spec);
  classes.block = classes.own_block = add("Block", block_spec);
  classes.point = add("InsertionPoint", point_spec);
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
}

}  // namespace jaxlib::ir
