#include "py_array.h"

#include <structmember.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "errors.h"
#include "guard_lib.h"
#include "pjrt/element_type.h"
#include "sharding.h"
#include "traceback.h"

namespace jaxlib {
namespace {

struct Object {
  PyObject_HEAD;
  PyObject *dict, *weak_references;
  bool made;
  alignas(Storage) unsigned char storage[sizeof(Storage)];
};

PyTypeObject* type = nullptr;
Storage* all_arrays = nullptr;

Storage* at(PyObject* self) {
  return reinterpret_cast<Storage*>(reinterpret_cast<Object*>(self)->storage);
}
PyObject* object_of(Storage* storage) {
  return reinterpret_cast<PyObject*>(reinterpret_cast<char*>(storage) - offsetof(Object, storage));
}

Storage& made(nb::handle self) {
  if (!is_array(self)) {
    throw nb::type_error("wanted a jax.Array that is initialized");
  }
  return *at(self.ptr());
}

Storage* construct(PyObject* self) {
  auto* storage = new (reinterpret_cast<Object*>(self)->storage) Storage();
  reinterpret_cast<Object*>(self)->made = true;
  storage->next = all_arrays;
  if (all_arrays) all_arrays->previous = storage;
  all_arrays = storage;
  return storage;
}

PyObject* allocate(PyTypeObject* of, PyObject*, PyObject*) { return of->tp_alloc(of, 0); }

void dealloc(PyObject* self) {
  PyObject_GC_UnTrack(self);
  auto* object = reinterpret_cast<Object*>(self);
  Storage* storage = object->made ? at(self) : nullptr;
  if (storage) {  // before Python can run, which may ask for all Arrays
    (storage->previous ? storage->previous->next : all_arrays) = storage->next;
    if (storage->next) storage->next->previous = storage->previous;
  }
  if (object->weak_references) PyObject_ClearWeakRefs(self);
  if (storage) {
    Buffers dropped = std::move(storage->buffers);
    storage->~Storage();
    // Only the last holder of a buffer makes the library free it, which may wait for what uses it.
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
  auto* object = reinterpret_cast<Object*>(self);
  Py_VISIT(object->dict);
  if (object->made) {
    const Storage* storage = at(self);
    Py_VISIT(storage->replicated.ptr());
    Py_VISIT(storage->shards.ptr());
  }
  return 0;
}

int clear(PyObject* self) {
  auto* object = reinterpret_cast<Object*>(self);
  Py_CLEAR(object->dict);
  if (object->made) {
    empty(at(self)->replicated);
    empty(at(self)->shards);
  }
  return 0;
}

nb::object value_of(nb::handle self);

// What the buffer protocol calls elements of that type; null where it has no format for them.
const char* buffer_format(PJRT_Buffer_Type element) {
  switch (element) {
    case PJRT_Buffer_Type_PRED:
      return "?";
    case PJRT_Buffer_Type_S8:
      return "=b";
    case PJRT_Buffer_Type_U8:
      return "=B";
    case PJRT_Buffer_Type_S16:
      return "=h";
    case PJRT_Buffer_Type_U16:
      return "=H";
    case PJRT_Buffer_Type_S32:
      return "=i";
    case PJRT_Buffer_Type_U32:
      return "=I";
    case PJRT_Buffer_Type_S64:
      return "=q";
    case PJRT_Buffer_Type_U64:
      return "=Q";
    case PJRT_Buffer_Type_F16:
      return "=e";
    case PJRT_Buffer_Type_F32:
      return "=f";
    case PJRT_Buffer_Type_F64:
      return "=d";
    case PJRT_Buffer_Type_C64:
      return "=Zf";
    case PJRT_Buffer_Type_C128:
      return "=Zd";
    default:
      return nullptr;
  }
}

// XLA's name of an element type: that of numpy or ml_dtypes without underscores, in short.
std::string xla_name(PJRT_Buffer_Type element) {
  const pjrt::ElementType* known = pjrt::element_type(element);
  std::string name = known ? known->name : "an unknown type";
  for (const auto& [numpy, xla] : {std::pair("uint", "u"), std::pair("int", "s"), std::pair("float", "f")}) {
    const std::size_t at = name.find(numpy);
    if (at != std::string::npos) {
      name.replace(at, std::string(numpy).size(), xla);
      break;
    }
  }
  name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
  for (char& each : name) each = static_cast<char>(std::toupper(static_cast<unsigned char>(each)));
  return name;
}

// What an exported buffer points into: the elements on the host, held until the reader releases the buffer.
struct Export {
  Py_buffer elements;
  ~Export() { PyBuffer_Release(&elements); }
};

int refuse_buffer(Py_buffer* view, const std::string& why) {
  view->obj = nullptr;
  PyErr_SetString(PyExc_BufferError, ("INVALID_ARGUMENT: " + why).c_str());
  return -1;
}

// The buffer protocol, over the Array's elements on the host.
int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  try {
    const Storage& storage = made(self);
    if (storage.buffers.empty()) return refuse_buffer(view, "Array is null");
    if (storage.buffers.size() != 1 || device_count(storage.sharding) != 1) {
      return refuse_buffer(view, "Python buffer protocol is only defined for buffers with a single shard.");
    }
    if (storage.buffers.front()->deleted()) return refuse_buffer(view, "Buffer has been deleted or donated.");
    const PJRT_Buffer_Type element = storage.buffers.front()->type();
    const char* format = buffer_format(element);
    if (format == nullptr) {
      return refuse_buffer(view, "Buffers of type " + xla_name(element) +
                                     " are not supported by the Python buffer protocol.");
    }
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) return refuse_buffer(view, "XLA buffers are read-only.");
    auto held = std::make_unique<Export>();
    if (PyObject_GetBuffer(value_of(self).ptr(), &held->elements, flags & ~PyBUF_FORMAT) != 0) {
      if (PyErr_ExceptionMatches(PyExc_ValueError) == 0 && PyErr_ExceptionMatches(PyExc_BufferError) == 0) return -1;
      PyErr_Clear();
      const bool fortran = (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS;
      return refuse_buffer(view, std::string("Buffer is not in ") + (fortran ? "F" : "C") + "-contiguous layout.");
    }
    *view = held->elements;
    view->obj = Py_NewRef(self);
    if ((flags & PyBUF_FORMAT) == PyBUF_FORMAT) view->format = const_cast<char*>(format);
    view->readonly = 1;
    view->internal = held.release();
    return 0;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_BufferError, error.what());
  }
  view->obj = nullptr;
  return -1;
}

void release_buffer(PyObject*, Py_buffer* view) { delete static_cast<Export*>(view->internal); }

PyMemberDef members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(Object, dict), READONLY, nullptr},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Object, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr},
};
PyGetSetDef getset[] = {{"__dict__", &PyObject_GenericGetDict, &PyObject_GenericSetDict, nullptr, nullptr},
                        {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(&allocate)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(&dealloc)},
                       {Py_tp_traverse, reinterpret_cast<void*>(&traverse)},
                       {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                       {Py_tp_members, members},
                       {Py_tp_getset, getset},
                       {Py_tp_hash, reinterpret_cast<void*>(&PyObject_HashNotImplemented)},
                       {Py_bf_getbuffer, reinterpret_cast<void*>(&get_buffer)},
                       {Py_bf_releasebuffer, reinterpret_cast<void*>(&release_buffer)},
                       {0, nullptr}};

[[noreturn]] void gone(const char* what) {
  raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, std::string(what) + "() called on deleted or donated buffer");
}

const pjrt::Buffer& first(const Storage& storage, const char* what) {
  if (storage.buffers.empty()) gone(what);
  return *storage.buffers.front();
}

const Client& client_of(const Storage& storage) { return *nb::inst_ptr<Client>(storage.client); }

// jax's ShapedArray of an element type, a shape and a weakness, made once for each.
nb::object cached_type(const Signature& signature, std::shared_ptr<const ArrayType>& made_type) {
  struct Hash {
    std::size_t operator()(const Signature& each) const { return each.hash(); }
  };
  static auto* known = new std::unordered_map<Signature, std::shared_ptr<const ArrayType>, Hash>();
  const auto found = known->find(signature);
  if (found != known->end()) {
    made_type = found->second;
  } else {
    static Imported shaped("jax._src.core", "ShapedArray");
    nb::list shape;
    if (signature.type == PJRT_Buffer_Type_TOKEN) {
      shape.append(0);  // as jax states a token's shape
    } else {
      for (std::int64_t each : signature.shape) shape.append(each);
    }
    made_type = std::make_shared<ArrayType>(
        shaped.get()(nb::tuple(shape), to_dtype(signature.type), signature.weak));
    if (known->size() >= 4096) {
      std::unordered_map<Signature, std::shared_ptr<const ArrayType>, Hash> dropped;
      dropped.swap(*known);
    }
    known->insert_or_assign(signature, made_type);
  }
  return made_type->aval;
}

nb::object single_device_sharding(nb::handle device, nb::object memory_kind) {
  static Imported make("jax._src.sharding_impls", "make_single_device_sharding");
  return make.get()(device, nb::arg("memory_kind") = std::move(memory_kind));
}

nb::object own_memory_kind(const pjrt::Buffer& buffer) {
  try {
    return nb::cast(buffer.memory().kind());
  } catch (const pjrt::Error&) {
    return nb::none();
  }
}

nb::object fully_replicated_shard(nb::handle self) {
  Storage& storage = made(self);
  if (storage.replicated.is_valid()) return storage.replicated;
  first(storage, "FullyReplicatedShard");
  const Buffers buffers = storage.buffers;
  if (buffers.size() == 1 && device_count(storage.sharding) == 1) return nb::borrow(self);
  nb::object shard = lying_as(storage, make_single(buffers.front(), storage.client, storage.type->signature.weak,
                                                   storage.committed));
  // Not of an Array that was deleted or replaced meanwhile.
  if (storage.buffers == buffers) storage.replicated = shard;
  return shard;
}

// The elements of an Array whose shards are all alike, on the host.
nb::object host_of(nb::handle self, Signals signals) {
  Storage& storage = made(self);
  const pjrt::Buffer& buffer = first(storage, "__array__");
  if (buffer.type() == PJRT_Buffer_Type_TOKEN) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, "Cannot convert a token-shape buffer to a numpy array.");
  }
  if (!storage.host.is_valid()) {
    const std::shared_ptr<pjrt::Buffer> alive = storage.buffers.front();
    // Of the buffer's own shape: a part of a sharded Array, or what is said to be of another type, has fewer elements.
    nb::object host = to_numpy(*alive, signals);
    if (storage.buffers.empty() || storage.buffers.front() != alive) return host;
    storage.host = std::move(host);
  }
  return storage.host;
}

nb::tuple to_numpy_did_copy(nb::handle self) {
  return nb::make_tuple(host_of(self, Signals::kHandled), true);
}

// As jax's `_value`, without running Python. What a signal handler raises in the buffer protocol, numpy drops: so none may
// run before that is through.
nb::object value_of(nb::handle self) {
  if (const nb::object known = made(self).numpy; known.is_valid()) return known;
  nb::object host = host_of(self, Signals::kLater);
  host.attr("flags").attr("writeable") = false;
  made(self).numpy = host;
  return host;
}

constexpr char kBlock[] = "BlockHostUntilReady";

// Waits until all are ready. Raises at once for one that is gone, naming `what` was called, and the first error else. A
// buffer that is ready is asked nothing more: thousands of results are waited for at the price of one event each.
void await(const Buffers& buffers, const char* what) {
  std::vector<pjrt::Event> others;
  for (const auto& buffer : buffers) {
    pjrt::Event event = buffer->ready();
    if (event.ready() && !event.error()) continue;
    if (buffer->deleted()) gone(what);
    others.push_back(std::move(event));
  }
  for (const pjrt::Event& event : others) jaxlib::await(event);
}

nb::object arrays_of(nb::handle self) {
  const Storage& storage = made(self);
  if (is_deleted(storage)) return nb::none();
  return single_shards(self);
}

// Checks what an Array is to be assembled of, and gives its buffers.
Buffers assembled(const nb::list& arrays, nb::handle sharding) {
  Buffers buffers;
  for (nb::handle each : arrays) {
    const Storage& one = made(each);
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
      const nb::object own = own_memory_kind(*each);
      if (!own.is_none() && !equal(own, kind)) {
        throw nb::value_error(("Memory kind mismatch with xla::PjRtBuffers. Got sharding with memory kind '" +
                               text(kind) + "' and a buffer with memory_kind '" + text(own) + "'")
                                  .c_str());
      }
    }
  }
  return buffers;
}

// How many of the sharding's devices are of this process; none where they are not of one client.
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

void initialize(nb::handle self, nb::object aval, nb::object sharding, nb::list arrays, bool committed,
                bool skip_checks) {
  if (Py_TYPE(self.ptr()) != type) throw nb::type_error("ArrayImpl.__init__ of something else");
  for (nb::handle each : arrays) {
    if (!is_array(each)) {
      throw nb::type_error(("Unsupported type for elements in `arrays`: " + text(each.type())).c_str());
    }
  }
  if (!skip_checks) arrays = nb::list(self.attr("_check_and_rearrange")(arrays, sharding, aval));
  Buffers buffers = assembled(arrays, sharding);
  nb::object client = client_of_sharding(sharding);
  if (const std::size_t local = addressable_count(sharding); local != buffers.size()) {
    throw nb::value_error(("INVALID_ARGUMENT: Number of addressable output shards must match the number of "
                           "single-shard arrays: " +
                           std::to_string(local) + " vs. " + std::to_string(buffers.size()))
                              .c_str());
  }
  auto of = std::make_shared<ArrayType>(std::move(aval));
  if (reinterpret_cast<Object*>(self.ptr())->made) throw nb::type_error("the Array is initialized already");
  Storage* storage = construct(self.ptr());
  storage->type = std::move(of);
  storage->sharding = std::move(sharding);
  storage->committed = committed;
  storage->client = std::move(client);
  storage->buffers = std::move(buffers);
  storage->traceback = current_traceback();
  storage->own_layout = arrays.size() != 0 && made(arrays[0]).own_layout;
}

void set_arrays(nb::handle self, nb::object arrays) {
  Storage& storage = made(self);
  if (!arrays.is_none() && !PyList_Check(arrays.ptr())) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "Unsupported arg when setting Array._arrays: " + text(arrays.type()));
  }
  Buffers buffers = arrays.is_none() ? Buffers() : assembled(nb::list(arrays), storage.sharding);
  storage.buffers = std::move(buffers);
  empty(storage.shards);
  empty(storage.replicated);
  empty(storage.host);
}

void remove(nb::handle self) {
  Storage& storage = made(self);
  const Buffers buffers = std::move(storage.buffers);
  storage.buffers.clear();
  empty(storage.shards);
  empty(storage.replicated);
  empty(storage.host);
  const gil::Unlocked unlocked;
  for (const auto& each : buffers) each->remove();
}

// Of an element type and a layout the room on the device, over all of this process's devices.
std::size_t device_size(nb::handle self) {
  const Storage& storage = made(self);
  first(storage, "GetOnDeviceSizeInBytes");
  std::size_t all = 0;
  for (const auto& each : storage.buffers) all += each->on_device_size();
  return all;
}

nb::object rewrapped(nb::handle self, nb::object aval, nb::object sharding) {
  const Storage& storage = made(self);
  if (storage.buffers.empty()) {
    throw nb::value_error("_rewrap_with_aval_and_sharding() called on deleted or donated buffer");
  }
  return lying_as(storage, make_array(std::make_shared<ArrayType>(std::move(aval)), std::move(sharding),
                                      storage.client, storage.buffers, true));
}

void replace_with(nb::handle self, nb::handle other) {
  Storage &to = made(self), &from = made(other);
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
  to.buffers.swap(replaced);  // what was there is destroyed at the end, without the GIL
  to.numpy = from.numpy;
  to.replicated = from.replicated;
  to.shards = from.shards;
  empty(to.host);
}

nb::object layout_of(nb::handle self) {
  const Storage& storage = made(self);
  const pjrt::Layout layout = first(storage, "_pjrt_layout").layout();
  static Imported make("jaxlib._layouts", "pjrt_layout");
  return make.get()(layout.minor_to_major, layout.tiles, storage.type->dtype);
}

// Without the GIL.
std::shared_ptr<pjrt::Buffer> through_host(const pjrt::Buffer& from, pjrt::Client& client, const pjrt::Place& place) {
  std::vector<char> elements(from.host_size());
  from.ready().await();
  if (!elements.empty()) from.copy_to_host(elements.data(), elements.size()).await();
  const auto dimensions = from.dimensions();
  const std::vector<std::int64_t> strides = host_strides(from);
  auto made_buffer = client.from_host({elements.data(), from.type(), dimensions.first, dimensions.second,
                                       strides.empty() ? nullptr : strides.data()},
                                      PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place);
  return std::make_shared<pjrt::Buffer>(std::move(made_buffer.first));
}

// A copy of a buffer: on another device or in another memory by the library itself, where it is through the host.
std::shared_ptr<pjrt::Buffer> copy(std::shared_ptr<pjrt::Buffer> from, const pjrt::Device& device,
                                   const pjrt::Memory* memory) {
  const bool here = &from->device() == &device && from->client() == from->client();
  const gil::Unlocked unlocked;
  if (memory != nullptr) {
    try {
      if (&from->memory() != memory) return std::make_shared<pjrt::Buffer>(from->copy_to(*memory));
    } catch (const pjrt::Error& error) {
      if (error.code() != PJRT_Error_Code_UNIMPLEMENTED) throw;
    }
  }
  if (!here) {
    auto there = std::make_shared<pjrt::Buffer>(from->copy_to(device));
    // XLA on the CPU copies the bytes as they are, and takes them for row-major then.
    if (from->is_row_major() || there->layout() == from->layout()) return there;
  }
  const std::optional<pjrt::Layout> layout =
      from->is_row_major() ? std::nullopt : std::optional<pjrt::Layout>(from->layout());
  return through_host(*from, *from->client(), {&device, memory, layout ? &*layout : nullptr});
}

std::shared_ptr<pjrt::Buffer> placed(std::shared_ptr<pjrt::Buffer> from, pjrt::Client& client,
                                     const pjrt::Device& device, nb::handle memory_kind, bool always) {
  const pjrt::Memory* memory = memory_of_kind(client, device, memory_kind);
  if (from->client().get() != &client) {
    const gil::Unlocked unlocked;
    return through_host(*from, client, {&device, memory});
  }
  const bool there = &from->device() == &device &&
                     (memory_kind.is_none() || equal(own_memory_kind(*from), memory_kind));
  if (there && !always) return from;
  if (memory == nullptr && &from->device() == &device && !there) {
    memory = &client.memory(device.default_memory());
  }
  return copy(std::move(from), device, memory);
}

nb::object batched_device_put(nb::object aval, nb::object sharding, nb::sequence values, nb::sequence devices,
                              bool committed, bool force_copy, nb::handle, nb::object wide) {
  const std::size_t count = nb::len(values);
  if (nb::len(devices) != count) {
    throw nb::value_error(("Argument sizes (xs and devices) must match " + std::to_string(nb::len(devices)) +
                           " vs " + std::to_string(count))
                              .c_str());
  }
  const bool squeeze = !(wide.is_none() ? x64() : nb::cast<bool>(wide));
  const nb::object kind = memory_kind_of(sharding);
  Buffers buffers;
  bool own_layout = false;
  for (std::size_t i = 0; i < count; ++i) {
    const nb::object value = values[i], device = devices[i];
    if (!nb::isinstance<Device>(device)) {
      throw nb::type_error(("batched_device_put(): wanted devices, got " + text(device.type())).c_str());
    }
    const Device& to = *nb::inst_ptr<Device>(device);
    if (to.client == nullptr) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, "Cannot copy to unattached devices.");
    }
    const auto describe = [&] { return "aval=" + repr_of(aval) + ", dst_sharding=" + repr_of(sharding); };
    if (is_array(value)) {
      guard_transfer(Transfer::kDeviceToDevice, describe);
      const Storage& from = made(value);
      if (from.buffers.empty()) gone("CopyToDevice");
      if (from.buffers.size() != 1) {
        throw nb::value_error("device_put of a shard: wanted an Array of one shard");
      }
      buffers.push_back(placed(from.buffers.front(), *to.client->client, *to.device, kind, force_copy));
      own_layout = own_layout || from.own_layout;
      continue;
    }
    guard_transfer(Transfer::kHostToDevice, describe);
    const pjrt::Memory* memory = memory_of_kind(*to.client->client, *to.device, kind);
    const pjrt::Place place{memory ? nullptr : to.device, memory};
    std::shared_ptr<pjrt::Buffer> buffer = put_value(value, *to.client->client, place, !squeeze);
    if (buffer == nullptr) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          "Not supported: only Arrays, numpy arrays and scalars of supported types, and Python "
                          "scalars can be put on a device. Got type " +
                              text(value.type()));
    }
    buffers.push_back(std::move(buffer));
  }
  transfer_counters().with_sharding++;
  const bool assembly = count != 0 && is_array(values[0]);
  const bool alike = count > 1 && nb::cast<bool>(nb::object(sharding.attr("is_fully_replicated")));
  TransferCounters& counters = transfer_counters();
  (assembly ? counters.assembled : alike ? counters.fully_replicated : counters.batched)++;
  nb::object client = client_of_sharding(sharding);
  if (const std::size_t local = addressable_count(sharding); local != count) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "Number of processed shards does not match the number of addressable devices: " +
                            std::to_string(count) + " vs. " + std::to_string(local));
  }
  nb::object array = make_array(std::make_shared<ArrayType>(std::move(aval)), std::move(sharding), std::move(client),
                                std::move(buffers), committed);
  storage_of(array).own_layout = own_layout;
  return array;
}

enum class CopySemantics { kAlwaysCopy, kReuseInput, kDonateInput };

nb::list batched_copy(nb::sequence arrays, nb::sequence lists, nb::sequence shardings, nb::sequence semantics) {
  nb::list results;
  for (std::size_t i = 0; i < nb::len(arrays); ++i) {
    const nb::object array = arrays[i], sharding = shardings[i];
    const Storage& from = made(array);
    const nb::object list = lists[i];
    const auto& to = nb::cast<const DeviceList&>(list);
    const Buffers shards = from.buffers;
    const auto how = nb::cast<CopySemantics>(nb::object(semantics[i]));
    if (shards.empty()) gone("copy");
    if (to.client == nullptr || to.handles.size() != shards.size()) {
      throw nb::value_error("a copy to devices: wanted as many devices as the array has shards, of one client");
    }
    const nb::object kind = memory_kind_of(sharding);
    Buffers buffers;
    bool moved = false;
    for (std::size_t d = 0; d < to.handles.size(); ++d) {
      const bool always = how == CopySemantics::kAlwaysCopy;
      if (!moved && guards_transfers(Transfer::kDeviceToDevice) &&
          (always || &shards[d]->device() != to.handles[d])) {
        guard_transfer(Transfer::kDeviceToDevice, [&] {
          return "aval=" + repr_of(from.type->aval) + ", sharding=" + repr_of(from.sharding) +
                 ", dst_sharding=" + repr_of(sharding);
        });
      }
      buffers.push_back(placed(shards[d], *to.client->client, *to.handles[d], kind, always));
      moved = moved || buffers.back() != shards[d];
    }
    if (!moved && from.sharding.is(sharding)) {
      results.append(array);
      continue;
    }
    nb::object result =
        lying_as(from, make_array(from.type, sharding, client_of_sharding(sharding), buffers, from.committed));
    if (how == CopySemantics::kDonateInput && moved) {
      await(buffers, kBlock);
      remove(array);
    }
    results.append(result);
  }
  return results;
}

nb::object reorder_shards(nb::handle array, nb::object sharding, CopySemantics) {
  const Storage& from = made(array);
  if (from.buffers.empty()) gone("Reorder");
  const nb::object list = sharding.attr("_internal_device_list");
  const auto& to = nb::cast<const DeviceList&>(list);
  if (to.handles.size() != from.buffers.size()) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "Array is expected to have " + std::to_string(to.handles.size()) +
                            " addressable shards, but has " + std::to_string(from.buffers.size()) +
                            " addressable shards");
  }
  Buffers buffers;
  for (const pjrt::Device* device : to.handles) {
    const auto found = std::find_if(from.buffers.begin(), from.buffers.end(),
                                    [device](const auto& each) { return &each->device() == device; });
    if (found == from.buffers.end()) {
      throw nb::value_error("the sharding has a device on which the array has no shard");
    }
    buffers.push_back(*found);
  }
  return lying_as(from, make_array(from.type, std::move(sharding), from.client, std::move(buffers), true));
}

void batched_block(nb::sequence arrays) {
  Buffers all;
  for (nb::handle each : arrays) {
    if (!is_array(each)) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          "PyArray::BatchedBlockUntilReady can take PyArray only");
    }
    const Storage& storage = made(each);
    if (storage.buffers.empty()) gone(kBlock);
    all.insert(all.end(), storage.buffers.begin(), storage.buffers.end());
  }
  await(all, kBlock);
}

nb::object property(nb::object get, nb::object set = nb::none()) {
  return nb::borrow(reinterpret_cast<PyObject*>(&PyProperty_Type))(get, set);
}

}  // namespace

ArrayType::ArrayType(nb::object of) : aval(std::move(of)), dtype(aval.attr("dtype")) {
  signature.type = to_type(dtype);
  signature.weak = nb::cast<bool>(aval.attr("weak_type"));
  for (nb::handle each : nb::object(aval.attr("shape"))) signature.shape.push_back(nb::cast<std::int64_t>(each));
  hash = signature.hash();
}

bool is_array(nb::handle value) {
  return Py_TYPE(value.ptr()) == type && reinterpret_cast<Object*>(value.ptr())->made;
}
Storage& storage_of(nb::handle array) { return *at(array.ptr()); }

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
  nb::object sharding = single_device_sharding(device, own_memory_kind(*buffer));
  return make_array(std::move(of), std::move(sharding), std::move(client), {std::move(buffer)}, committed);
}

TransferCounters& transfer_counters() {
  static TransferCounters all;
  return all;
}

nb::object lying_as(const Storage& from, nb::object made_array) {
  if (is_array(made_array)) storage_of(made_array).own_layout = from.own_layout;
  return made_array;
}

bool is_deleted(const Storage& storage) {
  return storage.buffers.empty() || storage.buffers.front()->deleted();
}

nb::list single_shards(nb::handle self) {
  Storage& storage = made(self);
  nb::list all;
  if (storage.buffers.size() == 1 && device_count(storage.sharding) == 1) {
    all.append(self);
    return all;
  }
  if (!storage.shards.is_valid()) {
    // Making them runs Python, which may delete the Array: its shards are then those that it had.
    const Buffers buffers = storage.buffers;
    const std::shared_ptr<const ArrayType> of = storage.type;
    for (const auto& each : buffers) {
      all.append(lying_as(storage, make_single(each, storage.client, of->signature.weak, storage.committed)));
    }
    if (storage.buffers == buffers) storage.shards = nb::list(all);
    return all;
  }
  for (nb::handle each : nb::object(storage.shards)) all.append(each);
  return all;
}

std::shared_ptr<pjrt::Buffer> copied(std::shared_ptr<pjrt::Buffer> from, const pjrt::Device& device,
                                     nb::handle memory_kind, bool always) {
  const std::shared_ptr<pjrt::Client> client = from->client();
  return placed(std::move(from), *client, device, memory_kind, always);
}

nb::object ResultHandler::make(nb::object client, Buffers buffers) const {
  nb::object made_array = make_array(type, sharding, std::move(client), std::move(buffers), committed);
  if (!skip_checks) {
    made_array.attr("_arrays") =
        made_array.attr("_check_and_rearrange")(made_array.attr("_arrays"), sharding, type->aval);
  }
  for (const nb::object& each : wrappers) made_array = each(made_array);
  return made_array;
}

void bind_py_array(nb::module_& native) {
  nb::module_ jax = nb::borrow<nb::module_>(native.attr("jax"));
  const nb::object base = nb::module_::import_("jaxlib._array").attr("Array");
  PyType_Spec spec = {"jaxlib._jax.ArrayImpl", sizeof(Object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};
  nb::object array = checked(PyType_FromSpecWithBases(&spec, nb::make_tuple(base).ptr()));
  type = reinterpret_cast<PyTypeObject*>(array.ptr());
  array.inc_ref();
  jax.attr("ArrayImpl") = array;

  const auto method = [&](const char* name, auto function) {
    array.attr(name) = nb::cpp_function(function, nb::is_method());
  };
  const auto get = [](auto function) { return nb::cpp_function(function); };
  array.attr("__init__") = nb::cpp_function(&initialize, nb::is_method(), nb::arg("aval"), nb::arg("sharding"),
                                            nb::arg("arrays"), nb::arg("committed"), nb::arg("_skip_checks") = false);
  array.attr("_sharding") = property(get([](nb::handle self) { return made(self).sharding; }));
  array.attr("aval") = property(get([](nb::handle self) { return made(self).type->aval; }),
                                get([](nb::handle self, nb::object aval) {
                                  made(self).type = std::make_shared<ArrayType>(std::move(aval));
                                }));
  array.attr("_arrays") = property(get(&arrays_of), nb::cpp_function(&set_arrays, nb::arg(), nb::arg().none()));
  array.attr("_npy_value") = property(get([](nb::handle self) {
                                        const nb::object& value = made(self).numpy;
                                        return value.is_valid() ? value : nb::none();
                                      }),
                                      nb::cpp_function(
                                          [](nb::handle self, nb::object value) {
                                            made(self).numpy = value.is_none() ? nb::object() : value;
                                            if (value.is_none()) empty(made(self).host);
                                          },
                                          nb::arg(), nb::arg().none()));
  array.attr("_committed") = property(get([](nb::handle self) { return made(self).committed; }));
  array.attr("_pjrt_layout") = property(get(&layout_of));
  array.attr("traceback") = property(get([](nb::handle self) {
    const Storage& storage = made(self);
    return storage.buffers.empty() || !storage.traceback.is_valid() ? nb::none() : storage.traceback;
  }));
  method("_rewrap_with_aval_and_sharding", &rewrapped);
  method("_fully_replicated_shard", &fully_replicated_shard);
  method("_single_device_array_to_np_array_did_copy", &to_numpy_did_copy);
  method("_copy_single_device_array_to_host_async", [](nb::handle self) {
    first(made(self), "copy_to_host_async");  // the copy itself is made when its elements are asked for
  });
  method("_replace_with", &replace_with);
  method("delete", &remove);
  method("is_deleted", [](nb::handle self) { return is_deleted(made(self)); });
  method("is_ready", [](nb::handle self) {
    const Storage& storage = made(self);
    first(storage, "is_ready");
    if (is_deleted(storage)) raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, "Array has been deleted.");
    return std::all_of(storage.buffers.begin(), storage.buffers.end(),
                       [](const auto& each) { return each->ready().ready(); });
  });
  method("block_until_ready", [](nb::handle self) {
    const Buffers buffers = made(self).buffers;
    if (buffers.empty()) gone(kBlock);
    await(buffers, kBlock);
    return nb::borrow(self);
  });
  method("on_device_size_in_bytes", &device_size);
  method("unsafe_buffer_pointer", [](nb::handle self) {
    const Storage& storage = made(self);
    if (storage.buffers.size() > 1) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          "UnsafeBufferPointer() is supported only for unsharded arrays.");
    }
    return reinterpret_cast<std::uintptr_t>(first(storage, "UnsafeBufferPointer").address());
  });
  method("platform", [](nb::handle self) { return client_of(made(self)).platform; });
  method("clone", [](nb::handle self) {
    const Storage& storage = made(self);
    if (storage.buffers.empty()) gone("clone");
    return lying_as(storage, make_array(storage.type, storage.sharding, storage.client, storage.buffers,
                                        storage.committed));
  });
  method("_client", [](nb::handle self) { return made(self).client; });

  nb::enum_<CopySemantics>(jax, "ArrayCopySemantics", nb::is_arithmetic())
      .value("ALWAYS_COPY", CopySemantics::kAlwaysCopy)
      .value("REUSE_INPUT", CopySemantics::kReuseInput)
      .value("DONATE_INPUT", CopySemantics::kDonateInput);
  jax.def("batched_device_put", &batched_device_put, nb::arg("aval"), nb::arg("sharding"), nb::arg("xs"),
          nb::arg("devices"), nb::arg("committed") = true, nb::arg("force_copy") = false,
          nb::arg("host_buffer_semantics").none() = nb::none(), nb::arg("enable_x64").none() = nb::none());
  jax.def("batched_copy_array_to_devices_with_sharding", &batched_copy);
  jax.def("get_internal_device_put_info", [] {
    nb::dict all;
    const TransferCounters& told = transfer_counters();
    all["device_put_with_device"] = told.with_device;
    all["device_put_with_sharding"] = told.with_sharding;
    all["device_put_fully_replicated"] = told.fully_replicated;
    all["device_put_batched"] = told.batched;
    all["device_put_assembled"] = told.assembled;
    return all;
  });
  jax.def("reorder_shards", &reorder_shards, nb::arg("x"), nb::arg("dst_sharding"), nb::arg("array_copy_semantics"));
  jax.def("batched_block_until_ready", &batched_block);

  nb::class_<ResultHandler>(jax, "ResultHandler")
      .def("__call__",
           [](const ResultHandler& self, nb::object arrays) {
             if (is_array(arrays)) {
               const Storage& one = made(arrays);
               return lying_as(one, self.make(one.client, one.buffers));
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
             nb::object result = self.make(client_of_sharding(self.sharding), assembled(all, self.sharding));
             return all.size() == 0 ? result : lying_as(made(all[0]), std::move(result));
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
  native.def("live_arrays", [](nb::handle client) {
    nb::list all;
    for (Storage* each = all_arrays; each; each = each->next) {
      if (each->client.is(client) && !is_deleted(*each)) all.append(nb::handle(object_of(each)));
    }
    return all;
  });
}

}  // namespace jaxlib
