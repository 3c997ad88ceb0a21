#include "profiler/xspace_reader.h"

#include <stdexcept>
#include <utility>

#include "pjrt/wire_format.h"
#include "profiler/xspace.h"

namespace jaxlib::profiler {
namespace {

namespace wire = pjrt::wire;

// Calls `function` with the reader positioned at each field.
template <class Function>
void each_field(std::string_view message, Function function) {
  wire::Reader fields(message);
  while (fields.next()) function(fields);
  if (!fields.good()) throw std::runtime_error("Failed to parse XSpace from array");
}

std::int64_t as_signed(const wire::Reader& field) { return static_cast<std::int64_t>(field.value()); }

}  // namespace

EventView::EventView(std::string_view message) {
  each_field(message, [&](const wire::Reader& each) {
    if (each.number() == field::kMetadataId) metadata = each.value();
    if (each.number() == field::kOffsetPs) offset_ps = as_signed(each);
    if (each.number() == field::kDurationPs) duration_ps = as_signed(each);
    if (each.number() == field::kEventStats) stats.push_back(each.bytes());
  });
}

LineView::LineView(std::string_view message) {
  each_field(message, [&](const wire::Reader& each) {
    if (each.number() == field::kLineId) id = as_signed(each);
    if (each.number() == field::kDisplayId) display_id = as_signed(each);
    if (each.number() == field::kTimestampNs) timestamp_ns = as_signed(each);
    if (each.number() == field::kLineName) name = each.bytes();
    if (each.number() == field::kLineDisplayName) display_name = each.bytes();
    if (each.number() == field::kEvents) events.push_back(each.bytes());
  });
}

PlaneView::PlaneView(std::string_view message) {
  const auto entry = [](std::string_view given, auto function) {
    std::uint64_t key = 0;
    std::string_view value;
    each_field(given, [&](const wire::Reader& each) {
      if (each.number() == field::kKey) key = each.value();
      if (each.number() == field::kValue) value = each.bytes();
    });
    each_field(value, [&](const wire::Reader& each) { function(key, each); });
  };
  each_field(message, [&](const wire::Reader& each) {
    switch (each.number()) {
      case field::kPlaneId:
        id = as_signed(each);
        break;
      case field::kPlaneName:
        name = each.bytes();
        break;
      case field::kLines:
        lines.push_back(each.bytes());
        break;
      case field::kPlaneStats:
        stats.push_back(each.bytes());
        break;
      case field::kEventMetadata:
        entry(each.bytes(), [&](std::uint64_t key, const wire::Reader& part) {
          if (part.number() == field::kName) event_metadata[key].name = part.bytes();
          if (part.number() == field::kDisplayName) event_metadata[key].display_name = part.bytes();
          if (part.number() == field::kStats) event_metadata[key].stats.push_back(part.bytes());
        });
        break;
      case field::kStatMetadata:
        entry(each.bytes(), [&](std::uint64_t key, const wire::Reader& part) {
          if (part.number() == field::kName) stat_names[key] = part.bytes();
        });
        break;
      default:
        break;
    }
  });
}

std::pair<const std::string_view*, StatValue> PlaneView::stat(std::string_view message) const {
  std::uint64_t id_of_stat = 0;
  StatValue value;
  each_field(message, [&](const wire::Reader& each) {
    switch (each.number()) {
      case field::kStatId:
        id_of_stat = each.value();
        break;
      case field::kDouble:
        value = each.real();
        break;
      case field::kUnsigned:
        value = each.value();
        break;
      case field::kSigned:
        value = as_signed(each);
        break;
      case field::kText:
        value = each.bytes();
        break;
      case field::kBytes:
        value = Bytes{each.bytes()};
        break;
      case field::kReference: {
        const auto found = stat_names.find(each.value());
        value = found == stat_names.end() ? std::string_view() : found->second;
        break;
      }
      default:
        break;
    }
  });
  const auto found = stat_names.find(id_of_stat);
  return {found == stat_names.end() ? nullptr : &found->second, value};
}

std::vector<std::string_view> planes_of(std::string_view space) {
  std::vector<std::string_view> all;
  each_field(space, [&](const wire::Reader& each) {
    if (each.number() == field::kPlanes) all.push_back(each.bytes());
  });
  return all;
}

}  // namespace jaxlib::profiler
