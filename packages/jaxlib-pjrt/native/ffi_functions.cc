// Calls from programs and libraries into Python: functions as custom call targets, and key-value stores.
//
// Threads: a handler is called on any thread, including the library's own and one that waits inside an Unlocked.
// GIL: Entered takes it for each call, and refuses if the interpreter is finalizing.
// Ownership: a registered function is held for the lifetime of the process, or until it is replaced.

#include <nanobind/stl/string.h>

#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

#include "pjrt/ffi.h"
#include "pjrt/ffi_abi.h"
#include "python.h"

namespace jaxlib_pjrt {
namespace {

const nb::module_& functions() {
  static auto& module = *new Once<nb::module_>;
  return module.get([] { return nb::module_::import_("jaxlib_pjrt._functions"); });
}

// The exception as text with an id, by which errors.py finds the exception object and sets it as the cause.
std::string describe(nb::python_error& raised) {
  try {
    return nb::cast<std::string>(functions().attr("describe")(raised.value()));
  } catch (nb::python_error&) {
    return raised.what();
  }
}

constexpr const char* kEnded = "Python has ended, or is about to";

// ---- Custom calls.

// The library's memory during a call, with the buffer protocol. It counts its exports, which must be released by
// the end of the call.
struct CallMemory {  // `over` and `exports` are guarded by `memories`
  void* data;
  std::size_t size;
  bool writable;
  bool over = false;
  int exports = 0;
};

auto& memories = *new std::mutex;

void release_memory(PyObject* self, Py_buffer*) {
  const std::lock_guard<std::mutex> guard(memories);
  --nb::inst_ptr<CallMemory>(self)->exports;
}

int get_memory(PyObject* self, Py_buffer* view, int flags) {
  auto& memory = *nb::inst_ptr<CallMemory>(self);
  bool over = false;
  {
    const std::lock_guard<std::mutex> guard(memories);
    over = memory.over;
    if (!over) ++memory.exports;
  }
  if (over) {
    PyErr_SetString(PyExc_BufferError, "the call to which this memory belongs has ended");
    return -1;
  }
  const int filled = PyBuffer_FillInfo(view, self, memory.data, static_cast<Py_ssize_t>(memory.size),
                                       memory.writable ? 0 : 1, flags);
  if (filled != 0) release_memory(self, view);
  return filled;
}

PyType_Slot kMemorySlots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(get_memory)},
                              {Py_bf_releasebuffer, reinterpret_cast<void*>(release_memory)},
                              {0, nullptr}};

// Guarded by `registering`; once a slot is taken, its strings stay the same.
struct Slot {
  PyObject* function = nullptr;
  bool views = false;
  const pjrt::Plugin* plugin = nullptr;
  std::string name, platform;
};

constexpr std::size_t kSlots = 256;
Slot* slots() {
  static auto* const all = new std::array<Slot, kSlots>;  // never destroyed: libraries keep the handlers
  return all->data();
}
auto& registering = *new std::mutex;
std::size_t used_slots = 0;  // guarded by it

bool answer_query(ffi_call_frame* frame) {
  for (ffi_extension* each = frame->extension_start; each != nullptr; each = each->next) {
    if (each->type != FFI_EXTENSION_METADATA) continue;
    ffi_metadata* metadata = reinterpret_cast<ffi_metadata_extension*>(each)->metadata;
    // Uses only parts of XLA FFI that exist since its first version.
    metadata->api_version.major = 0;
    metadata->api_version.minor = 1;
    metadata->traits = 0;
    return true;
  }
  return false;
}

ffi_error* failed(const ffi_api* api, PJRT_Error_Code code, const std::string& message) {
  ffi_error_create_args args{};
  args.struct_size = COUNTED(ffi_error_create_args, code);
  args.message = message.c_str();
  args.code = code;
  return api->error_create(&args);
}

const pjrt::ElementType* of_xla(int type) {
  for (const pjrt::ElementType& known : pjrt::kElementTypes) {
    if (known.xla == type) return &known;
  }
  return nullptr;
}

nb::object name_of(int type) {
  const pjrt::ElementType* known = of_xla(type);
  return known == nullptr ? nb::object(nb::none()) : nb::object(nb::str(known->name));
}

// (name of the element type or None, shape, memory or None)
nb::tuple described(const ffi_values& values, bool writable) {
  nb::list all;
  for (std::int64_t i = 0; i < values.size; ++i) {
    if (values.types[i] != FFI_VALUE_BUFFER) throw nb::value_error("an operand or a result is not a buffer");
    const ffi_buffer& buffer = *values.values[i];
    const pjrt::ElementType* type = of_xla(buffer.type);
    std::int64_t elements = 1;
    for (std::int64_t d = 0; d < buffer.rank; ++d) elements *= buffer.dimensions[d];
    const std::int64_t size = type == nullptr ? 0 : (elements * type->bits + 7) / 8;
    nb::object memory = nb::none();
    if (size != 0) {
      memory = nb::cast(CallMemory{buffer.data, static_cast<std::size_t>(size), writable});
    }
    all.append(nb::make_tuple(name_of(buffer.type),
                              to_shape(buffer.dimensions, static_cast<std::size_t>(buffer.rank)), memory));
  }
  return nb::tuple(all);
}

// By name: a str, a dict, or a tuple (name of the element type, bytes, whether it is a scalar).
nb::dict described(const ffi_attributes& attributes) {
  nb::dict all;
  for (std::int64_t i = 0; i < attributes.size; ++i) {
    const ffi_name& name = *attributes.names[i];
    const void* value = attributes.values[i];
    nb::object item;
    switch (attributes.types[i]) {
      case pjrt::ffi::kString: {
        const auto* text = static_cast<const ffi_name*>(value);
        item = nb::bytes(text->data, text->size);
        break;
      }
      case pjrt::ffi::kScalar: {
        const auto* scalar = static_cast<const ffi_scalar*>(value);
        const pjrt::ElementType* type = of_xla(scalar->type);
        item = nb::make_tuple(name_of(scalar->type), nb::bytes(scalar->value, type == nullptr ? 0 : type->size), true);
        break;
      }
      case pjrt::ffi::kArray: {
        const auto* array = static_cast<const pjrt::ffi::Array*>(value);
        const pjrt::ElementType* type = of_xla(array->type);
        const std::size_t size = type == nullptr ? 0 : type->size * array->size;
        item = nb::make_tuple(name_of(array->type), nb::bytes(array->data, size), false);
        break;
      }
      case pjrt::ffi::kDictionary:
        item = described(*static_cast<const ffi_attributes*>(value));
        break;
      default:
        throw nb::value_error("an attribute of a kind that this jaxlib-pjrt does not know");
    }
    all[nb::str(name.data, name.size)] = item;
  }
  return all;
}

// The text of an error; empty on success.
std::string call_python(const Slot& slot, const ffi_call_frame& frame) {
  nb::object function;
  bool views = false;
  {
    const std::lock_guard<std::mutex> guard(registering);
    function = nb::borrow(slot.function);
    views = slot.views;
  }
  if (!function.is_valid()) return slot.name + ": called before it was registered";
  try {
    functions().attr("serve")(function, views, described(frame.arguments, false),
                              described(frame.results, true), described(frame.attributes));
    return {};
  } catch (nb::python_error& raised) {
    return slot.name + ": " + describe(raised);
  } catch (const std::exception& thrown) {
    return slot.name + ": " + thrown.what();
  }
}

ffi_error* serve(ffi_call_frame* frame, std::size_t index) noexcept {
  if (answer_query(frame) || frame->stage != FFI_STAGE_EXECUTE) return nullptr;
  std::string message;
  {
    const Entered python;
    if (!python) return failed(frame->api, PJRT_Error_Code_CANCELLED, kEnded);
    message = call_python(slots()[index], *frame);
  }
  return message.empty() ? nullptr : failed(frame->api, PJRT_Error_Code_INTERNAL, message);
}

// XLA passes nothing that identifies the handler, so each slot needs a function of its own.
template <std::size_t I>
ffi_error* handler(ffi_call_frame* frame) {
  return serve(frame, I);
}

template <std::size_t... I>
constexpr std::array<ffi_handler*, sizeof...(I)> handlers(std::index_sequence<I...>) {
  return {handler<I>...};
}
constexpr auto kHandlers = handlers(std::make_index_sequence<kSlots>());

std::string platform_of(const pjrt::Client& client, nb::handle platform) {
  if (!platform.is_none()) return nb::cast<std::string>(platform);
  return client.platform() == "cpu" ? "Host" : client.platform();  // XLA's name for it
}

void register_function(const pjrt::Client& client, const std::string& name, nb::object function,
                       nb::handle platform, bool views) {
  if (PyCallable_Check(function.ptr()) == 0) throw nb::type_error("function: wanted a callable");
  const std::string where = platform_of(client, platform);
  const pjrt::Plugin* plugin = &client.plugin();
  functions();
  std::size_t index = 0;
  bool fresh = false;
  {
    const std::lock_guard<std::mutex> guard(registering);
    while (index < used_slots && !(slots()[index].plugin == plugin && slots()[index].name == name &&
                                   slots()[index].platform == where)) {
      ++index;
    }
    fresh = index == used_slots && index != kSlots;
    if (fresh) {  // before the library knows it, because another thread may register, too
      Slot& slot = slots()[index];
      slot.plugin = plugin;
      slot.name = name;
      slot.platform = where;
      ++used_slots;
    }
  }
  if (index == kSlots) {
    throw pjrt::Error(PJRT_Error_Code_RESOURCE_EXHAUSTED,
                      "this process has " + std::to_string(kSlots) + " Python functions registered already",
                      "PJRT_FFI_Register_Handler", plugin->name());
  }
  Slot& slot = slots()[index];
  if (fresh) {
    try {
      const Unlocked unlocked;
      pjrt::ffi::Handlers made{};
      made.back() = reinterpret_cast<void*>(kHandlers[index]);
      pjrt::ffi::register_handler(*plugin, name, made, where, 0);
    } catch (...) {
      const std::lock_guard<std::mutex> guard(registering);
      slot.plugin = nullptr;  // the slot is lost: the library may know its handler
      throw;
    }
  }
  PyObject* before = nullptr;
  {
    const std::lock_guard<std::mutex> guard(registering);
    before = std::exchange(slot.function, function.release().ptr());
    slot.views = views;
  }
  Py_XDECREF(before);
}

// Accepts a capsule, an address, or a ctypes function.
void* address_of(nb::handle handler) {
  if (PyCapsule_CheckExact(handler.ptr())) {
    void* address = PyCapsule_GetPointer(handler.ptr(), PyCapsule_GetName(handler.ptr()));
    if (address == nullptr) throw nb::python_error();
    return address;
  }
  const nb::object number = PyLong_Check(handler.ptr()) ? nb::borrow(handler) : functions().attr("address")(handler);
  void* address = PyLong_AsVoidPtr(number.ptr());
  if (address == nullptr) {
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    throw nb::value_error("handler: the address is null");
  }
  return address;
}

void register_handler(const pjrt::Client& client, const std::string& name, nb::handle handler, nb::handle platform,
                      int traits) {
  pjrt::ffi::Handlers by_stage{};
  if (PyDict_Check(handler.ptr())) {
    for (auto [stage, one] : nb::borrow<nb::dict>(handler)) {
      const auto wanted = nb::cast<std::string>(stage);
      std::size_t index = 0;
      while (index < by_stage.size() && wanted != pjrt::ffi::kStages[index]) ++index;
      if (index == by_stage.size()) {
        throw nb::value_error(("handler: no stage " + wanted +
                               "; wanted instantiate, prepare, initialize or execute").c_str());
      }
      by_stage[index] = address_of(one);
    }
  } else {
    by_stage.back() = address_of(handler);
  }
  if (by_stage.back() == nullptr) throw nb::value_error("handler: there is none for the stage execute");
  const std::string where = platform_of(client, platform);
  const Unlocked unlocked;
  pjrt::ffi::register_handler(client.plugin(), name, by_stage, where, traits);
}

void register_type(const pjrt::Client& client, const std::string& name, nb::handle type_id, nb::handle info) {
  auto* id = static_cast<std::int64_t*>(address_of(type_id));
  const void* described = info.is_none() ? nullptr : address_of(info);
  const Unlocked unlocked;
  pjrt::ffi::register_type(client.plugin(), name, id, described);
}

// ---- Key-value stores.

class PyStore : public pjrt::KeyValueStore {
 public:
  explicit PyStore(nb::object store) : store_(store.release().ptr()) { functions(); }
  ~PyStore() override { release_later(store_); }

  std::string get(std::string_view key, int milliseconds) override {
    std::string value;
    in_python([&](nb::handle store) {
      value = bytes(functions().attr("get")(store, text(key), static_cast<double>(milliseconds) / 1000));
    });
    return value;
  }

  std::optional<std::string> try_get(std::string_view key) override {
    std::optional<std::string> value;
    in_python([&](nb::handle store) {
      const nb::object found = functions().attr("try_get")(store, text(key));
      if (!found.is_none()) value = bytes(found);
    });
    return value;
  }

  void put(std::string_view key, std::string_view value) override {
    in_python([&](nb::handle store) {
      store.attr("put")(text(key), nb::bytes(value.data(), value.size()));
    });
  }

 private:
  static nb::object text(std::string_view key) {
    PyObject* made = PyUnicode_DecodeUTF8(key.data(), static_cast<Py_ssize_t>(key.size()), "surrogateescape");
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
  }

  static std::string bytes(nb::handle value) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(value.ptr(), &data, &size) != 0) throw nb::python_error();
    return {data, static_cast<std::size_t>(size)};
  }

  template <class Call>
  void in_python(Call call) {
    int code = PJRT_Error_Code_CANCELLED;
    std::string message = kEnded;
    {
      const Entered python;
      if (python) {
        try {
          call(nb::handle(store_));
          return;
        } catch (nb::python_error& raised) {
          code = nb::cast<int>(functions().attr("code")(raised.value()));
          message = "the key-value store: " + describe(raised);
        }
      }
    }
    throw pjrt::Error(code, message, "PJRT_Client_Create", "");
  }

  PyObject* store_;
};

}  // namespace

std::shared_ptr<pjrt::KeyValueStore> to_store(nb::handle store) {
  if (store.is_none()) return nullptr;
  for (const char* name : {"get", "put"}) {
    if (!nb::hasattr(store, name)) {
      throw nb::type_error(("key_value_store: wanted an object with get, put and perhaps try_get; it has no " +
                            std::string(name)).c_str());
    }
  }
  return std::make_shared<PyStore>(nb::borrow(store));
}

void bind_ffi_functions(nb::module_& module, nb::class_<PyClient>& client) {
  using nb::literals::operator""_a;
  nb::class_<CallMemory>(module, "CallMemory", nb::type_slots(kMemorySlots),
                         "The memory of an operand or result as bytes, during one call of a Python function.")
      .def(
          "release",
          [](CallMemory& self) {
            const std::lock_guard<std::mutex> guard(memories);
            self.over = true;
            return self.exports == 0;
          },
          "Invalidate it; returns whether no view of it exists any more.");
  client
      .def_prop_ro(
          "ffi_version",
          [](const PyClient& self) -> nb::object {
            std::optional<std::pair<int, int>> found;
            {
              const Unlocked unlocked;
              found = pjrt::ffi::version(self.client->plugin());
            }
            if (!found) return nb::none();
            return nb::make_tuple(found->first, found->second);
          },
          "The version of the library's XLA FFI, major and minor; None if it has none or does not report it.")
      .def(
          "register_ffi_handler",
          [](const PyClient& self, const std::string& name, nb::handle handler, nb::handle platform, int traits) {
            register_handler(*self.client, name, handler, platform, traits);
          },
          "name"_a, "handler"_a, nb::kw_only(), "platform"_a = nb::none(), "traits"_a = 0,
          "Register a native handler for a custom call: for all clients of the library, until the process ends.\n\n"
          "Args:\n    name: The custom call's target (stablehlo.custom_call @name with api_version = 4).\n"
          "    handler: An XLA_FFI_Handler: a capsule of any name, an address, or a ctypes function. Or a dict of\n"
          "        handlers by stage: instantiate, prepare, initialize, execute.\n"
          "    platform: XLA's name for the platform; by default this client's.\n"
          "    traits: Bits of XLA_FFI_Handler_TraitsBits.\n\n"
          "Raises:\n    FailedPrecondition: The handler was built for an XLA FFI that the library does not support.\n"
          "    AlreadyExists: Another handler has that name.\n"
          "    Unimplemented: The library does not support handlers.")
      .def(
          "register_ffi_type",
          [](const PyClient& self, const std::string& name, nb::handle type_id, nb::handle type_info) {
            register_type(*self.client, name, type_id, type_info);
          },
          "name"_a, "type_id"_a, "type_info"_a = nb::none(),
          "Register a type of handler state; must precede the handlers that create such state.\n\n"
          "Args:\n    name: The type's name, unique in the library.\n"
          "    type_id: An XLA_FFI_TypeId, as a capsule or an address. If it is 0, the library assigns one.\n"
          "    type_info: An XLA_FFI_TypeInfo, likewise.")
      .def(
          "register_ffi_function",
          [](const PyClient& self, const std::string& name, nb::object function, nb::handle platform, bool views) {
            register_function(*self.client, name, std::move(function), platform, views);
          },
          "name"_a, "function"_a, nb::kw_only(), "platform"_a = nb::none(), "views"_a = false,
          "Register a Python function on host arrays for a custom call, for all clients of the library.\n\n"
          "The function is called with one numpy array for each operand, and with the call's attributes as\n"
          "keyword arguments: bool, int, float, complex, str, dict, or a numpy array. It returns an array for one\n"
          "result, a tuple or list for several, or None; arrays must have the shapes and dtypes of the results. An\n"
          "exception becomes the error of the program, with the traceback in its text and the exception as its\n"
          "__cause__. The function runs on any thread, with the GIL, and may be called concurrently. It must not\n"
          "wait for other programs of the same client, because they may need its thread.\n\n"
          "Args:\n    name: The custom call's target. Registering it again replaces the function.\n"
          "    function: The function to call.\n"
          "    platform: As for register_ffi_handler. Operands must be in host memory.\n"
          "    views: Pass views of the library's memory: the operands, read-only, then the results, to be\n"
          "        written in place. The function returns None, and must not keep references to the views.\n\n"
          "Raises:\n    AlreadyExists: A native handler has that name.\n"
          "    ResourceExhausted: This process has already registered 256 functions.");
}

}  // namespace jaxlib_pjrt
