#define _GNU_SOURCE
#include "crash_message.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// The signals that end a process because of an error in it.
static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_set;  // guarded by `lock`
static struct sigaction before[FATAL_COUNT];
static bool replaced[FATAL_COUNT];
static char message[CRASH_MESSAGE_MAX];
static size_t message_size;
static atomic_bool written_already;

static void write_message(int number, siginfo_t *info, void *context) {
  (void)context;
  const int kept = errno;
  if (!atomic_exchange(&written_already, true)) {
    // A failure to write is ignored: the process is about to end.
    const ssize_t written = write(STDERR_FILENO, message, message_size);
    (void)written;
  }
  for (size_t index = 0; index < FATAL_COUNT; ++index)
    if (fatal[index] == number) sigaction(number, &before[index], NULL);
  errno = kept;
  // A processor fault recurs when this handler returns, with its siginfo; a signal that was sent has to be sent
  // again.
  if (info == NULL || info->si_code <= 0) raise(number);
}

bool set_crash_message(const char *text, size_t size) {
  pthread_mutex_lock(&lock);
  const bool taken = !is_set;
  if (taken) {
    is_set = true;
    message_size = size < sizeof message ? size : sizeof message;
    memcpy(message, text, message_size);
    atomic_store(&written_already, false);
    // SA_NODEFER: a signal raised within the handler is delivered at once.
    struct sigaction action = {.sa_sigaction = write_message, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < FATAL_COUNT; ++index)
      replaced[index] = sigaction(fatal[index], NULL, &before[index]) == 0 &&
                        sigaction(fatal[index], &action, NULL) == 0;
  }
  pthread_mutex_unlock(&lock);
  return taken;
}

void clear_crash_message(void) {
  pthread_mutex_lock(&lock);
  for (size_t index = 0; is_set && index < FATAL_COUNT; ++index) {
    struct sigaction now;
    if (replaced[index] && sigaction(fatal[index], NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
        now.sa_sigaction == write_message)
      sigaction(fatal[index], &before[index], NULL);
  }
  // A handler that was installed over this one may still call this one.
  atomic_store(&written_already, true);
  is_set = false;
  pthread_mutex_unlock(&lock);
}
