// Lets a library of XLA FFI 0.2 run handlers that were built with newer headers.
//
// jax's users build their handlers with the headers in their jaxlib, and those are newer than the library: 0.3
// in jaxlib 0.9.2 to 0.10, 0.4 in 0.11.1 on, 0.5 in 0.12. A handler reaches the library through the call frame and the
// functions of the ffi_api in it, and nowhere else. The headers of jaxlib 0.9.0 (0.2), 0.10.2, 0.11.2 and 0.12.0
// differ in this:
//   0.3  The arguments of state_set and state_get name the stage whose state is meant, in the middle.
//   0.4  error_message tells the error's code too; callers set it beforehand, as this library leaves it alone.
//        ffi_api has one more function. There is one more stage, which only GPUs have.
//   0.5  ffi_api has one more function, at its end.
// So what is registered for such a handler is a function that tells the library's own version, and calls the
// handler with an ffi_api of ours, in which what differs is translated.
//
// Ownership: nothing is ever freed: handlers and libraries stay for the life of the process.
// Threads: ffi_adapt needs a lock around it; what it returns may be called from any thread.
// Python: none here.
#ifndef PLUGIN_FFI_ADAPTER_H
#define PLUGIN_FFI_ADAPTER_H

#include <stdbool.h>

#include "ffi_abi.h"

typedef struct {
  int major;
  int minor;
} ffi_version;

enum { FFI_ADAPTED_MAX = 1024 };  // handlers; each stage counts

// True if ffi_adapt can serve a handler of this version on this library.
bool ffi_adapts(const ffi_api *library, ffi_version handler);

// What to register in place of `handler`; the same for the same handler. NULL: there are FFI_ADAPTED_MAX of them.
ffi_handler *ffi_adapt(const ffi_api *library, ffi_handler *handler);

#endif  // PLUGIN_FFI_ADAPTER_H
