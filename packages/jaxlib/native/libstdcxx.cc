// Keeps the module loadable with a libstdc++ that is older than the compiler's: defines functions that the
// compiler's headers call and that an older library does not export. setup.py refuses a module that needs any other
// newer symbol. More of them are in pjrt-cpp's compat.cc, which is also part of the module.

#include <pthread.h>

#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <exception>
#include <mutex>

#if defined(__GLIBCXX__)

// std::exception_ptr's reference counting, which headers since GCC 11 inline.
extern "C" {
void old_copy(void* made, const void* from) __asm__("_ZNSt15__exception_ptr13exception_ptrC1ERKS0_");
void old_destroy(void* pointer) __asm__("_ZNSt15__exception_ptr13exception_ptrD1Ev");

__attribute__((visibility("hidden"))) void jaxlib_addref(void* pointer) __asm__(
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
__attribute__((visibility("hidden"))) void jaxlib_release(void* pointer) __asm__(
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");

void jaxlib_addref(void* pointer) {
  alignas(void*) unsigned char copy[sizeof(void*)];
  old_copy(copy, pointer);  // never destroyed
}
void jaxlib_release(void* pointer) {
  alignas(void*) unsigned char copy[sizeof(void*)];
  std::memcpy(copy, pointer, sizeof copy);
  old_destroy(copy);
}

// Only its symbol version is new; this version waits on the C library's condition variable.
__attribute__((visibility("hidden"))) void jaxlib_wait(std::condition_variable* condition,
                                                       std::unique_lock<std::mutex>& lock) __asm__(
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE");
void jaxlib_wait(std::condition_variable* condition, std::unique_lock<std::mutex>& lock) {
  pthread_cond_wait(condition->native_handle(), lock.mutex()->native_handle());
}
}

#endif
