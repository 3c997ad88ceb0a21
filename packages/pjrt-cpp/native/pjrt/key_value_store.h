// A key-value store shared by the processes of one computation, which a library's clients use to find each other.
//
// Ownership: a Client holds the store that it was created with.
// Threads: a library calls it from any of its threads, also concurrently, and during Client::create.
// Blocking: get() waits for a value until its timeout.
// Errors: exceptions are passed to the library: an Error with its code, any other exception as UNKNOWN.
#ifndef PJRT_KEY_VALUE_STORE_H_
#define PJRT_KEY_VALUE_STORE_H_

#include <optional>
#include <string>
#include <string_view>

#include "pjrt/plugin.h"

namespace pjrt {

class KeyValueStore {
 public:
  virtual ~KeyValueStore() = default;

  virtual std::string get(std::string_view key, int milliseconds) = 0;
  virtual std::optional<std::string> try_get(std::string_view key) = 0;
  virtual void put(std::string_view key, std::string_view value) = 0;

  // The functions that a library calls; `user_arg` is the store.
  static PJRT_Error* get_for_library(PJRT_KeyValueGetCallback_Args* args);
  static PJRT_Error* try_get_for_library(PJRT_KeyValueTryGetCallback_Args* args);
  static PJRT_Error* put_for_library(PJRT_KeyValuePutCallback_Args* args);
};

}  // namespace pjrt

#endif  // PJRT_KEY_VALUE_STORE_H_
