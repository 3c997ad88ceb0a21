// The tables of MLIR's bytecode: an Entry for each attribute, type and location of a program, and how Entries are
// written.
//
// Ownership: Entries own the Entry objects, and refer to no Python object that refers to them.
// Threads: everything is called with the GIL.
#ifndef JAXLIB_IR_BYTECODE_ENTRIES_H_
#define JAXLIB_IR_BYTECODE_ENTRIES_H_

#include <string>
#include <utility>

#include "ir.h"

namespace jaxlib::ir {

struct Entry {
  PyObject_HEAD;
  PyObject* fields;  // a tuple of pairs: the kind of a field, and its value or the Entries to which it refers
  PyObject* text;    // is written instead where the code is -1
  Py_ssize_t dialect, code, uses, number;
};

extern PyTypeObject* entry_type;

inline Entry* as_entry(PyObject* object) { return reinterpret_cast<Entry*>(object); }

// The object as an Entry; std::invalid_argument for any other.
const Entry* entry_of(nb::handle object);

class Entries {
 public:
  // `encoder` is the _Encoder of bytecode_writer.py: `encode(value, codec)` gives (dialect, code, fields, text, codec of
  // the values in the fields), `dialect(name)` a dialect's number, `string(text)` a string attribute; `ranges` is
  // whether the format has locations with an end.
  explicit Entries(nb::object encoder)
      : encoder_(std::move(encoder)), encode_(encoder_.attr("encode")), ranges_(nb::cast<bool>(encoder_.attr("ranges"))) {}

  // The Entry of an attribute, a type or a location, with one more use; `codec` encodes it if it knows the value.
  Entry* entry(nb::handle value, nb::handle codec);

  // The Entries by value of what a codec has encoded, a dict.
  nb::object known(nb::handle codec);

  // A new Entry of an attribute that no value stands for.
  void add(nb::object entry) {
    entry_of(entry);
    attributes_.append(std::move(entry));
  }

  // Numbers all Entries, the most used of each dialect first.
  void number();

  // The attributes and types, and their lengths. Strings are added to `strings`, numbers by string.
  nb::tuple encoded(nb::dict strings) const;

 private:
  // A new Entry of a value that has none.
  nb::object encode_value(nb::handle value, nb::handle codec);
  nb::object encode_location(const nb::object& location);
  nb::object linked(nb::handle field, nb::handle codec);

  nb::object encoder_, encode_;
  bool ranges_;
  nb::dict known_;  // codec -> value -> Entry
  nb::list attributes_, types_;
};

// Appends fields, whose Entries have numbers. Raises MLIRError for a number of more than 64 bits.
void append_fields(nb::handle fields, nb::dict& strings, std::string& out);

void bind_bytecode_entries(Module& native);

}  // namespace jaxlib::ir

#endif  // JAXLIB_IR_BYTECODE_ENTRIES_H_
