#include "sharding.h"

#include <algorithm>

namespace jaxlib {
namespace {

PyTypeObject *named_type, *single_type, *gspmd_type;
nb::object* unconstrained = nullptr;

bool is(nb::handle value, PyTypeObject* type) { return Py_TYPE(value.ptr()) == type; }

void make_named(NamedSharding* self, nb::object mesh, nb::object spec, nb::object memory_kind, nb::object ids) {
  static const char* const kKinds[] = {"device", "pinned_host", "unpinned_host"};
  new (self) NamedSharding();
  self->devices = nb::cast<int>(mesh.attr("size"));
  self->device_list = mesh.attr("_internal_device_list");
  self->mesh = std::move(mesh);
  self->spec = std::move(spec);
  self->logical_device_ids = std::move(ids);
  if (!self->device_list.is_none()) {
    self->memory_kind = canonical_memory_kind(memory_kind, self->device_list);
  } else {
    if (!memory_kind.is_none() && std::none_of(std::begin(kKinds), std::end(kKinds), [&](const char* each) {
          return text(memory_kind) == each;
        })) {
      throw nb::value_error(("Got invalid memory kind: " + text(memory_kind) +
                             ". Valid memory kinds are: device, pinned_host, unpinned_host")
                                .c_str());
    }
    self->memory_kind = std::move(memory_kind);
  }
  static Imported check("jax._src.named_sharding", "check_pspec");
  check.get()(self->mesh, self->spec);
}

// An object without devices, such as an abstract mesh, has no device list.
nb::object list_of(const nb::object& list) {
  if (!list.is_valid() || list.is_none()) {
    throw nb::value_error("internal_device_list is not implemented for abstract meshes");
  }
  return list;
}

// The canonical form of one dimension's partition: a single name instead of a tuple of one, None instead of an
// empty one.
nb::object canonical_partition(nb::handle partition) {
  const int given = PyObject_IsTrue(partition.ptr());
  if (given < 0) throw nb::python_error();
  if (given == 0) return nb::none();
  if (unconstrained && partition.is(*unconstrained)) return nb::borrow(partition);
  if (!PyTuple_Check(partition.ptr()) && !PyList_Check(partition.ptr())) return nb::borrow(partition);
  for (nb::handle each : partition) {
    if (PyTuple_Check(each.ptr()) || PyList_Check(each.ptr())) {
      throw nb::value_error(("A tuple inside PartitionSpec cannot contain a nested tuple. Got partition: " +
                             text(partition) + " and the nested tuple: " + text(each))
                                .c_str());
    }
  }
  if (nb::len(partition) == 1) return partition[0];
  return PyTuple_Check(partition.ptr()) ? nb::borrow(partition) : nb::object(nb::tuple(nb::borrow(partition)));
}

nb::tuple canonical_partitions(nb::handle partitions) {
  nb::list all;
  for (nb::handle each : partitions) all.append(canonical_partition(each));
  return nb::tuple(all);
}

template <class T>
PyTypeObject* type_of() {
  return reinterpret_cast<PyTypeObject*>(nb::type<T>().ptr());
}

}  // namespace

int device_count(nb::handle sharding) {
  const bool simple = is(sharding, named_type) || is(sharding, single_type) || is(sharding, gspmd_type);
  const int known = simple ? nb::inst_ptr<Sharding>(sharding)->devices : nb::cast<const Sharding&>(sharding).devices;
  if (known >= 0) return known;
  const nb::object alive = nb::borrow(sharding);  // Python may run and drop the other references
  return static_cast<int>(nb::len(nb::object(alive.attr("_internal_device_list"))));
}

nb::object memory_kind_of(nb::handle sharding) {
  if (is(sharding, named_type)) return nb::inst_ptr<NamedSharding>(sharding)->memory_kind;
  if (is(sharding, single_type)) return nb::inst_ptr<SingleDeviceSharding>(sharding)->memory_kind;
  if (is(sharding, gspmd_type)) return nb::inst_ptr<GSPMDSharding>(sharding)->memory_kind;
  return sharding.attr("memory_kind");
}

std::size_t quick_hash(nb::handle sharding) {
  const std::hash<const void*> address;
  if (is(sharding, named_type)) return address(nb::inst_ptr<NamedSharding>(sharding)->mesh.ptr());
  if (is(sharding, single_type)) return address(nb::inst_ptr<SingleDeviceSharding>(sharding)->device.ptr());
  const Py_hash_t hash = PyObject_Hash(
      is(sharding, gspmd_type) ? nb::inst_ptr<GSPMDSharding>(sharding)->hlo_sharding.ptr() : sharding.ptr());
  if (hash == -1) PyErr_Clear();  // an unhashable mesh is only compared
  return static_cast<std::size_t>(hash);
}

bool quick_equal(nb::handle a, nb::handle b) {
  if (a.is(b)) return true;
  if (Py_TYPE(a.ptr()) != Py_TYPE(b.ptr())) return false;
  // Python may run and replace the shardings of an Array or a cache entry.
  const nb::object alive_a = nb::borrow(a), alive_b = nb::borrow(b);
  if (is(a, named_type)) {
    const auto *x = nb::inst_ptr<NamedSharding>(a), *y = nb::inst_ptr<NamedSharding>(b);
    return x->mesh.is(y->mesh) && equal(x->spec, y->spec) && equal(x->memory_kind, y->memory_kind) &&
           equal(x->logical_device_ids, y->logical_device_ids);
  }
  if (is(a, single_type)) {
    const auto *x = nb::inst_ptr<SingleDeviceSharding>(a), *y = nb::inst_ptr<SingleDeviceSharding>(b);
    return x->device.is(y->device) && equal(x->memory_kind, y->memory_kind);
  }
  return equal(a, b);
}

void bind_sharding(Module& native) {
  Module jax = nb::borrow<Module>(native.attr("jax"));
  Class<Sharding>(jax, "Sharding").def(nb::init<>());

  Class<NamedSharding, Sharding>(jax, "NamedSharding", nb::dynamic_attr())
      .def("__init__", &make_named, nb::arg("mesh"), nb::arg("spec"), nb::arg("memory_kind").none() = nb::none(),
           nb::arg("_logical_device_ids").none() = nb::none())
      .def_prop_ro("mesh", [](const NamedSharding& self) { return self.mesh; })
      .def_prop_ro("spec", [](const NamedSharding& self) { return self.spec; })
      .def_prop_ro("_memory_kind", [](const NamedSharding& self) { return self.memory_kind; })
      .def_prop_ro("_logical_device_ids", [](const NamedSharding& self) { return self.logical_device_ids; })
      .def_prop_ro("_internal_device_list", [](const NamedSharding& self) { return list_of(self.device_list); })
      .def(
          "__eq__",
          [](nb::handle self, nb::handle other) {
            if (self.is(other)) return true;
            if (!nb::isinstance<NamedSharding>(other)) return false;
            const auto *x = nb::inst_ptr<NamedSharding>(self), *y = nb::inst_ptr<NamedSharding>(other);
            return equal(x->mesh, y->mesh) && equal(x->spec, y->spec) && equal(x->memory_kind, y->memory_kind) &&
                   equal(x->logical_device_ids, y->logical_device_ids);
          },
          nb::arg().none())
      .def("__hash__", [](const NamedSharding& self) {
        return nb::hash(nb::make_tuple(self.mesh, self.spec, self.memory_kind, self.logical_device_ids));
      });

  Class<SingleDeviceSharding, Sharding>(jax, "SingleDeviceSharding", nb::dynamic_attr())
      .def(
          "__init__",
          [](SingleDeviceSharding* self, nb::object device, nb::object memory_kind) {
            new (self) SingleDeviceSharding();
            self->devices = 1;
            self->device_list = nb::cast(DeviceList(nb::make_tuple(device)));
            self->device = std::move(device);
            self->memory_kind = canonical_memory_kind(memory_kind, self->device_list);
          },
          nb::arg("device"), nb::arg("memory_kind").none() = nb::none())
      .def_prop_ro("_device", [](const SingleDeviceSharding& self) { return self.device; })
      .def_prop_ro("_memory_kind", [](const SingleDeviceSharding& self) { return self.memory_kind; })
      .def_prop_ro("_internal_device_list", [](const SingleDeviceSharding& self) { return self.device_list; });

  Class<GSPMDSharding, Sharding>(jax, "GSPMDSharding", nb::dynamic_attr())
      .def(
          "__init__",
          [](GSPMDSharding* self, nb::object devices, nb::object op_sharding, nb::object memory_kind) {
            new (self) GSPMDSharding();
            self->device_list =
                nb::isinstance<DeviceList>(devices) ? devices : nb::cast(DeviceList(nb::tuple(devices)));
            self->devices = static_cast<int>(nb::len(self->device_list));
            if (self->devices == 0) throw nb::value_error("Devices given to GSPMDSharding must not be empty");
            self->hlo_sharding = nb::module_::import_("jaxlib._hlo").attr("as_hlo_sharding")(op_sharding);
            self->memory_kind = canonical_memory_kind(memory_kind, self->device_list);
          },
          nb::arg("devices"), nb::arg("op_sharding"), nb::arg("memory_kind").none() = nb::none())
      .def_prop_ro("_devices", [](const GSPMDSharding& self) { return self.device_list; })
      .def_prop_ro("_hlo_sharding", [](const GSPMDSharding& self) { return self.hlo_sharding; })
      .def_prop_ro("_memory_kind", [](const GSPMDSharding& self) { return self.memory_kind; })
      .def_prop_ro("_internal_device_list", [](const GSPMDSharding& self) { return self.device_list; });

  named_type = type_of<NamedSharding>();
  single_type = type_of<SingleDeviceSharding>();
  gspmd_type = type_of<GSPMDSharding>();

  jax.def("set_pspec_unconstrained", [](nb::object value) { unconstrained = new nb::object(std::move(value)); });
  jax.def("canonicalize_partition", &canonical_partition, nb::arg("partition").none());
  jax.def("canonicalize_partitions", &canonical_partitions, nb::arg("partitions"));
}

}  // namespace jaxlib
