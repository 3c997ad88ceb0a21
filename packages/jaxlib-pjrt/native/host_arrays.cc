// Host arrays: conversion to and from numpy, and DLPack.

#include <nanobind/stl/string.h>

#include <cstring>

#include "borrowed_array.h"
#include "pjrt/dlpack.h"
#include "python.h"

namespace jaxlib_pjrt {
namespace {

// numpy, imported on first use and held for the lifetime of the process. Immutable once it is published.
struct Numpy {
  nb::object array_type, asarray, from_dlpack, contiguous, empty, bytes;
  nb::dict codes;                                    // dtype to PJRT_Buffer_Type
  std::vector<nb::object> dtypes;                    // by PJRT_Buffer_Type; empty: none
  std::vector<nb::object> raw;                       // the unsigned dtype to view it as; empty: no view needed
  bool direct = false;                               // whether arrays have the layout of Direct
};

// numpy's PyArrayObject_fields, the part of its C ABI that has never changed. Used only if the layout was verified
// at run time; the buffer protocol has the same information at several times the cost.
struct Direct {
  PyObject head;
  void* data;
  int rank;
  const Py_ssize_t* dimensions;
  const Py_ssize_t* strides;
  PyObject* base;
  PyObject* dtype;
};

bool is_direct(const nb::module_& module, const nb::object& dtype) {
  const nb::object array = module.attr("empty")(nb::make_tuple(5, 7, 3), dtype("int16")).attr("transpose")(2, 0, 1);
  const auto& fields = *reinterpret_cast<const Direct*>(array.ptr());
  const auto size = nb::cast<std::size_t>(nb::module_::import_("sys").attr("getsizeof")(module.attr("empty")(0)));
  return size >= sizeof(Direct) && fields.rank == 3 && fields.dtype == array.attr("dtype").ptr() &&
         reinterpret_cast<std::uintptr_t>(fields.data) == nb::cast<std::uintptr_t>(array.attr("ctypes").attr("data")) &&
         to_shape(fields.dimensions, 3).equal(array.attr("shape")) &&
         to_shape(fields.strides, 3).equal(array.attr("strides"));
}

void know(Numpy& all, const pjrt::ElementType& type, const nb::object& dtype) {
  const auto index = static_cast<std::size_t>(type.type);
  if (all.dtypes.size() <= index) {
    all.dtypes.resize(index + 1);
    all.raw.resize(index + 1);
  }
  all.dtypes[index] = dtype;
  all.codes[dtype] = static_cast<int>(type.type);
}

Numpy with_its_own_dtypes() {
  Numpy made;
  const auto module = nb::module_::import_("numpy");
  made.array_type = module.attr("ndarray");
  made.asarray = module.attr("asarray");
  made.from_dlpack = module.attr("from_dlpack");
  made.contiguous = module.attr("ascontiguousarray");
  made.empty = module.attr("empty");
  made.bytes = module.attr("uint8");
  const nb::object dtype = module.attr("dtype");
  for (const pjrt::ElementType& type : pjrt::kElementTypes) {
    if (nb::hasattr(module, type.name) || std::strcmp(type.name, "bool") == 0) know(made, type, dtype(type.name));
  }
  made.direct = is_direct(module, dtype);
  return made;
}

auto& own_dtypes = *new Once<Numpy>;
auto& all_dtypes = *new Once<Numpy>;  // those of ml_dtypes, too

const Numpy& numpy() {
  const Numpy* all = all_dtypes.made();
  return all != nullptr ? *all : own_dtypes.get(with_its_own_dtypes);
}

// With the dtypes of ml_dtypes, imported when the first unknown dtype appears, because the import is slow.
const Numpy& with_ml_dtypes() {
  return all_dtypes.get([] {
    Numpy all = numpy();
    all.codes = nb::steal<nb::dict>(PyDict_Copy(all.codes.ptr()));
    if (!all.codes.is_valid()) throw nb::python_error();
    const auto module = nb::module_::import_("numpy");
    const auto extra = nb::module_::import_("ml_dtypes");
    const nb::object dtype = module.attr("dtype");
    for (const pjrt::ElementType& type : pjrt::kElementTypes) {
      // Older releases of ml_dtypes lack some.
      if (nb::hasattr(module, type.name) || !nb::hasattr(extra, type.name)) continue;
      know(all, type, dtype(extra.attr(type.name)));
      all.raw[static_cast<std::size_t>(type.type)] = dtype(type.size == 1 ? "uint8" : "uint16");
    }
    return all;
  });
}

// The argument with which a library's thread releases a Python object.
struct Loan {
  const pjrt::Plugin* plugin;
  PyObject* object;
};

void give_back(PJRT_Error* error, void* argument) {
  const auto* loan = static_cast<Loan*>(argument);
  loan->plugin->discard(error);
  release_later(loan->object);
  delete loan;
}

// The stride of each dimension, in elements, of a buffer without tiles.
std::vector<std::int64_t> strides_of(const pjrt::Buffer& buffer) {
  const auto [dimensions, rank] = buffer.dimensions();
  std::vector<std::int64_t> strides(rank);
  const pjrt::Layout layout = buffer.is_row_major() ? pjrt::Layout::row_major(rank) : buffer.layout();
  std::int64_t next = 1;
  for (const std::int64_t dimension : layout.minor_to_major) {
    strides[static_cast<std::size_t>(dimension)] = next;
    next *= dimensions[dimension];
  }
  return strides;
}

bool tiled(const pjrt::Buffer& buffer) { return !buffer.is_row_major() && !buffer.layout().tiles.empty(); }

// A numpy array over `memory`, an object with the buffer protocol whose elements are in the buffer's order.
nb::object array_over(const pjrt::Buffer& buffer, const nb::tuple& shape, const nb::object& dtype,
                      const nb::object& memory, std::size_t size) {
  if (buffer.is_row_major()) return numpy().array_type(shape, dtype, memory);
  std::vector<std::int64_t> strides = strides_of(buffer);
  for (std::int64_t& stride : strides) stride *= static_cast<std::int64_t>(size);
  return numpy().array_type(shape, dtype, memory, 0, to_shape(strides.data(), strides.size()));
}

const pjrt::ElementType& numbers(const pjrt::Buffer& buffer) {
  const PJRT_Buffer_Type code = buffer.type();
  const pjrt::ElementType* type = pjrt::element_type(code);
  if (type == nullptr) {
    throw nb::type_error(code == PJRT_Buffer_Type_TOKEN
                             ? "a token has no elements"
                             : ("PJRT element type " + std::to_string(code) +
                                " is newer than this jaxlib-pjrt").c_str());
  }
  return *type;
}

std::size_t count(std::pair<const std::int64_t*, std::size_t> dimensions) {
  std::size_t product = 1;
  for (std::size_t i = 0; i < dimensions.second; ++i) product *= static_cast<std::size_t>(dimensions.first[i]);
  return product;
}

// Why the host cannot read the buffer's elements in numpy's form; null if it can.
const char* why_not_shared(const pjrt::Buffer& buffer, const pjrt::ElementType& type) {
  if (!buffer.on_cpu()) return "it is not in the host's memory";
  if (type.bits < 8) return "its elements are smaller than a byte";
  if (tiled(buffer)) return "its layout has tiles";
  return nullptr;
}


// Exports a buffer's memory; keeps the buffer alive and pinned.
struct HostView {
  HostView(nb::object buffer, const pjrt::Buffer& of, std::size_t bytes)
      : owner(std::move(buffer)), pin(of), data(of.address()), size(bytes) {}
  nb::object owner;  // destroyed last
  pjrt::Pin pin;
  void* data;
  std::size_t size;
};

nb::object to_view(nb::handle self, const pjrt::Buffer& buffer, std::size_t size) {
  return nb::cast(new HostView(nb::borrow(self), buffer, size), nb::rv_policy::take_ownership);
}

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  const HostView& held = *nb::inst_ptr<HostView>(self);
  return PyBuffer_FillInfo(view, self, held.data, static_cast<Py_ssize_t>(held.size), 1, flags);
}

PyType_Slot kHostViewSlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)}, {0, nullptr}};

using pjrt::DLManagedTensor, pjrt::DLTensor, pjrt::kDLCPU, pjrt::kDLCUDA, pjrt::kDLROCM;

struct Lent {
  DLManagedTensor managed;
  PyObject* view;
  std::vector<std::int64_t> shape, strides;
};

void take_back(DLManagedTensor* managed) {
  // DLPack allows a consumer to call this from any thread, with or without the GIL.
  auto* lent = static_cast<Lent*>(managed->context);
  release_later(lent->view);
  delete lent;
}

void take_back_unused(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, "dltensor") == 0) return;  // consumed, and therefore renamed
  auto* managed = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule, "dltensor"));
  managed->deleter(managed);
}

// The element type of a dtype; for its own dtypes, numpy has one object each.
PJRT_Buffer_Type type_of(const Numpy& np, nb::handle dtype) {
  static std::atomic<std::size_t> latest{PJRT_Buffer_Type_F32};
  const std::size_t last = latest.load(std::memory_order_relaxed);
  if (last < np.dtypes.size() && np.dtypes[last].ptr() == dtype.ptr()) return static_cast<PJRT_Buffer_Type>(last);
  PyObject* code = PyDict_GetItemWithError(np.codes.ptr(), dtype.ptr());  // the dict never changes
  if (code == nullptr && PyErr_Occurred() == nullptr) {
    code = PyDict_GetItemWithError(with_ml_dtypes().codes.ptr(), dtype.ptr());
  }
  if (code == nullptr) {
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    throw nb::type_error(("no PJRT element type for the dtype " + std::string(nb::str(dtype).c_str()) +
                          "; wanted a native one of numpy's or ml_dtypes' numbers")
                             .c_str());
  }
  const auto found = static_cast<std::size_t>(PyLong_AsLong(code));
  latest.store(found, std::memory_order_relaxed);
  return static_cast<PJRT_Buffer_Type>(found);
}

void view_released(void*, void* argument) { release_later(static_cast<PyObject*>(argument)); }

}  // namespace

BorrowedArray::BorrowedArray(nb::handle value) : array_(nb::borrow(value)) {
  const Numpy& np = numpy();
  if (!PyObject_TypeCheck(value.ptr(), reinterpret_cast<PyTypeObject*>(np.array_type.ptr()))) {
    const bool foreign = nb::hasattr(value, "__dlpack__") && !nb::hasattr(value, "__array__");
    array_ = foreign ? np.from_dlpack(value) : np.asarray(value);
  }
  if (np.direct) {
    // numpy's functions only return arrays.
    const auto* fields = reinterpret_cast<const Direct*>(array_.ptr());
    type_ = type_of(np, fields->dtype);
    if (!take(fields->data, fields->rank, fields->dimensions, fields->strides)) {
      array_ = np.contiguous(array_);
      fields = reinterpret_cast<const Direct*>(array_.ptr());
      take(fields->data, fields->rank, fields->dimensions, fields->strides);
    }
    return;
  }
  type_ = type_of(np, array_.attr("dtype"));
  const nb::object& raw = numpy().raw[static_cast<std::size_t>(type_)];
  if (raw.is_valid()) array_ = array_.attr("view")(raw);
  get();
  if (!take(view_.buf, view_.ndim, view_.shape, view_.strides)) {
    PyBuffer_Release(&view_);
    held_ = false;
    array_ = np.contiguous(array_);
    get();
    take(view_.buf, view_.ndim, view_.shape, view_.strides);
  }
}

BorrowedArray::~BorrowedArray() {
  if (held_) PyBuffer_Release(&view_);
}

void BorrowedArray::get() {
  if (PyObject_GetBuffer(array_.ptr(), &view_, PyBUF_STRIDES) != 0) throw nb::python_error();
  held_ = true;
}

bool BorrowedArray::take(const void* data, int rank, const Py_ssize_t* dimensions, const Py_ssize_t* strides) {
  data_ = data;
  rank_ = static_cast<std::size_t>(rank);
  std::int64_t* room = near_;
  if (rank_ > kNear) {
    far_.resize(2 * rank_);
    room = far_.data();
  }
  dimensions_ = room;
  strides_ = room + rank_;
  bool empty = false, regular = true;
  dense_ = true;
  std::int64_t expected = static_cast<std::int64_t>(pjrt::element_type(type_)->size);
  for (std::size_t i = rank_; i-- > 0;) {
    dimensions_[i] = dimensions[i];
    strides_[i] = strides[i];
    empty = empty || dimensions[i] == 0;
    if (dimensions[i] == 1) continue;
    regular = regular && strides[i] > 0;
    dense_ = dense_ && strides[i] == expected;
    expected *= dimensions[i];
  }
  if (empty) dense_ = true;
  return empty || regular;
}

nb::object to_dtype(PJRT_Buffer_Type type) {
  const auto index = static_cast<std::size_t>(type);
  const auto has = [index](const Numpy& np) { return index < np.dtypes.size() && np.dtypes[index].is_valid(); };
  const Numpy& np = has(numpy()) ? numpy() : with_ml_dtypes();
  if (!has(np)) {
    const pjrt::ElementType* known = pjrt::element_type(type);
    throw nb::type_error((std::string("no dtype for the PJRT element type ") +
                          (type == PJRT_Buffer_Type_TOKEN ? "token"
                           : known != nullptr             ? known->name
                                                          : std::to_string(type)))
                             .c_str());
  }
  return np.dtypes[index];
}

pjrt::Buffer to_buffer(pjrt::Client& client, nb::handle value, const pjrt::Place& place, Sharing sharing) {
  const BorrowedArray held(value);
  const pjrt::HostArray array = held.array();
  if (sharing == Sharing::kCopy || !held.dense()) {
    if (sharing == Sharing::kDemand) {
      throw nb::value_error("copy=False: the array is not contiguous in row-major order");
    }
    const Unlocked unlocked;
    return client.from_host(array, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place).first;
  }
  auto [buffer, done] = [&] {
    const Unlocked unlocked;
    return client.from_host(array, PJRT_HostBufferSemantics_kImmutableZeroCopy, place);
  }();
  auto* loan = new Loan{&client.plugin(), held.owner()};
  done.on_ready(give_back, loan);
  if (sharing == Sharing::kDemand) {
    await(buffer.ready());
    if (!buffer.on_cpu() || buffer.address() != array.data) {
      throw nb::value_error("copy=False: the library copied the array; it may "
                            "need the array aligned to a larger boundary");
    }
  }
  return std::move(buffer);
}

nb::object to_numpy(nb::handle self, const pjrt::Buffer& buffer, Sharing sharing) {
  const Numpy& np = numpy();
  const pjrt::ElementType& type = numbers(buffer);
  const auto dimensions = buffer.dimensions();
  const nb::tuple shape = to_shape(dimensions.first, dimensions.second);
  const nb::object dtype = to_dtype(type.type);
  const std::size_t size = count(dimensions) * type.size;
  await(buffer.ready());
  if (size != 0) {
    const char* reason = why_not_shared(buffer, type);
    if (reason == nullptr) {
      const nb::object array = array_over(buffer, shape, dtype, to_view(self, buffer, size), type.size);
      // numpy copies at memory speed, while a library may first switch threads.
      return sharing == Sharing::kCopy ? nb::object(array.attr("copy")("C")) : array;
    }
    if (sharing == Sharing::kDemand) {
      throw nb::value_error((std::string("copy=False: ") + reason).c_str());
    }
  }
  if (size == 0) return np.empty(shape, dtype);
  const bool plain = buffer.is_row_major();
  const nb::object array = plain ? np.empty(shape, dtype) : np.empty(size, numpy().bytes);
  const std::size_t needed = buffer.host_size();
  if (needed != size) {
    throw nb::value_error(("the library wants to write " + std::to_string(needed) + " bytes, numpy's array has " +
                           std::to_string(size))
                              .c_str());
  }
  const auto address = nb::cast<std::uintptr_t>(array.attr("ctypes").attr("data"));
  {
    const Unlocked unlocked;
    buffer.copy_to_host(reinterpret_cast<void*>(address), size).await();
  }
  if (plain) return array;
  return array_over(buffer, shape, dtype, array, type.size).attr("copy")("C");
}

std::pair<int, int> dlpack_device(const pjrt::Buffer& buffer) {
  if (buffer.on_cpu()) return {kDLCPU, 0};
  const std::string& platform = buffer.client()->platform();
  const int type = platform == "cuda" ? kDLCUDA : platform == "rocm" ? kDLROCM : 0;
  if (type == 0) throw nb::buffer_error(("DLPack has no device for the platform " + platform).c_str());
  return {type, buffer.device().local_hardware_id()};
}

nb::object to_dlpack(nb::handle self, const pjrt::Buffer& buffer) {
  const pjrt::ElementType& type = numbers(buffer);
  if (type.dlpack_code < 0) {
    throw nb::buffer_error(("DLPack: " + std::string(type.name) + " elements are packed there").c_str());
  }
  if (tiled(buffer)) throw nb::buffer_error("DLPack: the buffer's layout has tiles");
  const auto [device, id] = dlpack_device(buffer);
  await(buffer.ready());
  const auto dimensions = buffer.dimensions();
  nb::object view = to_view(self, buffer, count(dimensions) * type.size);
  auto lent = std::make_unique<Lent>();
  lent->shape.assign(dimensions.first, dimensions.first + dimensions.second);
  DLTensor& tensor = lent->managed.tensor;
  tensor.data = nb::inst_ptr<HostView>(view)->data;
  tensor.device = {device, id};
  tensor.rank = static_cast<std::int32_t>(dimensions.second);
  tensor.dtype = {static_cast<std::uint8_t>(type.dlpack_code), static_cast<std::uint8_t>(type.bits), 1};
  tensor.shape = lent->shape.data();
  if (!buffer.is_row_major()) {
    lent->strides = strides_of(buffer);
    tensor.strides = lent->strides.data();
  }
  lent->managed.context = lent.get();
  lent->managed.deleter = take_back;
  PyObject* capsule = PyCapsule_New(&lent->managed, "dltensor", take_back_unused);
  if (capsule == nullptr) throw nb::python_error();
  lent.release()->view = view.release().ptr();
  return nb::steal(capsule);
}

pjrt::Buffer from_dlpack(pjrt::Client& client, nb::handle value, const pjrt::Device& device) {
  const nb::object capsule = value.attr("__dlpack__")();
  auto* managed = static_cast<DLManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (managed == nullptr) throw nb::python_error();
  const DLTensor& tensor = managed->tensor;
  const pjrt::ElementType* type = nullptr;
  for (const pjrt::ElementType& known : pjrt::kElementTypes) {
    if (known.dlpack_code == tensor.dtype.code && known.bits == tensor.dtype.bits && tensor.dtype.lanes == 1) {
      type = &known;
    }
  }
  if (type == nullptr) throw nb::type_error("DLPack: no PJRT element type for the tensor's");
  std::int64_t expected = 1;
  for (std::int32_t i = tensor.rank; tensor.strides != nullptr && i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected) {
      throw nb::value_error("DLPack: the tensor is not contiguous in row-major order");
    }
    expected *= tensor.shape[i];
  }
  const std::vector<std::int64_t> dimensions(tensor.shape, tensor.shape + tensor.rank);
  // The capsule is not renamed: its destructor frees the tensor when the library no longer uses the memory.
  pjrt::Buffer buffer = client.view(static_cast<char*>(tensor.data) + tensor.byte_offset, type->type, dimensions,
                                    {&device}, view_released, capsule.ptr());
  capsule.inc_ref();
  return buffer;
}

void bind_host_arrays(nb::module_& module) {
  nb::class_<HostView>(module, "HostView", nb::type_slots(kHostViewSlots),
                       "The memory of a buffer as bytes, for the buffer protocol; keeps the buffer alive.");
}

}  // namespace jaxlib_pjrt
