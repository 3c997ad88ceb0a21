// The attributes, locations and types of bytecode, by number. The builtin attributes that most programs have are decoded
// here; all others by the Reader in jaxlib/_ir/serialization/bytecode_reader.py.
#ifndef JAXLIB_IR_BYTECODE_VALUES_H_
#define JAXLIB_IR_BYTECODE_VALUES_H_

#include <cstdint>
#include <string>

#include "ir.h"

namespace jaxlib::ir {

// Sets classes.error to the error for damaged bytes, and throws it.
[[noreturn]] void damaged(const std::string& what);

// Threads: of one thread, like the Reader. Ownership: holds the Reader and its tables.
class Values {
 public:
  // Throws: std::invalid_argument for an object that is not a Reader.
  explicit Values(nb::handle reader);

  // The attribute or location (kind 0) or type (kind 1) with that number, which is decoded once.
  // Throws: MLIRError for damaged bytes.
  nb::object value(int kind, std::uint64_t number);

  // The builtin attribute or location at a position; null, with the position as before, for the Reader to decode.
  nb::object builtin(Cursor* source);

 private:
  nb::object decoded(int kind, std::uint64_t number, const nb::object& entry);
  nb::object string(Cursor* source);
  nb::object dictionary(Cursor* source);
  nb::object integer(Cursor* source);
  nb::object location(Cursor* source);
  nb::object name(Cursor* source);

  nb::object reader_, tables_[2], strings_;
};

}  // namespace jaxlib::ir

#endif  // JAXLIB_IR_BYTECODE_VALUES_H_
