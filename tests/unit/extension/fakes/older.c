// A plugin older than PJRT_Compile, whose table is on the heap in its exact size, so that sanitizers see reads beyond it.
#include "fake.h"

const PJRT_Api *GetPjrtApi(void) {
  static PJRT_Api *api;
  if (api == NULL) {
    const size_t size = offsetof(PJRT_Api, PJRT_Compile);
    const PJRT_Api_Version version = FAKE_VERSION(0, 12);
    void *memory = calloc(1, size);
    if (memory == NULL) abort();
    api = memory;
    api->struct_size = size;
    api->pjrt_api_version = version;
  }
  return api;
}
