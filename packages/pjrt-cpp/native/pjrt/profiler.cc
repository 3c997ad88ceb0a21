#include "pjrt/profiler.h"

#include <cstddef>
#include <cstdint>

#include "pjrt/wire_format.h"

namespace pjrt {
namespace {

// The argument structs of the extension, in its order; their sizes end with the last field.
struct ErrorDestroy {
  std::size_t struct_size;
  void* priv;
  void* error;
};
struct ErrorMessage {
  std::size_t struct_size;
  void* priv;
  const void* error;
  const char* message;  // out
  std::size_t size;     // out
};
struct ErrorGetCode {
  std::size_t struct_size;
  void* priv;
  const void* error;
  int code;  // out
};
struct Create {
  std::size_t struct_size;
  const char* options;
  std::size_t options_size;
  void* profiler;  // out
};
struct OfProfiler {
  std::size_t struct_size;
  void* profiler;
};
struct Collect {
  std::size_t struct_size;
  void* profiler;
  std::uint8_t* buffer;
  std::size_t size;  // out
};

}  // namespace

struct ProfilerApi {
  std::size_t struct_size;
  void* priv;
  void (*error_destroy)(ErrorDestroy*);
  void (*error_message)(ErrorMessage*);
  void* (*error_get_code)(ErrorGetCode*);
  void* (*create)(Create*);
  void* (*destroy)(OfProfiler*);
  void* (*start)(OfProfiler*);
  void* (*stop)(OfProfiler*);
  void* (*collect)(Collect*);
};

namespace {

struct ProfilerExtension {
  PJRT_Extension_Base base;
  const ProfilerApi* api;
};

static_assert(sizeof(ProfilerExtension) == 32 && sizeof(ProfilerApi) == 80, "the profiler extension's layout");

const ProfilerApi* find(const Plugin& plugin) {
  const auto* base = plugin.extension(PJRT_Extension_Type_Profiler, sizeof(ProfilerExtension));
  const auto* extension = reinterpret_cast<const ProfilerExtension*>(base);
  if (extension == nullptr || extension->api == nullptr) return nullptr;
  return extension->api->struct_size >= sizeof(ProfilerApi) ? extension->api : nullptr;
}

}  // namespace

bool Profiler::available(const Plugin& plugin) { return find(plugin) != nullptr; }

Profiler::Profiler(const Plugin& plugin, std::string_view options) : plugin_(&plugin), api_(find(plugin)) {
  if (api_ == nullptr) {
    throw Error(PJRT_Error_Code_UNIMPLEMENTED, "the library has no profiler: it lacks PJRT's profiler extension",
                "PLUGIN_Profiler_Create", plugin.name());
  }
  Create args{sizeof(Create), options.data(), options.size(), nullptr};
  check(api_->create(&args), "PLUGIN_Profiler_Create");
  profiler_ = args.profiler;
}

Profiler::~Profiler() {
  OfProfiler args{sizeof(OfProfiler), profiler_};
  void* error = nullptr;
  if (state_ == kStarted) error = api_->stop(&args);
  for (void* each : {error, api_->destroy(&args)}) {
    ErrorDestroy freed{sizeof(ErrorDestroy), nullptr, each};
    if (each != nullptr) api_->error_destroy(&freed);
  }
}

void Profiler::expect(State state, const char* function) const {
  if (state_ == state) return;
  throw Error(PJRT_Error_Code_FAILED_PRECONDITION, "a profiler is started, stopped and collected, once each",
              function, plugin_->name());
}

void Profiler::check(void* error, const char* function) const {
  if (error == nullptr) return;
  ErrorMessage message{sizeof(ErrorMessage), nullptr, error, nullptr, 0};
  api_->error_message(&message);
  std::string text(message.message, message.size);
  ErrorGetCode code{offsetof(ErrorGetCode, code) + sizeof(int), nullptr, error, PJRT_Error_Code_UNKNOWN};
  void* failure = api_->error_get_code(&code);
  for (void* each : {failure, error}) {
    ErrorDestroy freed{sizeof(ErrorDestroy), nullptr, each};
    if (each != nullptr) api_->error_destroy(&freed);
  }
  throw Error(code.code, std::move(text), function, plugin_->name());
}

void Profiler::start() {
  expect(kMade, "PLUGIN_Profiler_Start");
  OfProfiler args{sizeof(OfProfiler), profiler_};
  check(api_->start(&args), "PLUGIN_Profiler_Start");
  state_ = kStarted;
}

void Profiler::stop() {
  expect(kStarted, "PLUGIN_Profiler_Stop");
  OfProfiler args{sizeof(OfProfiler), profiler_};
  check(api_->stop(&args), "PLUGIN_Profiler_Stop");
  state_ = kStopped;
}

std::string Profiler::collect() {
  expect(kStopped, "PLUGIN_Profiler_CollectData");
  Collect args{sizeof(Collect), profiler_, nullptr, 0};
  check(api_->collect(&args), "PLUGIN_Profiler_CollectData");  // returns the size; XLA's profilers also return the bytes
  std::string data(args.size, '\0');
  if (args.buffer == nullptr && !data.empty()) {
    args.buffer = reinterpret_cast<std::uint8_t*>(data.data());
    check(api_->collect(&args), "PLUGIN_Profiler_CollectData");
  }
  // The library returns the bytes in `data`, or in its own memory, which lives as long as the profiler.
  const auto* found = reinterpret_cast<const char*>(args.buffer);
  if (found != data.data() && args.size != 0) data.assign(found, args.size);
  // XLA's profilers report one byte more than the message has.
  wire::Reader fields(data);
  std::size_t whole = data.size();
  while (fields.next()) whole = fields.left();
  if (!fields.good() && whole == 1 && data.back() == '\0') data.pop_back();
  state_ = kCollected;
  return data;
}

}  // namespace pjrt
