// Programs and options as arguments of the compile functions.
#ifndef PJRT_PROGRAM_H_
#define PJRT_PROGRAM_H_

#include <exception>
#include <new>
#include <string_view>

#include "pjrt/plugin.h"
#include "pjrt_c_api.h"

namespace pjrt {

// Points into `code` and `format`, which must outlive the call.
inline PJRT_Program as_program(std::string_view code, std::string_view format) {
  PJRT_Program program{};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  program.code = const_cast<char*>(code.data());  // only read
  program.code_size = code.size();
  program.format = format.data();
  program.format_size = format.size();
  return program;
}

// Throws INVALID_ARGUMENT for a program at which XLA would end the process or write out of bounds: bytecode whose
// structure is damaged, and a sharding (mhlo.sharding, a string in text and bytecode) that divides a dimension by zero
// or a negative number.
void check_program(const Plugin& plugin, std::string_view code, const char* function);

// Throws INVALID_ARGUMENT for a serialized CompileOptionsProto at which XLA would abort the process.
void check_options(const Plugin& plugin, std::string_view options, const char* function);

// Runs `call`. Converts an exception that leaves the library, which the C API does not allow, to INTERNAL.
template <class Call>
void guarded(const Plugin& plugin, const char* function, Call call) {
  try {
    call();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& thrown) {
    throw Error(PJRT_Error_Code_INTERNAL, thrown.what(), function, plugin.name());
  }
}

}  // namespace pjrt

#endif  // PJRT_PROGRAM_H_
