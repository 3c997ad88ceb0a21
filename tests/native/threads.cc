// Uses the C++ library of jaxlib-pjrt from several threads without Python, for ThreadSanitizer
// (tools/long_runs/sanitize.py).
//
//   threads LIBRARY      the path of XLA's PJRT library for the CPU
//
// All shared or lazily computed state is used by several threads that start at once, many times, on new objects. It
// prints "done" unless a result is wrong.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/executable.h"
#include "pjrt/named_value.h"

namespace {

constexpr int kThreads = 4, kRounds = 20;

void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

// Runs `work` on all threads, which begin together.
void together(const std::function<void()>& work) {
  std::atomic<int> waiting{kThreads};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      --waiting;
      while (waiting.load(std::memory_order_relaxed) != 0) std::this_thread::yield();
      work();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

template <class T>
void destroy(T* object) {
  delete object;
}

const std::int64_t kDimensions[] = {2, 3};
const float kValues[] = {0, 1, 2, 3, 4, 5};
const char kProgram[] =
    "module @m { func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {"
    " %0 = stablehlo.add %a, %a : tensor<2x3xf32> return %0 : tensor<2x3xf32> } }";
// CompileOptionsProto: executable_build_options { device_ordinal: -1 num_replicas: 1 num_partitions: 1 }
const char kOptions[] = "\x1a\x0f\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x20\x01\x28\x01";

std::shared_ptr<pjrt::Client> client_of(const pjrt::Plugin& plugin) {
  return pjrt::Client::create(plugin, {{"cpu_device_count", std::int64_t{1}}}, destroy<pjrt::Client>);
}

pjrt::Buffer put(pjrt::Client& client, const pjrt::Layout* layout = nullptr) {
  const pjrt::HostArray array{kValues, PJRT_Buffer_Type_F32, kDimensions, 2, nullptr};
  const pjrt::Place place{client.devices()[0].get(), nullptr, layout};
  return client.from_host(array, PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place).first;
}

}  // namespace

int main(int, char** arguments) {
  const std::string path = arguments[1];
  together([&] { require(pjrt::Plugin::open(path, "cpu").major_version() == 0, "the plugin"); });
  const pjrt::Plugin& plugin = pjrt::Plugin::open(path, "cpu");
  together([&] { require(&pjrt::Plugin::adopt(plugin.api(), "again") != &plugin, "a table of someone else's"); });

  for (int round = 0; round < kRounds / 10; ++round) {
    const auto fresh = client_of(plugin);
    const pjrt::Layout columns{{0, 1}, {}};
    together([&] { require(!put(*fresh, &columns).is_row_major(), "an array by columns"); });
  }

  const auto client = client_of(plugin);
  const std::string_view options(kOptions, sizeof kOptions - 1);
  for (int round = 0; round < kRounds; ++round) {
    const pjrt::Buffer shared = put(*client);
    const auto executable = client->compile(kProgram, "mlir", options, destroy<pjrt::LoadedExecutable>);
    together([&] {
      const std::vector<std::int64_t> shape(kDimensions, kDimensions + 2);
      require(shared.is(PJRT_Buffer_Type_F32, shape) && shared.is_row_major(), "a buffer's type");
      executable->check(0, shared);
      const pjrt::Buffer own = put(*client);
      PJRT_Buffer* const arguments_here[] = {round % 2 == 0 ? shared.get() : own.get()};
      PJRT_Buffer* const* lists[] = {arguments_here};
      PJRT_Buffer* result = nullptr;
      PJRT_Buffer** results[] = {&result};
      executable->execute(lists, 1, results, nullptr, 0, 0);
      pjrt::Buffer out(client, result);
      out.ready().await();
      {
        const pjrt::Pin pin(out);
        require(static_cast<const float*>(out.address())[5] == 10, "a sum");
      }
      const pjrt::Buffer moved(std::move(out));
      require(!moved.deleted(), "a buffer that was moved");
    });
    while (!pjrt::Buffer::all_ready()) std::this_thread::yield();
  }
  std::puts("done");
  return 0;
}
