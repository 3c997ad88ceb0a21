// A PJRT_Event: the completion of an asynchronous operation, or its error.
//
// Ownership: an Event owns its handle. A registered callback runs even if the Event is destroyed first.
// Threads: every function may be called concurrently from any thread; destruction must not overlap.
// Blocking: only await() blocks, until the event is ready.
// Callbacks run on one of the library's threads, or immediately on the caller's if the event is already ready.
#ifndef PJRT_EVENT_H_
#define PJRT_EVENT_H_

#include <optional>
#include <utility>

#include "pjrt/plugin.h"

namespace pjrt {

class Event {
 public:
  // Takes ownership of `event`; null stands for an event that is ready.
  Event(const Plugin& plugin, PJRT_Event* event) : plugin_(&plugin), event_(event) {}
  Event(Event&& other) noexcept : plugin_(other.plugin_), event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(plugin_, other.plugin_);
    std::swap(event_, other.event_);
    return *this;
  }
  ~Event();

  bool ready() const;

  // Blocks until it is ready; throws its error.
  void await() const;

  // The error of a ready event, if any.
  std::optional<Error> error() const;

  // Calls `callback(error, argument)` once. The callback must pass `error` to Plugin::take or discard, and must not
  // throw.
  void on_ready(PJRT_Event_OnReadyCallback callback, void* argument) const;

  const Plugin& plugin() const { return *plugin_; }

 private:
  const Plugin* plugin_;
  PJRT_Event* event_;
};

}  // namespace pjrt

#endif  // PJRT_EVENT_H_
