#include "compat.h"

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <exception>
#include <mutex>
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

// std::exception_ptr's reference counting, which headers since GCC 11 inline.
extern "C" {
void old_copy(void* made, const void* from) __asm__("_ZNSt15__exception_ptr13exception_ptrC1ERKS0_");
void old_destroy(void* pointer) __asm__("_ZNSt15__exception_ptr13exception_ptrD1Ev");

__attribute__((visibility("hidden"))) void jaxlib_pjrt_addref(void* pointer) __asm__(
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
__attribute__((visibility("hidden"))) void jaxlib_pjrt_release(void* pointer) __asm__(
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");

void jaxlib_pjrt_addref(void* pointer) {
  alignas(void*) unsigned char copy[sizeof(void*)];
  old_copy(copy, pointer);  // never destroyed
}
void jaxlib_pjrt_release(void* pointer) {
  alignas(void*) unsigned char copy[sizeof(void*)];
  std::memcpy(copy, pointer, sizeof copy);
  old_destroy(copy);
}

// Only its symbol version is new; this version waits on the C library's condition variable.
__attribute__((visibility("hidden"))) void jaxlib_pjrt_wait(std::condition_variable* condition,
                                                       std::unique_lock<std::mutex>& lock) __asm__(
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE");
void jaxlib_pjrt_wait(std::condition_variable* condition, std::unique_lock<std::mutex>& lock) {
  pthread_cond_wait(condition->native_handle(), lock.mutex()->native_handle());
}
}

#endif
