// Host values: their signatures for jax.jit, and their transfer to and from devices.
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

// The element type, shape and weak type of an argument.
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

// Element type -> dtype, and back; INVALID for a dtype without an element type.
nb::object to_dtype(PJRT_Buffer_Type type);
PJRT_Buffer_Type to_type(nb::handle dtype);
// As to_type, but throws JaxRuntimeError (INVALID_ARGUMENT) instead of returning INVALID, at which some libraries
// abort.
PJRT_Buffer_Type known_type(nb::handle dtype);
// Whether the dtype is one of numpy's string dtypes; whether the value is a numpy array of such a dtype.
bool is_string_dtype(nb::handle dtype);
bool is_string_array(nb::handle value);

// Sets `signature`; false for a value that only jax's Python code can handle. Not for Arrays.
bool signature_of(nb::handle value, bool wide, Signature& signature);

// Copies a Python number, or a numpy array or scalar, to a device; null for any other value.
std::shared_ptr<pjrt::Buffer> put_value(nb::handle value, pjrt::Client& client, const pjrt::Place& place, bool wide);

// Whether NumPy can read the elements where they are, in their order.
bool in_host_memory(const pjrt::Buffer& buffer);

// The strides, in bytes, of the elements that copy_to_host() writes; empty if they are row-major without gaps.
std::vector<std::int64_t> host_strides(const pjrt::Buffer& buffer);

// A buffer's elements as a numpy array.
struct HostElements {
  nb::object array;
  bool copied;
};

// Waits for the buffer. Elements in the host's memory, of whole bytes and in numpy's order, are not copied unless they
// are few: the array is a read-only view, which holds the buffer and pins it. The library gives a program that donates the buffer meanwhile a
// copy, and frees the memory of a buffer that is deleted once the view is gone. Any others are copied to a new array.
// No Python code runs with Signals::kLater.
HostElements to_numpy(std::shared_ptr<pjrt::Buffer> buffer, Signals signals = Signals::kHandled);

}  // namespace jaxlib

#endif  // JAXLIB_VALUES_H_
