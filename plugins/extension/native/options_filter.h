// Removes fields, or single values of enum fields, from a serialized protocol buffer by path, without its schema.
//
// Ownership: the caller owns every buffer. Threads: no state; a drop_set is only read. Python: none.
// Limits: a path goes through length-delimited messages to its field. Groups are not supported.
// Only fields on a path are parsed; everything else is copied unchanged.
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
  uint32_t field[DROP_DEPTH_MAX];  // unused elements are zero
  uint32_t one_value;              // 1: only `value` is removed, from a repeated field or a single one
  uint32_t value;
} drop_path;

// Empty if zero-initialized. Sorted and without duplicates, so that equal sets have equal bytes.
typedef struct {
  uint32_t count;
  drop_path path[DROP_PATHS_MAX];
} drop_set;

// Adds a path of 1 to DROP_DEPTH_MAX field numbers, each from 1 to DROP_FIELD_MAX (the caller checks that).
// False: the set is full.
bool drop_set_add(drop_set *set, const drop_path *path);

bool drop_set_equal(const drop_set *left, const drop_set *right);

// True: something was removed, and `out` (of at least `size` bytes) contains `*out_size` bytes, at most `size`,
// with updated lengths of the enclosing messages. False: there is nothing to remove, or the input is malformed; the
// caller uses the input unchanged, and the content of `out` is undefined.
bool options_filter(const drop_set *drop, const uint8_t *in, size_t size, uint8_t *out, size_t *out_size);

#endif  // PLUGIN_OPTIONS_FILTER_H
