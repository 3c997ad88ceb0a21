// jax.Array: one buffer for each device of this process in its sharding.
//
// Ownership: an Array's Python object holds its Storage; buffers are shared with the Arrays of single shards.
// Threads: with the GIL. A library's threads may use and hold buffers concurrently. Code that runs Python or
// releases the GIL holds buffers and types by value, because another thread may delete, donate or replace an Array.
#ifndef JAXLIB_ARRAY_H_
#define JAXLIB_ARRAY_H_

#include <memory>
#include <vector>

#include "buffers.h"
#include "py_client.h"
#include "common.h"
#include "pjrt/buffer.h"
#include "py_values.h"

namespace jaxlib {

// The type of a program's output, shared by all results for that output.
struct ArrayType {
  nb::object aval, dtype;
  Signature signature;
  std::size_t hash;  // the hash of the signature
  // Whether the elements are numpy strings: buffers store them as bytes (_strings.py), and programs do not accept
  // them.
  bool strings;

  explicit ArrayType(nb::object aval);
};

struct Storage {
  std::shared_ptr<const ArrayType> type;
  nb::object sharding;
  bool committed;
  bool own_layout = false;  // whether its layout may differ from the default of its devices
  bool guarded = false;     // whether the guards have allowed a transfer of its elements to the host
  nb::object client;        // the Client's object
  Buffers buffers;          // empty after deletion
  nb::object numpy, host, replicated, shards;  // created on first use; may be null
  nb::object traceback;                        // of its creation; None if tracebacks are disabled

  // The list of all Arrays.
  Storage *previous = nullptr, *next = nullptr;
};

// Whether `value` is exactly an Array: no subclass, no tracer.
bool is_array(nb::handle value);
Storage& storage_of(nb::handle array);

// `traceback`: by default the caller's stack; callers that create several Arrays pass it.
nb::object make_array(std::shared_ptr<const ArrayType> type, nb::object sharding, nb::object client, Buffers buffers,
                      bool committed, nb::object traceback = {});

// An Array on one device; type and sharding are derived from the buffer.
nb::object make_single(std::shared_ptr<pjrt::Buffer> buffer, nb::object client, bool weak, bool committed);

// The number of transfers to devices, by kind.
struct TransferCounters {
  std::size_t with_device = 0, with_sharding = 0, fully_replicated = 0, batched = 0, assembled = 0;
};
TransferCounters& transfer_counters();

// If `array` is an Array, copies own_layout from `from`; returns `array`.
nb::object inherit_layout(const Storage& from, nb::object array);

bool is_deleted(const Storage& storage);

// A list of Arrays with one shard each.
nb::list single_shards(nb::handle array);

// A copy of a buffer, possibly of another client, on a device of `client` in the memory of that kind; unless
// `always`, the buffer itself if it is already there.
std::shared_ptr<pjrt::Buffer> copied(std::shared_ptr<pjrt::Buffer> from, const std::shared_ptr<pjrt::Client>& client,
                                     const pjrt::Device& device, nb::handle memory_kind, bool always = false);

// The result of array_result_handler(): creates Arrays from a program's outputs.
struct ResultHandler {
  std::shared_ptr<const ArrayType> type;
  nb::object sharding;
  bool committed, skip_checks;
  std::vector<nb::object> wrappers;

  nb::object make(nb::object client, Buffers buffers) const;
};

}  // namespace jaxlib

#endif  // JAXLIB_ARRAY_H_
