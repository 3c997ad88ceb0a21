#include "jax_jit.h"

#include <algorithm>

#include "errors.h"
#include "sharding.h"

namespace jaxlib {
namespace {

Config *disable_jit = nullptr, *post_hook = nullptr;

struct PyArgSignature {
  Signature signature;
};

}  // namespace

Config* disable_jit_state() { return disable_jit; }
Config* post_hook_state() { return post_hook; }

std::size_t ArgumentSignature::hash() const {
  std::size_t seed = static_args.size();
  for (const Structure& each : trees) seed = combine(seed, each.hash());
  for (const auto* names : {&static_names, &dynamic_names}) {
    for (const nb::object& each : *names) seed = combine(seed, std::hash<const void*>()(each.ptr()));
  }
  for (const nb::object& each : static_args) {
    const Py_hash_t one = PyObject_Hash(each.ptr());
    if (one == -1) {
      nb::python_error error;
      if (!error.matches(PyExc_TypeError)) throw error;
      // Upstream's error text, which jax's tests match.
      throw std::invalid_argument(
          "Non-hashable static arguments are not supported. An error occurred while trying to hash an object of "
          "type " +
          text(each.type()) + ", " + text(each) + ". The error was:\n" + error.what() + "\n");
    }
    seed = combine(seed, static_cast<std::size_t>(one));
  }
  return seed;
}

bool ArgumentSignature::operator==(const ArgumentSignature& other) const {
  const auto same = [](const nb::object& a, const nb::object& b) { return a.is(b); };
  const auto all_same = [&](const std::vector<nb::object>& a, const std::vector<nb::object>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
  };
  if (static_args.size() != other.static_args.size() || !all_same(static_names, other.static_names) ||
      !all_same(dynamic_names, other.dynamic_names) || trees != other.trees) {
    return false;
  }
  for (std::size_t i = 0; i < static_args.size(); ++i) {
    const nb::object &a = static_args[i], &b = other.static_args[i];
    if (Py_TYPE(a.ptr()) != Py_TYPE(b.ptr())) return false;
    const int answer = PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ);
    if (answer < 0) {
      nb::python_error error;
      throw std::invalid_argument(
          "static arguments should be comparable using __eq__.The following error was raised when comparing two "
          "objects of types " +
          text(a.type()) + " and " + text(b.type()) + ". The error was:\n" + error.what());
    }
    if (answer == 0) return false;
  }
  return true;
}

std::string ArgumentSignature::to_string() const {
  const auto joined = [](const std::vector<nb::object>& all) {
    std::string made;
    for (const nb::object& each : all) made += (made.empty() ? "" : ",") + text(each);
    return made;
  };
  std::string structures;
  for (const Structure& each : trees) structures += (structures.empty() ? "" : "| ") + each.to_string();
  return "static args (positional + keyword): [" + joined(static_args) + "], static arg keyword names: [" +
         joined(static_names) + "], dynamic arg signatures (positional + keyword): [" + joined(dynamic_names) +
         "], dynamic arg shardings: [" + structures + "]";
}

bool ArgSignature::operator==(const ArgSignature& other) const {
  if (committed != other.committed || (type == nullptr) != (other.type == nullptr)) return false;
  if (type != other.type && !(shape() == other.shape())) return false;
  if (type && !quick_equal(sharding, other.sharding)) return false;
  if (layout.is_valid() != other.layout.is_valid()) return false;
  return !layout.is_valid() || equal(layout, other.layout);
}

bool CallSignature::operator==(const CallSignature& other) const {
  if (hash != other.hash || leaves.size() != other.leaves.size() || configs.size() != other.configs.size()) {
    return false;
  }
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!(leaves[i] == other.leaves[i])) return false;
  }
  for (std::size_t i = 0; i < configs.size(); ++i) {
    if (!equal(configs[i], other.configs[i])) return false;
  }
  return arguments == other.arguments;
}

nb::object interned(nb::handle name) {
  PyObject* made = Py_NewRef(name.ptr());
  PyUnicode_InternInPlace(&made);
  return nb::steal(made);
}

void parse_arguments(PyObject* const* args, std::size_t count, nb::handle kwnames,
                     const std::vector<int>& static_argnums, const std::vector<nb::object>& static_argnames,
                     const Registry* registry, ArgumentSignature& signature, std::vector<nb::object>& leaves) {
  const std::size_t named =
      kwnames.is_valid() && !kwnames.is_none() ? static_cast<std::size_t>(PyTuple_GET_SIZE(kwnames.ptr())) : 0;
  signature.trees.reserve(count + named);
  const auto dynamic = [&](nb::handle value) {
    signature.trees.emplace_back(registry);
    signature.trees.back().flatten(value, leaves);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const bool fixed = std::any_of(static_argnums.begin(), static_argnums.end(), [&](int each) {
      return static_cast<int>(i) == (each >= 0 ? each : each + static_cast<int>(count));
    });
    if (fixed) {
      signature.static_args.push_back(nb::borrow(args[i]));
    } else {
      dynamic(args[i]);
    }
  }
  if (named == 0) return;
  std::vector<std::pair<nb::object, PyObject*>> pairs;
  for (std::size_t i = 0; i < named; ++i) {
    pairs.emplace_back(interned(PyTuple_GET_ITEM(kwnames.ptr(), static_cast<Py_ssize_t>(i))), args[count + i]);
  }
  // Sorted by name, as in jax's Python code, because the leaves must be in the same order.
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    const int answer = PyUnicode_Compare(a.first.ptr(), b.first.ptr());
    return answer < 0;
  });
  for (auto& [name, value] : pairs) {
    const nb::object& one = name;
    const bool fixed = std::any_of(static_argnames.begin(), static_argnames.end(),
                                   [&](const nb::object& each) { return each.is(one); });
    if (fixed) {
      signature.static_names.push_back(name);
      signature.static_args.push_back(nb::borrow(value));
    } else {
      signature.dynamic_names.push_back(name);
      dynamic(value);
    }
  }
}

void bind_jax_jit(Module& native) {
  Module jit = add_submodule(native, "jax_jit", "jaxlib._jax.jax_jit");

  const auto config = [](nb::object state) {
    Config* found = &instance<Config>(state);
    state.release();  // kept for the lifetime of the process
    return found;
  };
  jit.def("set_disable_jit_state", [config](nb::object state) { disable_jit = config(std::move(state)); });
  jit.def("set_post_hook_state", [config](nb::object state) { post_hook = config(std::move(state)); });
  jit.attr("set_enable_x64_state") = native.attr("set_enable_x64_state");

  Class<PyArgSignature>(jit, "PyArgSignature")
      .def_prop_ro("dtype", [](const PyArgSignature& self) { return to_dtype(self.signature.type); })
      .def_prop_ro("shape",
                   [](const PyArgSignature& self) {
                     nb::list all;
                     for (std::int64_t each : self.signature.shape) all.append(each);
                     return nb::tuple(all);
                   })
      .def_prop_ro("weak_type", [](const PyArgSignature& self) { return self.signature.weak; });
  jit.def("_ArgSignatureOfValue", [](nb::handle value, bool wide) {
    PyArgSignature made;
    if (is_array(value)) {
      made.signature = storage_of(value).type->signature;
    } else if (!signature_of(value, wide, made.signature)) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          "Not supported: The C++ ToPyArgSignature only accepts Buffer/DeviceArray, Numpy arrays "
                          "scalars of supported types (see implementation), or Python scalars. Got type " +
                              text(value.type()));
    }
    return made;
  });

  Class<ArgumentSignature>(jit, "ArgumentSignature")
      .def_prop_ro("static_args", [](const ArgumentSignature& self) { return self.static_args; })
      .def_prop_ro("static_arg_names", [](const ArgumentSignature& self) { return self.static_names; })
      .def_prop_ro("dynamic_arg_names", [](const ArgumentSignature& self) { return self.dynamic_names; })
      .def_prop_ro("dynamic_arg_treedefs", [](const ArgumentSignature& self) { return self.trees; })
      .def("__repr__", &ArgumentSignature::to_string)
      .def("__str__", &ArgumentSignature::to_string)
      .def("__hash__", [](const ArgumentSignature& self) { return static_cast<Py_hash_t>(self.hash() >> 1); })
      .def("__eq__",
           [](const ArgumentSignature& self, nb::handle other) {
             return is_instance<ArgumentSignature>(other) && self == *nb::inst_ptr<ArgumentSignature>(other);
           })
      .def("__ne__", [](const ArgumentSignature& self, nb::handle other) {
        return !is_instance<ArgumentSignature>(other) || !(self == *nb::inst_ptr<ArgumentSignature>(other));
      });
  jit.def(
      "parse_arguments",
      [](nb::sequence positional, nb::sequence keyword, nb::tuple kwnames, std::vector<int> static_argnums,
         nb::sequence static_argnames, nb::object registry) {
        ArgumentSignature signature;
        std::vector<nb::object> leaves, all = objects(positional), names = objects(static_argnames);
        const std::size_t count = all.size();
        if (nb::len(keyword) != kwnames.size()) throw nb::value_error("each keyword argument needs a name");
        for (nb::handle each : kwnames) {
          if (!PyUnicode_Check(each.ptr())) throw nb::type_error("the names of arguments must be strings");
        }
        for (nb::handle each : keyword) all.push_back(nb::borrow(each));
        std::vector<PyObject*> args;
        for (const nb::object& each : all) args.push_back(each.ptr());
        for (nb::object& each : names) each = interned(each);
        parse_arguments(args.data(), count, kwnames, static_argnums, names, &instance<Registry>(registry), signature,
                        leaves);
        // A tree that is returned to Python must hold its registry.
        for (Structure& each : signature.trees) each = each.with_owner(registry);
        return nb::make_tuple(std::move(signature), leaves);
      },
      nb::arg("positional_args"), nb::arg("keyword_args"), nb::arg("kwnames"), nb::arg("static_argnums"),
      nb::arg("static_argnames"), nb::arg("pytree_registry"));
}

}  // namespace jaxlib
