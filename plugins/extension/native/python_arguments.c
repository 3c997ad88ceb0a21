#include "python_arguments.h"

#include <string.h>

// `one_value`: the last number in `fields` is a value of the field that the numbers before it lead to.
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

// Adds the paths in one argument, which may be NULL.
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

bool parse_drops(PyObject *fields, PyObject *values, drop_set *set) {
  memset(set, 0, sizeof *set);
  return parse_drop(fields, false, set) && parse_drop(values, true, set);
}

bool is_a(PyObject *object, PyTypeObject *type) {
  return PyObject_IsInstance(object, (PyObject *)type) == 1;
}

void *parse_address(PyObject *object) {
  void *address = NULL;
  if (is_a(object, &PyCapsule_Type)) {
    if ((address = PyCapsule_GetPointer(object, PyCapsule_GetName(object))) == NULL) return NULL;
  } else if (is_a(object, &PyLong_Type)) {
    address = PyLong_AsVoidPtr(object);
    if (PyErr_Occurred() != NULL) return NULL;
  } else {
    PyErr_SetString(PyExc_TypeError, "wanted a capsule or an address");
    return NULL;
  }
  if (address == NULL) PyErr_SetString(PyExc_ValueError, "an address must not be 0");
  return address;
}

static bool parse_handler(PyObject *object, ffi_handler **handler) {
  void *address = parse_address(object);
  *(void **)handler = address;
  return address != NULL;
}

static bool parse_stages(PyObject *handlers, ffi_bundle *bundle) {
  static const char *const stages[FFI_STAGE_COUNT] = {"instantiate", "prepare", "initialize", "execute"};
  PyObject *key = NULL;
  PyObject *value = NULL;
  Py_ssize_t position = 0;
  while (PyDict_Next(handlers, &position, &key, &value)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    if (name == NULL) return false;
    int stage = 0;
    while (stage < FFI_STAGE_COUNT && strcmp(stages[stage], name) != 0) ++stage;
    if (stage == FFI_STAGE_COUNT) {
      PyErr_Format(PyExc_NotImplementedError, "a handler cannot have a stage %s", name);
      return false;
    }
    if (!parse_handler(value, &bundle->stage[stage])) return false;
  }
  return true;
}

bool parse_bundle(PyObject *object, ffi_bundle *bundle) {
  memset(bundle, 0, sizeof *bundle);
  if (!is_a(object, &PyDict_Type)) return parse_handler(object, &bundle->stage[FFI_STAGE_EXECUTE]);
  PyObject *handlers = PyDict_Copy(object);  // another thread may change the dictionary
  if (handlers == NULL) return false;
  const bool parsed = parse_stages(handlers, bundle);
  Py_DecRef(handlers);
  if (!parsed) return false;
  if (bundle->stage[FFI_STAGE_EXECUTE] != NULL) return true;
  PyErr_SetString(PyExc_ValueError, "a handler needs an execute stage");
  return false;
}
