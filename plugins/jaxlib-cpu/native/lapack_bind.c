// Gets LAPACK's routines: the function pointers that SciPy offers to other Cython modules.
//
// When: at the first call of a handler. Importing SciPy takes a good part of a second, which programs without
// linear algebra should not pay. If a program lowers a linear algebra call itself, jax has already imported these
// modules (jaxlib does at lowering), and this takes microseconds; only for a deserialized program does the import
// happen here. Deadlock: this waits for the GIL, on one of XLA's threads or on one inside jaxlib, which released
// it. No lock is held meanwhile: two threads may bind at once, and store the same addresses.
// Shutdown: a thread that asks for the GIL while Python shuts down sleeps forever (ending.h).
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "python_abi.h"
// python_abi.h first: it declares what Python.h would.
#include "ending.h"
#include "lapack.h"

#define PREFIXED(real, complex) {"s" #real, "d" #real, "c" #complex, "z" #complex}

static const struct {
  const char *module;
  const char *names[LAPACK_TYPES];
} routines[LAPACK_COUNT] = {
#define ROUTINE(module, kernel, real, complex, ...) \
  [LAPACK_##kernel] = {"scipy.linalg." #module, PREFIXED(real, complex)},
    LAPACK_ROUTINES(ROUTINE)
#undef ROUTINE
};

static _Atomic(lapack_function *) addresses[LAPACK_COUNT][LAPACK_TYPES];
static atomic_bool bound;

lapack_function *lapack_address(lapack_routine routine, lapack_type type) {
  return atomic_load_explicit(&addresses[routine][type], memory_order_relaxed);
}

enum { TEXT_SIZE = 512 };

// Takes the current exception, as text.
static void describe_exception(char *text, size_t size) {
  PyObject *type = NULL, *value = NULL, *traceback = NULL;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  PyObject *shown = value == NULL ? NULL : PyObject_Repr(value);
  const char *utf8 = shown == NULL ? NULL : PyUnicode_AsUTF8AndSize(shown, NULL);
  snprintf(text, size, "%s", utf8 == NULL ? "an exception that cannot be shown" : utf8);
  PyObject *const owned[] = {type, value, traceback, shown};
  for (size_t index = 0; index < sizeof owned / sizeof owned[0]; ++index)
    if (owned[index] != NULL) Py_DecRef(owned[index]);
}

// The capsule's name is the routine's C signature; SciPy builds with ILP64 have int64_t in place of int.
static bool takes_int(const char *signature) {
  return signature != NULL && strstr(signature, "int *") != NULL && strstr(signature, "int64_t") == NULL;
}

// Binds one routine; returns false with an error message in `text`.
static bool bind_one(PyObject *table, lapack_routine routine, lapack_type type, char *text, size_t size) {
  const char *name = routines[routine].names[type];
  PyObject *capsule = PyMapping_GetItemString(table, name);
  const char *signature = capsule == NULL ? NULL : PyCapsule_GetName(capsule);
  void *address = NULL;
  if (takes_int(signature)) {
    address = PyCapsule_GetPointer(capsule, signature);
  } else if (signature != NULL) {
    snprintf(text, size, "%s is %.300s, with integers that are not C's int", name, signature);
  }
  if (address != NULL) {
    lapack_function *function = NULL;
    memcpy(&function, &address, sizeof function);
    atomic_store_explicit(&addresses[routine][type], function, memory_order_relaxed);
  } else if (signature == NULL) {
    describe_exception(text, size);
  }
  if (capsule != NULL) Py_DecRef(capsule);
  return address != NULL;
}

static bool bind_all(char *text, size_t size) {
  for (lapack_routine routine = 0; routine < LAPACK_COUNT; ++routine) {
    PyObject *module = PyImport_ImportModule(routines[routine].module);
    PyObject *table = module == NULL ? NULL : PyObject_GetAttrString(module, "__pyx_capi__");
    bool done = table != NULL;
    if (!done) describe_exception(text, size);
    for (lapack_type type = 0; done && type < LAPACK_TYPES; ++type)
      done = bind_one(table, routine, type, text, size);
    if (table != NULL) Py_DecRef(table);
    if (module != NULL) Py_DecRef(module);
    if (!done) return false;
  }
  return true;
}

ffi_error *lapack_bind(const ffi_call_frame *frame) {
  if (atomic_load_explicit(&bound, memory_order_acquire)) return NULL;
  char text[TEXT_SIZE] = "Python has been shut down";
  bool done = false;
  if (Py_IsInitialized()) {
    pthread_cleanup_push(ending_stay, NULL);
    const PyGILState_STATE state = PyGILState_Ensure();
    done = bind_all(text, sizeof text);
    PyGILState_Release(state);
    pthread_cleanup_pop(0);
  }
  if (!done)
    return ffi_fail(frame, PJRT_Error_Code_FAILED_PRECONDITION,
                    "linear algebra on CPU needs SciPy's LAPACK (scipy.linalg.cython_lapack): %s", text);
  atomic_store_explicit(&bound, true, memory_order_release);
  return NULL;
}
