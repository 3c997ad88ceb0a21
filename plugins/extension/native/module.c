// The Python face: argument parsing, exceptions, the Api type. What it does is in api.c, ffi.c and
// options_filter.c, which know nothing of Python.
//
// Ownership: an Api refers to a record that lives as long as the process, so Api objects and capsules may be
// dropped in any order, and compare equal when they stand for the same library, loaded the same way.
// Threads: the GIL is held here, and released around everything that may run a plugin's or a handler's code.
// Interpreters: all Python objects are in the module's state, so each interpreter has its own types over the
// same libraries, but for the one function that serves host callbacks (callbacks.h): it is the process's, and
// is entered from threads that Python does not know, which only the main interpreter's GIL allows. So an
// interpreter with a GIL of its own cannot have this module.

#include <stdbool.h>
#include <string.h>

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "api.h"
#include "aside.h"
#include "callbacks.h"
#include "ffi.h"
#include "ffi_frame.h"
#include "last_words.h"
#include "options_filter.h"

typedef struct {
  PyObject *api_type;
  PyObject *load_error;
  PyObject *pjrt_error;
  PyObject *ffi_version_error;
} module_state;

typedef struct {
  PyObject base;
  const pjrt_plugin *plugin;
  PyObject *path;  // as it was given
} api_object;

// ---- Exceptions with attributes.

// Sets an attribute from a new reference; false if either step failed.
static bool set_attribute(PyObject *object, const char *name, PyObject *value) {
  if (value == NULL) return false;
  const bool done = PyObject_SetAttrString(object, name, value) == 0;
  Py_DecRef(value);
  return done;
}

// An instance of `type` with a message; takes the message.
static PyObject *new_exception(PyObject *type, PyObject *message) {
  if (message == NULL) return NULL;
  PyObject *exception = PyObject_CallFunctionObjArgs(type, message, NULL);
  Py_DecRef(message);
  return exception;
}

// Raises an exception that is complete, and gives it up either way.
static PyObject *raise(PyObject *type, PyObject *exception, bool complete) {
  if (complete) PyErr_SetObject(type, exception);
  if (exception != NULL) Py_DecRef(exception);
  return NULL;
}

static PyObject *none(void) {
  Py_IncRef(Py_None);
  return Py_None;
}

static PyObject *version_tuple(ffi_version version) {
  return Py_BuildValue("(ii)", version.major, version.minor);
}

static PyObject *raise_load_error(const module_state *state, PyObject *path, const load_failure *failure) {
  static const char *const reasons[] = {
      [LOAD_OK] = "",         [LOAD_DLOPEN] = "dlopen", [LOAD_SYMBOL] = "symbol",   [LOAD_NULL] = "null",
      [LOAD_STRUCT] = "struct", [LOAD_VERSION] = "version", [LOAD_LIMIT] = "limit",
  };
  PyObject *type = state->load_error;
  PyObject *text = PyUnicode_DecodeFSDefault(failure->text);
  if (text == NULL) return NULL;
  PyObject *exception =
      new_exception(type, PyUnicode_FromFormat("cannot load the PJRT plugin %U: %U", path, text));
  Py_DecRef(text);
  const bool has_version = failure->reason == LOAD_VERSION;
  const ffi_version version = {failure->major, failure->minor};
  return raise(type, exception,
               exception != NULL && PyObject_SetAttrString(exception, "path", path) == 0 &&
                   set_attribute(exception, "reason", Py_BuildValue("s", reasons[failure->reason])) &&
                   set_attribute(exception, "version", has_version ? version_tuple(version) : none()));
}

static PyObject *raise_pjrt_error(const module_state *state, const char *function,
                                  const pjrt_failure *failure) {
  static const char *const names[] = {
      [PJRT_Error_Code_OK] = "OK",
      [PJRT_Error_Code_CANCELLED] = "CANCELLED",
      [PJRT_Error_Code_UNKNOWN] = "UNKNOWN",
      [PJRT_Error_Code_INVALID_ARGUMENT] = "INVALID_ARGUMENT",
      [PJRT_Error_Code_DEADLINE_EXCEEDED] = "DEADLINE_EXCEEDED",
      [PJRT_Error_Code_NOT_FOUND] = "NOT_FOUND",
      [PJRT_Error_Code_ALREADY_EXISTS] = "ALREADY_EXISTS",
      [PJRT_Error_Code_PERMISSION_DENIED] = "PERMISSION_DENIED",
      [PJRT_Error_Code_RESOURCE_EXHAUSTED] = "RESOURCE_EXHAUSTED",
      [PJRT_Error_Code_FAILED_PRECONDITION] = "FAILED_PRECONDITION",
      [PJRT_Error_Code_ABORTED] = "ABORTED",
      [PJRT_Error_Code_OUT_OF_RANGE] = "OUT_OF_RANGE",
      [PJRT_Error_Code_UNIMPLEMENTED] = "UNIMPLEMENTED",
      [PJRT_Error_Code_INTERNAL] = "INTERNAL",
      [PJRT_Error_Code_UNAVAILABLE] = "UNAVAILABLE",
      [PJRT_Error_Code_DATA_LOSS] = "DATA_LOSS",
      [PJRT_Error_Code_UNAUTHENTICATED] = "UNAUTHENTICATED",
  };
  const bool known = failure->code >= 0 && (size_t)failure->code < sizeof names / sizeof names[0];
  const char *status = known ? names[failure->code] : "UNKNOWN";
  PyObject *type = state->pjrt_error;
  PyObject *text = PyUnicode_DecodeUTF8(failure->text, (Py_ssize_t)strlen(failure->text), "replace");
  if (text == NULL) return NULL;
  PyObject *exception = new_exception(type, PyUnicode_FromFormat("%s: %s: %U", function, status, text));
  const bool complete = exception != NULL && PyObject_SetAttrString(exception, "message", text) == 0 &&
                        set_attribute(exception, "function", Py_BuildValue("s", function)) &&
                        set_attribute(exception, "status", Py_BuildValue("s", status)) &&
                        set_attribute(exception, "code", PyLong_FromLong(failure->code));
  Py_DecRef(text);
  return raise(type, exception, complete);
}

// `reason` is a new reference, taken. `handler` may be NULL: its version could not be read.
static PyObject *raise_ffi_version_error(const module_state *state, const char *target,
                                         const ffi_version *handler, ffi_version plugin, PyObject *reason) {
  PyObject *type = state->ffi_version_error;
  PyObject *exception = new_exception(type, reason);
  return raise(type, exception,
               exception != NULL && set_attribute(exception, "target", Py_BuildValue("s", target)) &&
                   set_attribute(exception, "handler", handler == NULL ? none() : version_tuple(*handler)) &&
                   set_attribute(exception, "plugin", version_tuple(plugin)));
}

// ---- Arguments.

// `one_value`: the last number of `fields` is a value of the field that those before it lead to.
static bool parse_drop_path(PyObject *fields, bool one_value, drop_path *path) {
  memset(path, 0, sizeof *path);
  Py_ssize_t length = PySequence_Size(fields);
  if (length < 0) return false;
  if (one_value) {
    PyObject *item = length == 0 ? NULL : PySequence_GetItem(fields, --length);
    if (item == NULL && PyErr_Occurred() != NULL) return false;
    const long value = item == NULL ? -1 : PyLong_AsLong(item);
    if (item != NULL) Py_DecRef(item);
    if (value == -1 && PyErr_Occurred() != NULL) return false;
    if (value < 0 || value > INT32_MAX) {
      PyErr_SetString(PyExc_ValueError, "a path in drop_values ends with a value of an enum, 0 to 2147483647");
      return false;
    }
    path->one_value = 1;
    path->value = (uint32_t)value;
  }
  if (length == 0 || length > DROP_DEPTH_MAX) {
    PyErr_Format(PyExc_ValueError, "a path in drop has 1 to %d field numbers, not %zd", DROP_DEPTH_MAX, length);
    return false;
  }
  path->length = (uint32_t)length;
  for (Py_ssize_t index = 0; index < length; ++index) {
    PyObject *item = PySequence_GetItem(fields, index);
    if (item == NULL) return false;
    const long field = PyLong_AsLong(item);
    Py_DecRef(item);
    if (field == -1 && PyErr_Occurred() != NULL) return false;
    if (field < 1 || field > DROP_FIELD_MAX) {
      PyErr_Format(PyExc_ValueError, "%ld in drop is not a field number (1 to %d)", field, DROP_FIELD_MAX);
      return false;
    }
    path->field[index] = (uint32_t)field;
  }
  return true;
}

// Adds the paths of one argument, which may be NULL.
static bool parse_drop(PyObject *drop, bool one_value, drop_set *set) {
  const Py_ssize_t count = drop == NULL ? 0 : PySequence_Size(drop);
  if (count < 0) return false;
  for (Py_ssize_t index = 0; index < count; ++index) {
    PyObject *fields = PySequence_GetItem(drop, index);
    if (fields == NULL) return false;
    drop_path path;
    const bool parsed = parse_drop_path(fields, one_value, &path);
    Py_DecRef(fields);
    if (!parsed) return false;
    if (!drop_set_add(set, &path)) {
      PyErr_Format(PyExc_ValueError, "drop has more than %d paths", DROP_PATHS_MAX);
      return false;
    }
  }
  return true;
}

static bool parse_drops(PyObject *fields, PyObject *values, drop_set *set) {
  memset(set, 0, sizeof *set);
  return parse_drop(fields, false, set) && parse_drop(values, true, set);
}

static bool is_a(PyObject *object, PyTypeObject *type) {
  return PyObject_IsInstance(object, (PyObject *)type) == 1;
}

// The address in a capsule of any name, or a number.
static void *parse_address(PyObject *object) {
  void *address = NULL;
  if (is_a(object, &PyCapsule_Type)) {
    if ((address = PyCapsule_GetPointer(object, PyCapsule_GetName(object))) == NULL) return NULL;
  } else if (is_a(object, &PyLong_Type)) {
    address = PyLong_AsVoidPtr(object);
    if (PyErr_Occurred() != NULL) return NULL;
  } else {
    PyErr_SetString(PyExc_TypeError, "what C code is handed here is a capsule or an address");
    return NULL;
  }
  if (address == NULL) PyErr_SetString(PyExc_ValueError, "an address is not 0");
  return address;
}

static bool parse_handler(PyObject *object, ffi_handler **handler) {
  void *address = parse_address(object);
  *(void **)handler = address;
  return address != NULL;
}

// A handler for the execute stage, or a dict of handlers by stage, as jax.ffi.register_ffi_target takes them.
static bool parse_bundle(PyObject *object, ffi_bundle *bundle) {
  static const char *const stages[FFI_STAGE_COUNT] = {"instantiate", "prepare", "initialize", "execute"};
  memset(bundle, 0, sizeof *bundle);
  if (!is_a(object, &PyDict_Type)) return parse_handler(object, &bundle->stage[FFI_STAGE_EXECUTE]);
  PyObject *key = NULL;
  PyObject *value = NULL;
  Py_ssize_t position = 0;
  while (PyDict_Next(object, &position, &key, &value)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    if (name == NULL) return false;
    int stage = 0;
    while (stage < FFI_STAGE_COUNT && strcmp(stages[stage], name) != 0) ++stage;
    if (stage == FFI_STAGE_COUNT) {
      PyErr_Format(PyExc_NotImplementedError, "a handler here has no %s stage", name);
      return false;
    }
    if (!parse_handler(value, &bundle->stage[stage])) return false;
  }
  if (bundle->stage[FFI_STAGE_EXECUTE] != NULL) return true;
  PyErr_SetString(PyExc_ValueError, "a handler needs an execute stage");
  return false;
}

// ---- Api.

static const module_state *state_of_api(const api_object *self) {
  return PyType_GetModuleState(self->base.ob_type);
}

static int api_traverse(PyObject *object, visitproc visit, void *argument) {
  const api_object *self = (api_object *)object;
  const int result = visit((PyObject *)self->base.ob_type, argument);
  return result != 0 || self->path == NULL ? result : visit(self->path, argument);
}

static void api_dealloc(PyObject *object) {
  PyObject *type = (PyObject *)object->ob_type;
  PyObject_GC_UnTrack(object);
  if (((api_object *)object)->path != NULL) Py_DecRef(((api_object *)object)->path);
  PyObject_GC_Del(object);
  Py_DecRef(type);
}

static PyObject *api_repr(PyObject *object) {
  const api_object *self = (api_object *)object;
  const PJRT_Api_Version *version = &self->plugin->own->pjrt_api_version;
  return PyUnicode_FromFormat("<PJRT C API %d.%d of %R>", version->major_version, version->minor_version,
                              self->path);
}

static Py_hash_t api_hash(PyObject *object) {
  const Py_hash_t hash = (Py_hash_t)((uintptr_t)((api_object *)object)->plugin >> 4);
  return hash == -1 ? -2 : hash;
}

static PyObject *api_compare(PyObject *left, PyObject *right, int operation) {
  PyObject *result = Py_NotImplemented;
  if ((operation == Py_EQ || operation == Py_NE) && is_a(right, left->ob_type)) {
    const bool equal = ((api_object *)left)->plugin == ((api_object *)right)->plugin;
    return Py_BuildValue("O", (operation == Py_EQ) == equal ? Py_True : Py_False);
  }
  Py_IncRef(result);
  return result;
}

static PyObject *api_capsule(PyObject *object, void *closure) {
  (void)closure;
  // The capsule holds what a plugin's GetPjrtApi returns, a pointer to const; the name is jaxlib's.
  return PyCapsule_New((void *)(uintptr_t)((api_object *)object)->plugin->given, "pjrt_c_api", NULL);
}

static PyObject *api_version(PyObject *object, void *closure) {
  (void)closure;
  const PJRT_Api_Version *version = &((api_object *)object)->plugin->own->pjrt_api_version;
  return Py_BuildValue("(ii)", version->major_version, version->minor_version);
}

static PyObject *api_struct_size(PyObject *object, void *closure) {
  (void)closure;
  return PyLong_FromSize_t(((api_object *)object)->plugin->own->struct_size);
}

static PyObject *api_path(PyObject *object, void *closure) {
  (void)closure;
  PyObject *path = ((api_object *)object)->path;
  Py_IncRef(path);
  return path;
}

static PyObject *api_extensions(PyObject *object, void *closure) {
  (void)closure;
  const pjrt_plugin *plugin = ((api_object *)object)->plugin;
  PyObject *types = PyTuple_New((Py_ssize_t)plugin->extension_count);
  for (size_t index = 0; types != NULL && index < plugin->extension_count; ++index) {
    PyObject *type = PyLong_FromLong(plugin->extensions[index]);
    if (type == NULL || PyTuple_SetItem(types, (Py_ssize_t)index, type) != 0) {
      Py_DecRef(types);
      types = NULL;
    }
  }
  return types;
}

// A tuple of names; what `closure` points to says which.
static PyObject *api_lacking(PyObject *object, void *closure) {
  const pjrt_plugin *plugin = ((api_object *)object)->plugin;
  const bool beyond = *(const bool *)closure;
  Py_ssize_t count = 0;
  size_t position = 0;
  while (*lacking_function(plugin, beyond, &position) != '\0') ++count;
  PyObject *names = PyTuple_New(count);
  position = 0;
  for (Py_ssize_t index = 0; names != NULL && index < count; ++index) {
    PyObject *name = PyUnicode_FromFormat("%s", lacking_function(plugin, beyond, &position));
    if (name == NULL || PyTuple_SetItem(names, index, name) != 0) {
      Py_DecRef(names);
      names = NULL;
    }
  }
  return names;
}

static bool within_struct = false, beyond_struct = true;  // closures of the two attributes below

static PyObject *api_ffi_version(PyObject *object, void *closure) {
  (void)closure;
  ffi_version version = {0, 0};
  PyThreadState *thread = PyEval_SaveThread();
  const ffi_status status = read_ffi_version(((api_object *)object)->plugin, &version);
  PyEval_RestoreThread(thread);
  if (status == FFI_NO_MEMORY) return PyErr_NoMemory();
  return status == FFI_OK ? version_tuple(version) : none();
}

static PyObject *api_register_ffi_handler(PyObject *object, PyObject *args, PyObject *keywords) {
  static char *names[] = {"name", "handler", "platform", "traits", NULL};
  const char *name = NULL;
  const char *platform = NULL;
  PyObject *handler_object = NULL;
  int traits = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "sOs|i:register_ffi_handler", names, &name,
                                   &handler_object, &platform, &traits))
    return NULL;
  ffi_bundle bundle;
  if (!parse_bundle(handler_object, &bundle)) return NULL;

  const api_object *self = (api_object *)object;
  const module_state *state = state_of_api(self);
  ffi_report report;
  PyThreadState *thread = PyEval_SaveThread();
  const ffi_status status = register_ffi_handler(self->plugin, name, &bundle, platform, traits, &report);
  PyEval_RestoreThread(thread);
  switch (status) {
    case FFI_OK:
      return none();
    case FFI_ABSENT:
      return PyErr_Format(PyExc_NotImplementedError,
                          "%U has no FFI extension that takes the stages of this handler", self->path);
    case FFI_MISMATCH:
      return raise_ffi_version_error(
          state, name, &report.handler, report.plugin,
          PyUnicode_FromFormat("the FFI handler of %s was built for XLA FFI %d.%d, and the plugin has %d.%d: "
                               "build it with headers of that version or, from 0.1 on, of an older one",
                               name, report.handler.major, report.handler.minor, report.plugin.major,
                               report.plugin.minor));
    case FFI_UNREADABLE:
      return raise_ffi_version_error(
          state, name, NULL, report.plugin,
          PyUnicode_FromFormat("the FFI handler of %s does not tell its XLA FFI version (the plugin has "
                               "%d.%d): %s",
                               name, report.plugin.major, report.plugin.minor, report.text));
    case FFI_TAKEN:
      return PyErr_Format(PyExc_ValueError,
                          "%s is registered for %s with another FFI handler, which the plugin would keep", name,
                          platform);
    case FFI_FAILED:
      return raise_pjrt_error(state, "PJRT_FFI_Register_Handler", &report.failure);
    case FFI_REFUSED:
      return PyErr_Format(PyExc_RuntimeError, "XLA_FFI_Handler_Register of %s: %s", name, report.text);
    case FFI_FULL:
      return PyErr_Format(PyExc_RuntimeError,
                          "%s cannot be registered: there are %d FFI handlers newer than the plugin's XLA FFI",
                          name, FFI_ADAPTED_MAX);
    case FFI_NO_MEMORY:
      break;
  }
  return PyErr_NoMemory();
}

static PyObject *api_register_ffi_type(PyObject *object, PyObject *args, PyObject *keywords) {
  static char *names[] = {"name", "type_id", "type_info", NULL};
  const char *name = NULL;
  PyObject *id_object = NULL;
  PyObject *info_object = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "sO|O:register_ffi_type", names, &name, &id_object,
                                   &info_object))
    return NULL;
  int64_t *type_id = parse_address(id_object);
  if (type_id == NULL) return NULL;
  const ffi_type_info *info = NULL;
  if (info_object != NULL && info_object != Py_None && (info = parse_address(info_object)) == NULL) return NULL;

  const api_object *self = (api_object *)object;
  ffi_report report;
  PyThreadState *thread = PyEval_SaveThread();
  const ffi_status status = register_ffi_type(self->plugin, name, type_id, info, &report);
  PyEval_RestoreThread(thread);
  if (status == FFI_OK) return none();
  if (status == FFI_NO_MEMORY) return PyErr_NoMemory();
  if (status == FFI_ABSENT)
    return PyErr_Format(PyExc_NotImplementedError, "%U takes no types of FFI handlers", self->path);
  return PyErr_Format(PyExc_RuntimeError, "XLA_FFI_Type_Register of %s: %s", name, report.text);
}

static PyGetSetDef api_getset[] = {
    {"capsule", api_capsule, NULL, "The PJRT_Api as a capsule named pjrt_c_api, as jaxlib takes it.", NULL},
    {"version", api_version, NULL, "(major, minor) of the plugin's PJRT C API.", NULL},
    {"struct_size", api_struct_size, NULL, "The size that the plugin gives its PJRT_Api.", NULL},
    {"path", api_path, NULL, "The path it was loaded from, as given.", NULL},
    {"extensions", api_extensions, NULL, "The types in the plugin's chain of extensions, in order.", NULL},
    {"null_functions", api_lacking, NULL, "Functions that jax calls and that are null.", &within_struct},
    {"missing_functions", api_lacking, NULL, "Functions that jax calls and that the PJRT_Api ends before.",
     &beyond_struct},
    {"ffi_version", api_ffi_version, NULL,
     "(major, minor) of the plugin's XLA FFI, or None where it cannot be read.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef api_methods[] = {
    {"register_ffi_handler", (PyCFunction)(void (*)(void))api_register_ffi_handler,
     METH_VARARGS | METH_KEYWORDS,
     "register_ffi_handler($self, /, name, handler, platform, traits=0)\n--\n\n"
     "Register an XLA FFI handler: a capsule, an address, or a dict of them by stage."},
    {"register_ffi_type", (PyCFunction)(void (*)(void))api_register_ffi_type, METH_VARARGS | METH_KEYWORDS,
     "register_ffi_type($self, /, name, type_id, type_info=None)\n--\n\n"
     "Register a type of FFI handlers' state: an XLA_FFI_TypeId and an XLA_FFI_TypeInfo, capsules or addresses."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot api_slots[] = {
    {Py_tp_doc, "A PJRT C API library in this process. Made by load()."},
    {Py_tp_traverse, (void *)api_traverse},
    {Py_tp_dealloc, (void *)api_dealloc},
    {Py_tp_repr, (void *)api_repr},
    {Py_tp_hash, (void *)api_hash},
    {Py_tp_richcompare, (void *)api_compare},
    {Py_tp_getset, api_getset},
    {Py_tp_methods, api_methods},
    {0, NULL},
};

// ---- Functions.

static PyObject *module_load(PyObject *module, PyObject *args, PyObject *keywords) {
  static char *names[] = {"path", "drop", "drop_values", "identity", "aside", NULL};
  const module_state *state = PyModule_GetState(module);
  PyObject *encoded = NULL;
  PyObject *drop_object = NULL;
  PyObject *values_object = NULL;
  const char *identity = "";
  drop_set drop;
  int aside = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O&|OOsp:load", names, PyUnicode_FSConverter, &encoded,
                                   &drop_object, &values_object, &identity, &aside))
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
    const pjrt_plugin *plugin = load_plugin(path, &drop, identity, aside != 0, &failure);
    PyEval_RestoreThread(thread);
    if (plugin == NULL) {
      raise_load_error(state, decoded, &failure);
    } else if ((result = PyType_GenericAlloc((PyTypeObject *)state->api_type, 0)) != NULL) {
      ((api_object *)result)->plugin = plugin;
      ((api_object *)result)->path = decoded;
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
  // A scratch object, so that what comes out can be copied at its own size.
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
  aside_await_programs(wait != 0);
  return none();
}

static PyObject *module_leave_last_words(PyObject *module, PyObject *args, PyObject *keywords) {
  (void)module;
  static char *names[] = {"text", NULL};
  PyObject *text = NULL;
  char *bytes = NULL;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:leave_last_words", names, &text) ||
      PyBytes_AsStringAndSize(text, &bytes, &size) != 0)
    return NULL;
  return Py_BuildValue("O", leave_last_words(bytes, (size_t)size) ? Py_True : Py_False);
}

static PyObject *module_take_back_last_words(PyObject *module, PyObject *unused) {
  (void)module, (void)unused;
  take_back_last_words();
  return none();
}

static PyMethodDef module_methods[] = {
    {"load", (PyCFunction)(void (*)(void))module_load, METH_VARARGS | METH_KEYWORDS,
     "load($module, /, path, drop=(), drop_values=(), identity='', aside=False)\n--\n\n"
     "Load a PJRT C API library, for the life of the process.\n\n"
     "drop: paths of field numbers to remove from the CompileOptionsProto of each compilation.\n"
     "drop_values: paths that end with a number more, the value of an enum, which alone is removed.\n"
     "identity: one more line of the platform's version.\n"
     "aside: whether programs that host callbacks start are executed beside those that called back."},
    {"filter_options", (PyCFunction)(void (*)(void))module_filter_options, METH_VARARGS | METH_KEYWORDS,
     "filter_options($module, /, options, drop, drop_values=())\n--\n\n"
     "What load(drop=...) does to the serialized options of a compilation."},
    {"platform_handlers", module_platform_handlers, METH_NOARGS,
     "platform_handlers($module, /)\n--\n\n"
     "The XLA FFI handlers that this extension brings for its library: addresses, by custom call target."},
    {"await_programs", (PyCFunction)(void (*)(void))module_await_programs, METH_VARARGS | METH_KEYWORDS,
     "await_programs($module, /, wait)\n--\n\n"
     "Whether the execution of a program on one device returns when the program is done, from now on."},
    {"leave_last_words", (PyCFunction)(void (*)(void))module_leave_last_words, METH_VARARGS | METH_KEYWORDS,
     "leave_last_words($module, /, text)\n--\n\n"
     "Have the bytes written to standard error if a signal such as SIGSEGV ends the process. False: others are left."},
    {"take_back_last_words", module_take_back_last_words, METH_NOARGS,
     "take_back_last_words($module, /)\n--\n\n"
     "Forget what leave_last_words was given, and handle signals as before."},
    {"callback_handlers", (PyCFunction)(void (*)(void))module_callback_handlers, METH_VARARGS | METH_KEYWORDS,
     "callback_handlers($module, /, serve)\n--\n\n"
     "Let serve(index, operands, results) serve host callbacks from now on. Gives the addresses of two FFI\n"
     "handlers: one calls it, the other takes its operands and does nothing."},
    {NULL, NULL, 0, NULL},
};

// ---- The module.

// "<module>.<name>"; the module's name is its place in the plugin's package.
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
  PyType_Spec spec = {
      .name = qualified,
      .basicsize = (int)sizeof(api_object),
      .flags = Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
      .slots = api_slots,
  };
  state->api_type = PyType_FromModuleAndSpec(module, &spec, NULL);
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

// No word on other interpreters, which means: those that share the main one's GIL.
static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)module_exec}, {0, NULL}};

static PyModuleDef definition = {
    .m_base = {.ob_base = {.ob_refcnt = 1}},
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
