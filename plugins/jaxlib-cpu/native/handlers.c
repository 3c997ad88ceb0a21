// The FFI handlers that this plugin's extension registers with its library.
#include "lapack.h"

const platform_handler platform_handlers[] = {
#define TARGETS(module, kernel, real, complex, ...)      \
  {"lapack_s" #real "_ffi", lapack_s_##kernel},          \
  {"lapack_d" #real "_ffi", lapack_d_##kernel},          \
  {"lapack_c" #complex "_ffi", lapack_c_##kernel},       \
  {"lapack_z" #complex "_ffi", lapack_z_##kernel},
    LAPACK_ROUTINES(TARGETS)
#undef TARGETS
    {"tridiagonal_solve_perturbed_ffi", tridiagonal_solve_perturbed},
    {"cpu_csr_sparse_dense_ffi", csr_sparse_dense},
    {NULL, NULL},
};
