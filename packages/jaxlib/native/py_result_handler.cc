// Result handlers: create Arrays from a program's output buffers, or from single-shard Arrays.

#include "py_array_storage.h"
#include "sharding.h"

namespace jaxlib {

nb::object ResultHandler::make(nb::object client, Buffers buffers) const {
  nb::object array = make_array(type, sharding, std::move(client), std::move(buffers), committed);
  if (!skip_checks) {
    array.attr("_arrays") =
        array.attr("_check_and_rearrange")(array.attr("_arrays"), sharding, type->aval);
  }
  for (const nb::object& each : wrappers) array = each(array);
  return array;
}

void bind_py_result_handler(Module& jax) {
  Class<ResultHandler>(jax, "ResultHandler")
      .def("__call__",
           [](const ResultHandler& self, nb::object arrays) {
             if (is_array(arrays)) {
               const Storage& one = require_array(arrays);
               return inherit_layout(one, self.make(one.client, one.buffers));
             }
             if (!PySequence_Check(arrays.ptr())) {
               throw nb::type_error(
                   ("Expected a single PyArray or a sequence of PyArrays, got " + text(arrays.type())).c_str());
             }
             nb::list all(arrays);
             for (nb::handle each : all) {
               if (!is_array(each)) {
                 throw nb::type_error(
                     ("Expected a single PyArray or a sequence of PyArrays, got " + text(arrays.type())).c_str());
               }
             }
             nb::object result = self.make(client_of_sharding(self.sharding), single_shard_buffers(all, self.sharding));
             return all.size() == 0 ? result : inherit_layout(require_array(all[0]), std::move(result));
           })
      .def("wrap",
           [](ResultHandler self, nb::object wrapper) {
             self.wrappers.push_back(std::move(wrapper));
             return self;
           })
      .def("pre_wrap", [](ResultHandler self, nb::object wrapper) {
        self.wrappers.insert(self.wrappers.begin(), std::move(wrapper));
        return self;
      });
  jax.def(
      "array_result_handler",
      [](nb::object aval, nb::object sharding, bool committed, bool skip_checks) {
        return ResultHandler{std::make_shared<ArrayType>(std::move(aval)), std::move(sharding), committed,
                             skip_checks, {}};
      },
      nb::arg("aval"), nb::arg("sharding"), nb::arg("committed"), nb::arg("_skip_checks") = false);
}

}  // namespace jaxlib
