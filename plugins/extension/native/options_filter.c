#include "options_filter.h"

#include <string.h>

#include "wire.h"

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

// What a set of paths (bit i: path i) does to a field.
typedef struct {
  bool whole;        // the field is removed
  uint32_t valued;   // paths that end here and remove a single value
  uint32_t through;  // paths that continue inside the field
} verdict;

// Considers only the paths in `active`, which match down to `depth`.
static verdict judge(const drop_set *drop, uint32_t active, uint32_t depth, uint32_t field) {
  verdict result = {false, 0, 0};
  for (uint32_t index = 0; index < drop->count; ++index) {
    const drop_path *path = &drop->path[index];
    const uint32_t bit = UINT32_C(1) << index;
    // A path that has ended is no longer active, so an active one has a field at this depth.
    if ((active & bit) == 0 || path->field[depth] != field) continue;
    if (path->length > depth + 1)
      result.through |= bit;
    else if (path->one_value)
      result.valued |= bit;
    else
      result.whole = true;
  }
  return result;
}

static bool names_value(const drop_set *drop, uint32_t valued, uint64_t value) {
  for (uint32_t index = 0; index < drop->count; ++index)
    if ((valued >> index & 1) != 0 && drop->path[index].value == value) return true;
  return false;
}

// Filters the content of a packed repeated field: removes the values that the paths in `valued` name.
static bool filter_packed(const drop_set *drop, uint32_t valued, reader in, uint8_t *out, size_t *out_size,
                          bool *removed) {
  uint8_t *const begin = out;
  while (in.left > 0) {
    const uint8_t *const value_begin = in.at;
    uint64_t value = 0;
    if (!read_varint(&in, &value)) return false;
    if (names_value(drop, valued, value)) {
      *removed = true;
      continue;
    }
    memcpy(out, value_begin, (size_t)(in.at - value_begin));
    out += in.at - value_begin;
  }
  *out_size = (size_t)(out - begin);
  return true;
}

// Filters one message. In place: output never overtakes input, because no field becomes longer.
static bool filter_message(const drop_set *drop, uint32_t active, uint32_t depth, reader in, uint8_t *out,
                           size_t *out_size, bool *removed) {
  uint8_t *const begin = out;
  while (in.left > 0) {
    const uint8_t *const field_begin = in.at;
    wire_field field;
    if (!read_field(&in, &field)) return false;

    const verdict said = judge(drop, active, depth, field.number);
    if (said.whole || (field.type == WIRE_VARINT && names_value(drop, said.valued, field.value))) {
      *removed = true;
      continue;
    }
    if ((said.valued | said.through) != 0 && field.type == WIRE_BYTES) {
      const reader inner = field.content;
      const size_t tag_size = field.tag_size;
      const size_t room = varint_size(inner.left);
      size_t inner_size = 0;
      bool inner_removed = false;
      uint8_t *const length_at = out + tag_size;
      // A field with values has no nested fields; if paths ask for both, the values take precedence.
      const bool parsed =
          said.valued != 0
              ? filter_packed(drop, said.valued, inner, length_at + room, &inner_size, &inner_removed)
              : filter_message(drop, said.through, depth + 1, inner, length_at + room, &inner_size,
                               &inner_removed);
      if (!parsed) return false;
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
