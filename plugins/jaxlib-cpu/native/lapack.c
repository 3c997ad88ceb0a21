// The kernels of every routine for every type: includes lapack_kernels.inc four times.
#include <limits.h>
#include <string.h>

#include "lapack.h"

#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)

#define LETTER s_
#define TYPE LAPACK_S
#define T float
#define REAL float
#define IS_COMPLEX 0
#include "lapack_kernels.inc"

#define LETTER d_
#define TYPE LAPACK_D
#define T double
#define REAL double
#define IS_COMPLEX 0
#include "lapack_kernels.inc"

#define LETTER c_
#define TYPE LAPACK_C
#define T float _Complex
#define REAL float
#define IS_COMPLEX 1
#include "lapack_kernels.inc"

#define LETTER z_
#define TYPE LAPACK_Z
#define T double _Complex
#define REAL double
#define IS_COMPLEX 1
#include "lapack_kernels.inc"
