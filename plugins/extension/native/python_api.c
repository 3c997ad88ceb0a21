#include "python_api.h"

#include <stdbool.h>
#include <string.h>

#include "ffi.h"
#include "ffi_frame.h"
#include "python_arguments.h"
#include "python_errors.h"

typedef struct {
  PyObject base;
  const pjrt_plugin *plugin;
  PyObject *path;  // as passed to load()
} api_object;

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
  // The capsule contains the result of the plugin's GetPjrtApi, a pointer to const; jaxlib defines the name.
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

// A tuple of function names; `closure` selects missing or null functions.
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

PyObject *new_api_type(PyObject *module, const char *name) {
  PyType_Spec spec = {
      .name = name,
      .basicsize = (int)sizeof(api_object),
      .flags = Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
      .slots = api_slots,
  };
  return PyType_FromModuleAndSpec(module, &spec, NULL);
}

PyObject *new_api(PyObject *type, const pjrt_plugin *plugin, PyObject *path) {
  api_object *made = (api_object *)PyType_GenericAlloc((PyTypeObject *)type, 0);
  if (made == NULL) {
    Py_DecRef(path);
    return NULL;
  }
  made->plugin = plugin;
  made->path = path;
  return (PyObject *)made;
}
