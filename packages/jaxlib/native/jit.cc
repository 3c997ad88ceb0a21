// jax.jit's dispatch: from the arguments of a call to the program that was compiled for such, and on to its results.
//
// A PjitFunction keeps one Entry for each kind of call that it has seen: which arguments are static and what they
// are, the trees of the others, and of each leaf its type, shape, sharding and whether it is committed; and the
// values of jax's configuration. A kind that is new goes through jax's own Python code (`cache_miss`), which gives
// back the result and, where there is one, what the quick way needs.
//
// Ownership: a PjitFunction holds its functions and its Entries; a PjitFunctionCache, which several share, says how
// many Entries there may be. Entries of the same Python function in the same cache are shared.
// Threads: with the GIL; it is let go of while a library enqueues, and where one thread waits for another that is
// compiling the same.

#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "array.h"
#include "client.h"
#include "common.h"
#include "config.h"
#include "errors.h"
#include "executable.h"
#include "guard.h"
#include "pytree.h"
#include "sharding.h"
#include "traceback.h"
#include "values.h"

#include <structmember.h>

namespace jaxlib {
namespace {

Config *disable_jit = nullptr, *post_hook = nullptr;

// ---- What a call looks like

// Names are interned, and compared by their addresses.
struct ArgumentSignature {
  std::vector<nb::object> static_args, static_names, dynamic_names;
  std::vector<Structure> trees;

  std::size_t hash() const {
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
        // jax's own words: its tests look for them.
        throw std::invalid_argument(
            "Non-hashable static arguments are not supported. An error occurred while trying to hash an object of "
            "type " +
            text(each.type()) + ", " + text(each) + ". The error was:\n" + error.what() + "\n");
      }
      seed = combine(seed, static_cast<std::size_t>(one));
    }
    return seed;
  }

  bool operator==(const ArgumentSignature& other) const {
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

  std::string to_string() const {
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
};

nb::object interned(nb::handle name) {
  PyObject* made = Py_NewRef(name.ptr());
  PyUnicode_InternInPlace(&made);
  return nb::steal(made);
}

void parse(PyObject* const* args, std::size_t count, nb::handle kwnames, const std::vector<int>& static_argnums,
           const std::vector<nb::object>& static_argnames, const Registry* registry, ArgumentSignature& signature,
           std::vector<nb::object>& leaves) {
  const std::size_t named = kwnames.is_valid() && !kwnames.is_none()
                                ? static_cast<std::size_t>(PyTuple_GET_SIZE(kwnames.ptr()))
                                : 0;
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
  // By name, as jax's Python code does it: the leaves must come in its order.
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

// One leaf of the arguments.
struct Leaf {
  std::shared_ptr<const ArrayType> type;  // of an Array
  Signature signature;                    // of another value
  nb::object sharding, layout;            // of an Array; the second only where it may be another than the default
  bool committed = false;

  const Signature& shape() const { return type ? type->signature : signature; }
  bool operator==(const Leaf& other) const {
    if (committed != other.committed || (type == nullptr) != (other.type == nullptr)) return false;
    if (type != other.type && !(shape() == other.shape())) return false;
    if (type && !quick_equal(sharding, other.sharding)) return false;
    if (layout.is_valid() != other.layout.is_valid()) return false;
    return !layout.is_valid() || equal(layout, other.layout);
  }
};

struct Call {
  ArgumentSignature arguments;
  std::vector<Leaf> leaves;
  std::vector<nb::object> configs;
  std::size_t hash = 0;

  bool operator==(const Call& other) const {
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
};

// ---- What is kept of calls

enum class State { kCompiling, kQuick, kByPython };

struct Entry {
  Call call;
  State state = State::kCompiling;
  std::thread::id thread = std::this_thread::get_id();
  nb::object program;  // a LoadedExecutable
  std::vector<nb::object> in_shardings, in_layouts, const_args;
  std::vector<std::shared_ptr<const ArrayType>> out_types;
  std::vector<nb::object> out_shardings;
  std::vector<bool> out_committed, kept;
  nb::object out_tree;  // a PyTreeDef
  std::vector<const pjrt::Device*> devices;
};

auto& compiling = *new std::mutex;
auto& compiled = *new std::condition_variable;  // never destroyed: threads may wait when the process ends

struct Entries;

// Which Entries were used last, over all functions of a cache.
struct Recent {
  struct Used {
    std::weak_ptr<Entries> in;
    std::shared_ptr<Entry> entry;
  };
  std::list<Used> all;  // the last used first
  std::size_t most = 4096;
};

// The Entries of one function.
struct Entries : std::enable_shared_from_this<Entries> {
  struct Held {
    std::shared_ptr<Entry> entry;
    std::list<Recent::Used>::iterator at;
  };
  std::unordered_map<std::size_t, std::vector<Held>> by_hash;
  std::shared_ptr<Recent> recent;
  std::size_t size = 0;

  explicit Entries(std::shared_ptr<Recent> shared) : recent(std::move(shared)) {}
  ~Entries() { clear(); }

  std::shared_ptr<Entry> find(const Call& call) {
    auto found = by_hash.find(call.hash);
    if (found == by_hash.end()) return nullptr;
    // Comparing may run Python, and that may change what is here: it is looked up anew.
    for (std::size_t i = 0; i < found->second.size(); ++i) {
      const std::shared_ptr<Entry> entry = found->second[i].entry;
      const bool same = entry->call == call;
      found = by_hash.find(call.hash);
      if (found == by_hash.end() || i >= found->second.size()) return same ? entry : nullptr;
      if (!same) continue;
      if (found->second[i].entry == entry) recent->all.splice(recent->all.begin(), recent->all, found->second[i].at);
      return entry;
    }
    return nullptr;
  }

  std::shared_ptr<Entry> add(Call call) {
    auto entry = std::make_shared<Entry>();
    entry->call = std::move(call);
    recent->all.push_front({weak_from_this(), entry});
    by_hash[entry->call.hash].push_back({entry, recent->all.begin()});
    ++size;
    while (recent->all.size() > recent->most) {
      const Recent::Used last = recent->all.back();
      const auto of = last.in.lock();
      if (of == nullptr || !of->remove(last.entry)) recent->all.pop_back();
    }
    return entry;
  }

  bool remove(const std::shared_ptr<Entry>& entry) {
    const auto found = by_hash.find(entry->call.hash);
    if (found == by_hash.end()) return false;
    auto& held = found->second;
    const auto at = std::find_if(held.begin(), held.end(), [&](const Held& each) { return each.entry == entry; });
    if (at == held.end()) return false;
    recent->all.erase(at->at);
    held.erase(at);
    if (held.empty()) by_hash.erase(found);
    --size;
    return true;
  }

  void clear() {
    std::unordered_map<std::size_t, std::vector<Held>> dropped;
    dropped.swap(by_hash);
    size = 0;
    for (auto& [hash, all] : dropped) {
      for (Held& each : all) recent->all.erase(each.at);
    }
  }
};

// Shared by jits; jax makes one for the whole process and gives it to most of them.
struct Cache {
  std::shared_ptr<Recent> recent = std::make_shared<Recent>();
  // By function and cache key; an entry goes with its function.
  nb::object functions = checked(PyDict_New());

  explicit Cache(int capacity) { recent->most = static_cast<std::size_t>(capacity); }
};

struct Held {
  std::shared_ptr<Entries> entries;
};

// The Entries of `function` under that key.
std::shared_ptr<Entries> entries_of(nb::handle cache_object, nb::handle function, nb::handle key) {
  Cache& cache = nb::cast<Cache&>(cache_object);
  const nb::object whole = nb::make_tuple(reinterpret_cast<std::uintptr_t>(function.ptr()), key);
  PyObject* found = PyDict_GetItemWithError(cache.functions.ptr(), whole.ptr());
  if (found == nullptr && PyErr_Occurred()) {
    nb::python_error error;
    throw std::invalid_argument(std::string("Hashing or comparing the global cache key led to an exception. The "
                                            "error was:\n") +
                                error.what() + "\n");
  }
  if (found != nullptr) return nb::inst_ptr<Held>(nb::handle(PyTuple_GET_ITEM(found, 0)))->entries;
  auto made = std::make_shared<Entries>(cache.recent);
  const nb::object functions = cache.functions;
  const nb::object forget = nb::cpp_function([functions, whole](nb::handle) {
    if (PyDict_DelItem(functions.ptr(), whole.ptr()) != 0) PyErr_Clear();
  });
  nb::object reference = nb::steal(PyWeakref_NewRef(function.ptr(), forget.ptr()));
  if (!reference.is_valid()) {
    PyErr_Clear();  // what cannot be referred to weakly shares nothing
    return made;
  }
  const nb::object value = nb::make_tuple(Held{made}, reference);
  if (PyDict_SetItem(cache.functions.ptr(), whole.ptr(), value.ptr()) != 0) throw nb::python_error();
  return made;
}

// ---- The jitted function

struct Function {
  std::string name;
  nb::object function;  // None ahead of time
  nb::object cache_miss, shard_fallback, registry, cache_key, cache;
  std::vector<int> static_argnums;
  std::vector<nb::object> static_argnames;
  std::shared_ptr<Entries> entries;
};

struct Object {
  PyObject_HEAD;
  PyObject *dict, *weak_references;
  vectorcallfunc vectorcall;
  Function* function;
  Object *previous, *next;
};

PyTypeObject* type = nullptr;
Object* all_functions = nullptr;

Function& function_of(nb::handle self) {
  if (Py_TYPE(self.ptr()) != type) throw nb::type_error("Expected a PjitFunction");
  Function* function = reinterpret_cast<Object*>(self.ptr())->function;
  if (function == nullptr) throw nb::value_error("the PjitFunction is not initialized");
  return *function;
}

// False where only Python can deal with an argument.
bool describe(const std::vector<nb::object>& values, Call& call) {
  const bool wide = x64();
  call.leaves.resize(values.size());
  std::size_t seed = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Leaf& leaf = call.leaves[i];
    if (is_array(values[i])) {
      const Storage& storage = storage_of(values[i]);
      leaf.type = storage.type;
      leaf.sharding = storage.sharding;
      leaf.committed = storage.committed;
      if (storage.own_layout) leaf.layout = values[i].attr("_pjrt_layout");
      seed = combine(combine(seed, leaf.type->hash), quick_hash(leaf.sharding) * 2 + leaf.committed);
    } else {
      if (!signature_of(values[i], wide, leaf.signature)) return false;
      seed = combine(seed, leaf.signature.hash());
    }
  }
  // After the leaves: what cannot be an argument is an error before a static argument that cannot be hashed.
  seed = combine(seed, call.arguments.hash());
  jit_configs(call.configs);
  call.hash = seed;
  return true;
}

std::vector<nb::object> objects(nb::handle sequence) {
  std::vector<nb::object> all;
  for (nb::handle each : nb::borrow<nb::iterable>(sequence)) all.push_back(nb::borrow(each));
  return all;
}

std::vector<bool> truths(nb::handle sequence) {
  std::vector<bool> all;
  for (nb::handle each : nb::borrow<nb::iterable>(sequence)) all.push_back(nb::cast<bool>(each));
  return all;
}

// `values` is how many leaves the call has. Throws std::runtime_error where the parts of `data` do not go together.
void fill(Entry& entry, nb::handle data, std::size_t values) {
  entry.program = data.attr("xla_executable");
  const Loaded& program = nb::cast<const Loaded&>(entry.program);
  entry.devices = program.executable->devices();
  entry.in_shardings = objects(data.attr("in_shardings"));
  entry.out_shardings = objects(data.attr("out_shardings"));
  entry.out_committed = truths(data.attr("out_committed"));
  for (const nb::object& aval : objects(data.attr("out_avals"))) {
    entry.out_types.push_back(std::make_shared<ArrayType>(aval));
  }
  entry.out_tree = data.attr("out_pytree_def");
  entry.kept = truths(data.attr("kept_var_bitvec"));
  entry.in_layouts = objects(data.attr("in_device_local_layouts"));
  entry.const_args = objects(data.attr("const_args"));
  const auto kept = static_cast<std::size_t>(std::count(entry.kept.begin(), entry.kept.end(), true));
  const std::size_t outputs = program.executable->outputs();
  if (entry.kept.size() != entry.const_args.size() + values || entry.in_shardings.size() < kept ||
      entry.in_layouts.size() < kept || entry.out_types.size() < outputs || entry.out_shardings.size() < outputs ||
      entry.out_committed.size() < outputs) {
    throw std::runtime_error("cache_miss gave data that do not go with the call or with the program");
  }
}

// The arguments' buffers on the program's devices, as run() wants them; false where Python must say what is wrong with
// them. Python code runs meanwhile, and may delete the Arrays: buffers are held by value, and nothing of an Array is
// used across it.
bool prepare(const Function& self, const Entry& entry, const std::vector<nb::object>& values, Buffers& given) {
  const bool wide = x64();
  std::size_t kept = 0;
  const bool guarded = guards_transfers(Transfer::kHostToDevice);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!entry.kept[i]) continue;
    const std::size_t index = kept++;
    const nb::object& value = values[i];
    const nb::object& layout = entry.in_layouts[index];
    const auto fall_back = [&] {
      nb::object placed = self.shard_fallback(value, entry.in_shardings[index], layout);
      if (!is_array(placed)) throw nb::type_error("shard_arg_fallback gave no jax.Array");
      const Buffers& buffers = storage_of(placed).buffers;
      if (buffers.size() != entry.devices.size()) {
        throw nb::value_error("shard_arg_fallback gave an Array of other devices than the program's");
      }
      given.insert(given.end(), buffers.begin(), buffers.end());
    };
    if (!is_array(value)) {
      if (entry.devices.size() != 1 || !layout.is_none()) {
        fall_back();
        continue;
      }
      if (guarded) return false;  // Python says which argument it is, and where it was to go
      const pjrt::Device& device = *entry.devices.front();
      pjrt::Client& client = *nb::cast<const Loaded&>(entry.program).executable->client();
      std::shared_ptr<pjrt::Buffer> buffer;
      try {
        buffer = put_value(value, client, {&device, nullptr}, wide);
      } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_Exception)) throw;  // KeyboardInterrupt and its like
      } catch (const nb::builtin_exception&) {
      } catch (const pjrt::Error&) {
      }
      if (buffer == nullptr) return false;  // Python tries again, and says which argument it was
      puts().with_device++;
      given.push_back(std::move(buffer));
      continue;
    }
    const Storage& storage = storage_of(value);
    if (storage.buffers.empty()) return false;  // Python says which argument was deleted
    if (!layout.is_none() || storage.buffers.size() != entry.devices.size()) {
      fall_back();
      continue;
    }
    if (entry.devices.size() == 1 && &storage.buffers.front()->device() != entry.devices.front()) {
      std::shared_ptr<pjrt::Buffer> buffer = storage.buffers.front();
      given.push_back(copied(std::move(buffer), *entry.devices.front(), memory_kind_of(entry.in_shardings[index])));
      continue;
    }
    given.insert(given.end(), storage.buffers.begin(), storage.buffers.end());
  }
  return true;
}

nb::object call_function(Object* object, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  const nb::object alive_self = nb::borrow(reinterpret_cast<PyObject*>(object));
  Function& self = function_of(alive_self);
  if (disable_jit && disable_jit->get().is(nb::handle(Py_True))) {
    if (self.function.is_none()) {
      throw nb::value_error(("Disable jit is not supported in the AOT path since the function is not available for (" +
                             self.name + ")")
                                .c_str());
    }
    return checked(gil::python([&] { return PyObject_Vectorcall(self.function.ptr(), args, nargsf, kwnames); }));
  }
  const auto miss = [&] {
    return checked(gil::python([&] { return PyObject_Vectorcall(self.cache_miss.ptr(), args, nargsf, kwnames); }));
  };
  const auto by_python = [&] {
    const auto given = nb::cast<nb::tuple>(miss());
    return nb::object(given[0]);
  };

  const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(nargsf));
  Call call;
  std::vector<nb::object> values;
  parse(args, count, kwnames, self.static_argnums, self.static_argnames, nb::inst_ptr<Registry>(self.registry),
        call.arguments, values);
  for (const nb::object& each : values) {
    if (is_array(each) && !storage_of(each).committed && device_count(storage_of(each).sharding) > 1) {
      return by_python();
    }
  }
  if (!describe(values, call)) return by_python();

  const std::shared_ptr<Entries> entries = self.entries;
  std::shared_ptr<Entry> entry = entries->find(call);
  if (entry == nullptr) {
    entry = entries->add(std::move(call));
    const auto finish = [&](State state) {
      {
        const std::lock_guard<std::mutex> guard(compiling);
        entry->state = state;
      }
      compiled.notify_all();
    };
    try {
      const nb::object given = miss();
      const nb::tuple both = nb::cast<nb::tuple>(given);
      const nb::object data = both[1];
      if (!data.is_none()) fill(*entry, data, values.size());
      finish(data.is_none() ? State::kByPython : State::kQuick);
      if (both.size() > 2 && nb::cast<bool>(nb::object(both[2]))) entries->remove(entry);
      return nb::borrow(both[0]);
    } catch (...) {
      finish(State::kByPython);
      throw;
    }
  }
  if (entry->state == State::kCompiling) {
    if (entry->thread == std::this_thread::get_id()) {
      PyErr_SetString(PyExc_RecursionError,
                      ("Recursively calling jit: arg signature: " + call.arguments.to_string()).c_str());
      throw nb::python_error();
    }
    const gil::Waiting unlocked;
    std::unique_lock<std::mutex> held(compiling);
    compiled.wait(held, [&] { return entry->state != State::kCompiling; });
  }
  if (entry->state == State::kByPython) return by_python();

  if (!entry->const_args.empty()) values.insert(values.begin(), entry->const_args.begin(), entry->const_args.end());
  Buffers given;
  given.reserve(values.size() * entry->devices.size());
  if (!prepare(self, *entry, values, given)) return by_python();
  Loaded& program = *nb::inst_ptr<Loaded>(entry->program);
  std::vector<Buffers> results = run(program, std::move(given));

  std::vector<nb::object> outputs;
  outputs.reserve(results.size());
  const nb::object traceback = current_traceback();
  for (std::size_t i = 0; i < results.size(); ++i) {
    outputs.push_back(make_array(entry->out_types[i], entry->out_shardings[i], program.client, std::move(results[i]),
                                 entry->out_committed[i], traceback));
    storage_of(outputs.back()).own_layout = program.own_layouts;
  }
  nb::object made = nb::inst_ptr<Structure>(entry->out_tree)->unflatten(outputs.data(), outputs.size());
  if (post_hook && !post_hook->get().is_none()) {
    nb::list positional;
    nb::dict named;
    for (std::size_t i = 0; i < count; ++i) positional.append(nb::handle(args[i]));
    for (Py_ssize_t i = 0; kwnames && i < PyTuple_GET_SIZE(kwnames); ++i) {
      named[nb::handle(PyTuple_GET_ITEM(kwnames, i))] = nb::handle(args[count + static_cast<std::size_t>(i)]);
    }
    nb::borrow(post_hook->get())(alive_self, nb::tuple(positional), named, made);
  }
  return made;
}

PyObject* vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  try {
    return call_function(reinterpret_cast<Object*>(self), args, nargsf, kwnames).release().ptr();
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const pjrt::Error& error) {
    // Of an execution that could not start, such as one of a donated argument. Upstream's quick path raises
    // ValueError for it, where its Python code raises JaxRuntimeError.
    PyErr_SetString(PyExc_ValueError, status_text(error.code(), error.message()).c_str());
  } catch (const nb::builtin_exception& error) {
    PyErr_SetString(error.type() == nb::exception_type::type_error ? PyExc_TypeError : PyExc_ValueError,
                    error.what());
  } catch (const std::invalid_argument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

PyObject* allocate(PyTypeObject* of, PyObject*, PyObject*) {
  PyObject* self = of->tp_alloc(of, 0);
  if (self != nullptr) reinterpret_cast<Object*>(self)->vectorcall = &vectorcall;
  return self;
}

void initialize(nb::handle self, Function made) {
  if (Py_TYPE(self.ptr()) != type) throw nb::type_error("Expected a PjitFunction");
  auto* object = reinterpret_cast<Object*>(self.ptr());
  if (object->function != nullptr) throw nb::value_error("the PjitFunction is initialized already");
  instance<Registry>(made.registry);
  std::sort(made.static_argnums.begin(), made.static_argnums.end());
  for (nb::object& each : made.static_argnames) each = interned(each);
  if (PyList_Check(made.cache_key.ptr())) made.cache_key = nb::tuple(made.cache_key);
  made.entries = made.function.is_none() ? std::make_shared<Entries>(nb::cast<Cache&>(made.cache).recent)
                                         : entries_of(made.cache, made.function, made.cache_key);
  object->function = new Function(std::move(made));
  object->next = all_functions;
  object->previous = nullptr;
  if (all_functions) all_functions->previous = object;
  all_functions = object;
}

void dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  auto* object = reinterpret_cast<Object*>(self);
  if (object->weak_references) PyObject_ClearWeakRefs(self);
  if (object->function) {
    (object->previous ? object->previous->next : all_functions) = object->next;
    if (object->next) object->next->previous = object->previous;
    delete std::exchange(object->function, nullptr);
  }
  Py_CLEAR(object->dict);
  PyTypeObject* of = Py_TYPE(self);
  of->tp_free(self);
  Py_DECREF(of);
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  auto* object = reinterpret_cast<Object*>(self);
  Py_VISIT(object->dict);
  if (const Function* function = object->function) {
    Py_VISIT(function->function.ptr());
    Py_VISIT(function->cache_miss.ptr());
    Py_VISIT(function->shard_fallback.ptr());
    Py_VISIT(function->cache_key.ptr());
    Py_VISIT(function->registry.ptr());
  }
  return 0;
}

int clear(PyObject* self) {
  auto* object = reinterpret_cast<Object*>(self);
  Py_CLEAR(object->dict);
  if (Function* function = object->function) {
    function->function = nb::none();
    function->cache_miss = nb::none();
    function->shard_fallback = nb::none();
    function->cache_key = nb::none();
  }
  return 0;
}

PyObject* bind(PyObject* self, PyObject* instance, PyObject*) {
  return instance == nullptr || instance == Py_None ? Py_NewRef(self) : PyMethod_New(self, instance);
}

PyObject* to_repr(PyObject* self) {
  PyObject* wrapped = PyObject_GetAttrString(self, "__wrapped__");
  if (wrapped == nullptr) {
    PyErr_Clear();
    return PyUnicode_FromString("<PjitFunction>");
  }
  PyObject* made = PyUnicode_FromFormat("<PjitFunction of %R>", wrapped);
  Py_DECREF(wrapped);
  if (made == nullptr) {  // what cannot be shown itself
    PyErr_Clear();
    return PyUnicode_FromString("<PjitFunction>");
  }
  return made;
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Object, vectorcall), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(Object, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Object, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyGetSetDef getset[] = {{"__dict__", &PyObject_GenericGetDict, &PyObject_GenericSetDict, nullptr, nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(&allocate)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(&dealloc)},
                       {Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                       {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                       {Py_tp_members, members},
                       {Py_tp_getset, getset},
                       {Py_tp_descr_get, reinterpret_cast<void*>(&bind)},
                       {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
                       {Py_tp_repr, reinterpret_cast<void*>(&to_repr)},
                       {0, nullptr}};
PyType_Spec spec = {"jaxlib._jax.PjitFunction", sizeof(Object), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL, slots};

constexpr int kPickleVersion = 1;

void check_version(const nb::dict& pickle) {
  const int version = nb::cast<int>(pickle["version"]);
  if (version != kPickleVersion) {
    throw std::invalid_argument("Invalid PjitFunction pickle version, got " + std::to_string(version) +
                                ", expected " + std::to_string(kPickleVersion) +
                                ". Pickling/Unpickling jitted functions using different JAX versions is not "
                                "supported.");
  }
}

nb::object make_function(std::string name, nb::object function, nb::object cache_miss,
                         std::vector<int> static_argnums, nb::sequence static_argnames, nb::object cache_key,
                         nb::object registry, nb::object shard_fallback, nb::object cache) {
  nb::object self = checked(allocate(type, nullptr, nullptr));
  if (cache.is_none()) cache = nb::cast(Cache(4096));
  initialize(self, {std::move(name), std::move(function), std::move(cache_miss), std::move(shard_fallback),
                    std::move(registry), std::move(cache_key), std::move(cache), std::move(static_argnums),
                    objects(static_argnames), nullptr});
  return self;
}

struct LeafSignature {
  Signature signature;
};

}  // namespace

void wire_jit(nb::module_& native) {
  nb::module_ jax = nb::borrow<nb::module_>(native.attr("jax"));
  nb::module_ jit = room(native, "jax_jit", "jaxlib._jax.jax_jit");
  nb::class_<Held>(native, "Entries");

  const auto config = [](nb::object state) {
    Config* found = &instance<Config>(state);
    state.release();  // it stays for good
    return found;
  };
  jit.def("set_disable_jit_state", [config](nb::object state) { disable_jit = config(std::move(state)); });
  jit.def("set_post_hook_state", [config](nb::object state) { post_hook = config(std::move(state)); });
  jit.attr("set_enable_x64_state") = native.attr("set_enable_x64_state");

  nb::class_<LeafSignature>(jit, "PyArgSignature")
      .def_prop_ro("dtype", [](const LeafSignature& self) { return to_dtype(self.signature.type); })
      .def_prop_ro("shape",
                   [](const LeafSignature& self) {
                     nb::list all;
                     for (std::int64_t each : self.signature.shape) all.append(each);
                     return nb::tuple(all);
                   })
      .def_prop_ro("weak_type", [](const LeafSignature& self) { return self.signature.weak; });
  jit.def("_ArgSignatureOfValue", [](nb::handle value, bool wide) {
    LeafSignature made;
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

  nb::class_<ArgumentSignature>(jit, "ArgumentSignature")
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
        parse(args.data(), count, kwnames, static_argnums, names, &instance<Registry>(registry), signature,
              leaves);
        // What is given out must hold its registry itself.
        for (Structure& each : signature.trees) each = each.with_owner(registry);
        return nb::make_tuple(std::move(signature), leaves);
      },
      nb::arg("positional_args"), nb::arg("keyword_args"), nb::arg("kwnames"), nb::arg("static_argnums"),
      nb::arg("static_argnames"), nb::arg("pytree_registry"));

  nb::class_<Cache>(jax, "PjitFunctionCache")
      .def(nb::init<int>(), nb::arg("capacity") = 4096)
      .def("size", [](const Cache& self) { return self.recent->all.size(); })
      .def("capacity", [](const Cache& self) { return self.recent->most; })
      .def("clear",
           [](Cache& self) {
             while (!self.recent->all.empty()) {
               const Recent::Used one = self.recent->all.front();
               const auto of = one.in.lock();
               if (of == nullptr || !of->remove(one.entry)) self.recent->all.pop_front();
             }
             PyDict_Clear(self.functions.ptr());
           })
      .def_static("clear_all",
                  [] {
                    std::vector<std::shared_ptr<Entries>> all;
                    for (Object* each = all_functions; each; each = each->next) {
                      all.push_back(each->function->entries);
                    }
                    for (const auto& each : all) each->clear();
                  })
      .def("__getstate__",
           [](const Cache& self) {
             nb::dict pickle;
             pickle["version"] = kPickleVersion;
             pickle["capacity"] = self.recent->most;
             return pickle;
           })
      .def("__setstate__", [](Cache& self, const nb::dict& pickle) {
        check_version(pickle);
        new (&self) Cache(nb::cast<int>(pickle["capacity"]));
      });

  nb::object made = checked(PyType_FromSpec(&spec));
  type = reinterpret_cast<PyTypeObject*>(made.inc_ref().ptr());
  jax.attr("PjitFunction") = made;
  const nb::object property = nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type));
  made.attr("__signature__") = property(nb::cpp_function([](nb::handle self) {
    const Function& function = function_of(self);
    if (function.function.is_none()) {
      throw nb::value_error(
          ("Calling __signature__ on PjitFunction(" + function.name + ") not supported.").c_str());
    }
    return nb::module_::import_("inspect").attr("signature")(function.function);
  }));
  made.attr("_cache_miss") = property(nb::cpp_function([](nb::handle self) { return function_of(self).cache_miss; }));
  made.attr("_cache_size") =
      nb::cpp_function([](nb::handle self) { return function_of(self).entries->size; }, nb::is_method());
  made.attr("_clear_cache") =
      nb::cpp_function([](nb::handle self) { function_of(self).entries->clear(); }, nb::is_method());
  made.attr("__getstate__") = nb::cpp_function(
      [](nb::handle self) {
        const Function& function = function_of(self);
        nb::dict pickle;
        pickle["version"] = kPickleVersion;
        pickle["function_name"] = function.name;
        if (!function.function.is_none()) pickle["fun"] = function.function;
        pickle["cache_miss"] = function.cache_miss;
        pickle["static_argnums"] = function.static_argnums;
        pickle["static_argnames"] = function.static_argnames;
        pickle["global_cache_key"] = function.cache_key;
        pickle["pytree_registry"] = function.registry;
        pickle["shard_arg_fallback"] = function.shard_fallback;
        pickle["cache"] = function.cache;
        return pickle;
      },
      nb::is_method());
  made.attr("__setstate__") = nb::cpp_function(
      [](nb::handle self, const nb::dict& pickle) {
        check_version(pickle);
        const auto item = [&](const char* name) { return nb::object(pickle[name]); };
        initialize(self, {nb::cast<std::string>(item("function_name")),
                          pickle.contains("fun") ? item("fun") : nb::none(), item("cache_miss"),
                          item("shard_arg_fallback"), item("pytree_registry"), item("global_cache_key"),
                          item("cache"), nb::cast<std::vector<int>>(item("static_argnums")),
                          objects(item("static_argnames")), nullptr});
      },
      nb::is_method());
  jax.def("pjit", &make_function, nb::arg("function_name"), nb::arg("fun").none(), nb::arg("cache_miss"),
          nb::arg("static_argnums"), nb::arg("static_argnames"), nb::arg("global_cache_key").none(),
          nb::arg("pytree_registry"), nb::arg("shard_arg_fallback"), nb::arg("cache").none() = nb::none());
}

}  // namespace jaxlib
