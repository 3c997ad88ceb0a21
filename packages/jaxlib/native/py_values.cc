#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include "py_values.h"
#include "profiler/recorder.h"

#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>

#include <algorithm>
#include <atomic>
#include <complex>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <unordered_map>

#include "py_array.h"
#include "config.h"
#include "errors.h"
#include "guard_lib.h"
#include "pjrt/element_type.h"

namespace jaxlib {
namespace {

Config* x64_state = nullptr;

// jax's typed literal classes, and its array classes.
nb::object *typed_int, *typed_float, *typed_complex, *typed_array, *invalid_input, *valid_dtypes;

void keep(nb::object*& where, nb::object value) {
  delete std::exchange(where, new nb::object(std::move(value)));
}

// The dtypes of numpy and ml_dtypes, loaded on first use.
struct Types {
  std::unordered_map<PyObject*, PJRT_Buffer_Type> by_scalar;  // by the dtype's scalar type
  std::vector<nb::object> dtypes;                             // by PJRT_Buffer_Type
  nb::object generic, token;

  Types() {
    const nb::module_ numpy = nb::module_::import_("numpy"), more = nb::module_::import_("ml_dtypes");
    const nb::object dtype = numpy.attr("dtype");
    for (const pjrt::ElementType& each : pjrt::kElementTypes) {
      const auto index = static_cast<std::size_t>(each.type);
      if (dtypes.size() <= index) dtypes.resize(index + 1);
      nb::object made;
      if (nb::hasattr(more, each.name)) {
        made = dtype(more.attr(each.name));
      } else if (std::string(each.name) == "bool" || nb::hasattr(numpy, each.name)) {
        made = dtype(each.name);
      } else {
        continue;  // older releases of ml_dtypes lack it
      }
      dtypes[index] = made;
      by_scalar[nb::object(made.attr("type")).release().ptr()] = each.type;
    }
    // Distinct types with the sizes of those above (long long in addition to long).
    by_scalar[nb::object(numpy.attr("longlong")).release().ptr()] = PJRT_Buffer_Type_S64;
    by_scalar[nb::object(numpy.attr("ulonglong")).release().ptr()] = PJRT_Buffer_Type_U64;
    by_scalar[nb::object(numpy.attr("intc")).release().ptr()] = PJRT_Buffer_Type_S32;
    by_scalar[nb::object(numpy.attr("uintc")).release().ptr()] = PJRT_Buffer_Type_U32;
    generic = numpy.attr("generic");
    token = dtype(numpy.attr("bool_"));
  }
};

const Types& types() {
  static std::atomic<const Types*> all{nullptr};
  const Types* known = all.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  auto made = std::make_unique<const Types>();  // runs Python, so another thread may enter here, too
  return all.compare_exchange_strong(known, made.get()) ? *made.release() : *known;
}

PJRT_Buffer_Type type_of_scalar(PyObject* scalar_type) {
  const auto found = types().by_scalar.find(scalar_type);
  return found == types().by_scalar.end() ? PJRT_Buffer_Type_INVALID : found->second;
}

PJRT_Buffer_Type narrow(PJRT_Buffer_Type type) {
  switch (type) {
    case PJRT_Buffer_Type_S64:
      return PJRT_Buffer_Type_S32;
    case PJRT_Buffer_Type_U64:
      return PJRT_Buffer_Type_U32;
    case PJRT_Buffer_Type_F64:
      return PJRT_Buffer_Type_F32;
    case PJRT_Buffer_Type_C128:
      return PJRT_Buffer_Type_C64;
    default:
      return type;
  }
}

PyArrayObject* as_array(nb::handle value) { return reinterpret_cast<PyArrayObject*>(value.ptr()); }

// Where an array's elements are, by value: while the GIL is released, another thread may change the array's shape.
struct Extents {
  static constexpr std::size_t kMostDimensions = 64;  // numpy's own limit, as of 2.x

  const void* data;
  std::size_t rank;
  bool contiguous;
  npy_intp sizes[kMostDimensions], strides[kMostDimensions];

  explicit Extents(PyArrayObject* array) {
    read(array);
#ifdef Py_GIL_DISABLED
    // NumPy does not lock an array whose shape is set. A size and a stride of two shapes would reach outside of its
    // elements, so that two reads in a row have to agree.
    for (Extents before = *this; read(array), !(*this == before);) before = *this;
#endif
  }

  bool operator==(const Extents& other) const {
    return data == other.data && rank == other.rank && contiguous == other.contiguous &&
           std::equal(sizes, sizes + rank, other.sizes) && std::equal(strides, strides + rank, other.strides);
  }

 private:
  void read(PyArrayObject* array) {
    std::atomic_thread_fence(std::memory_order_acquire);
    data = PyArray_DATA(array);
    rank = static_cast<std::size_t>(PyArray_NDIM(array));
    contiguous = PyArray_IS_C_CONTIGUOUS(array);
    if (rank > kMostDimensions) throw nb::value_error("an array of more than 64 dimensions");
    std::copy_n(PyArray_DIMS(array), rank, sizes);
    std::copy_n(PyArray_STRIDES(array), rank, strides);
  }
};

// An array converted to another dtype by numpy's own function, because a subclass may override `astype`.
nb::object converted(nb::handle array, PJRT_Buffer_Type type) {
  auto* to = reinterpret_cast<PyArray_Descr*>(to_dtype(type).release().ptr());
  constexpr int kFlags = NPY_ARRAY_FORCECAST | NPY_ARRAY_ENSUREARRAY | NPY_ARRAY_ALIGNED | NPY_ARRAY_NOTSWAPPED;
  return checked(PyArray_FromArray(as_array(array), to, kFlags));
}

// The array to copy: with an element type that devices support, in native byte order.
nb::object ready(nb::handle array, bool wide, PJRT_Buffer_Type& type) {
  PyArray_Descr* descr = PyArray_DESCR(as_array(array));
  type = type_of_scalar(reinterpret_cast<PyObject*>(descr->typeobj));
  if (type == PJRT_Buffer_Type_INVALID) {
    throw nb::type_error(
        ("Dtype " + text(reinterpret_cast<PyObject*>(descr)) + " is not a valid JAX array type.").c_str());
  }
  const PJRT_Buffer_Type wanted = wide ? type : narrow(type);
  if (wanted == type && PyArray_ISNOTSWAPPED(as_array(array))) return nb::borrow(array);
  type = wanted;
  return converted(array, wanted);
}

// Describes a transfer: the device and the size.
void describe_transfer(profiler::Span& span, const pjrt::Buffer& buffer) {
  try {
    span.add("bytes", std::to_string(buffer.host_size()));
    span.add("device_ordinal", std::to_string(buffer.device().description().id()));
  } catch (const pjrt::Error&) {  // the buffer is gone
  }
}

std::shared_ptr<pjrt::Buffer> put(pjrt::Client& client, const pjrt::Place& place, const pjrt::HostArray& array) {
  // The elements may change as soon as this returns, so the library must not use them afterwards.
  profiler::Span span("BufferFromHostBuffer");
  auto [buffer, done] = [&] {
    const gil::Unlocked unlocked;
    return client.from_host(array, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place);
  }();
  auto made = std::make_shared<pjrt::Buffer>(std::move(buffer));
  if (span.active()) describe_transfer(span, *made);
  return made;
}

template <class T>
std::shared_ptr<pjrt::Buffer> put_number(pjrt::Client& client, const pjrt::Place& place, PJRT_Buffer_Type type,
                                         T value) {
  return put(client, place, {&value, type, nullptr, 0, nullptr});
}

std::shared_ptr<pjrt::Buffer> put_array(pjrt::Client& client, const pjrt::Place& place, nb::handle given, bool wide) {
  PJRT_Buffer_Type type;
  const nb::object array = ready(given, wide, type);
  const Extents at(as_array(array));
  return put(client, place, {at.data, type, at.sizes, at.rank, at.contiguous ? nullptr : at.strides});
}

std::int64_t integer(nb::handle value, bool wide) {
  int overflow = 0;
  const long long read = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (read == -1 && PyErr_Occurred()) throw nb::python_error();
  const bool fits = overflow == 0 && (wide || (read >= std::numeric_limits<std::int32_t>::min() &&
                                               read <= std::numeric_limits<std::int32_t>::max()));
  if (fits) return read;
  PyErr_Format(PyExc_OverflowError, "Python int %S too large to convert to %s", value.ptr(), wide ? "int64" : "int32");
  throw nb::python_error();
}

std::shared_ptr<pjrt::Buffer> put_integer(pjrt::Client& client, const pjrt::Place& place, nb::handle value,
                                          bool wide) {
  const std::int64_t read = integer(value, wide);
  return wide ? put_number(client, place, PJRT_Buffer_Type_S64, read)
              : put_number(client, place, PJRT_Buffer_Type_S32, static_cast<std::int32_t>(read));
}

std::shared_ptr<pjrt::Buffer> put_float(pjrt::Client& client, const pjrt::Place& place, nb::handle value, bool wide) {
  const double read = PyFloat_AsDouble(value.ptr());
  if (read == -1 && PyErr_Occurred()) throw nb::python_error();
  return wide ? put_number(client, place, PJRT_Buffer_Type_F64, read)
              : put_number(client, place, PJRT_Buffer_Type_F32, static_cast<float>(read));
}

std::shared_ptr<pjrt::Buffer> put_complex(pjrt::Client& client, const pjrt::Place& place, nb::handle value,
                                          bool wide) {
  const Py_complex read = PyComplex_AsCComplex(value.ptr());
  if (PyErr_Occurred()) throw nb::python_error();
  return wide ? put_number(client, place, PJRT_Buffer_Type_C128, std::complex<double>(read.real, read.imag))
              : put_number(client, place, PJRT_Buffer_Type_C64,
                           std::complex<float>(static_cast<float>(read.real), static_cast<float>(read.imag)));
}

bool instance(nb::handle value, const nb::object* type) {
  return type && PyObject_TypeCheck(value.ptr(), reinterpret_cast<PyTypeObject*>(type->ptr()));
}

bool scalar_of_numpy(nb::handle value) { return instance(value, &types().generic); }

// Whether a typed literal's dtype is 64 bits wide, whatever jax_enable_x64 is.
bool says_wide(nb::handle value) { return nb::cast<int>(value.attr("dtype").attr("itemsize")) >= 8; }

// ---- Canonicalization of values before they are traced

using Handler = nb::object (*)(nb::handle);
struct Canonical {
  Handler native = nullptr;
  nb::object python;  // a function; None: the value is unchanged
};
std::unordered_map<PyObject*, Canonical>& canonical_handlers() {
  static auto* all = new std::unordered_map<PyObject*, Canonical>();
  return *all;
}

void handle_by(nb::object type, Canonical handler) {
  canonical_handlers()[type.ptr()] = std::move(handler);
  type.release();  // kept for the lifetime of the process
}

nb::object identity(nb::handle value) { return nb::borrow(value); }

nb::object canonical_int(nb::handle value) {
  integer(value, x64());
  return (*typed_int)(value, to_dtype(x64() ? PJRT_Buffer_Type_S64 : PJRT_Buffer_Type_S32));
}
nb::object canonical_float(nb::handle value) {
  return (*typed_float)(value, to_dtype(x64() ? PJRT_Buffer_Type_F64 : PJRT_Buffer_Type_F32));
}
nb::object canonical_complex(nb::handle value) {
  return (*typed_complex)(value, to_dtype(x64() ? PJRT_Buffer_Type_C128 : PJRT_Buffer_Type_C64));
}

// A numpy array or scalar as jax's array literal, narrowed unless jax_enable_x64 is set.
nb::object canonical_numpy(nb::handle value) {
  const nb::object array =
      PyArray_Check(value.ptr()) ? nb::borrow(value) : checked(PyArray_FromScalar(value.ptr(), nullptr));
  const nb::object dtype = nb::borrow(reinterpret_cast<PyObject*>(PyArray_DESCR(as_array(array))));
  const int valid = PySequence_Contains(valid_dtypes->ptr(), dtype.ptr());
  if (valid < 0) throw nb::python_error();
  if (!valid) {
    throw nb::type_error(("Dtype " + text(dtype) +
                          " is not a valid JAX array type. Only arrays of numeric types are supported by JAX.")
                             .c_str());
  }
  const PJRT_Buffer_Type type = to_type(dtype);
  if (x64() || narrow(type) == type) return (*typed_array)(value);
  return (*typed_array)(converted(array, narrow(type)));
}

// The same literal for the same array, as long as both are alive, because jax hoists each object once.
nb::object canonical_array(nb::handle value) {
  struct Entry {
    nb::weakref array, literal;
  };
  static auto& known = *new std::unordered_map<PyObject*, Entry>();  // never destroyed: Python may be gone at process exit
  static std::size_t many = 64;
  // Only without a conversion: a converted copy would not follow changes to the array.
  const PJRT_Buffer_Type type = to_type(reinterpret_cast<PyObject*>(PyArray_DESCR(as_array(value))));
  if (!x64() && narrow(type) != type) return canonical_numpy(value);
  const auto found = known.find(value.ptr());
  // Another array may have the address of one that was freed.
  if (found != known.end() && found->second.array().is(value)) {
    nb::object literal = found->second.literal();
    if (!literal.is_none()) return literal;
  }
  nb::object made = canonical_numpy(value);
  if (known.size() >= many) {
    std::vector<nb::object> alive;  // dropping the last reference runs Python, which may call this again
    for (auto each = known.begin(); each != known.end();) {
      alive.push_back(each->second.literal());
      each = alive.back().is_none() ? known.erase(each) : std::next(each);
    }
    many = std::max<std::size_t>(64, 2 * known.size());
  }
  known.insert_or_assign(value.ptr(), Entry{nb::weakref(value), nb::weakref(made)});
  return made;
}

nb::object canonicalize(nb::handle value) {
  const auto& handlers = canonical_handlers();
  const auto answer = [&](const Canonical handler) {  // by value: the handler may replace itself
    if (handler.native) return handler.native(value);
    return handler.python.is_none() ? nb::borrow(value) : handler.python(value);
  };
  const auto found = handlers.find(reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())));
  if (found != handlers.end()) return answer(found->second);
  PyObject* order = Py_TYPE(value.ptr())->tp_mro;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(order); ++i) {
    const auto base = handlers.find(PyTuple_GET_ITEM(order, i));
    if (base != handlers.end()) return answer(base->second);
  }
  if (nb::hasattr(value, "__jax_array__")) {
    throw nb::value_error(
        "Triggering __jax_array__() during abstractification is no longer supported. To avoid this error, either "
        "explicitly convert your object using jax.numpy.array(), or register your object as a pytree.");
  }
  PyErr_SetObject(invalid_input ? invalid_input->ptr() : PyExc_TypeError,
                  nb::str(("Argument '" + text(value) + "' of type " + text(value.type()) +
                           " is not a valid JAX type.")
                              .c_str())
                      .ptr());
  throw nb::python_error();
}

}  // namespace

std::size_t Signature::hash() const {
  std::size_t seed = static_cast<std::size_t>(type) * 2 + weak;
  for (std::int64_t each : shape) seed = combine(seed, static_cast<std::size_t>(each));
  return seed;
}

bool x64() {
  if (x64_state == nullptr) throw std::runtime_error("enable_x64_state is not set");
  return x64_state->get().is(nb::handle(Py_True));
}

nb::object to_dtype(PJRT_Buffer_Type type) {
  const auto index = static_cast<std::size_t>(type);
  if (type == PJRT_Buffer_Type_TOKEN) return types().token;
  if (index >= types().dtypes.size() || !types().dtypes[index].is_valid()) {
    throw nb::type_error("numpy and ml_dtypes have no such type");
  }
  return types().dtypes[index];
}

bool is_string_dtype(nb::handle dtype) {
  return PyArray_DescrCheck(dtype.ptr()) && reinterpret_cast<PyArray_Descr*>(dtype.ptr())->kind == 'T';
}

bool is_string_array(nb::handle value) {
  return PyArray_Check(value.ptr()) &&
         is_string_dtype(reinterpret_cast<PyObject*>(PyArray_DESCR(as_array(value))));
}

PJRT_Buffer_Type to_type(nb::handle dtype) {
  if (!PyArray_DescrCheck(dtype.ptr())) return PJRT_Buffer_Type_INVALID;
  return type_of_scalar(
      reinterpret_cast<PyObject*>(reinterpret_cast<PyArray_Descr*>(dtype.ptr())->typeobj));
}

PJRT_Buffer_Type known_type(nb::handle dtype) {
  const PJRT_Buffer_Type type = to_type(dtype);
  if (type != PJRT_Buffer_Type_INVALID) return type;
  std::string message = "Unknown NumPy dtype " + nb::cast<std::string>(nb::repr(dtype));
  if (PyArray_DescrCheck(dtype.ptr())) {
    for (const char* name : {"char", "kind", "itemsize"}) {
      message += std::string(" ") + name + " " + text(nb::object(dtype.attr(name)));
    }
  }
  raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT, message);
}

bool signature_of(nb::handle value, bool wide, Signature& signature) {
  PyObject* object = value.ptr();
  const auto scalar = [&](PJRT_Buffer_Type type, bool weak) {
    signature.type = type;
    signature.weak = weak;
    return type != PJRT_Buffer_Type_INVALID;
  };
  const auto of_array = [&](nb::handle array, bool weak, bool squeeze) {
    PJRT_Buffer_Type type =
        type_of_scalar(reinterpret_cast<PyObject*>(PyArray_DESCR(as_array(array))->typeobj));
    if (!scalar(squeeze ? narrow(type) : type, weak)) return false;
    const Extents at(as_array(array));
    signature.shape.assign(at.sizes, at.sizes + at.rank);
    return true;
  };
  // The most frequent types first; numpy's float64 is a subclass of Python's float.
  if (PyArray_CheckExact(object)) return of_array(value, false, !wide);
  if (scalar_of_numpy(value)) {
    const PJRT_Buffer_Type type = type_of_scalar(reinterpret_cast<PyObject*>(Py_TYPE(object)));
    return scalar(wide ? type : narrow(type), false);
  }
  if (instance(value, typed_array)) {
    const nb::object array = value.attr("val");
    return PyArray_Check(array.ptr()) && of_array(array, nb::cast<bool>(value.attr("weak_type")), false);
  }
  if (PyArray_Check(object)) return of_array(value, false, !wide);  // after jax's literal class, which is a subclass
  for (const nb::object* each : {typed_int, typed_float, typed_complex}) {
    if (instance(value, each)) return scalar(to_type(value.attr("dtype")), true);
  }
  if (PyBool_Check(object)) return scalar(PJRT_Buffer_Type_PRED, true);
  if (PyLong_Check(object)) return scalar(wide ? PJRT_Buffer_Type_S64 : PJRT_Buffer_Type_S32, true);
  if (PyFloat_Check(object)) return scalar(wide ? PJRT_Buffer_Type_F64 : PJRT_Buffer_Type_F32, true);
  if (PyComplex_Check(object)) return scalar(wide ? PJRT_Buffer_Type_C128 : PJRT_Buffer_Type_C64, true);
  return false;
}

std::shared_ptr<pjrt::Buffer> put_value(nb::handle value, pjrt::Client& client, const pjrt::Place& place, bool wide) {
  PyObject* object = value.ptr();
  if (PyArray_CheckExact(object)) return put_array(client, place, value, wide);
  if (scalar_of_numpy(value)) {
    return put_array(client, place, checked(PyArray_FromScalar(object, nullptr)), wide);
  }
  if (instance(value, typed_array)) {
    const nb::object array = value.attr("val");
    return PyArray_Check(array.ptr()) ? put_array(client, place, array, true) : nullptr;
  }
  if (PyArray_Check(object)) return put_array(client, place, value, wide);
  if (instance(value, typed_int)) return put_integer(client, place, value, says_wide(value));
  if (instance(value, typed_float)) return put_float(client, place, value, says_wide(value));
  if (instance(value, typed_complex)) {
    return put_complex(client, place, value, nb::cast<int>(value.attr("dtype").attr("itemsize")) == 16);
  }
  if (PyBool_Check(object)) return put_number(client, place, PJRT_Buffer_Type_PRED, object == Py_True);
  if (PyLong_Check(object)) return put_integer(client, place, value, wide);
  if (PyFloat_Check(object)) return put_float(client, place, value, wide);
  if (PyComplex_Check(object)) return put_complex(client, place, value, wide);
  return nullptr;
}

std::vector<std::int64_t> host_strides(const pjrt::Buffer& buffer) {
  if (buffer.is_row_major()) return {};
  const auto [dimensions, rank] = buffer.dimensions();
  const std::vector<std::int64_t> order = buffer.layout().minor_to_major;
  std::vector<std::int64_t> strides(rank);
  const pjrt::ElementType* type = pjrt::element_type(buffer.type());
  auto next = static_cast<std::int64_t>(type ? type->size : 1);
  for (const std::int64_t dimension : order) {
    strides[static_cast<std::size_t>(dimension)] = next;
    next *= dimensions[dimension];
  }
  return strides;
}

bool in_host_memory(const pjrt::Buffer& buffer) {
  const pjrt::ElementType* type = pjrt::element_type(buffer.type());
  return type != nullptr && type->bits >= 8 && buffer.on_cpu();
}

namespace {

// Whether the elements of a buffer are in the host's memory, as numpy would place them.
bool near(const pjrt::Buffer& buffer) { return in_host_memory(buffer) && buffer.is_row_major(); }

// Of a CPU's Arrays, fewer bytes are copied: the Array keeps a copy, which is there at once when a number is read again.
constexpr std::size_t kFewestViewed = 65;

bool viewable(const pjrt::Buffer& buffer, const std::vector<std::int64_t>& shape) {
  const pjrt::ElementType* type = pjrt::element_type(buffer.type());
  auto bytes = static_cast<std::size_t>(type ? type->size : 0);
  for (const std::int64_t each : shape) bytes *= static_cast<std::size_t>(each);
  const std::size_t fewest = buffer.client()->platform() == "cpu" ? kFewestViewed : 1;
  return bytes >= fewest && near(buffer);
}

// Copies the elements of a ready buffer that is near; false for any other. A library copies on its own thread, and
// switching to that takes longer than most copies.
bool copy_near(const pjrt::Buffer& buffer, void* to, std::size_t size) {
  if (!near(buffer)) return false;
  const pjrt::Pin pin(buffer);
  std::memcpy(to, buffer.address(), size);
  return true;
}

// Holds a buffer and its elements' address for a numpy array that views them.
struct Viewed {
  explicit Viewed(std::shared_ptr<pjrt::Buffer> viewed) : buffer(std::move(viewed)), pin(*buffer) {}

  const std::shared_ptr<pjrt::Buffer> buffer;
  const pjrt::Pin pin;  // goes before the buffer
};

// A read-only array over the elements of a ready buffer; null if the library cannot pin one.
nb::object view(const std::shared_ptr<pjrt::Buffer>& buffer, const std::vector<std::int64_t>& shape) {
  std::unique_ptr<Viewed> viewed;
  try {
    viewed = std::make_unique<Viewed>(buffer);
  } catch (const pjrt::Error& error) {
    if (error.code() != PJRT_Error_Code_UNIMPLEMENTED) throw;
    return {};
  }
  void* elements = buffer->address();
  const nb::capsule owner(viewed.release(), [](void* held) noexcept { delete static_cast<Viewed*>(held); });
  const std::vector<npy_intp> dims(shape.begin(), shape.end());
  auto* descr = reinterpret_cast<PyArray_Descr*>(to_dtype(buffer->type()).release().ptr());
  nb::object array = checked(PyArray_NewFromDescr(&PyArray_Type, descr, static_cast<int>(dims.size()), dims.data(),
                                                  nullptr, elements, NPY_ARRAY_CARRAY_RO, nullptr));
  if (PyArray_SetBaseObject(as_array(array), owner.inc_ref().ptr()) < 0) throw nb::python_error();
  return array;
}

nb::object copy_of(const pjrt::Buffer& buffer, const std::vector<std::int64_t>& shape) {
  auto* descr = reinterpret_cast<PyArray_Descr*>(to_dtype(buffer.type()).release().ptr());
  // Memory for the elements in the buffer's order; the array is a transposed view of it.
  const std::vector<std::int64_t> order =
      buffer.is_row_major() ? pjrt::Layout::row_major(shape.size()).minor_to_major : buffer.layout().minor_to_major;
  std::vector<npy_intp> dims, place(shape.size());
  for (std::size_t i = shape.size(); i-- > 0;) {
    place[static_cast<std::size_t>(order[i])] = static_cast<npy_intp>(dims.size());
    dims.push_back(shape[static_cast<std::size_t>(order[i])]);
  }
  nb::object made = checked(PyArray_NewFromDescr(&PyArray_Type, descr, static_cast<int>(dims.size()), dims.data(),
                                                 nullptr, nullptr, 0, nullptr));
  void* to = PyArray_DATA(as_array(made));
  const auto size = static_cast<std::size_t>(PyArray_NBYTES(as_array(made)));
  {
    profiler::Span span("BufferToHostBuffer");
    if (span.active()) describe_transfer(span, buffer);
    const gil::Unlocked unlocked;
    if (size > 0 && !copy_near(buffer, to, size)) buffer.copy_to_host(to, size).await();
  }
  if (buffer.is_row_major()) return made;
  PyArray_Dims permutation{place.data(), static_cast<int>(place.size())};
  return checked(PyArray_Transpose(as_array(made), &permutation));
}

}  // namespace

HostElements to_numpy(std::shared_ptr<pjrt::Buffer> buffer, Signals signals) {
  const auto dimensions = buffer->dimensions();
  const std::vector<std::int64_t> shape(dimensions.first, dimensions.first + dimensions.second);
  // An error of the computation precedes an out-of-memory error here, which a large array may cause.
  if (signals == Signals::kHandled) {
    await(buffer->ready());
  } else {
    const gil::Unlocked unlocked;
    buffer->ready().await();
  }
  if (viewable(*buffer, shape)) {
    nb::object array = view(buffer, shape);
    if (array.is_valid()) return {std::move(array), false};
  }
  return {copy_of(*buffer, shape), true};
}

void bind_py_values(Module& native) {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
  Module jax = nb::borrow<Module>(native.attr("jax"));
  const auto type_object = [](PyTypeObject* type) { return nb::borrow(reinterpret_cast<PyObject*>(type)); };
  handle_by(type_object(&PyBool_Type), {&identity, {}});
  jax.def("set_typed_int_type", [type_object](nb::object type) {
    handle_by(type_object(&PyLong_Type), {&canonical_int, {}});
    handle_by(type, {&identity, {}});
    keep(typed_int, std::move(type));
  });
  jax.def("set_typed_float_type", [type_object](nb::object type) {
    handle_by(type_object(&PyFloat_Type), {&canonical_float, {}});
    handle_by(type, {&identity, {}});
    keep(typed_float, std::move(type));
  });
  jax.def("set_typed_complex_type", [type_object](nb::object type) {
    handle_by(type_object(&PyComplex_Type), {&canonical_complex, {}});
    handle_by(type, {&identity, {}});
    keep(typed_complex, std::move(type));
  });
  jax.def("set_typed_ndarray_type", [type_object](nb::object type) {
    handle_by(type_object(&PyArray_Type), {&canonical_array, {}});
    handle_by(types().generic, {&canonical_numpy, {}});
    handle_by(type, {&identity, {}});
    keep(typed_array, std::move(type));
  });
  jax.def("set_invalid_input_exception", [](nb::object type) { keep(invalid_input, std::move(type)); });
  jax.def("set_valid_dtypes", [](nb::object dtypes) { keep(valid_dtypes, std::move(dtypes)); });
  jax.def(
      "register_canonicalize_value_handler",
      [](nb::object type, nb::object handler) { handle_by(std::move(type), {nullptr, std::move(handler)}); },
      nb::arg("type"), nb::arg("handler").none());
  jax.def("canonicalize_value", &canonicalize, nb::arg().none());
  native.def("set_enable_x64_state", [](nb::object state) {
    x64_state = &instance<Config>(state);
    state.release();  // kept for the lifetime of the process
  });
  native.def("to_dtype", [](int type) { return to_dtype(static_cast<PJRT_Buffer_Type>(type)); });
  native.def("to_type", [](nb::handle dtype) { return static_cast<int>(to_type(dtype)); });
  native.def("known_type", [](nb::handle dtype) { return static_cast<int>(known_type(dtype)); });
}

}  // namespace jaxlib
