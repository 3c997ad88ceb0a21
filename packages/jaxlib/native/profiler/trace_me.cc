// jaxlib._profiler.TraceMe: a span that Python code opens.
//
// If no session runs, creating, entering and leaving an instance costs no more than the objects: the type's slots
// read one atomic number, and store nothing.
// Ownership: an instance holds the text of its event from its creation to its end.
// Threads: with the GIL; the event belongs to the thread on which it ends.

#include <new>

#include "profiler/bindings.h"
#include "profiler/recorder.h"

namespace jaxlib::profiler {
namespace {

struct TraceMe {
  PyObject_HEAD
  std::int64_t start;  // 0: nothing is recorded
  std::string* name;   // includes the metadata
};

TraceMe* as_trace(PyObject* self) { return reinterpret_cast<TraceMe*>(self); }

// A value in the form of an event's name.
nb::object to_text(PyObject* value) {
  if (PyBool_Check(value)) return nb::str(value == Py_True ? "1" : "0");
  return checked(PyObject_Str(value));
}

// Appends `#key=value,...#`, or extends the metadata that is already there.
void append_metadata(std::string& name, PyObject* keywords) {
  if (keywords == nullptr || PyDict_GET_SIZE(keywords) == 0) return;
  std::string all = name;
  // Converting values runs Python, which may change `keywords`, but not this copy.
  const nb::object copy = checked(PyDict_Copy(keywords));
  const bool more = !all.empty() && all.back() == '#' && all.find('#') != all.size() - 1;
  if (more) {
    all.back() = ',';
  } else {
    all += '#';
  }
  Py_ssize_t at = 0;
  PyObject *key, *value;
  while (PyDict_Next(copy.ptr(), &at, &key, &value)) {
    all += nb::cast<std::string>(nb::handle(key)) + "=" + text(to_text(value)) + ",";
  }
  all.back() = '#';
  name = std::move(all);
}

void finish(TraceMe* self) {
  const std::int64_t start = std::exchange(self->start, 0);
  const std::unique_ptr<std::string> name(std::exchange(self->name, nullptr));
  if (start != 0 && name != nullptr) record(std::move(*name), start, now());
}

int init(PyObject* self, PyObject* args, PyObject* keywords) {
  if (PyTuple_GET_SIZE(args) != 1 || !PyUnicode_Check(PyTuple_GET_ITEM(args, 0))) {
    PyErr_SetString(PyExc_TypeError, "TraceMe(): incompatible function arguments: wanted one str, and keywords");
    return -1;
  }
  if (!recording()) return 0;
  PyObject* done = guarded([&]() -> nb::object {
    finish(as_trace(self));  // it is being initialized again
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(args, 0), &size);
    if (text == nullptr) throw nb::python_error();
    auto name = std::make_unique<std::string>(text, static_cast<std::size_t>(size));
    append_metadata(*name, keywords);
    as_trace(self)->name = name.release();
    as_trace(self)->start = now();
    return nb::none();
  });
  Py_XDECREF(done);
  return done == nullptr ? -1 : 0;
}

void dealloc(PyObject* self) {
  if (as_trace(self)->start != 0) {
    try {
      finish(as_trace(self));
    } catch (const std::exception&) {  // out of memory: the event is missing
    }
  }
  PyTypeObject* of = Py_TYPE(self);
  of->tp_free(self);
  Py_DECREF(of);
}

PyObject* enter(PyObject* self, PyObject*) { return Py_NewRef(self); }

PyObject* leave(PyObject* self, PyObject* const*, Py_ssize_t) {
  if (as_trace(self)->start == 0) Py_RETURN_NONE;
  return guarded([&]() -> nb::object {
    finish(as_trace(self));
    return nb::none();
  });
}

PyObject* set_metadata(PyObject* self, PyObject* args, PyObject* keywords) {
  if (PyTuple_GET_SIZE(args) != 0) {
    PyErr_SetString(PyExc_TypeError, "set_metadata(): incompatible function arguments: wanted keywords");
    return nullptr;
  }
  if (as_trace(self)->start == 0) Py_RETURN_NONE;
  return guarded([&]() -> nb::object {
    std::string name = as_trace(self)->name ? *as_trace(self)->name : std::string();
    append_metadata(name, keywords);  // runs Python, which may end the event
    if (as_trace(self)->name) *as_trace(self)->name = std::move(name);
    return nb::none();
  });
}

PyObject* is_enabled(PyObject*, PyObject*) { return PyBool_FromLong(recording()); }

PyMethodDef methods[] = {
    {"__enter__", &enter, METH_NOARGS, nullptr},
    {"__exit__", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&leave)), METH_FASTCALL, nullptr},
    {"set_metadata", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&set_metadata)), METH_VARARGS | METH_KEYWORDS,
     "Says more of the event, while it lasts."},
    {"is_enabled", &is_enabled, METH_NOARGS | METH_STATIC, "Whether a session records events."},
    {nullptr, nullptr, 0, nullptr}};
PyType_Slot slots[] = {{Py_tp_doc, const_cast<char*>("A named span of work: from when it is made until it is left.")},
                       {Py_tp_init, reinterpret_cast<void*>(&init)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(&dealloc)},
                       {Py_tp_methods, methods},
                       {0, nullptr}};
PyType_Spec spec = {"jaxlib._profiler.TraceMe", sizeof(TraceMe), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};

}  // namespace

void bind_trace_me(Module& module) { module.attr("TraceMe") = checked(PyType_FromSpec(&spec)); }

}  // namespace jaxlib::profiler
