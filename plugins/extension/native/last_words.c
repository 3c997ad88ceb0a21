#define _GNU_SOURCE
#include "last_words.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// Those that end a process because something in it went wrong.
static const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
enum { FATAL_COUNT = sizeof fatal / sizeof fatal[0] };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool left;  // guarded by `lock`
static struct sigaction before[FATAL_COUNT];
static bool replaced[FATAL_COUNT];
static char words[LAST_WORDS_MAX];
static size_t words_size;
static atomic_bool said;

static void say(int number, siginfo_t *info, void *context) {
  (void)context;
  const int kept = errno;
  if (!atomic_exchange(&said, true)) {
    // What can't be written is lost; the process is about to end.
    const ssize_t written = write(STDERR_FILENO, words, words_size);
    (void)written;
  }
  for (size_t index = 0; index < FATAL_COUNT; ++index)
    if (fatal[index] == number) sigaction(number, &before[index], NULL);
  errno = kept;
  // A fault of the processor comes again by itself, with all that is known of it; what was sent has to be sent again.
  if (info == NULL || info->si_code <= 0) raise(number);
}

bool leave_last_words(const char *text, size_t size) {
  pthread_mutex_lock(&lock);
  const bool taken = !left;
  if (taken) {
    left = true;
    words_size = size < sizeof words ? size : sizeof words;
    memcpy(words, text, words_size);
    atomic_store(&said, false);
    // SA_NODEFER: what is sent again from within the handler arrives there and then.
    struct sigaction action = {.sa_sigaction = say, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < FATAL_COUNT; ++index)
      replaced[index] = sigaction(fatal[index], NULL, &before[index]) == 0 &&
                        sigaction(fatal[index], &action, NULL) == 0;
  }
  pthread_mutex_unlock(&lock);
  return taken;
}

void take_back_last_words(void) {
  pthread_mutex_lock(&lock);
  for (size_t index = 0; left && index < FATAL_COUNT; ++index) {
    struct sigaction now;
    if (replaced[index] && sigaction(fatal[index], NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
        now.sa_sigaction == say)
      sigaction(fatal[index], &before[index], NULL);
  }
  // Who put a handler over this one hands on to it.
  atomic_store(&said, true);
  left = false;
  pthread_mutex_unlock(&lock);
}
