// The tables of MLIR's bytecode: an Entry for each attribute, type and location of a program, and how Entries are
// written.
//
// Ownership: Entries own the Entry objects, and refer to no Python object that refers to them.
// Threads: everything is called with the GIL.
#ifndef JAXLIB_IR_BYTECODE_ENTRIES_H_
#define JAXLIB_IR_BYTECODE_ENTRIES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

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
  // the values in the fields), `dialects` has the numbers of dialects by name, `string(text)` gives a string attribute;
  // `dictionary` is the class of dictionaries, `ranges` is whether the format has locations with an end.
  explicit Entries(nb::object encoder)
      : encoder_(std::move(encoder)),
        encode_(encoder_.attr("encode")),
        string_(encoder_.attr("string")),
        dialects_(encoder_.attr("dialects")),
        dictionary_(encoder_.attr("dictionary")),
        ranges_(nb::cast<bool>(encoder_.attr("ranges"))) {}

  // The Entry of an attribute, a type or a location, with one more use; `codec` encodes it if it knows the value.
  Entry* entry(nb::handle value, nb::handle codec);

  // The Entry of the dictionary of an operation's attributes, with one more use; null if it has no attributes.
  Entry* attributes_of(const Operation* op);

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
  // The names and values of a dictionary, borrowed and sorted by name.
  using Items = std::vector<std::pair<PyObject*, PyObject*>>;

  // A new Entry of a value that has none.
  nb::object encode_value(nb::handle value, nb::handle codec);
  nb::object encode_location(const nb::object& location);
  nb::object linked(nb::handle field, nb::handle codec);
  // The Entry of a builtin dictionary, with one more use.
  Entry* dictionary(const Items& items);
  static Items items_of(PyObject* dictionary);
  static void sort(Items& items);
  // The Entry of a value that no codec encoded, or null.
  PyObject* find(PyObject* value);
  // Sets `key` to what identifies a dictionary; false if one of the parts does not have an Entry yet.
  bool find_parts(const Items& items, std::vector<PyObject*>& key);
  bool is_dictionary(PyObject* value) const;
  Py_ssize_t number_of_dialect(nb::handle name);

  nb::object encoder_, encode_, string_, dialects_, dictionary_;
  bool ranges_;
  nb::dict known_;  // codec -> value -> Entry
  nb::dict names_;  // name in a dictionary -> Entry of the string
  std::map<std::vector<PyObject*>, Entry*> dictionaries_;  // by the Entries of names and values; the tables own them
  nb::list attributes_, types_;
};

// Appends fields, whose Entries have numbers. Raises MLIRError for a number of more than 64 bits.
void append_fields(nb::handle fields, nb::dict& strings, std::string& out);

void bind_bytecode_entries(Module& native);

}  // namespace jaxlib::ir

#endif  // JAXLIB_IR_BYTECODE_ENTRIES_H_
