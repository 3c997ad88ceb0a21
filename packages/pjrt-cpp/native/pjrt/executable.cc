#include "pjrt/executable.h"

#include <algorithm>

#include "pjrt/client.h"

namespace pjrt {

Executable::~Executable() {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_Destroy);
  args->executable = executable_;
  PJRT_RELEASE(*plugin_, PJRT_Executable_Destroy, args);
}

std::string Executable::name() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_Name);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_Name, args);
  return {args->executable_name, args->executable_name_size};
}

std::size_t Executable::replicas() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_NumReplicas);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_NumReplicas, args);
  return args->num_replicas;
}

std::size_t Executable::partitions() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_NumPartitions);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_NumPartitions, args);
  return args->num_partitions;
}

std::size_t Executable::outputs() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_NumOutputs);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_NumOutputs, args);
  return args->num_outputs;
}

std::vector<PJRT_Buffer_Type> Executable::output_types() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_OutputElementTypes);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_OutputElementTypes, args);
  return {args->output_types, args->output_types + args->num_output_types};
}

std::vector<std::vector<std::int64_t>> Executable::output_dimensions() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_OutputDimensions);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_OutputDimensions, args);
  std::vector<std::vector<std::int64_t>> all;
  const std::int64_t* dimension = args->dims;
  for (std::size_t i = 0; i < args->num_outputs; ++i) {
    all.emplace_back(dimension, dimension + args->dim_sizes[i]);
    dimension += args->dim_sizes[i];
  }
  return all;
}

std::vector<std::string> Executable::output_memory_kinds() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_OutputMemoryKinds);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_OutputMemoryKinds, args);
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < args->num_outputs; ++i) {
    kinds.emplace_back(args->memory_kinds[i], args->memory_kind_sizes[i]);
  }
  return kinds;
}

std::int64_t Executable::code_size() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_SizeOfGeneratedCodeInBytes);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_SizeOfGeneratedCodeInBytes, args);
  return args->size_in_bytes;
}

std::string Executable::fingerprint() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_Fingerprint);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_Fingerprint, args);
  return {args->executable_fingerprint, args->executable_fingerprint_size};
}

std::vector<NamedValue> Executable::cost_analysis() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_GetCostAnalysis);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_GetCostAnalysis, args);
  return copy(args->properties, args->num_properties);
}

std::vector<std::pair<const char*, std::int64_t>> Executable::memory_stats() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_GetCompiledMemoryStats);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_GetCompiledMemoryStats, args);
  return {
      {"generated_code", args->generated_code_size_in_bytes},
      {"arguments", args->argument_size_in_bytes},
      {"outputs", args->output_size_in_bytes},
      {"aliased", args->alias_size_in_bytes},
      {"temporaries", args->temp_size_in_bytes},
      {"host_generated_code", args->host_generated_code_size_in_bytes},
      {"host_arguments", args->host_argument_size_in_bytes},
      {"host_outputs", args->host_output_size_in_bytes},
      {"host_aliased", args->host_alias_size_in_bytes},
      {"host_temporaries", args->host_temp_size_in_bytes},
      {"peak", args->peak_memory_in_bytes},
      // Newer headers have four more; the first repeats a sum of those above.
      {"allocated", args.later(1)},
      {"indefinite", args.later(2)},
      {"peak_unpadded", args.later(3)},
  };
}

std::optional<std::vector<Parameter>> Executable::parameters() const {
  const auto [format, program] = optimized_program();
  return read_parameters(format, program);
}

std::optional<std::vector<Parameter>> Executable::results() const {
  const auto [format, program] = optimized_program();
  return read_results(format, program);
}

std::pair<std::string, std::string> Executable::optimized_program() const {
  PJRT_Program program{};
  program.struct_size = PJRT_Program_STRUCT_SIZE;
  PJRT_ARGS(args, *plugin_, PJRT_Executable_OptimizedProgram);
  args->executable = executable_;
  args->program = &program;
  PJRT_CALL(*plugin_, PJRT_Executable_OptimizedProgram, args);  // returns the size
  std::string code(program.code_size, '\0');
  program.code = code.data();
  PJRT_CALL(*plugin_, PJRT_Executable_OptimizedProgram, args);
  return {std::string(program.format, program.format_size), std::move(code)};
}

std::string Executable::serialize() const {
  PJRT_ARGS(args, *plugin_, PJRT_Executable_Serialize);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_Executable_Serialize, args);
  std::string bytes(args->serialized_bytes, args->serialized_bytes_size);
  args->serialized_executable_deleter(args->serialized_executable);
  return bytes;
}

namespace {

// FNV-1a: the same in all processes, unlike std::hash.
std::uint32_t hash_of(const std::string& text) {
  std::uint32_t hash = 2166136261;
  for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 16777619;
  return hash;
}

// What identifies a program in all processes: not all libraries have fingerprints.
std::string identity(const Executable& program) {
  try {
    if (std::string known = program.fingerprint(); !known.empty()) return known;
  } catch (const Error&) {
  }
  return program.name();
}

// Whether other processes run the program, too; not, if the library does not report it.
bool runs_elsewhere(const Executable& program, std::size_t devices) {
  try {
    return program.replicas() * program.partitions() > devices;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

LoadedExecutable::LoadedExecutable(std::shared_ptr<Client> client, PJRT_LoadedExecutable* executable)
    : client_(std::move(client)), plugin_(&client_->plugin()), executable_(executable) {}

std::shared_ptr<LoadedExecutable> LoadedExecutable::adopt(std::shared_ptr<Client> client,
                                                          PJRT_LoadedExecutable* executable,
                                                          Deleter deleter) {
  std::shared_ptr<LoadedExecutable> loaded(new LoadedExecutable(std::move(client), executable), deleter);
  loaded->read();
  return loaded;
}

void LoadedExecutable::read() {
  PJRT_ARGS(get, *plugin_, PJRT_LoadedExecutable_GetExecutable);
  get->loaded_executable = executable_;
  PJRT_CALL(*plugin_, PJRT_LoadedExecutable_GetExecutable, get);
  description_ = std::make_unique<Executable>(*plugin_, get->executable);
  outputs_ = description_->outputs();
  PJRT_ARGS(devices, *plugin_, PJRT_LoadedExecutable_AddressableDevices);
  devices->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_LoadedExecutable_AddressableDevices, devices);
  for (std::size_t i = 0; i < devices->num_addressable_devices; ++i) {
    devices_.push_back(&client_->device(devices->addressable_devices[i]));
  }
  if (runs_elsewhere(*description_, devices_.size())) several_processes_ = hash_of(identity(*description_));
}

LoadedExecutable::~LoadedExecutable() {
  description_.reset();
  PJRT_ARGS(args, *plugin_, PJRT_LoadedExecutable_Destroy);
  args->executable = executable_;
  PJRT_RELEASE(*plugin_, PJRT_LoadedExecutable_Destroy, args);
}

bool LoadedExecutable::deleted() const {
  PJRT_ARGS(args, *plugin_, PJRT_LoadedExecutable_IsDeleted);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_LoadedExecutable_IsDeleted, args);
  return args->is_deleted;
}

void LoadedExecutable::remove() const {
  PJRT_ARGS(args, *plugin_, PJRT_LoadedExecutable_Delete);
  args->executable = executable_;
  PJRT_CALL(*plugin_, PJRT_LoadedExecutable_Delete, args);
}

const std::optional<std::vector<Parameter>>& LoadedExecutable::parameters() const {
  if (!read_.load(std::memory_order_acquire)) {
    const std::lock_guard<std::mutex> lock(reading_);
    if (!read_.load(std::memory_order_relaxed)) {
      try {
        parameters_ = description_->parameters();
      } catch (const Error&) {
        // The library does not report its program; it may check arguments itself.
      }
      read_.store(true, std::memory_order_release);
    }
  }
  return parameters_;
}

void LoadedExecutable::refuse(std::size_t index, const std::string& wanted, const std::string& found) const {
  throw Error(PJRT_Error_Code_INVALID_ARGUMENT,
              "argument " + std::to_string(index) + ": wanted " + wanted + ", found " + found,
              "PJRT_LoadedExecutable_Execute", plugin_->name());
}

const Layout* LoadedExecutable::layout(std::size_t index) const {
  const auto& known = parameters();
  if (!known || index >= known->size() || (*known)[index].row_major) return nullptr;
  return &*(*known)[index].layout;
}

void LoadedExecutable::check(std::size_t index, const Buffer& buffer) const {
  const auto& known = parameters();
  if (!known || index >= known->size()) return;
  const Parameter& wanted = (*known)[index];
  if (wanted.type == PJRT_Buffer_Type_INVALID) return;
  if (!buffer.is(wanted.type, wanted.dimensions)) {
    const auto found = buffer.dimensions();
    refuse(index, to_string(wanted.type, wanted.dimensions.data(), wanted.dimensions.size()),
           to_string(buffer.type(), found.first, found.second));
  }
  if (wanted.row_major && buffer.is_row_major()) return;
  // The library need not check this: XLA:CPU would read the elements in the order that it expects.
  if (!wanted.layout || buffer.layout() == *wanted.layout) return;
  refuse(index, "the layout " + to_string(*wanted.layout), to_string(buffer.layout()));
}

void LoadedExecutable::check(std::size_t index, const HostArray& array) const {
  const auto& known = parameters();
  if (!known || index >= known->size()) return;
  const Parameter& wanted = (*known)[index];
  if (wanted.type == PJRT_Buffer_Type_INVALID) return;
  if (wanted.type == array.type && wanted.dimensions.size() == array.rank &&
      std::equal(array.dimensions, array.dimensions + array.rank, wanted.dimensions.data())) {
    return;
  }
  refuse(index, to_string(wanted.type, wanted.dimensions.data(), wanted.dimensions.size()),
         to_string(array.type, array.dimensions, array.rank));
}

int LoadedExecutable::next_launch_id() const {
  static std::atomic<std::uint32_t> launches{0};
  if (!several_processes_) return static_cast<int>(launches++ & 0x3fffffffU);
  return static_cast<int>((*several_processes_ + launches_++) | 0x80000000U);
}

void LoadedExecutable::execute(PJRT_Buffer* const* const* arguments, std::size_t count,
                               PJRT_Buffer** const* results, const std::int64_t* kept,
                               std::size_t kept_count, int launch_id, PJRT_Event** completed,
                               PJRT_ExecuteContext* context, const Transfers* transfers,
                               bool calls_host) const {
  Args<PJRT_ExecuteOptions> options(*plugin_, PJRT_ExecuteOptions_STRUCT_SIZE);
  options->launch_id = launch_id;
  options->non_donatable_input_indices = kept;
  options->num_non_donatable_input_indices = kept_count;
  options->context = context;
  if (transfers != nullptr) {
    options->send_callbacks = transfers->sends;
    options->recv_callbacks = transfers->receives;
    options->num_send_ops = transfers->send_count;
    options->num_recv_ops = transfers->receive_count;
  }
  PJRT_ARGS(args, *plugin_, PJRT_LoadedExecutable_Execute);
  args->executable = executable_;
  args->options = options.get();
  args->argument_lists = arguments;
  args->num_devices = devices_.size();
  args->num_args = count;
  args->output_lists = results;
  args->device_complete_events = completed;
  const bool in_turn = devices_.size() > 1 && !calls_host;
  const auto turn = in_turn ? std::unique_lock<std::mutex>(client_->starting()) : std::unique_lock<std::mutex>();
  PJRT_CALL(*plugin_, PJRT_LoadedExecutable_Execute, args);
}

}  // namespace pjrt
