// Python's buffer protocol for Arrays with one shard: read-only access to the elements.

#include <memory>
#include <string>

#include "pjrt/element_type.h"
#include "py_array_storage.h"
#include "sharding.h"

namespace jaxlib {
namespace {

// The format of an element type in the buffer protocol; null if it has none.
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

// The host elements that an exported buffer points to, held until the consumer releases the buffer.
struct Export {
  Py_buffer elements;
  ~Export() { PyBuffer_Release(&elements); }
};

int refuse_buffer(Py_buffer* view, const std::string& why) {
  view->obj = nullptr;
  PyErr_SetString(PyExc_BufferError, ("INVALID_ARGUMENT: " + why).c_str());
  return -1;
}

}  // namespace

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  try {
    const Storage& storage = require_array(self);
    if (storage.buffers.empty()) return refuse_buffer(view, "Array is null");
    if (storage.buffers.size() != 1 || device_count(storage.sharding) != 1) {
      return refuse_buffer(view, "Python buffer protocol is only defined for buffers with a single shard.");
    }
    if (storage.buffers.front()->deleted()) return refuse_buffer(view, "Buffer has been deleted or donated.");
    if (storage.type->strings) {
      return refuse_buffer(view, "Arrays of strings are not supported by the Python buffer protocol.");
    }
    const PJRT_Buffer_Type element = storage.buffers.front()->type();
    const char* format = buffer_format(element);
    if (format == nullptr) {
      const pjrt::ElementType* known = pjrt::element_type(element);
      return refuse_buffer(view, std::string("Buffers of type ") + (known ? known->xla_name : "an unknown type") +
                                     " are not supported by the Python buffer protocol.");
    }
    if (storage.own_layout) {
      return refuse_buffer(view, "Buffer is potentially a device buffer with non default layout.");
    }
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE) return refuse_buffer(view, "XLA buffers are read-only.");
    auto exported = std::make_unique<Export>();
    if (PyObject_GetBuffer(value_of(self).ptr(), &exported->elements, flags & ~PyBUF_FORMAT) != 0) {
      if (PyErr_ExceptionMatches(PyExc_ValueError) == 0 && PyErr_ExceptionMatches(PyExc_BufferError) == 0) return -1;
      PyErr_Clear();
      const bool fortran = (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS;
      return refuse_buffer(view, std::string("Buffer is not in ") + (fortran ? "F" : "C") + "-contiguous layout.");
    }
    *view = exported->elements;
    view->obj = Py_NewRef(self);
    if ((flags & PyBUF_FORMAT) == PyBUF_FORMAT) view->format = const_cast<char*>(format);
    view->readonly = 1;
    view->internal = exported.release();
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

}  // namespace jaxlib
