// The Python classes of compiled programs, and their execution.
//
// Ownership: a Loaded's Python object holds the program, its Client's object, and its host callbacks. Each
// execution that may call these also holds them until it has ended on all devices, because the Loaded may be gone
// by then. Threads: with the GIL, which run() releases while the library enqueues.
#ifndef JAXLIB_EXECUTABLE_H_
#define JAXLIB_EXECUTABLE_H_

#include <memory>
#include <vector>

#include "py_array.h"
#include "common.h"
#include "pjrt/event.h"
#include "pjrt/executable.h"

namespace jaxlib {

using Events = std::vector<std::shared_ptr<pjrt::Event>>;

// The next program number of the process.
std::uint64_t next_number();

struct Loaded {
  std::shared_ptr<pjrt::LoadedExecutable> executable;
  nb::object client;
  nb::object callbacks;  // the list of its host callbacks; null if there are none
  std::uint64_t number = next_number();  // identifies the program in profiles
  nb::object traceback;      // of its compilation or loading
  bool own_layouts = false;  // whether it was compiled with requested layouts
};

// Binds the properties that Loaded and Compiled share; `executable` returns the pjrt::Executable.
template <class T>
void describe(Class<T>& type, const pjrt::Executable& (*executable)(const T&)) {
  const auto as_bytes = [](const std::string& content) { return nb::bytes(content.data(), content.size()); };
  type.def_prop_ro("fingerprint",
                   [=](const T& self) -> nb::object {
                     try {
                       return as_bytes(executable(self).fingerprint());
                     } catch (const pjrt::Error& error) {
                       if (error.code() == PJRT_Error_Code_UNIMPLEMENTED) return nb::none();
                       throw;
                     }
                   })
      .def("size_of_generated_code_in_bytes", [=](const T& self) { return executable(self).code_size(); })
      .def("serialize", [=](const T& self) { return as_bytes(executable(self).serialize()); })
      .def("cost_analysis",
           [=](const T& self) {
             nb::dict all;
             for (const pjrt::NamedValue& each : executable(self).cost_analysis()) {
               all[each.name.c_str()] = to_python(each.value);
             }
             return all;
           })
      .def("_output_memory_kinds", [=](const T& self) { return executable(self).output_memory_kinds(); })
      .def("_memory_stats",
           [=](const T& self) {
             nb::dict all;
             for (const auto& [name, value] : executable(self).memory_stats()) all[name] = value;
             return all;
           })
      .def("_optimized_program", [=](const T& self) {
        const auto [format, program] = executable(self).optimized_program();
        return nb::make_tuple(format, as_bytes(program));
      });
}

// Runs a program on all of its devices in this process. `arguments` contains, for the first argument, one buffer
// per device in the order of the program's devices, then those of the second argument, and so on. Returns one
// Buffers per result. `events`, unless null, receives the completion events.
//
// Ownership: `arguments` is passed by value, because the GIL is released while the library enqueues, and other
// threads may delete or donate the Arrays.
// Throws std::invalid_argument if the number of buffers is not a multiple of the number of devices.
std::vector<Buffers> run(Loaded& program, Buffers arguments, Events* events = nullptr,
                         std::optional<int> launch_id = std::nullopt);

// Drops the host callbacks of executions that have ended, in the order of their start, up to the first one that has
// not ended; all of them if `all`. Runs Python destructors. Costs nothing if no execution holds callbacks.
void release_callbacks(bool all = false);

}  // namespace jaxlib

#endif  // JAXLIB_EXECUTABLE_H_
