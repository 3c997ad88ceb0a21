// Handlers that use what XLA's FFI offers, built by test_ffi.py against the headers of several jaxlibs.
//
// ffi_cases.py calls each of them; what a handler gets from the library goes to its result, so that it can be
// compared with what it gets from another library.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

extern "C" int headers_minor() { return XLA_FFI_API_MINOR; }

// ---- Operands, results and attributes.

static ffi::Error Scale(ffi::Buffer<ffi::F32> x, float factor, ffi::ResultBuffer<ffi::F32> y) {
  for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = factor * x.typed_data()[i];
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    scale, Scale,
    ffi::Ffi::Bind().Arg<ffi::Buffer<ffi::F32>>().Attr<float>("factor").Ret<ffi::Buffer<ffi::F32>>());

// Any number of operands; the sum of their sizes in bytes, and the type, rank and size of each.
static ffi::Error Describe(ffi::RemainingArgs operands, ffi::ResultBuffer<ffi::S64> total,
                           ffi::ResultBuffer<ffi::S64> each) {
  total->typed_data()[0] = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    auto operand = operands.get<ffi::AnyBuffer>(i);
    if (operand.has_error()) return operand.error();
    int64_t *row = each->typed_data() + 3 * i;
    row[0] = static_cast<int64_t>(operand->element_type());
    row[1] = static_cast<int64_t>(operand->dimensions().size());
    row[2] = static_cast<int64_t>(operand->element_count());
    total->typed_data()[0] += static_cast<int64_t>(operand->size_bytes());
  }
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(describe, Describe,
                              ffi::Ffi::Bind()
                                  .RemainingArgs()
                                  .Ret<ffi::Buffer<ffi::S64>>()
                                  .Ret<ffi::Buffer<ffi::S64>>());

// Attributes of each kind.
static ffi::Error Attributes(int32_t number, std::string_view text, ffi::Span<const int64_t> array, bool flag,
                             ffi::Dictionary nested, ffi::ResultBuffer<ffi::S64> out) {
  int64_t sum = 0;
  for (int64_t value : array) sum += value;
  auto inner = nested.get<int64_t>("inner");
  if (inner.has_error()) return inner.error();
  const int64_t found[] = {number, static_cast<int64_t>(text.size()), text[0], sum, flag, *inner};
  for (size_t i = 0; i < 6; ++i) out->typed_data()[i] = found[i];
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(attributes, Attributes,
                              ffi::Ffi::Bind()
                                  .Attr<int32_t>("number")
                                  .Attr<std::string_view>("text")
                                  .Attr<ffi::Span<const int64_t>>("array")
                                  .Attr<bool>("flag")
                                  .Attr<ffi::Dictionary>("nested")
                                  .Ret<ffi::Buffer<ffi::S64>>());

// Adds 1 in place, and refuses where operand and result are not the same memory.
static ffi::Error InPlace(ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y) {
  if (x.typed_data() != y->typed_data()) return ffi::Error::InvalidArgument("not the same memory");
  for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] += 1;
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    in_place, InPlace, ffi::Ffi::Bind().Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());

static std::atomic<int64_t> token_calls{0};
static ffi::Error Token(ffi::Token, ffi::Result<ffi::Token>) {
  ++token_calls;
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(token, Token, ffi::Ffi::Bind().Arg<ffi::Token>().Ret<ffi::Token>());
extern "C" int64_t count_token_calls() { return token_calls; }

static ffi::Error Fail(int64_t code) {
  return ffi::Error(static_cast<ffi::ErrorCode>(code), "what the handler says");
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(fail, Fail, ffi::Ffi::Bind().Attr<int64_t>("code"));

// ---- What the library gives a call.

static ffi::Error Context(ffi::ScratchAllocator scratch, ffi::ThreadPool threads, ffi::RunId run, int32_t device,
                          ffi::ResultBuffer<ffi::S64> out) {
  auto memory = scratch.Allocate(1 << 16, 64);
  std::atomic<int64_t> done{0};
  for (int i = 0; i < 4; ++i) threads.Schedule([&done] { ++done; });
  while (done < 4) std::this_thread::yield();
  const int64_t found[] = {memory.has_value() && reinterpret_cast<uintptr_t>(*memory) % 64 == 0,
                           threads.num_threads() > 0, run.run_id != 0, device};
  for (size_t i = 0; i < 4; ++i) out->typed_data()[i] = found[i];
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(context, Context,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ScratchAllocator>()
                                  .Ctx<ffi::ThreadPool>()
                                  .Ctx<ffi::RunId>()
                                  .Ctx<ffi::DeviceOrdinal>()
                                  .Ret<ffi::Buffer<ffi::S64>>());

static ffi::Error Stream(void *, ffi::ResultBuffer<ffi::S64>) { return ffi::Error::Success(); }
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    stream, Stream, ffi::Ffi::Bind().Ctx<ffi::PlatformStream<void *>>().Ret<ffi::Buffer<ffi::S64>>());

// Returns before it is done.
static ffi::Future Later(ffi::Buffer<ffi::F32> x, bool good, ffi::ResultBuffer<ffi::F32> y) {
  ffi::Promise promise;
  ffi::Future future(promise);
  std::thread([x, y, good, promise = std::move(promise)]() mutable {
    for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = -x.typed_data()[i];
    if (good)
      promise.SetAvailable();
    else
      promise.SetError(ffi::Error::Internal("what the handler says later"));
  }).detach();
  return future;
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(later, Later,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Attr<bool>("good")
                                  .Ret<ffi::Buffer<ffi::F32>>());

// ---- State, made when a program is loaded.

static std::atomic<int64_t> states{0};

struct Counter {
  static ffi::TypeId id;
  explicit Counter(int64_t start) : value(start) { ++states; }
  ~Counter() { --states; }
  std::atomic<int64_t> value;
};
ffi::TypeId Counter::id = {};
static ffi::TypeInfo counter_info = [] {
  ffi::TypeInfo info = {};
  info.struct_size = XLA_FFI_TypeInfo_STRUCT_SIZE;
  info.deleter = [](void *state) { delete static_cast<Counter *>(state); };
  return info;
}();
extern "C" void *counter_type_id() { return &Counter::id; }
extern "C" void *counter_type_info() { return &counter_info; }
extern "C" int64_t count_states() { return states; }

static ffi::ErrorOr<std::unique_ptr<Counter>> CounterInstantiate(int64_t start) {
  if (start < 0) return ffi::Unexpected(ffi::Error::InvalidArgument("a counter starts at 0 or above"));
  return std::make_unique<Counter>(start);
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_instantiate, CounterInstantiate,
                              ffi::Ffi::BindInstantiate().Attr<int64_t>("start"));

static ffi::Error CounterExecute(Counter *counter, ffi::ResultBuffer<ffi::S64> out) {
  out->typed_data()[0] = ++counter->value;
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_execute, CounterExecute,
                              ffi::Ffi::Bind().Ctx<ffi::State<Counter>>().Ret<ffi::Buffer<ffi::S64>>());

// Stages that have no result but an error.
static std::atomic<int64_t> prepared{0}, initialized{0};
static ffi::Error Prepare() { return ++prepared, ffi::Error::Success(); }
XLA_FFI_DEFINE_HANDLER_SYMBOL(prepare, Prepare, ffi::Ffi::BindPrepare());
static ffi::Error Initialize() { return ++initialized, ffi::Error::Success(); }
XLA_FFI_DEFINE_HANDLER_SYMBOL(initialize, Initialize, ffi::Ffi::BindInitialize());
extern "C" int64_t count_prepared() { return prepared; }
extern "C" int64_t count_initialized() { return initialized; }

#if XLA_FFI_API_MINOR >= 3
// State of another stage than instantiate.
static ffi::ErrorOr<std::unique_ptr<Counter>> CounterPrepare() { return std::make_unique<Counter>(0); }
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_prepare, CounterPrepare, ffi::Ffi::Bind<ffi::ExecutionStage::kPrepare>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_prepared, CounterExecute,
                              ffi::Ffi::Bind().Ctx<ffi::Prepared<Counter>>().Ret<ffi::Buffer<ffi::S64>>());
#endif

#if XLA_FFI_API_MINOR >= 5
static ffi::Error Options(ffi::Dictionary options, ffi::ResultBuffer<ffi::S64> out) {
  out->typed_data()[0] = static_cast<int64_t>(options.size());
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(options, Options,
                              ffi::Ffi::Bind().Ctx<ffi::CustomOptions>().Ret<ffi::Buffer<ffi::S64>>());

// An extension that no library has.
struct Absent {
  using Type = const Absent *;
  using CExtension = XLA_FFI_Extension;
  static constexpr const char *kName = "Absent";
  static constexpr int64_t kExtensionType = 0x6162;
  static constexpr int32_t kMajorVersion = 1, kMinorVersion = 0;
  static Type Create(const XLA_FFI_Api *, const CExtension *) { return nullptr; }
};

static ffi::Error Extended(Absent::Type, ffi::ResultBuffer<ffi::S64>) { return ffi::Error::Success(); }
XLA_FFI_DEFINE_HANDLER_SYMBOL(extended, Extended,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::Extension<Absent>>()
                                  .Ret<ffi::Buffer<ffi::S64>>());
#endif
