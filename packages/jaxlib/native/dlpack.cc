// DLPack, export and import; Arrays over memory of devices that others own.
//
// Ownership: an unused capsule calls its tensor's deleter when it is destroyed. An exported tensor holds and pins
// its buffer, which is therefore neither donated nor deleted. The library releases an imported tensor, on the
// thread that drops the buffer's last reference.
// Threads: with the GIL, except for the two deleters, which do not need it.

#include "pjrt/dlpack.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "py_array.h"
#include "errors.h"
#include "pjrt/element_type.h"

namespace jaxlib {
namespace {

using pjrt::DLManagedTensor, pjrt::DLManagedTensorVersioned, pjrt::DLTensor;

// The alignment, in bytes, that XLA:CPU's programs assume for their arguments.
constexpr std::uintptr_t kAlignment = 64;

[[noreturn]] void invalid(const std::string& what) { raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, what); }

struct Lent {
  DLManagedTensor managed{};
  DLManagedTensorVersioned versioned{};  // only one of the two is exported
  std::shared_ptr<pjrt::Buffer> buffer;
  std::unique_ptr<pjrt::Pin> pin;
  std::vector<std::int64_t> shape, strides;
};

template <class Managed>
void take_back(Managed* managed) {
  auto* lent = static_cast<Lent*>(managed->context);
  lent->pin.reset();  // before its buffer is released
  delete lent;
}

template <class Managed>
void take_back_unused(PyObject* capsule) {
  const char* name = std::is_same_v<Managed, DLManagedTensor> ? pjrt::kDLCapsule : pjrt::kDLVersionedCapsule;
  if (PyCapsule_IsValid(capsule, name) == 0) return;  // consumed, and therefore renamed
  auto* managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule, name));
  managed->deleter(managed);
}

// The DLPack device of a buffer.
std::pair<int, int> place_of(const pjrt::Buffer& buffer) {
  const int id = buffer.device().local_hardware_id();
  const std::string& platform = buffer.client()->platform();
  const bool on_host = buffer.on_cpu();  // pinned for a GPU
  if (platform == "cuda") return {on_host ? pjrt::kDLCUDAHost : pjrt::kDLCUDA, id};
  if (platform == "rocm") return {on_host ? pjrt::kDLROCMHost : pjrt::kDLROCM, id};
  if (on_host) return {pjrt::kDLCPU, id < 0 ? 0 : id};
  raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, "DLPack has no device for the platform " + platform);
}

// The only buffer of an Array.
const std::shared_ptr<pjrt::Buffer>& lendable(nb::handle array) {
  if (!is_array(array)) throw nb::type_error("DLPack: wanted a jax.Array");
  const Storage& storage = storage_of(array);
  if (storage.buffers.empty()) invalid("Cannot convert deleted/invalid buffer to DLPack tensor.");
  if (storage.buffers.size() != 1) invalid("DLPack is only supported for Arrays of one shard.");
  if (storage.type->strings) {
    raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, "DLPack: arrays of strings have no equivalent");
  }
  return storage.buffers.front();
}

nb::object capsule_of(std::unique_ptr<Lent> lent, bool versioned, bool is_copy) {
  nb::object capsule;
  if (versioned) {
    DLManagedTensorVersioned& managed = lent->versioned;
    managed.major = pjrt::kDLMajor;
    managed.minor = pjrt::kDLMinor;
    managed.flags = pjrt::kDLReadOnly | (is_copy ? pjrt::kDLCopied : 0);
    managed.context = lent.get();
    managed.deleter = take_back;
    capsule = checked(PyCapsule_New(&managed, pjrt::kDLVersionedCapsule, take_back_unused<DLManagedTensorVersioned>));
  } else {
    lent->managed.context = lent.get();
    lent->managed.deleter = take_back;
    capsule = checked(PyCapsule_New(&lent->managed, pjrt::kDLCapsule, take_back_unused<DLManagedTensor>));
  }
  lent.release();
  return capsule;
}

// `max_version`: the newest DLPack version that the consumer supports; without one, or before 1.0, the unversioned
// form is exported.
nb::object to_capsule(nb::handle array, nb::handle stream, std::optional<std::pair<int, int>> max_version,
                      bool is_copy) {
  auto lent = std::make_unique<Lent>();
  lent->buffer = lendable(array);
  const pjrt::Buffer& buffer = *lent->buffer;
  if (buffer.deleted()) invalid("Cannot convert deleted/invalid buffer to DLPack tensor.");
  if (!stream.is_none() && buffer.on_cpu()) {
    raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, "WaitUntilBufferReadyOnStream is only implemented for GPU.");
  }
  const pjrt::ElementType* type = pjrt::element_type(buffer.type());
  if (type == nullptr || type->dlpack_code < 0) {
    raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED,
                        std::string("XLA type ") + (type == nullptr ? "INVALID" : type->xla_name) +
                            " has no DLPack equivalent");
  }
  const auto [device, id] = place_of(buffer);
  const auto [dimensions, rank] = buffer.dimensions();
  lent->shape.assign(dimensions, dimensions + rank);
  const bool versioned = max_version && max_version->first >= 1;
  DLTensor& tensor = versioned ? lent->versioned.tensor : lent->managed.tensor;
  tensor.device = {device, id};
  tensor.rank = static_cast<std::int32_t>(rank);
  tensor.dtype = {static_cast<std::uint8_t>(type->dlpack_code), static_cast<std::uint8_t>(type->bits), 1};
  tensor.shape = lent->shape.data();
  if (!buffer.is_row_major()) {
    if (!buffer.layout().tiles.empty()) invalid("DLPack: the buffer's layout has tiles");
    lent->strides = host_strides(buffer);
    for (std::int64_t& stride : lent->strides) stride /= static_cast<std::int64_t>(type->size);
    tensor.strides = lent->strides.data();
  }
  // The consumer's stream needs no synchronization: the elements are ready.
  await(buffer.ready());
  {
    const gil::Unlocked unlocked;
    lent->pin = std::make_unique<pjrt::Pin>(buffer);
    tensor.data = buffer.address();
  }
  return capsule_of(std::move(lent), versioned, is_copy);
}

// A tensor from a capsule, versioned or not.
template <class Managed>
void give_back(void*, void* argument) {
  auto* managed = static_cast<Managed*>(argument);
  if (managed->deleter) managed->deleter(managed);
}

struct Taken {
  const DLTensor* tensor;
  void* managed;
  void (*give_back)(void*, void*);
  const char* used;  // the name of a capsule after consumption
};

Taken taken_from(nb::handle capsule) {
  if (PyCapsule_IsValid(capsule.ptr(), pjrt::kDLVersionedCapsule) != 0) {
    auto* managed =
        static_cast<DLManagedTensorVersioned*>(PyCapsule_GetPointer(capsule.ptr(), pjrt::kDLVersionedCapsule));
    if (managed->major != pjrt::kDLMajor) {
      invalid("DLPack: wanted a tensor of version " + std::to_string(pjrt::kDLMajor) + ", got one of version " +
              std::to_string(managed->major) + "." + std::to_string(managed->minor));
    }
    return {&managed->tensor, managed, give_back<DLManagedTensorVersioned>, pjrt::kDLUsedVersionedCapsule};
  }
  if (PyCapsule_IsValid(capsule.ptr(), pjrt::kDLCapsule) == 0) {
    const char* name = PyCapsule_GetName(capsule.ptr());
    invalid("DLPack tensor must be a capsule with name \"dltensor\" or \"dltensor_versioned\", got \"" +
            std::string(name ? name : "") + "\". Note that a DLPack tensor may be consumed at most once.");
  }
  auto* managed = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), pjrt::kDLCapsule));
  return {&managed->tensor, managed, give_back<DLManagedTensor>, pjrt::kDLUsedCapsule};
}

std::string listed(const std::vector<std::int64_t>& numbers) {
  std::string all;
  for (const std::int64_t each : numbers) all += (all.empty() ? "" : ",") + std::to_string(each);
  return all;
}

// The layout of elements at `strides`, which count elements; without strides, row-major. For the error, `what` they
// belong to.
pjrt::Layout compact_layout(const std::vector<std::int64_t>& shape, const std::int64_t* strides, const std::string& what) {
  pjrt::Layout layout = pjrt::Layout::row_major(shape.size());
  const bool empty = std::find(shape.begin(), shape.end(), 0) != shape.end();
  if (strides == nullptr || empty) return layout;
  std::vector<std::int64_t>& order = layout.minor_to_major;
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return strides[a] != strides[b] ? strides[a] < strides[b] : shape[a] == 1 && shape[b] != 1;
  });
  std::int64_t expected = 1;
  for (const std::int64_t each : order) {
    if (shape[each] > 1 && strides[each] != expected) {
      raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED,
                          "Only " + what + " with trivial (compact) striding are supported; i.e., " +
                              what.substr(what.rfind(' ') + 1) +
                              " whose striding represents a transposition of the underlying buffer but not "
                              "broadcasting. Dimensions were: [" + listed(shape) + "], strides were [" +
                              listed({strides, strides + shape.size()}) + "].");
    }
    expected *= shape[each];
  }
  return layout;
}

const pjrt::ElementType* element_type_of(const DLTensor& tensor) {
  const pjrt::ElementType* type = nullptr;
  for (const pjrt::ElementType& known : pjrt::kElementTypes) {
    if (known.dlpack_code == tensor.dtype.code && known.bits == tensor.dtype.bits) type = &known;
  }
  if (type == nullptr || tensor.dtype.lanes != 1) {
    raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED,
                        "Unknown or unsupported DLPack type code " + std::to_string(tensor.dtype.code) + " with " +
                            std::to_string(tensor.dtype.bits) + " bits and " + std::to_string(tensor.dtype.lanes) +
                            " lanes");
  }
  return type;
}

// A copy of a tensor in the host's memory, which is given back.
std::shared_ptr<pjrt::Buffer> copied_from_host(const Taken& taken, const pjrt::ElementType& type, bool row_major,
                                               const Device& device) {
  const DLTensor& tensor = *taken.tensor;
  const auto consume = [&taken](void* managed) { taken.give_back(nullptr, managed); };
  const std::unique_ptr<void, decltype(consume)> consumed(taken.managed, consume);
  const std::vector<std::int64_t> shape(tensor.shape, tensor.shape + tensor.rank);
  std::vector<std::int64_t> strides;
  for (std::int32_t i = 0; !row_major && i < tensor.rank; ++i) {
    strides.push_back(tensor.strides[i] * static_cast<std::int64_t>(type.size));
  }
  const char* data = static_cast<const char*>(tensor.data) + tensor.byte_offset;
  const gil::Unlocked unlocked;
  return std::make_shared<pjrt::Buffer>(
      device.client->client
          ->from_host({data, type.type, shape.data(), shape.size(), row_major ? nullptr : strides.data()},
                      PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, {device.device})
          .first);
}

// The GPU's memory on the host if the tensor is there; otherwise null. Some libraries say that only beside the
// capsule, whose own device is the CPU.
const pjrt::Memory* pinned_memory(const DLTensor& tensor, std::optional<int> said, const Device& device) {
  const int type = said.value_or(tensor.device.type);
  if (type != pjrt::kDLCUDAHost && type != pjrt::kDLROCMHost) return nullptr;
  return memory_of_kind(*device.client->client, *device.device, nb::str("pinned_host"));
}

nb::object from_capsule(nb::object capsule, const Device& device, nb::handle, std::optional<bool> copy,
                        std::optional<int> device_type) {
  if (!PyCapsule_CheckExact(capsule.ptr())) {
    throw nb::type_error(("dlpack_managed_tensor_to_buffer(): incompatible function arguments: wanted a capsule, got " +
                          text(capsule.type()))
                             .c_str());
  }
  const Taken taken = taken_from(capsule);
  if (device.client == nullptr) invalid("DLPack: the device is one that is compiled for only");
  const DLTensor& tensor = *taken.tensor;
  const pjrt::ElementType* type = element_type_of(tensor);
  if (tensor.rank < 0) invalid("DLPack: the tensor has a negative number of dimensions");
  const std::vector<std::int64_t> shape(tensor.shape, tensor.shape + tensor.rank);
  pjrt::Client& client = *device.client->client;
  char* data = static_cast<char*>(tensor.data) + tensor.byte_offset;
  const pjrt::Memory* const pinned = pinned_memory(tensor, device_type, device);
  const bool on_host = pinned == nullptr && tensor.device.type == pjrt::kDLCPU;
  const bool aligned = !on_host || reinterpret_cast<std::uintptr_t>(data) % kAlignment == 0;
  const pjrt::Layout layout = compact_layout(shape, tensor.strides, "DLPack tensors");
  const bool row_major = layout.is_row_major();
  const bool shared = aligned && !copy.value_or(false);
  if (!aligned && copy && !*copy) {
    invalid("DLPack: the data at " + std::to_string(reinterpret_cast<std::uintptr_t>(data)) + " is not aligned to " +
            std::to_string(kAlignment) + " bytes.");
  }
  std::shared_ptr<pjrt::Buffer> buffer;
  if (shared || !on_host) {
    const pjrt::Place place{pinned == nullptr ? device.device : nullptr, pinned, &layout};
    buffer = std::make_shared<pjrt::Buffer>(
        client.view(data, type->type, shape, place, taken.give_back, taken.managed));
    if (PyCapsule_SetName(capsule.ptr(), taken.used) != 0) throw nb::python_error();
    nb::object array = make_single(std::move(buffer), device.owner, false, true);
    storage_of(array).own_layout = !row_major;
    if (shared) return array;
    buffer = copied(storage_of(array).buffers.front(), device.client->client, *device.device, nb::none(), true);
    return make_single(std::move(buffer), device.owner, false, true);
  }
  // Consumed before the GIL is released, because another thread may try to consume the capsule.
  if (PyCapsule_SetName(capsule.ptr(), taken.used) != 0) throw nb::python_error();
  return make_single(copied_from_host(taken, *type, row_major, device), device.owner, false, true);
}

// An Array over memory of a device, which must outlive it. `strides` count elements; `stream` is the handle of the
// stream that writes the memory, or 0.
nb::object view_of_device_memory(std::uintptr_t address, const std::string& dtype, const std::vector<std::int64_t>& shape,
                                 const std::optional<std::vector<std::int64_t>>& strides, const Device& device,
                                 std::intptr_t stream) {
  if (device.client == nullptr) invalid("The device is one that is compiled for only");
  const auto type = std::find_if(std::begin(pjrt::kElementTypes), std::end(pjrt::kElementTypes),
                                 [&](const pjrt::ElementType& known) { return dtype == known.name; });
  if (type == std::end(pjrt::kElementTypes)) {
    raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, "No element type of XLA for NumPy's " + dtype);
  }
  if (strides && strides->size() != shape.size()) {
    invalid("CUDA Array Interface `shape` and `strides` dimensionalities are inconsistent");
  }
  const pjrt::Layout layout = compact_layout(shape, strides ? strides->data() : nullptr, "arrays");
  const bool row_major = layout.is_row_major();
  // Libraries call what is called on release, even if there is nothing to call.
  auto buffer = std::make_shared<pjrt::Buffer>(device.client->client->view(
      reinterpret_cast<void*>(address), type->type, shape, {device.device, nullptr, &layout}, [](void*, void*) {},
      nullptr, stream));
  nb::object array = make_single(std::move(buffer), device.owner, false, true);
  storage_of(array).own_layout = !row_major;
  return array;
}

// PJRT's stream extension, type 3; only its first function is called. Its header is not in any package.
struct StreamArgs {
  std::size_t struct_size;
  PJRT_Device* device;
  std::intptr_t stream;
};
struct StreamExtension {
  PJRT_Extension_Base base;
  PJRT_Error* (*stream_for_external_ready_events)(StreamArgs*);
  void* wait_until_buffer_ready;
};

std::intptr_t stream_of(const Device& self) {
  const char* const name = "get_stream_for_external_ready_events";
  if (self.client == nullptr) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "GetStreamForExternalReadyEvents is only supported for addressable PjRt devices.");
  }
  const pjrt::Plugin* plugin = &self.client->client->plugin();
  const auto* extension =
      reinterpret_cast<const StreamExtension*>(plugin->extension(PJRT_Extension_Type_Stream, sizeof(StreamExtension)));
  if (extension == nullptr || extension->stream_for_external_ready_events == nullptr) {
    raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, std::string(name) + ": the plugin has no streams");
  }
  StreamArgs args{sizeof(StreamArgs), self.device->get(), 0};
  plugin->check(extension->stream_for_external_ready_events(&args), name);
  return args.stream;
}

}  // namespace

void bind_dlpack(Module& native) {
  Module jax = nb::borrow<Module>(native.attr("jax"));
  jax.attr("dlpack_version") = nb::make_tuple(pjrt::kDLMajor, pjrt::kDLMinor);
  jax.def("buffer_to_dlpack_managed_tensor", &to_capsule, nb::arg("buffer"), nb::arg("stream").none() = nb::none(),
          nb::arg("max_version").none() = nb::none(), nb::arg("copied") = false);
  jax.def("dlpack_managed_tensor_to_buffer", &from_capsule, nb::arg("dlpack"), nb::arg("device"),
          nb::arg("stream").none() = nb::none(), nb::arg("copy").none() = nb::none(),
          nb::arg("dl_device_type").none() = nb::none());
  native.def("view_of_device_memory", &view_of_device_memory, nb::arg("address"), nb::arg("dtype"), nb::arg("shape"),
             nb::arg("strides").none(), nb::arg("device"), nb::arg("stream"));
  const nb::object device = jax.attr("Device");
  device.attr("get_stream_for_external_ready_events") = native_function(&stream_of, nb::is_method());
}

}  // namespace jaxlib
