#include "aliases.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "pjrt_calls.h"
#include "wire.h"

// Fields of XLA's messages: HloModuleProtoWithConfig, HloModuleProto, HloInputOutputAliasProto and its entries.
enum { CONFIGURED_MODULE = 1, MODULE_ALIASES = 8, ALIASES_ENTRY = 1, ENTRY_PARAMETER = 2 };

// Calls `visit` for each field with that number that is a message. False: malformed, or `visit` returned false.
static bool each_message(reader in, uint32_t number, bool (*visit)(reader, bool *, size_t), bool *donated,
                         size_t count) {
  while (in.left > 0) {
    wire_field field;
    if (!read_field(&in, &field)) return false;
    if (field.number == number && field.type == WIRE_BYTES && !visit(field.content, donated, count)) return false;
  }
  return true;
}

static bool read_entry(reader in, bool *donated, size_t count) {
  uint64_t parameter = 0;
  while (in.left > 0) {
    wire_field field;
    if (!read_field(&in, &field)) return false;
    if (field.number == ENTRY_PARAMETER && field.type == WIRE_VARINT) parameter = field.value;
  }
  if (parameter >= count) return false;
  donated[parameter] = true;
  return true;
}

static bool read_aliases(reader in, bool *donated, size_t count) {
  return each_message(in, ALIASES_ENTRY, read_entry, donated, count);
}

static bool read_module(reader in, bool *donated, size_t count) {
  return each_message(in, MODULE_ALIASES, read_aliases, donated, count);
}

static bool has_format(const PJRT_Program *program, const char *name) {
  return program->format_size == strlen(name) && memcmp(program->format, name, strlen(name)) == 0;
}

static bool parse(const PJRT_Program *program, bool *donated, size_t count) {
  const reader in = {(const uint8_t *)program->code, program->code_size};
  if (has_format(program, "hlo")) return read_module(in, donated, count);
  return has_format(program, "hlo_with_config") && each_message(in, CONFIGURED_MODULE, read_module, donated, count);
}

static PJRT_Error *optimized(const PJRT_Api *api, PJRT_Executable *executable, PJRT_Program *program) {
  PJRT_Executable_OptimizedProgram_Args args =
      ARGS(PJRT_Executable_OptimizedProgram, .executable = executable, .program = program);
  PJRT_Error *error = api->PJRT_Executable_OptimizedProgram(&args);
  if (error != NULL) return error;
  program->code = malloc(program->code_size + 1);
  return program->code == NULL ? NULL : api->PJRT_Executable_OptimizedProgram(&args);
}

bool *aliases_read(const PJRT_Api *api, PJRT_LoadedExecutable *executable, size_t count) {
  if (!API_HAS(api, PJRT_Executable_OptimizedProgram) || api->PJRT_Executable_OptimizedProgram == NULL) return NULL;
  PJRT_LoadedExecutable_GetExecutable_Args described =
      ARGS(PJRT_LoadedExecutable_GetExecutable, .loaded_executable = executable);
  PJRT_Error *error = api->PJRT_LoadedExecutable_GetExecutable(&described);
  if (error != NULL) {
    destroy_error(api, error);
    return NULL;
  }
  PJRT_Program program = {.struct_size = PJRT_Program_STRUCT_SIZE};
  error = optimized(api, described.executable, &program);
  bool *donated = calloc(count + 1, sizeof *donated);
  const bool known = error == NULL && program.code != NULL && donated != NULL && parse(&program, donated, count);
  destroy_error(api, error);
  destroy_error(api, api->PJRT_Executable_Destroy(&ARGS(PJRT_Executable_Destroy, .executable = described.executable)));
  free(program.code);
  if (known) return donated;
  free(donated);
  return NULL;
}
