#include "compat.h"

#include <exception>
#include <new>

#if defined(__GLIBCXX__)

// Headers from GCC 11 on call this where an allocation's size overflows; libraries before it do not have it.
extern "C" [[noreturn]] __attribute__((visibility("hidden"))) void jaxlib_pjrt_bad_array_length() __asm__(
    "_ZSt28__throw_bad_array_new_lengthv");
extern "C" [[noreturn]] void jaxlib_pjrt_bad_array_length() { throw std::bad_alloc(); }

// Headers from GCC 11 on ask glibc 2.32's variable whether reference counts need atomic instructions. They do.
extern "C" __attribute__((visibility("hidden"))) char __libc_single_threaded;
char __libc_single_threaded = 0;

// GCC from 14 on calls this where an exception leaves a noexcept function; libraries before it do not have it.
extern "C" void* __cxa_begin_catch(void* exception) noexcept;
extern "C" [[noreturn]] __attribute__((visibility("hidden"))) void jaxlib_pjrt_call_terminate(
    void* exception) noexcept __asm__("__cxa_call_terminate");
extern "C" [[noreturn]] void jaxlib_pjrt_call_terminate(void* exception) noexcept {
  if (exception != nullptr) __cxa_begin_catch(exception);  // what std::terminate shall find as the current one
  std::terminate();
}

#endif
