// Parses the Python arguments of this module's functions.
//
// Each function returns false (or NULL) with an exception set if it refuses the argument.
// Ownership: nothing is kept; addresses belong to the caller.
// Threads: called with the GIL.
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

// The address in a capsule of any name, or given as an int.
void *parse_address(PyObject *object);

// A handler for the execute stage, or a dict of handlers by stage, as jax.ffi.register_ffi_target takes them.
bool parse_bundle(PyObject *object, ffi_bundle *bundle);

#endif  // PLUGIN_PYTHON_ARGUMENTS_H
