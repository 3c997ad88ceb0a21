// The protobuf wire format: reads one field after another, with bounds checks.
#ifndef PLUGIN_WIRE_H
#define PLUGIN_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

// The remaining input.
typedef struct {
  const uint8_t *at;
  size_t left;
} reader;

typedef struct {
  uint32_t number;
  unsigned type;
  size_t tag_size;
  uint64_t value;  // for WIRE_VARINT
  reader content;  // for WIRE_BYTES
} wire_field;

static inline bool skip(reader *in, uint64_t size) {
  if (size > in->left) return false;
  in->at += size;
  in->left -= (size_t)size;
  return true;
}

static inline bool read_varint(reader *in, uint64_t *value) {
  enum { VARINT_MAX = 10 };
  *value = 0;
  for (unsigned index = 0; index < VARINT_MAX && index < in->left; ++index) {
    uint8_t byte = in->at[index];
    *value |= (uint64_t)(byte & 0x7f) << (7 * index);
    if (byte < 0x80) return skip(in, index + 1);
  }
  return false;
}

// False: malformed.
static inline bool read_field(reader *in, wire_field *field) {
  const uint8_t *const begin = in->at;
  uint64_t tag = 0;
  uint64_t size = 0;
  if (!read_varint(in, &tag) || tag > UINT32_MAX || tag >> 3 == 0) return false;
  *field = (wire_field){.number = (uint32_t)(tag >> 3), .type = tag & 7, .tag_size = (size_t)(in->at - begin)};
  switch (field->type) {
    case WIRE_VARINT:
      return read_varint(in, &field->value);
    case WIRE_FIXED64:
      return skip(in, 8);
    case WIRE_FIXED32:
      return skip(in, 4);
    case WIRE_BYTES:
      if (!read_varint(in, &size) || size > in->left) return false;
      field->content = (reader){in->at, (size_t)size};
      return skip(in, size);
    default:
      return false;
  }
}

#endif  // PLUGIN_WIRE_H
