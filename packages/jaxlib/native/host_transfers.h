// Host callbacks that a program calls by sending operands to the host and receiving results from it, as on TPUs.
//
// Ownership: a callback is in a capsule, which the program's Loaded holds. A HostTransfers has the state of one
// execution. Whoever owns it also owns the capsules, and keeps both until the execution has ended and idle() says
// that no call of the library is in progress.
// Threads: the library calls on threads of its own, without the GIL. For one callback on one device it sends one
// operand at a time; it may ask for a result at any time, on any thread, and does not wait for it.
#ifndef JAXLIB_HOST_TRANSFERS_H_
#define JAXLIB_HOST_TRANSFERS_H_

#include <memory>

#include "common.h"
#include "pjrt/executable.h"

namespace jaxlib {

class HostTransfers {
 public:
  // Null if none of `callbacks`, a list or null, is one that make_host_callback() made.
  static std::unique_ptr<HostTransfers> make(const pjrt::LoadedExecutable& executable, const nb::object& callbacks);
  ~HostTransfers();
  HostTransfers(const HostTransfers&) = delete;
  HostTransfers& operator=(const HostTransfers&) = delete;

  // What execute() passes to the library; its lists must stay valid only during that call.
  const pjrt::Transfers& get() const;

  bool idle() const;

 private:
  struct State;
  explicit HostTransfers(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace jaxlib

#endif  // JAXLIB_HOST_TRANSFERS_H_
