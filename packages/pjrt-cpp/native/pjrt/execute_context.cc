#include "pjrt/execute_context.h"

namespace pjrt {
namespace {

// PJRT's FFI extension, of which only its second function is called. Its header is not in any package.
struct UserDataArgs {
  std::size_t struct_size;
  PJRT_Extension_Base* extension_start;
  PJRT_ExecuteContext* context;
  std::int64_t type_id;
  void* data;
  void (*deleter)(void*);  // older libraries want this member, newer ones ignore it
};
struct FfiExtension {
  PJRT_Extension_Base base;
  void* type_register;
  PJRT_Error* (*user_data_add)(UserDataArgs*);
};

}  // namespace

ExecuteContext::ExecuteContext(const Plugin& plugin) : plugin_(&plugin) {
  PJRT_ARGS(args, *plugin_, PJRT_ExecuteContext_Create);
  PJRT_CALL(*plugin_, PJRT_ExecuteContext_Create, args);
  context_ = args->context;
}

ExecuteContext::~ExecuteContext() {
  PJRT_ARGS(args, *plugin_, PJRT_ExecuteContext_Destroy);
  args->context = context_;
  PJRT_RELEASE(*plugin_, PJRT_ExecuteContext_Destroy, args);
}

void ExecuteContext::add(std::int64_t type_id, void* data) {
  const char* const name = "PJRT_FFI_UserData_Add";
  const auto* extension =
      reinterpret_cast<const FfiExtension*>(plugin_->extension(PJRT_Extension_Type_FFI, sizeof(FfiExtension)));
  if (extension == nullptr || extension->user_data_add == nullptr) {
    throw Error(PJRT_Error_Code_UNIMPLEMENTED, "the library has no FFI", name, plugin_->name());
  }
  UserDataArgs args{sizeof(UserDataArgs), nullptr, context_, type_id, data, nullptr};
  plugin_->check(extension->user_data_add(&args), name);
}

}  // namespace pjrt
