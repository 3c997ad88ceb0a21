// The type Api: a PJRT C API library in this process.
//
// Ownership: an Api refers to a record that lives as long as the process, so Api objects and capsules may be
// released in any order. Two are equal if they stand for the same library, loaded with the same arguments.
// Threads: called with the GIL, which is released around everything that may run code of a plugin or handler.
#ifndef PLUGIN_PYTHON_API_H
#define PLUGIN_PYTHON_API_H

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "api.h"

// A new type for the module; `name` is its fully qualified name.
PyObject *new_api_type(PyObject *module, const char *name);

// An instance of that type. Always steals the reference to `path`.
PyObject *new_api(PyObject *type, const pjrt_plugin *plugin, PyObject *path);

#endif  // PLUGIN_PYTHON_API_H
