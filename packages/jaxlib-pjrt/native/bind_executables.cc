// Binds Executable and LoadedExecutable: their properties, and calls.

#include "checksum_header.h"
#include "conversions.h"

namespace jaxlib_pjrt {
namespace {

template <class Class, class Get>
void bind_queries(nb::class_<Class>& wired, Get get) {
  wired.def_prop_ro(
          "name", [get](const Class& self) { return to_text(get(self).name()); },
          "The name of the program's module.")
      .def_prop_ro(
          "num_replicas", [get](const Class& self) { return get(self).replicas(); },
          "The number of replicas.")
      .def_prop_ro(
          "num_partitions", [get](const Class& self) { return get(self).partitions(); },
          "The number of partitions of each replica.")
      .def_prop_ro(
          "num_outputs", [get](const Class& self) { return get(self).outputs(); },
          "The number of outputs on each device.")
      .def_prop_ro("output_dtypes",
                   [get](const Class& self) {
                     nb::list all;
                     for (PJRT_Buffer_Type type : get(self).output_types()) {
                       all.append(type == PJRT_Buffer_Type_TOKEN ? nb::none() : to_dtype(type));
                     }
                     return all;
                   },
                   "The numpy dtype of each output; None for a token.")
      .def_prop_ro(
          "output_shapes",
          [get](const Class& self) {
            nb::list all;
            for (const auto& shape : get(self).output_dimensions()) {
              all.append(to_shape(shape.data(), shape.size()));
            }
            return all;
          },
          "The shape of each output on each device.")
      .def_prop_ro(
          "output_memory_kinds", [get](const Class& self) { return get(self).output_memory_kinds(); },
          "The kind of memory that each output is in, such as \"device\".")
      .def_prop_ro(
          "code_size", [get](const Class& self) { return get(self).code_size(); },
          "The size of the generated code in bytes; -1 if the library does not report it.")
      .def_prop_ro(
          "fingerprint", [get](const Class& self) { return to_bytes(get(self).fingerprint()); },
          "Bytes that identify the compiled program.")
      .def(
          "cost_analysis", [get](const Class& self) { return to_python(get(self).cost_analysis()); },
          "The compiler's estimates by name, such as flops and bytes accessed.")
      .def(
          "memory_stats", [get](const Class& self) { return to_python(get(self).memory_stats()); },
          "The memory it needs on a device and on the host, in bytes, by use; 0 if the library does not report it.")
      .def(
          "optimized_program",
          [get](const Class& self) {
            std::pair<std::string, std::string> program;
            {
              const Unlocked unlocked;
              program = get(self).optimized_program();
            }
            return nb::make_tuple(program.first, to_bytes(program.second));
          },
          "The optimized program: its format (\"hlo\" or \"hlo_with_config\") and its bytes.")
      .def_prop_ro(
          "parameter_layouts",
          [get](const Class& self) {
            std::optional<std::vector<pjrt::Parameter>> known;
            {
              const Unlocked unlocked;
              known = get(self).parameters();
            }
            return from_layouts(known);
          },
          "The layout that each argument must have on the device, as in Buffer.layout. None for a layout that the\n"
          "library does not report, and for all if it does not report the optimized program. A program requests a\n"
          "layout by the attribute mhlo.layout_mode of an argument or result, such as \"{0,1}\".")
      .def_prop_ro(
          "output_layouts",
          [get](const Class& self) {
            std::optional<std::vector<pjrt::Parameter>> known;
            {
              const Unlocked unlocked;
              known = get(self).results();
            }
            return from_layouts(known);
          },
          "The layout of each output, as in parameter_layouts.")
      .def(
          "serialize",
          [get](const Class& self) {
            std::string bytes;
            {
              const Unlocked unlocked;
              bytes = add_checksum(get(self).serialize());
            }
            return to_bytes(bytes);
          },
          "Bytes for Client.load, valid for the same version of the library only. The library's own bytes begin at\n"
          "offset 24, after a magic number and a hash.");
}

}  // namespace

void bind_executables(nb::module_& module) {
  auto executable =
      nb::class_<PyExecutable>(module, "Executable", "A compiled program that is not on any device.");
  bind_queries(executable, [](const PyExecutable& self) -> const pjrt::Executable& { return *self.executable; });
  executable.def("__repr__", [](const PyExecutable& self) {
    return to_text("Executable('" + self.executable->name() + "')");
  });

  auto loaded = nb::class_<PyLoadedExecutable>(module, "LoadedExecutable",
                                               "A compiled program, ready to run on its client's devices.");
  bind_queries(loaded, [](const PyLoadedExecutable& self) -> const pjrt::Executable& {
    return self.executable->executable();
  });
  loaded.def_prop_ro(
          "client", [](const PyLoadedExecutable& self) { return PyClient{self.executable->client()}; },
          "The client that owns it.")
      .def_prop_ro(
          "devices",
          [](const PyLoadedExecutable& self) {
            nb::list all;
            for (const pjrt::Device* device : self.executable->devices()) {
              all.append(PyDevice{self.executable->client(), device});
            }
            return all;
          },
          "The devices of this process on which it runs.")
      .def_prop_ro(
          "parameters",
          [](const PyLoadedExecutable& self) -> nb::object {
            {
              const Unlocked unlocked;
              self.executable->parameters();
            }
            const auto& known = self.executable->parameters();
            if (!known) return nb::none();
            nb::list all;
            for (const pjrt::Parameter& parameter : *known) {
              const bool open = parameter.type == PJRT_Buffer_Type_INVALID;
              all.append(open ? nb::object(nb::none())
                              : nb::make_tuple(to_shape(parameter.dimensions.data(), parameter.dimensions.size()),
                                               to_dtype(parameter.type)));
            }
            return all;
          },
          "The shape and dtype of each argument on each device. None for an argument that is not a plain array, and\n"
          "for all if the library does not report the optimized program.")
      .def_prop_ro(
          "is_deleted", [](const PyLoadedExecutable& self) { return self.executable->deleted(); },
          "Whether it was deleted.")
      .def(
          "delete",
          [](const PyLoadedExecutable& self) {
            const Unlocked unlocked;
            self.executable->remove();
          },
          "Delete it; executions in progress continue.")
      .def(
          "__call__",
          [](const PyLoadedExecutable& self, nb::args arguments, nb::handle keep, std::optional<int> launch_id) {
            return call(self, arguments, keep, launch_id);
          },
          "arguments"_a, nb::kw_only(), "keep"_a = nb::make_tuple(), "launch_id"_a.none() = nb::none(),
          "Run the program. The outputs are returned before their values are computed.\n\n"
          "Args:\n    arguments: One for each argument of the program: a Buffer of this client, or anything that\n"
          "        Client.buffer accepts, which is copied. For a program on several devices, a tuple or list with\n"
          "        one array per device, in the order of devices, or a single array for all.\n"
          "    keep: Indices of arguments not to donate, although the program declares their donation.\n"
          "    launch_id: An int32 by which devices that exchange data tell this execution from others that run at the\n"
          "        same time; in all processes of a program the same. By default one that no other execution of this\n"
          "        process has, or, for a program on several processes, a number counted from the program's fingerprint.\n\n"
          "Returns:\n    A list with one Buffer for each output, or with Shards if there are several devices.\n\n"
          "Raises:\n    PjrtError: The library rejects the call. Errors of the execution are raised by the outputs.")
      .def("__repr__", [](const PyLoadedExecutable& self) {
        return to_text("LoadedExecutable('" + self.executable->executable().name() + "', " +
                       std::to_string(self.executable->devices().size()) + " devices)");
      });
}

}  // namespace jaxlib_pjrt
