// Recognizes a call like the one before it: its arguments are compared with a cache entry's where they are, so that no
// signature is made, hashed and looked up.
//
// Threads: with the GIL. Python may run, which may change the cache: the caller holds the entry by value.
#ifndef JAXLIB_PJIT_MATCH_H_
#define JAXLIB_PJIT_MATCH_H_

#include <vector>

#include "pjit_cache.h"

namespace jaxlib {

// Whether a call of that signature can be recognized: it has no static arguments, and its trees are plain().
bool is_plain(const CallSignature& call);

// Whether a call has the signature of the entry, which is plain; `leaves` is set to the call's. False for any other call,
// and for a few that have it. Where the call has another object for an equal type or sharding, the entry is given that.
bool matches(PjitCacheEntry& entry, const Registry& registry, PyObject* const* args, std::size_t count,
             nb::handle kwnames, std::vector<nb::object>& leaves);

}  // namespace jaxlib

#endif  // JAXLIB_PJIT_MATCH_H_
