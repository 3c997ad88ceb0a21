#include "options_filter.h"

#include <string.h>

enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };
enum { VARINT_MAX = 10 };

_Static_assert(DROP_PATHS_MAX <= 32, "the paths still matching are kept in a uint32_t");

bool drop_set_equal(const drop_set *left, const drop_set *right) {
  return left->count == right->count &&
         memcmp(left->path, right->path, left->count * sizeof left->path[0]) == 0;
}

bool drop_set_add(drop_set *set, const drop_path *path) {
  uint32_t at = 0;
  int order = -1;
  while (at < set->count && (order = memcmp(&set->path[at], path, sizeof *path)) < 0) ++at;
  if (at < set->count && order == 0) return true;
  if (set->count == DROP_PATHS_MAX) return false;
  memmove(&set->path[at + 1], &set->path[at], (set->count - at) * sizeof *path);
  set->path[at] = *path;
  ++set->count;
  return true;
}

// What is left to read.
typedef struct {
  const uint8_t *at;
  size_t left;
} reader;

static bool skip(reader *in, uint64_t size) {
  if (size > in->left) return false;
  in->at += size;
  in->left -= (size_t)size;
  return true;
}

static bool read_varint(reader *in, uint64_t *value) {
  *value = 0;
  for (unsigned index = 0; index < VARINT_MAX && index < in->left; ++index) {
    uint8_t byte = in->at[index];
    *value |= (uint64_t)(byte & 0x7f) << (7 * index);
    if (byte < 0x80) return skip(in, index + 1);
  }
  return false;
}

static size_t varint_size(uint64_t value) {
  size_t size = 1;
  while (value >= 0x80) {
    value >>= 7;
    ++size;
  }
  return size;
}

static void write_varint(uint8_t *out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) *out++ = (uint8_t)(value | 0x80);
  *out = (uint8_t)value;
}

// Of the paths in `active` (bit i: path i matches so far), those that go through `field` at `depth`.
// `*ends`: one of them ends there.
static uint32_t follow(const drop_set *drop, uint32_t active, uint32_t depth, uint32_t field, bool *ends) {
  uint32_t through = 0;
  *ends = false;
  for (uint32_t index = 0; index < drop->count; ++index) {
    const drop_path *path = &drop->path[index];
    // A path that ended removed its field, so an active one has a field at this depth.
    if ((active >> index & 1) == 0 || path->field[depth] != field) continue;
    through |= UINT32_C(1) << index;
    *ends = *ends || path->length == depth + 1;
  }
  return through;
}

// One message. What is written never overtakes what is read: each field becomes at most as long as it was.
static bool filter_message(const drop_set *drop, uint32_t active, uint32_t depth, reader in, uint8_t *out,
                           size_t *out_size, bool *removed) {
  uint8_t *const begin = out;
  while (in.left > 0) {
    const uint8_t *const field_begin = in.at;
    uint64_t tag = 0;
    uint64_t size = 0;
    if (!read_varint(&in, &tag) || tag > UINT32_MAX || tag >> 3 == 0) return false;
    const uint8_t *const after_tag = in.at;
    uint64_t ignored = 0;
    switch (tag & 7) {
      case WIRE_VARINT:
        if (!read_varint(&in, &ignored)) return false;
        break;
      case WIRE_FIXED64:
        if (!skip(&in, 8)) return false;
        break;
      case WIRE_FIXED32:
        if (!skip(&in, 4)) return false;
        break;
      case WIRE_BYTES:
        if (!read_varint(&in, &size) || !skip(&in, size)) return false;
        break;
      default:
        return false;
    }

    bool ends = false;
    const uint32_t through = follow(drop, active, depth, (uint32_t)(tag >> 3), &ends);
    if (ends) {
      *removed = true;
      continue;
    }
    if (through != 0 && (tag & 7) == WIRE_BYTES) {
      const size_t tag_size = (size_t)(after_tag - field_begin);
      const size_t room = varint_size(size);
      const reader inner = {in.at - size, (size_t)size};
      size_t inner_size = 0;
      bool inner_removed = false;
      uint8_t *const length_at = out + tag_size;
      if (!filter_message(drop, through, depth + 1, inner, length_at + room, &inner_size, &inner_removed))
        return false;
      if (inner_removed) {
        *removed = true;
        memcpy(out, field_begin, tag_size);
        write_varint(length_at, inner_size);
        memmove(length_at + varint_size(inner_size), length_at + room, inner_size);
        out = length_at + varint_size(inner_size) + inner_size;
        continue;
      }
    }
    memcpy(out, field_begin, (size_t)(in.at - field_begin));
    out += in.at - field_begin;
  }
  *out_size = (size_t)(out - begin);
  return true;
}

bool options_filter(const drop_set *drop, const uint8_t *in, size_t size, uint8_t *out, size_t *out_size) {
  if (drop->count == 0 || size == 0) return false;
  const uint32_t all = UINT32_MAX >> (32 - drop->count);
  bool removed = false;
  return filter_message(drop, all, 0, (reader){in, size}, out, out_size, &removed) && removed;
}
