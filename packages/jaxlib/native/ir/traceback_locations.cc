// Tracebacks as locations in a program: call sites with a named position for each frame that is shown.
//
// jax asks for the location of each operation that it lowers, and few tracebacks, frames and chains of calls are
// different, so that each is made once. Equal chains are one object, and compare quickly.
//
// Ownership: a cache owns the code objects that it knows, so that no other one gets their address.
// Threads: with the GIL held. Python code runs only where a code object is new.
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir.h"
#include "traceback.h"

namespace jaxlib::ir {
namespace {

// The address of an object and a number, or the addresses of two objects.
using Pair = std::pair<const void*, std::size_t>;
struct PairHash {
  std::size_t operator()(const Pair& pair) const {
    return combine(reinterpret_cast<std::uintptr_t>(pair.first) >> 4U, pair.second);
  }
};

class TracebackLocations {
 public:
  // `code_to_filename(code)` gives the file to show, or None for code that is hidden.
  TracebackLocations(nb::object code_to_filename, std::size_t limit, nb::object context)
      : code_to_filename_(std::move(code_to_filename)), limit_(limit), context_(std::move(context)) {}

  nb::object get(const nb::object& traceback) {
    if (PyObject* known = PyDict_GetItemWithError(known_.ptr(), traceback.ptr()); known != nullptr) return nb::borrow(known);
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    nb::object made = location(traceback);
    known_[traceback] = made;
    return made;
  }

 private:
  nb::object location(const nb::object& traceback) {
    const nb::object context = context_.is_none() ? nb::borrow(current_context()) : context_;
    if (!context.is_valid()) {
      no_context();
      throw nb::python_error();
    }
    std::vector<nb::object> shown;
    for (const RawFrame& each : raw_frames_of(traceback)) {
      nb::object found = frame(each, context);
      if (!found.is_none()) shown.push_back(std::move(found));
      if (shown.size() == limit_) break;
    }
    if (shown.empty()) return checked(make_location(classes.unknown, PyTuple_New(0), context.ptr()));
    nb::object chain = std::move(shown.back());
    shown.pop_back();
    for (; !shown.empty(); shown.pop_back()) {
      const nb::object& callee = shown.back();
      nb::object& call = calls_[{callee.ptr(), reinterpret_cast<std::uintptr_t>(chain.ptr())}];
      if (!call.is_valid()) call = checked(make_location(classes.call, callee.ptr(), chain.ptr(), context.ptr()));
      chain = call;
    }
    return chain;
  }

  // The location of a frame; None if it is hidden.
  nb::object frame(const RawFrame& of, const nb::object& context) {
    const Pair key{of.code, static_cast<std::size_t>(of.last)};
    if (const auto found = frames_.find(key); found != frames_.end()) return found->second;
    const nb::object code = nb::borrow(reinterpret_cast<PyObject*>(of.code));
    nb::object made = nb::none();
    if (const nb::object filename = filename_of(code); !filename.is_none()) {
      int line, column, end_line, end_column;
      if (!PyCode_Addr2Location(of.code, of.last, &line, &column, &end_line, &end_column)) throw nb::python_error();
      nb::object place = nb::make_tuple(filename, line, column, end_line, end_column);
      place = checked(make_location(classes.file, place.release().ptr(), context.ptr()));
      made = checked(make_location(classes.named, of.code->co_qualname, place.ptr(), context.ptr()));
    }
    frames_.emplace(key, made);
    return made;
  }

  nb::object filename_of(const nb::object& code) {
    const auto found = files_.find(code.ptr());
    if (found != files_.end()) return found->second.second;
    nb::object filename = code_to_filename_(code);
    files_.emplace(code.ptr(), std::make_pair(code, filename));
    return filename;
  }

  nb::object code_to_filename_;
  std::size_t limit_;
  nb::object context_;
  nb::dict known_;  // traceback -> location
  std::unordered_map<PyObject*, std::pair<nb::object, nb::object>> files_;  // code -> the code itself, its file
  std::unordered_map<Pair, nb::object, PairHash> frames_;  // code, last instruction -> location
  std::unordered_map<Pair, nb::object, PairHash> calls_;   // callee, caller -> call site; which owns both
};

}  // namespace

void bind_traceback_locations(Module& native) {
  Class<TracebackLocations>(native, "TracebackToLocationCache",
                                 "Converts tracebacks to call-site locations, without hidden frames.")
      .def(nb::init<nb::object, std::size_t, nb::object>(), nb::arg("code_to_filename"), nb::arg("frame_limit"),
           nb::arg("context").none() = nb::none(),
           "`code_to_filename(code)` returns the file to show, or None if frames of that code are hidden.")
      .def("get", &TracebackLocations::get, nb::arg("traceback"), "The location of a traceback.");
}

}  // namespace jaxlib::ir
