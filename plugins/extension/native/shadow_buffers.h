// One buffer in two clients: views of the same memory, without a copy.
//
// Ownership: a result keeps the shadow client's buffer, whose memory it views, until the result is destroyed.
// Threads: any; no state here.
#ifndef PLUGIN_SHADOW_BUFFERS_H
#define PLUGIN_SHADOW_BUFFERS_H

#include "pjrt_c_api.h"

// The device of `client` with the same id.
PJRT_Error *counterpart(const PJRT_Api *api, PJRT_Client *client, PJRT_Device *device, PJRT_Device **found);

// A view of an operand, for the duration of an execution.
PJRT_Error *lend_operand(const PJRT_Api *api, PJRT_Client *to, PJRT_Buffer *buffer, PJRT_Buffer **made);

// Ends the view. If the execution donated it, the operand itself is deleted.
void return_operand(const PJRT_Api *api, PJRT_Buffer *buffer, PJRT_Buffer *lent);

// A view of a result, which takes ownership of `buffer`; on an error, `buffer` is destroyed.
PJRT_Error *hand_out_result(const PJRT_Api *api, PJRT_Client *to, PJRT_Buffer *buffer, PJRT_Buffer **made);

#endif  // PLUGIN_SHADOW_BUFFERS_H
