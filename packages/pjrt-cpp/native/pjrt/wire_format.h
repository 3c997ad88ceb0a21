// The protobuf wire format, for the few small messages of these distributions. This is their only implementation in
// C++; the protobuf library would be a large dependency.
//
// Ownership: a Reader points into the message, which must outlive it.
// Trust: a message may be damaged in any way; a Reader reports that, and never reads out of bounds.
#ifndef PJRT_WIRE_FORMAT_H_
#define PJRT_WIRE_FORMAT_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace pjrt::wire {

inline void varint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

inline void field(std::string& out, std::uint64_t number, std::uint64_t value) {
  varint(out, number << 3);
  varint(out, value);
}

inline void field(std::string& out, std::uint64_t number, std::string_view bytes) {
  varint(out, (number << 3) | 2);
  varint(out, bytes.size());
  out += bytes;
}

// A double.
inline void real(std::string& out, std::uint64_t number, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  varint(out, (number << 3) | 1);
  for (int byte = 0; byte < 8; ++byte) out += static_cast<char>(bits >> (8 * byte));
}

// Iterates over the fields of a message: each has a number, and a value or bytes.
class Reader {
 public:
  explicit Reader(std::string_view message) : rest_(message) {}

  // Advances to the next field; false at the end, and with good() false if the message is damaged.
  bool next() {
    if (!good_ || rest_.empty()) return false;
    std::uint64_t key = 0, size = 0;
    value_ = 0;
    bytes_ = {};
    if (!read(key)) return false;
    number_ = key >> 3;
    type_ = key & 7;
    switch (type_) {
      case kVarint:
        return read(value_);
      case kFixed64:
        return take(8);
      case kBytes:
        return read(size) && take(size);
      case kFixed32:
        return take(4);
      default:
        return good_ = false;
    }
  }

  bool good() const { return good_; }
  std::uint64_t number() const { return number_; }
  std::uint64_t value() const { return value_; }
  std::string_view bytes() const { return bytes_; }
  double real() const {  // of an eight-byte field; 0 for any other
    std::uint64_t bits = 0;
    double value = 0;
    if (type_ != kFixed64) return value;
    for (int byte = 0; byte < 8; ++byte) {
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[static_cast<std::size_t>(byte)])) << (8 * byte);
    }
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  std::size_t left() const { return rest_.size(); }  // bytes

  // Calls `function` with each value of a repeated integer field, packed or not.
  template <class Function>
  void each_value(Function function) {
    if (type_ == kVarint) {
      function(value_);
      return;
    }
    Reader packed(bytes_);
    std::uint64_t value = 0;
    while (!packed.rest_.empty() && packed.read(value)) function(value);
    good_ = good_ && packed.good_;
  }

 private:
  enum Type : std::uint64_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  bool read(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return true;
    }
    return good_ = false;
  }

  bool take(std::uint64_t size) {
    if (size > rest_.size()) return good_ = false;
    bytes_ = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  std::string_view rest_, bytes_;
  std::uint64_t number_ = 0, type_ = kVarint, value_ = 0;
  bool good_ = true;
};

}  // namespace pjrt::wire

#endif  // PJRT_WIRE_FORMAT_H_
