// The extension's module: its functions and their arguments. The implementation is in api.c, ffi.c and
// options_filter.c, which do not use Python.
//
// Threads: functions are called with the GIL, and release it around everything that may run code of a plugin or
// handler. On a free-threaded Python several threads call them at the same time: what they share is immutable or has a
// lock. Interpreters: all Python objects are in the module's state, so each interpreter has its own types for
// the same libraries. The exception is the function that serves host callbacks (callbacks.h): there is one per
// process, and it is called from threads that Python does not know, which works only with the main interpreter's
// GIL. Therefore an interpreter with its own GIL cannot import this module.

#include <stdbool.h>
#include <string.h>

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "api.h"
#include "callbacks.h"
#include "crash_message.h"
#include "ffi.h"
#include "ffi_frame.h"
#include "options_filter.h"
#include "python_api.h"
#include "python_arguments.h"
#include "python_errors.h"
#include "shadow_client.h"

static PyObject *module_load(PyObject *module, PyObject *args, PyObject *keywords) {
  static char *names[] = {"path", "drop", "drop_values", "identity", "shadow_client", NULL};
  const module_state *state = PyModule_GetState(module);
  PyObject *encoded = NULL;
  PyObject *drop_object = NULL;
  PyObject *values_object = NULL;
  const char *identity = "";
  drop_set drop;
  int shadow_client = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O&|OOsp:load", names, PyUnicode_FSConverter, &encoded,
                                   &drop_object, &values_object, &identity, &shadow_client))
    return NULL;
  if (strlen(identity) >= IDENTITY_MAX) {
    Py_DecRef(encoded);
    return PyErr_Format(PyExc_ValueError, "an identity has less than %d bytes", IDENTITY_MAX);
  }
  const char *path = PyBytes_AsString(encoded);
  PyObject *decoded = path == NULL ? NULL : PyUnicode_DecodeFSDefault(path);
  PyObject *result = NULL;
  if (decoded != NULL && parse_drops(drop_object, values_object, &drop)) {
    load_failure failure = {.reason = LOAD_OK};
    PyThreadState *thread = PyEval_SaveThread();
    const pjrt_plugin *plugin = load_plugin(path, &drop, identity, shadow_client != 0, &failure);
    PyEval_RestoreThread(thread);
    if (plugin == NULL) {
      raise_load_error(state, decoded, &failure);
    } else {
      result = new_api(state->api_type, plugin, decoded);
      decoded = NULL;
    }
  }
  if (decoded != NULL) Py_DecRef(decoded);
  Py_DecRef(encoded);
  return result;
}

static PyObject *module_filter_options(PyObject *module, PyObject *args, PyObject *keywords) {
  (void)module;
  static char *names[] = {"options", "drop", "drop_values", NULL};
  PyObject *options = NULL;
  PyObject *drop_object = NULL;
  PyObject *values_object = NULL;
  drop_set drop;
  char *in = NULL;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|O:filter_options", names, &options, &drop_object,
                                   &values_object) ||
      !parse_drops(drop_object, values_object, &drop) || PyBytes_AsStringAndSize(options, &in, &size) != 0)
    return NULL;
  // A scratch object; the result is copied from it at its own size.
  PyObject *scratch = PyBytes_FromStringAndSize(NULL, size);
  if (scratch == NULL) return NULL;
  char *out = PyBytes_AsString(scratch);
  size_t out_size = 0;
  PyObject *result = options;
  if (options_filter(&drop, (const uint8_t *)in, (size_t)size, (uint8_t *)out, &out_size))
    result = PyBytes_FromStringAndSize(out, (Py_ssize_t)out_size);
  else
    Py_IncRef(options);
  Py_DecRef(scratch);
  return result;
}

static PyObject *module_platform_handlers(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  PyObject *handlers = PyDict_New();
  if (handlers == NULL || platform_handlers == NULL) return handlers;
  for (const platform_handler *each = platform_handlers; each->target != NULL; ++each) {
    void *address = NULL;
    *(ffi_handler **)&address = each->handler;
    PyObject *value = PyLong_FromVoidPtr(address);
    const bool added = value != NULL && PyDict_SetItemString(handlers, each->target, value) == 0;
    if (value != NULL) Py_DecRef(value);
    if (added) continue;
    Py_DecRef(handlers);
    return NULL;
  }
  return handlers;
}

static PyObject *module_callback_handlers(PyObject *module, PyObject *args, PyObject *keywords) {
  (void)module;
  static char *names[] = {"serve", NULL};
  PyObject *serve = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:callback_handlers", names, &serve)) return NULL;
  serve_callbacks(serve);
  ffi_handler *const handlers[] = {callback_handler, sink_handler};
  return Py_BuildValue("(NN)", PyLong_FromVoidPtr(*(void *const *)&handlers[0]),
                       PyLong_FromVoidPtr(*(void *const *)&handlers[1]));
}

static PyObject *module_await_programs(PyObject *module, PyObject *args, PyObject *keywords) {
  (void)module;
  static char *names[] = {"wait", NULL};
  int wait = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "p:await_programs", names, &wait)) return NULL;
  shadow_client_await_programs(wait != 0);
  return none();
}

static PyObject *module_set_crash_message(PyObject *module, PyObject *args, PyObject *keywords) {
  (void)module;
  static char *names[] = {"text", NULL};
  PyObject *text = NULL;
  char *bytes = NULL;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:set_crash_message", names, &text) ||
      PyBytes_AsStringAndSize(text, &bytes, &size) != 0)
    return NULL;
  return Py_BuildValue("O", set_crash_message(bytes, (size_t)size) ? Py_True : Py_False);
}

static PyObject *module_clear_crash_message(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  clear_crash_message();
  return none();
}

static PyMethodDef module_methods[] = {
    {"load", (PyCFunction)(void (*)(void))module_load, METH_VARARGS | METH_KEYWORDS,
     "load($module, /, path, drop=(), drop_values=(), identity='', shadow_client=False)\n--\n\n"
     "Load a PJRT C API library, for the life of the process.\n\n"
     "drop: paths of field numbers to remove from the CompileOptionsProto of each compilation.\n"
     "drop_values: paths that end with a number more, the value of an enum, which alone is removed.\n"
     "identity: one more line of the platform's version.\n"
     "shadow_client: whether programs that host callbacks start are executed beside those that called back."},
    {"filter_options", (PyCFunction)(void (*)(void))module_filter_options, METH_VARARGS | METH_KEYWORDS,
     "filter_options($module, /, options, drop, drop_values=())\n--\n\n"
     "What load(drop=...) does to the serialized options of a compilation."},
    {"platform_handlers", module_platform_handlers, METH_NOARGS,
     "platform_handlers($module, /)\n--\n\n"
     "The XLA FFI handlers that this extension brings for its library: addresses, by custom call target."},
    {"await_programs", (PyCFunction)(void (*)(void))module_await_programs, METH_VARARGS | METH_KEYWORDS,
     "await_programs($module, /, wait)\n--\n\n"
     "Whether the execution of a program on one device returns when the program is done, from now on."},
    {"set_crash_message", (PyCFunction)(void (*)(void))module_set_crash_message, METH_VARARGS | METH_KEYWORDS,
     "set_crash_message($module, /, text)\n--\n\n"
     "Have the bytes written to standard error if a signal such as SIGSEGV ends the process. False: others are left."},
    {"clear_crash_message", module_clear_crash_message, METH_NOARGS,
     "clear_crash_message($module, /)\n--\n\n"
     "Forget what set_crash_message was given, and handle signals as before."},
    {"callback_handlers", (PyCFunction)(void (*)(void))module_callback_handlers, METH_VARARGS | METH_KEYWORDS,
     "callback_handlers($module, /, serve)\n--\n\n"
     "Let serve(index, operands, results) serve host callbacks from now on. Gives the addresses of two FFI\n"
     "handlers: one calls it, the other takes its operands and does nothing."},
    {NULL, NULL, 0, NULL},
};

// "<module>.<name>"; the module's own name depends on the plugin's package.
static bool qualified_name(PyObject *module, const char *name, char *out, size_t size) {
  PyObject *module_name = PyModule_GetNameObject(module);
  const char *text = module_name == NULL ? NULL : PyUnicode_AsUTF8AndSize(module_name, NULL);
  bool done = false;
  if (text != NULL) {
    done = strlen(text) + strlen(name) + 2 <= size;
    if (done) {
      strcpy(out, text);
      strcat(out, ".");
      strcat(out, name);
    } else {
      PyErr_SetString(PyExc_ValueError, "the module's name is too long");
    }
  }
  if (module_name != NULL) Py_DecRef(module_name);
  return done;
}

static PyObject *add_exception(PyObject *module, const char *name, PyObject *base, const char *doc) {
  char qualified[256];
  if (!qualified_name(module, name, qualified, sizeof qualified)) return NULL;
  PyObject *type = PyErr_NewExceptionWithDoc(qualified, doc, base, NULL);
  if (type != NULL && PyModule_AddObjectRef(module, name, type) != 0) {
    Py_DecRef(type);
    type = NULL;
  }
  return type;
}

static int module_exec(PyObject *module) {
  module_state *state = PyModule_GetState(module);
  char qualified[256];
  if (!qualified_name(module, "Api", qualified, sizeof qualified)) return -1;
  state->api_type = new_api_type(module, qualified);
  if (state->api_type == NULL || PyModule_AddObjectRef(module, "Api", state->api_type) != 0) return -1;
  state->load_error = add_exception(
      module, "LoadError", PyExc_OSError,
      "A file is not a PJRT C API library that can be used. Attributes: path; reason, one of dlopen, symbol,\n"
      "null, struct, version and limit; version, (major, minor) if that is the reason, else None.");
  state->pjrt_error = add_exception(
      module, "PjrtError", PyExc_RuntimeError,
      "A PJRT function of the plugin returned an error. Attributes: function, code, status, message.");
  state->ffi_version_error = add_exception(
      module, "FfiVersionError", PyExc_RuntimeError,
      "A handler's XLA FFI version is not one that the plugin takes. Attributes: target; handler and plugin,\n"
      "(major, minor) each; handler is None if the handler does not tell.");
  return state->load_error == NULL || state->pjrt_error == NULL || state->ffi_version_error == NULL ? -1 : 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *argument) {
  const module_state *state = PyModule_GetState(module);
  PyObject *const objects[] = {state->api_type, state->load_error, state->pjrt_error,
                               state->ffi_version_error};
  for (size_t index = 0; index < sizeof objects / sizeof objects[0]; ++index) {
    const int result = objects[index] == NULL ? 0 : visit(objects[index], argument);
    if (result != 0) return result;
  }
  return 0;
}

static int module_clear(PyObject *module) {
  module_state *state = PyModule_GetState(module);
  PyObject **const objects[] = {&state->api_type, &state->load_error, &state->pjrt_error,
                                &state->ffi_version_error};
  for (size_t index = 0; index < sizeof objects / sizeof objects[0]; ++index) {
    PyObject *object = *objects[index];
    *objects[index] = NULL;
    if (object != NULL) Py_DecRef(object);
  }
  return 0;
}

static void module_free(void *module) { module_clear(module); }

// Without Py_mod_multiple_interpreters, the module works in interpreters that share the main one's GIL.
static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)module_exec},
#ifdef Py_GIL_DISABLED
                                   {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                   {0, NULL}};

static PyModuleDef definition = {
#ifdef Py_GIL_DISABLED
    // Immortal, owned by no thread. Python 3.15 refuses a definition without the flag; for 3.13 the field is padding.
    .m_base = {.ob_base = {.ob_flags = PYTHON_STATICALLY_ALLOCATED, .ob_ref_local = UINT32_MAX}},
#else
    .m_base = {.ob_base = {.ob_refcnt = 1}},
#endif
    .m_name = "_pjrt",
    .m_doc = "Loads this plugin's PJRT C API library and registers FFI handlers with it.",
    .m_size = sizeof(module_state),
    .m_methods = module_methods,
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

__attribute__((visibility("default"))) PyObject *PyInit__pjrt(void);

PyObject *PyInit__pjrt(void) { return PyModuleDef_Init(&definition); }
