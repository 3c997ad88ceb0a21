#include "host_transfers.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <new>

#include "pjrt/copy_to_device_stream.h"

namespace jaxlib {
namespace {

constexpr char kCapsule[] = "jaxlib.host_callback";

// An operand or a result.
struct Value {
  std::int64_t channel;
  std::size_t size;  // in bytes
};

struct HostCallback {
  nb::object function;
  nb::object arguments_of;  // makes the tuple of the function's arguments from a list of bytes
  nb::object content_of;    // makes a list of bytes from what the function returned
  std::vector<Value> operands, results;
};

// One callback on one device, during one execution.
class Call {
 public:
  Call(const pjrt::Plugin& plugin, const HostCallback& callback, std::atomic<int>& active)
      : plugin_(&plugin),
        callback_(&callback),
        active_(&active),
        operands_(callback.operands.size()),
        results_(callback.results.size()) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // Takes a piece of operand `index`. After the last piece of the last operand, calls the function and passes on its
  // results. Returns an error's text, which is empty if there is none.
  std::string take(std::size_t index, const PJRT_Chunk& piece, bool last) {
    std::vector<std::string> operands(operands_.size()), results;
    std::string error;
    {
      const std::lock_guard<std::mutex> held(mutex_);
      std::string& operand = operands_[index];
      operand.append(static_cast<const char*>(piece.data), piece.size);
      const std::size_t wanted = callback_->operands[index].size, found = operand.size();
      if (found < wanted && !last) return {};
      if (found < wanted) {
        error = "wanted " + std::to_string(wanted) + " bytes of operand " + std::to_string(index) +
                " of a host callback, the library sent " + std::to_string(found);
      } else {
        operand.resize(wanted);  // a library may send padding
        if (++arrived_ < operands_.size()) return {};
      }
      arrived_ = 0;
      operands.swap(operands_);
    }
    if (error.empty()) error = call(operands, results);
    // A program that waits for results does not end without them.
    for (std::size_t i = results.size(); i < results_.size(); ++i) {
      results.emplace_back(callback_->results[i].size, '\0');
    }
    for (std::size_t i = 0; i < results_.size(); ++i) pass(results_[i], std::move(results[i]));
    return error;
  }

  // Passes the next value of result `index` to the stream, now or when there is one.
  void want(std::size_t index, PJRT_CopyToDeviceStream* handle) {
    pjrt::CopyToDeviceStream stream(*plugin_, handle);
    Result& result = results_[index];
    std::string next;
    {
      const std::lock_guard<std::mutex> held(mutex_);
      if (result.ready.empty()) {
        result.waiting.push_back(std::move(stream));
        return;
      }
      next = std::move(result.ready.front());
      result.ready.pop_front();
    }
    stream.add(std::move(next));
  }

  std::atomic<int>& active() const { return *active_; }

 private:
  // One of the two is empty.
  struct Result {
    std::deque<std::string> ready;
    std::deque<pjrt::CopyToDeviceStream> waiting;
  };

  std::string call(const std::vector<std::string>& operands, std::vector<std::string>& results) const {
    const gil::Entered entered;
    if (!entered) return "the interpreter has ended";
    try {
      nb::list content;
      for (const std::string& each : operands) content.append(nb::bytes(each.data(), each.size()));
      const nb::object arguments = callback_->arguments_of(content);
      nb::object returned;
      try {
        returned = checked(PyObject_CallObject(callback_->function.ptr(), arguments.ptr()));
      } catch (const nb::python_error& error) {
        return std::string("CpuCallback error: ") + error.what();  // as upstream's
      }
      for (const nb::handle each : nb::cast<nb::list>(callback_->content_of(returned))) {
        const auto bytes = nb::cast<nb::bytes>(each);
        results.emplace_back(bytes.c_str(), bytes.size());
      }
      return {};
    } catch (const nb::python_error& error) {
      return text(error.value());
    } catch (const std::exception& error) {
      return error.what();
    }
  }

  void pass(Result& result, std::string value) {
    std::unique_lock<std::mutex> held(mutex_);
    if (result.waiting.empty()) {
      result.ready.push_back(std::move(value));
      return;
    }
    const pjrt::CopyToDeviceStream stream = std::move(result.waiting.front());
    result.waiting.pop_front();
    held.unlock();
    stream.add(std::move(value));
  }

  const pjrt::Plugin* plugin_;
  const HostCallback* callback_;
  std::atomic<int>* active_;
  std::mutex mutex_;  // guards all below
  std::vector<std::string> operands_;
  std::size_t arrived_ = 0;
  std::vector<Result> results_;
};

// What the library passes back with each call.
struct Channel {
  Call* call;
  std::size_t index;
};

class Active {
 public:
  explicit Active(std::atomic<int>& count) : count_(count) { ++count_; }
  ~Active() { --count_; }
  Active(const Active&) = delete;
  Active& operator=(const Active&) = delete;

 private:
  std::atomic<int>& count_;
};

PJRT_Error* sent(PJRT_Chunk* chunk, PJRT_CallbackError* failed, std::size_t, bool done, void* argument) noexcept {
  const auto& channel = *static_cast<const Channel*>(argument);
  const Active active(channel.call->active());
  std::string error;
  PJRT_Error_Code code = PJRT_Error_Code_INTERNAL;
  try {
    error = channel.call->take(channel.index, *chunk, done);
  } catch (const std::bad_alloc&) {
    code = PJRT_Error_Code_RESOURCE_EXHAUSTED;
    error = "no memory";  // short enough to need none
  } catch (const std::exception& thrown) {
    error = thrown.what();
  }
  chunk->deleter(chunk->data, chunk->deleter_arg);
  return error.empty() ? nullptr : (*failed)(code, error.data(), error.size());
}

void received(PJRT_CopyToDeviceStream* stream, void* argument) noexcept {
  const auto& channel = *static_cast<const Channel*>(argument);
  const Active active(channel.call->active());
  try {
    channel.call->want(channel.index, stream);
  } catch (const std::exception&) {
    // Nobody can be told. The library knows that its transfer failed, or that the stream is gone.
  }
}

}  // namespace

struct HostTransfers::State {
  std::atomic<int> active{0};
  std::deque<Call> calls;
  std::deque<Channel> channels;
  std::vector<std::vector<PJRT_SendCallbackInfo>> sends;  // of each device
  std::vector<std::vector<PJRT_RecvCallbackInfo>> receives;
  std::vector<PJRT_SendCallbackInfo*> send_lists;
  std::vector<PJRT_RecvCallbackInfo*> receive_lists;
  pjrt::Transfers lists{};
};

HostTransfers::HostTransfers(std::unique_ptr<State> state) : state_(std::move(state)) {}
HostTransfers::~HostTransfers() = default;

std::unique_ptr<HostTransfers> HostTransfers::make(const pjrt::LoadedExecutable& executable,
                                                   const nb::object& callbacks) {
  if (!callbacks.is_valid()) return nullptr;
  std::vector<const HostCallback*> all;
  for (const nb::handle each : nb::borrow<nb::list>(callbacks)) {
    if (PyCapsule_IsValid(each.ptr(), kCapsule) == 0) continue;
    all.push_back(static_cast<const HostCallback*>(PyCapsule_GetPointer(each.ptr(), kCapsule)));
  }
  if (all.empty()) return nullptr;
  auto state = std::make_unique<State>();
  const std::size_t devices = executable.devices().size();
  state->sends.resize(devices);
  state->receives.resize(devices);
  for (std::size_t d = 0; d < devices; ++d) {
    for (const HostCallback* each : all) {
      Call& call = state->calls.emplace_back(executable.plugin(), *each, state->active);
      for (std::size_t i = 0; i < each->operands.size(); ++i) {
        state->sends[d].push_back(
            {each->operands[i].channel, &state->channels.emplace_back(Channel{&call, i}), &sent});
      }
      for (std::size_t i = 0; i < each->results.size(); ++i) {
        state->receives[d].push_back(
            {each->results[i].channel, &state->channels.emplace_back(Channel{&call, i}), &received});
      }
    }
    state->send_lists.push_back(state->sends[d].data());
    state->receive_lists.push_back(state->receives[d].data());
  }
  state->lists = {state->send_lists.data(), state->receive_lists.data(), devices ? state->sends[0].size() : 0,
                  devices ? state->receives[0].size() : 0};
  return std::unique_ptr<HostTransfers>(new HostTransfers(std::move(state)));
}

const pjrt::Transfers& HostTransfers::get() const { return state_->lists; }

bool HostTransfers::idle() const { return state_->active == 0; }

void bind_host_transfers(Module& native) {
  using Values = std::vector<std::pair<std::int64_t, std::size_t>>;
  native.def(
      "make_host_callback",
      [](nb::callable function, nb::callable arguments_of, nb::callable content_of, const Values& operands,
         const Values& results) {
        auto made = std::make_unique<HostCallback>();
        made->function = std::move(function);
        made->arguments_of = std::move(arguments_of);
        made->content_of = std::move(content_of);
        for (const auto& [channel, size] : operands) made->operands.push_back({channel, size});
        for (const auto& [channel, size] : results) made->results.push_back({channel, size});
        nb::object capsule = checked(PyCapsule_New(made.get(), kCapsule, [](PyObject* self) {
          delete static_cast<HostCallback*>(PyCapsule_GetPointer(self, kCapsule));
        }));
        made.release();
        return capsule;
      },
      nb::arg("function"), nb::arg("arguments_of"), nb::arg("content_of"), nb::arg("operands"), nb::arg("results"),
      "A host callback, in a capsule; `operands` and `results` have the channel and the size in bytes of each.");
}

}  // namespace jaxlib
