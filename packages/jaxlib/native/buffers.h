// The buffers of an Array, one per device. Most Arrays have one buffer, which is stored inline: otherwise, programs
// with thousands of results would allocate a list for each.
//
// Ownership: shares its buffers, none of which is null.
#ifndef JAXLIB_BUFFERS_H_
#define JAXLIB_BUFFERS_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "pjrt/buffer.h"

namespace jaxlib {

class Buffers {
 public:
  using value_type = std::shared_ptr<pjrt::Buffer>;

  Buffers() = default;
  Buffers(std::initializer_list<value_type> all) { append(all.begin(), all.end()); }
  Buffers(const Buffers&) = default;
  Buffers& operator=(const Buffers& other) { return *this = Buffers(other); }
  Buffers(Buffers&& other) noexcept : one_(std::move(other.one_)), many_(std::move(other.many_)) {}
  Buffers& operator=(Buffers&& other) noexcept {
    Buffers old = std::move(*this);  // destroyed last: destruction may run code that accesses this object
    one_ = std::move(other.one_);
    many_ = std::move(other.many_);
    return *this;
  }
  ~Buffers() = default;

  std::size_t size() const { return one_ != nullptr ? 1 : many_.size(); }
  bool empty() const { return size() == 0; }
  const value_type* begin() const { return one_ != nullptr ? &one_ : many_.data(); }
  const value_type* end() const { return begin() + size(); }
  const value_type& operator[](std::size_t i) const { return begin()[i]; }
  const value_type& front() const { return *begin(); }
  const value_type& back() const { return end()[-1]; }

  void reserve(std::size_t count) {
    if (count > 1) many_.reserve(count);
  }
  void push_back(value_type buffer) {
    if (one_ == nullptr && many_.empty() && many_.capacity() == 0) {
      one_ = std::move(buffer);
      return;
    }
    if (one_ != nullptr) many_.push_back(std::move(one_));
    many_.push_back(std::move(buffer));
  }
  template <class Iterator>
  void append(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }
  void clear() { *this = Buffers(); }
  void swap(Buffers& other) noexcept {
    one_.swap(other.one_);
    many_.swap(other.many_);
  }

  bool operator==(const Buffers& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }
  bool operator!=(const Buffers& other) const { return !(*this == other); }

 private:
  value_type one_;                // the only buffer; null if there are none, or several
  std::vector<value_type> many_;  // all buffers, if one_ is null
};

}  // namespace jaxlib

#endif  // JAXLIB_BUFFERS_H_
