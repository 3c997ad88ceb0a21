#include "traceback.h"

#include <frameobject.h>

#include <algorithm>
#include <atomic>

namespace jaxlib {
namespace {

constexpr std::size_t kMostFrames = 512;

struct Object {
  PyObject_VAR_HEAD;
  RawFrame frames[1];  // innermost first; the codes are owned
};

PyTypeObject* type = nullptr;
std::atomic<bool> enabled{true};
// The frame at which recording stops; a strong reference.
thread_local PyFrameObject* stop = nullptr;

Object* as_object(nb::handle value) { return reinterpret_cast<Object*>(value.ptr()); }
std::size_t size_of(nb::handle value) { return static_cast<std::size_t>(Py_SIZE(value.ptr())); }
bool is_traceback(nb::handle value) { return Py_TYPE(value.ptr()) == type; }
// For methods that Python may call with any object as self.
void require_traceback(nb::handle value) {
  if (!is_traceback(value)) throw nb::type_error("wanted a Traceback");
}

// A traceback with `count` frames; takes over their references.
nb::object make(const RawFrame* frames, std::size_t count) {
  nb::object made =
      checked(reinterpret_cast<PyObject*>(PyObject_NewVar(Object, type, static_cast<Py_ssize_t>(count))));
  std::copy(frames, frames + count, as_object(made)->frames);
  return made;
}

struct Frame {
  nb::object file_name, function_name;
  int function_start_line, line;
};

Frame decode(const RawFrame& entry) {
  return {nb::borrow(entry.code->co_filename), nb::borrow(entry.code->co_qualname), entry.code->co_firstlineno,
          PyCode_Addr2Line(entry.code, entry.last)};
}

void dealloc(PyObject* self) {
  for (std::size_t i = 0; i < size_of(self); ++i) Py_DECREF(as_object(self)->frames[i].code);
  PyTypeObject* of = Py_TYPE(self);
  of->tp_free(self);
  Py_DECREF(of);
}

Py_hash_t hash(PyObject* self) {
  std::size_t seed = size_of(self);
  for (std::size_t i = 0; i < size_of(self); ++i) {
    const RawFrame& entry = as_object(self)->frames[i];
    seed = combine(combine(seed, std::hash<const void*>()(entry.code)), static_cast<std::size_t>(entry.last));
  }
  const auto value = static_cast<Py_hash_t>(seed);
  return value == -1 ? -2 : value;
}

PyObject* compare(PyObject* self, PyObject* other, int op) {
  if (op != Py_EQ && op != Py_NE) Py_RETURN_NOTIMPLEMENTED;
  const bool same =
      is_traceback(other) && size_of(self) == size_of(other) &&
      std::equal(as_object(self)->frames, as_object(self)->frames + size_of(self), as_object(other)->frames,
                 [](const RawFrame& a, const RawFrame& b) { return a.code == b.code && a.last == b.last; });
  return PyBool_FromLong(same == (op == Py_EQ));
}

PyObject* to_text(PyObject* self) {
  return guarded([&] {
    std::string all;
    for (std::size_t i = 0; i < size_of(self); ++i) {
      const Frame frame = decode(as_object(self)->frames[i]);
      if (i > 0) all += "\n";
      all += text(frame.file_name) + ":" + std::to_string(frame.line) + " (" + text(frame.function_name) + ")";
    }
    return nb::str(all.c_str(), all.size());
  });
}

PyObject* construct(PyTypeObject* of, PyObject* args, PyObject* kwargs) {
  if (PyTuple_GET_SIZE(args) != 0 || (kwargs != nullptr && PyDict_Size(kwargs) != 0)) {
    PyErr_SetString(PyExc_TypeError, "Traceback() takes no arguments");
    return nullptr;
  }
  return reinterpret_cast<PyObject*>(PyObject_NewVar(Object, of, 0));
}

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(&construct)},
                       {Py_tp_hash, reinterpret_cast<void*>(&hash)},
                       {Py_tp_richcompare, reinterpret_cast<void*>(&compare)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(&dealloc)},
                       {Py_tp_str, reinterpret_cast<void*>(&to_text)},
                       {0, nullptr}};
PyType_Spec spec = {"jaxlib._jax.Traceback", static_cast<int>(offsetof(Object, frames)),
                    static_cast<int>(sizeof(RawFrame)), Py_TPFLAGS_DEFAULT, slots};

// Prepends a frame to a Python traceback. A path that is not UTF-8 keeps its bytes as surrogates, as in Python.
nb::object prepend(nb::object rest, nb::handle file, nb::handle function, int line) {
  const nb::object path = checked(PyUnicode_EncodeFSDefault(file.ptr()));
  const nb::object name = checked(PyUnicode_AsEncodedString(function.ptr(), "utf-8", "backslashreplace"));
  nb::object code = checked(reinterpret_cast<PyObject*>(
      PyCode_NewEmpty(PyBytes_AS_STRING(path.ptr()), PyBytes_AS_STRING(name.ptr()), line)));
  nb::dict globals;
  nb::object frame = checked(reinterpret_cast<PyObject*>(PyFrame_New(
      PyThreadState_Get(), reinterpret_cast<PyCodeObject*>(code.ptr()), globals.ptr(), nullptr)));
  return nb::handle(reinterpret_cast<PyObject*>(&PyTraceBack_Type))(std::move(rest), frame, 0, line);
}

PyCodeObject* as_code(nb::handle value) {
  if (!PyCode_Check(value.ptr())) throw nb::type_error("code argument must be a code object");
  return reinterpret_cast<PyCodeObject*>(value.ptr());
}

// A context manager: frames outside of the one that entered it are not recorded.
class Scope {
 public:
  ~Scope() { Py_XDECREF(before_); }
  void enter() {
    if (inside_) throw nb::value_error("Cannot enter TracebackScope recursively.");
    inside_ = true;
    before_ = stop;
    stop = PyThreadState_GetFrame(PyThreadState_Get());
  }
  void exit() {
    Py_XDECREF(stop);
    stop = std::exchange(before_, nullptr);
    inside_ = false;
  }

 private:
  PyFrameObject* before_ = nullptr;
  bool inside_ = false;
};

}  // namespace

RawFrames raw_frames_of(nb::handle traceback) {
  require_traceback(traceback);
  return {as_object(traceback)->frames, size_of(traceback)};
}

nb::object current_traceback() {
  if (!enabled) return nb::none();
  static thread_local RawFrame frames[kMostFrames];
  std::size_t count = 0;
  PyFrameObject* frame = PyThreadState_GetFrame(PyThreadState_Get());
  while (frame != nullptr && frame != stop && count < kMostFrames) {
    frames[count++] = {PyFrame_GetCode(frame), PyFrame_GetLasti(frame)};
    PyFrameObject* outer = PyFrame_GetBack(frame);
    Py_DECREF(frame);
    frame = outer;
  }
  Py_XDECREF(frame);
  return make(frames, count);
}

namespace {

nb::list frames_of(nb::handle self) {
  require_traceback(self);
  nb::list all;
  for (std::size_t i = 0; i < size_of(self); ++i) all.append(decode(as_object(self)->frames[i]));
  return all;
}

nb::object joined(nb::handle self, nb::handle other) {
  require_traceback(self);
  if (!is_traceback(other)) return nb::borrow(Py_NotImplemented);
  std::vector<RawFrame> all;
  for (const nb::handle each : {self, other}) {
    all.insert(all.end(), as_object(each)->frames, as_object(each)->frames + size_of(each));
  }
  for (const RawFrame& entry : all) Py_INCREF(entry.code);
  return make(all.data(), all.size());
}

// The code objects, and the last instruction in each.
nb::tuple raw_frames(nb::handle self) {
  require_traceback(self);
  nb::list codes, lasts;
  for (std::size_t i = 0; i < size_of(self); ++i) {
    codes.append(nb::handle(reinterpret_cast<PyObject*>(as_object(self)->frames[i].code)));
    lasts.append(as_object(self)->frames[i].last);
  }
  return nb::make_tuple(codes, lasts);
}

nb::object as_python_traceback(nb::handle self) {
  require_traceback(self);
  nb::object made = nb::none();
  for (std::size_t i = 0; i < size_of(self); ++i) {
    const RawFrame& entry = as_object(self)->frames[i];
    made = prepend(std::move(made), entry.code->co_filename, entry.code->co_name,
                   PyCode_Addr2Line(entry.code, entry.last));
  }
  return made;
}

nb::object traceback_from_frames(nb::iterable frames) {
  nb::object made = nb::none();
  for (nb::handle each : frames) {
    const auto& frame = nb::cast<const Frame&>(each);
    made = prepend(std::move(made), frame.file_name, frame.function_name, frame.line);
  }
  return made;
}

nb::tuple location_of(nb::handle code, int last) {
  int line, column, end_line, end_column;
  if (!PyCode_Addr2Location(as_code(code), last, &line, &column, &end_line, &end_column)) throw nb::python_error();
  return nb::make_tuple(line, column, end_line, end_column);
}

}  // namespace

void bind_traceback(Module& native) {
  Module jax = nb::borrow<Module>(native.attr("jax"));
  type = reinterpret_cast<PyTypeObject*>(checked(PyType_FromSpec(&spec)).release().ptr());
  nb::object traceback = nb::borrow(reinterpret_cast<PyObject*>(type));
  jax.attr("Traceback") = traceback;

  Class<Frame>(jax, "Frame")
      .def(
          "__init__",
          [](Frame* self, nb::str file, nb::str function, int start, int line) {
            new (self) Frame{std::move(file), std::move(function), start, line};
          })
      .def_ro("file_name", &Frame::file_name)
      .def_ro("function_name", &Frame::function_name)
      .def_ro("function_start_line", &Frame::function_start_line)
      .def_ro("line_num", &Frame::line)
      .def("__repr__", [](const Frame& self) {
        return text(self.function_name) + ";" + text(self.file_name) + ":" + std::to_string(self.line);
      });

  traceback.attr("get_traceback") = native_function(&current_traceback);
  const nb::object property = nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type));
  traceback.attr("frames") = property(native_function(&frames_of));
  traceback.attr("__add__") = native_function(&joined, nb::is_method());
  traceback.attr("raw_frames") = native_function(&raw_frames, nb::is_method());
  traceback.attr("as_python_traceback") = native_function(&as_python_traceback, nb::is_method());
  // A static method, because it is called on the type.
  const nb::object static_method = nb::borrow(reinterpret_cast<PyObject*>(&PyStaticMethod_Type));
  traceback.attr("traceback_from_frames") = static_method(native_function(&traceback_from_frames));
  traceback.attr("code_addr2line") = static_method(
      native_function([](nb::handle code, int last) { return PyCode_Addr2Line(as_code(code), last); }));
  traceback.attr("code_addr2location") = static_method(native_function(&location_of));

  jax.def("tracebacks_enabled", [] { return enabled.load(); });
  jax.def("set_tracebacks_enabled", [](bool value) { enabled = value; });
  Class<Scope>(jax, "TracebackScope")
      .def(nb::init<>())
      .def("__enter__", [](nb::handle self) {
        instance<Scope>(self).enter();
        return nb::borrow(self);
      })
      .def("__exit__", [](Scope& self, nb::args) { self.exit(); });
}

}  // namespace jaxlib
