#include "pjrt/named_value.h"

namespace pjrt {

std::vector<NamedValue> copy(const PJRT_NamedValue* values, std::size_t count) {
  std::vector<NamedValue> copied;
  copied.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const PJRT_NamedValue& from = values[i];
    NamedValue to{std::string(from.name, from.name_size), false};
    switch (from.type) {
      case PJRT_NamedValue_kString:
        to.value = std::string(from.string_value, from.value_size);
        break;
      case PJRT_NamedValue_kInt64:
        to.value = from.int64_value;
        break;
      case PJRT_NamedValue_kInt64List:
        to.value = std::vector<std::int64_t>(from.int64_array_value, from.int64_array_value + from.value_size);
        break;
      case PJRT_NamedValue_kFloat:
        to.value = from.float_value;
        break;
      case PJRT_NamedValue_kBool:
        to.value = from.bool_value;
        break;
      default:
        continue;  // a kind of value that is newer than this header
    }
    copied.push_back(std::move(to));
  }
  return copied;
}

NamedValues::NamedValues(const std::vector<NamedValue>& values) {
  values_.reserve(values.size());
  for (const NamedValue& from : values) {
    PJRT_NamedValue to{};
    to.struct_size = PJRT_NamedValue_STRUCT_SIZE;
    to.name = from.name.data();
    to.name_size = from.name.size();
    to.value_size = 1;
    if (const auto* text = std::get_if<std::string>(&from.value)) {
      to.type = PJRT_NamedValue_kString;
      to.string_value = text->data();
      to.value_size = text->size();
    } else if (const auto* number = std::get_if<std::int64_t>(&from.value)) {
      to.type = PJRT_NamedValue_kInt64;
      to.int64_value = *number;
    } else if (const auto* list = std::get_if<std::vector<std::int64_t>>(&from.value)) {
      to.type = PJRT_NamedValue_kInt64List;
      to.int64_array_value = list->data();
      to.value_size = list->size();
    } else if (const auto* real = std::get_if<float>(&from.value)) {
      to.type = PJRT_NamedValue_kFloat;
      to.float_value = *real;
    } else {
      to.type = PJRT_NamedValue_kBool;
      to.bool_value = std::get<bool>(from.value);
    }
    values_.push_back(to);
  }
}

}  // namespace pjrt
