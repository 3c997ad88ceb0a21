"""Fake PJRT libraries of a few lines, valid and invalid ones."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path

from plugins.extension import compile as zig

#: A library with a PJRT version and an FFI runtime: as the real ones do, it asks a handler for its version when it
#: is registered, and says nothing where it refuses it.
SOUND = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

#ifndef MINOR
#define MINOR 112
#endif
#ifndef FFI_MINOR
#define FFI_MINOR 3
#endif
#ifndef FFI_OLDEST
#define FFI_OLDEST 1
#endif

struct version { size_t size; void *extensions; int major, minor; };

struct ffi_error { char text[200]; };
struct metadata { size_t size; struct version version; uint32_t traits; };
struct metadata_extension { size_t size; int type; void *next; struct metadata *metadata; };
struct frame { size_t size; struct metadata_extension *extensions; const void *api; void *rest[20]; };
typedef struct ffi_error *handler(struct frame *);
struct registration {
  size_t size; void *extensions;
  const char *name; size_t name_size; const char *platform; size_t platform_size;
  handler *instantiate, *prepare, *initialize, *execute;
};
struct message { size_t size; void *extensions; struct ffi_error *error; const char *text; };
typedef void *function(void *);
struct ffi_api { size_t size; void *extensions; struct version version; void *internal; function *functions[18]; };
static struct ffi_api ffi;
static int internal;

static void *ffi_register(void *pointer) {
  struct registration *args = pointer;
  if (args->size < sizeof *args) abort();
  struct metadata metadata = {sizeof metadata, {sizeof(struct version), NULL, 0, 0}, 0};
  struct metadata_extension extension = {sizeof extension, 1, NULL, &metadata};
  struct frame frame = {sizeof frame, &extension, PASSED, {NULL}};
  if (args->execute(&frame) != NULL) abort();
  int minor = metadata.version.minor;
  if (metadata.version.major == 0 && minor >= FFI_OLDEST && minor <= ACCEPTED) return NULL;
  struct ffi_error *error = malloc(sizeof *error);
  if (error == NULL) abort();
  const char *format = "version 0.%d is not between 0.%d and 0.%d";
  snprintf(error->text, sizeof error->text, format, minor, FFI_OLDEST, ACCEPTED);
  return error;
}
static void *ffi_message(void *pointer) {
  struct message *args = pointer;
  args->text = args->error->text;
  return NULL;
}
static void *nothing(void *pointer) { return pointer ? NULL : NULL; }

static void make_ffi(void) {
  ffi.size = sizeof ffi;
  ffi.version.size = 24;
  ffi.version.minor = FFI_MINOR;
  ffi.internal = &internal;
  for (int index = 0; index < 18; ++index) ffi.functions[index] = nothing;
  ffi.functions[1] = ffi_message;
  ffi.functions[3] = ffi_register;
  // It is there also where nobody is given its address.
  __asm__ volatile("" : : "r"(&ffi) : "memory");
}

struct pjrt_registration {
  size_t size; const char *name; size_t name_size; handler *handler; const char *platform; size_t platform_size;
};
static void *pjrt_register(void *pointer) {
  struct pjrt_registration *args = pointer;
  struct registration inner = {sizeof inner, NULL, args->name, args->name_size, args->platform,
                               args->platform_size, NULL, NULL, NULL, args->handler};
  BEFORE;
  make_ffi();
  free(ffi_register(&inner));
  return NULL;
}

struct extension { size_t size; int type; void *next; function *functions[3]; };
static struct extension layouts = {sizeof layouts, 4, NULL, {NULL}};
__attribute__((used)) static struct extension ffi_extension = {
    sizeof ffi_extension, 5, &layouts, {nothing, nothing, pjrt_register}};
struct api { size_t size; void *extensions; struct version version; function *functions[100]; };
static struct api api = {sizeof(struct api), EXTENSIONS, {sizeof(struct version), NULL, 0, MINOR}, {nothing}};

__attribute__((visibility("default"))) const struct api *GetPjrtApi(void);
const struct api *GetPjrtApi(void) { return &api; }
"""
DEFINES = {
    "PASSED": "&ffi",
    "ACCEPTED": "FFI_MINOR",
    "BEFORE": "(void)0",
    "EXTENSIONS": "&ffi_extension",
}

_EXPORT = '__attribute__((visibility("default")))'
ENTRY = f"{_EXPORT} const void *GetPjrtApi(void);\nconst void *GetPjrtApi(void)"
CRASHES = f"#include <stdlib.h>\n{ENTRY} {{ abort(); }}\n"
EXITS = f'#include <stdio.h>\n#include <stdlib.h>\n{ENTRY} {{ fputs("no such chip\\n", stderr); exit(3); }}\n'
HANGS = f"#include <unistd.h>\n{ENTRY} {{ for (;;) pause(); }}\n"
CRASHES_AT_LOAD = f"""
#include <stdlib.h>
__attribute__((constructor)) static void begin(void) {{ abort(); }}
{ENTRY} {{ return NULL; }}
"""
RETURNS_NOTHING = f"#include <stddef.h>\n{ENTRY} {{ return NULL; }}\n"
NO_ENTRY = f"{_EXPORT} int acme = 1;\n"
CIRCLE = f"""
#include <stddef.h>
struct extension {{ size_t size; int type; struct extension *next; }};
static struct extension circle = {{sizeof circle, 4, &circle}};
struct version {{ size_t size; void *extensions; int major, minor; }};
struct api {{ size_t size; void *extensions; struct version version; }};
static struct api api = {{sizeof(struct api), &circle, {{24, NULL, 0, 81}}}};
{ENTRY} {{ return &api; }}
"""


class Compiler:
    """Compiles C, each text once, into files in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: dict[tuple[object, ...], Path] = {}

    def __call__(
        self,
        text: str = SOUND,
        *,
        architecture: str = platform.machine(),
        beside: Sequence[Path] = (),
        **defines: object,
    ) -> Path:
        """The shared object of ``text``, with macros that `SOUND` needs or that are given."""
        values = {**DEFINES, **{key: str(value) for key, value in defines.items()}}
        key = (text, architecture, *beside, *sorted(values.items()))
        if key not in self._made:
            source = self.folder / f"{len(self._made)}.c"
            source.write_text(text)
            target = f"{architecture}-linux-gnu.2.17"
            output = source.with_suffix(".so")
            zig.compile_shared([source, *beside], output, target=target, defines=values)
            self._made[key] = output
        return self._made[key]
