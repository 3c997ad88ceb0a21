// jaxlib._profile_data: read access to profiles from Python.
//
// Ownership: every object holds the message, and views into it.
// Threads: with the GIL; objects are immutable.

#include <fstream>
#include <memory>

#include "common.h"
#include "profiler/bindings.h"
#include "profiler/xspace_reader.h"

namespace jaxlib::profiler {
namespace {

struct Plane {
  nb::bytes message;
  PlaneView view;
};

struct Line {
  std::shared_ptr<const Plane> plane;
  LineView view;
};

struct Event {
  std::shared_ptr<const Plane> plane;
  std::int64_t line_ns;
  EventView view;

  std::int64_t start() const { return view.offset_ps / 1000 + line_ns; }
  std::int64_t duration() const { return view.duration_ps / 1000; }
};

struct Data {
  nb::bytes message;
  std::vector<std::string_view> planes;

  explicit Data(nb::bytes given) : message(std::move(given)), planes(planes_of({message.c_str(), message.size()})) {
    for (const std::string_view each : planes) {  // so that damage is detected now
      for (const std::string_view line : PlaneView(each).lines) {
        for (const std::string_view event : LineView(line).events) EventView{event};
      }
    }
  }
};

nb::object to_str(std::string_view text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  return checked(made);
}

nb::object to_object(const StatValue& value) {
  struct {
    nb::object operator()(std::monostate) const { return nb::none(); }
    nb::object operator()(double number) const { return nb::float_(number); }
    nb::object operator()(std::uint64_t number) const { return nb::int_(number); }
    nb::object operator()(std::int64_t number) const { return nb::int_(number); }
    nb::object operator()(std::string_view text) const { return to_str(text); }
    nb::object operator()(Bytes bytes) const {  // upstream returns a str if the bytes are UTF-8
      PyObject* text = PyUnicode_DecodeUTF8(bytes.content.data(), static_cast<Py_ssize_t>(bytes.content.size()), nullptr);
      if (text != nullptr) return nb::steal(text);
      PyErr_Clear();
      return nb::bytes(bytes.content.data(), bytes.content.size());
    }
  } visitor;
  return std::visit(visitor, value);
}

nb::object stats_of(const Plane& plane, const std::vector<std::string_view>& stats) {
  nb::list all;
  for (const std::string_view each : stats) {
    const auto [name, value] = plane.view.stat(each);
    if (name == nullptr || std::holds_alternative<std::monostate>(value)) {
      all.append(nb::make_tuple(nb::none(), nb::none()));
    } else {
      all.append(nb::make_tuple(to_str(*name), to_object(value)));
    }
  }
  return nb::iter(all);
}

// Creates the objects one by one, because a line may have millions of events.
struct Events {
  std::shared_ptr<const Plane> plane;
  LineView line;
  std::size_t next = 0;
};

using Shared = std::shared_ptr<const Plane>;

void bind_events(Module& module) {
  Class<Event>(module, "ProfileEvent", "One event of a line: a span of time.")
      .def_prop_ro(
          "name",
          [](const Event& self) {
            const auto found = self.plane->view.event_metadata.find(self.view.metadata);
            return to_str(found == self.plane->view.event_metadata.end() ? std::string_view() : found->second.name);
          },
          "Its name.")
      .def_prop_ro(
          "start_ns", [](const Event& self) { return static_cast<double>(self.start()); },
          "When it started, in nanoseconds from the profile's start.")
      .def_prop_ro(
          "end_ns", [](const Event& self) { return static_cast<double>(self.start() + self.duration()); },
          "When it ended, in nanoseconds from the profile's start.")
      .def_prop_ro(
          "duration_ns", [](const Event& self) { return static_cast<double>(self.duration()); },
          "How long it took, in nanoseconds.")
      .def_prop_ro(
          "stats", [](const Event& self) { return stats_of(*self.plane, self.view.stats); },
          "What is known of it: an iterator of (name, value); (None, None) for what has no name.");
  Class<Events>(module, "_Events")
      .def("__iter__", [](nb::handle self) { return nb::borrow(self); })
      .def("__next__", [](Events& self) {
        if (self.next == self.line.events.size()) throw nb::stop_iteration();
        return Event{self.plane, self.line.timestamp_ns, EventView(self.line.events[self.next++])};
      });
}

void bind_planes(Module& module) {
  Class<Line>(module, "ProfileLine", "A line of a plane: what happened on a thread, or on a queue of a device.")
      .def_prop_ro("name", [](const Line& self) { return to_str(self.view.name); }, "Its name.")
      .def_prop_ro(
          "events", [](const Line& self) { return Events{self.plane, self.view}; }, "An iterator of its events.");
  Class<Shared>(module, "ProfilePlane", "A plane of a profile: a host or a device.")
      .def_prop_ro("name", [](const Shared& self) { return to_str(self->view.name); }, "Its name.")
      .def_prop_ro(
          "lines",
          [](const Shared& self) {
            nb::list all;
            for (const std::string_view each : self->view.lines) all.append(nb::cast(Line{self, LineView(each)}));
            return nb::iter(all);
          },
          "An iterator of its lines.")
      .def_prop_ro(
          "stats", [](const Shared& self) { return stats_of(*self, self->view.stats); },
          "What is known of it: an iterator of (name, value); (None, None) for what has no name.");
}

void bind_data(Module& module) {
  const auto plane_of = [](const Data& self, std::string_view message) {
    return nb::cast(Shared(std::make_shared<Plane>(Plane{self.message, PlaneView(message)})));
  };
  Class<Data>(module, "ProfileData", "A profile, as jax.profiler writes it.")
      .def(nb::init<nb::bytes>(), nb::arg("serialized_xspace"))
      .def_static(
          "from_serialized_xspace", [](nb::bytes serialized) { return Data(std::move(serialized)); },
          nb::arg("serialized_xspace"),
          "The profile of a serialized XSpace.\n\nRaises:\n    RuntimeError: It is damaged.")
      .def_prop_ro("_serialized_xspace", [](const Data& self) { return self.message; })
      .def_prop_ro(
          "planes",
          [plane_of](const Data& self) {
            nb::list all;
            for (const std::string_view each : self.planes) all.append(plane_of(self, each));
            return nb::iter(all);
          },
          "An iterator of its planes.")
      .def(
          "find_plane_with_name",
          [plane_of](const Data& self, const std::string& name) -> nb::object {
            for (const std::string_view each : self.planes) {
              if (PlaneView(each).name == name) return plane_of(self, each);
            }
            return nb::none();
          },
          nb::arg("name"), "The plane of that name, or None.");
}

}  // namespace

void bind_profile_data(Module& module) {
  bind_events(module);
  bind_planes(module);
  bind_data(module);
}

}  // namespace jaxlib::profiler
