// Values, regions, blocks and insertion points.

#include <algorithm>
#include <utility>

#include "ir.h"

#include <structmember.h>

namespace jaxlib::ir {

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

bool check_one(Operation* op) {
  if (op->result_count == 1) return true;
  PyErr_Format(PyExc_ValueError,
               "Cannot call .result on operation %S which has %zd results (it is only valid for operations with a "
               "single result)",
               op->name, op->result_count);
  return false;
}

bool to_use(PyObject* given, Use& use) {
  if (is(given, classes.argument)) {
    use = {Py_NewRef(given), 0, nullptr, nullptr, nullptr};
    return true;
  }
  if (is(given, classes.value)) {
    use = {Py_NewRef(as_value(given)->owner), as_value(given)->index, nullptr, nullptr, nullptr};
    return true;
  }
  given = viewed(given);
  if (is(given, classes.operation)) {
    if (!valid(given) || !check_one(as_operation(given))) return false;
    use = {Py_NewRef(given), 0, nullptr, nullptr, nullptr};
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

namespace {

PyObject* value_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"owner", "index", nullptr};
  PyObject* owner = nullptr;
  Py_ssize_t index = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|n", const_cast<char**>(names), &owner, &index)) return nullptr;
  owner = viewed(owner);
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

// The slot with a value's type; null, with an error set, if its operation no longer has such a result.
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
  if (!is(type, classes.type)) {
    PyErr_Format(PyExc_TypeError, "set_type: wanted a Type, found %R", type);
    return nullptr;
  }
  PyObject** slot = type_slot(self);
  if (slot == nullptr) return nullptr;
  Py_XSETREF(*slot, Py_NewRef(type));
  Py_RETURN_NONE;
}

Py_hash_t value_hash(PyObject* self) {
  const Value* own = as_value(self);
  const bool argument = own->owner == nullptr;
  const auto owner = reinterpret_cast<std::uintptr_t>(argument ? self : own->owner);
  const auto index = static_cast<std::size_t>(argument ? 0 : own->index);
  const auto hash = static_cast<Py_hash_t>(combine(static_cast<std::size_t>(owner >> 4), index));
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

// A list of the operations that use the value, each with its operand index; the most recent use first.
PyObject* value_uses(PyObject* self, void*) {
  const bool argument = is(self, classes.argument);
  PyObject* found = PyList_New(0);
  if (found == nullptr) return nullptr;
  for (const Use* use = uses_of(argument ? self : as_value(self)->owner); use != nullptr; use = use->next) {
    if (!argument && use->index != as_value(self)->index) continue;
    PyObject* pair = Py_BuildValue("(On)", use->user, static_cast<Py_ssize_t>(use - as_operation(use->user)->operands));
    const bool added = pair != nullptr && PyList_Append(found, pair) == 0;
    Py_XDECREF(pair);
    if (!added) {
      Py_DECREF(found);
      return nullptr;
    }
  }
  return found;
}

PyMemberDef value_members[] = {{"_index", T_PYSSIZET, offsetof(Value, index), READONLY, nullptr}, {}};
PyGetSetDef value_properties[] = {{"_owner", &value_owner, nullptr, nullptr, nullptr},
                                  {"owner", &value_owner, nullptr, "The operation or block that owns it.", nullptr},
                                  {"_type", &value_type, nullptr, nullptr, nullptr},
                                  {"type", &value_type, nullptr, "Its type.", nullptr},
                                  {"_uses", &value_uses, nullptr, "A new list of (operation, operand number).", nullptr},
                                  {}};
PyMethodDef value_methods[] = {{"set_type", &value_set_type, METH_O, "Change its type."}, {}};
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
    {"location", T_OBJECT, offsetof(Argument, location), READONLY, "Its location."},
    {}};
PyType_Slot argument_slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(&argument_dealloc)},
                                {Py_tp_members, argument_members},
                                {0, nullptr}};
PyType_Spec argument_spec = {"jaxlib._native.ir.Argument", sizeof(Argument), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, argument_slots};

}  // namespace

PyObject* add_argument(PyObject* block, PyObject* type, PyObject* location) {
  if (absent(location)) location = current_location();
  if (location == nullptr) return no_location();
  PyObject* list = as_block(block)->arguments;
  PyObject* made = classes.own_argument->tp_alloc(classes.own_argument, 0);
  if (made == nullptr) return nullptr;
  as_argument(made)->block.set(block, as_block(block)->self);
  as_value(made)->index = PyList_GET_SIZE(list);
  as_argument(made)->type = Py_NewRef(type);
  as_argument(made)->location = Py_NewRef(location);
  if (PyList_Append(list, made) != 0) Py_CLEAR(made);
  return made;
}

// ---- Regions and blocks

namespace {

void region_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Parent::gone(as_region(self)->self);
  as_region(self)->owner.clear();
  release(std::exchange(as_region(self)->blocks, nullptr));
  --alive;
  type->tp_free(self);
  Py_DECREF(type);
}

}  // namespace

PyObject* make_region(PyTypeObject* type, PyObject* owner) {
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  ++alive;
  as_region(made)->owner.set(owner, as_operation(owner)->self);
  as_region(made)->blocks = PyList_New(0);
  return made;
}

namespace {

PyObject* region_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"owner", nullptr};
  PyObject* owner = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", const_cast<char**>(names), &owner)) return nullptr;
  owner = viewed(owner);
  if (!is(owner, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "Region: wanted an operation, found %R", owner);
    return nullptr;
  }
  return make_region(type, owner);
}

PyObject* region_owner(PyObject* self, void*) { return or_none(as_region(self)->owner.get()); }

PyMemberDef region_members[] = {{"_blocks", T_OBJECT, offsetof(Region, blocks), READONLY, nullptr}, {}};
PyGetSetDef region_properties[] = {{"_owner", &region_owner, nullptr, nullptr, nullptr},
                                   {"owner", &region_owner, nullptr, "The operation that contains it.", nullptr},
                                   {}};
PyType_Slot region_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&region_new)},
                              {Py_tp_dealloc, reinterpret_cast<void*>(&region_dealloc)},
                              {Py_tp_members, region_members},
                              {Py_tp_getset, region_properties},
                              {0, nullptr}};
PyType_Spec region_spec = {"jaxlib._native.ir.Region", sizeof(Region), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                           region_slots};

void block_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Parent::gone(as_block(self)->self);
  as_block(self)->region.clear();
  release(std::exchange(as_block(self)->operations, nullptr));
  Py_CLEAR(as_block(self)->arguments);
  --alive;
  type->tp_free(self);
  Py_DECREF(type);
}

}  // namespace

PyObject* make_block(PyTypeObject* type, PyObject* region) {
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  ++alive;
  if (region != nullptr) as_block(made)->region.set(region, as_region(region)->self);
  as_block(made)->operations = PyList_New(0);
  as_block(made)->arguments = PyList_New(0);
  return made;
}

namespace {

// The subclass's __init__ sets the arguments.
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
  if (type == nullptr || !is(type, classes.type) || (!absent(location) && !is(location, classes.location))) {
    PyErr_Format(PyExc_TypeError, "add_argument: wanted a Type and a Location, found %R and %R", type == nullptr ? Py_None : type,
                 location == nullptr ? Py_None : location);
    return nullptr;
  }
  return add_argument(self, type, location);
}

// The index of an operation in its block, searched for outward from the last one that was found; -1 if it is not there.
Py_ssize_t position_of(PyObject* block, const PyObject* op) {
  Block* own = as_block(block);
  const Py_ssize_t count = PyList_GET_SIZE(own->operations);
  const Py_ssize_t start = std::min(own->near, count);
  Py_ssize_t before = start - 1;
  Py_ssize_t after = start;
  while (before >= 0 || after < count) {
    if (after < count) {
      if (PyList_GET_ITEM(own->operations, after) == op) return own->near = after;
      ++after;
    }
    if (before >= 0) {
      if (PyList_GET_ITEM(own->operations, before) == op) return own->near = before;
      --before;
    }
  }
  return -1;
}

PyObject* block_position(PyObject* self, PyObject* op) {
  const Py_ssize_t at = position_of(self, viewed(op));
  if (at >= 0) return PyLong_FromSsize_t(at);
  PyErr_Format(PyExc_ValueError, "%R is not in the block", op);
  return nullptr;
}

// _insert(op, before): inserts before that operation of the block, or for None at the end, even after a terminator.
PyObject* block_insert(PyObject* self, PyObject* const* args, Py_ssize_t count) {
  PyObject* op = count == 2 ? viewed(args[0]) : nullptr;
  if (op == nullptr || !is(op, classes.operation)) {
    PyErr_SetString(PyExc_TypeError, "_insert(op, before): wanted an operation, and another one or None");
    return nullptr;
  }
  if (!valid(op) || !insert(self, viewed(args[1]), op)) return nullptr;
  Py_RETURN_NONE;
}

PyGetSetDef block_properties[] = {{"_region", &block_region, &block_set_region, nullptr, nullptr},
                                  {"region", &block_region, nullptr, "The region that contains it.", nullptr},
                                  {}};
PyMemberDef block_members[] = {{"_operations", T_OBJECT, offsetof(Block, operations), READONLY, nullptr},
                               {"_arguments", T_OBJECT, offsetof(Block, arguments), READONLY, nullptr},
                               {}};
PyMethodDef block_methods[] = {{"add_argument", reinterpret_cast<PyCFunction>(&block_add_argument),
                                METH_VARARGS | METH_KEYWORDS, "Append an argument."},
                               {"_insert", reinterpret_cast<PyCFunction>(&block_insert), METH_FASTCALL,
                                "_insert(op, before)\n--\n\nInsert op before an operation, or for None at the end."},
                               {"_position", &block_position, METH_O, "_position(op)\n--\n\nThe index of op."},
                               {}};
PyType_Slot block_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&block_new)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&block_dealloc)},
                             {Py_tp_members, block_members},
                             {Py_tp_getset, block_properties},
                             {Py_tp_methods, block_methods},
                             {0, nullptr}};
PyType_Spec block_spec = {"jaxlib._native.ir.Block", sizeof(Block), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                          block_slots};

// ---- Insertion points

}  // namespace

bool within(PyObject* block, PyObject* op) {
  if (as_operation(op)->self == nullptr) return false;  // no regions, so it contains nothing
  while (!absent(block)) {
    PyObject* region = as_block(block)->region.get();
    PyObject* owner = absent(region) ? nullptr : as_region(region)->owner.get();
    if (owner == op) return true;
    block = absent(owner) ? nullptr : as_operation(owner)->block.get();
  }
  return false;
}

constexpr char kAttached[] = "Attempt to insert operation that is already attached";

bool insert(PyObject* block, PyObject* before, PyObject* op) {
  if (as_operation(op)->block.get() != nullptr) {
    PyErr_SetString(PyExc_ValueError, kAttached);
    return false;
  }
  if (within(block, op)) {
    PyErr_Format(PyExc_ValueError, "%R cannot be moved into a block inside it", op);
    return false;
  }
  PyObject* list = as_block(block)->operations;
  int failed;
  if (absent(before)) {
    failed = PyList_Append(list, op);
  } else {
    const Py_ssize_t at = position_of(block, before);
    if (at < 0) {
      PyErr_SetString(PyExc_ValueError, "the insertion point's operation is no longer in its block");
      return false;
    }
    failed = PyList_Insert(list, at, op);
  }
  if (failed != 0) return false;
  as_operation(op)->block.set(block, as_block(block)->self);
  return true;
}

bool insert_at(PyObject* point, PyObject* op) {
  if (!is(point, classes.point)) {
    PyErr_Format(PyExc_TypeError, "ip: wanted an InsertionPoint, found %R", point);
    return false;
  }
  if (!valid(op)) return false;
  PyObject* before = as_point(point)->before;
  if (absent(before)) {
    PyObject* list = as_block(as_point(point)->block)->operations;
    const Py_ssize_t count = PyList_GET_SIZE(list);
    PyObject* last = count == 0 ? nullptr : PyList_GET_ITEM(list, count - 1);
    PyObject* name = last != nullptr && is(last, classes.operation) ? as_operation(last)->name : nullptr;
    if (name != nullptr && PyUnicode_CheckExact(name) && PySet_Contains(classes.terminators, name) == 1) {
      PyErr_SetString(PyExc_IndexError,
                      "Cannot insert operation at the end of a block that already has a terminator. Did you mean to "
                      "use 'InsertionPoint.at_block_terminator(block)' versus 'InsertionPoint(block)'?");
      return false;
    }
  }
  return insert(as_point(point)->block, before, op);
}

namespace {

PyObject* point_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"at", nullptr};
  PyObject* at = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", const_cast<char**>(names), &at)) return nullptr;
  at = viewed(at);
  PyObject *block = at, *before = nullptr;
  if (is(at, classes.operation)) {
    if (!valid(at)) return nullptr;
    block = as_operation(at)->block.get();
    before = at;
  }
  if (is(at, classes.operation) && absent(block)) {
    PyErr_Format(PyExc_ValueError,
                 "Detached operations have no parent: InsertionPoint wanted a block, or an operation in one; found %R",
                 at);
    return nullptr;
  }
  if (!is(block, classes.block)) {
    PyErr_Format(PyExc_TypeError, "InsertionPoint: wanted a block, or an operation in one; found %R", at);
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
  enter(Entered::kPoint, absent(location) ? nullptr : reinterpret_cast<Location*>(location)->context, self);
  return Py_NewRef(self);
}

PyObject* point_exit(PyObject* self, PyObject* const*, Py_ssize_t count) {
  return exit_with(Entered::kPoint, self, count);
}

PyObject* point_reference(PyObject* self, void*) {
  PyObject* before = as_point(self)->before;
  return absent(before) ? Py_NewRef(Py_None) : plain(before);
}

PyObject* point_insert(PyObject* self, PyObject* op) {
  op = viewed(op);
  if (!is(op, classes.operation)) {
    PyErr_Format(PyExc_TypeError, "insert: wanted an operation, found %R", op);
    return nullptr;
  }
  if (as_operation(op)->of_module) {
    PyErr_SetString(PyExc_ValueError, kAttached);
    return nullptr;
  }
  if (!insert_at(self, op)) return nullptr;
  Py_RETURN_NONE;
}

PyMemberDef point_members[] = {
    {"block", T_OBJECT, offsetof(Point, block), READONLY, "The block into which operations are inserted."},
    {}};
PyGetSetDef point_properties[] = {
    {"ref_operation", &point_reference, nullptr, "The operation before which others are inserted, or None.", nullptr}, {}};
PyMethodDef point_methods[] = {
    {"__enter__", &point_enter, METH_NOARGS, "Make it the current insertion point."},
    {"__exit__", reinterpret_cast<PyCFunction>(&point_exit), METH_FASTCALL, "Restore the previous insertion point."},
    {"insert", &point_insert, METH_O, "Insert an operation."},
    {}};
PyType_Slot point_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&point_new)},
                             {Py_tp_dealloc, reinterpret_cast<void*>(&point_dealloc)},
                             {Py_tp_members, point_members},
                             {Py_tp_getset, point_properties},
                             {Py_tp_methods, point_methods},
                             {0, nullptr}};
PyType_Spec point_spec = {"jaxlib._native.ir.InsertionPoint", sizeof(Point), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, point_slots};

}  // namespace

void bind_blocks(Module& native) {
  classes.value = classes.result = add_class(native, "Value", value_spec);
  classes.argument = classes.own_argument = add_class(native, "Argument", argument_spec, classes.value);
  classes.region = classes.own_region = add_class(native, "Region", region_spec);
  classes.block = classes.own_block = add_class(native, "Block", block_spec);
  classes.point = add_class(native, "InsertionPoint", point_spec);
}

}  // namespace jaxlib::ir
