// Read access to XSpace: views into the message, for ProfileData and for trace viewers.
//
// Ownership: a view points into the message, which must outlive it.
// Trust: the message may be damaged in any way, which throws std::runtime_error.
#ifndef JAXLIB_PROFILER_XSPACE_READER_H_
#define JAXLIB_PROFILER_XSPACE_READER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace jaxlib::profiler {

// A statistic's value; std::monostate stands for none. Strings and bytes are distinguished as in the message.
struct Bytes {
  std::string_view content;
};
using StatValue = std::variant<std::monostate, double, std::uint64_t, std::int64_t, std::string_view, Bytes>;

struct EventView {
  std::uint64_t metadata = 0;
  std::int64_t offset_ps = 0, duration_ps = 0;
  std::vector<std::string_view> stats;

  explicit EventView(std::string_view message);
};

struct LineView {
  std::int64_t id = 0, display_id = 0, timestamp_ns = 0;
  std::string_view name, display_name;
  std::vector<std::string_view> events;

  explicit LineView(std::string_view message);
};

struct PlaneView {
  struct EventMetadata {
    std::string_view name, display_name;
    std::vector<std::string_view> stats;
  };
  std::int64_t id = 0;
  std::string_view name;
  std::vector<std::string_view> lines, stats;
  std::unordered_map<std::uint64_t, EventMetadata> event_metadata;
  std::unordered_map<std::uint64_t, std::string_view> stat_names;

  explicit PlaneView(std::string_view message);

  // A statistic's name (null if the plane has no name for it) and its value.
  std::pair<const std::string_view*, StatValue> stat(std::string_view message) const;
};

// The planes of a space.
std::vector<std::string_view> planes_of(std::string_view space);

}  // namespace jaxlib::profiler

#endif  // JAXLIB_PROFILER_XSPACE_READER_H_
