#include "fake.h"

static PJRT_Extension_Base first = {8, PJRT_Extension_Type_Stream, NULL};
static const PJRT_Api api = {
    .struct_size = sizeof api, .extension_start = &first, .pjrt_api_version = FAKE_VERSION(0, 81)};

const PJRT_Api *GetPjrtApi(void) { return &api; }
