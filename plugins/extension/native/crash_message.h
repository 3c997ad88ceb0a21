// Crash reporter: names the stage in progress if a signal ends the process while a library is loaded or makes a client.
//
// A library that aborts or crashes ends the process, and nothing in Python can report it afterwards. So the message is
// set beforehand, and a signal handler writes it to standard error. The handler that was installed before is then called
// as if nothing had been in between: core dump, faulthandler's traceback and exit status stay the same.
//
// Ownership: the text is copied.
// Threads: both functions may be called from any thread. There is one message in the process at a time.
// Python: none here. The handler only calls async-signal-safe functions.
#ifndef PLUGIN_CRASH_MESSAGE_H
#define PLUGIN_CRASH_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { CRASH_MESSAGE_MAX = 4096 };

// Sets the message to `text`, cut to CRASH_MESSAGE_MAX bytes. False: one is set already, and stays.
bool set_crash_message(const char *text, size_t size);

// Clears the message and restores the signal handlers, but for one that was installed since.
void clear_crash_message(void);

#endif  // PLUGIN_CRASH_MESSAGE_H
