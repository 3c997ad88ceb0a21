#include "key_value_store.h"

#include <utility>

#include "errors.h"
#include "gil.h"

namespace jaxlib {
namespace {

class DistributedStore : public pjrt::KeyValueStore {
 public:
  DistributedStore(nb::object client, std::string prefix)
      : client_(client.release().ptr()), prefix_(std::move(prefix)) {}

  ~DistributedStore() override {
    const gil::Entered python;
    if (python) Py_DECREF(client_);
  }

  std::string get(std::string_view key, int milliseconds) override {
    std::string value;
    in_python([&](nb::handle client) {
      value = octets(client.attr("blocking_key_value_get_bytes")(named(key), milliseconds));
    });
    return value;
  }

  std::optional<std::string> try_get(std::string_view key) override {
    std::optional<std::string> value;
    in_python([&](nb::handle client) { value = octets(client.attr("key_value_try_get_bytes")(named(key))); });
    return value;
  }

  void put(std::string_view key, std::string_view value) override {
    in_python([&](nb::handle client) {
      client.attr("key_value_set_bytes")(named(key), nb::bytes(value.data(), value.size()));
    });
  }

 private:
  nb::str named(std::string_view key) const {
    const std::string whole = prefix_ + std::string(key);
    return nb::str(whole.data(), whole.size());
  }

  static std::string octets(nb::handle value) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(value.ptr(), &data, &size) != 0) throw nb::python_error();
    return {data, static_cast<std::size_t>(size)};
  }

  // Runs `call` with the GIL. Exceptions become errors for the library, with JaxRuntimeError's code.
  template <class Call>
  void in_python(Call call) {
    int code = PJRT_Error_Code_CANCELLED;
    std::string message = "the Python interpreter is ending";
    {
      const gil::Entered python;
      if (python) {
        try {
          call(nb::handle(client_));
          return;
        } catch (nb::python_error& raised) {
          code = PJRT_Error_Code_UNKNOWN;
          const nb::handle error = raised.value();
          if (nb::hasattr(error, "error_code") && nb::hasattr(error, "error_message")) {
            code = nb::cast<int>(error.attr("error_code"));
            message = nb::cast<std::string>(error.attr("error_message"));
          } else {
            message = raised.what();
          }
        }
      }
    }
    throw pjrt::Error(code, message, "PJRT_Client_Create", "");
  }

  PyObject* client_;
  std::string prefix_;
};

}  // namespace

std::shared_ptr<pjrt::KeyValueStore> to_store(nb::handle distributed_client, const std::string& prefix) {
  if (distributed_client.is_none()) return nullptr;
  for (const char* name : {"blocking_key_value_get_bytes", "key_value_try_get_bytes", "key_value_set_bytes"}) {
    if (!nb::hasattr(distributed_client, name)) {
      throw nb::type_error(("get_c_api_client(): distributed_client: wanted a client of jax.distributed; found one "
                            "without " + std::string(name)).c_str());
    }
  }
  return std::make_shared<DistributedStore>(nb::borrow(distributed_client), prefix);
}

}  // namespace jaxlib
