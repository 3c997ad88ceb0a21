// The IR's objects: types and attributes, locations, values, operations, regions and blocks, and where new operations
// go. Python's classes (jaxlib/_ir) are subclasses of those here and have what is not asked for all the time.
//
// A program has thousands of these, and goes when nobody has it any more, without the garbage collector: what holds
// others owns them, an operation owns those whose results it takes, and what is held knows by a Parent where it is,
// which keeps nothing alive; nor does a branch keep its blocks. So there are no cycles, and the garbage collector,
// which would look at all of a program again and again, does not know of these objects.
// Types, attributes and locations cannot change, and refer to their parts alone. A result is made when it is asked for:
// it refers to its operation, which knows its type; two of them are equal if they are the same result of one operation.
//
// Ownership: every pointer to an object is a reference of its own, and may be null where that is said.
// Threads: all with the GIL held. What is current (a context, a location, an insertion point) is so for a thread.
#ifndef JAXLIB_IR_IR_H_
#define JAXLIB_IR_IR_H_

#include <string>
#include <unordered_map>

#include "common.h"

namespace jaxlib::ir {

// A type or an attribute: its text, and what it was made of.
struct Immutable {
  PyObject_HEAD;
  PyObject* text;
  PyObject* parts;  // a tuple, mostly
};

// Where an operation is from. Most are pairs, of which Python makes a tuple when it asks for their parts.
struct Location {
  PyObject_HEAD;
  PyObject* parts;    // a tuple; null where it is a pair
  PyObject* pair[2];
  PyObject* context;
  PyObject* split;    // a tuple, or null while nobody asked
  PyObject* text;     // likewise
  Py_hash_t hash;     // -1 likewise
};

// Where something is: what holds it, as long as that is there. What holds shares one Self with all that it holds.
struct Self {
  PyObject* object;  // borrowed; null when it is gone
  Py_ssize_t count;
};

class Parent {
 public:
  PyObject* get() const { return self_ == nullptr ? nullptr : self_->object; }
  // `own` is that of what holds: it is made where there is none yet.
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
  // Of what held: nobody finds it any more.
  static void gone(Self*& own) {
    if (own != nullptr) own->object = nullptr;
    release(own);
  }

 private:
  Self* self_;  // objects are made of zeros, so this begins as null
};

// What an operation takes: a result, or an Argument.
struct Value {
  PyObject_HEAD;
  PyObject* owner;   // an Operation; null for an argument
  Py_ssize_t index;
};

struct Argument {
  Value value;
  Parent block;
  PyObject* type;
  PyObject* location;
};

// What an operation takes, as the operation keeps it.
struct Use {
  PyObject* of;      // an Operation, or the Argument itself
  Py_ssize_t index;  // which result
};

// An operation's attributes by name. Once Python asks for a dict, they are in that.
class Attributes {
 public:
  // These give false, or null, where an error is set.
  bool assign(PyObject* dict);  // what is in a dict now
  bool assign(const Attributes& other);
  PyObject* dict();  // borrowed
  void clear();
  // Calls visit(name, value) with each, in the order in which they were given.
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

  // Objects are made of zeros.
  PyObject* dict_;
  Named* named_;  // null where there is a dict
  Py_ssize_t count_;
};

struct Operation {
  PyObject_HEAD;
  PyObject* name;
  Attributes attributes;
  PyObject* location;
  Parent block;
  Self* self;            // of its regions; or null
  PyObject* regions;     // a sequence of Regions
  Parent* successors;    // the Blocks where control may go, which their region keeps
  Use* operands;
  PyObject** results;    // their types
  Py_ssize_t operand_count, result_count, successor_count;
};

struct Region {
  PyObject_HEAD;
  Parent owner;      // an Operation
  Self* self;        // of its blocks; or null
  PyObject* blocks;  // a list
};

struct Block {
  PyObject_HEAD;
  Parent region;
  Self* self;            // of its operations and arguments; or null
  PyObject* operations;  // a list
  PyObject* arguments;   // a list
};

// Where new operations go: before one, or at the end of a block.
struct Point {
  PyObject_HEAD;
  PyObject* block;
  PyObject* before;  // or null or None
};

// Bytes that are read from the front.
struct Cursor {
  PyObject_HEAD;
  PyObject* data;  // bytes
  Py_ssize_t at, end;
};

// The classes here, and Python's subclasses of them, which it names by register().
struct Classes {
  PyTypeObject *immutable, *location, *value, *argument, *operation, *region, *block, *point, *cursor;
  PyTypeObject *unknown, *file, *named, *call;             // locations
  PyTypeObject *result, *own_argument, *own_region, *own_block;
  PyTypeObject *own_operation, *own_view;                  // jaxlib.mlir.ir.Operation and OpView
  PyTypeObject* plain;                                     // an operation without its view
  PyTypeObject* type;                                      // of immutables: the class of all types
  PyObject* one_value;    // a function: the value that something else stands for
  PyObject* segments;     // a function: operands or results that come in groups
  PyObject* infer;        // a function: the types of results
  PyObject* error;        // the class of errors about programs, MLIRError
};
extern Classes classes;

inline bool is(PyObject* object, PyTypeObject* type) { return PyObject_TypeCheck(object, type) != 0; }
inline bool absent(PyObject* object) { return object == nullptr || object == Py_None; }

// Lets a reference go, which may be null. What goes with it that holds others in turn is put off until it is gone:
// more of them hold each other than a stack has room for.
void release(PyObject* object);

// Counts how deeply C++ calls itself; false, with a RecursionError set, where that is too deep.
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

inline Value* as_value(PyObject* object) { return reinterpret_cast<Value*>(object); }
inline Argument* as_argument(PyObject* object) { return reinterpret_cast<Argument*>(object); }
inline Operation* as_operation(PyObject* object) { return reinterpret_cast<Operation*>(object); }
inline Region* as_region(PyObject* object) { return reinterpret_cast<Region*>(object); }
inline Block* as_block(PyObject* object) { return reinterpret_cast<Block*>(object); }
inline Cursor* as_cursor(PyObject* object) { return reinterpret_cast<Cursor*>(object); }
inline Point* as_point(PyObject* object) { return reinterpret_cast<Point*>(object); }
inline PyObject* as_object(Operation* op) { return reinterpret_cast<PyObject*>(op); }

// A new reference; None for null.
inline PyObject* or_none(PyObject* found) { return Py_NewRef(found == nullptr ? Py_None : found); }

// By which a value is found: an operation and which of its results, or an Argument and 0.
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
// Anything else stands for itself.
inline Key key_of(PyObject* value) {
  const bool result = is(value, classes.value) && as_value(value)->owner != nullptr;
  return result ? Key{as_value(value)->owner, as_value(value)->index} : Key{value, 0};
}

// What a list of the program holds at a place. Lists are Python's: code that has them may put anything there, and may
// run while what was found is used.
// Throws: TypeError, where it is of another class.
inline nb::object held(PyObject* sequence, Py_ssize_t at, PyTypeObject* type) {
  nb::object found = checked(PySequence_GetItem(sequence, at));
  if (!is(found.ptr(), type)) {
    PyErr_Format(PyExc_TypeError, "a program holds %R where it can hold a %s only", found.ptr(), type->tp_name);
    throw nb::python_error();
  }
  return found;
}

// How many operations, regions and blocks there are.
extern Py_ssize_t alive;

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

// What `with` statements make current, a stack for each thread.
enum class Entered { kContext, kLocation, kPoint };
// Makes `object` and its context current; `context` may be null or None where nobody knows it: the current one then.
// The location and the insertion point of before stay current only in the same context.
void enter(Entered kind, PyObject* context, PyObject* object);
// Back to what was current before. False, with a RuntimeError set, where neither the last frame is of that kind nor
// `object` is current.
bool leave(Entered kind, PyObject* object);
// `__exit__` of an object: what it was called with is counted only.
PyObject* exit_with(Entered kind, PyObject* self, Py_ssize_t count);
// Null, with the error set that says which is needed.
PyObject* no_context();
PyObject* no_location();
// Borrowed, for as long as no Python code runs; null where nothing is current.
PyObject* current_context();
PyObject* current_location();
PyObject* current_point();

// New references. Null, with an error set, where one is.
PyObject* make_location(PyTypeObject* type, PyObject* parts, PyObject* context);  // takes the reference to a tuple
PyObject* make_location(PyTypeObject* type, PyObject* first, PyObject* second, PyObject* context);
// A tuple of what jax writes: the primitive, the stack of names, and where that was called.
PyObject* split(PyObject* location);

// Of these, what gives an object gives a new reference; a null pointer or false stands for an error that is set.
PyObject* make_result(PyObject* op, Py_ssize_t index);
PyObject* value_of(const Use& use);
bool to_use(PyObject* given, Use& use);  // takes a reference for `use`
bool check_one(Operation* op);           // whether it has one result
PyObject* make_region(PyTypeObject* type, PyObject* owner);
PyObject* make_block(PyTypeObject* type, PyObject* region);  // `region` may be null
PyObject* add_argument(PyObject* block, PyObject* type, PyObject* location);  // the block has it, too
bool within(PyObject* block, PyObject* op);                    // whether a block is in an operation, however deep
bool insert(PyObject* block, PyObject* before, PyObject* op);  // at the end where `before` is null or None
bool insert_at(PyObject* point, PyObject* op);
// A blank one: whoever uses what nobody filled in gets an error, no crash.
PyObject* make_operation(PyTypeObject* type);
bool make_regions(Operation* op, Py_ssize_t count);
bool set_successors(Operation* op, PyObject* blocks);
bool set_results(Operation* op, PyObject* types);
PyObject* empty();  // a tuple
PyObject* plain(PyObject* view);     // the operation, by Operation's own members: mostly the view itself
PyObject* viewed(PyObject* object);  // borrowed: the view of a plain operation; anything else is itself

// MLIR's bytecode: what the bits of an operation's mask say that follows,
enum Has : unsigned char {
  kAttributes = 1,
  kResults = 2,
  kOperands = 4,
  kSuccessors = 8,
  kRegions = 16,
  kUseOrders = 32,
  kProperties = 64
};
// the versions of the format that brought isolated regions as sections, the orders in which values are used, locations
// that are left out, and the table of properties,
constexpr int kLazy = 2, kUseLists = 3, kElided = 4, kPropertyTable = 5;
// and the number of the section of operations.
constexpr char kIrSection = 4;

// A number in as few bytes as it needs: how many, is in the first one's low bits.
void append_varint(std::string& out, std::uint64_t value);
bool read_varint(Cursor* cursor, std::uint64_t& value);  // else classes.error is set
// Sets classes.error: bytes that no writer makes.
void set_damaged(const std::string& what);

// A class of the module, which stays: the reference is never let go of.
PyTypeObject* add_class(nb::module_& native, const char* name, PyType_Spec& spec, PyTypeObject* base = nullptr);

void bind_types_attrs(nb::module_& native);
void bind_blocks(nb::module_& native);
void bind_operations(nb::module_& native);
void bind_plain_operation(nb::module_& native);
void bind_copies(nb::module_& native);
void bind_bytes(nb::module_& native);
void bind_writing(nb::module_& native);
void bind_reading(nb::module_& native);

}  // namespace jaxlib::ir

#endif  // JAXLIB_IR_IR_H_
