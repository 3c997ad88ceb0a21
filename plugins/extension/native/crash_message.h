// Crash reporter: names the stage in progress if a signal ends the process while a library is loaded or creates a
// client.
//
// If a library aborts or crashes, the process ends, and nothing in Python can report it afterwards. The message is
// therefore set beforehand, and a signal handler writes it to standard error. It then calls the previously
// installed handler, so that core dumps, faulthandler's traceback and the exit status stay the same.
//
// Ownership: the text is copied.
// Threads: both functions may be called from any thread. There is one message per process at a time.
// Python: none here. The handler only calls async-signal-safe functions.
#ifndef PLUGIN_CRASH_MESSAGE_H
#define PLUGIN_CRASH_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { CRASH_MESSAGE_MAX = 4096 };

// Sets the message to `text`, truncated to CRASH_MESSAGE_MAX bytes. False: another message is already set, and
// stays.
bool set_crash_message(const char *text, size_t size);

// Clears the message and restores the signal handlers, except for those that were installed since.
void clear_crash_message(void);

#endif  // PLUGIN_CRASH_MESSAGE_H
