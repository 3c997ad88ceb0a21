#include "python.h"

#include <nanobind/stl/string.h>

#include <mutex>

namespace jaxlib_pjrt {

namespace {

// Never destroyed: a library's threads may outlive static destructors.
struct Released {
  std::mutex mutex;
  std::vector<PyObject*> objects;
  bool closed = false;
};

Released& released() {
  static auto* const all = new Released;
  return *all;
}

int drop_released(void*) {
  std::vector<PyObject*> objects;
  {
    const std::lock_guard<std::mutex> lock(released().mutex);
    objects.swap(released().objects);
  }
  for (PyObject* object : objects) Py_DecRef(object);
  return 0;
}

}  // namespace

void await(const pjrt::Event& event) {
  if (event.ready() && !event.error()) return;
  const Unlocked unlocked;
  event.await();
}

void release_later(PyObject* object) noexcept {
  // Held until the pending call is registered, because closing() waits for it.
  const std::lock_guard<std::mutex> lock(released().mutex);
  if (released().closed) return;
  const bool ask = released().objects.empty();
  released().objects.push_back(object);
  // If the interpreter's queue is full, the next released object tries again.
  if (ask) Py_AddPendingCall(drop_released, nullptr);
}

void closing() {
  drop_released(nullptr);
  const std::lock_guard<std::mutex> lock(released().mutex);
  released().closed = true;
}

namespace {

struct ToPython {
  nb::object operator()(const std::string& text) const {
    // A library may report bytes, such as a serialized configuration.
    PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
    if (decoded != nullptr) return nb::steal(decoded);
    PyErr_Clear();
    return nb::bytes(text.data(), text.size());
  }
  nb::object operator()(std::int64_t number) const { return nb::int_(number); }
  nb::object operator()(const std::vector<std::int64_t>& numbers) const {
    return to_shape(numbers.data(), numbers.size());
  }
  nb::object operator()(float number) const { return nb::float_(static_cast<double>(number)); }
  nb::object operator()(bool truth) const { return nb::bool_(truth); }
};

pjrt::NamedValue::Value to_value(const std::string& name, nb::handle value) {
  if (PyBool_Check(value.ptr())) return value.is(nb::handle(Py_True));
  if (PyLong_Check(value.ptr())) return nb::cast<std::int64_t>(value);
  if (PyFloat_Check(value.ptr())) return static_cast<float>(nb::cast<double>(value));
  if (PyUnicode_Check(value.ptr())) return nb::cast<std::string>(value);
  if (PyBytes_Check(value.ptr())) {
    const auto bytes = nb::borrow<nb::bytes>(value);
    return std::string(bytes.c_str(), bytes.size());
  }
  if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
    std::vector<std::int64_t> numbers;
    for (nb::handle item : nb::borrow<nb::sequence>(value)) numbers.push_back(nb::cast<std::int64_t>(item));
    return numbers;
  }
  throw nb::type_error(("option " + name + ": wanted a bool, int, float, str, bytes or a list of ints, found " +
                        nb::repr(value).c_str())
                           .c_str());
}

}  // namespace

nb::object to_python(const std::vector<pjrt::NamedValue>& values) {
  nb::dict dict;
  for (const pjrt::NamedValue& value : values) {
    dict[value.name.c_str()] = std::visit(ToPython(), value.value);
  }
  return dict;
}

nb::object to_python(const std::vector<std::pair<const char*, std::int64_t>>& values) {
  nb::dict dict;
  for (const auto& [name, value] : values) dict[name] = value;
  return dict;
}

std::vector<pjrt::NamedValue> to_options(const nb::kwargs& options) {
  std::vector<pjrt::NamedValue> values;
  for (auto [key, value] : options) {
    const auto name = nb::cast<std::string>(key);
    values.push_back({name, to_value(name, value)});
  }
  return values;
}

nb::tuple to_shape(const std::int64_t* dimensions, std::size_t rank) {
  PyObject* shape = PyTuple_New(static_cast<Py_ssize_t>(rank));
  if (shape == nullptr) throw nb::python_error();
  for (std::size_t i = 0; i < rank; ++i) {
    PyTuple_SetItem(shape, static_cast<Py_ssize_t>(i), PyLong_FromLongLong(dimensions[i]));
  }
  return nb::steal<nb::tuple>(shape);
}

pjrt::Place to_place(const pjrt::Client& client, nb::handle where) {
  if (where.is_none()) {
    for (const auto& device : client.devices()) {
      if (device->addressable()) return {device.get(), nullptr};
    }
    throw nb::value_error("this process has no device of the client's");
  }
  if (nb::isinstance<PyDevice>(where)) {
    const auto& device = nb::cast<const PyDevice&>(where);
    if (device.client.get() != &client) throw nb::value_error("the device belongs to another client");
    return {device.device, nullptr};
  }
  if (nb::isinstance<PyMemory>(where)) {
    const auto& memory = nb::cast<const PyMemory&>(where);
    if (memory.client.get() != &client) throw nb::value_error("the memory belongs to another client");
    return {nullptr, memory.memory};
  }
  throw nb::type_error("where: wanted a Device, a Memory or None");
}

}  // namespace jaxlib_pjrt
