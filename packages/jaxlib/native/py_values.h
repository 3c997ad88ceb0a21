// Values of the host: what they look like to a jit, and how they get onto devices.
//
// Threads: with the GIL.
#ifndef JAXLIB_VALUES_H_
#define JAXLIB_VALUES_H_

#include <memory>
#include <vector>

#include "common.h"
#include "pjrt/buffer.h"
#include "pjrt/client.h"
#include "waiting.h"

namespace jaxlib {

// The element type, shape and weakness of an argument.
struct Signature {
  PJRT_Buffer_Type type = PJRT_Buffer_Type_INVALID;
  bool weak = false;
  std::vector<std::int64_t> shape;

  bool operator==(const Signature& other) const {
    return type == other.type && weak == other.weak && shape == other.shape;
  }
  std::size_t hash() const;
};

// Whether jax_enable_x64 is set.
bool x64();

// numpy's dtype of the element type, and the other way round; INVALID for one that no device has.
nb::object to_dtype(PJRT_Buffer_Type type);
PJRT_Buffer_Type to_type(nb::handle dtype);
// As to_type. Throws: JaxRuntimeError, INVALID_ARGUMENT, for one that no device has: some libraries end the process.
PJRT_Buffer_Type known_type(nb::handle dtype);

// Fills in `signature`; false for a value that only jax's Python code knows what to do with. Not for Arrays.
bool signature_of(nb::handle value, bool wide, Signature& signature);

// Copies a Python number, or a numpy array or scalar, to a device; null where the value is none of these.
std::shared_ptr<pjrt::Buffer> put_value(nb::handle value, pjrt::Client& client, const pjrt::Place& place, bool wide);

// The strides, in bytes, of the elements that copy_to_host() gives; empty where they are row-major without gaps.
std::vector<std::int64_t> host_strides(const pjrt::Buffer& buffer);

// The buffer's elements in a new numpy array, when they are there. `buffer` must be held by value. No Python code runs
// with Signals::kLater.
nb::object to_numpy(const pjrt::Buffer& buffer, Signals signals = Signals::kHandled);

}  // namespace jaxlib

#endif  // JAXLIB_VALUES_H_
