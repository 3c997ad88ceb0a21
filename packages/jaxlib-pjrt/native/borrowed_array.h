// A host array while a library reads it.
//
// Ownership: a BorrowedArray holds the Python object whose memory it points into.
// Threads and GIL: construct and destroy with the GIL held; array() may be used without it.
#ifndef JAXLIB_PJRT_BORROWED_ARRAY_H_
#define JAXLIB_PJRT_BORROWED_ARRAY_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "python.h"

namespace jaxlib_pjrt {

// The elements of anything that numpy.asarray or numpy.from_dlpack accepts. Arrays with negative or zero strides,
// which a library need not support, are copied.
class BorrowedArray {
 public:
  explicit BorrowedArray(nb::handle value);
  ~BorrowedArray();
  BorrowedArray(const BorrowedArray&) = delete;
  BorrowedArray& operator=(const BorrowedArray&) = delete;

  pjrt::HostArray array() const {
    return {data_, type_, dimensions_, rank_, dense_ ? nullptr : strides_};
  }
  bool dense() const { return dense_; }

  // The object that owns the elements, as a new reference.
  PyObject* owner() const { return array_.inc_ref().ptr(); }

 private:
  static constexpr std::size_t kNear = 6;

  void get();
  // Copies dimensions and strides, which another thread may change in the array; false if a stride is not positive.
  bool take(const void* data, int rank, const Py_ssize_t* dimensions, const Py_ssize_t* strides);

  nb::object array_;
  Py_buffer view_{};  // unused if numpy's fields are read directly
  bool held_ = false, dense_ = true;
  PJRT_Buffer_Type type_;
  const void* data_ = nullptr;
  std::size_t rank_ = 0;
  std::int64_t *dimensions_ = nullptr, *strides_ = nullptr;
  std::int64_t near_[2 * kNear];
  std::vector<std::int64_t> far_;
};

}  // namespace jaxlib_pjrt

#endif  // JAXLIB_PJRT_BORROWED_ARRAY_H_
