// Errors of the library as today's XLA reports them.
//
// A program that runs out of memory on the CPU ends with RESOURCE_EXHAUSTED: "Out of memory allocating ...". Libraries
// built before XLA kept that code on the way through its events say INTERNAL, with the event's name in front.
//
// Ownership: the message still points into the library's error and lives as long as the error does.
// Threads: any; nothing is kept.
#ifndef PLUGIN_STATUS_H
#define PLUGIN_STATUS_H

#include "pjrt_c_api.h"

// PJRT_Error_Message and PJRT_Error_GetCode of a private copy of `api`, which has both.
void status_message(const PJRT_Api *api, PJRT_Error_Message_Args *args);
PJRT_Error *status_code(const PJRT_Api *api, PJRT_Error_GetCode_Args *args);

#endif  // PLUGIN_STATUS_H
