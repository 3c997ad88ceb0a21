// The type Api: a PJRT C API library in this process.
//
// Ownership: an Api refers to a record that lives as long as the process, so Api objects and capsules may be dropped in
// any order. They are equal where they stand for the same library, loaded the same way.
// Threads: the GIL is held, and released around everything that may run a plugin's or a handler's code.
#ifndef PLUGIN_PYTHON_API_H
#define PLUGIN_PYTHON_API_H

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "api.h"

// A new type of the module, whose name in full is `name`.
PyObject *new_api_type(PyObject *module, const char *name);

// An Api of that type. `path` is released, in any case.
PyObject *new_api(PyObject *type, const pjrt_plugin *plugin, PyObject *path);

#endif  // PLUGIN_PYTHON_API_H
