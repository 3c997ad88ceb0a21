// Says what was being done, if a signal ends the process while a library is loaded or makes a client.
//
// A library that aborts or crashes takes the process with it, and nothing in Python can tell of it any more. So a text
// is left here before, and a signal handler writes it to standard error. Whoever handled the signal before then gets
// it as if nothing had been in between: a core dump, faulthandler's traceback or the exit status are the same.
//
// Ownership: the text is copied.
// Threads: both functions may be called from any thread. There is one text in the process at a time.
// Python: none here. The handler only calls what a signal handler may.
#ifndef PLUGIN_LAST_WORDS_H
#define PLUGIN_LAST_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum { LAST_WORDS_MAX = 4096 };

// Leaves `text`, cut to LAST_WORDS_MAX bytes. False: there is one already, which stays.
bool leave_last_words(const char *text, size_t size);

// Takes the text back. A handler that the library has put in place since then stays.
void take_back_last_words(void);

#endif  // PLUGIN_LAST_WORDS_H
