// Keeps the extension loadable on systems older than the one it is compiled on.
//
// A new glibc and a new libstdc++ give new symbol versions to some old functions, and a new libstdc++'s headers use
// functions that an old one lacks. Here, such functions are bound to their old versions, or defined; setup.py
// refuses an extension that needs a newer symbol. nanobind's own source is compiled with this header, too.
#ifndef JAXLIB_PJRT_COMPAT_H_
#define JAXLIB_PJRT_COMPAT_H_

#include <cstddef>
#include <exception>

#if defined(__GLIBC__) && defined(__x86_64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.2.5");
__asm__(".symver dlsym, dlsym@GLIBC_2.2.5");
__asm__(".symver dlerror, dlerror@GLIBC_2.2.5");
__asm__(".symver pthread_getattr_np, pthread_getattr_np@GLIBC_2.2.5");
__asm__(".symver pthread_attr_getstack, pthread_attr_getstack@GLIBC_2.2.5");
__asm__(".symver pthread_key_create, pthread_key_create@GLIBC_2.2.5");
__asm__(".symver pthread_key_delete, pthread_key_delete@GLIBC_2.2.5");
__asm__(".symver pthread_getspecific, pthread_getspecific@GLIBC_2.2.5");
__asm__(".symver pthread_setspecific, pthread_setspecific@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.17");
__asm__(".symver dlsym, dlsym@GLIBC_2.17");
__asm__(".symver dlerror, dlerror@GLIBC_2.17");
__asm__(".symver pthread_getattr_np, pthread_getattr_np@GLIBC_2.17");
__asm__(".symver pthread_attr_getstack, pthread_attr_getstack@GLIBC_2.17");
__asm__(".symver pthread_key_create, pthread_key_create@GLIBC_2.17");
__asm__(".symver pthread_key_delete, pthread_key_delete@GLIBC_2.17");
__asm__(".symver pthread_getspecific, pthread_getspecific@GLIBC_2.17");
__asm__(".symver pthread_setspecific, pthread_setspecific@GLIBC_2.17");
#endif

namespace compat {

#if defined(__GLIBCXX__)
// std::rethrow_exception without a copy of its argument: headers since GCC 11 copy it with functions that older
// libraries do not export. The C++ ABI passes such an argument by address.
[[noreturn]] void rethrow(const std::exception_ptr* thrown) __asm__(
    "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE");
#else
[[noreturn]] inline void rethrow(const std::exception_ptr* thrown) { std::rethrow_exception(*thrown); }
#endif

}  // namespace compat

#endif  // JAXLIB_PJRT_COMPAT_H_
