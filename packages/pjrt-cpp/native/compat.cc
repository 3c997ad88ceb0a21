#include "compat.h"

#include <exception>
#include <new>

#if defined(__GLIBCXX__)

// Headers since GCC 11 call this if an allocation's size overflows; older libraries lack it.
extern "C" [[noreturn]] __attribute__((visibility("hidden"))) void jaxlib_pjrt_bad_array_length() __asm__(
    "_ZSt28__throw_bad_array_new_lengthv");
extern "C" [[noreturn]] void jaxlib_pjrt_bad_array_length() { throw std::bad_alloc(); }

// Headers since GCC 11 read this variable of glibc 2.32 to decide whether reference counts must be atomic. They
// must.
extern "C" __attribute__((visibility("hidden"))) char __libc_single_threaded;
char __libc_single_threaded = 0;

// GCC since 14 calls this if an exception leaves a noexcept function; older libraries lack it.
extern "C" void* __cxa_begin_catch(void* exception) noexcept;
extern "C" [[noreturn]] __attribute__((visibility("hidden"))) void jaxlib_pjrt_call_terminate(
    void* exception) noexcept __asm__("__cxa_call_terminate");
extern "C" [[noreturn]] void jaxlib_pjrt_call_terminate(void* exception) noexcept {
  if (exception != nullptr) __cxa_begin_catch(exception);  // so that std::terminate finds a current exception
  std::terminate();
}

#endif
