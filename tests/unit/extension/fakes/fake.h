// Shared by the fake PJRT libraries: the export attribute, and errors with a text.
#ifndef FAKE_H
#define FAKE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt_c_api.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT const PJRT_Api *GetPjrtApi(void);

#define FAKE_VERSION(major, minor) {PJRT_Api_Version_STRUCT_SIZE, NULL, major, minor}

#endif  // FAKE_H
