// Converts a space to the JSON format of Chrome's trace viewer, as upstream does.

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "profiler/xspace.h"
#include "profiler/xspace_reader.h"

namespace jaxlib::profiler {
namespace {

// The "process" ids of the host's threads, and of the first device.
constexpr std::uint32_t kHost = 701, kFirstDevice = 1;
constexpr std::size_t kMostEvents = 5'000'000;  // viewers cannot load more

// Statistics that only link events to each other, which are not displayed.
constexpr std::array<std::string_view, 9> kInternal = {"_pt", "_p",         "_ct",   "_c",            "_r",
                                                       "program_id", "flops", "bytes_accessed", "symbol_id"};

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char code[8];
          std::snprintf(code, sizeof code, "\\u%04x", c);
          out += code;
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void append_microseconds(std::string& out, std::int64_t ps) {
  char text[48];
  const bool below = ps < 0;
  const auto size = static_cast<std::uint64_t>(below ? -ps : ps);
  std::snprintf(text, sizeof text, "%s%llu.%06llu", below ? "-" : "", static_cast<unsigned long long>(size / 1'000'000),
                static_cast<unsigned long long>(size % 1'000'000));
  out += text;
}

std::string to_text(const StatValue& value) {
  struct {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(double number) const {
      char text[40];
      std::snprintf(text, sizeof text, "%.17g", number);
      for (const int digits : {6, 15}) {  // the shortest of these that is exact
        char shorter[40];
        std::snprintf(shorter, sizeof shorter, "%.*g", digits, number);
        if (std::atof(shorter) == number) return shorter;
      }
      return text;
    }
    std::string operator()(std::uint64_t number) const { return std::to_string(number); }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(std::string_view text) const { return std::string(text); }
    std::string operator()(Bytes) const { return "<opaque bytes>"; }
  } visitor;
  return std::visit(visitor, value);
}

struct Process {
  std::uint32_t id;
  PlaneView plane;
};

void append_metadata(std::string& out, const Process& process) {
  const std::string pid = "{\"ph\":\"M\",\"pid\":" + std::to_string(process.id);
  out += pid + ",\"name\":\"process_name\",\"args\":{\"name\":";
  append_quoted(out, process.plane.name);
  out += "}}," + pid + ",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":" + std::to_string(process.id) + "}},";
  std::size_t ordinal = 0;
  for (const std::string_view message : process.plane.lines) {
    const LineView line(message);
    const auto id = static_cast<std::uint32_t>(line.display_id != 0 ? line.display_id : line.id);
    const std::string thread = pid + ",\"tid\":" + std::to_string(id);
    ++ordinal;
    out += thread + ",\"name\":\"thread_name\",\"args\":{\"name\":";
    append_quoted(out, line.display_name.empty() ? line.name : line.display_name);
    out += "}}," + thread + ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":" +
           std::to_string(process.id == kHost ? ordinal : id) + "}},";
  }
}

void append_event(std::string& out, const Process& process, const LineView& line, const EventView& event) {
  const PlaneView& plane = process.plane;
  const auto id = static_cast<std::uint32_t>(line.display_id != 0 ? line.display_id : line.id);
  const auto known = plane.event_metadata.find(event.metadata);
  static const PlaneView::EventMetadata none;
  const PlaneView::EventMetadata& metadata = known == plane.event_metadata.end() ? none : known->second;
  std::map<std::string, std::string> arguments;
  std::string name(metadata.display_name.empty() ? metadata.name : metadata.display_name);
  if (!metadata.display_name.empty()) arguments["long_name"] = metadata.name;
  const auto add = [&](std::string_view stat) {
    const auto [key, value] = plane.stat(stat);
    if (key == nullptr || std::holds_alternative<std::monostate>(value)) return;
    if (std::find(kInternal.begin(), kInternal.end(), *key) != kInternal.end()) return;
    if (*key == "step_name") name = to_text(value);
    arguments[std::string(*key)] = to_text(value);
  };
  for (const std::string_view each : metadata.stats) add(each);
  for (const std::string_view each : event.stats) add(each);
  out += "{\"ph\":\"X\",\"pid\":" + std::to_string(process.id) + ",\"tid\":" + std::to_string(id) + ",\"ts\":";
  append_microseconds(out, line.timestamp_ns * 1000 + event.offset_ps);
  out += ",\"dur\":";
  append_microseconds(out, std::max<std::int64_t>(event.duration_ps, 1));
  out += ",\"name\":";
  append_quoted(out, name);
  if (!arguments.empty()) {
    out += ",\"args\":{";
    for (const auto& [key, value] : arguments) {
      append_quoted(out, key);
      out += ':';
      append_quoted(out, value);
      out += ',';
    }
    out.back() = '}';
  }
  out += "},";
}

}  // namespace

std::string to_trace_json(std::string_view space) {
  std::vector<Process> host, devices;
  const auto begins = [](std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; };
  std::vector<PlaneView> planes;
  for (const std::string_view message : planes_of(space)) planes.emplace_back(message);
  for (const PlaneView& plane : planes) {
    if (plane.name == "/host:CPU" && host.empty()) host.push_back({kHost, plane});
  }
  // Only the first kind of device that exists.
  for (const std::string_view kind : {"/device:GPU:", "/device:TPU:", "/device:CUSTOM:"}) {
    if (!devices.empty()) break;
    for (const PlaneView& plane : planes) {
      if (begins(plane.name, kind)) devices.push_back({kFirstDevice + static_cast<std::uint32_t>(plane.id), plane});
    }
  }
  devices.insert(devices.end(), host.begin(), host.end());
  std::string out = "{\"displayTimeUnit\":\"ns\",\"metadata\":{\"highres-ticks\":true},\"traceEvents\":[";
  for (const Process& each : devices) append_metadata(out, each);
  std::size_t events = 0;
  for (const Process& process : devices) {
    for (const std::string_view message : process.plane.lines) {
      const LineView line(message);
      if ((line.display_name.empty() ? line.name : line.display_name) == "Async XLA Ops") continue;
      for (const std::string_view event : line.events) {
        if (++events > kMostEvents) break;
        append_event(out, process, line, EventView(event));
      }
    }
  }
  return out + "{}]}";  // an empty object after the last comma
}

}  // namespace jaxlib::profiler
