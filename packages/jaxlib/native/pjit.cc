// C++ fast path of jax.jit: looks the call signature up in a cache, runs the cached executable, calls `cache_miss`
// otherwise.
//
// A PjitFunction keeps a PjitCacheEntry for each signature that it has seen. A new signature goes through jax's
// Python code (`cache_miss`), which returns the results and, if the fast path can serve the call, the data for an
// entry.
//
// Ownership: a PjitFunction holds its functions and its entries (pjit_cache.h).
// Threads: with the GIL. It is released while a library enqueues, and while a thread waits for another that is
// compiling for the same signature.

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "common.h"
#include "errors.h"
#include "guard_lib.h"
#include "jax_jit.h"
#include "pjit_cache.h"
#include "pjit_match.h"
#include "py_array.h"
#include "py_client.h"
#include "py_executable.h"
#include "py_values.h"
#include "pytree.h"
#include "sharding.h"
#include "traceback.h"
#include "profiler/recorder.h"

#include <structmember.h>

namespace jaxlib {
namespace {

auto& compiling = *new std::mutex;
auto& compiled = *new std::condition_variable;  // never destroyed: threads may be waiting at process exit

// Whether Python reports a donated argument, as in some releases of jax, instead of the library.
bool checks_donated = false;

// ---- The jitted function

struct PjitFunction {
  std::string name;
  nb::object function;  // None for ahead-of-time compiled programs
  nb::object cache_miss, shard_fallback, registry, cache_key, cache;
  std::vector<int> static_argnums;
  std::vector<nb::object> static_argnames;
  std::shared_ptr<FunctionEntries> entries;
};

struct PjitFunctionObject {
  PyObject_HEAD;
  PyObject *dict, *weak_references;
  vectorcallfunc vectorcall;
  PjitFunction* function;
  PjitFunctionObject *previous, *next;
};

PyTypeObject* type = nullptr;
PjitFunctionObject* all_functions = nullptr;

PjitFunction& function_of(nb::handle self) {
  if (Py_TYPE(self.ptr()) != type) throw nb::type_error("Expected a PjitFunction");
  PjitFunction* function = reinterpret_cast<PjitFunctionObject*>(self.ptr())->function;
  if (function == nullptr) throw nb::value_error("the PjitFunction is not initialized");
  return *function;
}

// Returns false if only Python can handle one of the arguments.
bool compute_call_signature(const std::vector<nb::object>& values, CallSignature& call) {
  const bool wide = x64();
  call.leaves.resize(values.size());
  std::size_t seed = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ArgSignature& leaf = call.leaves[i];
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
  // After the leaves, because an invalid argument is reported before a static argument that cannot be hashed.
  seed = combine(seed, call.arguments.hash());
  jit_configs(call.configs);
  call.hash = seed;
  return true;
}

std::vector<bool> bools(nb::handle sequence) {
  std::vector<bool> all;
  for (nb::handle each : nb::borrow<nb::iterable>(sequence)) all.push_back(nb::cast<bool>(each));
  return all;
}

// Whether the program was compiled for as many leaves as the call has; not if a node's flatten function gave others to
// Python.
bool same_leaves(const PjitCacheEntry& entry, std::size_t values) {
  return entry.kept.size() == entry.const_args.size() + values;
}

// Throws std::runtime_error if the parts of `data` are inconsistent.
void populate_entry(PjitCacheEntry& entry, nb::handle data) {
  entry.program = data.attr("xla_executable");
  const Loaded& program = nb::cast<const Loaded&>(entry.program);
  entry.devices = program.executable->devices();
  entry.in_shardings = objects(data.attr("in_shardings"));
  entry.out_shardings = objects(data.attr("out_shardings"));
  entry.out_committed = bools(data.attr("out_committed"));
  for (const nb::object& aval : objects(data.attr("out_avals"))) {
    entry.out_types.push_back(std::make_shared<ArrayType>(aval));
  }
  entry.out_tree = data.attr("out_pytree_def");
  entry.kept = bools(data.attr("kept_var_bitvec"));
  entry.in_layouts = objects(data.attr("in_device_local_layouts"));
  entry.const_args = objects(data.attr("const_args"));
  entry.plain = is_plain(entry.call);
  const auto kept = static_cast<std::size_t>(std::count(entry.kept.begin(), entry.kept.end(), true));
  const std::size_t outputs = program.executable->outputs();
  if (entry.in_shardings.size() < kept || entry.in_layouts.size() < kept || entry.out_types.size() < outputs ||
      entry.out_shardings.size() < outputs || entry.out_committed.size() < outputs) {
    throw std::runtime_error("cache_miss returned data that do not match the program");
  }
}

// The arguments' buffers on the program's devices, in the order that run() expects; false if Python has to report
// an error in them. Python code runs in between and may delete the Arrays: buffers are held by value, and nothing
// else of an Array is used across such calls.
bool prepare_inputs(const PjitFunction& self, const PjitCacheEntry& entry, const std::vector<nb::object>& values,
                    Buffers& given) {
  const bool wide = x64();
  std::size_t kept = 0;
  const bool guarded = guards_transfers(Transfer::kHostToDevice);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!entry.kept[i]) continue;
    const std::size_t index = kept++;
    const nb::object& value = values[i];
    const nb::object& layout = entry.in_layouts[index];
    const auto fall_back = [&] {
      nb::object placed;
      {
        const Released unlocked;
        placed = self.shard_fallback(value, entry.in_shardings[index], layout);
      }
      if (!is_array(placed)) throw nb::type_error("shard_arg_fallback did not return a jax.Array");
      const Buffers& buffers = storage_of(placed).buffers;
      if (buffers.size() != entry.devices.size()) {
        throw nb::value_error("shard_arg_fallback returned an Array on other devices than the program's");
      }
      given.append(buffers.begin(), buffers.end());
    };
    if (!is_array(value)) {
      if (entry.devices.size() != 1 || !layout.is_none()) {
        fall_back();
        continue;
      }
      if (guarded) return false;  // Python names the argument and its target
      const pjrt::Device& device = *entry.devices.front();
      pjrt::Client& client = *nb::cast<const Loaded&>(entry.program).executable->client();
      std::shared_ptr<pjrt::Buffer> buffer;
      try {
        buffer = put_value(value, client, {&device, nullptr}, wide);
      } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_Exception)) throw;  // such as KeyboardInterrupt
      } catch (const nb::builtin_exception&) {
      } catch (const pjrt::Error&) {
      }
      if (buffer == nullptr) return false;  // Python tries again and names the argument
      transfer_counters().with_device++;
      given.push_back(std::move(buffer));
      continue;
    }
    const Storage& storage = storage_of(value);
    // Python names the deleted argument.
    if (storage.buffers.empty() || (checks_donated && is_deleted(storage))) return false;
    if (!layout.is_none() || storage.buffers.size() != entry.devices.size()) {
      fall_back();
      continue;
    }
    if (entry.devices.size() == 1 && &storage.buffers.front()->device() != entry.devices.front()) {
      std::shared_ptr<pjrt::Buffer> buffer = storage.buffers.front();
      given.push_back(copied(std::move(buffer), nb::cast<const Loaded&>(entry.program).executable->client(),
                             *entry.devices.front(), memory_kind_of(entry.in_shardings[index])));
      continue;
    }
    given.append(storage.buffers.begin(), storage.buffers.end());
  }
  return true;
}

// The entry of the previous call if this call has the same signature, else null; sets `values` to the leaves.
// Functions share their entries, whatever their static arguments are.
std::shared_ptr<PjitCacheEntry> latest_entry(const PjitFunction& self, FunctionEntries& entries, PyObject* const* args,
                                             std::size_t count, nb::handle kwnames, std::vector<nb::object>& values) {
  const FunctionEntries::Slot latest = entries.latest;  // by value, because Python may run and change the cache
  if (latest.entry == nullptr || !latest.entry->plain || !self.static_argnums.empty()) return nullptr;
  const std::vector<nb::object>& names = latest.entry->call.arguments.dynamic_names;
  const bool fixed = std::any_of(names.begin(), names.end(), [&](const nb::object& name) {
    return std::any_of(self.static_argnames.begin(), self.static_argnames.end(),
                       [&](const nb::object& each) { return each.is(name); });
  });
  const Registry& registry = *nb::inst_ptr<Registry>(self.registry);
  if (fixed || !matches(*latest.entry, registry, args, count, kwnames, values)) return nullptr;
  if (entries.latest.entry == latest.entry) entries.use(latest);
  return latest.entry;
}

// Compiles the program of a new entry with cache_miss, which also makes the call. Threads that call with the same
// signature meanwhile wait for it.
template <typename Miss>
nb::object first_call(FunctionEntries& entries, const std::shared_ptr<PjitCacheEntry>& entry, std::size_t leaves,
                      const Miss& miss) {
  const auto finish = [&](EntryState state) {
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
    if (!data.is_none()) populate_entry(*entry, data);
    finish(data.is_none() || !same_leaves(*entry, leaves) ? EntryState::kByPython : EntryState::kQuick);
    if (both.size() > 2 && nb::cast<bool>(nb::object(both[2]))) entries.remove(entry);
    return nb::borrow(both[0]);
  } catch (...) {
    finish(EntryState::kByPython);
    throw;
  }
}

void await_compilation(const PjitCacheEntry& entry, const CallSignature& call) {
  if (entry.thread == std::this_thread::get_id()) {
    PyErr_SetString(PyExc_RecursionError,
                    ("Recursively calling jit: arg signature: " + call.arguments.to_string()).c_str());
    throw nb::python_error();
  }
  const gil::Waiting unlocked;
  std::unique_lock<std::mutex> held(compiling);
  compiled.wait(held, [&] { return entry.state != EntryState::kCompiling; });
}

// The tree of Arrays that a call returns.
nb::object arrays_of(const PjitCacheEntry& entry, const Loaded& program, std::vector<Buffers> results) {
  std::vector<nb::object> outputs;
  outputs.reserve(results.size());
  const nb::object traceback = current_traceback();
  for (std::size_t i = 0; i < results.size(); ++i) {
    outputs.push_back(make_array(entry.out_types[i], entry.out_shardings[i], program.client, std::move(results[i]),
                                 entry.out_committed[i], traceback));
    storage_of(outputs.back()).own_layout = program.own_layouts;
  }
  return nb::inst_ptr<Structure>(entry.out_tree)->unflatten(outputs.data(), outputs.size());
}

void call_post_hook(nb::handle function, PyObject* const* args, std::size_t count, PyObject* kwnames,
                    const nb::object& result) {
  nb::list positional;
  nb::dict named;
  for (std::size_t i = 0; i < count; ++i) positional.append(nb::handle(args[i]));
  for (Py_ssize_t i = 0; kwnames && i < PyTuple_GET_SIZE(kwnames); ++i) {
    named[nb::handle(PyTuple_GET_ITEM(kwnames, i))] = nb::handle(args[count + static_cast<std::size_t>(i)]);
  }
  const nb::object hook = nb::borrow(post_hook_state()->get());
  const Released unlocked;
  hook(function, nb::tuple(positional), named, result);
}

nb::object call_function(PjitFunctionObject* object, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  const nb::object alive_self = nb::borrow(reinterpret_cast<PyObject*>(object));
  PjitFunction& self = function_of(alive_self);
  if (disable_jit_state() && disable_jit_state()->get().is(nb::handle(Py_True))) {
    if (self.function.is_none()) {
      throw nb::value_error(
          ("Disable jit is not supported in the AOT path since the function is not available for (" + self.name + ")")
              .c_str());
    }
    const nb::object function = self.function;
    const Released unlocked;
    return checked(PyObject_Vectorcall(function.ptr(), args, nargsf, kwnames));
  }
  profiler::Span span("PjitFunction");
  if (span.active()) span.of(self.name);
  const auto miss = [&] {
    const nb::object function = self.cache_miss;
    const Released unlocked;
    return checked(PyObject_Vectorcall(function.ptr(), args, nargsf, kwnames));
  };
  const auto by_python = [&] {
    const auto given = nb::cast<nb::tuple>(miss());
    return nb::object(given[0]);
  };

  const auto count = static_cast<std::size_t>(PyVectorcall_NARGS(nargsf));
  const std::shared_ptr<FunctionEntries> entries = self.entries;
  CallSignature call;
  std::vector<nb::object> values;
  std::shared_ptr<PjitCacheEntry> entry;
  {
    const profiler::Span parsing("ParseArguments");
    entry = latest_entry(self, *entries, args, count, kwnames, values);
    if (entry == nullptr) {
      values.clear();
      parse_arguments(args, count, kwnames, self.static_argnums, self.static_argnames,
                      nb::inst_ptr<Registry>(self.registry), call.arguments, values);
    }
  }
  if (entry == nullptr) {
    for (const nb::object& each : values) {
      if (is_array(each) && !storage_of(each).committed && device_count(storage_of(each).sharding) > 1) {
        return by_python();
      }
    }
    if (!compute_call_signature(values, call)) return by_python();
    entry = entries->find(call);
  }
  if (entry == nullptr) {
    entry = entries->add(std::move(call));
    return first_call(*entries, entry, values.size(), miss);
  }
  if (entry->state == EntryState::kCompiling) {
    await_compilation(*entry, call);
  }
  if (entry->state == EntryState::kByPython) return by_python();

  if (!entry->const_args.empty()) values.insert(values.begin(), entry->const_args.begin(), entry->const_args.end());
  Buffers given;
  given.reserve(values.size() * entry->devices.size());
  if (!prepare_inputs(self, *entry, values, given)) return by_python();
  Loaded& program = *nb::inst_ptr<Loaded>(entry->program);
  nb::object made = arrays_of(*entry, program, run(program, std::move(given)));
  if (post_hook_state() && !post_hook_state()->get().is_none()) {
    call_post_hook(alive_self, args, count, kwnames, made);
  }
  return made;
}

PyObject* vectorcall(PyObject* self, PyObject* const* args, std::size_t nargsf, PyObject* kwnames) {
  try {
    return call_function(reinterpret_cast<PjitFunctionObject*>(self), args, nargsf, kwnames).release().ptr();
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const pjrt::Error& error) {
    // An execution that could not start, such as one with a donated argument. Upstream's fast path raises
    // ValueError for it, while its Python code raises JaxRuntimeError.
    PyErr_SetString(PyExc_ValueError, status_text(error.code(), error.message()).c_str());
  } catch (const nb::builtin_exception& error) {
    PyErr_SetString(error.type() == nb::exception_type::type_error ? PyExc_TypeError : PyExc_ValueError, error.what());
  } catch (const std::invalid_argument& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

PyObject* allocate(PyTypeObject* of, PyObject*, PyObject*) {
  PyObject* self = of->tp_alloc(of, 0);
  if (self != nullptr) reinterpret_cast<PjitFunctionObject*>(self)->vectorcall = locked<&vectorcall>;
  return self;
}

void initialize(nb::handle self, PjitFunction made) {
  if (Py_TYPE(self.ptr()) != type) throw nb::type_error("Expected a PjitFunction");
  auto* object = reinterpret_cast<PjitFunctionObject*>(self.ptr());
  if (object->function != nullptr) throw nb::value_error("the PjitFunction is already initialized");
  instance<Registry>(made.registry);
  std::sort(made.static_argnums.begin(), made.static_argnums.end());
  for (nb::object& each : made.static_argnames) each = interned(each);
  if (PyList_Check(made.cache_key.ptr())) made.cache_key = nb::tuple(made.cache_key);
  made.entries = made.function.is_none()
                     ? std::make_shared<FunctionEntries>(nb::cast<PjitFunctionCache&>(made.cache).recent)
                     : entries_of(made.cache, made.function, made.cache_key);
  object->function = new PjitFunction(std::move(made));
  object->next = all_functions;
  object->previous = nullptr;
  if (all_functions) all_functions->previous = object;
  all_functions = object;
}

void dealloc(PyObject* self) {
  auto* object = reinterpret_cast<PjitFunctionObject*>(self);
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
  auto* object = reinterpret_cast<PjitFunctionObject*>(self);
  Py_VISIT(object->dict);
  if (const PjitFunction* function = object->function) {
    Py_VISIT(function->function.ptr());
    Py_VISIT(function->cache_miss.ptr());
    Py_VISIT(function->shard_fallback.ptr());
    Py_VISIT(function->cache_key.ptr());
    Py_VISIT(function->registry.ptr());
  }
  return 0;
}

int clear(PyObject* self) {
  auto* object = reinterpret_cast<PjitFunctionObject*>(self);
  Py_CLEAR(object->dict);
  if (PjitFunction* function = object->function) {
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
  if (made == nullptr) {  // the function's repr() failed
    PyErr_Clear();
    return PyUnicode_FromString("<PjitFunction>");
  }
  return made;
}

PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(PjitFunctionObject, vectorcall), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(PjitFunctionObject, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PjitFunctionObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyGetSetDef getset[] = {{"__dict__", &PyObject_GenericGetDict, &PyObject_GenericSetDict, nullptr, nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(&allocate)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(&locked_dealloc<&dealloc>)},
                       {Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                       {Py_tp_clear, reinterpret_cast<void*>(locked<&clear>)},
                       {Py_tp_members, members},
                       {Py_tp_getset, getset},
                       {Py_tp_descr_get, reinterpret_cast<void*>(&bind)},
                       {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
                       {Py_tp_repr, reinterpret_cast<void*>(&to_repr)},
                       {0, nullptr}};
PyType_Spec spec = {"jaxlib._jax.PjitFunction", sizeof(PjitFunctionObject), 0,
                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL, slots};

nb::object make_function(std::string name, nb::object function, nb::object cache_miss, std::vector<int> static_argnums,
                         nb::sequence static_argnames, nb::object cache_key, nb::object registry,
                         nb::object shard_fallback, nb::object cache) {
  nb::object self = checked(allocate(type, nullptr, nullptr));
  if (cache.is_none()) cache = nb::cast(PjitFunctionCache(4096));
  initialize(self, {std::move(name), std::move(function), std::move(cache_miss), std::move(shard_fallback),
                    std::move(registry), std::move(cache_key), std::move(cache), std::move(static_argnums),
                    objects(static_argnames), nullptr});
  return self;
}
}  // namespace

void bind_pjit(Module& native) {
  checks_donated = nb::cast<bool>(nb::module_::import_("jaxlib._release").attr("JIT_CHECKS_DONATED"));
  Module jax = nb::borrow<Module>(native.attr("jax"));
  jax.attr("PjitFunctionCache").attr("clear_all") = native_function([] {
    std::vector<std::shared_ptr<FunctionEntries>> all;
    for (PjitFunctionObject* each = all_functions; each; each = each->next) all.push_back(each->function->entries);
    for (const auto& each : all) each->clear();
  });

  nb::object made = checked(PyType_FromSpec(&spec));
  type = reinterpret_cast<PyTypeObject*>(made.inc_ref().ptr());
  jax.attr("PjitFunction") = made;
  const nb::object property = nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type));
  made.attr("__signature__") = property(native_function([](nb::handle self) {
    const PjitFunction& function = function_of(self);
    if (function.function.is_none()) {
      throw nb::value_error(("Calling __signature__ on PjitFunction(" + function.name + ") not supported.").c_str());
    }
    return nb::module_::import_("inspect").attr("signature")(function.function);
  }));
  made.attr("_cache_miss") = property(native_function([](nb::handle self) { return function_of(self).cache_miss; }));
  made.attr("_cache_size") =
      native_function([](nb::handle self) { return function_of(self).entries->size; }, nb::is_method());
  made.attr("_clear_cache") =
      native_function([](nb::handle self) { function_of(self).entries->clear(); }, nb::is_method());
  made.attr("__getstate__") = native_function(
      [](nb::handle self) {
        const PjitFunction& function = function_of(self);
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
  made.attr("__setstate__") = native_function(
      [](nb::handle self, const nb::dict& pickle) {
        check_pickle_version(pickle);
        const auto item = [&](const char* name) { return nb::object(pickle[name]); };
        initialize(self,
                   {nb::cast<std::string>(item("function_name")), pickle.contains("fun") ? item("fun") : nb::none(),
                    item("cache_miss"), item("shard_arg_fallback"), item("pytree_registry"), item("global_cache_key"),
                    item("cache"), nb::cast<std::vector<int>>(item("static_argnums")), objects(item("static_argnames")),
                    nullptr});
      },
      nb::is_method());
  jax.def("pjit", &make_function, nb::arg("function_name"), nb::arg("fun").none(), nb::arg("cache_miss"),
          nb::arg("static_argnums"), nb::arg("static_argnames"), nb::arg("global_cache_key").none(),
          nb::arg("pytree_registry"), nb::arg("shard_arg_fallback"), nb::arg("cache").none() = nb::none());
}

}  // namespace jaxlib
