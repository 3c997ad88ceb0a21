// Execution of programs: the hot path.

#include <new>

#include "borrowed_array.h"
#include "pjrt/small_buffer.h"
#include "python.h"

namespace jaxlib_pjrt {
namespace {

using pjrt::SmallBuffer;

constexpr std::size_t kFew = 32;

// The host arrays among the arguments. They are copied to their devices together, without the GIL; the copies live
// until the end of the call.
class Copies {
 public:
  Copies(const pjrt::LoadedExecutable& executable, std::size_t most) : executable_(executable), most_(most) {}
  ~Copies() {
    for (std::size_t i = 0; i < count_; ++i) held(i).~BorrowedArray();
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  void add(nb::handle value, std::size_t index, std::size_t device, PJRT_Buffer** argument) {
    if (far_ == nullptr && most_ > kNear) {
      far_.reset(new Slot[most_]);
    }
    Slot& slot = at(count_);
    new (slot.held) BorrowedArray(value);
    ++count_;
    slot.index = index;
    slot.device = device;
    slot.argument = argument;
    executable_.check(index, held(count_ - 1).array());
  }

  // Without the GIL.
  void make() {
    pjrt::Client& client = *executable_.client();
    for (; made_ < count_; ++made_) {
      Slot& slot = at(made_);
      const pjrt::Place place{executable_.devices()[slot.device], nullptr, executable_.layout(slot.index)};
      const pjrt::HostArray array = held(made_).array();
      *slot.argument = place.layout == nullptr
                           ? client.copy_in(array, place)
                           : client.from_host(array, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place)
                                 .first.release();
    }
  }
  void drop() noexcept {
    while (made_ != 0) executable_.client()->drop(*at(--made_).argument);
  }

 private:
  struct Slot {
    alignas(BorrowedArray) unsigned char held[sizeof(BorrowedArray)];
    std::size_t index, device;
    PJRT_Buffer** argument;
  };
  static constexpr std::size_t kNear = 4;

  Slot& at(std::size_t i) { return far_ == nullptr ? near_[i] : far_[i]; }
  BorrowedArray& held(std::size_t i) { return *std::launder(reinterpret_cast<BorrowedArray*>(at(i).held)); }

  const pjrt::LoadedExecutable& executable_;
  std::size_t most_, count_ = 0, made_ = 0;
  Slot near_[kNear];
  std::unique_ptr<Slot[]> far_;
};

// Creates the copies for a call, and drops them even if it fails.
class Made {
 public:
  explicit Made(Copies& copies) : copies_(copies) {}
  ~Made() { copies_.drop(); }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;

 private:
  Copies& copies_;
};

PyObject* buffer_type() {
  static PyObject* const type = nb::type<pjrt::Buffer>().ptr();  // runs no Python code
  return type;
}

// One argument on one device: the buffer itself, or a copy of a host array.
void pass_argument(const pjrt::LoadedExecutable& executable, std::size_t index, nb::handle value, std::size_t device,
           Copies& copies, PJRT_Buffer** argument) {
  if (reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())) != buffer_type()) {
    copies.add(value, index, device, argument);
    return;
  }
  const auto* buffer = nb::inst_ptr<pjrt::Buffer>(value);
  if (buffer->client() != executable.client()) {
    throw nb::value_error("an argument is a buffer of another client");
  }
  executable.check(index, *buffer);
  *argument = buffer->get();
}

nb::object result(const std::shared_ptr<pjrt::Client>& client, PJRT_Buffer* handle) {
  nb::object made = nb::inst_alloc(buffer_type());
  new (nb::inst_ptr<pjrt::Buffer>(made)) pjrt::Buffer(client, handle);
  nb::inst_mark_ready(made);
  return made;
}

void put(nb::list& list, std::size_t index, nb::object item) {
  PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(index), item.release().ptr());
}

nb::list list_of(std::size_t size) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(size));
  if (list == nullptr) throw nb::python_error();
  return nb::steal<nb::list>(list);
}

// Pointers to the rows of a table with `columns` values each.
template <class Row, class Value>
void rows(SmallBuffer<Row, kFew>& pointers, SmallBuffer<Value, kFew>& values, std::size_t count, std::size_t columns) {
  for (std::size_t i = 0; i < count; ++i) pointers[i] = values.data() + i * columns;
}

bool is_shards(nb::handle value) { return PyTuple_Check(value.ptr()) || PyList_Check(value.ptr()); }

nb::object shards(std::vector<nb::object>& parts) {
  static auto& type = *new Once<nb::object>;
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(parts.size()));
  if (tuple == nullptr) throw nb::python_error();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(i), parts[i].release().ptr());
  }
  const nb::object whole = nb::steal(tuple);
  return type.get([] { return nb::object(nb::module_::import_("jaxlib_pjrt._shards").attr("Shards")); })(whole);
}

// In ids of executions: jaxlib numbers its own, and its programs may run in the same library at the same time.
constexpr int kOfThisPackage = 1 << 30;

}  // namespace

nb::object call(const PyLoadedExecutable& self, nb::args given, nb::handle keep, std::optional<int> launch_id) {
  const std::shared_ptr<pjrt::LoadedExecutable> executable = self.executable;
  const std::size_t count = given.size(), devices = executable->devices().size();
  const std::size_t outputs = executable->outputs();

  std::vector<std::int64_t> kept;
  for (nb::handle index : nb::borrow<nb::tuple>(keep)) kept.push_back(nb::cast<std::int64_t>(index));

  Copies copies(*executable, devices * count);
  std::vector<nb::object> parts;  // items of lists, which other threads may change while this one waits
  SmallBuffer<PJRT_Buffer*, kFew> arguments(devices * count);
  for (std::size_t i = 0; i < count; ++i) {
    const nb::handle value = PyTuple_GetItem(given.ptr(), static_cast<Py_ssize_t>(i));
    if (devices == 1) {
      pass_argument(*executable, i, value, 0, copies, &arguments[i]);
      continue;
    }
    const bool apart = is_shards(value);
    if (apart && nb::len(value) != devices) {
      throw nb::value_error(("argument " + std::to_string(i) + ": wanted one buffer or array for each of the " +
                             std::to_string(devices) + " devices, found " + std::to_string(nb::len(value)))
                                .c_str());
    }
    for (std::size_t d = 0; d < devices; ++d) {
      parts.push_back(apart ? nb::object(value[d]) : nb::borrow(value));
      pass_argument(*executable, i, parts.back(), d, copies, &arguments[d * count + i]);
    }
  }
  SmallBuffer<PJRT_Buffer* const*, kFew> argument_lists(devices);
  SmallBuffer<PJRT_Buffer*, kFew> results(devices * outputs);
  SmallBuffer<PJRT_Buffer**, kFew> result_lists(devices);
  rows(argument_lists, arguments, devices, count);
  rows(result_lists, results, devices, outputs);
  {
    const Unlocked unlocked;
    const Made made(copies);
    copies.make();
    executable->execute(argument_lists.data(), count, result_lists.data(), kept.data(), kept.size(),
                        launch_id ? *launch_id : executable->next_launch_id() | kOfThisPackage);
  }

  nb::list all = list_of(outputs);
  for (std::size_t o = 0; o < outputs; ++o) {
    if (devices == 1) {
      put(all, o, result(executable->client(), results[o]));
      continue;
    }
    std::vector<nb::object> of_output;
    for (std::size_t d = 0; d < devices; ++d) {
      of_output.push_back(result(executable->client(), results[d * outputs + o]));
    }
    put(all, o, shards(of_output));
  }
  return all;
}

}  // namespace jaxlib_pjrt
