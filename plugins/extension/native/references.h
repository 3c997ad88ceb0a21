// Serializes changes of a buffer's external references, and its deletion.
//
// The problem, in every library of the C API's age: it keeps the references in a list without a lock, so
// two threads that take or return one break the list. And XLA takes a reference in two steps, between which another
// thread's PJRT_Buffer_Delete frees what the second step reads; it takes one for as long as it looks up an address, too.
// Both jaxlibs do all of this for DLPack, for the buffer protocol and for numpy's views, on whichever thread comes.
//
// Ownership: a buffer is known here by its address, during the call only.
// Threads: any. Increases and decreases of one buffer take turns, and so do its deletion and whatever takes a reference.
// Calls for different buffers do not wait for each other: a deletion, or the return of the last reference, may free the
// view of another buffer and return a reference to that one from within.
// Python: none. They may wait, so the GIL must not be held.
#ifndef PLUGIN_REFERENCES_H
#define PLUGIN_REFERENCES_H

#include <stdbool.h>

#include "pjrt_c_api.h"

// True if the plugin has all the functions that this needs.
bool references_possible(const PJRT_Api *api);

// Replace the functions of those names, and call the plugin's own.
PJRT_Error *references_increase(const PJRT_Api *api, PJRT_Buffer_IncreaseExternalReferenceCount_Args *args);
PJRT_Error *references_decrease(const PJRT_Api *api, PJRT_Buffer_DecreaseExternalReferenceCount_Args *args);
PJRT_Error *references_delete(const PJRT_Api *api, PJRT_Buffer_Delete_Args *args);
PJRT_Error *references_address(const PJRT_Api *api, PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args);
PJRT_Error *references_unsafe_pointer(const PJRT_Api *api, PJRT_Buffer_UnsafePointer_Args *args);

#endif  // PLUGIN_REFERENCES_H
