// A PLUGIN_Profiler of PJRT's profiler extension: records the activity of a library and its devices.
//
// The extension's header is not in any package. The layout declared here is that of version 1, the only one in
// libraries of PJRT C API 0.81 to 0.113. The library's own sizes are checked before an offset is trusted.
//
// Ownership: a Profiler owns its handle. A library has one set of devices, so there should be one Profiler at a
// time. Threads: one at a time.
// Blocking: every function may block.
#ifndef PJRT_PROFILER_H_
#define PJRT_PROFILER_H_

#include <string>
#include <string_view>

#include "pjrt/plugin.h"

namespace pjrt {

struct ProfilerApi;

class Profiler {
 public:
  // Whether the library has the extension.
  static bool available(const Plugin& plugin);

  // `options` is a serialized tensorflow.ProfileOptions. Throws UNIMPLEMENTED if the library has no profiler.
  Profiler(const Plugin& plugin, std::string_view options);
  ~Profiler();
  Profiler(const Profiler&) = delete;
  Profiler& operator=(const Profiler&) = delete;

  // Call each once, in this order; otherwise they throw FAILED_PRECONDITION, which libraries need not check.
  void start();
  void stop();
  std::string collect();  // a serialized tensorflow.profiler.XSpace

 private:
  enum State { kMade, kStarted, kStopped, kCollected };
  void expect(State state, const char* function) const;
  void check(void* error, const char* function) const;

  const Plugin* plugin_;
  const ProfilerApi* api_;
  void* profiler_ = nullptr;
  State state_ = kMade;
};

}  // namespace pjrt

#endif  // PJRT_PROFILER_H_
