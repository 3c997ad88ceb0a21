// Recognizes a repeated call by comparing its arguments with a cache entry in place, so that no signature is
// created, hashed and looked up.
//
// Threads: with the GIL. Python may run and change the cache: the caller holds the entry by value.
#ifndef JAXLIB_PJIT_MATCH_H_
#define JAXLIB_PJIT_MATCH_H_

#include <vector>

#include "pjit_cache.h"

namespace jaxlib {

// Whether calls with that signature can be recognized: there are no static arguments, and all trees are plain().
bool is_plain(const CallSignature& call);

// Whether a call has the signature of the entry, which must be plain; sets `leaves` to those of the call. False for
// any other call, and for a few that have it. If the call has another object for an equal type or sharding, the
// entry takes over that object.
bool matches(PjitCacheEntry& entry, const Registry& registry, PyObject* const* args, std::size_t count,
             nb::handle kwnames, std::vector<nb::object>& leaves);

}  // namespace jaxlib

#endif  // JAXLIB_PJIT_MATCH_H_
