// A loaded PJRT C API library, its errors, and the functions that all calls go through.
//
// Ownership: a Plugin lives as long as the process. Libraries leave threads and static state behind, so none is
// ever unloaded, and all other classes may hold a plain reference to it.
// Threads: every function may be called from any thread; a Plugin does not change once it is opened.
// Blocking: open() runs the library's constructors and its PJRT_Plugin_Initialize.
// Trust: struct_size and major version are checked before any other field of the library's table is read. Calling a
// function that is null, or beyond the table's end, throws an Error with its name; use has() to check beforehand.
//
// Argument structs: a library refuses a struct that is shorter than that of its own header. For a library newer
// than the header used here, Args pads each struct with zeros, the values of unset fields. An older library ignores
// the additional fields, by the rules of the API.
#ifndef PJRT_PLUGIN_H_
#define PJRT_PLUGIN_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pjrt_c_api.h"

namespace pjrt {

// An error that a library returned.
class Error : public std::runtime_error {
 public:
  Error(int code, std::string message, std::string function, std::string plugin);
  Error(const Error&) = default;

  int code() const { return code_; }  // PJRT_Error_Code, as returned by the library
  const std::string& message() const { return message_; }
  const std::string& function() const { return function_; }
  const std::string& plugin() const { return plugin_; }

 private:
  int code_;
  std::string message_, function_, plugin_;
};

// A file that cannot be used as a PJRT library.
class LoadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  LoadError(const LoadError&) = default;
};

struct NamedValue;

class Plugin {
 public:
  // Loads and initializes the library at `path`; returns the same Plugin for the same path. `name` is used in
  // errors. Throws LoadError, or Error if its initialization fails.
  static const Plugin& open(const std::string& path, const std::string& name);

  // The Plugin for a table that someone else has loaded; the same for the same table. Only initialize() initializes
  // its library.
  static const Plugin& adopt(const PJRT_Api* api, const std::string& name);

  void initialize() const;

  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }
  int major_version() const { return major_; }
  int minor_version() const { return minor_; }
  const PJRT_Api* api() const { return api_; }

  // The types of its extensions, in the order of their chain.
  const std::vector<int>& extensions() const { return extensions_; }

  // The first extension of this type if it has at least `size` bytes; else nullptr.
  const PJRT_Extension_Base* extension(int type, std::size_t size) const;

  // The library's attributes, such as the StableHLO versions that it supports.
  std::vector<NamedValue> attributes() const;

  // Whether it has a function, such as "PJRT_Buffer_CopyToMemory".
  bool has(const std::string& function) const;

  // Internal to pjrt/.

  template <class Function>
  Function* find(std::size_t offset) const {
    Function* found = nullptr;
    if (offset + sizeof found <= size_) {
      std::memcpy(&found, reinterpret_cast<const char*>(api_) + offset, sizeof found);
    }
    return found;
  }

  template <class Function>
  Function* function(std::size_t offset, const char* name) const {
    Function* found = find<Function>(offset);
    if (found == nullptr) missing(name);
    return found;
  }

  void check(PJRT_Error* error, const char* function) const {
    if (error != nullptr) raise(error, function);
  }

  // Destroys `error` and throws it.
  [[noreturn]] void raise(PJRT_Error* error, const char* function) const;

  // An Error with the library's code and message; destroys `error`.
  Error take(PJRT_Error* error, const char* function) const;

  void discard(PJRT_Error* error) const noexcept;

  bool newer() const { return newer_; }

  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

 private:
  Plugin(std::string name, std::string path, const PJRT_Api* api);
  [[noreturn]] void missing(const char* function) const;

  std::string name_, path_;
  const PJRT_Api* api_;
  std::size_t size_;
  int major_ = 0, minor_ = 0;
  bool newer_;
  std::vector<int> extensions_;
};

// The argument struct of one call, zero except for its size.
template <class Struct>
class Args {
 public:
  Args(const Plugin& plugin, std::size_t size) {
    // An older library reads nothing beyond the struct, and for most calls clearing more would take noticeable
    // time.
    std::memset(static_cast<void*>(&whole_), 0, plugin.newer() ? sizeof whole_ : sizeof whole_.known);
    whole_.known.struct_size = plugin.newer() ? sizeof whole_ : size;
  }
  Struct* operator->() { return &whole_.known; }
  Struct* get() { return &whole_.known; }

  // The 64-bit number at `index` after the known fields, which a newer library may have set; else 0.
  std::int64_t later(std::size_t index) const {
    std::int64_t number = 0;
    if (sizeof whole_.known + (index + 1) * sizeof number > whole_.known.struct_size) return number;
    std::memcpy(&number, whole_.beyond + index * sizeof number, sizeof number);
    return number;
  }

 private:
  static constexpr std::size_t kGrowth = 128;
  struct {
    Struct known;
    unsigned char beyond[kGrowth];
  } whole_;
};

}  // namespace pjrt

// Declares `name`, the arguments of `function`.
#define PJRT_ARGS(name, plugin, function) \
  ::pjrt::Args<function##_Args> name(plugin, function##_Args_STRUCT_SIZE)

// Calls `function`; throws the library's error.
#define PJRT_CALL(plugin, fn, args) \
  (plugin).check((plugin).function<::fn>(offsetof(PJRT_Api, fn), #fn)((args).get()), #fn)

// Calls `function` and ignores its error, for destructors.
#define PJRT_RELEASE(plugin, fn, args)                             \
  do {                                                             \
    if (auto* found = (plugin).find<::fn>(offsetof(PJRT_Api, fn))) \
      (plugin).discard(found((args).get()));                       \
  } while (false)

#define PJRT_HAS(plugin, fn) ((plugin).find<::fn>(offsetof(PJRT_Api, fn)) != nullptr)

#endif  // PJRT_PLUGIN_H_
