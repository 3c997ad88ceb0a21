// Up to N elements on the stack, more on the heap.
#ifndef PJRT_SMALL_BUFFER_H_
#define PJRT_SMALL_BUFFER_H_

#include <cstddef>
#include <memory>

namespace pjrt {

template <class T, std::size_t N>
class SmallBuffer {
 public:
  explicit SmallBuffer(std::size_t size) : data_(size <= N ? near_ : (far_ = std::make_unique<T[]>(size)).get()) {}
  SmallBuffer(const SmallBuffer&) = delete;
  SmallBuffer& operator=(const SmallBuffer&) = delete;
  T& operator[](std::size_t i) { return data_[i]; }
  T* data() { return data_; }

 private:
  T near_[N];
  std::unique_ptr<T[]> far_;
  T* data_;
};

}  // namespace pjrt

#endif  // PJRT_SMALL_BUFFER_H_
