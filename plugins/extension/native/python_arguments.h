// Arguments of this module's functions, from Python.
//
// Each function returns false (NULL) with an exception set for an argument that it refuses.
// Ownership: nothing is kept; addresses are the caller's.
// Threads: the GIL is held.
#ifndef PLUGIN_PYTHON_ARGUMENTS_H
#define PLUGIN_PYTHON_ARGUMENTS_H

#include <stdbool.h>

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "ffi.h"
#include "options_filter.h"

bool is_a(PyObject *object, PyTypeObject *type);

// The arguments `drop` and `drop_values`, either of which may be NULL.
bool parse_drops(PyObject *fields, PyObject *values, drop_set *set);

// The address in a capsule of any name, or a number.
void *parse_address(PyObject *object);

// A handler for the execute stage, or a dict of handlers by stage, as jax.ffi.register_ffi_target takes them.
bool parse_bundle(PyObject *object, ffi_bundle *bundle);

#endif  // PLUGIN_PYTHON_ARGUMENTS_H
