#include "pjrt/copy_to_device_stream.h"

#include <memory>

#include "pjrt/event.h"

namespace pjrt {

CopyToDeviceStream::~CopyToDeviceStream() {
  if (stream_ == nullptr) return;
  PJRT_ARGS(args, *plugin_, PJRT_CopyToDeviceStream_Destroy);
  args->stream = stream_;
  PJRT_RELEASE(*plugin_, PJRT_CopyToDeviceStream_Destroy, args);
}

void CopyToDeviceStream::add(std::string content) const {
  // The library calls the deleter, whether the call fails or not.
  auto* owned = new std::string(std::move(content));
  PJRT_Chunk chunk{owned->data(), owned->size(),
                   [](void*, void* argument) { delete static_cast<std::string*>(argument); }, owned};
  PJRT_ARGS(args, *plugin_, PJRT_CopyToDeviceStream_AddChunk);
  args->stream = stream_;
  args->chunk = &chunk;
  PJRT_CALL(*plugin_, PJRT_CopyToDeviceStream_AddChunk, args);
  const Event unused(*plugin_, args->transfer_complete);
}

}  // namespace pjrt
