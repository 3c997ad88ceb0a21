// Reads protobuf's wire format: the few messages that libraries state are small, and need no protobuf library.
//
// Ownership: Fields points into the message, which must outlive it.
#ifndef PJRT_PROTOBUF_H_
#define PJRT_PROTOBUF_H_

#include <cstdint>
#include <string_view>

namespace pjrt {

// The fields of a protobuf message, one after another: each is a number with a value or with bytes.
class Fields {
 public:
  explicit Fields(std::string_view message) : rest_(message) {}

  // False at the end, and where the message is damaged: then failed() is true.
  bool next() {
    if (rest_.empty() || failed_) return false;
    const std::uint64_t key = varint();
    number_ = key >> 3;
    bytes_ = {};
    value_ = 0;
    switch (key & 7) {
      case 0:
        value_ = varint();
        break;
      case 1:
        take(8);
        break;
      case 2:
        bytes_ = take(varint());
        break;
      case 5:
        take(4);
        break;
      default:
        failed_ = true;
    }
    return !failed_;
  }

  std::uint64_t number() const { return number_; }
  std::uint64_t value() const { return value_; }
  std::string_view bytes() const { return bytes_; }
  bool failed() const { return failed_; }
  bool empty() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }  // bytes

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    failed_ = true;
    return 0;
  }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) {
      failed_ = true;
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_, bytes_;
  std::uint64_t number_ = 0, value_ = 0;
  bool failed_ = false;
};

}  // namespace pjrt

#endif  // PJRT_PROTOBUF_H_
