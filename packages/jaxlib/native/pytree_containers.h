// Access to the children of containers, for the files that flatten and build pytrees.
//
// Ownership and threads: as in pytree.h. Functions of registered types run here, so any list or dictionary may
// change in the meantime.
#ifndef JAXLIB_PYTREE_CONTAINERS_H_
#define JAXLIB_PYTREE_CONTAINERS_H_

#include <string>
#include <utility>
#include <vector>

#include "pytree.h"

namespace jaxlib {

// Whether it is an iterator or a view, most likely mistaken for a list by the caller. Depends only on its type.
bool is_lazy(nb::handle value);

// The keys of `dict` in a new list, sorted if they can be compared.
nb::object sorted_keys(nb::handle dict);

// KeyError if `dict` does not have the key.
nb::object value_at(nb::handle dict, nb::handle key);

nb::tuple tuple_of_fields(nb::handle value, const std::vector<nb::str>& fields);

// A namedtuple's _fields.
nb::tuple named_fields(nb::handle value);

nb::object attribute_key(nb::handle name);

// The children and auxiliary data of a value of a registered type, from the type's own function.
std::pair<std::vector<nb::object>, nb::object> custom_children(const Registration& custom, nb::handle value);

using KeyedChildren = std::vector<std::pair<nb::object, nb::object>>;

std::pair<KeyedChildren, nb::object> custom_children_with_keys(const Registration& custom, nb::handle value);

[[noreturn]] inline void refuse(const std::string& why) { throw std::invalid_argument(why); }

}  // namespace jaxlib

#endif  // JAXLIB_PYTREE_CONTAINERS_H_
