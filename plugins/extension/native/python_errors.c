#include "python_errors.h"

#include <stdbool.h>
#include <string.h>

// Sets an attribute, and steals the reference to `value`; false if `value` is NULL or setting fails.
static bool set_attribute(PyObject *object, const char *name, PyObject *value) {
  if (value == NULL) return false;
  const bool done = PyObject_SetAttrString(object, name, value) == 0;
  Py_DecRef(value);
  return done;
}

// An instance of `type` with a message; steals the reference to `message`.
static PyObject *new_exception(PyObject *type, PyObject *message) {
  if (message == NULL) return NULL;
  PyObject *exception = PyObject_CallFunctionObjArgs(type, message, NULL);
  Py_DecRef(message);
  return exception;
}

// Raises the exception if it is `complete`; always releases it.
static PyObject *raise(PyObject *type, PyObject *exception, bool complete) {
  if (complete) PyErr_SetObject(type, exception);
  if (exception != NULL) Py_DecRef(exception);
  return NULL;
}

PyObject *none(void) {
  Py_IncRef(Py_None);
  return Py_None;
}

PyObject *version_tuple(ffi_version version) {
  return Py_BuildValue("(ii)", version.major, version.minor);
}

PyObject *raise_load_error(const module_state *state, PyObject *path, const load_failure *failure) {
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

PyObject *raise_pjrt_error(const module_state *state, const char *function,
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

PyObject *raise_ffi_version_error(const module_state *state, const char *target,
                                         const ffi_version *handler, ffi_version plugin, PyObject *reason) {
  PyObject *type = state->ffi_version_error;
  PyObject *exception = new_exception(type, reason);
  return raise(type, exception,
               exception != NULL && set_attribute(exception, "target", Py_BuildValue("s", target)) &&
                   set_attribute(exception, "handler", handler == NULL ? none() : version_tuple(*handler)) &&
                   set_attribute(exception, "plugin", version_tuple(plugin)));
}
