// Binds Buffer and Event.

#include <unistd.h>

#include <cerrno>

#include "conversions.h"

namespace jaxlib_pjrt {
namespace {

// Writes 8 bytes to the descriptor when the event has completed, and closes it.
void notify(const PyEvent& self, int descriptor) {
  // Runs on one of the library's threads, which must not wait for Python.
  self.event.on_ready(
      [](PJRT_Error* error, void* argument) {
        const std::unique_ptr<std::pair<const pjrt::Plugin*, int>> to(
            static_cast<std::pair<const pjrt::Plugin*, int>*>(argument));
        to->first->discard(error);
        const std::uint64_t one = 1;
        while (write(to->second, &one, sizeof one) < 0 && errno == EINTR) {
        }
        ::close(to->second);
      },
      new std::pair<const pjrt::Plugin*, int>(&self.event.plugin(), descriptor));
}

nb::object to_array(nb::object self, nb::handle dtype, nb::handle copy) {
  nb::object array = to_numpy(self, nb::cast<const pjrt::Buffer&>(self), sharing(copy));
  if (dtype.is_none() || array.attr("dtype").equal(dtype)) return array;
  if (!copy.is_none() && !nb::cast<bool>(copy)) throw nb::value_error("copy=False: another dtype needs a copy");
  return nb::object(array.attr("astype")(dtype));
}

std::string buffer_text(const pjrt::Buffer& self) {
  if (self.deleted()) return "Buffer(deleted)";
  const auto dimensions = self.dimensions();
  return "Buffer(" + pjrt::to_string(self.type(), dimensions.first, dimensions.second) + ", " +
         self.device().description().to_string() + ")";
}

void bind_event(nb::module_& module) {
  nb::class_<PyEvent>(module, "Event", "The completion of an asynchronous operation, with or without an error.")
      .def_prop_ro(
          "is_ready", [](const PyEvent& self) { return self.event.ready(); },
          "Whether the operation has completed, with or without an error.")
      .def(
          "wait",
          [](const PyEvent& self) { await(self.event); },
          "Block until the operation has completed; raises its error.")
      .def("notify", &notify, "descriptor"_a,
           "When the operation has completed, write 8 bytes to the file descriptor and close it.");
}

void bind_buffer(nb::module_& module) {
  nb::class_<pjrt::Buffer>(module, "Buffer", nb::is_final(),
                           "An array on a device. Operations wait for its values if these are not computed yet.")
      .def_prop_ro(
          "shape",
          [](const pjrt::Buffer& self) {
            const auto dimensions = self.dimensions();
            return to_shape(dimensions.first, dimensions.second);
          },
          "The size of each dimension.")
      .def_prop_ro(
          "dtype", [](const pjrt::Buffer& self) { return to_dtype(self.type()); },
          "The numpy dtype of the elements.")
      .def_prop_ro(
          "ndim", [](const pjrt::Buffer& self) { return self.dimensions().second; },
          "The number of dimensions.")
      .def_prop_ro(
          "client", [](const pjrt::Buffer& self) { return PyClient{self.client()}; },
          "The client that owns it.")
      .def_prop_ro(
          "device", [](const pjrt::Buffer& self) { return PyDevice{self.client(), &self.device()}; },
          "The device that it is on.")
      .def_prop_ro(
          "devices",
          [](const pjrt::Buffer& self) { return nb::make_tuple(PyDevice{self.client(), &self.device()}); },
          "A tuple of its only device, for compatibility with Shards.")
      .def_prop_ro(
          "memory", [](const pjrt::Buffer& self) { return PyMemory{self.client(), &self.memory()}; },
          "The memory that it is in.")
      .def_prop_ro(
          "layout",
          [](const pjrt::Buffer& self) {
            return from_layout(self.layout());
          },
          "The dimensions from minor to major in memory, and the sizes of tiles.")
      .def_prop_ro(
          "on_device_size", [](const pjrt::Buffer& self) { return self.on_device_size(); },
          "The size on the device in bytes.")
      .def_prop_ro(
          "on_host", [](const pjrt::Buffer& self) { return self.on_cpu(); },
          "Whether it is in host memory.")
      .def_prop_ro(
          "address", [](const pjrt::Buffer& self) { return reinterpret_cast<std::uintptr_t>(self.address()); },
          "The address of the elements, as the library reports it.")
      .def_prop_ro("is_deleted", [](const pjrt::Buffer& self) { return self.deleted(); },
                   "Whether it was deleted or donated.")
      .def("delete", [](const pjrt::Buffer& self) { self.remove(); },
           "Delete it: its memory is freed as soon as no operation uses it any more.")
      .def_prop_ro(
          "is_ready", [](const pjrt::Buffer& self) { return self.ready().ready(); },
          "Whether the values are ready, or the program that computes them has failed.")
      .def(
          "ready",
          [](const pjrt::Buffer& self) { return PyEvent{self.client(), self.ready()}; },
          "The event that completes when the values are ready.")
      .def(
          "block_until_ready",
          [](nb::object self) {
            await(nb::cast<const pjrt::Buffer&>(self).ready());
            return self;
          },
          nb::sig("def block_until_ready(self) -> Buffer"),
          "Wait for the values; raises the error of the program that computes them.")
      .def(
          "copy_to",
          [](const pjrt::Buffer& self, nb::handle where) {
            if (where.is_none()) throw nb::type_error("where: wanted a Device or a Memory");
            const pjrt::Place place = to_place(*self.client(), where);
            const Unlocked unlocked;
            return place.memory != nullptr ? self.copy_to(*place.memory) : self.copy_to(*place.device);
          },
          "where"_a.none(), "Copy to another Device or Memory of the same client.")
      .def("__array__", &to_array, "dtype"_a = nb::none(), "copy"_a = nb::none(),
           "A numpy array: a read-only view if the buffer is in host memory, else a copy.\n\n"
           "Args:\n    copy: True returns a writable copy; False raises ValueError if a copy is necessary.")
      .def(
          "__dlpack__",
          [](nb::object self, nb::kwargs) { return to_dlpack(self, nb::cast<const pjrt::Buffer&>(self)); },
          "options"_a, "Share the memory with another library; raises BufferError if DLPack cannot describe it.")
      .def("__dlpack_device__",
           [](const pjrt::Buffer& self) {
             const auto [type, id] = dlpack_device(self);
             return nb::make_tuple(type, id);
           })
      .def("__await__",
           [](nb::object self) {
             return nb::module_::import_("jaxlib_pjrt._waiting").attr("wait")(self).attr("__await__")();
           })
      .def("__repr__", &buffer_text);
}

}  // namespace

void bind_buffers(nb::module_& module) {
  bind_event(module);
  bind_buffer(module);
}

}  // namespace jaxlib_pjrt
