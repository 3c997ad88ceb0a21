// A plugin whose PJRT_Api states the version MAJOR.MINOR.
#include "fake.h"

static const PJRT_Api api = {.struct_size = sizeof api, .pjrt_api_version = FAKE_VERSION(MAJOR, MINOR)};

const PJRT_Api *GetPjrtApi(void) { return &api; }
