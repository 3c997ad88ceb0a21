// Partitioners of custom calls, from PJRT's extension for them, type 2.
//
// The extension's header is not in any package. Version 1 is declared here; the library's own size is checked before a
// function is called.
//
// Ownership: a partitioner is never destroyed, because a library may call it as long as the process lives. Its answers
// belong to the library until it calls their cleanup function. Threads: the library calls from any thread that
// compiles, without the GIL.

#include <mutex>
#include <unordered_map>

#include "errors.h"
#include "py_client.h"

namespace jaxlib {
namespace {

struct String {
  const char* data;
  std::size_t size;
};
struct Value {
  String shape;
  bool has_sharding;
  String sharding;
};
struct Header {
  std::int64_t version;
  void* data;                   // out
  void (*cleanup)(void* data);  // out; the library calls it whether there is an error or not
  bool has_error;               // out, as are the next two
  PJRT_Error_Code code;
  String message;
};
struct Partition {
  Header header;
  std::size_t count;
  const Value* operands;
  Value result;
  String config;
  String program;              // out
  String* operand_shardings;   // out
  String result_sharding;      // out
};
struct Infer {
  Header header;
  std::size_t count;
  const Value* operands;
  String result_shape;
  String config;
  bool has_result_sharding;  // out
  String result_sharding;    // out
};
struct Propagate {
  Header header;
  String config;
  String result_shape;
  String result_sharding;  // in and out
};
struct Callbacks {
  std::int64_t version;
  void* data;
  void (*destroy)(Callbacks*);
  void (*partition)(Callbacks*, Partition*);
  void (*infer)(Callbacks*, Infer*);
  void (*propagate)(Callbacks*, Propagate*);
  bool replicated_side_effects;
};
struct RegisterPartitioner {
  std::size_t struct_size;
  const char* name;
  std::size_t name_size;
  Callbacks* callbacks;
};
struct RegisterBatched {
  std::size_t struct_size;
  const char* name;
  std::size_t name_size;
};
struct Extension {
  PJRT_Extension_Base base;
  PJRT_Error* (*register_partitioner)(RegisterPartitioner*);
  PJRT_Error* (*register_batched)(RegisterBatched*);
};
static_assert(sizeof(Value) == 40 && sizeof(Header) == 48 && sizeof(Partition) == 160 && sizeof(Infer) == 120 &&
                  sizeof(Propagate) == 96 && sizeof(Callbacks) == 56 && sizeof(Extension) == 40,
              "the custom partitioner extension's layout");

// The answer to one call.
struct Answer {
  std::string program, result_sharding, error;
  std::vector<std::string> shardings;
  std::vector<String> listed;
};

std::string_view view(const String& text) { return {text.data, text.size}; }
String of(const std::string& text) { return {text.data(), text.size()}; }
nb::bytes as_bytes(const String& text) { return nb::bytes(text.data, text.size); }
std::string taken(nb::handle bytes) {
  const auto content = nb::cast<nb::bytes>(bytes);
  return {content.c_str(), content.size()};
}

nb::object as_value(const Value& value) {
  return nb::make_tuple(as_bytes(value.shape),
                        value.has_sharding ? nb::object(as_bytes(value.sharding)) : nb::object(nb::none()));
}
nb::list as_values(const Value* values, std::size_t count) {
  nb::list all;
  for (std::size_t i = 0; i < count; ++i) all.append(as_value(values[i]));
  return all;
}

class Partitioner {
 public:
  Partitioner(nb::callable partition, nb::callable infer, nb::callable propagate, bool replicated_side_effects)
      : partition_(std::move(partition)),
        infer_(std::move(infer)),
        propagate_(std::move(propagate)),
        callbacks_{0,
                   this,
                   [](Callbacks*) {},
                   [](Callbacks* self, Partition* call) { of_callbacks(self).partition(*call); },
                   [](Callbacks* self, Infer* call) { of_callbacks(self).infer(*call); },
                   [](Callbacks* self, Propagate* call) { of_callbacks(self).propagate(*call); },
                   replicated_side_effects} {}

  Callbacks* callbacks() { return &callbacks_; }

 private:
  static Partitioner& of_callbacks(Callbacks* self) { return *static_cast<Partitioner*>(self->data); }

  void partition(Partition& call) noexcept {
    Answer& answer = answer_of(call.header);
    answer.error = failure_of(view(call.config));
    if (answer.error.empty()) {
      answer.error = python([&] {
        const nb::object made =
            partition_(as_values(call.operands, call.count), as_value(call.result), as_bytes(call.config));
        answer.program = taken(made[0]);
        for (const nb::handle each : nb::cast<nb::list>(made[1])) answer.shardings.push_back(taken(each));
        answer.result_sharding = taken(made[2]);
      });
    }
    for (const std::string& each : answer.shardings) answer.listed.push_back(of(each));
    call.program = of(answer.program);
    call.operand_shardings = answer.listed.data();
    call.result_sharding = of(answer.result_sharding);
    call.header.has_error = !answer.error.empty();
    call.header.code = PJRT_Error_Code_INTERNAL;
    call.header.message = of(answer.error);
  }

  void infer(Infer& call) noexcept {
    Answer& answer = answer_of(call.header);
    call.has_result_sharding = false;
    const std::string error = python([&] {
      const nb::object made =
          infer_(as_values(call.operands, call.count), as_bytes(call.result_shape), as_bytes(call.config));
      if (made.is_none()) return;
      answer.result_sharding = taken(made);
      call.has_result_sharding = true;
    });
    if (!error.empty()) fail(view(call.config), error);
    call.result_sharding = of(answer.result_sharding);
  }

  void propagate(Propagate& call) noexcept {
    Answer& answer = answer_of(call.header);
    answer.result_sharding = std::string(view(call.result_sharding));
    const std::string error = python([&] {
      answer.result_sharding =
          taken(propagate_(as_bytes(call.result_sharding), as_bytes(call.result_shape), as_bytes(call.config)));
    });
    if (!error.empty()) fail(view(call.config), error);
    call.result_sharding = of(answer.result_sharding);
  }

  static Answer& answer_of(Header& header) {
    auto* answer = new Answer;
    header.data = answer;
    header.cleanup = [](void* data) { delete static_cast<Answer*>(data); };
    header.has_error = false;
    return *answer;
  }

  // Calls `function` with the GIL; returns the text of what it throws, else an empty one.
  template <class Function>
  static std::string python(Function function) {
    const gil::Entered entered;
    if (!entered) return "custom_partitioner: the interpreter has ended";
    try {
      function();
      return {};
    } catch (const std::exception& error) {
      return std::string("custom_partitioner: ") + error.what();
    }
  }

  // Libraries end the process if the sharding of a call cannot be inferred or propagated. So such an error is kept
  // until the call is partitioned, which may fail. `config` identifies the call.
  void fail(std::string_view config, const std::string& error) {
    const std::lock_guard<std::mutex> held(mutex_);
    failures_.emplace(config, error);
  }
  std::string failure_of(std::string_view config) {
    const std::lock_guard<std::mutex> held(mutex_);
    const auto found = failures_.find(std::string(config));
    if (found == failures_.end()) return {};
    std::string error = std::move(found->second);
    failures_.erase(found);
    return error;
  }

  nb::callable partition_, infer_, propagate_;
  Callbacks callbacks_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::string> failures_;  // by configuration
};

// Null if the plugin has no such extension.
const Extension* extension_of(const pjrt::Plugin& plugin) {
  return reinterpret_cast<const Extension*>(
      plugin.extension(PJRT_Extension_Type_Custom_Partitioner, sizeof(Extension)));
}

void register_partitioner(nb::handle api, const std::string& name, nb::callable partition, nb::callable infer,
                          nb::callable propagate, bool replicated_side_effects) {
  const pjrt::Plugin& plugin = pjrt::Plugin::adopt(api_of(api, "register_custom_call_partitioner"), "plugin");
  const Extension* extension = extension_of(plugin);
  if (extension == nullptr) return;
  auto* partitioner =
      new Partitioner(std::move(partition), std::move(infer), std::move(propagate), replicated_side_effects);
  RegisterPartitioner args{sizeof args, name.data(), name.size(), partitioner->callbacks()};
  plugin.check(extension->register_partitioner(&args), "PJRT_Register_Custom_Partitioner");
}

void register_batched(nb::handle api, const std::string& name) {
  const pjrt::Plugin& plugin =
      pjrt::Plugin::adopt(api_of(api, "register_custom_call_as_batch_partitionable"), "plugin");
  const Extension* extension = extension_of(plugin);
  if (extension == nullptr) return;
  RegisterBatched args{sizeof args, name.data(), name.size()};
  plugin.check(extension->register_batched(&args), "PJRT_Register_Batch_Partitionable");
}

}  // namespace

void bind_custom_partitioner(Module& native) {
  native.def("register_custom_partitioner", &register_partitioner, nb::arg("api"), nb::arg("name"),
             nb::arg("partition"), nb::arg("infer"), nb::arg("propagate"), nb::arg("replicated_side_effects"));
  native.def("register_batch_partitionable", &register_batched, nb::arg("api"), nb::arg("name"));
}

}  // namespace jaxlib
