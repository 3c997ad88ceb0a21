#define _POSIX_C_SOURCE 200809L  // sigset_t
#include "callbacks.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "shadow_client.h"
#include "ending.h"
#include "ffi_frame.h"

// A call in progress, with copies of everything in its frame that is invalid after the handler returns.
typedef struct call {
  struct call *next;
  const ffi_api *api;
  ffi_future *future;  // NULL: the caller waits
  uint64_t index;
  size_t operand_count;
  size_t count;  // of operands and results
  ffi_buffer buffers[];
} call;

static pthread_mutex_t served_lock = PTHREAD_MUTEX_INITIALIZER;  // never held while Python runs
static PyObject *served_by;

void serve_callbacks(PyObject *serve) {
  Py_IncRef(serve);
  pthread_mutex_lock(&served_lock);
  PyObject *previous = served_by;
  served_by = serve;
  pthread_mutex_unlock(&served_lock);
  if (previous != NULL) Py_DecRef(previous);
}

// A new reference.
static PyObject *server(void) {
  pthread_mutex_lock(&served_lock);
  PyObject *serve = served_by;
  Py_IncRef(serve);
  pthread_mutex_unlock(&served_lock);
  return serve;
}

// ---- From the frame to a call.

static const ffi_buffer *buffer_at(const ffi_call_frame *frame, size_t position) {
  const int64_t results_from = frame->arguments.size;
  const int64_t index = (int64_t)position;
  return index < results_from ? ffi_buffer_at(&frame->arguments, index)
                              : ffi_buffer_at(&frame->results, index - results_from);
}

// Returns NULL if `error` is set.
static call *new_call(const ffi_call_frame *frame, ffi_error **error) {
  const void *index = ffi_scalar_attribute(frame, "index", FFI_U64);
  if (index == NULL) {
    *error = ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT,
                      "a call of a host callback has no attribute \"index\" of type ui64");
    return NULL;
  }
  const size_t count = (size_t)frame->arguments.size + (size_t)frame->results.size;
  size_t dimensions = 0;
  for (size_t position = 0; position < count; ++position) {
    const ffi_buffer *buffer = buffer_at(frame, position);
    if (buffer == NULL) {
      *error = ffi_fail(frame, PJRT_Error_Code_UNIMPLEMENTED,
                        "a host callback has an operand or a result that is not a buffer");
      return NULL;
    }
    dimensions += (size_t)buffer->rank;
  }
  call *made = malloc(sizeof *made + count * sizeof(ffi_buffer) + dimensions * sizeof(int64_t));
  if (made == NULL) {
    *error = ffi_fail(frame, PJRT_Error_Code_RESOURCE_EXHAUSTED, "out of memory in a host callback");
    return NULL;
  }
  *made = (call){.api = frame->api, .operand_count = (size_t)frame->arguments.size, .count = count};
  memcpy(&made->index, index, sizeof made->index);
  int64_t *tail = (int64_t *)(void *)(made->buffers + count);
  for (size_t position = 0; position < count; ++position) {
    const ffi_buffer *buffer = buffer_at(frame, position);
    const size_t rank = (size_t)buffer->rank;
    made->buffers[position] = *buffer;
    made->buffers[position].dimensions = tail;
    if (rank != 0) memcpy(tail, buffer->dimensions, rank * sizeof(int64_t));
    tail += rank;
  }
  return made;
}

// ---- From a call to Python. These functions require the GIL.

// Returns 0 for a token or an unknown type.
static int64_t bits_of(int type) {
  switch (type) {
    case FFI_S2:
    case FFI_U2:
      return 2;
    case FFI_S4:
    case FFI_U4:
    case FFI_F4E2M1FN:
      return 4;
    case FFI_PRED:
    case FFI_S8:
    case FFI_U8:
    case FFI_F8E5M2:
    case FFI_F8E4M3FN:
    case FFI_F8E4M3B11FNUZ:
    case FFI_F8E5M2FNUZ:
    case FFI_F8E4M3FNUZ:
    case FFI_F8E4M3:
    case FFI_F8E3M4:
    case FFI_F8E8M0FNU:
      return 8;
    case FFI_S16:
    case FFI_U16:
    case FFI_F16:
    case FFI_BF16:
      return 16;
    case FFI_S32:
    case FFI_U32:
    case FFI_F32:
      return 32;
    case FFI_S64:
    case FFI_U64:
    case FFI_F64:
    case FFI_C64:
      return 64;
    case FFI_C128:
      return 128;
    default:
      return 0;
  }
}

static PyObject *none(void) {
  Py_IncRef(Py_None);
  return Py_None;
}

static PyObject *describe_dimensions(const ffi_buffer *buffer) {
  PyObject *dimensions = PyTuple_New((Py_ssize_t)buffer->rank);
  for (int64_t index = 0; dimensions != NULL && index < buffer->rank; ++index) {
    PyObject *dimension = PyLong_FromLongLong(buffer->dimensions[index]);
    if (dimension == NULL || PyTuple_SetItem(dimensions, (Py_ssize_t)index, dimension) != 0) {
      Py_DecRef(dimensions);
      return NULL;
    }
  }
  return dimensions;
}

static PyObject *describe_memory(const ffi_buffer *buffer, int access) {
  int64_t elements = 1;
  for (int64_t index = 0; index < buffer->rank; ++index) elements *= buffer->dimensions[index];
  const int64_t size = (elements * bits_of(buffer->type) + 7) / 8;
  return size == 0 ? none() : PyMemoryView_FromMemory(buffer->data, (Py_ssize_t)size, access);
}

static PyObject *describe(const ffi_buffer *buffers, size_t count, int access) {
  PyObject *described = PyTuple_New((Py_ssize_t)count);
  for (size_t index = 0; described != NULL && index < count; ++index) {
    PyObject *one = Py_BuildValue("(iNN)", buffers[index].type, describe_dimensions(&buffers[index]),
                                  describe_memory(&buffers[index], access));
    if (one == NULL || PyTuple_SetItem(described, (Py_ssize_t)index, one) != 0) {
      Py_DecRef(described);
      return NULL;
    }
  }
  return described;
}

static PyObject *call_python(const call *this, PyObject *serve) {
  PyObject *index = PyLong_FromUnsignedLongLong(this->index);
  PyObject *operands = describe(this->buffers, this->operand_count, PyBUF_READ);
  PyObject *results =
      describe(this->buffers + this->operand_count, this->count - this->operand_count, PyBUF_WRITE);
  PyObject *outcome = NULL;
  if (index != NULL && operands != NULL && results != NULL)
    outcome = PyObject_CallFunctionObjArgs(serve, index, operands, results, NULL);
  PyObject *const made[] = {index, operands, results};
  for (size_t position = 0; position < sizeof made / sizeof made[0]; ++position)
    if (made[position] != NULL) Py_DecRef(made[position]);
  return outcome;
}

// ---- Running a call.

// Completes the call and frees it. Must be called without the GIL.
static void complete(call *this, ffi_error *error) {
  const ffi_api *api = this->api;
  ffi_future *future = this->future;
  free(this);
  ffi_error *refusal = NULL;
  if (error != NULL) {
    ffi_future_set_error_args args = {
        .struct_size = COUNTED(ffi_future_set_error_args, error), .future = future, .error = error};
    refusal = api->future_set_error(&args);
  } else {
    ffi_future_set_available_args args = {
        .struct_size = COUNTED(ffi_future_set_available_args, future), .future = future};
    refusal = api->future_set_available(&args);
  }
  if (refusal != NULL) {
    ffi_error_destroy_args destroy = {.struct_size = sizeof destroy, .error = refusal};
    api->error_destroy(&destroy);
  }
}

static ffi_error *too_late(const call *this) {
  return ffi_new_error(this->api, PJRT_Error_Code_CANCELLED, "a host callback was called after the end of Python");
}

// Runs when Python ends this thread during a call: completes the call's future with an error.
static void ended(void *one) {
  call *this = one;
  if (this->future != NULL) complete(this, too_late(this));
  ending_stay(NULL);
}

// Returns NULL on success.
static ffi_error *run(call *this) {
  if (!Py_IsInitialized()) return too_late(this);
  ffi_error *error = NULL;
  pthread_cleanup_push(ended, this);
  const PyGILState_STATE state = PyGILState_Ensure();
  shadow_client_enter_callback();
  PyObject *serve = server();
  PyObject *outcome = call_python(this, serve);
  shadow_client_leave_callback();
  if (outcome == NULL) {
    // The Python function converts exceptions of callbacks to text, so this is a failure of its own, such as out of
    // memory.
    PyErr_WriteUnraisable(serve);
    error = ffi_new_error(this->api, PJRT_Error_Code_INTERNAL,
                          "a host callback failed before it was called; the reason is on stderr");
  } else if (outcome != Py_None) {
    char *text = NULL;
    if (PyBytes_AsStringAndSize(outcome, &text, NULL) != 0) {
      PyErr_WriteUnraisable(serve);
      text = NULL;
    }
    error = ffi_new_error(this->api, PJRT_Error_Code_INTERNAL, text == NULL ? "a host callback failed" : text);
  }
  if (outcome != NULL) Py_DecRef(outcome);
  Py_DecRef(serve);
  PyGILState_Release(state);
  pthread_cleanup_pop(0);
  return error;
}

// ---- Worker threads. They are never stopped: an idle thread costs only an unused stack.

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queue_filled = PTHREAD_COND_INITIALIZER;
static call *queue;
static call **queue_end = &queue;
static size_t queued;
static size_t idle;  // threads that wait for a call, or are about to wait

static void *work(void *unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&queue_lock);
    while (queue == NULL) pthread_cond_wait(&queue_filled, &queue_lock);
    call *next = queue;
    queue = next->next;
    if (queue == NULL) queue_end = &queue;
    --queued;
    --idle;
    pthread_mutex_unlock(&queue_lock);
    complete(next, run(next));
    pthread_mutex_lock(&queue_lock);
    ++idle;
    pthread_mutex_unlock(&queue_lock);
  }
  return NULL;
}

// Workers block all signals, because signals must interrupt Python's main thread.
static bool start_thread(void) {
  sigset_t all;
  sigset_t before;
  pthread_attr_t attributes;
  pthread_t thread;
  sigfillset(&all);
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = pthread_create(&thread, &attributes, work, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

// Returns false if no thread could be started.
static bool hand_over(call *this) {
  pthread_mutex_lock(&queue_lock);
  bool served = queued < idle;
  if (!served && start_thread()) {
    ++idle;
    served = true;
  }
  if (served) {
    this->next = NULL;
    *queue_end = this;
    queue_end = &this->next;
    ++queued;
    pthread_cond_signal(&queue_filled);
  }
  pthread_mutex_unlock(&queue_lock);
  return served;
}

// ---- The handlers.

static bool has_futures(const ffi_api *api) { return api->struct_size >= COUNTED(ffi_api, future_set_error); }

ffi_error *callback_handler(ffi_call_frame *frame) {
  if (ffi_answer_query(frame) || frame->stage != FFI_STAGE_EXECUTE) return NULL;
  const ffi_api *api = frame->api;
  ffi_error *error = NULL;
  call *made = new_call(frame, &error);
  if (made == NULL) return error;
  if (PyGILState_GetThisThreadState() != NULL || !has_futures(api)) {
    error = run(made);
    free(made);
    return error;
  }
  ffi_future_create_args create = {.struct_size = COUNTED(ffi_future_create_args, extension_start)};
  error = api->future_create(&create);
  if (error != NULL) {
    free(made);
    return error;
  }
  made->future = create.future;
  frame->future = create.future;
  if (!hand_over(made)) complete(made, run(made));
  return NULL;
}

ffi_error *sink_handler(ffi_call_frame *frame) {
  ffi_answer_query(frame);
  return NULL;
}
