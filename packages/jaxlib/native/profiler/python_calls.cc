#include "profiler/python_calls.h"

#include <cstring>
#include <unordered_map>

#include "profiler/recorder.h"

namespace jaxlib::profiler {
namespace {

bool started = false;
std::uint64_t number = 0;  // the number of the session

// The names of code objects and C functions. Code objects are held, so that no other object gets their address.
struct Names {
  std::vector<std::string> all;
  std::unordered_map<const void*, std::uint32_t> index;
  std::vector<nb::object> codes;

  void clear() {
    std::vector<nb::object> dropped = std::move(codes);
    *this = Names();
  }
};
Names& names() {
  static auto* const table = new Names;
  return *table;
}

std::uint32_t add(const void* key, std::string name) {
  Names& table = names();
  const auto index = static_cast<std::uint32_t>(table.all.size());
  table.all.push_back(std::move(name));
  table.index[key] = index;
  return index;
}

std::string utf8(PyObject* value) {
  const char* text = value != nullptr && PyUnicode_Check(value) ? PyUnicode_AsUTF8(value) : nullptr;
  if (text != nullptr) return text;
  PyErr_Clear();  // not a str, or a str with lone surrogates
  return "<unknown>";
}

std::uint32_t name_of_code(PyObject* object) {
  const auto found = names().index.find(object);
  if (found != names().index.end()) return found->second;
  const auto* code = reinterpret_cast<PyCodeObject*>(object);
  std::string file = utf8(code->co_filename);
  file.erase(0, file.rfind('/') + 1);
  names().codes.push_back(nb::borrow(object));
  return add(object, "$" + file + ":" + std::to_string(code->co_firstlineno) + " " + utf8(code->co_name));
}

std::uint32_t name_of_function(const PyMethodDef* method, PyObject* module) {
  const auto found = names().index.find(method);
  if (found != names().index.end()) {
    // The address may belong to another method table that was freed.
    const std::string& known = names().all[found->second];
    const std::size_t size = std::strlen(method->ml_name);
    if (known.size() > size && known.compare(known.size() - size, size, method->ml_name) == 0) return found->second;
  }
  return add(method, "$" + utf8(module) + " " + method->ml_name);
}

// The method of a built-in function, or of a method of a built-in type; null for anything else.
const PyMethodDef* method_of(PyObject* callable, PyObject** module) {
  *module = nullptr;
  if (PyCFunction_Check(callable)) {
    const auto* function = reinterpret_cast<PyCFunctionObject*>(callable);
    *module = function->m_module;
    return function->m_ml;
  }
  if (Py_IS_TYPE(callable, &PyMethodDescr_Type)) return reinterpret_cast<PyMethodDescrObject*>(callable)->d_method;
  return nullptr;
}

Log& log_of_session() {
  Log& log = own_log();
  if (log.calls_session != number) {
    log.calls.clear();
    log.open.clear();
    log.calls_session = number;
  }
  return log;
}

void enter(std::uint32_t name) { log_of_session().open.emplace_back(name, now()); }

void leave(std::uint32_t name) {
  Log& log = log_of_session();
  const std::int64_t end = now();
  if (log.open.empty()) {  // the call began before the session
    log.calls.push_back({name, session_start(), end});
    return;
  }
  log.calls.push_back({log.open.back().first, log.open.back().second, end});
  log.open.pop_back();
}

#if PY_VERSION_HEX >= 0x030c0000

int tool = -1;

PyObject* on_start(PyObject*, PyObject* const* args, Py_ssize_t) {
  if (started) enter(name_of_code(args[0]));
  Py_RETURN_NONE;
}

PyObject* on_return(PyObject*, PyObject* const* args, Py_ssize_t) {
  if (started) leave(name_of_code(args[0]));
  Py_RETURN_NONE;
}

PyObject* on_call(PyObject*, PyObject* const* args, Py_ssize_t count) {
  PyObject* module;
  const PyMethodDef* method = count > 2 ? method_of(args[2], &module) : nullptr;
  if (started && method != nullptr) enter(name_of_function(method, module));
  Py_RETURN_NONE;
}

PyObject* on_called(PyObject*, PyObject* const* args, Py_ssize_t count) {
  PyObject* module;
  const PyMethodDef* method = count > 2 ? method_of(args[2], &module) : nullptr;
  if (started && method != nullptr) leave(name_of_function(method, module));
  Py_RETURN_NONE;
}

PyCFunction as_function(PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t)) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(function));
}

PyMethodDef hooks[] = {{"on_start", as_function(locked<&on_start>), METH_FASTCALL, nullptr},
                       {"on_return", as_function(locked<&on_return>), METH_FASTCALL, nullptr},
                       {"on_call", as_function(locked<&on_call>), METH_FASTCALL, nullptr},
                       {"on_called", as_function(locked<&on_called>), METH_FASTCALL, nullptr}};

struct Hook {
  const char* event;
  PyMethodDef* method;
};
// A generator into which an exception is thrown is entered by PY_THROW.
const Hook kHooks[] = {{"PY_START", &hooks[0]}, {"PY_RESUME", &hooks[0]}, {"PY_THROW", &hooks[0]},
                       {"PY_RETURN", &hooks[1]}, {"PY_YIELD", &hooks[1]}, {"PY_UNWIND", &hooks[1]},
                       {"CALL", &hooks[2]},      {"C_RETURN", &hooks[3]}, {"C_RAISE", &hooks[3]}};

void install() {
  const nb::object monitoring = nb::module_::import_("sys").attr("monitoring");
  for (const int wanted : {2, 3, 4, 1, 0}) {  // 2 is sys.monitoring.PROFILER_ID
    if (!monitoring.attr("get_tool")(wanted).is_none()) continue;
    monitoring.attr("use_tool_id")(wanted, "jax.profiler");
    tool = wanted;
    break;
  }
  if (tool < 0) {
    throw std::runtime_error("sys.monitoring: all tool ids are in use, and the Python tracer needs one; end the other "
                             "profilers, or set ProfileOptions.python_tracer_level to 0");
  }
  const nb::object events = monitoring.attr("events");
  int mask = 0;
  for (const Hook& each : kHooks) {
    const nb::object event = events.attr(each.event);
    monitoring.attr("register_callback")(tool, event, checked(PyCFunction_New(each.method, nullptr)));
    // The events at the end of C functions come with their CALL events, and cannot be requested.
    if (std::strncmp(each.event, "C_", 2) != 0) mask |= nb::cast<int>(event);
  }
  monitoring.attr("set_events")(tool, mask);
}

void uninstall() {
  const nb::object monitoring = nb::module_::import_("sys").attr("monitoring");
  monitoring.attr("set_events")(tool, 0);
  const nb::object events = monitoring.attr("events");
  for (const Hook& each : kHooks) {
    monitoring.attr("register_callback")(tool, nb::object(events.attr(each.event)), nb::none());
  }
  monitoring.attr("free_tool_id")(tool);
  tool = -1;
}

#else

int on_event(PyObject*, PyFrameObject* frame, int what, PyObject* argument) {
  if (!started) return 0;
  PyObject* module;
  const PyMethodDef* method;
  switch (what) {
    case PyTrace_CALL:
    case PyTrace_RETURN: {
      const nb::object code = nb::steal(reinterpret_cast<PyObject*>(PyFrame_GetCode(frame)));
      (what == PyTrace_CALL ? enter : leave)(name_of_code(code.ptr()));
      break;
    }
    case PyTrace_C_CALL:
    case PyTrace_C_RETURN:
    case PyTrace_C_EXCEPTION:
      method = method_of(argument, &module);
      if (method != nullptr) (what == PyTrace_C_CALL ? enter : leave)(name_of_function(method, module));
      break;
    default:
      break;
  }
  return 0;
}

// `threading` calls this for the first event in a new thread; from then on, the C hook takes over.
PyObject* on_thread(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count > 0 && PyFrame_Check(args[0]) && started) {
    on_event(nullptr, reinterpret_cast<PyFrameObject*>(args[0]), PyTrace_CALL, Py_None);
  }
  _PyEval_SetProfile(PyThreadState_Get(), started ? &on_event : nullptr, nullptr);
  Py_RETURN_NONE;
}
PyMethodDef thread_hook = {"on_thread", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&on_thread)),
                           METH_FASTCALL, nullptr};

template <class Function>
void each_thread(Function function) {
  PyInterpreterState* interpreter = PyInterpreterState_Get();
  for (PyThreadState* each = PyInterpreterState_ThreadHead(interpreter); each; each = PyThreadState_Next(each)) {
    function(each);
  }
}

void install() {
  nb::module_::import_("threading").attr("setprofile")(checked(PyCFunction_New(&thread_hook, nullptr)));
  each_thread([](PyThreadState* each) {
    if (each->c_profilefunc == nullptr) _PyEval_SetProfile(each, &on_event, nullptr);
  });
}

void uninstall() {
  each_thread([](PyThreadState* each) {
    if (each->c_profilefunc == &on_event) _PyEval_SetProfile(each, nullptr, nullptr);
  });
  nb::module_::import_("threading").attr("setprofile")(nb::none());
}

#endif

}  // namespace

void start_calls() {
  number = current_session();
  names().clear();
  install();
  started = true;  // last: the calls that install it are not the program's
}

std::vector<std::string> stop_calls() {
  if (!started) return {};
  started = false;
  uninstall();
  std::vector<std::string> found = std::move(names().all);
  names().clear();
  return found;
}

}  // namespace jaxlib::profiler
