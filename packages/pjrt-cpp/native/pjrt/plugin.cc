#include "pjrt/plugin.h"

#include <dlfcn.h>

#include <map>
#include <memory>
#include <mutex>

#include "compat.h"
#include "pjrt/named_value.h"

namespace pjrt {
namespace {

// Every function of the header, in order; generated from the header at build time.
constexpr struct {
  const char* name;
  std::size_t offset;
} kFunctions[] = {
#define PJRT_FUNCTION(name) {#name, offsetof(PJRT_Api, name)},
#include "pjrt_functions.inc"
#undef PJRT_FUNCTION
};

constexpr std::size_t kHeaderSize = PJRT_STRUCT_SIZE(PJRT_Api, pjrt_api_version);
constexpr std::size_t kExtensionsMax = 256;  // a longer chain is a cycle

const PJRT_Api* table(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw LoadError(dlerror());
  using GetPjrtApi = const PJRT_Api*();
  auto* entry = reinterpret_cast<GetPjrtApi*>(dlsym(library, "GetPjrtApi"));
  if (entry == nullptr) {
    throw LoadError(path + ": no PJRT library: wanted the symbol GetPjrtApi, which it does not export");
  }
  const PJRT_Api* api = entry();
  if (api == nullptr) throw LoadError(path + ": GetPjrtApi returned no API");
  if (api->struct_size < kHeaderSize) {
    throw LoadError(path + ": wanted a PJRT_Api of " + std::to_string(kHeaderSize) +
                    " bytes or more, found one that states " + std::to_string(api->struct_size));
  }
  const PJRT_Api_Version& version = api->pjrt_api_version;
  if (version.struct_size < PJRT_STRUCT_SIZE(PJRT_Api_Version, minor_version) ||
      version.major_version != PJRT_API_MAJOR) {
    throw LoadError(path + ": wanted PJRT C API " + std::to_string(PJRT_API_MAJOR) + ".x, found " +
                    std::to_string(version.major_version) + "." + std::to_string(version.minor_version));
  }
  return api;
}

}  // namespace

Error::Error(int code, std::string message, std::string function, std::string plugin)
    : std::runtime_error(message + " [" + function + " of " + plugin + "]"),
      code_(code),
      message_(std::move(message)),
      function_(std::move(function)),
      plugin_(std::move(plugin)) {}

Plugin::Plugin(std::string name, std::string path, const PJRT_Api* api)
    : name_(std::move(name)), path_(std::move(path)), api_(api), size_(api->struct_size) {
  major_ = api->pjrt_api_version.major_version;
  minor_ = api->pjrt_api_version.minor_version;
  newer_ = minor_ > PJRT_API_MINOR;
  const PJRT_Extension_Base* extension = api->extension_start;
  while (extension != nullptr && extension->struct_size >= PJRT_Extension_Base_STRUCT_SIZE &&
         extensions_.size() < kExtensionsMax) {
    extensions_.push_back(static_cast<int>(extension->type));
    extension = extension->next;
  }
}

const Plugin& Plugin::open(const std::string& path, const std::string& name) {
  // Never destroyed: a library's threads may outlive static destructors.
  static auto* const mutex = new std::mutex;
  static auto* const opened = new std::map<std::string, std::unique_ptr<Plugin>>;
  const std::lock_guard<std::mutex> lock(*mutex);
  std::unique_ptr<Plugin>& slot = (*opened)[path];
  if (slot == nullptr) {
    std::unique_ptr<Plugin> plugin(new Plugin(name, path, table(path)));
    plugin->initialize();
    slot = std::move(plugin);
  }
  return *slot;
}

const Plugin& Plugin::adopt(const PJRT_Api* api, const std::string& name) {
  static auto* const mutex = new std::mutex;
  static auto* const adopted = new std::map<const PJRT_Api*, std::unique_ptr<Plugin>>;
  const std::lock_guard<std::mutex> lock(*mutex);
  std::unique_ptr<Plugin>& slot = (*adopted)[api];
  if (slot == nullptr) slot.reset(new Plugin(name, "", api));
  return *slot;
}

void Plugin::initialize() const {
  if (!PJRT_HAS(*this, PJRT_Plugin_Initialize)) return;
  PJRT_ARGS(args, *this, PJRT_Plugin_Initialize);
  PJRT_CALL(*this, PJRT_Plugin_Initialize, args);
}

std::vector<NamedValue> Plugin::attributes() const {
  PJRT_ARGS(args, *this, PJRT_Plugin_Attributes);
  PJRT_CALL(*this, PJRT_Plugin_Attributes, args);
  return copy(args->attributes, args->num_attributes);
}

const PJRT_Extension_Base* Plugin::extension(int type, std::size_t size) const {
  const PJRT_Extension_Base* each = api_->extension_start;
  for (const int known : extensions_) {
    if (known == type) return each->struct_size >= size ? each : nullptr;
    each = each->next;
  }
  return nullptr;
}

bool Plugin::has(const std::string& function) const {
  for (const auto& known : kFunctions) {
    if (function == known.name) return find<void()>(known.offset) != nullptr;
  }
  throw std::invalid_argument("no function of the PJRT C API " + std::to_string(PJRT_API_MAJOR) + "." +
                              std::to_string(PJRT_API_MINOR) + ": " + function);
}

void Plugin::missing(const char* function) const {
  throw Error(PJRT_Error_Code_UNIMPLEMENTED,
              "the library has no such function; its PJRT C API is " + std::to_string(major_) + "." +
                  std::to_string(minor_),
              function, name_);
}

Error Plugin::take(PJRT_Error* error, const char* function) const {
  std::string message;
  int code = PJRT_Error_Code_UNKNOWN;
  if (auto* read = find<PJRT_Error_Message>(offsetof(PJRT_Api, PJRT_Error_Message))) {
    PJRT_ARGS(args, *this, PJRT_Error_Message);
    args->error = error;
    read(args.get());
    message.assign(args->message, args->message_size);
  }
  if (auto* get = find<PJRT_Error_GetCode>(offsetof(PJRT_Api, PJRT_Error_GetCode))) {
    PJRT_ARGS(args, *this, PJRT_Error_GetCode);
    args->error = error;
    if (PJRT_Error* failure = get(args.get())) {
      discard(failure);
    } else {
      code = args->code;
    }
  }
  discard(error);
  return Error(code, std::move(message), function, name_);
}

void Plugin::raise(PJRT_Error* error, const char* function) const { throw take(error, function); }

void Plugin::discard(PJRT_Error* error) const noexcept {
  if (error == nullptr) return;
  if (auto* destroy = find<PJRT_Error_Destroy>(offsetof(PJRT_Api, PJRT_Error_Destroy))) {
    PJRT_ARGS(args, *this, PJRT_Error_Destroy);
    args->error = error;
    destroy(args.get());
  }
}

}  // namespace pjrt
