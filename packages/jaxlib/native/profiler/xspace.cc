#include "profiler/xspace.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>

#include "pjrt/wire_format.h"

namespace jaxlib::profiler {
namespace {

namespace wire = pjrt::wire;

// Lines of device programs are numbered after those of threads, whose ids are the kernel's, below 2^22.
constexpr std::int64_t kDeviceLines = std::int64_t{1} << 24, kLanes = 64;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

void add_pair(std::string_view text, std::vector<Pair>& pairs) {
  const std::size_t at = text.find('=');
  if (at == std::string_view::npos) return;
  const std::string_view key = trimmed(text.substr(0, at)), value = trimmed(text.substr(at + 1));
  if (!key.empty() && !value.empty()) pairs.emplace_back(key, value);
}

void require(const wire::Reader& fields) {
  if (!fields.good()) throw std::runtime_error("Failed to parse XSpace from array");
}

// A table entry: its number, and the message.
std::pair<std::uint64_t, std::string_view> table_entry(std::string_view message) {
  std::pair<std::uint64_t, std::string_view> found{0, {}};
  wire::Reader fields(message);
  while (fields.next()) {
    if (fields.number() == field::kKey) found.first = fields.value();
    if (fields.number() == field::kValue) found.second = fields.bytes();
  }
  require(fields);
  return found;
}

}  // namespace

std::string_view parse_name(std::string_view encoded, std::vector<Pair>& pairs) {
  if (encoded.size() < 2 || encoded.back() != '#') return encoded;
  const std::size_t first = encoded.find('#');
  if (first == encoded.size() - 1) return encoded.substr(0, first);
  std::string_view rest = encoded.substr(first + 1, encoded.size() - first - 2);
  rest = rest.substr(0, rest.find('#'));
  std::string open;  // the currently open brackets and quotes
  std::size_t begin = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    const bool quoted = !open.empty() && (open.back() == '"' || open.back() == '\'');
    if (c == '"' || c == '\'') {
      if (quoted && open.back() == c) {
        open.pop_back();
      } else if (!quoted) {
        open += c;
      }
    } else if (quoted) {
      continue;
    } else if (c == '(' || c == '[' || c == '{') {
      open += c;
    } else if (c == ')' || c == ']' || c == '}') {
      const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (!open.empty() && open.back() == wanted) open.pop_back();
    } else if (c == ',' && open.empty()) {
      add_pair(rest.substr(begin, i - begin), pairs);
      begin = i + 1;
    }
  }
  add_pair(rest.substr(begin), pairs);
  return encoded.substr(0, first);
}

std::uint64_t PlaneBuilder::event_metadata(std::string_view name) {
  const auto known = events_.find(name);
  if (known != events_.end()) return known->second;
  event_names_.emplace_back(name);
  return events_[event_names_.back()] = event_names_.size();
}

std::uint64_t PlaneBuilder::stat_metadata(std::string_view name) {
  const auto known = stats_by_name_.find(name);
  if (known != stats_by_name_.end()) return known->second;
  stat_names_.emplace_back(name);
  return stats_by_name_[stat_names_.back()] = stat_names_.size();
}

void PlaneBuilder::number(std::string& out, std::uint64_t tag, std::string_view key, std::int64_t value) {
  std::string stat;
  wire::field(stat, field::kStatId, stat_metadata(key));
  wire::field(stat, field::kSigned, static_cast<std::uint64_t>(value));
  wire::field(out, tag, stat);
}

void PlaneBuilder::number_unsigned(std::string& out, std::uint64_t tag, std::string_view key, std::uint64_t value) {
  std::string stat;
  wire::field(stat, field::kStatId, stat_metadata(key));
  wire::field(stat, field::kUnsigned, value);
  wire::field(out, tag, stat);
}

void PlaneBuilder::text(std::string& out, std::uint64_t tag, std::string_view key, std::string_view value) {
  std::string stat;
  wire::field(stat, field::kStatId, stat_metadata(key));
  wire::field(stat, field::kText, value);
  wire::field(out, tag, stat);
}

void PlaneBuilder::bytes(std::string& out, std::uint64_t tag, std::string_view key, std::string_view value) {
  std::string stat;
  wire::field(stat, field::kStatId, stat_metadata(key));
  wire::field(stat, field::kBytes, value);
  wire::field(out, tag, stat);
}

void PlaneBuilder::parsed(std::string& out, std::uint64_t tag, std::string_view key, std::string_view value) {
  const std::string copy(value);
  char* end = nullptr;
  errno = 0;
  const long long whole = std::strtoll(copy.c_str(), &end, 10);
  if (errno == 0 && !copy.empty() && *end == '\0') return number(out, tag, key, whole);
  errno = 0;
  const unsigned long long large = std::strtoull(copy.c_str(), &end, 10);
  if (errno == 0 && !copy.empty() && copy[0] != '-' && *end == '\0') return number_unsigned(out, tag, key, large);
  const double real = std::strtod(copy.c_str(), &end);
  std::string stat;
  wire::field(stat, field::kStatId, stat_metadata(key));
  if (!copy.empty() && *end == '\0') {
    wire::real(stat, field::kDouble, real);
  } else {
    wire::field(stat, field::kReference, stat_metadata(value));
  }
  wire::field(out, tag, stat);
}

void PlaneBuilder::event(std::int64_t line, std::uint64_t metadata, std::int64_t offset_ps, std::int64_t duration_ps,
                         std::string stats) {
  lines_[line].events.push_back({metadata, offset_ps, duration_ps, false, std::move(stats)});
}

void PlaneBuilder::name_line(std::int64_t line, std::string_view name, std::string_view display_name) {
  lines_[line].name = name;
  lines_[line].display_name = display_name;
}

std::string PlaneBuilder::renumbered(std::string_view stat,
                                     const std::unordered_map<std::uint64_t, std::uint64_t>& numbers) {
  const auto number = [&](std::uint64_t old) {
    const auto found = numbers.find(old);
    return found == numbers.end() ? std::uint64_t{0} : found->second;
  };
  std::string out;
  wire::Reader fields(stat);
  while (fields.next()) {
    switch (fields.number()) {
      case field::kStatId:
      case field::kReference:
        wire::field(out, fields.number(), number(fields.value()));
        break;
      case field::kDouble:
        wire::real(out, fields.number(), fields.real());
        break;
      case field::kUnsigned:
      case field::kSigned:
        wire::field(out, fields.number(), fields.value());
        break;
      default:
        wire::field(out, fields.number(), fields.bytes());
    }
  }
  require(fields);
  return out;
}

void PlaneBuilder::merge_metadata(std::string_view message, std::uint64_t table, Numbers& numbers) {
  const auto [old, metadata] = table_entry(message);
  std::string_view name;
  std::string rest;
  wire::Reader fields(metadata);
  while (fields.next()) {
    if (fields.number() == field::kName) {
      name = fields.bytes();
    } else if (table == field::kEventMetadata && fields.number() == field::kStats) {
      wire::field(rest, field::kStats, renumbered(fields.bytes(), numbers.stats));
    } else if (fields.number() == field::kOpaque || fields.number() == field::kDisplayName) {
      wire::field(rest, fields.number(), fields.bytes());
    }
  }
  require(fields);
  if (table == field::kStatMetadata) {
    numbers.stats[old] = stat_metadata(name);
    return;
  }
  const std::size_t before = event_names_.size();
  // Two of the same name, such as two kernels, may have different statistics.
  numbers.events[old] = rest.empty() || events_.find(name) == events_.end() ? event_metadata(name) : [&] {
    event_names_.emplace_back(name);
    return static_cast<std::uint64_t>(event_names_.size());
  }();
  if (event_names_.size() > before) describe(numbers.events[old], std::move(rest));
}

PlaneBuilder::OneEvent PlaneBuilder::read_event(std::string_view message, const Numbers& numbers) {
  OneEvent event{0, 0, 0, false, {}};
  wire::Reader fields(message);
  while (fields.next()) {
    switch (fields.number()) {
      case field::kMetadataId: {
        const auto number = numbers.events.find(fields.value());
        event.metadata = number == numbers.events.end() ? 0 : number->second;
        break;
      }
      case field::kOffsetPs:
        event.offset = static_cast<std::int64_t>(fields.value());
        break;
      case field::kOccurrences:
        event.counted = true;
        event.offset = static_cast<std::int64_t>(fields.value());
        break;
      case field::kDurationPs:
        event.duration = static_cast<std::int64_t>(fields.value());
        break;
      case field::kEventStats:
        wire::field(event.stats, field::kEventStats, renumbered(fields.bytes(), numbers.stats));
        break;
      default:
        break;
    }
  }
  require(fields);
  return event;
}

void PlaneBuilder::merge_line(std::string_view message, const Numbers& numbers, std::int64_t start_ns,
                              std::int64_t shift_ns) {
  std::int64_t id = 0, timestamp = 0;
  Line line;
  wire::Reader fields(message);
  while (fields.next()) {
    switch (fields.number()) {
      case field::kLineId:
        id = static_cast<std::int64_t>(fields.value());
        break;
      case field::kLineName:
        line.name = fields.bytes();
        break;
      case field::kLineDisplayName:
        line.display_name = fields.bytes();
        break;
      case field::kTimestampNs:
        timestamp = static_cast<std::int64_t>(fields.value());
        break;
      case field::kDisplayId:
      case field::kLineDurationPs:
        wire::field(line.rest, fields.number(), fields.value());
        break;
      case field::kEvents:
        line.events.push_back(read_event(fields.bytes(), numbers));
        break;
      default:
        break;
    }
  }
  require(fields);
  timestamp += timestamp >= start_ns ? -start_ns : shift_ns;
  Line& into = lines_[id];
  if (into.name.empty()) into.name = std::move(line.name);
  if (into.display_name.empty()) into.display_name = std::move(line.display_name);
  if (into.rest.empty()) into.rest = std::move(line.rest);
  for (OneEvent& event : line.events) {
    if (!event.counted) event.offset += timestamp * 1000;
    into.events.push_back(std::move(event));
  }
}

void PlaneBuilder::merge(std::string_view plane, std::int64_t start_ns, std::int64_t shift_ns) {
  Numbers numbers;
  // The tables first, because they may follow the lines.
  for (const std::uint64_t table : {std::uint64_t{field::kStatMetadata}, std::uint64_t{field::kEventMetadata}}) {
    wire::Reader fields(plane);
    while (fields.next()) {
      if (fields.number() == table) merge_metadata(fields.bytes(), table, numbers);
    }
    require(fields);
  }
  wire::Reader fields(plane);
  while (fields.next()) {
    if (fields.number() == field::kPlaneId && id_ == 0) id_ = static_cast<std::int64_t>(fields.value());
    if (fields.number() == field::kPlaneStats) {
      wire::field(stats_, field::kPlaneStats, renumbered(fields.bytes(), numbers.stats));
    }
    if (fields.number() == field::kLines) merge_line(fields.bytes(), numbers, start_ns, shift_ns);
  }
  require(fields);
}

std::string PlaneBuilder::finish() {
  std::string out;
  if (id_ != 0) wire::field(out, field::kPlaneId, static_cast<std::uint64_t>(id_));
  wire::field(out, field::kPlaneName, name_);
  for (auto& [id, line] : lines_) {
    // Enclosing events come before the events that they enclose.
    std::stable_sort(line.events.begin(), line.events.end(), [](const OneEvent& a, const OneEvent& b) {
      return a.offset != b.offset ? a.offset < b.offset : a.duration > b.duration;
    });
    std::string message;
    wire::field(message, field::kLineId, static_cast<std::uint64_t>(id));
    wire::field(message, field::kLineName, line.name);
    if (!line.display_name.empty()) wire::field(message, field::kLineDisplayName, line.display_name);
    message += line.rest;
    std::string one;
    for (const OneEvent& event : line.events) {
      one.clear();
      wire::field(one, field::kMetadataId, event.metadata);
      wire::field(one, event.counted ? field::kOccurrences : field::kOffsetPs, static_cast<std::uint64_t>(event.offset));
      if (event.duration != 0) wire::field(one, field::kDurationPs, static_cast<std::uint64_t>(event.duration));
      one += event.stats;
      wire::field(message, field::kEvents, one);
    }
    line.events.clear();
    wire::field(out, field::kLines, message);
  }
  const auto table = [&](const std::deque<std::string>& names, std::uint64_t tag, bool of_events) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::string message, entry;
      wire::field(message, field::kId, std::uint64_t{i + 1});
      wire::field(message, field::kName, names[i]);
      const auto more = of_events ? more_.find(i + 1) : more_.end();
      if (more != more_.end()) message += more->second;
      wire::field(entry, field::kKey, std::uint64_t{i + 1});
      wire::field(entry, field::kValue, message);
      wire::field(out, tag, entry);
    }
  };
  table(event_names_, field::kEventMetadata, true);
  table(stat_names_, field::kStatMetadata, false);
  return out + stats_;
}

PlaneBuilder& SpaceBuilder::plane(std::string_view name) {
  for (auto& [known, plane] : planes_) {
    if (known == name) return *plane;
  }
  planes_.emplace_back(name, std::make_unique<PlaneBuilder>(std::string(name)));
  return *planes_.back().second;
}

void SpaceBuilder::merge(std::string_view space, std::int64_t start_ns, const std::string& suffix,
                         std::int64_t shift_ns) {
  wire::Reader fields(space);
  while (fields.next()) {
    if (fields.number() != field::kPlanes) continue;
    const std::string_view message = fields.bytes();
    std::string_view name;
    wire::Reader inner(message);
    while (inner.next()) {
      if (inner.number() == field::kPlaneName) name = inner.bytes();
    }
    require(inner);
    plane(std::string(name) + suffix).merge(message, start_ns, shift_ns);
  }
  require(fields);
}

std::string SpaceBuilder::finish(std::string_view hostname) {
  std::string out;
  for (auto& [name, plane] : planes_) wire::field(out, field::kPlanes, plane->finish());
  if (!hostname.empty()) wire::field(out, field::kHostnames, hostname);
  return out;
}

namespace {

// Picoseconds from the recording's start; what began before began there.
std::int64_t since_start(const Recording& recording, std::int64_t time) {
  return (std::max(time, recording.start) - recording.start) * 1000;
}

void add_threads(PlaneBuilder& plane, Recording& recording, const std::vector<std::string>& call_names) {
  std::vector<std::uint64_t> calls(call_names.size());
  std::vector<Pair> pairs;
  for (Recording::Thread& thread : recording.threads) {
    std::string display = thread.name;
    if (!thread.python_name.empty() && thread.python_name != "MainThread") display += " (" + thread.python_name + ")";
    plane.name_line(thread.id, thread.name, display);
    for (const Event& event : thread.events) {
      pairs.clear();
      const std::string_view name = parse_name(event.name, pairs);
      std::string stats;
      for (const auto& [key, value] : pairs) plane.parsed(stats, field::kEventStats, key, value);
      plane.event(thread.id, plane.event_metadata(name), since_start(recording, event.start),
                  (event.end - event.start) * 1000, std::move(stats));
    }
    for (const Call& call : thread.calls) {
      if (call.name >= calls.size()) continue;
      if (calls[call.name] == 0) calls[call.name] = plane.event_metadata(call_names[call.name]);
      plane.event(thread.id, calls[call.name], since_start(recording, call.start), (call.end - call.start) * 1000, {});
    }
    thread = {};
  }
}

// Programs that overlap on a device get separate lines, because events that share a line are displayed as nested.
void add_runs(PlaneBuilder& plane, Recording& recording) {
  std::sort(recording.runs.begin(), recording.runs.end(),
            [](const ProgramRun& a, const ProgramRun& b) { return a.start < b.start; });
  std::map<int, std::vector<std::int64_t>> free_from;
  for (const ProgramRun& run : recording.runs) {
    std::vector<std::int64_t>& lanes = free_from[run.device];
    std::size_t lane = 0;
    while (lane < lanes.size() && lanes[lane] > run.start) ++lane;
    if (lane == lanes.size()) lanes.push_back(0);
    lanes[lane] = run.end;
    if (lane >= kLanes) lane = kLanes - 1;
    const std::int64_t line = kDeviceLines + run.device * kLanes + static_cast<std::int64_t>(lane);
    const std::string name = "programs on device " + std::to_string(run.device) +
                             (lane == 0 ? "" : " (" + std::to_string(lane + 1) + ")");
    plane.name_line(line, name, name);
    std::string stats;
    plane.parsed(stats, field::kEventStats, "hlo_module", run.name);
    plane.number(stats, field::kEventStats, "program_id", static_cast<std::int64_t>(run.program));
    plane.number(stats, field::kEventStats, "run_id", static_cast<std::int64_t>(run.run));
    plane.number(stats, field::kEventStats, "device_ordinal", run.device);
    if (!run.thread.empty()) plane.parsed(stats, field::kEventStats, "thread", run.thread);
    plane.event(line, plane.event_metadata(run.name), since_start(recording, run.start), (run.end - run.start) * 1000,
                std::move(stats));
  }
}

}  // namespace

void add_recording(SpaceBuilder& space, Recording& recording, const std::vector<std::string>& call_names) {
  PlaneBuilder& plane = space.plane("/host:CPU");
  add_threads(plane, recording, call_names);
  add_runs(plane, recording);
}

}  // namespace jaxlib::profiler
