// MLIR's bytecode, as far as this code looks into it: its encoding, and a check of its structure.
//
// The source is MLIR's bytecode format, versions 0 to 6.
// Trust: the bytes may be damaged in any way; nothing here reads out of bounds, or allocates more than a constant
// factor of their size.
#ifndef PJRT_BYTECODE_H_
#define PJRT_BYTECODE_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace pjrt::bytecode {

constexpr std::string_view kMagic{"ML\xefR", 4};
// The newest version of the format that is known here.
constexpr std::uint64_t kNewest = 6;

// The bits of an operation's mask, which announce its parts.
enum Has : unsigned char {
  kAttributes = 1,
  kResults = 2,
  kOperands = 4,
  kSuccessors = 8,
  kRegions = 16,
  kUseOrders = 32,
  kProperties = 64
};

// The versions that introduced versions of dialects, isolated regions as sections, use-list orders, omitted locations
// together with the number of operation names, and the table of properties.
constexpr int kDialectVersions = 1, kLazy = 2, kUseLists = 3, kElided = 4, kPropertyTable = 5;

// The numbers of the sections.
enum Section : unsigned char {
  kStrings = 0,
  kDialects = 1,
  kValues = 2,
  kOffsets = 3,
  kIr = 4,
  kVersions = 7,
  kPropertySection = 8,
  kSections = 9
};

// Reads a VarInt at the front of `bytes`: the number of zeros in the low bits of its first byte is the number of
// bytes that follow. Returns its size in bytes, or 0 if `bytes` is too short; then `value` is unchanged.
inline std::size_t read_varint(std::string_view bytes, std::uint64_t& value) {
  if (bytes.empty()) return 0;
  const auto first = static_cast<unsigned char>(bytes.front());
  if ((first & 1U) != 0) {
    value = first >> 1U;
    return 1;
  }
  const std::size_t size = first == 0 ? 9 : static_cast<std::size_t>(__builtin_ctz(first)) + 1;
  if (size > bytes.size()) return 0;
  std::uint64_t word = 0;
  if (first == 0) {
    std::memcpy(&word, bytes.data() + 1, 8);
    value = word;
  } else {
    std::memcpy(&word, bytes.data(), size);
    value = word >> size;
  }
  return size;
}

// What is wrong with the structure of a program in bytecode; empty if nothing is, or if its version is newer than
// kNewest. MLIR's reader trusts what is checked here: the sizes of tables, of which an entry too many is written past
// the end; counts, for which it reserves memory before it reads; orders of uses; references among attributes and types,
// which it follows recursively; and the types of VHLO's floating-point numbers, at which it aborts.
std::string damage(std::string_view program);

}  // namespace pjrt::bytecode

#endif  // PJRT_BYTECODE_H_
