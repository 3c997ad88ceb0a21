// STRUCT_SIZE: what it says of its PJRT_Api.
#include "fake.h"

static const PJRT_Api api = {.struct_size = STRUCT_SIZE, .pjrt_api_version = FAKE_VERSION(0, 81)};

const PJRT_Api *GetPjrtApi(void) { return &api; }
