#include "conversions.h"

namespace jaxlib_pjrt {

nb::object to_text(const std::string& text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::bytes to_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

Bytes::Bytes(nb::handle value) : held_(nb::borrow(value)) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyUnicode_Check(value.ptr())) {
    data = const_cast<char*>(PyUnicode_AsUTF8AndSize(value.ptr(), &size));
    if (data == nullptr) throw nb::python_error();
  } else if (PyBytes_AsStringAndSize(value.ptr(), &data, &size) != 0) {
    throw nb::python_error();
  }
  view_ = {data, static_cast<std::size_t>(size)};
}

Bytes compile_options(nb::handle options, const pjrt::Plugin& plugin) {
  if (PyBytes_Check(options.ptr())) return Bytes(options);
  return Bytes(nb::module_::import_("jaxlib_pjrt._plugins").attr("serialized")(options, plugin.path()));
}

Sharing sharing(nb::handle copy) {
  if (copy.is_none()) return Sharing::kAllow;
  return nb::cast<bool>(copy) ? Sharing::kCopy : Sharing::kDemand;
}

nb::tuple from_layout(const pjrt::Layout& layout) {
  nb::list tiles;
  for (const auto& tile : layout.tiles) tiles.append(to_shape(tile.data(), tile.size()));
  return nb::make_tuple(to_shape(layout.minor_to_major.data(), layout.minor_to_major.size()), nb::tuple(tiles));
}

pjrt::Layout to_layout(nb::handle layout) {
  pjrt::Layout made;
  try {
    const auto [order, given] = nb::cast<std::pair<std::vector<std::int64_t>, std::vector<std::vector<std::int64_t>>>>(layout);
    made = {order, given};
  } catch (const nb::cast_error&) {
    throw nb::type_error("layout: wanted (minor_to_major, tiles), such as ((1, 0), ())");
  }
  std::vector<bool> seen(made.minor_to_major.size());
  for (const std::int64_t dimension : made.minor_to_major) {
    const auto index = static_cast<std::size_t>(dimension);
    if (dimension < 0 || index >= seen.size() || seen[index]) {
      throw nb::value_error("layout: minor_to_major must name each dimension once");
    }
    seen[index] = true;
  }
  return made;
}

nb::object from_layouts(const std::optional<std::vector<pjrt::Parameter>>& known) {
  if (!known) return nb::none();
  nb::list all;
  for (const pjrt::Parameter& each : *known) {
    all.append(each.layout ? nb::object(from_layout(*each.layout)) : nb::object(nb::none()));
  }
  return all;
}

const pjrt::Plugin& to_plugin(nb::handle plugin) {
  const nb::object found = nb::module_::import_("jaxlib_pjrt._plugins").attr("plugin")(plugin);
  return *nb::cast<const PyPlugin&>(found).plugin;
}

}  // namespace jaxlib_pjrt
