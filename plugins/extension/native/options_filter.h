// Removes fields, or single values of enum fields, from a serialized protocol buffer by path, knowing nothing
// else of the message.
//
// Ownership: the caller owns every buffer. Threads: no state; a drop_set is only read. Python: none.
// Limits: a path names length-delimited messages down to the field that it is about. Groups are not understood.
// Only what is on a path is parsed; everything else is copied as it stands.
#ifndef PLUGIN_OPTIONS_FILTER_H
#define PLUGIN_OPTIONS_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  DROP_PATHS_MAX = 32,
  DROP_DEPTH_MAX = 8,
  DROP_FIELD_MAX = (1 << 29) - 1,  // the largest field number of the wire format
};

typedef struct {
  uint32_t length;
  uint32_t field[DROP_DEPTH_MAX];  // unused ones are zero
  uint32_t one_value;              // 1: the field stays, but for `value`, among others of a repeated field or alone
  uint32_t value;
} drop_path;

// Zero-initialised, it is empty. Sorted and without duplicates, so that equal sets have equal bytes.
typedef struct {
  uint32_t count;
  drop_path path[DROP_PATHS_MAX];
} drop_set;

// Adds a path of 1 to DROP_DEPTH_MAX field numbers, each 1 to DROP_FIELD_MAX (the caller checks).
// False: the set is full.
bool drop_set_add(drop_set *set, const drop_path *path);

bool drop_set_equal(const drop_set *left, const drop_set *right);

// True: something was removed, and `out` (of at least `size` bytes) holds `*out_size` bytes, never
// more than `size`, with the lengths of the enclosing messages encoded again. False: nothing to remove, or the
// input is malformed; the input is to be used as it is, and `out` holds nothing of use.
bool options_filter(const drop_set *drop, const uint8_t *in, size_t size, uint8_t *out, size_t *out_size);

#endif  // PLUGIN_OPTIONS_FILTER_H
