// Solves Kepler's equation, E - e sin E = M, for every element: a loop of its own length for each, in C++.
//
// The README beside it has the command that builds it. The headers come with jaxlib: jax.ffi.include_dir().
#include <cmath>
#include <cstddef>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

static double Solve(double anomaly, double eccentricity) {
  double guess = eccentricity < 0.8 ? anomaly : M_PI;
  for (int step = 0; step < 50; ++step) {
    const double change =
        (guess - eccentricity * std::sin(guess) - anomaly) / (1 - eccentricity * std::cos(guess));
    guess -= change;
    if (std::abs(change) < 1e-12) break;
  }
  return guess;
}

// jax passes every operand in row-major order, and has checked the number and the types of operands that Bind names.
// It does not know that the shapes have to agree, and an orbit that is not an ellipse has no solution: both are
// errors here, which Python raises.
static ffi::Error Kepler(ffi::Buffer<ffi::F32> anomaly, ffi::Buffer<ffi::F32> eccentricity,
                         ffi::ResultBuffer<ffi::F32> result) {
  const std::size_t count = result->element_count();
  if (anomaly.element_count() != count || eccentricity.element_count() != count)
    return ffi::Error::InvalidArgument("kepler: the operands and the result have different shapes");
  const float *m = anomaly.typed_data(), *e = eccentricity.typed_data();
  for (std::size_t i = 0; i < count; ++i) {
    if (!(e[i] >= 0 && e[i] < 1)) return ffi::Error::InvalidArgument("kepler: an eccentricity is not in [0, 1)");
    result->typed_data()[i] = static_cast<float>(Solve(m[i], e[i]));
  }
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(kepler, Kepler,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>());
