// Checks the declarations of python_abi.h against the Python.h that it is compiled with.
#include <Python.h>

#include "python_abi.h"
