// The signature of a jitted call, which is the key of the cache of compiled programs.
//
// Ownership: a signature holds the static arguments, the names and the trees. The trees of an ArgumentSignature
// borrow their registry, which the jitted function holds.
// Threads: with the GIL. Comparing and hashing run the Python methods of static arguments.
#ifndef JAXLIB_JAX_JIT_H_
#define JAXLIB_JAX_JIT_H_

#include <memory>
#include <string>
#include <vector>

#include "common.h"
#include "config.h"
#include "py_array.h"
#include "py_values.h"
#include "pytree.h"

namespace jaxlib {

// Names are interned, and compared by their addresses.
struct ArgumentSignature {
  std::vector<nb::object> static_args, static_names, dynamic_names;
  std::vector<Structure> trees;

  // Both throw std::invalid_argument if a static argument cannot be hashed or compared.
  std::size_t hash() const;
  bool operator==(const ArgumentSignature& other) const;
  std::string to_string() const;
};

// The part of the signature that describes one leaf of the arguments.
struct ArgSignature {
  std::shared_ptr<const ArrayType> type;  // for an Array; null for other values
  Signature signature;                    // for other values
  nb::object sharding, layout;            // for an Array; the layout only if it may differ from the default
  bool committed = false;

  const Signature& shape() const { return type ? type->signature : signature; }
  bool operator==(const ArgSignature& other) const;
};

// The static arguments of a call, the signatures of the others, and jax's configuration.
struct CallSignature {
  ArgumentSignature arguments;
  std::vector<ArgSignature> leaves;
  std::vector<nb::object> configs;
  std::size_t hash = 0;

  bool operator==(const CallSignature& other) const;
};

// The interned string equal to `name`.
nb::object interned(nb::handle name);

// Splits the arguments of a vectorcall into static ones and trees of `leaves`. `static_argnames` are interned.
void parse_arguments(PyObject* const* args, std::size_t count, nb::handle kwnames,
                     const std::vector<int>& static_argnums, const std::vector<nb::object>& static_argnames,
                     const Registry* registry, ArgumentSignature& signature, std::vector<nb::object>& leaves);

// jax's configuration states `jax_disable_jit` and `jax_jit_post_hook`; null until jax has set them.
Config* disable_jit_state();
Config* post_hook_state();

}  // namespace jaxlib

#endif  // JAXLIB_JAX_JIT_H_
