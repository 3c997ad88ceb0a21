// Translates errors of the library to those of current XLA.
//
// A program that runs out of memory on the CPU fails with RESOURCE_EXHAUSTED: "Out of memory allocating ...".
// Libraries from before XLA preserved that code in its events return INTERNAL, with the event's name before the
// message.
//
// Ownership: the message points into the library's error and lives as long as that error.
// Threads: any; no state.
#ifndef PLUGIN_STATUS_H
#define PLUGIN_STATUS_H

#include "pjrt_c_api.h"

// Replacements of PJRT_Error_Message and PJRT_Error_GetCode in a private copy of `api`, which has both.
void status_message(const PJRT_Api *api, PJRT_Error_Message_Args *args);
PJRT_Error *status_code(const PJRT_Api *api, PJRT_Error_GetCode_Args *args);

#endif  // PLUGIN_STATUS_H
