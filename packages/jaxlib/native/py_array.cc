#include "py_array.h"

#include <structmember.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <unordered_set>

#include "errors.h"
#include "guard_lib.h"
#include "pjrt/element_type.h"
#include "py_array_storage.h"
#include "sharding.h"
#include "traceback.h"

namespace jaxlib {
namespace {

struct ArrayObject {
  PyObject_HEAD;
  PyObject *dict, *weak_references;
  bool initialized;
  alignas(Storage) unsigned char storage[sizeof(Storage)];
};

PyTypeObject* type = nullptr;
Storage* all_arrays = nullptr;

Storage* storage_in(PyObject* self) {
  return reinterpret_cast<Storage*>(reinterpret_cast<ArrayObject*>(self)->storage);
}
PyObject* object_of(Storage* storage) {
  return reinterpret_cast<PyObject*>(reinterpret_cast<char*>(storage) - offsetof(ArrayObject, storage));
}

Storage* construct(PyObject* self) {
  auto* storage = new (reinterpret_cast<ArrayObject*>(self)->storage) Storage();
  reinterpret_cast<ArrayObject*>(self)->initialized = true;
  storage->next = all_arrays;
  if (all_arrays) all_arrays->previous = storage;
  all_arrays = storage;
  enable_try_owned(self);
  return storage;
}

PyObject* allocate(PyTypeObject* of, PyObject*, PyObject*) { return of->tp_alloc(of, 0); }

void dealloc(PyObject* self) {
  auto* object = reinterpret_cast<ArrayObject*>(self);
  Storage* storage = object->initialized ? storage_in(self) : nullptr;
  if (storage) {  // before Python can run, because it may call live_arrays()
    (storage->previous ? storage->previous->next : all_arrays) = storage->next;
    if (storage->next) storage->next->previous = storage->previous;
  }
  if (object->weak_references) PyObject_ClearWeakRefs(self);
  if (storage) {
    Buffers dropped = std::move(storage->buffers);
    storage->~Storage();
    // Dropping a buffer's last reference makes the library free it, which may wait for its users.
    if (gil::stranded()) {
      new Buffers(std::move(dropped));
    } else if (std::any_of(dropped.begin(), dropped.end(), [](const auto& each) { return each.use_count() == 1; })) {
      const gil::Unlocked unlocked;
      dropped.clear();
    }
  }
  Py_CLEAR(object->dict);
  PyTypeObject* of = Py_TYPE(self);
  of->tp_free(self);
  Py_DECREF(of);
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  auto* object = reinterpret_cast<ArrayObject*>(self);
  Py_VISIT(object->dict);
  if (object->initialized) {
    const Storage* storage = storage_in(self);
    Py_VISIT(storage->replicated.ptr());
    Py_VISIT(storage->shards.ptr());
  }
  return 0;
}

int clear(PyObject* self) {
  auto* object = reinterpret_cast<ArrayObject*>(self);
  Py_CLEAR(object->dict);
  if (object->initialized) {
    empty(storage_in(self)->replicated);
    empty(storage_in(self)->shards);
  }
  return 0;
}

// Only called by the garbage collector, for each unreachable Array: dealloc() calls no finalizer, so it is not
// called for an Array whose last reference is dropped.
void finalize(PyObject* self) {
  const Collection guard = collection_guard();
  if (guard == Collection::kAllow) return;
  const nb::error_scope kept;
  std::string traceback = "not available";
  auto* object = reinterpret_cast<ArrayObject*>(self);
  if (object->initialized && !storage_in(self)->buffers.empty()) {
    const nb::object made_at = storage_in(self)->traceback;
    PyObject* printed = made_at.is_valid() && !made_at.is_none() ? PyObject_Str(made_at.ptr()) : nullptr;
    const char* characters = printed ? PyUnicode_AsUTF8(printed) : nullptr;
    if (characters) traceback = characters;
    Py_XDECREF(printed);
    PyErr_Clear();
  }
  const std::string what =
      "`jax.Array` was deleted by the Python garbage collector instead of reference counting. Break the reference "
      "cycle that delays the deletion of this `jax.Array` to avoid hogging memory. Traceback: \n" +
      traceback;
  if (guard == Collection::kFatal) Py_FatalError(what.c_str());
  PyErr_SetString(PyExc_RuntimeError, what.c_str());
  PyErr_Print();
}

PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(ArrayObject, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(ArrayObject, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyGetSetDef getset[] = {{"__dict__", &PyObject_GenericGetDict, &PyObject_GenericSetDict, nullptr, nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(&allocate)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(&locked_dealloc<&dealloc>)},
                       {Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                       {Py_tp_clear, reinterpret_cast<void*>(locked<&clear>)},
                       {Py_tp_finalize, reinterpret_cast<void*>(locked<&finalize>)},
                       {Py_tp_members, members},
                       {Py_tp_getset, getset},
                       {Py_tp_hash, reinterpret_cast<void*>(&PyObject_HashNotImplemented)},
                       {Py_bf_getbuffer, reinterpret_cast<void*>(locked<&get_buffer>)},
                       {Py_bf_releasebuffer, reinterpret_cast<void*>(&release_buffer)},
                       {0, nullptr}};

const pjrt::Buffer& first_buffer(const Storage& storage, const char* what) {
  if (storage.buffers.empty()) raise_deleted(what);
  return *storage.buffers.front();
}

const Client& client_of(const Storage& storage) { return *nb::inst_ptr<Client>(storage.client); }

// jax's ShapedArray of an element type, a shape and a weak type, cached.
nb::object cached_type(const Signature& signature, std::shared_ptr<const ArrayType>& array_type) {
  struct Hash {
    std::size_t operator()(const Signature& each) const { return each.hash(); }
  };
  static auto* known = new std::unordered_map<Signature, std::shared_ptr<const ArrayType>, Hash>();
  const auto found = known->find(signature);
  if (found != known->end()) {
    array_type = found->second;
  } else {
    static Imported shaped("jax._src.core", "ShapedArray");
    nb::list shape;
    if (signature.type == PJRT_Buffer_Type_TOKEN) {
      shape.append(0);  // jax's shape for a token
    } else {
      for (std::int64_t each : signature.shape) shape.append(each);
    }
    array_type = std::make_shared<ArrayType>(
        shaped.get()(nb::tuple(shape), to_dtype(signature.type), signature.weak));
    if (known->size() >= 4096) {
      std::unordered_map<Signature, std::shared_ptr<const ArrayType>, Hash> dropped;
      dropped.swap(*known);
    }
    known->insert_or_assign(signature, array_type);
  }
  return array_type->aval;
}

nb::object single_device_sharding(nb::handle device, nb::object memory_kind) {
  static Imported make("jax._src.sharding_impls", "make_single_device_sharding");
  return make.get()(device, nb::arg("memory_kind") = std::move(memory_kind));
}

// An Array of its own for one of the buffers.
nb::object make_shard(const Storage& storage, std::shared_ptr<pjrt::Buffer> buffer) {
  const std::shared_ptr<const ArrayType> of = storage.type;
  if (!of->strings) {
    return inherit_layout(storage, make_single(std::move(buffer), storage.client, of->signature.weak,
                                               storage.committed));
  }
  // The buffer's element type does not show that the elements are strings.
  static Imported shaped("jax._src.core", "ShapedArray");
  const nb::object client = storage.client, all = storage.sharding;
  const bool committed = storage.committed;
  nb::object aval = shaped.get()(all.attr("shard_shape")(of->aval.attr("shape")), of->dtype);
  const nb::object device = nb::inst_ptr<Client>(client)->device_of.at(&buffer->device());
  nb::object sharding = single_device_sharding(device, memory_kind_of_buffer(*buffer));
  return make_array(std::make_shared<ArrayType>(std::move(aval)), std::move(sharding), client, {std::move(buffer)},
                    committed);
}

nb::object fully_replicated_shard(nb::handle self) {
  Storage& storage = require_array(self);
  if (storage.replicated.is_valid()) return storage.replicated;
  first_buffer(storage, "FullyReplicatedShard");
  const Buffers buffers = storage.buffers;
  if (buffers.size() == 1 && device_count(storage.sharding) == 1) return nb::borrow(self);
  nb::object shard = make_shard(storage, buffers.front());
  // Do not cache if the Array was deleted or replaced in the meantime.
  if (storage.buffers == buffers) storage.replicated = shard;
  return shard;
}

// The elements of a fully replicated Array, on the host. A copy is made once.
HostElements host_of(nb::handle self, Signals signals) {
  Storage& storage = require_array(self);
  const pjrt::Buffer& buffer = first_buffer(storage, "__array__");
  if (buffer.type() == PJRT_Buffer_Type_TOKEN) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, "Cannot convert a token-shape buffer to a numpy array.");
  }
  if (storage.host.is_valid()) return {storage.host, true};
  guard_reading(self, false);
  const std::shared_ptr<pjrt::Buffer> alive = storage.buffers.front();
  // Uses the buffer's own shape, which may differ from the type's: a shard, or an Array that was given another type.
  const bool strings = storage.type->strings;
  HostElements host = to_numpy(alive, signals);
  if (strings) {
    static Imported decode("jaxlib._strings", "decode");
    host = {decode.get()(host.array), true};
  }
  // A view is not kept: a program to which the Array is donated could not use its memory.
  if (host.copied && !storage.buffers.empty() && storage.buffers.front() == alive) storage.host = host.array;
  return host;
}

nb::tuple to_numpy_did_copy(nb::handle self) {
  const HostElements host = host_of(self, Signals::kHandled);
  return nb::make_tuple(host.array, host.copied);
}

nb::object arrays_of(nb::handle self) {
  const Storage& storage = require_array(self);
  if (is_deleted(storage)) return nb::none();
  return single_shards(self);
}

}  // namespace

Storage& require_array(nb::handle self) {
  if (!is_array(self)) {
    throw nb::type_error("wanted a jax.Array that is initialized");
  }
  return *storage_in(self.ptr());
}

[[noreturn]] void raise_deleted(const char* what) {
  raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, std::string(what) + "() called on deleted or donated buffer");
}

void refuse_strings(const Storage& storage) {
  if (!storage.type->strings) return;
  raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, "This operation is not implemented for arrays of strings.");
}

nb::object memory_kind_of_buffer(const pjrt::Buffer& buffer) {
  try {
    return nb::cast(buffer.memory().kind());
  } catch (const pjrt::Error&) {
    return nb::none();
  }
}

void guard_reading(nb::handle self, bool assembled) {
  Storage& storage = require_array(self);
  if (storage.guarded || storage.buffers.empty()) return;
  if (!guards_transfers(Transfer::kDeviceToHost)) {
    storage.guarded = true;
    return;
  }
  const std::shared_ptr<pjrt::Buffer> first = storage.buffers.front();
  if (in_host_memory(*first) && !assembled) return;
  guard_transfer(Transfer::kDeviceToHost, [&] {
    std::string dims;
    if (assembled) {
      for (nb::handle each : storage.type->aval.attr("shape")) dims += (dims.empty() ? "" : ",") + text(each);
    } else {
      const auto [sizes, rank] = first->dimensions();
      for (std::size_t i = 0; i < rank; ++i) dims += (i ? "," : "") + std::to_string(sizes[i]);
    }
    const pjrt::ElementType* type = pjrt::element_type(first->type());
    return "shape=(" + dims + "), dtype=" + (type ? type->xla_name : "INVALID") + ", device=" + device_text(first->device().description());
  });
  require_array(self).guarded = true;
}

nb::object value_of(nb::handle self) {
  if (const nb::object known = require_array(self).numpy; known.is_valid()) return known;
  const HostElements host = host_of(self, Signals::kLater);
  if (host.copied) {
    host.array.attr("flags").attr("writeable") = false;
    require_array(self).numpy = host.array;
  }
  return host.array;
}

void await(const Buffers& buffers, const char* what) {
  std::vector<pjrt::Event> others;
  for (const auto& buffer : buffers) {
    pjrt::Event event = buffer->ready();
    if (event.ready() && !event.error()) continue;
    if (buffer->deleted()) raise_deleted(what);
    others.push_back(std::move(event));
  }
  for (const pjrt::Event& event : others) jaxlib::await(event);
}

Buffers single_shard_buffers(const nb::list& arrays, nb::handle sharding) {
  Buffers buffers;
  for (nb::handle each : arrays) {
    const Storage& one = require_array(each);
    if (one.buffers.size() != 1) {
      throw nb::value_error(("When making an array from single-device arrays the input arrays must have one shard "
                             "each. An argument array had " +
                             std::to_string(one.buffers.size()) + " shard(s).")
                                .c_str());
    }
    buffers.push_back(one.buffers.front());
  }
  const nb::object kind = memory_kind_of(sharding);
  if (!kind.is_none()) {
    for (const auto& each : buffers) {
      const nb::object own = memory_kind_of_buffer(*each);
      if (!own.is_none() && !equal(own, kind)) {
        throw nb::value_error(("Memory kind mismatch with xla::PjRtBuffers. Got sharding with memory kind '" +
                               text(kind) + "' and a buffer with memory_kind '" + text(own) + "'")
                                  .c_str());
      }
    }
  }
  return buffers;
}

std::size_t addressable_count(nb::handle sharding) {
  const nb::object list = sharding.attr("_internal_device_list");
  const auto& devices = nb::cast<const DeviceList&>(list);
  return static_cast<std::size_t>(std::count_if(devices.handles.begin(), devices.handles.end(),
                                                [](const pjrt::Device* each) { return each->addressable(); }));
}

nb::object client_of_sharding(nb::handle sharding) {
  const nb::object list = sharding.attr("_internal_device_list");
  const auto& devices = nb::cast<const DeviceList&>(list);
  if (devices.client == nullptr) throw nb::value_error("the sharding's devices are not of one client");
  return nb::inst_ptr<Device>(nb::handle(PyTuple_GET_ITEM(devices.devices.ptr(), 0)))->owner;
}

void delete_array(nb::handle self) {
  Storage& storage = require_array(self);
  const Buffers buffers = std::move(storage.buffers);
  storage.buffers.clear();
  empty(storage.shards);
  empty(storage.replicated);
  empty(storage.host);
  const gil::Unlocked unlocked;
  for (const auto& each : buffers) each->remove();
}

namespace {

void initialize(nb::handle self, nb::object aval, nb::object sharding, nb::list arrays, bool committed,
                bool skip_checks) {
  if (Py_TYPE(self.ptr()) != type) throw nb::type_error("ArrayImpl.__init__: wanted an ArrayImpl");
  for (nb::handle each : arrays) {
    if (!is_array(each)) {
      throw nb::type_error(("Unsupported type for elements in `arrays`: " + text(each.type())).c_str());
    }
  }
  if (!skip_checks) arrays = nb::list(self.attr("_check_and_rearrange")(arrays, sharding, aval));
  Buffers buffers = single_shard_buffers(arrays, sharding);
  nb::object client = client_of_sharding(sharding);
  if (const std::size_t local = addressable_count(sharding); local != buffers.size()) {
    throw nb::value_error(("INVALID_ARGUMENT: Number of addressable output shards must match the number of "
                           "single-shard arrays: " +
                           std::to_string(local) + " vs. " + std::to_string(buffers.size()))
                              .c_str());
  }
  auto of = std::make_shared<ArrayType>(std::move(aval));
  if (reinterpret_cast<ArrayObject*>(self.ptr())->initialized) throw nb::type_error("the Array is already initialized");
  Storage* storage = construct(self.ptr());
  storage->type = std::move(of);
  storage->sharding = std::move(sharding);
  storage->committed = committed;
  storage->client = std::move(client);
  storage->buffers = std::move(buffers);
  storage->traceback = current_traceback();
  storage->own_layout = arrays.size() != 0 && require_array(arrays[0]).own_layout;
}

void set_arrays(nb::handle self, nb::object arrays) {
  Storage& storage = require_array(self);
  if (!arrays.is_none() && !PyList_Check(arrays.ptr())) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "Unsupported arg when setting Array._arrays: " + text(arrays.type()));
  }
  Buffers buffers = arrays.is_none() ? Buffers() : single_shard_buffers(nb::list(arrays), storage.sharding);
  storage.buffers = std::move(buffers);
  empty(storage.shards);
  empty(storage.replicated);
  empty(storage.host);
}

// Whether elements of less than a byte count as packed: jaxlib._release.ARRAYS_ARE_PACKED.
bool arrays_are_packed = false;

// The size in bytes of the shards on all devices of the sharding, from shape and type: without the padding of tiles.
std::size_t device_size(nb::handle self) {
  const Storage& storage = require_array(self);
  const pjrt::Buffer& buffer = first_buffer(storage, "GetOnDeviceSizeInBytes");
  const pjrt::ElementType* element = storage.type->strings ? nullptr : pjrt::element_type(buffer.type());
  if (element == nullptr) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, "Not supported as XLA PrimitiveType: strings");
  }
  const auto [dimensions, rank] = buffer.dimensions();
  const std::size_t count =
      std::accumulate(dimensions, dimensions + rank, std::size_t{1}, std::multiplies<std::size_t>());
  const std::size_t shard = arrays_are_packed && element->bits < 8 ? (count * element->bits + 7) / 8 : count * element->size;
  return shard * nb::len(nb::object(storage.sharding.attr("device_set")));
}

nb::object rewrapped(nb::handle self, nb::object aval, nb::object sharding) {
  const Storage& storage = require_array(self);
  if (storage.buffers.empty()) {
    throw nb::value_error("_rewrap_with_aval_and_sharding() called on deleted or donated buffer");
  }
  return inherit_layout(storage, make_array(std::make_shared<ArrayType>(std::move(aval)), std::move(sharding),
                                      storage.client, storage.buffers, true));
}

void replace_with(nb::handle self, nb::handle other) {
  Storage &to = require_array(self), &from = require_array(other);
  if (!to.client.is(from.client)) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "Unable to replace a PyArray with a PyArray from a different client.");
  }
  to.traceback = from.traceback;
  to.type = from.type;
  to.sharding = from.sharding;
  to.committed = from.committed;
  to.own_layout = from.own_layout;
  Buffers replaced = from.buffers;
  to.buffers.swap(replaced);  // the old buffers are destroyed on return
  to.numpy = from.numpy;
  to.replicated = from.replicated;
  to.shards = from.shards;
  empty(to.host);
}

nb::object layout_of(nb::handle self) {
  const Storage& storage = require_array(self);
  const pjrt::Buffer& buffer = first_buffer(storage, "_pjrt_layout");
  refuse_strings(storage);
  const pjrt::Layout layout = buffer.layout();
  static Imported make("jaxlib._layouts", "array_layout");
  return make.get()(layout.minor_to_major, layout.tiles, storage.type->dtype);
}

nb::object property(nb::object get, nb::object set = nb::none()) {
  return nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type))(get, set);
}

}  // namespace

ArrayType::ArrayType(nb::object of)
    : aval(std::move(of)), dtype(aval.attr("dtype")), strings(is_string_dtype(dtype)) {
  signature.type = to_type(dtype);
  signature.weak = nb::cast<bool>(aval.attr("weak_type"));
  for (nb::handle each : nb::object(aval.attr("shape"))) signature.shape.push_back(nb::cast<std::int64_t>(each));
  hash = signature.hash();
}

bool is_array(nb::handle value) {
  return Py_TYPE(value.ptr()) == type && reinterpret_cast<ArrayObject*>(value.ptr())->initialized;
}
Storage& storage_of(nb::handle array) { return *storage_in(array.ptr()); }

nb::object make_array(std::shared_ptr<const ArrayType> of, nb::object sharding, nb::object client, Buffers buffers,
                      bool committed, nb::object traceback) {
  nb::object self = checked(type->tp_alloc(type, 0));
  Storage* storage = construct(self.ptr());
  storage->type = std::move(of);
  storage->sharding = std::move(sharding);
  storage->committed = committed;
  storage->client = std::move(client);
  storage->buffers = std::move(buffers);
  storage->traceback = traceback.is_valid() ? std::move(traceback) : current_traceback();
  return self;
}

nb::object make_single(std::shared_ptr<pjrt::Buffer> buffer, nb::object client, bool weak, bool committed) {
  Signature signature;
  signature.type = buffer->type();
  signature.weak = weak;
  const auto dimensions = buffer->dimensions();
  signature.shape.assign(dimensions.first, dimensions.first + dimensions.second);
  std::shared_ptr<const ArrayType> of;
  cached_type(signature, of);
  const nb::object device = nb::inst_ptr<Client>(client)->device_of.at(&buffer->device());
  nb::object sharding = single_device_sharding(device, memory_kind_of_buffer(*buffer));
  return make_array(std::move(of), std::move(sharding), std::move(client), {std::move(buffer)}, committed);
}

nb::object inherit_layout(const Storage& from, nb::object array) {
  if (is_array(array)) storage_of(array).own_layout = from.own_layout;
  return array;
}

bool is_deleted(const Storage& storage) {
  return storage.buffers.empty() || storage.buffers.front()->deleted();
}

nb::list single_shards(nb::handle self) {
  Storage& storage = require_array(self);
  nb::list all;
  if (storage.buffers.size() == 1 && device_count(storage.sharding) == 1) {
    all.append(self);
    return all;
  }
  if (!storage.shards.is_valid()) {
    // Creating them runs Python, which may delete the Array: the result has the shards from the time of the call.
    const Buffers buffers = storage.buffers;
    for (const auto& each : buffers) all.append(make_shard(storage, each));
    if (storage.buffers == buffers) storage.shards = nb::list(all);
    return all;
  }
  for (nb::handle each : nb::object(storage.shards)) all.append(each);
  return all;
}

namespace {

nb::object make_type() {
  const nb::object base = nb::module_::import_("jaxlib._array").attr("Array");
  PyType_Spec spec = {"jaxlib._jax.ArrayImpl", sizeof(ArrayObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};
  nb::object array = checked(PyType_FromSpecWithBases(&spec, nb::make_tuple(base).ptr()));
  type = reinterpret_cast<PyTypeObject*>(array.ptr());
  array.inc_ref();
  return array;
}

void bind_properties(nb::object& array) {
  const auto get = [](auto function) { return native_function(function); };
  array.attr("_sharding") = property(get([](nb::handle self) { return require_array(self).sharding; }));
  array.attr("aval") = property(get([](nb::handle self) { return require_array(self).type->aval; }),
                                get([](nb::handle self, nb::object aval) {
                                  require_array(self).type = std::make_shared<ArrayType>(std::move(aval));
                                }));
  array.attr("_arrays") = property(get(&arrays_of), native_function(&set_arrays, nb::arg(), nb::arg().none()));
  array.attr("_npy_value") = property(get([](nb::handle self) {
                                        const nb::object& value = require_array(self).numpy;
                                        return value.is_valid() ? value : nb::none();
                                      }),
                                      native_function(
                                          [](nb::handle self, nb::object value) {
                                            require_array(self).numpy = value.is_none() ? nb::object() : value;
                                            if (value.is_none()) empty(require_array(self).host);
                                          },
                                          nb::arg(), nb::arg().none()));
  array.attr("_committed") = property(get([](nb::handle self) { return require_array(self).committed; }));
  array.attr("_pjrt_layout") = property(get(&layout_of));
  array.attr("traceback") = property(get([](nb::handle self) {
    const Storage& storage = require_array(self);
    return storage.buffers.empty() || !storage.traceback.is_valid() ? nb::none() : storage.traceback;
  }));
}

void bind_methods(nb::object& array) {
  const auto method = [&](const char* name, auto function) {
    array.attr(name) = native_function(function, nb::is_method());
  };
  array.attr("__init__") = native_function(&initialize, nb::is_method(), nb::arg("aval"), nb::arg("sharding"),
                                            nb::arg("arrays"), nb::arg("committed"), nb::arg("_skip_checks") = false);
  method("_rewrap_with_aval_and_sharding", &rewrapped);
  method("_fully_replicated_shard", &fully_replicated_shard);
  method("_single_device_array_to_np_array_did_copy", &to_numpy_did_copy);
  // The copy happens when the elements are read.
  method("_copy_single_device_array_to_host_async", [](nb::handle self) {
    const Storage& storage = require_array(self);
    first_buffer(storage, "copy_to_host_async");
    if (!storage.host.is_valid()) guard_reading(self, false);
  });
  // Before it is assembled from its shards, which are then not asked for one by one.
  method("_guard_assembling", [](nb::handle self, const nb::list& shards) {
    guard_reading(self, true);
    if (!require_array(self).guarded) return;
    for (nb::handle each : shards) require_array(each).guarded = true;
  });
  method("_replace_with", &replace_with);
  method("delete", &delete_array);
  method("is_deleted", [](nb::handle self) { return is_deleted(require_array(self)); });
  method("is_ready", [](nb::handle self) {
    const Storage& storage = require_array(self);
    first_buffer(storage, "is_ready");
    if (is_deleted(storage)) raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, "Array has been deleted.");
    return std::all_of(storage.buffers.begin(), storage.buffers.end(),
                       [](const auto& each) { return each->ready().ready(); });
  });
  method("block_until_ready", [](nb::handle self) {
    const Buffers buffers = require_array(self).buffers;
    if (buffers.empty()) raise_deleted(kBlockHostUntilReady);
    await(buffers, kBlockHostUntilReady);
    return nb::borrow(self);
  });
  method("on_device_size_in_bytes", &device_size);
  method("unsafe_buffer_pointer", [](nb::handle self) {
    const Storage& storage = require_array(self);
    if (storage.buffers.size() > 1) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          "UnsafeBufferPointer() is supported only for unsharded arrays.");
    }
    refuse_strings(storage);
    return reinterpret_cast<std::uintptr_t>(first_buffer(storage, "UnsafeBufferPointer").address());
  });
  method("platform", [](nb::handle self) { return client_of(require_array(self)).platform; });
  method("clone", [](nb::handle self) {
    const Storage& storage = require_array(self);
    if (storage.buffers.empty()) raise_deleted("clone");
    return inherit_layout(storage, make_array(storage.type, storage.sharding, storage.client, storage.buffers,
                                        storage.committed));
  });
  method("_client", [](nb::handle self) { return require_array(self).client; });
}

// The Arrays of a client that are not deleted. They are collected first, because Python code that runs may create and
// destroy others.
std::vector<nb::object> live_arrays(nb::handle client) {
  std::vector<nb::object> all;
  for (Storage* each = all_arrays; each; each = each->next) {
    if (!each->client.is(client) || is_deleted(*each)) continue;
    if (nb::object array = try_owned(object_of(each)); array.is_valid()) all.push_back(std::move(array));
  }
  return all;
}

void bind_lists(Module& native) {
  // For each buffer, once: (traceback, size in bytes, device).
  native.def("live_buffers", [](nb::handle client) {
    std::unordered_set<const pjrt::Buffer*> known;
    nb::list all;
    for (const nb::object& each : live_arrays(client)) {
      const Storage& storage = storage_of(each);
      const Buffers buffers = storage.buffers;
      const nb::object traceback = storage.traceback.is_valid() ? storage.traceback : nb::none();
      for (const std::shared_ptr<pjrt::Buffer>& buffer : buffers) {
        if (!known.insert(buffer.get()).second) continue;
        all.append(nb::make_tuple(traceback, buffer->on_device_size(), buffer->device().description().debug_string()));
      }
    }
    return all;
  });
  native.def("live_arrays", [](nb::handle client) {
    nb::list all;
    for (const nb::object& each : live_arrays(client)) all.append(each);
    return all;
  });
}

}  // namespace

void bind_py_array(Module& native) {
  arrays_are_packed = nb::cast<bool>(nb::module_::import_("jaxlib._release").attr("ARRAYS_ARE_PACKED"));
  Module jax = nb::borrow<Module>(native.attr("jax"));
  nb::object array = make_type();
  bind_properties(array);
  bind_methods(array);
  jax.attr("ArrayImpl") = array;
  bind_py_array_transfers(jax);
  bind_py_result_handler(jax);
  bind_lists(native);
}

}  // namespace jaxlib
