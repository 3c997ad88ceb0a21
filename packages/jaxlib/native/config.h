// Configuration states: each has a value for the process, and optionally one for each thread.
//
// Ownership: states live as long as the process.
// Threads: with the GIL. A thread's own values are released when it ends, or soon after.
#ifndef JAXLIB_CONFIG_H_
#define JAXLIB_CONFIG_H_

#include <memory>
#include <string>
#include <vector>

#include "common.h"

namespace jaxlib {

class Config {
 public:
  Config(std::string name, nb::object value, bool in_jit_key, bool in_trace_context);

  nb::handle get() const;  // the thread's value, or else the process's
  nb::object local() const;
  nb::object global() const;
  nb::object swap_local(nb::object value);
  void set_global(nb::object value);
  const std::string& name() const;

  int traverse(visitproc visit, void* argument) const;
  void clear();

 private:
  std::size_t index_;
};

// The values of the states that are part of a jit's cache key, in the order of their creation.
void jit_configs(std::vector<nb::object>& values);
std::vector<std::string> jit_config_names();

// Whether `values` equals the result of jit_configs(): the same objects, in the same order.
bool are_jit_configs(const std::vector<nb::object>& values);

}  // namespace jaxlib

#endif  // JAXLIB_CONFIG_H_
