// Internal to py_array*.cc and py_result_handler.cc: checked access to an Array's Storage.
//
// Ownership and threads: as in py_array.h.
#ifndef JAXLIB_PY_ARRAY_STORAGE_H_
#define JAXLIB_PY_ARRAY_STORAGE_H_

#include "py_array.h"

namespace jaxlib {

// An Array's Storage; TypeError for anything else, and for an Array whose __init__ has not run.
Storage& require_array(nb::handle self);

// Raises the error for a deleted or donated Array; `what` is the function that was called.
[[noreturn]] void raise_deleted(const char* what);

// The Array's elements on the host, as jax's `_value`, without running Python: numpy drops exceptions of signal
// handlers in the buffer protocol, so handlers only run after it.
nb::object value_of(nb::handle self);

// Asks the guards for a transfer of the elements to the host, once; there is none for elements that NumPy can read
// where they are, unless those of several shards are `assembled`.
void guard_reading(nb::handle self, bool assembled);

// The buffer's memory kind; None if the library does not report it.
nb::object memory_kind_of_buffer(const pjrt::Buffer& buffer);

// Raises the error for an Array of strings in functions that only support numbers.
void refuse_strings(const Storage& storage);

// Deletes the Array's buffers.
void delete_array(nb::handle self);

inline constexpr char kBlockHostUntilReady[] = "BlockHostUntilReady";

// Waits until all are ready. For a deleted buffer, throws immediately, with the function `what` in the message;
// otherwise throws the first error. Thousands of ready buffers cost one event each.
void await(const Buffers& buffers, const char* what);

// Checks single-shard Arrays from which an Array is assembled, and returns their buffers.
Buffers single_shard_buffers(const nb::list& arrays, nb::handle sharding);

// The number of devices of the sharding in this process.
std::size_t addressable_count(nb::handle sharding);

// The Client's object for the sharding's devices; ValueError if they do not belong to one client.
nb::object client_of_sharding(nb::handle sharding);

// The buffer protocol for the Array's elements on the host.
int get_buffer(PyObject* self, Py_buffer* view, int flags);
void release_buffer(PyObject* self, Py_buffer* view);

// Binds the functions that py_array_transfers.cc and py_result_handler.cc define.
void bind_py_array_transfers(Module& jax);
void bind_py_result_handler(Module& jax);

}  // namespace jaxlib

#endif  // JAXLIB_PY_ARRAY_STORAGE_H_
