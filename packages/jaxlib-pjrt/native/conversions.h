// Values between Python and pjrt/, for the files that bind its classes.
//
// Ownership, threads and GIL: as in python.h; everything here is called with the GIL held.
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

// A library's text, which may repeat what a damaged program had in it: bytes that are not UTF-8 are replaced.
nb::object to_text(const std::string& text);

nb::bytes to_bytes(const std::string& text);

// str or bytes, as the bytes that a library takes.
class Bytes {
 public:
  explicit Bytes(nb::handle value);
  std::string_view view() const { return view_; }

 private:
  nb::object held_;
  std::string_view view_;
};

// A CompileOptions, or the bytes of one that is serialized; None is the default CompileOptions. The options of an
// installed plugin are added to what is not bytes.
Bytes compile_options(nb::handle options, const pjrt::Plugin& plugin);

// What `copy` of numpy's protocols asks for.
Sharing sharing(nb::handle copy);

// (minor_to_major, tiles), and back. TypeError or ValueError for what is not a layout.
nb::tuple from_layout(const pjrt::Layout& layout);
pjrt::Layout to_layout(nb::handle layout);

// A list with a layout or None for each parameter; None where the library does not state them.
nb::object from_layouts(const std::optional<std::vector<pjrt::Parameter>>& known);

// The library of an installed plugin's name, a library's path, or a Plugin.
const pjrt::Plugin& to_plugin(nb::handle plugin);

// Objects that stand for one handle are equal.
template <class Class>
void same_handle(nb::class_<Class>& wired, const void* (*handle)(const Class&)) {
  wired
      .def("__eq__", [handle](const Class& self, const Class& other) { return handle(self) == handle(other); },
           nb::is_operator())
      .def("__hash__", [handle](const Class& self) {
        return reinterpret_cast<std::uintptr_t>(handle(self)) >> 4;
      });
}

// Each file's classes.
void bind_plugin(nb::module_& module);
void bind_devices(nb::module_& module);
void bind_client(nb::module_& module);
void bind_topology(nb::module_& module);
void bind_executables(nb::module_& module);
void bind_buffers(nb::module_& module);
void bind_profiler(nb::module_& module);

}  // namespace jaxlib_pjrt

#endif  // JAXLIB_PJRT_CONVERSIONS_H_
