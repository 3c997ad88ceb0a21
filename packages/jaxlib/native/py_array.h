// jax.Array: one buffer for each device of this process in its sharding.
//
// Ownership: an Array's Python object holds its Storage; buffers are shared with the Arrays of single shards.
// Threads: with the GIL. A library's threads may use buffers meanwhile, and hold them. Code that runs Python or releases
// the GIL holds buffers and types by value: another thread may delete, donate or replace an Array.
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

// The type of an output of a program, shared by all results of that output.
struct ArrayType {
  nb::object aval, dtype;
  Signature signature;
  std::size_t hash;  // the signature's
  // Whether the elements are strings of numpy: the buffers hold them as bytes (_strings.py), and no program takes them.
  bool strings;

  explicit ArrayType(nb::object aval);
};

struct Storage {
  std::shared_ptr<const ArrayType> type;
  nb::object sharding;
  bool committed;
  bool own_layout = false;  // whether its layout may differ from its devices' default
  nb::object client;        // the Client's object
  Buffers buffers;          // empty once it is deleted
  nb::object numpy, host, replicated, shards;  // made on first use; may be null
  nb::object traceback;                        // of its creation; None if tracebacks are disabled

  // The list of all Arrays.
  Storage *previous = nullptr, *next = nullptr;
};

// Whether `value` is an Array proper: no subclass, no tracer.
bool is_array(nb::handle value);
Storage& storage_of(nb::handle array);

// `traceback`: by default the caller's stack; passed by callers that make several Arrays.
nb::object make_array(std::shared_ptr<const ArrayType> type, nb::object sharding, nb::object client, Buffers buffers,
                      bool committed, nb::object traceback = {});

// An Array on one device, with type and sharding from the buffer.
nb::object make_single(std::shared_ptr<pjrt::Buffer> buffer, nb::object client, bool weak, bool committed);

// The number of transfers to devices, by kind.
struct TransferCounters {
  std::size_t with_device = 0, with_sharding = 0, fully_replicated = 0, batched = 0, assembled = 0;
};
TransferCounters& transfer_counters();

// Sets own_layout of `array`, if that is an Array, to that of `from`; returns `array`.
nb::object inherit_layout(const Storage& from, nb::object array);

bool is_deleted(const Storage& storage);

// A list of Arrays of one shard each.
nb::list single_shards(nb::handle array);

// A copy of a buffer on a device of `client`, which the buffer need not be of, in the memory of that kind; the buffer
// itself if it is there already, unless `always`.
std::shared_ptr<pjrt::Buffer> copied(std::shared_ptr<pjrt::Buffer> from, const std::shared_ptr<pjrt::Client>& client,
                                     const pjrt::Device& device, nb::handle memory_kind, bool always = false);

// The result of array_result_handler(): makes Arrays from a program's outputs.
struct ResultHandler {
  std::shared_ptr<const ArrayType> type;
  nb::object sharding;
  bool committed, skip_checks;
  std::vector<nb::object> wrappers;

  nb::object make(nb::object client, Buffers buffers) const;
};

}  // namespace jaxlib

#endif  // JAXLIB_ARRAY_H_
