// XSpace, the protobuf message of profiles: written from recordings and from the profiles of plugins.
//
// A space has planes (a host, a device), planes have lines (a thread, a queue), and lines have events. The names of
// events and statistics are in tables of the plane, and are referred to by number.
//
// Trust: data from a plugin or a file may be damaged in any way. It is read by pjrt::wire::Reader; damage throws
// std::runtime_error.
#ifndef JAXLIB_PROFILER_XSPACE_H_
#define JAXLIB_PROFILER_XSPACE_H_

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/recorder.h"

namespace jaxlib::profiler {

// The field numbers of the messages.
namespace field {
enum Space { kPlanes = 1, kHostnames = 4 };
enum Plane { kPlaneId = 1, kPlaneName, kLines, kEventMetadata, kStatMetadata, kPlaneStats };
enum Line { kLineId = 1, kLineName, kTimestampNs, kEvents, kLineDurationPs = 9, kDisplayId, kLineDisplayName };
enum Event { kMetadataId = 1, kOffsetPs, kDurationPs, kEventStats, kOccurrences };
enum Stat { kStatId = 1, kDouble, kUnsigned, kSigned, kText, kBytes, kReference };
enum Metadata { kId = 1, kName, kOpaque, kDisplayName, kStats, kChildren };
enum Entry { kKey = 1, kValue };
}  // namespace field

// A key and a value of an event's metadata.
using Pair = std::pair<std::string_view, std::string_view>;

// Splits `name#key=value,key=value#`. Commas in quotes and brackets belong to the value.
std::string_view parse_name(std::string_view encoded, std::vector<Pair>& pairs);

class PlaneBuilder {
 public:
  explicit PlaneBuilder(std::string name) : name_(std::move(name)) {}

  void set_id(std::int64_t id) { id_ = id; }
  std::uint64_t event_metadata(std::string_view name);  // returns its number
  std::uint64_t stat_metadata(std::string_view name);

  // Appends a statistic to `out`, as the field `tag` of the message.
  void number(std::string& out, std::uint64_t tag, std::string_view key, std::int64_t value);
  void number_unsigned(std::string& out, std::uint64_t tag, std::string_view key, std::uint64_t value);
  void text(std::string& out, std::uint64_t tag, std::string_view key, std::string_view value);
  void bytes(std::string& out, std::uint64_t tag, std::string_view key, std::string_view value);
  // A number if the text is one, else a string that is stored once per plane.
  void parsed(std::string& out, std::uint64_t tag, std::string_view key, std::string_view value);

  std::string& stats() { return stats_; }

  // Additional fields for the event metadata's message, such as statistics.
  void describe(std::uint64_t metadata, std::string fields) { more_[metadata] += fields; }

  // Adds an event to the line `line`; times in picoseconds from the session's start.
  void event(std::int64_t line, std::uint64_t metadata, std::int64_t offset_ps, std::int64_t duration_ps,
             std::string stats);
  void name_line(std::int64_t line, std::string_view name, std::string_view display_name);

  // Adds another plane's message to this one. Its lines' times are nanoseconds since 1970, or already relative to
  // another start, which is `shift_ns` after `start_ns`.
  void merge(std::string_view plane, std::int64_t start_ns, std::int64_t shift_ns);

  std::string finish();

 private:
  struct OneEvent {
    std::uint64_t metadata;
    std::int64_t offset, duration;
    bool counted;  // `offset` is a number of occurrences
    std::string stats;
  };
  struct Line {
    std::string name, display_name, rest;
    std::vector<OneEvent> events;
  };
  // The numbers that another plane's names have in this one, by those that they have there.
  struct Numbers {
    std::unordered_map<std::uint64_t, std::uint64_t> events, stats;
  };
  // A statistic of another plane, converted to the numbers of this one.
  std::string renumbered(std::string_view stat, const std::unordered_map<std::uint64_t, std::uint64_t>& numbers);
  // What `merge` does with an entry of a table, and with a line.
  void merge_metadata(std::string_view message, std::uint64_t table, Numbers& numbers);
  void merge_line(std::string_view message, const Numbers& numbers, std::int64_t start_ns, std::int64_t shift_ns);
  OneEvent read_event(std::string_view message, const Numbers& numbers);

  std::string name_, stats_;
  std::int64_t id_ = 0;
  std::deque<std::string> event_names_, stat_names_;  // by number - 1; addresses are stable
  std::unordered_map<std::string_view, std::uint64_t> events_, stats_by_name_;
  std::unordered_map<std::uint64_t, std::string> more_;
  std::map<std::int64_t, Line> lines_;
};

class SpaceBuilder {
 public:
  PlaneBuilder& plane(std::string_view name);  // created if it does not exist
  void merge(std::string_view space, std::int64_t start_ns, const std::string& suffix, std::int64_t shift_ns);
  std::string finish(std::string_view hostname);

 private:
  std::vector<std::pair<std::string, std::unique_ptr<PlaneBuilder>>> planes_;
};

// Adds the recorded threads, calls and runs to the host's plane.
void add_recording(SpaceBuilder& space, Recording& recording, const std::vector<std::string>& call_names);

// Converts a space to the JSON format of Chrome's trace viewer.
std::string to_trace_json(std::string_view space);

}  // namespace jaxlib::profiler

#endif  // JAXLIB_PROFILER_XSPACE_H_
