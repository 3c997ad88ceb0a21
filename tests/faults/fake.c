// A PJRT library that forwards to another one, with a fault that a word in its own file selects. The tests overwrite the
// word, and the path of the real library, so that one compilation serves every fault.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pjrt_c_api.h"

// Volatile, because the tests change the bytes in the file after compilation.
static volatile char mode[32] = "FAULT-MODE:";
static volatile char stands_for[1024] = "FAULT-REAL:";

enum { PREFIX = 11 };

static bool is(const char *word) {
  size_t at = PREFIX;
  for (; *word != '\0'; ++word, ++at)
    if (mode[at] != *word) return false;
  return mode[at] == '\0';
}

static void for_ever(void) {
  for (;;) pause();
}

__attribute__((constructor)) static void loaded(void) {
  if (is("abort")) abort();
  if (is("exit")) _exit(7);
  if (is("crash")) raise(SIGSEGV);
  if (is("hang")) for_ever();
  if (is("fork")) (void)!fork();
}

static const PJRT_Api *real;

static struct {
  PJRT_Api api;
  void *newer[16];
} table;

static PJRT_Error *create(PJRT_Client_Create_Args *args) {
  if (is("client-abort")) abort();
  if (is("client-hang")) for_ever();
  if (is("client-error")) args->struct_size = 1;  // the real library refuses this with a message of its own
  return real->PJRT_Client_Create(args);
}

__attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi(void);

const PJRT_Api *GetPjrtApi(void) {
  char path[sizeof stands_for];
  for (size_t at = 0; at < sizeof path; ++at) path[at] = stands_for[at];
  void *library = is("null") ? NULL : dlopen(path + PREFIX, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return NULL;
  const PJRT_Api *(*entry)(void);
  void *symbol = dlsym(library, "GetPjrtApi");
  memcpy(&entry, &symbol, sizeof entry);
  real = entry();
  memcpy(&table.api, real, real->struct_size < sizeof table.api ? real->struct_size : sizeof table.api);
  table.api.PJRT_Client_Create = create;
  if (is("short")) table.api.struct_size = offsetof(PJRT_Api, PJRT_Client_Create);
  if (is("odd")) table.api.struct_size = 13;
  if (is("huge")) table.api.struct_size = (size_t)1 << 20;
  if (is("longer")) table.api.struct_size = sizeof table;
  if (is("hole")) table.api.PJRT_Client_Devices = NULL;
  if (is("major")) table.api.pjrt_api_version.major_version = 7;
  if (is("minor")) table.api.pjrt_api_version.minor_version = 5;
  return &table.api;
}
