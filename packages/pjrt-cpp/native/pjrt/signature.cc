#include "pjrt/signature.h"

#include "pjrt/element_type.h"
#include "pjrt/wire_format.h"

namespace pjrt {
namespace {

// The field numbers that are read; the messages are xla.HloModuleProtoWithConfig, HloModuleProto,
// ProgramShapeProto, ShapeProto, LayoutProto and TileProto.
constexpr std::uint64_t kModule = 1, kProgramShape = 4, kParameters = 1, kResult = 2;
constexpr std::uint64_t kElementType = 2, kDimensions = 3, kTupleShapes = 4, kLayout = 5, kDynamic = 6;
constexpr std::uint64_t kMinorToMajor = 1, kTiles = 6, kTileDimensions = 1;
constexpr std::uint64_t kTuple = 13;

std::string_view field(std::string_view message, std::uint64_t number) {
  wire::Reader fields(message);
  while (fields.next()) {
    if (fields.number() == number) return fields.bytes();
  }
  return {};
}

// Appends the values of a repeated field, packed or not.
void read_numbers(wire::Reader& field, std::vector<std::int64_t>& numbers) {
  field.each_value([&](std::uint64_t value) { numbers.push_back(static_cast<std::int64_t>(value)); });
}

Layout read_layout(std::string_view message) {
  Layout layout;
  wire::Reader fields(message);
  while (fields.next()) {
    if (fields.number() == kMinorToMajor) {
      read_numbers(fields, layout.minor_to_major);
    } else if (fields.number() == kTiles) {
      wire::Reader tile(fields.bytes());
      auto& dimensions = layout.tiles.emplace_back();
      while (tile.next()) {
        if (tile.number() == kTileDimensions) read_numbers(tile, dimensions);
      }
    }
  }
  return layout;
}

// False if the shape is damaged, or a tuple.
bool read(std::string_view shape, Parameter& parameter) {
  wire::Reader fields(shape);
  bool dynamic = false;
  std::uint64_t type = 0;
  while (fields.next()) {
    if (fields.number() == kElementType) {
      type = fields.value();
    } else if (fields.number() == kDimensions) {
      read_numbers(fields, parameter.dimensions);
    } else if (fields.number() == kLayout) {
      parameter.layout = read_layout(fields.bytes());
    } else if (fields.number() == kDynamic) {
      for (const char is : fields.bytes()) dynamic = dynamic || is != 0;
      dynamic = dynamic || fields.value() != 0;
    }
  }
  if (!fields.good() || type == kTuple) return false;
  // A layout that does not match the rank of the shape is ignored.
  if (parameter.layout && parameter.layout->minor_to_major.size() != parameter.dimensions.size()) {
    parameter.layout.reset();
  }
  parameter.row_major = !parameter.layout || parameter.layout->is_row_major();
  if (dynamic) return true;
  for (const ElementType& known : kElementTypes) {
    if (static_cast<std::uint64_t>(known.xla) == type) parameter.type = known.type;
  }
  return true;
}

}  // namespace

namespace {

// The ProgramShapeProto; empty if there is none.
std::string_view program_shape(std::string_view format, std::string_view program) {
  if (format == "hlo_with_config") {
    program = field(program, kModule);
  } else if (format != "hlo") {
    return {};
  }
  return field(program, kProgramShape);
}

// The shapes in the fields with this number.
std::optional<std::vector<Parameter>> read_shapes(std::string_view message, std::uint64_t number) {
  std::vector<Parameter> shapes;
  wire::Reader fields(message);
  while (fields.next()) {
    if (fields.number() != number) continue;
    if (!read(fields.bytes(), shapes.emplace_back())) return std::nullopt;
  }
  if (!fields.good()) return std::nullopt;
  return shapes;
}

}  // namespace

std::optional<std::vector<Parameter>> read_parameters(std::string_view format, std::string_view program) {
  const std::string_view shape = program_shape(format, program);
  if (shape.empty()) return std::nullopt;
  return read_shapes(shape, kParameters);
}

std::optional<std::vector<Parameter>> read_results(std::string_view format, std::string_view program) {
  const std::string_view shape = program_shape(format, program);
  const std::string_view result = field(shape, kResult);
  if (result.empty()) return std::nullopt;
  Parameter single;
  if (read(result, single)) return std::vector<Parameter>{std::move(single)};
  return read_shapes(result, kTupleShapes);
}

std::string to_string(PJRT_Buffer_Type type, const std::int64_t* dimensions, std::size_t rank) {
  const ElementType* known = element_type(type);
  std::string text = known != nullptr                 ? known->name
                     : type == PJRT_Buffer_Type_TOKEN ? "token"
                                                      : "type " + std::to_string(type);
  text += '[';
  for (std::size_t i = 0; i < rank; ++i) text += (i == 0 ? "" : ",") + std::to_string(dimensions[i]);
  return text + ']';
}

}  // namespace pjrt
