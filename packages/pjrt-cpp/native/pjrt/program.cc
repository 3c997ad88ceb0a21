#include "pjrt/program.h"

#include "pjrt/bytecode.h"
#include "pjrt/wire_format.h"

namespace pjrt {
namespace {

// Field numbers of xla.CompileOptionsProto and its ExecutableBuildOptionsProto.
constexpr std::uint64_t kBuildOptions = 3, kDeviceOrdinal = 1, kReplicas = 4, kPartitions = 5, kAssignment = 9;

// XLA allocates tables for a program's devices before it checks their number.
constexpr std::uint64_t kDevicesMax = 1 << 20;

}  // namespace

void check_program(const Plugin& plugin, std::string_view code, const char* function) {
  if (const std::string damage = bytecode::damage(code); !damage.empty()) {
    throw Error(PJRT_Error_Code_INVALID_ARGUMENT, "program: wanted MLIR bytecode, found damaged bytes: " + damage,
                function, plugin.name());
  }
  constexpr std::string_view kBegin = "{devices=[";
  for (std::size_t at = code.find(kBegin); at != code.npos; at = code.find(kBegin, at)) {
    at += kBegin.size();
    const std::string_view tiles = code.substr(at, code.find(']', at) - at);
    bool fresh = true, zero = true, any = false;  // whether a number begins here, is zero so far, has a digit
    for (std::size_t i = 0; i <= tiles.size(); ++i) {
      const char c = i == tiles.size() ? ',' : tiles[i];
      if (c >= '0' && c <= '9') {
        zero = zero && c == '0';
        any = true;
        fresh = false;
      } else if (c == ',' || (c == '-' && fresh)) {
        if (c == '-' || (any && zero)) {
          throw Error(PJRT_Error_Code_INVALID_ARGUMENT,
                      "sharding: wanted dimensions divided by 1 or more, found {devices=[" +
                          std::string(tiles.substr(0, 100)) + "]",
                      function, plugin.name());
        }
        fresh = zero = true;
        any = false;
      } else {
        break;  // not a list of numbers, so not a sharding
      }
    }
  }
}

void check_options(const Plugin& plugin, std::string_view options, const char* function) {
  const auto refuse = [&](const std::string& message) {
    throw Error(PJRT_Error_Code_INVALID_ARGUMENT, "compile options: " + message, function, plugin.name());
  };
  std::uint64_t replicas = 0, partitions = 0;  // 0 by default
  bool assigned = false;
  wire::Reader fields(options);
  while (fields.next()) {
    if (fields.number() != kBuildOptions) continue;
    wire::Reader build(fields.bytes());
    while (build.next()) {
      const auto value = static_cast<std::int64_t>(build.value());
      if (build.number() == kDeviceOrdinal && value != -1 && static_cast<std::int32_t>(value) < 0) {
        refuse("wanted a device_ordinal of -1, for none, or more; found " + std::to_string(value));
      }
      if (build.number() == kReplicas) replicas = build.value();
      if (build.number() == kPartitions) partitions = build.value();
      assigned = assigned || build.number() == kAssignment;
    }
  }
  // Without an assignment, XLA creates one of that size.
  if (!assigned && (replicas == 0 || partitions == 0)) {
    refuse("wanted 1 replica and partition or more, found " + std::to_string(replicas) + " replicas of " +
           std::to_string(partitions) + " partitions");
  }
  if (replicas > kDevicesMax || partitions > kDevicesMax || replicas * partitions > kDevicesMax) {
    refuse("wanted at most " + std::to_string(kDevicesMax) + " devices, found " +
           std::to_string(static_cast<std::int64_t>(replicas)) + " replicas of " +
           std::to_string(static_cast<std::int64_t>(partitions)) + " partitions");
  }
}

}  // namespace pjrt
