#include "waiting.h"
#include "profiler/recorder.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace jaxlib {
namespace {

constexpr std::chrono::milliseconds kLook(50);

std::atomic<unsigned long> main_thread{0};

// Shared by the waiting thread and the library's thread, either of which may use it last.
struct Wait {
  explicit Wait(const pjrt::Plugin& of) : plugin(of) {}

  const pjrt::Plugin& plugin;
  std::mutex lock;
  std::condition_variable changed;
  bool over = false;
};

void end(PJRT_Error* error, void* argument) {
  const std::unique_ptr<std::shared_ptr<Wait>> owned(static_cast<std::shared_ptr<Wait>*>(argument));
  Wait& wait = **owned;
  if (error != nullptr) wait.plugin.discard(error);  // the event will report it again
  {
    const std::lock_guard<std::mutex> held(wait.lock);
    wait.over = true;
  }
  wait.changed.notify_all();
}

}  // namespace

void await(const pjrt::Event& event) {
  if (event.ready()) {
    event.await();
    return;
  }
  const profiler::Span span("Await");
  if (PyThread_get_thread_ident() != main_thread.load(std::memory_order_relaxed)) {
    const gil::Unlocked unlocked;
    event.await();
    return;
  }
  const auto wait = std::make_shared<Wait>(event.plugin());
  auto shared = std::make_unique<std::shared_ptr<Wait>>(wait);
  event.on_ready(&end, shared.get());
  shared.release();
  const auto is_over = [&] {
    const gil::Unlocked unlocked;
    std::unique_lock<std::mutex> held(wait->lock);
    // With the system clock, because the steady one needs pthread_cond_clockwait, which is newer than the wheel's
    // tag.
    return wait->changed.wait_until(held, std::chrono::system_clock::now() + kLook, [&] { return wait->over; });
  };
  while (!is_over()) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
  event.await();
}

void bind_waiting() {
  main_thread = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
  // The forking thread is the only one in the child, and becomes its main thread.
  pthread_atfork(nullptr, nullptr, [] { main_thread = PyThread_get_thread_ident(); });
}

}  // namespace jaxlib
