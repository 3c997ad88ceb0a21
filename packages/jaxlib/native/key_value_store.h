// The key-value store shared by a job's processes, for plugins whose clients find each other through it.
//
// Ownership: the store holds the Python client of jax.distributed, and a PJRT client holds the store.
// Threads: a library calls it from any of its threads, which take the GIL for that.
// Blocking: waits for values happen in Python, with the GIL released.
#ifndef JAXLIB_KEY_VALUE_STORE_H_
#define JAXLIB_KEY_VALUE_STORE_H_

#include <memory>
#include <string>

#include "common.h"
#include "pjrt/key_value_store.h"

namespace jaxlib {

// A store whose keys begin with `prefix`; null for None. TypeError for anything but a client of jax.distributed.
std::shared_ptr<pjrt::KeyValueStore> to_store(nb::handle distributed_client, const std::string& prefix);

}  // namespace jaxlib

#endif  // JAXLIB_KEY_VALUE_STORE_H_
