// The part of CPython's stable ABI that this extension uses, declared here instead of included.
//
// Why: the extension is built wherever the wheels are built, and a machine with Python need not have Python.h. The
// compiler is available as a package; the header is not.
//
// The contract: the stable ABI as of Python 3.11 (Py_LIMITED_API 0x030B0000). Its functions keep their signatures,
// and the structs below keep their layouts, in every CPython 3.x with the GIL. Nothing outside of it is used here;
// `abi3audit` checks the built extension. Free-threaded CPythons have the same functions, but another PyObject, and
// with it another PyModuleDef; Py_GIL_DISABLED selects these.
//
// Every declaration comes from one of four lists (functions, data, constants, layouts). If a real Python.h was
// included first, nothing is declared, and the lists are checked against it at compile time; tests/unit/extension
// does that with each Python.h on the machine.
#ifndef PLUGIN_PYTHON_ABI_H
#define PLUGIN_PYTHON_ABI_H

#include <stddef.h>
#include <stdint.h>

// X(result, name, arguments)
#define PYTHON_ABI_FUNCTIONS(X)                                                                   \
  /* modules and types */                                                                         \
  X(PyObject *, PyModuleDef_Init, (PyModuleDef *))                                                \
  X(void *, PyModule_GetState, (PyObject *))                                                      \
  X(PyObject *, PyModule_GetNameObject, (PyObject *))                                             \
  X(int, PyModule_AddObjectRef, (PyObject *, const char *, PyObject *))                           \
  X(PyObject *, PyImport_ImportModule, (const char *))                                            \
  X(PyObject *, PyType_FromModuleAndSpec, (PyObject *, PyType_Spec *, PyObject *))                \
  X(void *, PyType_GetModuleState, (PyTypeObject *))                                              \
  X(PyObject *, PyType_GenericAlloc, (PyTypeObject *, Py_ssize_t))                                \
  X(void, PyObject_GC_UnTrack, (void *))                                                          \
  X(void, PyObject_GC_Del, (void *))                                                              \
  /* references, threads */                                                                       \
  X(void, Py_IncRef, (PyObject *))                                                                \
  X(void, Py_DecRef, (PyObject *))                                                                \
  X(PyThreadState *, PyEval_SaveThread, (void))                                                   \
  X(void, PyEval_RestoreThread, (PyThreadState *))                                                \
  X(int, Py_IsInitialized, (void))                                                                \
  X(PyGILState_STATE, PyGILState_Ensure, (void))                                                  \
  X(void, PyGILState_Release, (PyGILState_STATE))                                                 \
  X(PyThreadState *, PyGILState_GetThisThreadState, (void))                                       \
  /* exceptions */                                                                                \
  X(PyObject *, PyErr_NewExceptionWithDoc, (const char *, const char *, PyObject *, PyObject *))  \
  X(void, PyErr_SetObject, (PyObject *, PyObject *))                                              \
  X(void, PyErr_SetString, (PyObject *, const char *))                                            \
  X(PyObject *, PyErr_Format, (PyObject *, const char *, ...))                                    \
  X(PyObject *, PyErr_NoMemory, (void))                                                           \
  X(PyObject *, PyErr_Occurred, (void))                                                           \
  X(void, PyErr_Fetch, (PyObject **, PyObject **, PyObject **))                                   \
  X(void, PyErr_NormalizeException, (PyObject **, PyObject **, PyObject **))                      \
  X(void, PyErr_WriteUnraisable, (PyObject *))                                                    \
  /* objects */                                                                                   \
  X(PyObject *, PyObject_CallFunctionObjArgs, (PyObject *, ...))                                  \
  X(PyObject *, PyObject_GetAttrString, (PyObject *, const char *))                               \
  X(int, PyObject_SetAttrString, (PyObject *, const char *, PyObject *))                          \
  X(int, PyObject_IsInstance, (PyObject *, PyObject *))                                           \
  X(PyObject *, PyObject_Repr, (PyObject *))                                                      \
  X(PyObject *, Py_BuildValue, (const char *, ...))                                               \
  X(PyObject *, PyUnicode_FromFormat, (const char *, ...))                                        \
  X(PyObject *, PyUnicode_DecodeUTF8, (const char *, Py_ssize_t, const char *))                   \
  X(PyObject *, PyUnicode_DecodeFSDefault, (const char *))                                        \
  X(const char *, PyUnicode_AsUTF8AndSize, (PyObject *, Py_ssize_t *))                            \
  X(int, PyUnicode_FSConverter, (PyObject *, void *))                                             \
  X(PyObject *, PyBytes_FromStringAndSize, (const char *, Py_ssize_t))                            \
  X(int, PyBytes_AsStringAndSize, (PyObject *, char **, Py_ssize_t *))                            \
  X(char *, PyBytes_AsString, (PyObject *))                                                       \
  X(PyObject *, PyTuple_New, (Py_ssize_t))                                                        \
  X(int, PyTuple_SetItem, (PyObject *, Py_ssize_t, PyObject *))                                   \
  X(PyObject *, PyDict_New, (void))                                                               \
  X(PyObject *, PyDict_Copy, (PyObject *))                                                        \
  X(int, PyDict_SetItemString, (PyObject *, const char *, PyObject *))                            \
  X(int, PyDict_Next, (PyObject *, Py_ssize_t *, PyObject **, PyObject **))                       \
  X(PyObject *, PyMapping_GetItemString, (PyObject *, const char *))                              \
  X(Py_ssize_t, PySequence_Size, (PyObject *))                                                    \
  X(PyObject *, PySequence_GetItem, (PyObject *, Py_ssize_t))                                     \
  X(PyObject *, PyLong_FromLong, (long))                                                          \
  X(PyObject *, PyLong_FromSize_t, (size_t))                                                      \
  X(PyObject *, PyLong_FromLongLong, (long long))                                                 \
  X(PyObject *, PyLong_FromUnsignedLongLong, (unsigned long long))                                \
  X(long, PyLong_AsLong, (PyObject *))                                                            \
  X(PyObject *, PyLong_FromVoidPtr, (void *))                                                     \
  X(void *, PyLong_AsVoidPtr, (PyObject *))                                                       \
  X(PyObject *, PyMemoryView_FromMemory, (char *, Py_ssize_t, int))                               \
  X(PyObject *, PyCapsule_New, (void *, const char *, PyCapsule_Destructor))                      \
  X(const char *, PyCapsule_GetName, (PyObject *))                                                \
  X(void *, PyCapsule_GetPointer, (PyObject *, const char *))

// X(type, name)
#define PYTHON_ABI_DATA(X)               \
  X(PyObject, _Py_NoneStruct)            \
  X(PyObject, _Py_NotImplementedStruct)  \
  X(PyLongObject, _Py_FalseStruct)       \
  X(PyLongObject, _Py_TrueStruct)        \
  X(PyTypeObject, PyLong_Type)           \
  X(PyTypeObject, PyDict_Type)           \
  X(PyTypeObject, PyCapsule_Type)        \
  X(PyObject *, PyExc_NotImplementedError) \
  X(PyObject *, PyExc_OSError)           \
  X(PyObject *, PyExc_RuntimeError)      \
  X(PyObject *, PyExc_TypeError)         \
  X(PyObject *, PyExc_ValueError)

// X(name, value)
#define PYTHON_ABI_CONSTANTS(X)                \
  X(METH_VARARGS, 0x0001)                      \
  X(METH_KEYWORDS, 0x0002)                     \
  X(METH_NOARGS, 0x0004)                       \
  X(PyBUF_READ, 0x100)                         \
  X(PyBUF_WRITE, 0x200)                        \
  X(Py_EQ, 2)                                  \
  X(Py_NE, 3)                                  \
  X(Py_TPFLAGS_DISALLOW_INSTANTIATION, 1 << 7) \
  X(Py_TPFLAGS_IMMUTABLETYPE, 1 << 8)          \
  X(Py_TPFLAGS_HAVE_GC, 1 << 14)               \
  X(Py_mod_exec, 2)                            \
  X(Py_tp_dealloc, 52)                         \
  X(Py_tp_doc, 56)                             \
  X(Py_tp_hash, 59)                            \
  X(Py_tp_methods, 64)                         \
  X(Py_tp_repr, 66)                            \
  X(Py_tp_richcompare, 67)                     \
  X(Py_tp_traverse, 71)                        \
  X(Py_tp_getset, 73)

// The size of a PyObject on a 64-bit machine; its type is its last field.
#ifdef Py_GIL_DISABLED
#define PYTHON_OBJECT_SIZE 32
#else
#define PYTHON_OBJECT_SIZE 16
#endif

// X(struct, size on a 64-bit machine); Y(struct, field, offset)
#define PYTHON_ABI_LAYOUTS(X, Y) \
  X(PyObject, PYTHON_OBJECT_SIZE) \
  Y(PyObject, ob_type, PYTHON_OBJECT_SIZE - 8) \
  X(PyMethodDef, 32)             \
  Y(PyMethodDef, ml_name, 0)     \
  Y(PyMethodDef, ml_meth, 8)     \
  Y(PyMethodDef, ml_flags, 16)   \
  Y(PyMethodDef, ml_doc, 24)     \
  X(PyGetSetDef, 40)             \
  Y(PyGetSetDef, name, 0)        \
  Y(PyGetSetDef, get, 8)         \
  Y(PyGetSetDef, set, 16)        \
  Y(PyGetSetDef, doc, 24)        \
  Y(PyGetSetDef, closure, 32)    \
  X(PyType_Slot, 16)             \
  Y(PyType_Slot, slot, 0)        \
  Y(PyType_Slot, pfunc, 8)       \
  X(PyType_Spec, 32)             \
  Y(PyType_Spec, name, 0)        \
  Y(PyType_Spec, basicsize, 8)   \
  Y(PyType_Spec, itemsize, 12)   \
  Y(PyType_Spec, flags, 16)      \
  Y(PyType_Spec, slots, 24)      \
  X(PyModuleDef_Slot, 16)        \
  Y(PyModuleDef_Slot, slot, 0)   \
  Y(PyModuleDef_Slot, value, 8)  \
  X(PyModuleDef_Base, PYTHON_OBJECT_SIZE + 24) \
  X(PyModuleDef, PYTHON_OBJECT_SIZE + 88) \
  Y(PyModuleDef, m_name, PYTHON_OBJECT_SIZE + 24) \
  Y(PyModuleDef, m_doc, PYTHON_OBJECT_SIZE + 32) \
  Y(PyModuleDef, m_size, PYTHON_OBJECT_SIZE + 40) \
  Y(PyModuleDef, m_methods, PYTHON_OBJECT_SIZE + 48) \
  Y(PyModuleDef, m_slots, PYTHON_OBJECT_SIZE + 56) \
  Y(PyModuleDef, m_traverse, PYTHON_OBJECT_SIZE + 64) \
  Y(PyModuleDef, m_clear, PYTHON_OBJECT_SIZE + 72) \
  Y(PyModuleDef, m_free, PYTHON_OBJECT_SIZE + 80)

#ifndef Py_PYTHON_H

typedef intptr_t Py_ssize_t;
typedef intptr_t Py_hash_t;
typedef struct python_type PyTypeObject;           // opaque
typedef struct python_thread_state PyThreadState;  // opaque
typedef struct python_long PyLongObject;           // opaque
typedef enum { PyGILState_LOCKED, PyGILState_UNLOCKED } PyGILState_STATE;

#ifdef Py_GIL_DISABLED
#define PYTHON_STATICALLY_ALLOCATED (1 << 2)  // of ob_flags, from 3.14 on
#define Py_mod_gil 4
#define Py_MOD_GIL_NOT_USED ((void *)1)
#endif

typedef struct python_object {
#ifdef Py_GIL_DISABLED
  uintptr_t ob_tid;
  uint16_t ob_flags;
  uint8_t ob_mutex;
  uint8_t ob_gc_bits;
  uint32_t ob_ref_local;
  Py_ssize_t ob_ref_shared;
#else
  Py_ssize_t ob_refcnt;
#endif
  PyTypeObject *ob_type;
} PyObject;

typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
typedef PyObject *(*PyCFunctionWithKeywords)(PyObject *, PyObject *, PyObject *);
typedef PyObject *(*getter)(PyObject *, void *);
typedef int (*setter)(PyObject *, PyObject *, void *);
typedef int (*visitproc)(PyObject *, void *);
typedef int (*traverseproc)(PyObject *, visitproc, void *);
typedef int (*inquiry)(PyObject *);
typedef void (*freefunc)(void *);
typedef void (*PyCapsule_Destructor)(PyObject *);

typedef struct {
  const char *ml_name;
  PyCFunction ml_meth;
  int ml_flags;
  const char *ml_doc;
} PyMethodDef;

typedef struct {
  const char *name;
  getter get;
  setter set;
  const char *doc;
  void *closure;
} PyGetSetDef;

typedef struct {
  int slot;
  void *pfunc;
} PyType_Slot;

typedef struct {
  const char *name;
  int basicsize;
  int itemsize;
  unsigned int flags;
  PyType_Slot *slots;
} PyType_Spec;

typedef struct {
  int slot;
  void *value;
} PyModuleDef_Slot;

typedef struct {
  PyObject ob_base;
  PyObject *(*m_init)(void);
  Py_ssize_t m_index;
  PyObject *m_copy;
} PyModuleDef_Base;

typedef struct {
  PyModuleDef_Base m_base;
  const char *m_name;
  const char *m_doc;
  Py_ssize_t m_size;
  PyMethodDef *m_methods;
  PyModuleDef_Slot *m_slots;
  traverseproc m_traverse;
  inquiry m_clear;
  freefunc m_free;
} PyModuleDef;

#define PYTHON_ABI_DECLARE(result, name, arguments) extern result name arguments;
PYTHON_ABI_FUNCTIONS(PYTHON_ABI_DECLARE)
#undef PYTHON_ABI_DECLARE

// Not in the list: Python 3.13 spells the type of the keyword table with an additional const (the ABI is the same).
extern int PyArg_ParseTupleAndKeywords(PyObject *, PyObject *, const char *, char **, ...);

#define PYTHON_ABI_DECLARE(type, name) extern type name;
PYTHON_ABI_DATA(PYTHON_ABI_DECLARE)
#undef PYTHON_ABI_DECLARE

#define PYTHON_ABI_DEFINE(name, value) name = value,
enum { PYTHON_ABI_CONSTANTS(PYTHON_ABI_DEFINE) };
#undef PYTHON_ABI_DEFINE

#define Py_False ((PyObject *)&_Py_FalseStruct)
#define Py_True ((PyObject *)&_Py_TrueStruct)
#define Py_None (&_Py_NoneStruct)
#define Py_NotImplemented (&_Py_NotImplementedStruct)

#else  // Checked against the real Python.h.

#define PYTHON_ABI_CHECK(result, name, arguments)                                              \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&name), result(*) arguments), #name); \
  _Static_assert(sizeof(&name) == sizeof(void *), #name);
PYTHON_ABI_FUNCTIONS(PYTHON_ABI_CHECK)
#undef PYTHON_ABI_CHECK

#define PYTHON_ABI_CHECK(type, name) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&name), type *), #name);
PYTHON_ABI_DATA(PYTHON_ABI_CHECK)
#undef PYTHON_ABI_CHECK

#define PYTHON_ABI_CHECK(name, value) _Static_assert((name) == (value), #name);
PYTHON_ABI_CONSTANTS(PYTHON_ABI_CHECK)
#undef PYTHON_ABI_CHECK

#endif

#define PYTHON_ABI_SIZE(type, size) _Static_assert(sizeof(type) == (size), #type);
#define PYTHON_ABI_OFFSET(type, field, offset) \
  _Static_assert(offsetof(type, field) == (offset), #type "." #field);
PYTHON_ABI_LAYOUTS(PYTHON_ABI_SIZE, PYTHON_ABI_OFFSET)
#undef PYTHON_ABI_SIZE
#undef PYTHON_ABI_OFFSET

#endif  // PLUGIN_PYTHON_ABI_H
