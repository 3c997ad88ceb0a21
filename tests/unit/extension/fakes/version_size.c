#include "fake.h"

static const PJRT_Api api = {.struct_size = sizeof api, .pjrt_api_version = {8, NULL, 0, 81}};

const PJRT_Api *GetPjrtApi(void) { return &api; }
