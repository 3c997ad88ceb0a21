"""The module `jaxlib._jax`, most of whose names come from the native module."""

from __future__ import annotations

import atexit
import functools
import importlib
import sys
from typing import Any

from jaxlib import _array, _client, _cuda_array_interface, _native, _transfers
from jaxlib._bound_enums import BoundEnum
from jaxlib._client import CompiledMemoryStats
from jaxlib._cost_analysis import hlo_module_cost_analysis  # noqa: F401
from jaxlib._custom_partitioners import (  # noqa: F401
    register_custom_call_as_batch_partitionable,
    register_custom_call_partitioner,
)
from jaxlib._debug_options import AutotuneCacheMode, DebugOptions
from jaxlib._errors import JaxRuntimeError
from jaxlib._inspecting import encode_inspect_sharding_callback  # noqa: F401
from jaxlib._layouts import PjRtLayout
from jaxlib._missing import MissingModuleFinder, NotInBindings, fill_in, missing_module
from jaxlib._options import CompileOptions, DeviceAssignment, ExecutableBuildOptions
from jaxlib._profiling.pprof import json_to_pprof_profile, pprof_profile_to_json  # noqa: F401
from jaxlib._release import IFRT_VERSION, RESULT_HANDLERS_CHECK

sys.meta_path.append(MissingModuleFinder())

# Submodules of the native module are registered as modules of this package.
pytree = _native.pytree
config = _native.config
guard_lib = _native.guard_lib
jax_jit = _native.jax_jit
for _module in (pytree, config, guard_lib, jax_jit):
    sys.modules[_module.__name__] = _module

Traceback = _native.jax.Traceback
Frame = _native.jax.Frame
tracebacks_enabled = _native.jax.tracebacks_enabled
set_tracebacks_enabled = _native.jax.set_tracebacks_enabled
TracebackScope = _native.jax.TracebackScope
Memory = _native.jax.Memory
Device = _native.jax.Device
Client = _native.jax.Client
DeviceList = _native.jax.DeviceList
pjrt_plugin_loaded = _native.jax.pjrt_plugin_loaded
load_pjrt_plugin = _native.jax.load_pjrt_plugin
pjrt_plugin_initialized = _native.jax.pjrt_plugin_initialized
initialize_pjrt_plugin = _native.jax.initialize_pjrt_plugin
get_pjrt_plugin = _native.jax.get_pjrt_plugin
get_c_api_client = _native.jax.get_c_api_client
check_and_canonicalize_memory_kind = _native.jax.check_and_canonicalize_memory_kind
Sharding = _native.jax.Sharding
NamedSharding = _native.jax.NamedSharding
SingleDeviceSharding = _native.jax.SingleDeviceSharding
GSPMDSharding = _native.jax.GSPMDSharding
set_pspec_unconstrained = _native.jax.set_pspec_unconstrained
canonicalize_partition = _native.jax.canonicalize_partition
canonicalize_partitions = _native.jax.canonicalize_partitions
set_typed_int_type = _native.jax.set_typed_int_type
set_typed_float_type = _native.jax.set_typed_float_type
set_typed_complex_type = _native.jax.set_typed_complex_type
set_typed_ndarray_type = _native.jax.set_typed_ndarray_type
set_invalid_input_exception = _native.jax.set_invalid_input_exception
set_valid_dtypes = _native.jax.set_valid_dtypes
register_canonicalize_value_handler = _native.jax.register_canonicalize_value_handler
canonicalize_value = _native.jax.canonicalize_value
ArrayImpl = _native.jax.ArrayImpl
ArrayCopySemantics = _native.jax.ArrayCopySemantics
batched_device_put = _native.jax.batched_device_put
batched_copy_array_to_devices_with_sharding = _native.jax.batched_copy_array_to_devices_with_sharding
get_internal_device_put_info = _native.jax.get_internal_device_put_info
reorder_shards = _native.jax.reorder_shards
batched_block_until_ready = _native.jax.batched_block_until_ready
ResultHandler = _native.jax.ResultHandler
array_result_handler = _native.jax.array_result_handler
Token = _native.jax.Token
ShardedToken = _native.jax.ShardedToken
ExecuteResults = _native.jax.ExecuteResults
LoadedExecutable = _native.jax.LoadedExecutable
collect_garbage = _native.jax.collect_garbage
DeviceTopology = _native.jax.DeviceTopology
CompileOnlyPyClient = _native.jax.CompileOnlyPyClient
Executable = _native.jax.Executable
get_topology_for_devices = _native.jax.get_topology_for_devices
get_default_c_api_topology = _native.jax.get_default_c_api_topology
get_c_api_topology = _native.jax.get_c_api_topology
dlpack_version = _native.jax.dlpack_version
buffer_to_dlpack_managed_tensor = _native.jax.buffer_to_dlpack_managed_tensor
dlpack_managed_tensor_to_buffer = _native.jax.dlpack_managed_tensor_to_buffer
cuda_array_interface_to_buffer = _cuda_array_interface.to_array
PjitFunctionCache = _native.jax.PjitFunctionCache
PjitFunction = _native.jax.PjitFunction
pjit = _native.jax.pjit
_client.attach()

Array = _array.Array
ArrayMeta = _array.ArrayMeta
set_tracer_class = _array.set_tracer_class
if not RESULT_HANDLERS_CHECK:
    array_result_handler = functools.partial(_native.jax.array_result_handler, _skip_checks=True)
batched_copy_to_host_async = _transfers.batched_copy_to_host_async
shard_args = _transfers.shard_args
PyTreeDef = pytree.PyTreeDef
_PyTreeRegistry = pytree.PyTreeRegistry

#: The version of the IFRT interface, by which jax enables features.
ifrt_version_number = IFRT_VERSION


class HostBufferSemantics(BoundEnum):
    """How long the runtime may read host memory."""

    IMMUTABLE_ONLY_DURING_CALL = 0
    IMMUTABLE_UNTIL_TRANSFER_COMPLETES = 1
    ZERO_COPY = 2


class RuntimeTracebackMode(BoundEnum):
    """How much of Python's stack is passed to the runtime. No effect: the PJRT C API has no parameter for it."""

    OFF = 0
    ON = 1
    FULL = 2


def set_send_traceback_to_runtime_global(mode: RuntimeTracebackMode) -> None:
    """Set how much of the stack is passed to the runtime. No effect; see `RuntimeTracebackMode`."""


def set_send_traceback_to_runtime_thread_local(mode: Any) -> None:
    """Set how much of the stack is passed to the runtime. No effect; see `RuntimeTracebackMode`."""


def add_exclude_path(path: str) -> None:
    """Exclude files from stacks that are passed to the runtime. No effect; see `RuntimeTracebackMode`."""


def is_optimized_build() -> bool:
    """Whether the native module was built with optimization."""
    return True


def is_asan() -> bool:
    """Whether the native module was built with AddressSanitizer."""
    return False


is_msan = is_tsan = is_sanitized = is_asan

_stream = 0


def get_execution_stream_id() -> int:
    """The id of the stream in which this thread's programs run in order."""
    return _stream


def set_execution_stream_id(new_id: int) -> None:
    """Set this thread's stream id. No effect on execution: the PJRT C API has no parameter for it."""
    global _stream
    _stream = new_id


def custom_call_targets(platform: str) -> dict[str, Any]:
    """The custom call targets of jaxlib itself: none, because plugins have their own."""
    return {}


def register_custom_call_target(
    fn_name: Any, fn: Any, platform: str, api_version: int = 0, traits: int = 0
) -> None:
    """Register a custom call target with jaxlib itself, which runs no programs."""
    raise NotInBindings(
        f"the custom call target {fn_name!r} for the platform {platform!r}",
        "a plugin for the platform registers targets itself, and none is installed that does",
    )


def register_custom_type(type_name: str, type_id: Any) -> None:
    """Register an FFI type with jaxlib itself, which runs no programs."""
    raise NotInBindings(f"the custom type {type_name!r}", "a plugin registers types itself")


from jaxlib._jax import ifrt_programs, mlir  # noqa: E402, F401
from jaxlib._jax.approximate_top_k import approx_top_k_reduction_output_size  # noqa: E402, F401

ffi = missing_module("jaxlib._jax.ffi", "FFI handlers that are Python functions belong to plugins")
hlo_sharding_util = missing_module("jaxlib._jax.hlo_sharding_util", "it is XLA's own")


def get_tfrt_cpu_client(**_options: Any) -> Any:
    """Raise NotInBindings, because this jaxlib contains no CPU backend."""
    raise NotInBindings("the CPU backend inside of jaxlib", "install jaxlib-cpu, which jax finds by itself")


#: Names for multi-process jobs, by module; imported on first use, because most programs are a single process.
_DISTRIBUTED = {
    "DistributedRuntimeClient": "client",
    "DistributedRuntimeService": "client",
    "get_distributed_runtime_client": "client",
    "get_distributed_runtime_service": "client",
    "PreemptionSyncManager": "preemption",
    "create_preemption_sync_manager": "preemption",
}
_absent = fill_in("jaxlib._jax")


@atexit.register
def _end_distributed() -> None:
    """End this process's participation in a job; runs after the atexit functions of jax and of programs."""
    client = sys.modules.get("jaxlib._distributed.client")
    if client is not None:
        client.close_all()


def __getattr__(name: str) -> Any:
    if name not in _DISTRIBUTED:
        return _absent(name)
    value = getattr(importlib.import_module(f"jaxlib._distributed.{_DISTRIBUTED[name]}"), name)
    globals()[name] = value
    return value


for _each in (HostBufferSemantics, RuntimeTracebackMode):
    _each.__module__ = "jaxlib._jax"
__all__ = [
    "AutotuneCacheMode", "CompileOptions", "CompiledMemoryStats", "DebugOptions", "DeviceAssignment",
    "ExecutableBuildOptions", "JaxRuntimeError", "PjRtLayout",
]  # fmt: skip
