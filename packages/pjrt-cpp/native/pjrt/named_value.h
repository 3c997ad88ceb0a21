// Named values, the form in which the PJRT C API takes options and returns attributes.
//
// Ownership: a NamedValue owns its name and value. NamedValues points into the values that it was constructed from,
// which must outlive it.
// Threads: plain values.
#ifndef PJRT_NAMED_VALUE_H_
#define PJRT_NAMED_VALUE_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "pjrt_c_api.h"

namespace pjrt {

struct NamedValue {
  using Value = std::variant<std::string, std::int64_t, std::vector<std::int64_t>, float, bool>;
  std::string name;
  Value value;
};

// Converts a library's array.
std::vector<NamedValue> copy(const PJRT_NamedValue* values, std::size_t count);

// Converts to the array form of the PJRT C API.
class NamedValues {
 public:
  explicit NamedValues(const std::vector<NamedValue>& values);
  const PJRT_NamedValue* data() const { return values_.data(); }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<PJRT_NamedValue> values_;
};

}  // namespace pjrt

#endif  // PJRT_NAMED_VALUE_H_
