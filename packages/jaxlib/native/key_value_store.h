// The key-value store that a job's processes share, for a plugin whose clients find each other by it.
//
// Ownership: the store holds the Python client of jax.distributed, and a PJRT client holds the store.
// Threads: a library calls it from any of its threads, which take the GIL for it.
// Blocking: a value is waited for with the GIL released, in Python's own wait.
#ifndef JAXLIB_KEY_VALUE_STORE_H_
#define JAXLIB_KEY_VALUE_STORE_H_

#include <memory>
#include <string>

#include "common.h"
#include "pjrt/key_value_store.h"

namespace jaxlib {

// A store whose keys begin with `prefix`; none for None. Raises TypeError for anything but a client of jax.distributed.
std::shared_ptr<pjrt::KeyValueStore> to_store(nb::handle distributed_client, const std::string& prefix);

}  // namespace jaxlib

#endif  // JAXLIB_KEY_VALUE_STORE_H_
