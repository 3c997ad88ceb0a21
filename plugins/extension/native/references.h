// Serializes changes of a buffer's external references, and its deletion.
//
// The problem, in every library of the C API's age: references are kept in a list without a lock, so two threads
// that take or release one corrupt the list. Also, XLA takes a reference in two steps, and if another thread calls
// PJRT_Buffer_Delete in between, the second step reads freed memory; looking up an address takes a reference, too.
// Both jaxlibs do all of this for DLPack, the buffer protocol and numpy views, on any thread.
//
// Ownership: a buffer is recorded by its address, during the call only.
// Threads: any. Increases and decreases of the same buffer are serialized, and so are its deletion and whatever
// takes a reference. Calls for different buffers do not wait for each other: a deletion, or the release of the last
// reference, may free the view of another buffer and thereby release a reference to that one.
// Python: none. Functions may block, so the GIL must not be held.
#ifndef PLUGIN_REFERENCES_H
#define PLUGIN_REFERENCES_H

#include <stdbool.h>

#include "pjrt_c_api.h"

// True if the plugin has all functions that this needs.
bool references_possible(const PJRT_Api *api);

// Replacements of the PJRT functions with those names, which call the plugin's own.
PJRT_Error *references_increase(const PJRT_Api *api, PJRT_Buffer_IncreaseExternalReferenceCount_Args *args);
PJRT_Error *references_decrease(const PJRT_Api *api, PJRT_Buffer_DecreaseExternalReferenceCount_Args *args);
PJRT_Error *references_delete(const PJRT_Api *api, PJRT_Buffer_Delete_Args *args);
PJRT_Error *references_address(const PJRT_Api *api, PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args);
PJRT_Error *references_unsafe_pointer(const PJRT_Api *api, PJRT_Buffer_UnsafePointer_Args *args);

#endif  // PLUGIN_REFERENCES_H
