// jax's sharding classes that dispatch inspects, and fast comparison of any shardings.
//
// Threads: with the GIL; shardings are immutable.
#ifndef JAXLIB_SHARDING_H_
#define JAXLIB_SHARDING_H_

#include "py_client.h"
#include "common.h"

namespace jaxlib {

struct Sharding {
  int devices = -1;  // the number of devices; -1: ask the device list
};

struct NamedSharding : Sharding {
  nb::object mesh, spec, memory_kind, logical_device_ids, device_list;
};

struct SingleDeviceSharding : Sharding {
  nb::object device, memory_kind, device_list;
};

struct GSPMDSharding : Sharding {
  nb::object device_list, hlo_sharding, memory_kind;
};

int device_count(nb::handle sharding);
nb::object memory_kind_of(nb::handle sharding);

// A hash and a comparison for jit's cache. Equal shardings may compare as unequal, which only costs a cache entry.
std::size_t quick_hash(nb::handle sharding);
bool quick_equal(nb::handle a, nb::handle b);

}  // namespace jaxlib

#endif  // JAXLIB_SHARDING_H_
