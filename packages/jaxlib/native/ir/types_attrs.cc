// Types, attributes, locations, and the stack of current objects.

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bytecode_entries.h"
#include "ir.h"

#include <structmember.h>

namespace jaxlib::ir {

Classes classes{};

namespace {

// ---- Current objects

// The frame of one `with` statement. A context's frame inherits the location and insertion point of the frame below
// only if the context is the same: they have no meaning in another one.
struct Frame {
  Entered kind;
  PyObject *context, *location, *point;  // owned, or null
};

// Nothing is released at thread exit, when the GIL is not held; a thread has left all frames by then.
std::vector<Frame>& frames() {
  thread_local std::vector<Frame> own;
  return own;
}

PyObject* current(PyObject* Frame::*member) {
  const std::vector<Frame>& own = frames();
  return own.empty() ? nullptr : own.back().*member;
}

}  // namespace

void enter(Entered kind, PyObject* context, PyObject* object) {
  std::vector<Frame>& own = frames();
  Frame frame{kind, absent(context) ? current_context() : context, nullptr, nullptr};
  if (!own.empty() && own.back().context == frame.context) {
    frame.location = own.back().location;
    frame.point = own.back().point;
  }
  if (kind == Entered::kLocation) frame.location = object;
  if (kind == Entered::kPoint) frame.point = object;
  Py_XINCREF(frame.context);
  Py_XINCREF(frame.location);
  Py_XINCREF(frame.point);
  own.push_back(frame);
}

bool leave(Entered kind, PyObject* object) {
  static constexpr const char* kNouns[] = {"Context", "Location", "InsertionPoint"};
  static constexpr PyObject* Frame::*kMembers[] = {&Frame::context, &Frame::location, &Frame::point};
  std::vector<Frame>& own = frames();
  const auto number = static_cast<std::size_t>(kind);
  if (own.empty() || (own.back().kind != kind && own.back().*kMembers[number] != object)) {
    PyErr_Format(PyExc_RuntimeError, "Unbalanced %s enter/exit", kNouns[number]);
    return false;
  }
  const Frame last = own.back();
  own.pop_back();
  Py_XDECREF(last.context);
  Py_XDECREF(last.location);
  Py_XDECREF(last.point);
  return true;
}

PyObject* exit_with(Entered kind, PyObject* self, Py_ssize_t count) {
  if (count != 3) {
    PyErr_Format(PyExc_TypeError, "__exit__(exc_type, exc_value, traceback): got %zd arguments", count);
    return nullptr;
  }
  if (!leave(kind, self)) return nullptr;
  Py_RETURN_NONE;
}

namespace {
PyObject* caches = nullptr;  // class -> dict of text -> object
}  // namespace

nb::object find_known(PyObject* cls, PyObject* text) {
  const Item cache = dict_item(caches, cls);
  if (!cache.is_valid()) return {};
  return nb::borrow(dict_item(cache, text));
}

nb::object make_known(PyObject* cls, PyObject* text, PyObject* parts) {
  Item cache = dict_item(caches, cls);
  if (!cache.is_valid()) cache = dict_default(caches, cls, checked(PyDict_New()));
  const nb::object made = checked(PyObject_CallFunctionObjArgs(cls, text, parts, nullptr));
  return nb::borrow(dict_default(cache, text, made));
}

PyObject* current_context() { return current(&Frame::context); }
PyObject* current_location() { return current(&Frame::location); }
PyObject* current_point() { return current(&Frame::point); }

PyObject* no_context() {
  PyErr_SetString(PyExc_RuntimeError,
                  "An MLIR function requires a Context but none was provided in the call or from the surrounding "
                  "environment. Either pass to the function with a 'context=' argument or establish a default using "
                  "'with Context():'");
  return nullptr;
}

PyObject* no_location() {
  PyErr_SetString(PyExc_RuntimeError,
                  "An MLIR function requires a Location but none was provided in the call or from the surrounding "
                  "environment. Either pass to the function with a 'loc=' argument or establish a default using "
                  "'with loc:'");
  return nullptr;
}

namespace {

PyObject* enter_context(PyObject*, PyObject* context) {
  enter(Entered::kContext, context, nullptr);
  return Py_NewRef(context);
}

// exit_context(context, exc_type, exc_value, traceback)
PyObject* exit_context(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count < 1) {
    PyErr_SetString(PyExc_TypeError, "exit_context(context, exc_type, exc_value, traceback)");
    return nullptr;
  }
  return exit_with(Entered::kContext, args[0], count - 1);
}

// These ignore an argument: as the getters of class properties, they get the class.
PyObject* get_current_context(PyObject*, PyObject* const*, Py_ssize_t) { return or_none(current_context()); }
PyObject* get_current_location(PyObject*, PyObject* const*, Py_ssize_t) { return or_none(current_location()); }
PyObject* get_current_point(PyObject*, PyObject* const*, Py_ssize_t) { return or_none(current_point()); }

// require_context(context): the context itself, or the current one for None.
PyObject* require_context(PyObject*, PyObject* context) {
  if (absent(context)) context = current_context();
  return context == nullptr ? no_context() : Py_NewRef(context);
}

// ---- Types and attributes

// Whether a text alone makes an object of a class, which then has `_of_text`: a dialect's, but not a builtin one.
bool is_its_text(PyTypeObject* type, PyObject* text) {
  static PyObject* name = PyUnicode_InternFromString("_of_text");
  if (!PyUnicode_Check(text)) return false;
  const nb::object found = nb::steal(PyObject_GetAttr(reinterpret_cast<PyObject*>(type), name));
  if (!found.is_valid()) PyErr_Clear();
  return found.ptr() == Py_True;
}

PyObject* immutable_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"text", "parts", nullptr};
  PyObject *text = nullptr, *parts = nullptr;
  if (kwargs == nullptr && PyTuple_GET_SIZE(args) == 2) {
    text = PyTuple_GET_ITEM(args, 0);
    parts = PyTuple_GET_ITEM(args, 1);
  } else if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O", const_cast<char**>(names), &text, &parts)) {
    return nullptr;
  }
  if (is(text, classes.immutable)) {  // a cast
    return guarded([&] {
      const nb::handle own(reinterpret_cast<PyObject*>(type)), other(text);
      if (!nb::cast<bool>(own.attr("isinstance")(other))) {
        const char* noun = is(text, classes.type) ? "type" : "attribute";
        throw std::invalid_argument("Cannot cast " + std::string(noun) + " to " + jaxlib::text(own.attr("__name__")) +
                                    " (from " + repr_of(other) + ")");
      }
      PyObject* made = type->tp_alloc(type, 0);
      if (made == nullptr) throw nb::python_error();
      as_immutable(made)->text = Py_NewRef(as_immutable(text)->text);
      as_immutable(made)->parts = Py_NewRef(as_immutable(text)->parts);
      return nb::steal(made);
    });
  }
  if (parts == nullptr && !is_its_text(type, text)) {
    PyErr_Format(PyExc_TypeError, "incompatible function arguments: %s(cast_from_attr) or %s(cast_from_type): found %R",
                 type->tp_name, type->tp_name, text);
    return nullptr;
  }
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  as_immutable(made)->text = Py_NewRef(text);
  as_immutable(made)->parts = parts != nullptr ? Py_NewRef(parts) : PyTuple_New(0);
  // A collection does not see through an Immutable, so that visiting its parts, in each collection, has no use.
  if (parts != nullptr && PyTuple_CheckExact(parts)) PyObject_GC_UnTrack(parts);
  return made;
}

// Does nothing; exists because a subclass may have an __init__ that calls it.
int immutable_init(PyObject*, PyObject*, PyObject*) { return 0; }

void immutable_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Py_CLEAR(as_immutable(self)->text);
  Py_CLEAR(as_immutable(self)->parts);
  type->tp_free(self);
  Py_DECREF(type);
}

Py_hash_t immutable_hash(PyObject* self) { return PyObject_Hash(as_immutable(self)->text); }

PyObject* immutable_compare(PyObject* self, PyObject* other, int op) {
  if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  bool same = self == other;
  if (!same && is(other, classes.immutable) && is(self, classes.type) == is(other, classes.type)) {
    const int equal = PyObject_RichCompareBool(as_immutable(self)->text, as_immutable(other)->text, Py_EQ);
    if (equal < 0) return nullptr;
    same = equal == 1;
  }
  return PyBool_FromLong(same == (op == Py_EQ));
}

// The slot holds a str, a Location, or an object that computes the text when it is read (`_LazyText`, `DictionaryText` and
// `_Elements` in Python). Hash and equality use what the slot holds.
PyObject* immutable_text(PyObject* self, void*) {
  PyObject* text = as_immutable(self)->text;
  if (PyUnicode_Check(text)) return Py_NewRef(text);
  return is(text, classes.location) ? PyObject_Str(text) : PyObject_GetAttrString(text, "text");
}

PyGetSetDef immutable_properties[] = {{"text", &immutable_text, nullptr, "Its textual form in MLIR.", nullptr}, {}};

PyMemberDef immutable_members[] = {
    {"parts", T_OBJECT_EX, offsetof(Immutable, parts), READONLY, "The parts that it was created from."},
    {}};

PyType_Slot immutable_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&immutable_new)},
                                 {Py_tp_init, reinterpret_cast<void*>(&immutable_init)},
                                 {Py_tp_dealloc, reinterpret_cast<void*>(&immutable_dealloc)},
                                 {Py_tp_hash, reinterpret_cast<void*>(&immutable_hash)},
                                 {Py_tp_richcompare, reinterpret_cast<void*>(&immutable_compare)},
                                 {Py_tp_getset, immutable_properties},
                                 {Py_tp_members, immutable_members},
                                 {0, nullptr}};
PyType_Spec immutable_spec = {"jaxlib._native.ir.Immutable", sizeof(Immutable), 0,
                              Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, immutable_slots};

// known(cls, text, parts=()): returns the same object for the same class and text.
PyObject* known(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count < 2 || count > 3) {
    PyErr_SetString(PyExc_TypeError, "known(cls, text, parts=())");
    return nullptr;
  }
  return guarded([&]() -> nb::object {
    if (const nb::object found = find_known(args[0], args[1]); found.is_valid()) return found;
    return make_known(args[0], args[1], count == 3 ? args[2] : nb::steal(empty()).ptr());
  });
}

// ---- Locations

PyObject* location_new(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"parts", "context", nullptr};
  PyObject *parts = nullptr, *context = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O", const_cast<char**>(names), &PyTuple_Type, &parts,
                                   &context)) {
    return nullptr;
  }
  if (PyTuple_GET_SIZE(parts) == 2) {
    return make_location(type, PyTuple_GET_ITEM(parts, 0), PyTuple_GET_ITEM(parts, 1), context);
  }
  return make_location(type, Py_NewRef(parts), context);
}

void location_dealloc(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  Location* own = as_location(self);
  for (PyObject** each : {&own->parts, &own->pair[0], &own->pair[1]}) release(std::exchange(*each, nullptr));
  Py_CLEAR(own->context);
  Py_XDECREF(own->split.exchange(nullptr));
  Py_CLEAR(own->text);
  type->tp_free(self);
  Py_DECREF(type);
}

Py_hash_t location_hash(PyObject* self) {
  Location* own = as_location(self);
  Py_hash_t known = own->hash.load(std::memory_order_relaxed);
  if (known == -1) {
    const Depth depth;
    if (!depth) return -1;
    std::size_t found = reinterpret_cast<std::uintptr_t>(Py_TYPE(self)) >> 4U;
    for (PyObject* each : {own->parts, own->pair[0], own->pair[1]}) {
      if (each == nullptr) continue;
      const Py_hash_t hash = PyObject_Hash(each);
      if (hash == -1) return -1;
      found = combine(found, static_cast<std::size_t>(hash));
    }
    known = static_cast<Py_hash_t>(found);
    if (known == -1) known = -2;
    own->hash.store(known, std::memory_order_relaxed);
  }
  return known;
}

PyObject* location_compare(PyObject* self, PyObject* other, int op) {
  if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  bool same = self == other;
  if (!same && Py_TYPE(self) == Py_TYPE(other)) {
    Location *a = as_location(self), *b = as_location(other);
    const Py_hash_t one = a->hash.load(std::memory_order_relaxed), two = b->hash.load(std::memory_order_relaxed);
    same = (one == -1 || two == -1 || one == two) && (a->parts == nullptr) == (b->parts == nullptr);
    // Compares two objects; sets `equal` and returns whether the comparison succeeded.
    const auto compare = [&](PyObject* mine, PyObject* yours) {
      const int equal = !same || mine == yours ? 1 : PyObject_RichCompareBool(mine, yours, Py_EQ);
      same = same && equal == 1;
      return equal >= 0;
    };
    if (!compare(a->parts, b->parts) || !compare(a->pair[0], b->pair[0]) || !compare(a->pair[1], b->pair[1])) {
      return nullptr;
    }
  }
  return PyBool_FromLong(same == (op == Py_EQ));
}

PyObject* location_enter(PyObject* self, PyObject*) {
  enter(Entered::kLocation, as_location(self)->context, self);
  return Py_NewRef(self);
}

PyObject* location_exit(PyObject* self, PyObject* const*, Py_ssize_t count) {
  return exit_with(Entered::kLocation, self, count);
}

PyObject* location_split(PyObject* self, PyObject*) { return split(self); }

PyMethodDef location_methods[] = {
    {"__enter__", &location_enter, METH_NOARGS, "Make it the current location."},
    {"__exit__", reinterpret_cast<PyCFunction>(&location_exit), METH_FASTCALL, "Restore the previous location."},
    {"split", &location_split, METH_NOARGS,
     "The parts of a location that jax writes: the primitive, the name stack that includes it, and the call site.\n\n"
     "The primitive is a name followed by a colon. A name directly over a file location is a function's, and\n"
     "belongs to the call site."},
    {}};
PyObject* get_parts(PyObject* self, void*) { return location_parts(self); }

PyGetSetDef location_properties[] = {{"_parts", &get_parts, nullptr, "The parts that it was created from.", nullptr}, {}};
PyMemberDef location_members[] = {{"_context", T_OBJECT, offsetof(Location, context), READONLY, nullptr},
                                  {"context", T_OBJECT, offsetof(Location, context), READONLY, "Its context."},
                                  {"_text", T_OBJECT, offsetof(Location, text), 0, nullptr},
                                  {}};
PyType_Slot location_slots[] = {{Py_tp_new, reinterpret_cast<void*>(&location_new)},
                                {Py_tp_dealloc, reinterpret_cast<void*>(&location_dealloc)},
                                {Py_tp_hash, reinterpret_cast<void*>(&location_hash)},
                                {Py_tp_richcompare, reinterpret_cast<void*>(&location_compare)},
                                {Py_tp_methods, location_methods},
                                {Py_tp_members, location_members},
                                {Py_tp_getset, location_properties},
                                {0, nullptr}};
PyType_Spec location_spec = {"jaxlib._native.ir.Location", sizeof(Location), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, location_slots};

// name(name, childLoc=None, context=None)
PyObject* location_name(PyObject*, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"name", "childLoc", "context", nullptr};
  PyObject *name = nullptr, *child = nullptr, *context = nullptr;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "U|OO", const_cast<char**>(names), &name, &child, &context)) {
    return nullptr;
  }
  if (!absent(child) && !is(child, classes.location)) {
    PyErr_Format(PyExc_TypeError, "childLoc: wanted a Location, found %R", child);
    return nullptr;
  }
  PyObject* own = absent(context) ? current_context() : context;
  if (own == nullptr) return no_context();
  if (absent(child)) {
    child = make_location(classes.unknown, PyTuple_New(0), own);
    if (child == nullptr) return nullptr;
  } else {
    Py_INCREF(child);
  }
  PyObject* made = make_location(classes.named, name, child, own);
  Py_DECREF(child);
  return made;
}

}  // namespace

PyObject* make_location(PyTypeObject* type, PyObject* parts, PyObject* context) {
  PyObject* made = parts == nullptr ? nullptr : type->tp_alloc(type, 0);
  if (made == nullptr) {
    Py_XDECREF(parts);
    return nullptr;
  }
  Location* own = as_location(made);
  own->parts = parts;
  own->context = absent(context) ? nullptr : Py_NewRef(context);
  own->hash.store(-1, std::memory_order_relaxed);
  return made;
}

PyObject* make_location(PyTypeObject* type, PyObject* first, PyObject* second, PyObject* context) {
  PyObject* made = type->tp_alloc(type, 0);
  if (made == nullptr) return nullptr;
  Location* own = as_location(made);
  own->pair[0] = Py_NewRef(first);
  own->pair[1] = Py_NewRef(second);
  own->context = absent(context) ? nullptr : Py_NewRef(context);
  own->hash.store(-1, std::memory_order_relaxed);
  return made;
}

PyObject* location_parts(PyObject* location) {
  const Location* own = as_location(location);
  return own->parts != nullptr ? Py_NewRef(own->parts) : PyTuple_Pack(2, own->pair[0], own->pair[1]);
}

PyObject* split(PyObject* location) {
  Location* own = as_location(location);
  if (PyObject* known = own->split.load(std::memory_order_acquire); known != nullptr) return Py_NewRef(known);
  PyObject* none = PyUnicode_New(0, 0);
  PyObject *primitive = none, *stack = none, *rest = location;  // borrowed
  while (Py_TYPE(rest) == classes.named) {
    PyObject *name = as_location(rest)->pair[0], *child = as_location(rest)->pair[1];
    if (child == nullptr || Py_TYPE(child) == classes.file || !PyUnicode_Check(name)) break;
    const Py_ssize_t length = PyUnicode_GET_LENGTH(name);
    if (length > 0 && PyUnicode_READ_CHAR(name, length - 1) == ':') {
      primitive = name;
    } else {
      stack = name;
    }
    rest = child;
  }
  PyObject* made = PyTuple_Pack(3, primitive, stack, rest);
  Py_XDECREF(none);
  // A location that refers to itself as its rest would be a cycle.
  PyObject* before = nullptr;
  if (made != nullptr && rest != location && own->split.compare_exchange_strong(before, made)) Py_INCREF(made);
  return made;
}

namespace {

// __init_subclass__ of all classes here. Python makes the garbage collector track the objects of every class that
// is defined in Python; programs have thousands of these objects, which form no cycles (ir.h).
PyObject* uncollected(PyObject* self, PyObject*, PyObject*) {
  auto* type = reinterpret_cast<PyTypeObject*>(self);
  unsigned long own_members = 0;  // for classes without __slots__, which stay tracked
#ifdef Py_TPFLAGS_MANAGED_DICT
  own_members |= Py_TPFLAGS_MANAGED_DICT;
#endif
#ifdef Py_TPFLAGS_MANAGED_WEAKREF
  own_members |= Py_TPFLAGS_MANAGED_WEAKREF;
#endif
  if ((type->tp_base->tp_flags & Py_TPFLAGS_HAVE_GC) == 0 && (type->tp_flags & own_members) == 0 &&
      type->tp_dictoffset == 0 && type->tp_weaklistoffset == 0 && type->tp_basicsize == type->tp_base->tp_basicsize) {
    type->tp_flags &= ~Py_TPFLAGS_HAVE_GC;
    type->tp_traverse = nullptr;
    type->tp_clear = nullptr;
    type->tp_free = PyObject_Free;
  }
  Py_RETURN_NONE;
}

PyMethodDef init_subclass = {"__init_subclass__", reinterpret_cast<PyCFunction>(&uncollected),
                             METH_VARARGS | METH_KEYWORDS, "Exclude the class's objects from garbage collection."};

}  // namespace

PyTypeObject* add_class(Module& native, const char* name, PyType_Spec& spec, PyTypeObject* base) {
  nb::object made = checked(PyType_FromSpecWithBases(&spec, reinterpret_cast<PyObject*>(base)));
  native.attr(name) = made;
  made.attr("__init_subclass__") =
      checked(PyDescr_NewClassMethod(reinterpret_cast<PyTypeObject*>(made.ptr()), &init_subclass));
  return reinterpret_cast<PyTypeObject*>(made.release().ptr());
}

namespace {

// register(**classes): Python's subclasses, and functions.
void take(nb::kwargs given) {
  static const std::unordered_map<std::string_view, PyTypeObject**> types = {
      {"unknown", &classes.unknown}, {"file", &classes.file},           {"named", &classes.named},
      {"call", &classes.call},       {"type", &classes.type},           {"result", &classes.result},
      {"result_list", &classes.result_list},
      {"operand_list", &classes.operand_list}, {"region", &classes.own_region}, {"integer", &classes.integer}, {"index", &classes.index},
      {"integer_attribute", &classes.integer_attribute}, {"string_attribute", &classes.string_attribute},
      {"dictionary_attribute", &classes.dictionary_attribute}, {"dictionary_text", &classes.dictionary_text},
      {"argument", &classes.own_argument}, {"block", &classes.own_block},
      {"operation", &classes.own_operation}, {"view", &classes.own_view}, {"erased", &classes.erased}};
  static const std::unordered_map<std::string_view, PyObject**> functions = {
      {"one_value", &classes.one_value}, {"segments", &classes.segments}, {"infer", &classes.infer}, {"rule_of", &classes.rule_of},
      {"error", &classes.error}, {"terminators", &classes.terminators}};
  for (const auto& [key, value] : given) {
    const std::string name = nb::cast<std::string>(key);
    if (const auto type = types.find(name); type != types.end()) {
      *type->second = reinterpret_cast<PyTypeObject*>(Py_NewRef(value.ptr()));
    } else if (const auto function = functions.find(name); function != functions.end()) {
      *function->second = Py_NewRef(value.ptr());
    } else {
      throw std::invalid_argument("register: unknown: " + name);
    }
  }
}

PyMethodDef functions[] = {
    {"enter_context", &enter_context, METH_O,
     "enter_context(context)\n--\n\nMake it current; the location and insertion point of another context no longer are."},
    {"exit_context", reinterpret_cast<PyCFunction>(&exit_context), METH_FASTCALL,
     "exit_context(context, exc_type, exc_value, traceback)\n--\n\nRestore the previous context."},
    {"require_context", &require_context, METH_O,
     "require_context(context)\n--\n\nThe context, or for None the current one; RuntimeError if there is none."},
    {"current_context", reinterpret_cast<PyCFunction>(&get_current_context), METH_FASTCALL,
     "current_context(cls=None)\n--\n\nOr None."},
    {"current_location", reinterpret_cast<PyCFunction>(&get_current_location), METH_FASTCALL,
     "current_location(cls=None)\n--\n\nOr None."},
    {"current_point", reinterpret_cast<PyCFunction>(&get_current_point), METH_FASTCALL,
     "current_point(cls=None)\n--\n\nOr None."},
    {"known", reinterpret_cast<PyCFunction>(&known), METH_FASTCALL,
     "known(cls, text, parts=())\n--\n\nThe same object for the same class and text."},
    {"name_location", reinterpret_cast<PyCFunction>(&location_name), METH_VARARGS | METH_KEYWORDS,
     "name_location(name, childLoc=None, context=None)\n--\n\nA named location."},
    {}};

}  // namespace

void bind_types_attrs(Module& native) {
  caches = checked(PyDict_New()).release().ptr();
  classes.immutable = classes.type = add_class(native, "Immutable", immutable_spec);
  classes.location = add_class(native, "Location", location_spec);
  if (PyModule_AddFunctions(native.ptr(), functions) != 0) throw nb::python_error();
  native.def("register", &take, "Register Python's subclasses, and the functions that C++ calls.");
}

}  // namespace jaxlib::ir

namespace jaxlib {

void bind_ir(Module& native) {
  Module own = add_submodule(native, "ir", "jaxlib._native.ir");
  ir::bind_types_attrs(own);
  ir::bind_dictionaries(own);
  ir::bind_integer_attributes(own);
  ir::bind_blocks(own);
  ir::bind_item_lists(own);
  ir::bind_operations(own);
  ir::bind_inference(own);
  ir::bind_plain_operation(own);
  ir::bind_definitions(own);
  ir::bind_clone(own);
  ir::bind_walks(own);
  ir::bind_traceback_locations(own);
  ir::bind_bytecode_cursor(own);
  ir::bind_bytecode_entries(own);
  ir::bind_bytecode_writer(own);
  ir::bind_bytecode_values(own);
  ir::bind_bytecode_reader(own);
}

}  // namespace jaxlib
