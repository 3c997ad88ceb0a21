// Runs a batch of small matrices on several threads: on XLA's intra-op thread pool and on the calling thread.
//
// When: if the matrices are so small that OpenBLAS uses no threads for one of them, and so many that all of them
// take longer than waking other threads.
// Deadlock: the calling thread may belong to the pool, and the pool may be busy or gone. Therefore nothing waits
// for a task to start. A counter hands out parts, also to the calling thread. When none is left, it waits only for
// parts that other threads are already computing. A task that starts later finds nothing to do.
// Ownership: tasks may outlive the call, so their shared state is reference-counted. A task reads the frame only
// while it computes a part.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "lapack.h"

enum {
  // OpenBLAS computes a matrix product of up to 64 x 64 x 64 on one thread.
  SMALL = 64 * 64 * 64,
  // The sum over the batch of rows * columns * min(rows, columns): about 50 microseconds of the fastest routine.
  WORTHWHILE = 1 << 18,
  // OpenBLAS has buffers for a limited number of callers, and ends the process when it runs out of them.
  HELPERS_MAX = 15,
  // Several parts per thread, so that a thread that is held up delays the others little.
  PARTS_PER_THREAD = 4,
};

typedef struct {
  atomic_int users;
  atomic_int_fast64_t next;  // part
  const ffi_call_frame *frame;
  lapack_kernel *kernel;
  int64_t parts;
  pthread_mutex_t lock;
  pthread_cond_t finished;
  int64_t done;      // finished parts; guarded by the lock
  ffi_error *error;  // the first one; guarded by the lock
} shared_batch;

static void destroy_error(const ffi_call_frame *frame, ffi_error *error) {
  if (error == NULL) return;
  ffi_error_destroy_args args = {.struct_size = COUNTED(ffi_error_destroy_args, error), .error = error};
  frame->api->error_destroy(&args);
}

static void release(shared_batch *batch) {
  if (atomic_fetch_sub(&batch->users, 1) != 1) return;
  pthread_cond_destroy(&batch->finished);
  pthread_mutex_destroy(&batch->lock);
  free(batch);
}

static void take_parts(shared_batch *batch) {
  int64_t part = 0;
  while ((part = atomic_fetch_add(&batch->next, 1)) < batch->parts) {
    ffi_error *error = lapack_run_part(batch->frame, batch->kernel, part, batch->parts);
    pthread_mutex_lock(&batch->lock);
    ffi_error *surplus = error;
    if (batch->error == NULL) batch->error = error, surplus = NULL;
    // Before the part counts as done, because the frame may be gone afterwards.
    destroy_error(batch->frame, surplus);
    if (++batch->done == batch->parts) pthread_cond_signal(&batch->finished);
    pthread_mutex_unlock(&batch->lock);
  }
}

static void help(void *data) {
  take_parts(data);
  release(data);
}

// The number of threads in the pool; 0 if there is none.
static int64_t pool_size(const ffi_call_frame *frame) {
  const ffi_api *api = frame->api;
  if (api->struct_size < COUNTED(ffi_api, threads) || api->schedule == NULL || api->threads == NULL) return 0;
  int64_t threads = 0;
  ffi_threads_args args = {
      .struct_size = COUNTED(ffi_threads_args, threads), .context = frame->context, .threads = &threads};
  ffi_error *error = api->threads(&args);
  destroy_error(frame, error);
  return error == NULL ? threads : 0;
}

// Judged by the operand with the highest rank, which is a batch of matrices in every valid call.
static int64_t parts_of(const ffi_call_frame *frame, int64_t threads) {
  const ffi_buffer *largest = ffi_buffer_at(&frame->arguments, 0);
  for (int64_t index = 1; index < frame->arguments.size; ++index) {
    const ffi_buffer *other = ffi_buffer_at(&frame->arguments, index);
    if (other->rank > largest->rank) largest = other;
  }
  if (largest->rank < 3) return 1;
  const int64_t rows = largest->dimensions[largest->rank - 2], columns = largest->dimensions[largest->rank - 1];
  const int64_t lesser = rows < columns ? rows : columns;
  if (rows > SMALL || columns > SMALL || rows * columns > SMALL || rows * columns * lesser > SMALL) return 1;
  const int64_t elements = ffi_elements(largest);
  if (elements == 0 || elements < WORTHWHILE / lesser) return 1;
  const int64_t batch = elements / (rows * columns), parts = threads * PARTS_PER_THREAD;
  return parts < batch ? parts : batch;
}

ffi_error *lapack_run(const ffi_call_frame *frame, lapack_kernel *kernel) {
  const int64_t pool = pool_size(frame);
  // The calling thread belongs to the pool, or takes the place of one that does.
  int64_t helpers = pool - 1 < HELPERS_MAX ? pool - 1 : HELPERS_MAX;
  const int64_t parts = helpers > 0 ? parts_of(frame, helpers + 1) : 1;
  shared_batch *batch = parts > 1 ? malloc(sizeof *batch) : NULL;
  if (batch == NULL) return lapack_run_part(frame, kernel, 0, 1);
  *batch = (shared_batch){.frame = frame, .kernel = kernel, .parts = parts};
  atomic_init(&batch->users, 1);
  atomic_init(&batch->next, 0);
  pthread_mutex_init(&batch->lock, NULL);
  pthread_cond_init(&batch->finished, NULL);
  for (helpers = helpers < parts ? helpers : parts - 1; helpers > 0; --helpers) {
    ffi_schedule_args args = {.struct_size = COUNTED(ffi_schedule_args, data),
                              .context = frame->context,
                              .task = help,
                              .data = batch};
    atomic_fetch_add(&batch->users, 1);
    ffi_error *error = frame->api->schedule(&args);
    if (error == NULL) continue;
    destroy_error(frame, error);
    release(batch);
    break;
  }
  take_parts(batch);
  pthread_mutex_lock(&batch->lock);
  while (batch->done < parts) pthread_cond_wait(&batch->finished, &batch->lock);
  ffi_error *error = batch->error;
  pthread_mutex_unlock(&batch->lock);
  release(batch);
  return error;
}
