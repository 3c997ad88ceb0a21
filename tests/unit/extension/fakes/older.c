// A plugin of before PJRT_Compile, whose struct is on the heap at its own size: a checker sees reads beyond.
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
