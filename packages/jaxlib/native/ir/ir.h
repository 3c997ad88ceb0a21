// The IR's objects: types, attributes, locations, values, operations, regions, blocks and insertion points. The
// classes of jaxlib/_ir are subclasses of these, with the methods that are not performance-critical.
//
// A program has thousands of objects, which are freed by reference counting alone. Containers own their contents,
// and an operation owns the operations that define its operands. Contents refer to their container by a Parent,
// which is a weak reference, and a branch does not own its successors. So there are no cycles, and the garbage
// collector, which would traverse whole programs repeatedly, does not track these objects.
// Types, attributes and locations are immutable and only refer to their parts. Result objects are created on
// demand: a result refers to its operation, which stores its type; two are equal if they are the same result of one
// operation.
//
// Ownership: every pointer to an object is a strong reference, and not null, unless its comment says otherwise.
// Threads: with the GIL held. Without one, the classes here have no lock: operations, regions, blocks and values belong
// to one thread at a time, as in MLIR, while types, attributes and locations may be used by several.
// The current context, location and insertion point belong to a thread.
#ifndef JAXLIB_IR_IR_H_
#define JAXLIB_IR_IR_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "common.h"

namespace jaxlib::ir {

// A type or an attribute: its text, and the parts it was built from.
struct Immutable {
  PyObject_HEAD;
  PyObject* text;
  PyObject* parts;  // usually a tuple
};

// A source location. Most are pairs; a tuple of the parts is only created when Python asks for it.
struct Location {
  PyObject_HEAD;
  PyObject* parts;    // a tuple; null for a pair
  PyObject* pair[2];
  PyObject* context;
  std::atomic<PyObject*> split;  // a tuple; null until it is needed
  PyObject* text;     // null until it is needed
  std::atomic<Py_hash_t> hash;  // -1 until it is needed
};

// A weak reference to a container. A container shares a single Self with all its contents.
struct Self {
  PyObject* object;  // borrowed; null once the container is gone
  Py_ssize_t count;
};

class Parent {
 public:
  PyObject* get() const { return self_ == nullptr ? nullptr : self_->object; }
  // `own`: the holder's Self, which is created on first use.
  void set(PyObject* holder, Self*& own) {
    if (own == nullptr) own = new Self{holder, 1};
    ++own->count;
    clear();
    self_ = own;
  }
  void clear() { release(self_); }
  static void release(Self*& self) {
    if (self != nullptr && --self->count == 0) delete self;
    self = nullptr;
  }
  // Called when the holder is destroyed.
  static void gone(Self*& own) {
    if (own != nullptr) own->object = nullptr;
    release(own);
  }

 private:
  Self* self_;  // objects are zero-initialized, so this begins as null
};

// A value: a result, or an Argument.
struct Value {
  PyObject_HEAD;
  PyObject* owner;   // an Operation; null for an argument
  Py_ssize_t index;
};

struct Use;

struct Argument {
  Value value;
  Parent block;
  PyObject* type;
  PyObject* location;
  Use* uses;           // most recently linked first
  std::uint64_t seen;  // as of an Operation
};

// An operand as stored in its operation. An operation links the uses of all its results into one list, an argument
// its own.
struct Use {
  PyObject* of;      // an Operation, or the Argument itself
  Py_ssize_t index;  // the index of the result
  PyObject* user;    // borrowed: the Operation; null if it is not linked
  Use* next;
  Use** previous;    // the pointer that points to this use

  // Takes over the reference `of`. The Use must not move afterwards.
  void link(PyObject* operation);
  void unlink() {
    if (user == nullptr) return;
    *previous = next;
    if (next != nullptr) next->previous = previous;
    user = nullptr;
  }
};

// The attributes of an operation by name. They are moved to a dict once Python asks for one.
class Attributes {
 public:
  // Return false, or null, if an error is set.
  bool assign(PyObject* dict);  // copies the items of a dict
  bool assign(const Attributes& other);
  PyObject* dict();  // borrowed
  bool add(PyObject* name, PyObject* value);  // if there is none of that name
  void clear();
  // Calls visit(name, value) for each attribute, in insertion order.
  template <class Visit>
  void each(Visit visit) const {
    if (dict_ != nullptr) {
      PyObject *name, *value;
      Py_ssize_t at = 0;
      while (PyDict_Next(dict_, &at, &name, &value) != 0) visit(name, value);
    }
    for (Py_ssize_t i = 0; i < count_; ++i) visit(named_[i].name, named_[i].value);
  }
  Py_ssize_t size() const { return dict_ != nullptr ? PyDict_GET_SIZE(dict_) : count_; }

 private:
  struct Named {
    PyObject *name, *value;
  };
  bool reserve(Py_ssize_t count);

  // Objects are zero-initialized.
  PyObject* dict_;
  Named* named_;  // null if there is a dict
  Py_ssize_t count_;
};

struct Operation {
  PyObject_HEAD;
  PyObject* name;
  Attributes attributes;
  PyObject* location;
  Parent block;
  Self* self;            // shared with its regions; or null
  PyObject* regions;     // a sequence of Regions
  Parent* successors;    // the Blocks that it may branch to, owned by their region
  Use* operands;
  Use* uses;             // uses of its results
  PyObject** results;    // the types of its results
  Py_ssize_t operand_count, result_count, successor_count;
  std::uint64_t seen;    // the number of the walk in which its results are visible (Dominance in walks.cc)
  char of_module;        // whether it is a Module's own operation
};

struct Region {
  PyObject_HEAD;
  Parent owner;      // an Operation
  Self* self;        // shared with its blocks; or null
  PyObject* blocks;  // a list
};

struct Block {
  PyObject_HEAD;
  Parent region;
  Self* self;            // shared with its operations and arguments; or null
  PyObject* operations;  // a list
  PyObject* arguments;   // a list
  Py_ssize_t near;       // the index where an operation was last found: the next one is often close to it
};

// An insertion point: before an operation, or at the end of a block.
struct Point {
  PyObject_HEAD;
  PyObject* block;
  PyObject* before;  // null or None: at the end of the block
};

// A read position in bytes.
struct Cursor {
  PyObject_HEAD;
  PyObject* data;  // bytes
  Py_ssize_t at, end;
};

// The classes here, and their Python subclasses, which register() sets.
struct Classes {
  PyTypeObject *immutable, *location, *value, *argument, *operation, *region, *block, *point, *cursor;
  PyTypeObject *unknown, *file, *named, *call;             // locations
  PyTypeObject *result_list, *operand_list;                // subclasses of Items
  PyTypeObject *result, *own_argument, *own_region, *own_block;
  PyTypeObject *own_operation, *own_view;                  // jaxlib.mlir.ir.Operation and OpView
  PyTypeObject* plain;                                     // an operation without its view
  PyTypeObject* erased;                                    // the class of erased operations
  PyTypeObject* type;                                      // the base class of all types
  PyTypeObject *integer, *index;                           // types
  PyTypeObject *integer_attribute, *string_attribute, *dictionary_attribute;
  PyTypeObject* dictionary_text;                           // the lazy text of a dictionary
  PyObject* one_value;    // a function: operand (a value, or an operation with one result) -> value
  PyObject* segments;     // a function: flattens operands or results that are given by segment
  PyObject* infer;        // a function: infers result types from operands
  PyObject* rule_of;      // a function: an operation's name -> the rule for its operands' types; None if it has another
  PyObject* terminators;  // a frozenset: the names of operations that end a block
  PyObject* error;        // the class of errors about programs, MLIRError
};
extern Classes classes;

// Whether an object is of a class or a subclass. Walks ask this of each operation, whose classes are six deep, so the
// answers that were given last are kept. A version tag is given to one state of one class only.
inline bool is(PyObject* object, PyTypeObject* type) {
  PyTypeObject* of = Py_TYPE(object);
  if (of == type) return true;
#ifndef Py_GIL_DISABLED
  struct Answer {
    PyTypeObject *of, *type;
    unsigned int tag;
    bool yes;
  };
  static Answer answers[512];
  const unsigned int tag = of->tp_version_tag;
  Answer& known = answers[(reinterpret_cast<std::uintptr_t>(of) >> 5U ^ reinterpret_cast<std::uintptr_t>(type) >> 7U) % 512];
  if (known.of == of && known.type == type && known.tag == tag && tag != 0) return known.yes;
  known = {of, type, tag, PyType_IsSubtype(of, type) != 0};
  return known.yes;
#else
  return PyType_IsSubtype(of, type) != 0;
#endif
}
inline bool absent(PyObject* object) { return object == nullptr || object == Py_None; }

// Drops a reference, which may be null. Destructors of nested containers are deferred instead of recursing, because
// programs may be nested more deeply than the stack allows.
void release(PyObject* object);

// Counts the recursion depth in C++; false, with a RecursionError set, if it is too deep.
class Depth {
 public:
  Depth() : entered_(Py_EnterRecursiveCall(" in a program that is nested too deeply") == 0) {}
  ~Depth() {
    if (entered_) Py_LeaveRecursiveCall();
  }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  explicit operator bool() const { return entered_; }

 private:
  bool entered_;
};

inline Immutable* as_immutable(nb::handle object) { return reinterpret_cast<Immutable*>(object.ptr()); }
inline Location* as_location(nb::handle object) { return reinterpret_cast<Location*>(object.ptr()); }
inline Value* as_value(PyObject* object) { return reinterpret_cast<Value*>(object); }
inline Argument* as_argument(PyObject* object) { return reinterpret_cast<Argument*>(object); }
inline Operation* as_operation(PyObject* object) { return reinterpret_cast<Operation*>(object); }
inline Region* as_region(PyObject* object) { return reinterpret_cast<Region*>(object); }
inline Block* as_block(PyObject* object) { return reinterpret_cast<Block*>(object); }
inline Cursor* as_cursor(PyObject* object) { return reinterpret_cast<Cursor*>(object); }
inline Point* as_point(PyObject* object) { return reinterpret_cast<Point*>(object); }
inline PyObject* as_object(Operation* op) { return reinterpret_cast<PyObject*>(op); }

inline Use*& uses_of(PyObject* of) {
  return is(of, classes.operation) ? as_operation(of)->uses : as_argument(of)->uses;
}
inline void Use::link(PyObject* operation) {
  Use*& first = uses_of(of);
  user = operation;
  next = first;
  previous = &first;
  if (first != nullptr) first->previous = &next;
  first = this;
}

// A new reference; None for null.
inline PyObject* or_none(PyObject* object) { return Py_NewRef(object == nullptr ? Py_None : object); }

// The identity of a value: an operation and the index of the result, or an Argument and 0.
struct Key {
  PyObject* of;
  Py_ssize_t index;
  bool operator==(const Key& other) const { return of == other.of && index == other.index; }
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    return combine(reinterpret_cast<std::uintptr_t>(key.of) >> 4U, static_cast<std::size_t>(key.index));
  }
};
using Numbers = std::unordered_map<Key, std::uint64_t, KeyHash>;

inline Key key_of(const Use& use) { return {use.of, use.index}; }
// An object that is not a result is its own key.
inline Key key_of(PyObject* value) {
  const bool result = is(value, classes.value) && as_value(value)->owner != nullptr;
  return result ? Key{as_value(value)->owner, as_value(value)->index} : Key{value, 0};
}

// An item of a list in the program, as a strong reference: Python code can access these lists, insert anything, and
// run while the item is used.
// Throws: TypeError if the item has another class.
inline nb::object held(PyObject* sequence, Py_ssize_t at, PyTypeObject* type) {
  nb::object item = checked(PySequence_GetItem(sequence, at));
  if (!is(item.ptr(), type)) {
    PyErr_Format(PyExc_TypeError, "a program holds %R where it can hold a %s only", item.ptr(), type->tp_name);
    throw nb::python_error();
  }
  return item;
}

// Calls visit(block) for each block of an operation's regions.
// Throws: what `held` does.
template <class Visit>
void each_block(PyObject* op, const Visit& visit) {
  PyObject* regions = as_operation(op)->regions;
  const Py_ssize_t count = PySequence_Size(regions);
  if (count < 0) throw nb::python_error();
  for (Py_ssize_t i = 0; i < count; ++i) {
    const nb::object region = held(regions, i, classes.region);
    PyObject* blocks = as_region(region.ptr())->blocks;
    for (Py_ssize_t j = 0; j < PyList_GET_SIZE(blocks); ++j) visit(as_block(held(blocks, j, classes.block).ptr()));
  }
}

// Calls visit(operation) for an operation and all nested ones, in pre-order.
// Throws: what `held` does, and RecursionError if they are nested too deeply.
template <class Visit>
void walk(PyObject* op, const Visit& visit) {
  const Depth depth;
  if (!depth) throw nb::python_error();
  visit(op);
  each_block(op, [&](const Block* block) {
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(block->operations); ++k) {
      walk(held(block->operations, k, classes.operation).ptr(), visit);
    }
  });
}

// The number of live operations, regions and blocks.
#ifdef Py_GIL_DISABLED
extern std::atomic<Py_ssize_t> alive;
#else
extern Py_ssize_t alive;
#endif

// The items of a sequence, for PySequence_Fast_GET_ITEM: of a list, without the GIL, a copy. A TypeError says
// `otherwise`.
inline PyObject* items_of(PyObject* sequence, const char* otherwise) {
#ifdef Py_GIL_DISABLED
  if (PyList_CheckExact(sequence)) return PyList_AsTuple(sequence);
#endif
  return PySequence_Fast(sequence, otherwise);
}

// A setter for a Parent: sets it to None or an object of a class.
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

// What a `with` statement makes current; the frames form a stack for each thread.
enum class Entered { kContext, kLocation, kPoint };
// Makes `object` and its context current; if `context` is null or None, the context stays the same.
// The previous location and insertion point stay current only within the same context.
void enter(Entered kind, PyObject* context, PyObject* object);
// Restores the previous current objects. False, with a RuntimeError set, if the last frame is not of that kind and
// `object` is not current.
bool leave(Entered kind, PyObject* object);
// `__exit__` of an object; the arguments are only counted.
PyObject* exit_with(Entered kind, PyObject* self, Py_ssize_t count);
// These return null with the error that a context, or a location, is needed.
PyObject* no_context();
PyObject* no_location();
// Borrowed, valid until Python code runs; null if nothing is current.
PyObject* current_context();
PyObject* current_location();
PyObject* current_point();

// The object that `make_known` has made for a class and a text; null if there is none.
nb::object find_known(PyObject* cls, PyObject* text);
// A new type or attribute, which is kept: for the same class and text, it is the same object.
nb::object make_known(PyObject* cls, PyObject* text, PyObject* parts);

// A dictionary attribute of a dict of attributes by name, which nothing changes any more.
nb::object make_dictionary(const nb::object& items);

// The bits of the numbers of a type; 0 if it is not one of signless integers or has one bit, whose attribute is another.
long long bits_of_integers(PyObject* type);
// The attribute of a number of such a type, which has no more bits.
nb::object integer_attribute_of(PyObject* type, long long value);

// Return new references; null if an error is set.
PyObject* make_location(PyTypeObject* type, PyObject* parts, PyObject* context);  // steals the reference to a tuple
PyObject* make_location(PyTypeObject* type, PyObject* first, PyObject* second, PyObject* context);
// The parts that a location was created from, a tuple.
PyObject* location_parts(PyObject* location);
// The parts of a location as jax writes it: the primitive, the name stack, and the call site.
PyObject* split(PyObject* location);

// The type of an operand, borrowed; null if its operation no longer has that result.
inline PyObject* type_of(const Use& use) {
  if (is(use.of, classes.argument)) return as_argument(use.of)->type;
  const Operation* from = as_operation(use.of);
  return use.index < from->result_count ? from->results[use.index] : nullptr;
}
// A list of such a class. `taker`: the operation whose operands are in it; or null.
nb::object make_items(PyTypeObject* type, const nb::object& list, PyObject* taker);
// The result types of an operation by its rule: of a name, a list of values, and a dict.
nb::object inferred(PyObject* name, PyObject* operands, PyObject* attributes);

// These return new references; a null pointer or false means that an error is set.
PyObject* make_result(PyObject* op, Py_ssize_t index);
PyObject* value_of(const Use& use);
bool to_use(PyObject* given, Use& use);  // `use` gets a new reference
bool check_one(Operation* op);           // whether it has exactly one result
PyObject* make_region(PyTypeObject* type, PyObject* owner);
PyObject* make_block(PyTypeObject* type, PyObject* region);  // `region` may be null
PyObject* add_argument(PyObject* block, PyObject* type, PyObject* location);  // appended to the block
bool within(PyObject* block, PyObject* op);                    // whether a block is nested in an operation, at any depth
bool insert(PyObject* block, PyObject* before, PyObject* op);  // at the end where `before` is null or None
bool insert_at(PyObject* point, PyObject* op);                 // refuses the end of a block that has a terminator
bool valid(PyObject* op);                                      // false, with a RuntimeError set, for an erased operation
// An uninitialized operation: using its missing parts raises an error.
PyObject* make_operation(PyTypeObject* type);
bool make_regions(Operation* op, Py_ssize_t count);
bool set_successors(Operation* op, PyObject* blocks);
bool set_results(Operation* op, PyObject* types);
PyObject* empty();  // the empty tuple
PyObject* plain(PyObject* view);     // the operation with Operation's own members: usually the view itself
PyObject* viewed(PyObject* object);  // borrowed: the view of a plain operation; any other object itself

// Appends a VarInt: as few bytes as needed; the low bits of the first byte encode their number.
void append_varint(std::string& out, std::uint64_t value);
bool read_varint(Cursor* cursor, std::uint64_t& value);  // false with classes.error set on failure
// Sets classes.error to the error for damaged bytes.
void set_damaged(const std::string& what);

// Adds a class to the module; the reference is never dropped.
PyTypeObject* add_class(Module& native, const char* name, PyType_Spec& spec, PyTypeObject* base = nullptr);

void bind_types_attrs(Module& native);
void bind_dictionaries(Module& native);
void bind_integer_attributes(Module& native);
void bind_blocks(Module& native);
void bind_item_lists(Module& native);
void bind_operations(Module& native);
void bind_inference(Module& native);
void bind_plain_operation(Module& native);
void bind_definitions(Module& native);
void bind_clone(Module& native);
void bind_walks(Module& native);
void bind_traceback_locations(Module& native);
void bind_bytecode_cursor(Module& native);
void bind_bytecode_writer(Module& native);
void bind_bytecode_values(Module& native);
void bind_bytecode_reader(Module& native);

}  // namespace jaxlib::ir

#endif  // JAXLIB_IR_IR_H_
