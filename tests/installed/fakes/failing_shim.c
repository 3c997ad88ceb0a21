// A PJRT library that forwards to another one, SHIM_LIBRARY, except that the function with the number `failing` in the
// table fails when it is called. `failed` counts these calls.
//
// The error is the real library's own: the real function is called with a struct of size zero, which every library
// refuses. The three functions for errors themselves never fail.
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 40, MOST = 160, OF_ERRORS = 3 };  // bytes before the first function; functions; those of errors

int failing = -1, failed = 0, functions = 0;

typedef void *any_function(void *args);
static any_function *real[MOST];
static char table[HEAD + MOST * sizeof(any_function *)];

static void *through(int number, void *args) {
  if (number != failing) return real[number](args);
  ++failed;
  size_t size, none = 0;
  memcpy(&size, args, sizeof size);
  memcpy(args, &none, sizeof none);
  void *error = real[number](args);
  memcpy(args, &size, sizeof size);
  return error;
}

#define ONE(n) static void *f##n(void *args) { return through(n, args); }
#define TEN(d) ONE(d##0) ONE(d##1) ONE(d##2) ONE(d##3) ONE(d##4) ONE(d##5) ONE(d##6) ONE(d##7) ONE(d##8) ONE(d##9)
#define NAME(n) f##n,
#define NAMES(d) NAME(d##0) NAME(d##1) NAME(d##2) NAME(d##3) NAME(d##4) NAME(d##5) NAME(d##6) NAME(d##7) NAME(d##8) NAME(d##9)
TEN() TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9) TEN(10) TEN(11) TEN(12) TEN(13) TEN(14) TEN(15)
static any_function *const all[MOST] = {NAMES() NAMES(1) NAMES(2) NAMES(3) NAMES(4) NAMES(5) NAMES(6) NAMES(7)
                                        NAMES(8) NAMES(9) NAMES(10) NAMES(11) NAMES(12) NAMES(13) NAMES(14) NAMES(15)};

const void *GetPjrtApi(void) {
  void *library = dlopen(getenv("SHIM_LIBRARY"), RTLD_NOW | RTLD_LOCAL);
  if (!library) abort();
  const char *(*get)(void);
  *(void **)&get = dlsym(library, "GetPjrtApi");
  const char *its = get();
  size_t size;
  memcpy(&size, its, sizeof size);
  functions = (int)((size - HEAD) / sizeof(any_function *));
  if (functions > MOST) abort();
  memcpy(table, its, size);
  memcpy(real, its + HEAD, (size_t)functions * sizeof *real);
  for (int i = OF_ERRORS; i < functions; ++i) {
    if (real[i]) memcpy(table + HEAD + (size_t)i * sizeof *real, &all[i], sizeof *all);
  }
  return table;
}
