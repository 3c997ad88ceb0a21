// What one execution gives the FFI handlers that its program calls.
//
// Ownership: an ExecuteContext owns its handle, but not the data, which must stay valid as long as the context; both
// until the execution has ended. Threads: one at a time.
#ifndef PJRT_EXECUTE_CONTEXT_H_
#define PJRT_EXECUTE_CONTEXT_H_

#include <cstdint>

#include "pjrt/plugin.h"

namespace pjrt {

class ExecuteContext {
 public:
  // Throws UNIMPLEMENTED if the library has no such contexts.
  explicit ExecuteContext(const Plugin& plugin);
  ~ExecuteContext();
  ExecuteContext(const ExecuteContext&) = delete;
  ExecuteContext& operator=(const ExecuteContext&) = delete;

  // Handlers find `data` by the id of its type. Throws UNIMPLEMENTED if the library has no FFI.
  void add(std::int64_t type_id, void* data);

  PJRT_ExecuteContext* get() const { return context_; }

 private:
  const Plugin* plugin_;
  PJRT_ExecuteContext* context_;
};

}  // namespace pjrt

#endif  // PJRT_EXECUTE_CONTEXT_H_
