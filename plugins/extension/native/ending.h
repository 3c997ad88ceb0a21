// The end of the interpreter, for threads that Python has ended.
//
// Before 3.14, Python ends a thread that asks for the GIL once the interpreter is ending, by pthread_exit(), which
// unwinds the thread's stack through XLA's C++ and ends the process where that cannot be unwound. Such a thread
// sleeps instead, as from 3.14 on:
//
//     pthread_cleanup_push(ending_stay, NULL);
//     ... what takes the GIL, or runs Python ...
//     pthread_cleanup_pop(0);
#ifndef PLUGIN_ENDING_H
#define PLUGIN_ENDING_H

#include <pthread.h>

// Never returns.
void ending_stay(void *unused);

#endif  // PLUGIN_ENDING_H
