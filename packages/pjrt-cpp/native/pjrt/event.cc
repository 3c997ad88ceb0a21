#include "pjrt/event.h"

namespace pjrt {

Event::~Event() {
  if (event_ == nullptr) return;
  PJRT_ARGS(args, *plugin_, PJRT_Event_Destroy);
  args->event = event_;
  PJRT_RELEASE(*plugin_, PJRT_Event_Destroy, args);
}

bool Event::ready() const {
  if (event_ == nullptr) return true;
  PJRT_ARGS(args, *plugin_, PJRT_Event_IsReady);
  args->event = event_;
  PJRT_CALL(*plugin_, PJRT_Event_IsReady, args);
  return args->is_ready;
}

void Event::await() const {
  if (event_ == nullptr) return;
  PJRT_ARGS(args, *plugin_, PJRT_Event_Await);
  args->event = event_;
  PJRT_CALL(*plugin_, PJRT_Event_Await, args);
}

std::optional<Error> Event::error() const {
  if (event_ == nullptr) return std::nullopt;
  PJRT_ARGS(args, *plugin_, PJRT_Event_Error);
  args->event = event_;
  auto* get = plugin_->function<PJRT_Event_Error>(offsetof(PJRT_Api, PJRT_Event_Error), "PJRT_Event_Error");
  PJRT_Error* error = get(args.get());
  if (error == nullptr) return std::nullopt;
  return plugin_->take(error, "PJRT_Event_Error");
}

void Event::on_ready(PJRT_Event_OnReadyCallback callback, void* argument) const {
  if (event_ == nullptr) {
    callback(nullptr, argument);
    return;
  }
  PJRT_ARGS(args, *plugin_, PJRT_Event_OnReady);
  args->event = event_;
  args->callback = callback;
  args->user_arg = argument;
  PJRT_CALL(*plugin_, PJRT_Event_OnReady, args);
}

}  // namespace pjrt
