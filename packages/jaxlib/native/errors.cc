#include "errors.h"

namespace jaxlib {
namespace {

nb::object* runtime_error = nullptr;

const char* code_name(int code) {
  static const char* const kNames[] = {"OK",
                                       "CANCELLED",
                                       "UNKNOWN",
                                       "INVALID_ARGUMENT",
                                       "DEADLINE_EXCEEDED",
                                       "NOT_FOUND",
                                       "ALREADY_EXISTS",
                                       "PERMISSION_DENIED",
                                       "RESOURCE_EXHAUSTED",
                                       "FAILED_PRECONDITION",
                                       "ABORTED",
                                       "OUT_OF_RANGE",
                                       "UNIMPLEMENTED",
                                       "INTERNAL",
                                       "UNAVAILABLE",
                                       "DATA_LOSS",
                                       "UNAUTHENTICATED"};
  return code >= 0 && code < 17 ? kNames[code] : "UNKNOWN";
}

void set_error(int code, const std::string& message) {
  const std::string whole = status_text(code, message);
  nb::object made = (*runtime_error)(nb::str(whole.c_str(), whole.size()), code);
  PyErr_SetObject(runtime_error->ptr(), made.ptr());
}

}  // namespace

std::string status_text(int code, const std::string& message) {
  return std::string(code_name(code)) + ": " + message;
}

void raise_runtime_error(int code, const std::string& message) {
  set_error(code, message);
  throw nb::python_error();
}

void bind_errors(Module& native) {
  runtime_error = new nb::object(nb::module_::import_("jaxlib._errors").attr("JaxRuntimeError"));
  native.attr("JaxRuntimeError") = *runtime_error;
  native.def("raise_runtime_error", [](int code, const std::string& message) { raise_runtime_error(code, message); });
  nb::register_exception_translator([](const std::exception_ptr& caught, void*) {
    try {
      std::rethrow_exception(caught);
    } catch (const pjrt::Error& error) {
      set_error(error.code(), error.message());
    } catch (const pjrt::LoadError& error) {
      set_error(5, error.what());
    }
  });
}

}  // namespace jaxlib
