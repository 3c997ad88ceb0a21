// The exceptions of this module, which have attributes besides their messages.
//
// Ownership: the types are in the module's state.
// Threads: called with the GIL.
#ifndef PLUGIN_PYTHON_ERRORS_H
#define PLUGIN_PYTHON_ERRORS_H

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "api.h"
#include "ffi.h"

typedef struct {
  PyObject *api_type;
  PyObject *load_error;
  PyObject *pjrt_error;
  PyObject *ffi_version_error;
} module_state;

// A new reference to None.
PyObject *none(void);

PyObject *version_tuple(ffi_version version);

// Each raises an exception and returns NULL.
PyObject *raise_load_error(const module_state *state, PyObject *path, const load_failure *failure);
PyObject *raise_pjrt_error(const module_state *state, const char *function, const pjrt_failure *failure);

// Steals the reference to `reason`. `handler` is NULL if its version could not be read.
PyObject *raise_ffi_version_error(const module_state *state, const char *target, const ffi_version *handler,
                                  ffi_version plugin, PyObject *reason);

#endif  // PLUGIN_PYTHON_ERRORS_H
