// Lets a library of XLA FFI 0.2 run handlers that were built with newer headers.
//
// jax's users build handlers with the headers in their jaxlib, which are newer than the library: 0.3 in jaxlib
// 0.9.2 to 0.10, 0.4 from 0.11.1 on, 0.5 in 0.12. A handler only depends on the library through the call frame and
// the functions of its ffi_api. The headers of jaxlib 0.9.0 (0.2), 0.10.2, 0.11.2 and 0.12.0 differ as follows:
//   0.3  The arguments of state_set and state_get have an additional field in the middle: the stage of the state.
//   0.4  error_message also returns the error's code; callers initialize it, because this library does not set it.
//        ffi_api has one more function. There is one more stage, which only GPUs use.
//   0.5  ffi_api has one more function, at its end.
// Therefore a wrapper function is registered for such a handler. It reports the library's own version, and calls
// the handler with an ffi_api defined here, which translates these differences.
//
// Ownership: nothing is ever freed: handlers and libraries live as long as the process.
// Threads: callers of ffi_adapt must hold a lock; the functions that it returns may be called from any thread.
// Python: none here.
#ifndef PLUGIN_FFI_ADAPTER_H
#define PLUGIN_FFI_ADAPTER_H

#include <stdbool.h>

#include "ffi_abi.h"

typedef struct {
  int major;
  int minor;
} ffi_version;

enum { FFI_ADAPTED_MAX = 1024 };  // handlers; each stage of a handler counts as one

// True if ffi_adapt can serve a handler of this version on this library.
bool ffi_adapts(const ffi_api *library, ffi_version handler);

// The function to register in place of `handler`; always the same for the same handler. NULL: FFI_ADAPTED_MAX is
// reached.
ffi_handler *ffi_adapt(const ffi_api *library, ffi_handler *handler);

#endif  // PLUGIN_FFI_ADAPTER_H
