// Shared by the files that bind pjrt/ to Python: the GIL, references released by other threads, and host arrays.
//
// Ownership: Python objects hold pjrt/ objects by value or shared_ptr, never the other way round; a library's
// thread drops references to Python objects through release_later().
// Threads: everything except release_later() requires the GIL, or on a free-threaded Python an attached thread. State
// that threads share is immutable, atomic, or guarded by a mutex that is never held while Python code runs.
// GIL: Unlocked releases it around every call that can block. A library's thread only takes it, with Entered, to
// run functions that the user registered (ffi_functions.cc); no other library thread ever waits for Python, also at
// interpreter exit.
#ifndef JAXLIB_PJRT_PYTHON_H_
#define JAXLIB_PJRT_PYTHON_H_

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gil.h"
#include "pjrt/client.h"
#include "pjrt/element_type.h"
#include "pjrt/executable.h"
#include "pjrt/topology.h"

namespace jaxlib_pjrt {

namespace nb = nanobind;

using gil::Entered;
using gil::Unlocked;

// Waits without the GIL, unless the event is ready: if other threads want the GIL, releasing and taking it costs as
// much as a small program.
void await(const pjrt::Event& event);

// A deleter for objects whose destruction may block; runs on the thread that drops the last reference.
template <class T>
void destroy(T* object) {
  if (gil::stranded()) return;
  if (Unlocked::here() || gil::ended()) {
    delete object;
  } else {
    const Unlocked unlocked;
    delete object;
  }
}

// A value that Python code makes on first use; never destroyed. Threads that need it at the same time each make one,
// and the first prevails. A static local would hold its guard while Python runs, and a thread that waits for the guard
// keeps the GIL, or keeps a free-threaded Python from stopping all threads.
template <class T>
class Once {
 public:
  template <class Make>
  const T& get(const Make& make) {
    const T* known = value_.load(std::memory_order_acquire);
    if (known != nullptr) return *known;
    auto made = std::make_unique<const T>(make());
    if (value_.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) return *made.release();
    return *known;
  }
  // Null if it has not been made.
  const T* made() const { return value_.load(std::memory_order_acquire); }

 private:
  std::atomic<const T*> value_{nullptr};
};

// Drops a reference from any thread, without the GIL; the interpreter executes it soon afterwards.
void release_later(PyObject* object) noexcept;

// Called when the interpreter is about to end: from now on, release_later() leaks.
void closing();

struct PyPlugin {
  const pjrt::Plugin* plugin;
};
struct PyClient {
  std::shared_ptr<pjrt::Client> client;
};
struct PyDevice {
  std::shared_ptr<pjrt::Client> client;
  const pjrt::Device* device;
};
struct PyMemory {
  std::shared_ptr<pjrt::Client> client;
  const pjrt::Memory* memory;
};
struct PyTopology {
  std::shared_ptr<pjrt::Topology> topology;
};
struct PyDescription {
  std::shared_ptr<pjrt::Topology> topology;
  const pjrt::DeviceDescription* description;
};
// Compiled for a Topology, or the executable of a LoadedExecutable.
struct PyExecutable {
  std::shared_ptr<const pjrt::Executable> executable;
};
struct PyLoadedExecutable {
  std::shared_ptr<pjrt::LoadedExecutable> executable;
};
struct PyEvent {
  std::shared_ptr<pjrt::Client> client;  // a library's events must not outlive it
  pjrt::Event event;
};

nb::object to_python(const std::vector<pjrt::NamedValue>& values);
nb::object to_python(const std::vector<std::pair<const char*, std::int64_t>>& values);
std::vector<pjrt::NamedValue> to_options(const nb::kwargs& options);
nb::tuple to_shape(const std::int64_t* dimensions, std::size_t rank);
nb::object to_dtype(PJRT_Buffer_Type type);

// Accepts None, a Device, or a Memory; None is the client's first device in this process.
pjrt::Place to_place(const pjrt::Client& client, nb::handle where);

enum class Sharing {
  kCopy,    // the host array may change as soon as this returns
  kAllow,   // the library may use the host memory
  kDemand,  // the library must use the host memory, else ValueError
};

pjrt::Buffer to_buffer(pjrt::Client& client, nb::handle value, const pjrt::Place& place, Sharing sharing);

// A numpy array of the buffer's elements; with kDemand and kAllow read-only over the buffer's own memory.
nb::object to_numpy(nb::handle self, const pjrt::Buffer& buffer, Sharing sharing);

// A capsule named "dltensor" over the buffer's memory.
nb::object to_dlpack(nb::handle self, const pjrt::Buffer& buffer);
std::pair<int, int> dlpack_device(const pjrt::Buffer& buffer);

// A buffer over the memory of an object that has __dlpack__.
pjrt::Buffer from_dlpack(pjrt::Client& client, nb::handle value, const pjrt::Device& device);

nb::object call(const PyLoadedExecutable& self, nb::args arguments, nb::handle keep, std::optional<int> launch_id);

// For Client::create: an object with get, put and optionally try_get; None becomes null.
std::shared_ptr<pjrt::KeyValueStore> to_store(nb::handle store);

void bind_host_arrays(nb::module_& module);
void bind_ffi_functions(nb::module_& module, nb::class_<PyClient>& client);

}  // namespace jaxlib_pjrt

#endif  // JAXLIB_PJRT_PYTHON_H_
