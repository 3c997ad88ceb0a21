// The keys in paths of pytrees: jax.tree_util.SequenceKey and others.
#ifndef JAXLIB_PYTREE_KEYS_H_
#define JAXLIB_PYTREE_KEYS_H_

#include "common.h"

namespace jaxlib {

struct SequenceKey {
  int index;
};
struct DictKey {
  nb::object key;
};
struct GetAttrKey {
  nb::object name;
};
struct FlattenedIndexKey {
  int key;
};

}  // namespace jaxlib

#endif  // JAXLIB_PYTREE_KEYS_H_
