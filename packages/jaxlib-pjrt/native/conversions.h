// Conversions between Python values and pjrt/, for the files that bind its classes.
//
// Ownership, threads and GIL: as in python.h; everything here requires the GIL.
#ifndef JAXLIB_PJRT_CONVERSIONS_H_
#define JAXLIB_PJRT_CONVERSIONS_H_

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "python.h"

namespace jaxlib_pjrt {

using nb::literals::operator""_a;

// A library's text, which may quote a damaged program: bytes that are not UTF-8 are replaced.
nb::object to_text(const std::string& text);

nb::bytes to_bytes(const std::string& text);

// A str or bytes object as bytes.
class Bytes {
 public:
  explicit Bytes(nb::handle value);
  std::string_view view() const { return view_; }

 private:
  nb::object held_;
  std::string_view view_;
};

// Serialized options, from a CompileOptions, serialized bytes, or None for the defaults. Unless they are bytes, the
// options of an installed plugin are added.
Bytes compile_options(nb::handle options, const pjrt::Plugin& plugin);

// Converts the `copy` argument of numpy's protocols.
Sharing sharing(nb::handle copy);

// (minor_to_major, tiles), and back. TypeError or ValueError if the value is not a layout.
nb::tuple from_layout(const pjrt::Layout& layout);
pjrt::Layout to_layout(nb::handle layout);

// A list with a layout or None for each parameter; None if the library does not report them.
nb::object from_layouts(const std::optional<std::vector<pjrt::Parameter>>& known);

// Accepts the name of an installed plugin, the path of a library, or a Plugin.
const pjrt::Plugin& to_plugin(nb::handle plugin);

// Equality: objects for the same handle are equal.
template <class Class>
void same_handle(nb::class_<Class>& wired, const void* (*handle)(const Class&)) {
  wired
      .def("__eq__", [handle](const Class& self, const Class& other) { return handle(self) == handle(other); },
           nb::is_operator())
      .def("__hash__", [handle](const Class& self) {
        return reinterpret_cast<std::uintptr_t>(handle(self)) >> 4;
      });
}

// Each file binds its classes with one of these.
void bind_plugin(nb::module_& module);
void bind_devices(nb::module_& module);
void bind_client(nb::module_& module);
void bind_topology(nb::module_& module);
void bind_executables(nb::module_& module);
void bind_buffers(nb::module_& module);
void bind_profiler(nb::module_& module);

}  // namespace jaxlib_pjrt

#endif  // JAXLIB_PJRT_CONVERSIONS_H_
