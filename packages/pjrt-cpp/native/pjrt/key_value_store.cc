#include "pjrt/key_value_store.h"

#include <cstring>
#include <exception>

namespace pjrt {
namespace {

// Runs `call`; converts exceptions to the library's errors.
template <class Call>
PJRT_Error* answered(PJRT_CallbackError* error, Call call) {
  int code = PJRT_Error_Code_UNKNOWN;
  std::string message;
  try {
    call();
    return nullptr;
  } catch (const Error& thrown) {
    code = thrown.code();
    message = thrown.message();
  } catch (const std::exception& thrown) {
    message = thrown.what();
  }
  return (*error)(static_cast<PJRT_Error_Code>(code), message.data(), message.size());
}

void free_value(char* value) { delete[] value; }

template <class Args>
void give(Args* args, const std::string& value) {
  args->value = new char[value.size() + 1];
  std::memcpy(args->value, value.c_str(), value.size() + 1);
  args->value_size = value.size();
  args->value_deleter_callback = free_value;
}

}  // namespace

PJRT_Error* KeyValueStore::get_for_library(PJRT_KeyValueGetCallback_Args* args) {
  auto* store = static_cast<KeyValueStore*>(args->user_arg);
  return answered(args->callback_error,
                  [&] { give(args, store->get({args->key, args->key_size}, args->timeout_in_ms)); });
}

PJRT_Error* KeyValueStore::try_get_for_library(PJRT_KeyValueTryGetCallback_Args* args) {
  auto* store = static_cast<KeyValueStore*>(args->user_arg);
  return answered(args->callback_error, [&] {
    const std::string_view key{args->key, args->key_size};
    const std::optional<std::string> value = store->try_get(key);
    if (!value) {
      throw Error(PJRT_Error_Code_NOT_FOUND, "no value for the key " + std::string(key), "PJRT_Client_Create", "");
    }
    give(args, *value);
  });
}

PJRT_Error* KeyValueStore::put_for_library(PJRT_KeyValuePutCallback_Args* args) {
  auto* store = static_cast<KeyValueStore*>(args->user_arg);
  return answered(args->callback_error,
                  [&] { store->put({args->key, args->key_size}, {args->value, args->value_size}); });
}

}  // namespace pjrt
