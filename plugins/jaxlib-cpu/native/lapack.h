// jax's linear algebra on CPU: handlers for the FFI targets of jax's own lowerings, based on SciPy's LAPACK.
//
// Contracts.
// (1) With jax: names, operands, attributes, layouts (column-major matrices; any number of leading batch
//     dimensions, which vary slowest) and info codes are those of jaxlib 0.10.2's targets, unchanged in 0.12.0.
//     jax's lowerings handle an info other than 0 (mostly by NaN).
// (2) With SciPy: the routines are the function pointers in scipy.linalg.cython_blas and cython_lapack, whose
//     integers are C ints (LP64). A SciPy built with 64-bit integers is refused with an error.
//
// Threads: handlers run concurrently on any threads, and only share the addresses of the routines.
//     A batch of small matrices runs on XLA's intra-op thread pool (lapack_batch.c). A batch of large ones runs on
//     one thread, because OpenBLAS, which SciPy uses, has its own threads and gains nothing from several callers.
//     (Upstream runs all batches on one thread: jax 859992407d.) Either way each matrix is passed to LAPACK in the
//     same call, so the results are bitwise identical.
// Python: only lapack_bind takes the GIL, at the first call of a handler in the process.
#ifndef CPU_LAPACK_H
#define CPU_LAPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ffi_frame.h"

// Every routine: X(module, kernel, its name for real types, for complex types, operands, results, order).
// A routine's full name begins with s, d, c or z; that name between "lapack_" and "_ffi" is the target's.
// Operands and results are letters, one for each buffer:
//   t  elements of the routine's type      r  real ones      c  complex ones      i  int32
//   w  eigenvalues: a buffer of real and one of imaginary parts, or a single one of complex numbers
//   o  as t, or absent: programs of older jax releases have it at the end
// The order is that of a call's arguments: a, all operands; r, all results; and attributes, each a letter (uint8)
// unless it is followed by :i (int32) or :p (a truth value). It is upstream's order, and numbers the operands in
// error messages.
#define LAPACK_ROUTINES(X)                                                          \
  X(cython_blas, trsm, trsm, trsm, "tto", "t", "a r side uplo trans_x diag")        \
  X(cython_lapack, getrf, getrf, getrf, "t", "tii", "a r")                          \
  X(cython_lapack, potrf, potrf, potrf, "t", "ti", "a uplo r")                      \
  X(cython_lapack, gtsv, gtsv, gtsv, "tttt", "tttti", "a r")                        \
  X(cython_lapack, geqrf, geqrf, geqrf, "t", "tt", "a r")                           \
  X(cython_lapack, geqp3, geqp3, geqp3, "ti", "tit", "a r")                         \
  X(cython_lapack, orgqr, orgqr, ungqr, "tt", "t", "a r")                           \
  X(cython_lapack, ormqr, ormqr, unmqr, "ttt", "t", "a left:p transpose:p r")       \
  X(cython_lapack, gesdd, gesdd, gesdd, "t", "trtti", "a r mode")                   \
  X(cython_lapack, gesvd, gesvd, gesvd, "t", "trtti", "a r mode")                   \
  X(cython_lapack, syevd, syevd, heevd, "t", "tri", "a uplo r mode")                \
  X(cython_lapack, geev, geev, geev, "t", "wcci", "a compute_left compute_right r") \
  X(cython_lapack, gees, gees, gees, "t", "ttwii", "a mode sort r")                 \
  X(cython_lapack, gehrd, gehrd, gehrd, "t", "tti", "a low:i high:i r")             \
  X(cython_lapack, sytrd, sytrd, hetrd, "t", "trrti", "a uplo r")

// The element types, in the order of the letters in LAPACK's names.
typedef enum { LAPACK_S, LAPACK_D, LAPACK_C, LAPACK_Z, LAPACK_TYPES } lapack_type;

typedef enum {
#define LAPACK_ENUMERATOR(module, kernel, ...) LAPACK_##kernel,
  LAPACK_ROUTINES(LAPACK_ENUMERATOR)
#undef LAPACK_ENUMERATOR
  LAPACK_COUNT
} lapack_routine;

// ---- The routines (lapack_bind.c).

typedef void lapack_function(void);  // cast it to the routine's own type

// The address of a routine; valid after lapack_bind has returned NULL.
lapack_function *lapack_address(lapack_routine routine, lapack_type type);

// Looks up all addresses, once per process. Returns NULL, or the error to return: SciPy is missing or unusable.
ffi_error *lapack_bind(const ffi_call_frame *frame);

// ---- The signature of a call (lapack_decode.c).

// Returns NULL, or the error to return: wrong number or types of operands, results or attributes.
ffi_error *lapack_decode(const ffi_call_frame *frame, lapack_routine routine, lapack_type type);

// ---- One call (lapack_call.c).

enum { LAPACK_SCRATCH_MAX = 4 };

// The state of one call. Once `error` is set, its functions do nothing and return harmless values, so that a kernel
// can fetch everything it needs and then check once.
typedef struct {
  const ffi_call_frame *frame;
  ffi_error *error;
  bool failed;    // `error` may still be NULL: out of memory
  int64_t part;   // the index of this call's part of the batch; then the number of equal parts
  int64_t parts;
  int64_t whole;  // the number of matrices in the whole batch,
  int64_t first;  // the index of this part's first one,
  int64_t batch;  // the number in this part,
  int64_t rows;   // and the shape of each
  int64_t columns;
  void *scratch[LAPACK_SCRATCH_MAX];
  size_t scratch_count;
} lapack_call;

// Computes one part of the batch. The functions of the call return that part's data.
typedef void lapack_kernel(lapack_call *call);

// Runs the kernel for the whole batch, on several threads if that is faster (lapack_batch.c).
ffi_error *lapack_run(const ffi_call_frame *frame, lapack_kernel *kernel);

// Runs the kernel for one part, and frees its scratch memory (lapack_call.c).
ffi_error *lapack_run_part(const ffi_call_frame *frame, lapack_kernel *kernel, int64_t part, int64_t parts);

// Answers a query, binds, checks the types of all buffers and runs the kernel.
ffi_error *lapack_handle(ffi_call_frame *frame, lapack_routine routine, lapack_type type, lapack_kernel *kernel);

void lapack_fail(lapack_call *call, PJRT_Error_Code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

const ffi_buffer *lapack_argument(const lapack_call *call, int64_t index);
const ffi_buffer *lapack_result(const lapack_call *call, int64_t index);

// The size of a buffer's last dimension (1) or second to last (2).
int64_t lapack_extent(lapack_call *call, const ffi_buffer *buffer, int64_t from_end);

// Sets the call's batch, rows and columns from a batch of matrices, which have to be square if `square`.
void lapack_matrices(lapack_call *call, const ffi_buffer *buffer, bool square);

// A buffer's elements, from the first of this part; checks that it has `count` per matrix of the whole batch.
void *lapack_data(lapack_call *call, const ffi_buffer *buffer, int64_t count);

// The same for a result. First copies the argument that the result is initialized with, unless XLA aliased the two.
void *lapack_copied(lapack_call *call, int64_t argument, int64_t result, int64_t count);

// Converts to LAPACK's integer type; an error if the value does not fit.
int lapack_int(lapack_call *call, int64_t value);

// A leading dimension, which LAPACK requires to be at least 1.
int lapack_leading(lapack_call *call, int64_t value);

// Uninitialized memory, freed after the call.
void *lapack_scratch(lapack_call *call, int64_t count, size_t size);

// Attributes: one of the given letters; a truth value; a number.
char lapack_letter(lapack_call *call, const char *name, const char *letters);
bool lapack_flag(lapack_call *call, const char *name);
int lapack_number(lapack_call *call, const char *name);

// The workspace size from the result of a workspace query, whose info code is `info`.
int lapack_work_size(lapack_call *call, double answer, int info);

// ---- The handlers (lapack.c), and those that need no LAPACK.

#define LAPACK_PROTOTYPES(module, kernel, ...) \
  ffi_handler lapack_s_##kernel, lapack_d_##kernel, lapack_c_##kernel, lapack_z_##kernel;
LAPACK_ROUTINES(LAPACK_PROTOTYPES)
#undef LAPACK_PROTOTYPES

ffi_handler tridiagonal_solve_perturbed;
ffi_handler csr_sparse_dense;

#endif  // CPU_LAPACK_H
