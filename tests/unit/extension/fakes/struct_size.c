// A plugin whose PJRT_Api states the size STRUCT_SIZE.
#include "fake.h"

static const PJRT_Api api = {.struct_size = STRUCT_SIZE, .pjrt_api_version = FAKE_VERSION(0, 81)};

const PJRT_Api *GetPjrtApi(void) { return &api; }
