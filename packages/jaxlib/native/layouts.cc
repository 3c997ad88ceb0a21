// The default layout of arrays on a device, from PJRT's layouts extension, type 4.
//
// The extension's header is not in any package. Version 3 is declared here; the plugins of PJRT C API 0.81 to 0.113
// have at least its first six functions. The library's own size is checked before a function is called.
//
// Threads: with the GIL.

#include "py_client.h"
#include "errors.h"
#include "py_values.h"

namespace jaxlib {
namespace {

struct OfLayout {
  std::size_t struct_size;
  PJRT_Extension_Base* extension_start;
  void* layout;
};
struct Serialize {
  std::size_t struct_size;
  PJRT_Extension_Base* extension_start;
  void* layout;
  const char* bytes;       // out
  std::size_t size;        // out
  void* owner;             // out
  void (*deleter)(void*);  // out
};
struct Default {
  std::size_t struct_size;
  PJRT_Extension_Base* extension_start;
  void* of;  // a client, or a topology
  PJRT_Buffer_Type type;
  const std::int64_t* dimensions;
  std::size_t rank;
  void* layout;  // out
};
struct Extension {
  PJRT_Extension_Base base;
  PJRT_Error* (*destroy)(OfLayout*);
  PJRT_Error* (*serialize)(Serialize*);
  PJRT_Error* (*of_client)(Default*);
  PJRT_Error* (*of_buffer)(void*);
  PJRT_Error* (*of_topology)(Default*);
};
static_assert(sizeof(Default) == 56 && sizeof(Serialize) == 56 && sizeof(Extension) == 64,
              "the layouts extension's layout");

// The text of an xla::Layout, such as "{1,0:T(8,128)}".
nb::bytes default_layout(nb::handle client, nb::handle dtype, const std::vector<std::int64_t>& shape) {
  const CompileOnly* topology =
      nb::isinstance<CompileOnly>(client) ? nb::inst_ptr<CompileOnly>(client) : nullptr;
  const Client* present = topology ? nullptr : &nb::cast<const Client&>(client);
  const pjrt::Plugin& plugin = topology ? topology->topology->plugin() : present->client->plugin();
  const auto* extension =
      reinterpret_cast<const Extension*>(plugin.extension(PJRT_Extension_Type_Layouts, sizeof(Extension)));
  const auto ask = extension == nullptr ? nullptr : topology ? extension->of_topology : extension->of_client;
  if (ask == nullptr) {
    raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED, "the plugin does not tell how arrays lie on its devices");
  }
  Default asked{sizeof(Default), nullptr,      topology ? static_cast<void*>(topology->topology->get())
                                                        : static_cast<void*>(present->client->get()),
                known_type(dtype), shape.data(), shape.size(),
                nullptr};
  plugin.check(ask(&asked), "PJRT_Layouts_GetDefaultLayout");
  OfLayout made{sizeof(OfLayout), nullptr, asked.layout};
  Serialize told{sizeof(Serialize), nullptr, asked.layout, nullptr, 0, nullptr, nullptr};
  PJRT_Error* error = extension->serialize(&told);
  const nb::bytes content(error ? "" : told.bytes, error ? 0 : told.size);
  if (error == nullptr) told.deleter(told.owner);
  plugin.discard(extension->destroy(&made));
  plugin.check(error, "PJRT_Layouts_MemoryLayout_Serialize");
  return content;
}

}  // namespace

void bind_layouts(Module& native) { native.def("default_layout", &default_layout); }

}  // namespace jaxlib
