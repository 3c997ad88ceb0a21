// The header of a serialized executable: a magic number and a checksum before the library's bytes.
//
// The bytes contain machine code, and a library may crash on damaged ones. The checksum detects damage; it does not
// protect against malicious changes. Bytes without the magic number come from another tool, and are accepted
// unchanged.
//
// Threads, GIL: pure functions.
#ifndef JAXLIB_PJRT_CHECKSUM_HEADER_H_
#define JAXLIB_PJRT_CHECKSUM_HEADER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaxlib_pjrt {

// No protobuf message begins with this first byte, so a library rejects bytes with a damaged magic number.
inline constexpr std::string_view kChecksumMark("\xffjaxlib-pjrt 1\r\n", 16);
inline constexpr std::size_t kChecksumHeaderSize = kChecksumMark.size() + 8;

// 64-bit FNV-1a, lowest byte first.
inline std::string checksum(std::string_view content) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : content) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  std::string bytes;
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(hash >> shift & 0xff);
  return bytes;
}

inline std::string add_checksum(std::string_view content) {
  return std::string(kChecksumMark).append(checksum(content)).append(content);
}

// The bytes after the header, or all bytes if there is no header; nothing if the checksum does not match.
inline std::optional<std::string_view> verify_checksum(std::string_view bytes) {
  if (bytes.substr(0, kChecksumMark.size()) != kChecksumMark) return bytes;
  if (bytes.size() < kChecksumHeaderSize) return std::nullopt;
  const std::string_view content = bytes.substr(kChecksumHeaderSize);
  if (bytes.substr(kChecksumMark.size(), 8) != checksum(content)) return std::nullopt;
  return content;
}

}  // namespace jaxlib_pjrt

#endif
