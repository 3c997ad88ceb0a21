#include "fake.h"

static PJRT_Extension_Base first;
static PJRT_Extension_Base second = {sizeof second, PJRT_Extension_Type_Layouts, &first};
static PJRT_Extension_Base first = {sizeof first, PJRT_Extension_Type_Stream, &second};
static const PJRT_Api api = {
    .struct_size = sizeof api, .extension_start = &first, .pjrt_api_version = FAKE_VERSION(0, 81)};

const PJRT_Api *GetPjrtApi(void) { return &api; }
