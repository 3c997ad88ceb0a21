// Checks a call against its routine's signature: the number and types of operands, results and attributes.
//
// The messages are those of XLA's own decoder, which upstream's handlers use: operands are numbered from 1 in
// upstream's binding order, and one message contains all errors.
#include <stdio.h>
#include <string.h>

#include "lapack.h"

static const struct {
  const char *arguments;
  const char *results;
  const char *order;
} signatures[LAPACK_COUNT] = {
#define SIGNATURE(module, kernel, real, complex, arguments, results, order) \
  [LAPACK_##kernel] = {arguments, results, order},
    LAPACK_ROUTINES(SIGNATURE)
#undef SIGNATURE
};

static const struct {
  ffi_type element, real, complex;
} types[LAPACK_TYPES] = {
    [LAPACK_S] = {FFI_F32, FFI_F32, FFI_C64},
    [LAPACK_D] = {FFI_F64, FFI_F64, FFI_C128},
    [LAPACK_C] = {FFI_C64, FFI_F32, FFI_C64},
    [LAPACK_Z] = {FFI_C128, FFI_F64, FFI_C128},
};

static const char *const type_names[] = {
    [FFI_PRED] = "PRED",         [FFI_S8] = "S8",
    [FFI_S16] = "S16",           [FFI_S32] = "S32",
    [FFI_S64] = "S64",           [FFI_U8] = "U8",
    [FFI_U16] = "U16",           [FFI_U32] = "U32",
    [FFI_U64] = "U64",           [FFI_F16] = "F16",
    [FFI_F32] = "F32",           [FFI_F64] = "F64",
    [FFI_C64] = "C64",           [FFI_BF16] = "BF16",
    [FFI_TOKEN] = "TOKEN",       [FFI_C128] = "C128",
    [FFI_F8E5M2] = "F8E5M2",     [FFI_F8E4M3FN] = "F8E4M3FN",
    [FFI_S4] = "S4",             [FFI_U4] = "U4",
    [FFI_F8E4M3B11FNUZ] = "F8E4M3B11FNUZ",
    [FFI_F8E5M2FNUZ] = "F8E5M2FNUZ",
    [FFI_F8E4M3FNUZ] = "F8E4M3FNUZ",
    [FFI_S2] = "S2",             [FFI_U2] = "U2",
    [FFI_F8E4M3] = "F8E4M3",     [FFI_F8E3M4] = "F8E3M4",
    [FFI_S1] = "S1",             [FFI_U1] = "U1",
    [FFI_F4E2M1FN] = "F4E2M1FN", [FFI_F8E8M0FNU] = "F8E8M0FNU",
};

static const char *const attribute_kinds[] = {[1] = "array", [2] = "dictionary", [3] = "scalar", [4] = "string"};

#define NAME_OF(names, value) \
  ((value) > 0 && (size_t)(value) < sizeof names / sizeof *names && names[value] != NULL ? names[value] : "unknown")

enum { FAULTS_MAX = 448, ATTRIBUTES_MAX = 8, NAME_MAX_SIZE = 16 };

// The errors found so far: which operands are wrong, and why.
typedef struct {
  char operands[64], texts[FAULTS_MAX];
} faults;

static void append(char *text, size_t size, const char *added) {
  const size_t length = strlen(text);
  snprintf(text + length, size - length, "%s", added);
}

static void add_fault(faults *all, int operand, const char *text) {
  char number[16];
  snprintf(number, sizeof number, "%s%d", all->operands[0] == '\0' ? "" : ", ", operand);
  append(all->operands, sizeof all->operands, number);
  append(all->texts, sizeof all->texts, text);
}

static ffi_type type_of(char letter, lapack_type type) {
  switch (letter) {
    case 'r': return types[type].real;
    case 'c': return types[type].complex;
    case 'i': return FFI_S32;
    default: return types[type].element;
  }
}

// Expands 'w' in the letters; returns their number without the optional one at the end.
static int64_t expand(const char *letters, lapack_type type, char *out) {
  const bool real = types[type].element == types[type].real;
  int64_t count = 0, required = 0;
  for (; *letters != '\0'; ++letters) {
    for (int repeats = *letters == 'w' && real ? 2 : 1; repeats > 0; --repeats)
      out[count++] = *letters == 'o' || *letters == 'w' ? 't' : *letters;
    if (*letters != 'o') required = count;
  }
  out[count] = '\0';
  return required;
}

static int check_buffers(faults *all, int operand, const ffi_values *values, const char *letters, lapack_type type) {
  for (int64_t index = 0; index < values->size; ++index, ++operand) {
    const ffi_buffer *buffer = ffi_buffer_at(values, index);
    const ffi_type wanted = type_of(letters[index], type);
    if (buffer != NULL && buffer->type == (int)wanted) continue;
    char text[96];
    snprintf(text, sizeof text, "Wrong buffer dtype: expected %s but got %s", type_names[wanted],
             buffer == NULL ? "no buffer" : NAME_OF(type_names, buffer->type));
    add_fault(all, operand, text);
  }
  return operand;
}

// An attribute in the order string: "uplo", or with its type's letter, "low:i" and "left:p"; the default is a
// letter.
typedef struct {
  char name[NAME_MAX_SIZE];
  ffi_type type;
} wanted_attribute;

static wanted_attribute parse_attribute(const char *word, size_t size) {
  wanted_attribute made = {.type = FFI_U8};
  if (size > 2 && word[size - 2] == ':') {
    made.type = word[size - 1] == 'i' ? FFI_S32 : FFI_PRED;
    size -= 2;
  }
  snprintf(made.name, sizeof made.name, "%.*s", (int)size, word);
  return made;
}

// Attributes are sorted by name: a wanted attribute is at its name's rank among the wanted names.
static void check_attribute(faults *all, int operand, const ffi_attributes *given, const wanted_attribute *wanted,
                            int64_t index) {
  char text[128];
  const ffi_name *name = given->names[index];
  if (name->size != strlen(wanted->name) || memcmp(name->data, wanted->name, name->size) != 0) {
    snprintf(text, sizeof text, "Attribute name mismatch: %.*s vs %s", (int)(name->size < 64 ? name->size : 64),
             name->data, wanted->name);
  } else if (given->types[index] != FFI_ATTRIBUTE_SCALAR) {
    snprintf(text, sizeof text, "Wrong attribute type: expected scalar but got %s",
             NAME_OF(attribute_kinds, given->types[index]));
  } else {
    const ffi_scalar *scalar = given->values[index];
    if (scalar->type == (int)wanted->type) return;
    snprintf(text, sizeof text, "Wrong scalar data type: expected %s but got %s", type_names[wanted->type],
             NAME_OF(type_names, scalar->type));
  }
  add_fault(all, operand, text);
}

static ffi_error *wrong_number(const ffi_call_frame *frame, const char *what, int64_t wanted, int64_t found) {
  return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT, "[execute] Wrong number of %s: expected %lld but got %lld",
                  what, (long long)wanted, (long long)found);
}

// The wanted attributes of a routine, in their order among the operands; returns their number.
static int64_t wanted_attributes(lapack_routine routine, wanted_attribute *wanted) {
  int64_t count = 0;
  for (const char *word = signatures[routine].order; *word != '\0';) {
    const size_t size = strcspn(word, " ");
    if (size > 1) wanted[count++] = parse_attribute(word, size);
    word += size + (word[size] == ' ');
  }
  return count;
}

static ffi_error *wrong_attributes(const ffi_call_frame *frame, int64_t wanted) {
  const ffi_attributes *given = &frame->attributes;
  char names[256] = "";
  for (int64_t index = 0; index < given->size; ++index) {
    char name[80];
    snprintf(name, sizeof name, "%s%.*s", index == 0 ? " with name(s): " : ", ",
             (int)(given->names[index]->size < 60 ? given->names[index]->size : 60), given->names[index]->data);
    append(names, sizeof names, name);
  }
  return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT,
                  "[execute] Wrong number of attributes: expected %lld but got %lld%s", (long long)wanted,
                  (long long)given->size, names);
}

ffi_error *lapack_decode(const ffi_call_frame *frame, lapack_routine routine, lapack_type type) {
  char arguments[16], results[16];
  const int64_t fewest = expand(signatures[routine].arguments, type, arguments);
  const int64_t most = (int64_t)strlen(arguments), outputs = expand(signatures[routine].results, type, results);
  if (frame->arguments.size < fewest || frame->arguments.size > most)
    return wrong_number(frame, "arguments", fewest, frame->arguments.size);
  if (frame->results.size != outputs) return wrong_number(frame, "results", outputs, frame->results.size);

  wanted_attribute wanted[ATTRIBUTES_MAX];
  const int64_t count = wanted_attributes(routine, wanted);
  const ffi_attributes *given = &frame->attributes;
  if (count > 0 && given->size != count) return wrong_attributes(frame, count);

  faults all = {.operands = "", .texts = ""};
  int operand = 1;
  int64_t next = 0;
  for (const char *word = signatures[routine].order; *word != '\0';) {
    const size_t size = strcspn(word, " ");
    if (size == 1 && *word == 'a') {
      operand = check_buffers(&all, operand, &frame->arguments, arguments, type);
    } else if (size == 1) {
      operand = check_buffers(&all, operand, &frame->results, results, type);
    } else {
      int64_t index = 0;
      for (int64_t other = 0; other < count; ++other) index += strcmp(wanted[other].name, wanted[next].name) < 0;
      check_attribute(&all, operand++, given, &wanted[next++], index);
    }
    word += size + (word[size] == ' ');
  }
  if (all.operands[0] == '\0') return NULL;
  return ffi_fail(frame, PJRT_Error_Code_INVALID_ARGUMENT,
                  "[execute] Failed to decode all FFI handler operands (bad operands at: %s)\nDiagnostics:\n%s",
                  all.operands, all.texts);
}
