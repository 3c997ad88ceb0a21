// Array transfers: device_put, copies to other devices and memories, and reordering of shards.

#include <algorithm>
#include <memory>
#include <optional>

#include "errors.h"
#include "guard_lib.h"
#include "profiler/recorder.h"
#include "py_array_storage.h"
#include "sharding.h"

namespace jaxlib {
namespace {

// Must be called without the GIL.
std::shared_ptr<pjrt::Buffer> copy_through_host(const pjrt::Buffer& from, pjrt::Client& client, const pjrt::Place& place) {
  std::vector<char> elements(from.host_size());
  from.ready().await();
  if (!elements.empty()) from.copy_to_host(elements.data(), elements.size()).await();
  const auto dimensions = from.dimensions();
  const std::vector<std::int64_t> strides = host_strides(from);
  auto host_copy = client.from_host({elements.data(), from.type(), dimensions.first, dimensions.second,
                                       strides.empty() ? nullptr : strides.data()},
                                      PJRT_HostBufferSemantics_kImmutableOnlyDuringCall, place);
  return std::make_shared<pjrt::Buffer>(std::move(host_copy.first));
}

// A copy of a buffer: by the library if the device or memory differs, else through the host.
std::shared_ptr<pjrt::Buffer> copy(std::shared_ptr<pjrt::Buffer> from, const pjrt::Device& device,
                                   const pjrt::Memory* memory) {
  const bool here = &from->device() == &device && from->client() == from->client();
  const profiler::Span span("BufferCopyToDevice");
  const gil::Unlocked unlocked;
  if (memory != nullptr) {
    try {
      if (&from->memory() != memory) return std::make_shared<pjrt::Buffer>(from->copy_to(*memory));
    } catch (const pjrt::Error& error) {
      if (error.code() != PJRT_Error_Code_UNIMPLEMENTED) throw;
    }
  }
  if (!here) {
    auto there = std::make_shared<pjrt::Buffer>(from->copy_to(device));
    // XLA:CPU copies the bytes unchanged, and marks the copy as row-major.
    if (from->is_row_major() || there->layout() == from->layout()) return there;
  }
  const std::optional<pjrt::Layout> layout =
      from->is_row_major() ? std::nullopt : std::optional<pjrt::Layout>(from->layout());
  return copy_through_host(*from, *from->client(), {&device, memory, layout ? &*layout : nullptr});
}

std::shared_ptr<pjrt::Buffer> place_buffer(std::shared_ptr<pjrt::Buffer> from, pjrt::Client& client,
                                     const pjrt::Device& device, nb::handle memory_kind, bool always) {
  const pjrt::Memory* memory = memory_of_kind(client, device, memory_kind);
  if (from->client().get() != &client) {
    const gil::Unlocked unlocked;
    return copy_through_host(*from, client, {&device, memory});
  }
  const bool there = &from->device() == &device &&
                     (memory_kind.is_none() || equal(memory_kind_of_buffer(*from), memory_kind));
  if (there && !always) return from;
  if (memory == nullptr && &from->device() == &device && !there) {
    memory = &client.memory(device.default_memory());
  }
  return copy(std::move(from), device, memory);
}

[[noreturn]] void raise_not_strings(nb::handle value) {
  throw nb::type_error(("String arrays can only be made from NumPy arrays of strings, and nothing else can be from "
                        "those. Got: " +
                        text(value.type()))
                           .c_str());
}

// The bytes that represent a numpy array of strings in a buffer.
nb::object encoded_strings(nb::handle value) {
  static Imported encode("jaxlib._strings", "encode");
  if (!is_string_array(value)) raise_not_strings(value);
  return encode.get()(value);
}

nb::object batched_device_put(nb::object aval, nb::object sharding, nb::sequence values, nb::sequence devices,
                              bool committed, bool force_copy, nb::handle, nb::object wide) {
  const std::size_t count = nb::len(values);
  if (nb::len(devices) != count) {
    throw nb::value_error(("Argument sizes (xs and devices) must match " + std::to_string(nb::len(devices)) +
                           " vs " + std::to_string(count))
                              .c_str());
  }
  const bool squeeze = !(wide.is_none() ? x64() : nb::cast<bool>(wide));
  const nb::object kind = memory_kind_of(sharding);
  const auto type = std::make_shared<const ArrayType>(aval);
  Buffers buffers;
  bool own_layout = false;
  for (std::size_t i = 0; i < count; ++i) {
    const nb::object device = devices[i];
    nb::object value = values[i];
    if (!nb::isinstance<Device>(device)) {
      throw nb::type_error(("batched_device_put(): wanted devices, got " + text(device.type())).c_str());
    }
    const Device& to = *nb::inst_ptr<Device>(device);
    if (to.client == nullptr) {
      raise_runtime_error(PJRT_Error_Code_UNIMPLEMENTED,
                          "MakeArraysFromHostBufferShards" + std::string(kCompileOnly));
    }
    const auto describe = [&] { return "aval=" + repr_of(aval) + ", dst_sharding=" + repr_of(sharding); };
    if (is_array(value)) {
      guard_transfer(Transfer::kDeviceToDevice, describe);
      const Storage& from = require_array(value);
      if (from.buffers.empty()) raise_deleted("CopyToDevice");
      if (from.buffers.size() != 1) {
        throw nb::value_error("device_put of a shard: wanted an Array of one shard");
      }
      if (from.type->strings != type->strings) raise_not_strings(value);
      buffers.push_back(place_buffer(from.buffers.front(), *to.client->client, *to.device, kind, force_copy));
      own_layout = own_layout || from.own_layout;
      continue;
    }
    guard_transfer(Transfer::kHostToDevice, describe);
    if (type->strings) value = encoded_strings(value);
    const pjrt::Memory* memory = memory_of_kind(*to.client->client, *to.device, kind);
    const pjrt::Place place{memory ? nullptr : to.device, memory};
    std::shared_ptr<pjrt::Buffer> buffer = put_value(value, *to.client->client, place, !squeeze);
    if (buffer == nullptr) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          "Not supported: only Arrays, numpy arrays and scalars of supported types, and Python "
                          "scalars can be put on a device. Got type " +
                              text(value.type()));
    }
    buffers.push_back(std::move(buffer));
  }
  transfer_counters().with_sharding++;
  const bool assembly = count != 0 && is_array(values[0]);
  const bool alike = count > 1 && nb::cast<bool>(nb::object(sharding.attr("is_fully_replicated")));
  TransferCounters& counters = transfer_counters();
  (assembly ? counters.assembled : alike ? counters.fully_replicated : counters.batched)++;
  nb::object client = client_of_sharding(sharding);
  if (const std::size_t local = addressable_count(sharding); local != count) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "Number of processed shards does not match the number of addressable devices: " +
                            std::to_string(count) + " vs. " + std::to_string(local));
  }
  nb::object array = make_array(type, std::move(sharding), std::move(client), std::move(buffers), committed);
  storage_of(array).own_layout = own_layout;
  return array;
}

enum class CopySemantics { kAlwaysCopy, kReuseInput, kDonateInput };

nb::list batched_copy(nb::sequence arrays, nb::sequence lists, nb::sequence shardings, nb::sequence semantics) {
  nb::list results;
  for (std::size_t i = 0; i < nb::len(arrays); ++i) {
    const nb::object array = arrays[i], sharding = shardings[i];
    const Storage& from = require_array(array);
    const nb::object list = lists[i];
    const auto& to = nb::cast<const DeviceList&>(list);
    const Buffers shards = from.buffers;
    const auto how = nb::cast<CopySemantics>(nb::object(semantics[i]));
    if (shards.empty()) raise_deleted("copy");
    if (to.client == nullptr || to.handles.size() != shards.size()) {
      throw nb::value_error("a copy to devices: wanted as many devices as the array has shards, of one client");
    }
    const nb::object kind = memory_kind_of(sharding);
    Buffers buffers;
    bool moved = false;
    for (std::size_t d = 0; d < to.handles.size(); ++d) {
      const bool always = how == CopySemantics::kAlwaysCopy;
      if (!moved && guards_transfers(Transfer::kDeviceToDevice) &&
          (always || &shards[d]->device() != to.handles[d])) {
        guard_transfer(Transfer::kDeviceToDevice, [&] {
          return "aval=" + repr_of(from.type->aval) + ", sharding=" + repr_of(from.sharding) +
                 ", dst_sharding=" + repr_of(sharding);
        });
      }
      buffers.push_back(place_buffer(shards[d], *to.client->client, *to.handles[d], kind, always));
      moved = moved || buffers.back() != shards[d];
    }
    if (!moved && from.sharding.is(sharding)) {
      results.append(array);
      continue;
    }
    nb::object result =
        inherit_layout(from, make_array(from.type, sharding, client_of_sharding(sharding), buffers, from.committed));
    if (how == CopySemantics::kDonateInput && moved) {
      await(buffers, kBlockHostUntilReady);
      delete_array(array);
    }
    results.append(result);
  }
  return results;
}

nb::object reorder_shards(nb::handle array, nb::object sharding, CopySemantics) {
  const Storage& from = require_array(array);
  if (from.buffers.empty()) raise_deleted("Reorder");
  const nb::object list = sharding.attr("_internal_device_list");
  const auto& to = nb::cast<const DeviceList&>(list);
  if (to.handles.size() != from.buffers.size()) {
    raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                        "Array is expected to have " + std::to_string(to.handles.size()) +
                            " addressable shards, but has " + std::to_string(from.buffers.size()) +
                            " addressable shards");
  }
  Buffers buffers;
  for (const pjrt::Device* device : to.handles) {
    const auto found = std::find_if(from.buffers.begin(), from.buffers.end(),
                                    [device](const auto& each) { return &each->device() == device; });
    if (found == from.buffers.end()) {
      throw nb::value_error("the sharding has a device on which the array has no shard");
    }
    buffers.push_back(*found);
  }
  return inherit_layout(from, make_array(from.type, std::move(sharding), from.client, std::move(buffers), true));
}

void batched_block(nb::sequence arrays) {
  Buffers all;
  for (nb::handle each : arrays) {
    if (!is_array(each)) {
      raise_runtime_error(PJRT_Error_Code_INVALID_ARGUMENT,
                          "PyArray::BatchedBlockUntilReady can take PyArray only");
    }
    const Storage& storage = require_array(each);
    if (storage.buffers.empty()) raise_deleted(kBlockHostUntilReady);
    all.append(storage.buffers.begin(), storage.buffers.end());
  }
  await(all, kBlockHostUntilReady);
}

}  // namespace

TransferCounters& transfer_counters() {
  static TransferCounters all;
  return all;
}

std::shared_ptr<pjrt::Buffer> copied(std::shared_ptr<pjrt::Buffer> from, const std::shared_ptr<pjrt::Client>& client,
                                     const pjrt::Device& device, nb::handle memory_kind, bool always) {
  const std::shared_ptr<pjrt::Client> held = client;
  return place_buffer(std::move(from), *held, device, memory_kind, always);
}

void bind_py_array_transfers(Module& jax) {
  nb::enum_<CopySemantics>(jax, "ArrayCopySemantics", nb::is_arithmetic())
      .value("ALWAYS_COPY", CopySemantics::kAlwaysCopy)
      .value("REUSE_INPUT", CopySemantics::kReuseInput)
      .value("DONATE_INPUT", CopySemantics::kDonateInput);
  jax.def("batched_device_put", &batched_device_put, nb::arg("aval"), nb::arg("sharding"), nb::arg("xs"),
          nb::arg("devices"), nb::arg("committed") = true, nb::arg("force_copy") = false,
          nb::arg("host_buffer_semantics").none() = nb::none(), nb::arg("enable_x64").none() = nb::none());
  jax.def("batched_copy_array_to_devices_with_sharding", &batched_copy);
  jax.def("get_internal_device_put_info", [] {
    nb::dict all;
    const TransferCounters& counters = transfer_counters();
    all["device_put_with_device"] = counters.with_device;
    all["device_put_with_sharding"] = counters.with_sharding;
    all["device_put_fully_replicated"] = counters.fully_replicated;
    all["device_put_batched"] = counters.batched;
    all["device_put_assembled"] = counters.assembled;
    return all;
  });
  jax.def("reorder_shards", &reorder_shards, nb::arg("x"), nb::arg("dst_sharding"), nb::arg("array_copy_semantics"));
  jax.def("batched_block_until_ready", &batched_block);
}

}  // namespace jaxlib
