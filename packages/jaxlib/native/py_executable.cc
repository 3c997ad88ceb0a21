#include "py_executable.h"

#include "errors.h"
#include "host_transfers.h"
#include "pjrt/execute_context.h"
#include "pjrt/small_buffer.h"
#include "profiler/recorder.h"
#include "traceback.h"
#include "waiting.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <iterator>

namespace jaxlib {
namespace {

constexpr std::size_t kFewBuffers = 32, kFewDevices = 8;

struct Token {
  Events events;
  void await() const {
    const Events all = events;
    for (const auto& each : all) jaxlib::await(*each);
    release_callbacks();
  }
};

struct ShardedToken : Token {};

struct Results {
  nb::object client;
  std::vector<Buffers> outputs;
  Events events;
  bool own_layouts = false;
  bool taken = false, token_taken = false;

  void check() const {
    if (taken) throw nb::value_error("ExecuteResults already exploded.");
  }
};

nb::list shards_of(const Results& results, const Buffers& buffers) {
  nb::list all;
  for (const auto& each : buffers) {
    nb::object shard = make_single(each, results.client, false, true);
    storage_of(shard).own_layout = results.own_layouts;
    all.append(std::move(shard));
  }
  return all;
}

// Removes and returns the first `count` outputs.
std::vector<Buffers> take(Results& results, std::size_t count) {
  results.check();
  std::vector<Buffers> taken(std::make_move_iterator(results.outputs.begin()),
                             std::make_move_iterator(results.outputs.begin() + static_cast<std::ptrdiff_t>(count)));
  results.outputs.erase(results.outputs.begin(), results.outputs.begin() + static_cast<std::ptrdiff_t>(count));
  return taken;
}

nb::list disassembled(Results& results, std::size_t count) {
  if (count > results.outputs.size()) {
    throw nb::value_error(("In DisassemblePrefixIntoSingleDeviceArrays: " + std::to_string(count) + " > " +
                           std::to_string(results.outputs.size()))
                              .c_str());
  }
  nb::list all;
  for (const Buffers& each : take(results, count)) all.append(shards_of(results, each));
  return all;
}

nb::list consumed(Results& results, nb::sequence handlers, bool strict) {
  const std::size_t count = nb::len(handlers), there = results.outputs.size();
  if (strict ? count != there : count > there) {
    throw nb::value_error(("Mismatch between out_handlers and num_results: " + std::to_string(count) +
                           (strict ? " vs " : " > ") + std::to_string(there))
                              .c_str());
  }
  std::vector<Buffers> outputs = take(results, count);
  results.taken = strict;
  nb::list all;
  for (std::size_t i = 0; i < count; ++i) {
    const nb::object handler = handlers[i];
    if (nb::isinstance<ResultHandler>(handler)) {
      nb::object made = nb::inst_ptr<ResultHandler>(handler)->make(results.client, std::move(outputs[i]));
      if (is_array(made)) storage_of(made).own_layout = results.own_layouts;
      all.append(std::move(made));
    } else {
      all.append(handler(shards_of(results, outputs[i])));
    }
  }
  return all;
}

nb::object execute_sharded(Loaded& self, nb::sequence arguments, bool with_tokens,
                           std::optional<int> launch_id) {
  Buffers all;
  std::size_t count = 0;
  const std::size_t devices = self.executable->devices().size();
  for (nb::handle each : arguments) {
    if (!is_array(each)) throw nb::type_error("execute_sharded(): incompatible function arguments: wanted jax.Arrays");
    const Storage& storage = storage_of(each);
    if (storage.buffers.size() != devices) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          storage.buffers.empty()
                              ? "Buffer passed to Execute() as argument " + std::to_string(count) +
                                    " has been deleted or donated."
                              : "Expected args to execute_sharded_on_local_devices to have " +
                                    std::to_string(devices) + " shards, got: [" +
                                    std::to_string(storage.buffers.size()) + "]");
    }
    all.append(storage.buffers.begin(), storage.buffers.end());
    ++count;
  }
  Results results;
  results.outputs = run(self, std::move(all), with_tokens ? &results.events : nullptr, launch_id);
  results.client = self.client;
  results.own_layouts = self.own_layouts;
  return nb::cast(std::move(results));
}

// Throws if an argument's buffer was deleted. `buffers`: in the order of run().
void refuse_deleted(const Buffers& buffers, std::size_t devices) {
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (!buffers[i]->deleted()) continue;
    throw pjrt::Error(PJRT_Error_Code_INVALID_ARGUMENT,
                      "Invalid buffer passed to Execute() as argument " + std::to_string(i / devices) +
                          " to replica 0: INVALID_ARGUMENT: Buffer has been deleted or donated.",
                      "PJRT_LoadedExecutable_Execute", "");
  }
}

int traverse_loaded(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const auto* loaded = nb::inst_ptr<Loaded>(self);
  Py_VISIT(loaded->client.ptr());
  Py_VISIT(loaded->callbacks.ptr());
  return 0;
}
int clear_loaded(PyObject* self) {
  if (nb::inst_ready(self)) {
    empty(nb::inst_ptr<Loaded>(self)->client);
    empty(nb::inst_ptr<Loaded>(self)->callbacks);
  }
  return 0;
}
PyType_Slot loaded_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&traverse_loaded)},
                              {Py_tp_clear, reinterpret_cast<void*>(&clear_loaded)},
                              {0, nullptr}};

// The host callbacks of one execution, for the handler in upstream's kernels for GPUs: it finds them in the execution's
// context, and calls the one whose index the program states. jaxlib-cpu's handlers find callbacks in another way.
class CallbackContext {
 public:
  // Null if the plugin is for no GPU, or the callbacks are no Python functions.
  static std::unique_ptr<CallbackContext> make(const pjrt::LoadedExecutable& executable, const nb::object& callbacks) {
    if (!callbacks.is_valid()) return nullptr;
    const std::string& platform = executable.client()->platform();
    if (platform != "cuda" && platform != "rocm" && platform != "sycl") return nullptr;
    std::vector<void*> functions;
    for (const nb::handle each : nb::borrow<nb::list>(callbacks)) {
      if (PyCapsule_CheckExact(each.ptr())) return nullptr;
      functions.push_back(each.ptr());
    }
    return std::unique_ptr<CallbackContext>(new CallbackContext(executable.plugin(), std::move(functions)));
  }

  PJRT_ExecuteContext* get() const { return context_.get(); }

 private:
  // XLA's FfiLoadedHostCallbacks and the id of its type, which is the same constant in all libraries of 0.10.2 to
  // 0.12.0, for CUDA 12 and 13: read by calling the handlers with a frame that reports what they ask for.
  static constexpr std::int64_t kType = 0x661a2e9e1bb76eaa;
  struct Functions {
    void** functions;
    std::uint32_t count;
  };

  CallbackContext(const pjrt::Plugin& plugin, std::vector<void*> functions)
      : functions_(std::move(functions)),
        given_{functions_.data(), static_cast<std::uint32_t>(functions_.size())},
        context_(plugin) {
    context_.add(kType, &given_);
  }

  std::vector<void*> functions_;
  Functions given_;
  pjrt::ExecuteContext context_;
};

// An execution that may still call host callbacks. The garbage collector does not see its reference to them, so
// they stay alive even if nothing else refers to them.
struct Calling {
  Events ends;
  nb::object callbacks;
  std::unique_ptr<CallbackContext> context;
  std::unique_ptr<HostTransfers> transfers;

  bool ended() const {
    return std::all_of(ends.begin(), ends.end(), [](const auto& each) { return each->ready(); }) &&
           (!transfers || transfers->idle());
  }
};

// In the order of their start. Guarded by the GIL; never destroyed, because executions may outlive Python.
std::deque<Calling>& calling() {
  static auto* const all = new std::deque<Calling>;
  return *all;
}

// The part of a profile for one execution: on each device, from the call of the library to the completion event.
class ProfiledRun {
 public:
  ProfiledRun(std::uint64_t program, const std::shared_ptr<pjrt::LoadedExecutable>& executable)
      : executable_(executable), program_(program), start_(profiler::now()) {
    static std::atomic<std::uint64_t> runs{0};
    run_ = ++runs;
    profiler::keep(program, executable);
  }

  void follow(const Events& ends, profiler::Span& span) const {
    std::string name;
    try {
      name = executable_->executable().name();
    } catch (const pjrt::Error&) {  // a plugin that does not report program names
    }
    if (name.empty()) name = "program " + std::to_string(program_);
    span.add("hlo_module", name);
    span.add("program_id", std::to_string(program_));
    span.add("run_id", std::to_string(run_));
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const int device = executable_->devices()[i]->description().id();
      auto end = std::make_unique<End>(
          End{&executable_->plugin(), {name, program_, run_, device, start_, 0, {}}});
      ends[i]->on_ready(&ended, end.get());
      end.release();
    }
  }

 private:
  struct End {
    const pjrt::Plugin* plugin;
    profiler::ProgramRun run;
  };
  static void ended(PJRT_Error* error, void* argument) {
    const std::unique_ptr<End> end(static_cast<End*>(argument));
    if (error != nullptr) end->plugin->discard(error);
    try {
      end->run.end = profiler::now();
      end->run.thread = profiler::kernel_thread_name();
      profiler::record(std::move(end->run));
    } catch (const std::exception&) {  // out of memory: the event is missing
    }
  }

  const std::shared_ptr<pjrt::LoadedExecutable> executable_;
  std::uint64_t program_, run_;
  std::int64_t start_;
};

}  // namespace

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return last++;
}

void release_callbacks(bool all) {
  std::deque<Calling>& running = calling();
  if (running.empty()) return;
  // Dropping callbacks runs Python, which may call this again; entries leave the list before they are dropped.
  std::vector<Calling> ended;
  if (all) {
    const auto first = std::stable_partition(running.begin(), running.end(),
                                             [](const Calling& each) { return !each.ended(); });
    ended.assign(std::make_move_iterator(first), std::make_move_iterator(running.end()));
    running.erase(first, running.end());
  } else {
    while (!running.empty() && running.front().ended()) {
      ended.push_back(std::move(running.front()));
      running.pop_front();
    }
  }
}

std::vector<Buffers> run(Loaded& program, Buffers arguments, Events* events, std::optional<int> launch_id) {
  const std::shared_ptr<pjrt::LoadedExecutable> executable = program.executable;
  const std::size_t devices = executable->devices().size(), outputs = executable->outputs();
  if (arguments.size() % devices != 0) throw std::invalid_argument("wanted a buffer of each argument on each device");
  const std::size_t count = arguments.size() / devices;
  pjrt::SmallBuffer<PJRT_Buffer*, kFewBuffers> given(devices * count), made(devices * outputs);
  pjrt::SmallBuffer<PJRT_Buffer* const*, kFewDevices> given_lists(devices);
  pjrt::SmallBuffer<PJRT_Buffer**, kFewDevices> made_lists(devices);
  const nb::object callbacks = program.callbacks;
  std::unique_ptr<CallbackContext> context = CallbackContext::make(*executable, callbacks);
  std::unique_ptr<HostTransfers> transfers = HostTransfers::make(*executable, callbacks);
  profiler::Span span("PJRT_LoadedExecutable_Execute");
  std::vector<PJRT_Event*> ends(events || callbacks.is_valid() || span.active() ? devices : 0);
  std::unique_ptr<ProfiledRun> profiled;
  if (span.active()) profiled = std::make_unique<ProfiledRun>(program.number, executable);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t d = 0; d < devices; ++d) given[d * count + a] = arguments[a * devices + d]->get();
  }
  for (std::size_t d = 0; d < devices; ++d) {
    given_lists[d] = given.data() + d * count;
    made_lists[d] = made.data() + d * outputs;
  }
  // If a program for several devices cannot start on one of them, XLA:CPU hangs in the next program.
  if (devices > 1) refuse_deleted(arguments, devices);
  const int launch = launch_id ? *launch_id : executable->next_launch_id();
  try {
    const gil::Unlocked unlocked;
    executable->execute(given_lists.data(), count, made_lists.data(), nullptr, 0, launch,
                        ends.empty() ? nullptr : ends.data(), context ? context->get() : nullptr,
                        transfers ? &transfers->get() : nullptr, callbacks.is_valid());
  } catch (const pjrt::Error&) {
    refuse_deleted(arguments, devices);  // names the argument, unlike some libraries
    throw;
  }
  if (!ends.empty()) {
    Events all;
    all.reserve(devices);
    for (PJRT_Event* each : ends) all.push_back(std::make_shared<pjrt::Event>(executable->plugin(), each));
    if (profiled) profiled->follow(all, span);
    if (callbacks.is_valid()) calling().push_back({all, callbacks, std::move(context), std::move(transfers)});
    if (events) *events = std::move(all);
  }
  std::vector<Buffers> results(outputs);
  for (std::size_t o = 0; o < outputs; ++o) {
    results[o].reserve(devices);
    for (std::size_t d = 0; d < devices; ++d) {
      results[o].push_back(
          std::make_shared<pjrt::Buffer>(executable->client(), made[d * outputs + o], executable->devices()[d]));
    }
  }
  // Last, because it runs Python, which may change everything that the caller does not hold by value.
  if (callbacks.is_valid()) release_callbacks();
  return results;
}

namespace {

void bind_results(Module& jax) {
  Class<Token>(jax, "Token").def("block_until_ready", &Token::await);
  Class<ShardedToken>(jax, "ShardedToken")
      .def("block_until_ready", [](const ShardedToken& self) { self.await(); })
      .def("get_token", [](const ShardedToken& self, std::size_t device) {
        Token one;
        one.events.push_back(self.events.at(device));
        return one;
      });
  Class<Results>(jax, "ExecuteResults")
      .def("__len__", [](const Results& self) { return self.outputs.size(); })
      .def("disassemble_into_single_device_arrays",
           [](Results& self) {
             nb::list all = disassembled(self, self.outputs.size());
             self.taken = true;
             return all;
           })
      .def("disassemble_prefix_into_single_device_arrays", &disassembled)
      .def("consume_with_handlers", &consumed, nb::arg("out_handlers"), nb::arg("strict") = true)
      .def("consume_token", [](Results& self) {
        if (self.token_taken) throw nb::value_error("ExecuteResults token already consumed.");
        self.token_taken = true;
        ShardedToken token;
        token.events = std::move(self.events);
        return token;
      });
}

void bind_loaded(Module& jax) {
  Class<Loaded> loaded(jax, "LoadedExecutable", nb::type_slots(loaded_slots), nb::is_weak_referenceable(),
                            nb::dynamic_attr());
  loaded.def_prop_ro("client", [](const Loaded& self) { return self.client; })
      .def_prop_ro("traceback", [](const Loaded& self) { return self.traceback; })
      .def_prop_ro("unsafe_executable_pointer",
                   [](const Loaded& self) { return reinterpret_cast<std::uintptr_t>(self.executable.get()); })
      .def("local_devices",
           [](const Loaded& self) {
             nb::list all;
             const Client& client = *nb::inst_ptr<Client>(self.client);
             for (const pjrt::Device* each : self.executable->devices()) all.append(client.device_of.at(each));
             return all;
           })
      .def("execute_sharded", &execute_sharded, nb::arg("arguments"), nb::arg("with_tokens") = false,
           nb::arg("launch_id").none() = nb::none())
      .def("set_host_callbacks", [](Loaded& self, nb::list callbacks) { self.callbacks = std::move(callbacks); });
  describe<Loaded>(loaded, [](const Loaded& self) -> const pjrt::Executable& {
    return self.executable->executable();
  });
}

Loaded compile(nb::object client, nb::bytes program, const std::string& format, nb::bytes options, bool own_layouts) {
  const std::string_view code(program.c_str(), program.size()), given(options.c_str(), options.size());
  const std::shared_ptr<pjrt::Client> on =
      present(nb::cast<const Client&>(client), PJRT_Error_Code_INVALID_ARGUMENT,
              "PjRtCompiler must be constructed with a Client to call CompileAndLoad.");
  Loaded made;
  {
    const profiler::Span span("PJRT_Client_Compile");
    const gil::Unlocked unlocked;
    made.executable = on->compile(code, format, given, &destroy<pjrt::LoadedExecutable>);
  }
  made.client = std::move(client);
  made.traceback = current_traceback();
  made.own_layouts = own_layouts;
  return made;
}

Loaded load(nb::object client, nb::bytes serialized, std::optional<nb::bytes> options) {
  const std::string_view code(serialized.c_str(), serialized.size());
  std::optional<std::string_view> given;
  if (options) given.emplace(options->c_str(), options->size());
  const std::shared_ptr<pjrt::Client> on =
      present(nb::cast<const Client&>(client), PJRT_Error_Code_INVALID_ARGUMENT,
              "PjRtCompiler must be constructed with a Client to call DeserializeLoadedExecutable.");
  Loaded made;
  {
    const profiler::Span span("PJRT_Executable_DeserializeAndLoad");
    const gil::Unlocked unlocked;
    made.executable = on->load(code, given, &destroy<pjrt::LoadedExecutable>);
  }
  made.client = std::move(client);
  made.traceback = current_traceback();
  return made;
}

}  // namespace

void bind_py_executable(Module& native) {
  Module jax = nb::borrow<Module>(native.attr("jax"));
  bind_results(jax);
  bind_loaded(jax);
  jax.def("collect_garbage", [] { release_callbacks(true); });
  native.def("callback_begins", &gil::callback_begins, "A host callback is about to run Python.");
  native.def("callback_ends", &gil::callback_ends, "It has.");
  // No program may still run while the library's static objects are destroyed.
  gil::at_end(pjrt::Buffer::all_ready);
  native.def("compile", &compile, nb::arg("client"), nb::arg("program"), nb::arg("format"), nb::arg("options"),
             nb::arg("own_layouts") = false);
  native.def("load", &load, nb::arg("client"), nb::arg("serialized"), nb::arg("options").none());
}

}  // namespace jaxlib
