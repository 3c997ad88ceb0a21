// safe_map, safe_zip, foreach, a topological sort, and a read-write lock.

#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "common.h"
#include "compat.h"

namespace jaxlib {

void check_stack(const char* where) {
#ifdef __linux__
  static thread_local char* lowest = nullptr;
  if (lowest == nullptr) {
    constexpr std::size_t kReserve = 256 * 1024;
    void* begin = nullptr;
    std::size_t size = 0;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      if (pthread_attr_getstack(&attributes, &begin, &size) != 0) size = 0;
      pthread_attr_destroy(&attributes);
    }
    lowest = static_cast<char*>(begin) + std::min(kReserve, size / 4);
  }
  char here = 0;
  if (&here >= lowest) return;
  PyErr_Format(PyExc_RecursionError, "maximum recursion depth exceeded%s", where);
  throw nb::python_error();
#else
  (void)where;
#endif
}
namespace {

// How an error describes different lengths: which iterable is longer or shorter than the first, or all lengths.
enum class Mismatch { kDirection, kLengths };

// Iterates over several iterables of the same length; `name` is the function's name in errors.
class Together {
 public:
  Together(const char* name, Mismatch mismatch, PyObject* const* iterables, Py_ssize_t count)
      : name_(name), mismatch_(mismatch), items_(static_cast<std::size_t>(count) + 1) {
    iterators_.reserve(static_cast<std::size_t>(count));
    for (Py_ssize_t i = 0; i < count; ++i) iterators_.push_back(checked(PyObject_GetIter(iterables[i])));
  }
  ~Together() { drop(); }

  // Reads the next row into items(); false at the end.
  bool next() {
    drop();
    for (std::size_t i = 0; i < iterators_.size(); ++i) {
      PyObject* item = PyIter_Next(iterators_[i].ptr());
      if (item == nullptr && PyErr_Occurred()) throw nb::python_error();
      items_[i + 1] = item;
      if (i > 0 && (item == nullptr) != (items_[1] == nullptr)) {
        if (mismatch_ == Mismatch::kLengths) refuse_lengths(i);
        throw std::invalid_argument(std::string(name_) + "() argument " + std::to_string(i + 1) + " is " +
                                    (item ? "longer" : "shorter") + " than argument 1");
      }
    }
    if (items_[1] != nullptr) ++rows_;
    return items_[1] != nullptr;
  }
  PyObject** items() { return items_.data() + 1; }  // preceded by a free slot, for vectorcalls
  std::size_t size() const { return iterators_.size(); }

 private:
  // Remaining items are counted up to this limit, because iterables may be infinite. An exception ends the count.
  static constexpr std::size_t kCounted = 10;

  // `last`: the iterable that ends in this row although the first does not, or vice versa. Those after it were not
  // advanced in this row.
  [[noreturn]] void refuse_lengths(std::size_t last) {
    std::vector<std::string> lengths;
    std::string capped;
    for (std::size_t i = 0; i < iterators_.size(); ++i) {
      std::size_t length = rows_, more = 0;
      const bool ended = i <= last && items_[i + 1] == nullptr;
      if (i <= last && !ended) ++length;
      while (!ended && more < kCounted) {
        const nb::object item = nb::steal(PyIter_Next(iterators_[i].ptr()));
        if (!item.is_valid()) {
          PyErr_Clear();
          break;
        }
        ++more;
      }
      const bool goes_on = more == kCounted;
      if (goes_on) capped += (capped.empty() ? "" : ", ") + std::to_string(i);
      lengths.push_back(std::to_string(length + more) + (goes_on ? "+" : ""));
    }
    std::string all;
    for (const std::string& length : lengths) all += (all.empty() ? "" : ", ") + length;
    throw std::invalid_argument(std::string(name_) + "() argument " + std::to_string(last) + " has length " +
                                lengths[last] + " but argument 0 has length " + lengths[0] + ". All lengths: (" + all +
                                ")" + (capped.empty() ? "" : " (Note: length capped for argument(s) " + capped + ")"));
  }

  void drop() {
    for (PyObject*& item : items_) Py_CLEAR(item);
  }
  const char* name_;
  Mismatch mismatch_;
  std::size_t rows_ = 0;  // the number of complete rows
  std::vector<nb::object> iterators_;
  std::vector<PyObject*> items_;
};

PyObject* too_few(const char* name, int wanted) {
  PyErr_Format(PyExc_TypeError, "%s requires at least %d argument%s", name, wanted, wanted == 1 ? "" : "s");
  return nullptr;
}

nb::object call_row(PyObject* function, Together& rows) {
  return checked(PyObject_Vectorcall(function, rows.items(), rows.size() | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
}

PyObject* safe_map(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count < 2) return too_few("safe_map", 2);
  return guarded([&]() -> nb::object {
    Together rows("safe_map", Mismatch::kDirection, args + 1, count - 1);
    nb::list made;
    while (rows.next()) made.append(call_row(args[0], rows));
    return made;
  });
}

PyObject* foreach(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count < 2) return too_few("foreach()", 2);
  return guarded([&]() -> nb::object {
    Together rows("foreach", Mismatch::kDirection, args + 1, count - 1);
    while (rows.next()) call_row(args[0], rows);
    return nb::none();
  });
}

PyObject* safe_zip(PyObject*, PyObject* const* args, Py_ssize_t count) {
  if (count < 1) return too_few("safe_zip", 1);
  return guarded([&]() -> nb::object {
    Together rows("safe_zip", Mismatch::kLengths, args, count);
    nb::list made;
    while (rows.next()) {
      nb::object row = checked(PyTuple_New(count));
      for (Py_ssize_t i = 0; i < count; ++i) {
        PyTuple_SET_ITEM(row.ptr(), i, std::exchange(rows.items()[i], nullptr));
      }
      made.append(row);
    }
    return made;
  });
}

PyMethodDef kFunctions[] = {
    {"safe_map", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&safe_map)), METH_FASTCALL,
     "map() over iterables of the same length, as a list."},
    {"foreach", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&foreach)), METH_FASTCALL,
     "Calls a function for each row of iterables of the same length."},
    {"safe_zip", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(&safe_zip)), METH_FASTCALL,
     "zip() of iterables of the same length, as a list."},
};

// A topological order: each node comes after its parents. Of all such orders, this is the one that jax's tests
// expect: from the sinks, the last free node first, then reversed.
nb::list topological_sort(nb::str parents, nb::iterable ends) {
  std::vector<nb::object> roots;
  std::unordered_set<PyObject*> seen;
  for (nb::handle each : ends) {
    if (seen.insert(each.ptr()).second) roots.push_back(nb::borrow(each));
  }
  std::unordered_map<PyObject*, int> children;
  std::vector<nb::object> stack = roots;
  while (!stack.empty()) {
    const nb::object node = std::move(stack.back());
    stack.pop_back();
    if (children[node.ptr()]++ == 0) {
      for (nb::handle parent : node.attr(parents)) stack.push_back(nb::borrow(parent));
    }
  }
  for (const nb::object& root : roots) --children[root.ptr()];
  std::vector<nb::object> free;
  for (const nb::object& root : roots) {
    if (children[root.ptr()] == 0) free.push_back(root);
  }
  nb::list sorted;
  while (!free.empty()) {
    const nb::object node = std::move(free.back());
    free.pop_back();
    sorted.append(node);
    for (nb::handle parent : node.attr(parents)) {
      if (children[parent.ptr()]-- == 1) free.push_back(nb::borrow(parent));
    }
  }
  sorted.attr("reverse")();
  return sorted;
}

// A read-write lock: a waiting writer blocks new readers.
class Mutex {
 public:
  void lock() {
    const gil::Waiting unlocked;
    std::unique_lock<std::mutex> held(lock_);
    ++waiting_;
    free_.wait(held, [this] { return !writer_ && readers_ == 0; });
    --waiting_;
    writer_ = true;
  }
  void unlock() {
    const std::lock_guard<std::mutex> held(lock_);
    writer_ = false;
    free_.notify_all();
  }
  void reader_lock() {
    const gil::Waiting unlocked;
    std::unique_lock<std::mutex> held(lock_);
    free_.wait(held, [this] { return !writer_ && waiting_ == 0; });
    ++readers_;
  }
  void reader_unlock() {
    const std::lock_guard<std::mutex> held(lock_);
    --readers_;
    free_.notify_all();
  }
  void assert_held() const {
    if (!writer_) throw std::runtime_error("the mutex is not held");
  }
  void assert_reader_held() const {
    if (!writer_ && readers_ == 0) throw std::runtime_error("the mutex is held by no reader");
  }

 private:
  std::mutex lock_;
  std::condition_variable free_;
  int readers_ = 0, waiting_ = 0;
  bool writer_ = false;
};

}  // namespace

void bind_utils(Module& native) {
  Module utils = add_submodule(native, "utils", "jaxlib.utils");
  const nb::str name("jaxlib.utils");
  for (PyMethodDef& each : kFunctions) {
    utils.attr(each.ml_name) = checked(PyCFunction_NewEx(&each, nullptr, name.ptr()));
  }
  utils.def("topological_sort", &topological_sort, nb::arg("parents_attr"), nb::arg("end_nodes"));
  Class<Mutex>(utils, "Mutex")
      .def(nb::init<>())
      .def("lock", &Mutex::lock)
      .def("unlock", &Mutex::unlock)
      .def("assert_held", &Mutex::assert_held)
      .def("reader_lock", &Mutex::reader_lock)
      .def("reader_unlock", &Mutex::reader_unlock)
      .def("assert_reader_held", &Mutex::assert_reader_held)
      .def("writer_lock", &Mutex::lock)
      .def("writer_unlock", &Mutex::unlock);
}

}  // namespace jaxlib
