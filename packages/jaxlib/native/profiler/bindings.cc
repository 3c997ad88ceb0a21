// jaxlib._native.profiler: sessions and their output; jaxlib/_profiler.py exports them under jax's names.

#include "profiler/bindings.h"

#include "errors.h"
#include "pjrt/profiler.h"
#include "pjrt/wire_format.h"
#include "profiler/python_calls.h"
#include "profiler/recorder.h"
#include "profiler/xspace.h"
#include "py_client.h"

namespace jaxlib {
namespace {

using namespace profiler;

std::string_view view(const nb::bytes& content) { return {content.c_str(), content.size()}; }
nb::bytes as_bytes(const std::string& content) { return nb::bytes(content.data(), content.size()); }

// nanobind identifies types by their C++ names, across all extensions of a process, and jaxlib-pjrt binds
// pjrt::Profiler, too: if two modules bound the same type, the one imported later would have no class.
struct PluginProfiler : pjrt::Profiler {
  using pjrt::Profiler::Profiler;
};

// A recording that has not been written yet.
struct Recorded {
  Recording recording;
  std::vector<std::string> call_names;
};

void start_session(int host_level, bool calls) {
  if (start(host_level) == 0) {
    raise_runtime_error(PJRT_Error_Code_ALREADY_EXISTS, "Another profiling session active.");
  }
  if (!calls) return;
  try {
    start_calls();
  } catch (...) {
    stop();
    throw;
  }
}

// The programs whose HLO the profile needs: each with its name and the compiler's answers.
nb::list programs_of(const Recorded& self) {
  nb::list all;
  for (const auto& [number, executable] : self.recording.programs) {
    const std::shared_ptr<pjrt::LoadedExecutable> held = executable;
    std::string name, format, optimized, serialized;
    {
      const gil::Unlocked unlocked;
      const auto ask = [](auto function) {
        try {
          function();
        } catch (const pjrt::Error&) {  // not every plugin supports this
        }
      };
      ask([&] { name = held->executable().name(); });
      ask([&] { std::tie(format, optimized) = held->executable().optimized_program(); });
      if (held->client()->platform() == "cpu") ask([&] { serialized = held->executable().serialize(); });
    }
    all.append(nb::make_tuple(number, name, format, as_bytes(optimized), as_bytes(serialized)));
  }
  return all;
}

// `programs`: (number, name, an xla.HloProto).
void add_programs(PlaneBuilder& facts, const nb::list& programs) {
  for (const nb::handle each : programs) {
    const auto one = nb::cast<nb::tuple>(each);
    const auto number = nb::cast<std::int64_t>(nb::object(one[0]));
    const std::string name = text(nb::object(one[1])) + "(" + std::to_string(number) + ")";
    std::string about;
    pjrt::wire::field(about, field::kDisplayName, name);
    facts.bytes(about, field::kStats, "Hlo Proto", view(nb::cast<nb::bytes>(nb::object(one[2]))));
    facts.number_unsigned(about, field::kStats, "program_id", static_cast<std::uint64_t>(number));
    facts.describe(facts.event_metadata(name), std::move(about));
  }
}

// The serialized space of a recording. `spaces` contains those of plugins and other processes: (bytes, suffix for
// the names of their planes, the nanosecond since 1970 that their times are relative to).
nb::bytes write_space(Recorded& self, const nb::dict& metadata, const nb::list& programs, const nb::list& spaces,
                      const nb::bytes& options, const std::string& hostname, std::int64_t process) {
  SpaceBuilder space;
  PlaneBuilder& facts = space.plane("/host:metadata");
  for (const auto& [key, value] : metadata) {
    facts.text(facts.stats(), field::kPlaneStats, text(key), text(value));
  }
  add_programs(facts, programs);
  facts.number(facts.stats(), field::kPlaneStats, "process_id", process);
  PlaneBuilder& host = space.plane("/host:CPU");
  host.number(host.stats(), field::kPlaneStats, "process_id", process);
  PlaneBuilder& task = space.plane("Task Environment");
  const std::int64_t begin = self.recording.start, end = self.recording.end;
  task.number_unsigned(task.stats(), field::kPlaneStats, "profile_start_time", static_cast<std::uint64_t>(begin));
  task.number_unsigned(task.stats(), field::kPlaneStats, "profile_stop_time", static_cast<std::uint64_t>(end));
  task.bytes(task.stats(), field::kPlaneStats, "profile_options", view(options));
  struct Given {
    nb::bytes space;
    std::string suffix;
    std::int64_t start_ns;
  };
  std::vector<Given> given;
  for (const nb::handle each : spaces) {
    const auto one = nb::cast<nb::tuple>(each);
    given.push_back({nb::cast<nb::bytes>(nb::object(one[0])), text(nb::object(one[1])),
                     nb::cast<std::int64_t>(nb::object(one[2]))});
  }
  std::string made;
  {
    const gil::Unlocked unlocked;
    add_recording(space, self.recording, self.call_names);
    for (const Given& each : given) space.merge(view(each.space), begin, each.suffix, each.start_ns - begin);
    made = space.finish(hostname);
  }
  return as_bytes(made);
}

void bind_plugin_profiler(Module& module) {
  Class<PluginProfiler>(module, "_PluginProfiler")
      .def(
          "__init__",
          [](PluginProfiler* self, nb::handle api, const nb::bytes& options) {
            const pjrt::Plugin& plugin = pjrt::Plugin::adopt(api_of(api, "register_plugin_profiler"), "plugin");
            const gil::Unlocked unlocked;
            new (self) PluginProfiler(plugin, view(options));
          },
          nb::arg("api"), nb::arg("options"))
      .def("start",
           [](PluginProfiler& self) {
             const gil::Unlocked unlocked;
             self.start();
           })
      .def("stop",
           [](PluginProfiler& self) {
             const gil::Unlocked unlocked;
             self.stop();
           })
      .def("collect", [](PluginProfiler& self) {
        std::string made;
        {
          const gil::Unlocked unlocked;
          made = self.collect();
        }
        return as_bytes(made);
      });
}

}  // namespace

void bind_profiler(Module& native) {
  Module module = add_submodule(native, "profiler", "jaxlib._profiler");
  bind_trace_me(module);
  Class<Recorded>(module, "_Recording")
      .def_prop_ro("start_ns", [](const Recorded& self) { return self.recording.start; })
      .def_prop_ro("end_ns", [](const Recorded& self) { return self.recording.end; })
      .def("programs", &programs_of)
      .def("write", &write_space);
  module.def("start", &start_session, nb::arg("host_level"), nb::arg("calls"),
             "Start the session.\n\nRaises:\n    JaxRuntimeError: Another one runs.");
  module.def("stop", [] {
    Recorded made;
    made.call_names = stop_calls();
    made.recording = stop();
    return made;
  });
  module.def("to_trace_json", [](const nb::bytes& space) {
    std::string made;
    {
      const gil::Unlocked unlocked;
      made = to_trace_json(view(space));
    }
    return as_bytes(made);
  });
  module.def("has_profiler", [](nb::handle api) {
    return pjrt::Profiler::available(pjrt::Plugin::adopt(api_of(api, "register_plugin_profiler"), "plugin"));
  });
  bind_plugin_profiler(module);
  Module data = add_submodule(native, "profile_data", "jaxlib._profile_data");
  bind_profile_data(data);
}

}  // namespace jaxlib
