// Binds Profiler.

#include "pjrt/profiler.h"
#include "conversions.h"

namespace jaxlib_pjrt {

void bind_profiler(nb::module_& module) {
  nb::class_<pjrt::Profiler>(module, "Profiler",
                             "Records the work of a library and its devices from start to stop; a context manager.")
      .def(
          "__init__",
          [](pjrt::Profiler* self, nb::object plugin, nb::handle options) {
            const pjrt::Plugin& library = to_plugin(plugin);
            // tensorflow.ProfileOptions: version 1, host events of level 2, device events, and programs.
            constexpr std::string_view kDefault("\x10\x02\x18\x01\x28\x01\x38\x01");
            std::optional<Bytes> given;
            if (!options.is_none()) given.emplace(options);
            const std::string_view chosen = given ? given->view() : kDefault;
            const Unlocked unlocked;
            new (self) pjrt::Profiler(library, chosen);
          },
          "plugin"_a, "options"_a = nb::none(),
          "Create a profiler; use one per library at a time.\n\n"
          "Args:\n    plugin: As for Client, or a client's plugin.\n"
          "    options: A serialized tensorflow.ProfileOptions.\n\n"
          "Raises:\n    Unimplemented: The library has no profiler.")
      .def_static(
          "available",
          [](nb::object plugin) {
            return pjrt::Profiler::available(to_plugin(plugin));
          },
          "plugin"_a, "Whether the library has a profiler.")
      .def(
          "start",
          [](pjrt::Profiler& self) {
            const Unlocked unlocked;
            self.start();
          },
          "Start recording.")
      .def(
          "stop",
          [](pjrt::Profiler& self) {
            const Unlocked unlocked;
            self.stop();
          },
          "Stop recording.")
      .def(
          "collect",
          [](pjrt::Profiler& self) {
            std::string data;
            {
              const Unlocked unlocked;
              data = self.collect();
            }
            return to_bytes(data);
          },
          "The profile, after stop(): a serialized tensorflow.profiler.XSpace, which TensorBoard's profile plugin and\n"
          "xprof read from a file *.xplane.pb.")
      .def("__enter__",
           [](nb::object self) {
             self.attr("start")();
             return self;
           })
      .def(
          "__exit__", [](nb::object self, nb::args) { self.attr("stop")(); }, "raised"_a.none());
}

}  // namespace jaxlib_pjrt
