// Arrays: jax's own, of one buffer for each of this process's devices that its sharding is over.
//
// Ownership: an Array's Python object holds its Storage; buffers are shared with the Arrays of single shards.
// Threads: with the GIL. Buffers may be used by a library's threads meanwhile, which hold them themselves. Whatever runs
// Python or releases the GIL holds buffers and types by value: another thread may delete, donate or replace an Array.
#ifndef JAXLIB_ARRAY_H_
#define JAXLIB_ARRAY_H_

#include <memory>
#include <vector>

#include "py_client.h"
#include "common.h"
#include "pjrt/buffer.h"
#include "py_values.h"

namespace jaxlib {

using Buffers = std::vector<std::shared_ptr<pjrt::Buffer>>;

// What the results of one program, output for output, have in common.
struct ArrayType {
  nb::object aval, dtype;
  Signature signature;
  std::size_t hash;  // the signature's

  explicit ArrayType(nb::object aval);
};

struct Storage {
  std::shared_ptr<const ArrayType> type;
  nb::object sharding;
  bool committed;
  bool own_layout = false;  // whether its layout may be another than its devices' default
  nb::object client;        // the Client's object
  Buffers buffers;          // empty once it is deleted
  nb::object numpy, host, replicated, shards;  // made when they are asked for; may be null
  nb::object traceback;                        // of where it was made; None where tracebacks are switched off

  // All Arrays that there are.
  Storage *previous = nullptr, *next = nullptr;
};

// Whether `value` is an Array proper: no subclass, no tracer.
bool is_array(nb::handle value);
Storage& storage_of(nb::handle array);

// `traceback` is for those who make several at once; by default it is the caller's stack.
nb::object make_array(std::shared_ptr<const ArrayType> type, nb::object sharding, nb::object client, Buffers buffers,
                      bool committed, nb::object traceback = {});

// As above, and of one device; made of what the buffer itself says.
nb::object make_single(std::shared_ptr<pjrt::Buffer> buffer, nb::object client, bool weak, bool committed);

// How often values were put on devices, and in which way.
struct TransferCounters {
  std::size_t with_device = 0, with_sharding = 0, fully_replicated = 0, batched = 0, assembled = 0;
};
TransferCounters& transfer_counters();

// Says that `made`, where it is an Array, may lie as `from` does.
nb::object lying_as(const Storage& from, nb::object made);

bool is_deleted(const Storage& storage);

// A list of Arrays, one for each shard.
nb::list single_shards(nb::handle array);

// A buffer's elements on a device of its client, in the memory of that kind; the same buffer where it lies there
// already, unless `always`.
std::shared_ptr<pjrt::Buffer> copied(std::shared_ptr<pjrt::Buffer> from, const pjrt::Device& device,
                                     nb::handle memory_kind, bool always = false);

// What array_result_handler() gives: makes an Array of a program's output.
struct ResultHandler {
  std::shared_ptr<const ArrayType> type;
  nb::object sharding;
  bool committed, skip_checks;
  std::vector<nb::object> wrappers;

  nb::object make(nb::object client, Buffers buffers) const;
};

}  // namespace jaxlib

#endif  // JAXLIB_ARRAY_H_
