// Protocol buffers' wire format, as much of it as the few messages here need.
//
// Ownership: a Reader points into the message, which must outlive it.
#ifndef JAXLIB_WIRE_H_
#define JAXLIB_WIRE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace jaxlib::wire {

inline void varint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

inline void field(std::string& out, int number, std::uint64_t value) {
  varint(out, static_cast<std::uint64_t>(number) << 3);
  varint(out, value);
}

inline void field(std::string& out, int number, std::string_view bytes) {
  varint(out, (static_cast<std::uint64_t>(number) << 3) | 2);
  varint(out, bytes.size());
  out += bytes;
}

class Reader {
 public:
  explicit Reader(std::string_view message) : rest_(message) {}

  // Goes to the next field; false at the end, and where the message is malformed.
  bool next() {
    std::uint64_t key;
    if (!good_ || rest_.empty() || !read(&key)) return false;
    number_ = static_cast<int>(key >> 3);
    type_ = static_cast<int>(key & 7);
    value_ = 0;
    bytes_ = {};
    switch (type_) {
      case 0:
        return read(&value_);
      case 1:
        return take(8);
      case 2: {
        std::uint64_t size;
        return read(&size) && take(size);
      }
      case 5:
        return take(4);
      default:
        return good_ = false;
    }
  }
  bool good() const { return good_; }
  int number() const { return number_; }
  std::uint64_t value() const { return value_; }
  std::string_view bytes() const { return bytes_; }

  // The values of a repeated number, packed or not.
  template <class Function>
  void each_value(Function function) {
    if (type_ == 0) return function(value_);
    Reader packed(bytes_);
    std::uint64_t one;
    while (!packed.rest_.empty() && packed.read(&one)) function(one);
    good_ = good_ && packed.good_;
  }

 private:
  bool read(std::uint64_t* value) {
    *value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      *value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
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
  std::uint64_t value_ = 0;
  int number_ = 0, type_ = 0;
  bool good_ = true;
};

}  // namespace jaxlib::wire

#endif  // JAXLIB_WIRE_H_
