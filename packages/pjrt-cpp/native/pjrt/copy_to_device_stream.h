// A PJRT_CopyToDeviceStream: the content that the host passes to a receive operation of a running program.
//
// Ownership: owns its handle. Threads: one at a time. Blocking: nothing here waits for a transfer.
#ifndef PJRT_COPY_TO_DEVICE_STREAM_H_
#define PJRT_COPY_TO_DEVICE_STREAM_H_

#include <string>
#include <utility>

#include "pjrt/plugin.h"

namespace pjrt {

class CopyToDeviceStream {
 public:
  // Takes ownership of `stream`.
  CopyToDeviceStream(const Plugin& plugin, PJRT_CopyToDeviceStream* stream) : plugin_(&plugin), stream_(stream) {}
  CopyToDeviceStream(CopyToDeviceStream&& other) noexcept
      : plugin_(other.plugin_), stream_(std::exchange(other.stream_, nullptr)) {}
  CopyToDeviceStream& operator=(CopyToDeviceStream&&) = delete;
  ~CopyToDeviceStream();

  // Starts to transfer `content`, all at once: libraries want a multiple of a size of their own otherwise.
  void add(std::string content) const;

 private:
  const Plugin* plugin_;
  PJRT_CopyToDeviceStream* stream_;
};

}  // namespace pjrt

#endif  // PJRT_COPY_TO_DEVICE_STREAM_H_
