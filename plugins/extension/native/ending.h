// Interpreter shutdown, for threads that Python ends.
//
// Before 3.14, once the interpreter is shutting down, Python ends a thread that asks for the GIL with
// pthread_exit(). This unwinds the thread's stack through XLA's C++ code, and ends the process if the stack cannot
// be unwound. As in Python 3.14, such a thread sleeps forever instead:
//
//     pthread_cleanup_push(ending_stay, NULL);
//     ... code that takes the GIL, or runs Python ...
//     pthread_cleanup_pop(0);
#ifndef PLUGIN_ENDING_H
#define PLUGIN_ENDING_H

#include <pthread.h>

// Never returns.
void ending_stay(void *unused);

#endif  // PLUGIN_ENDING_H
