"""The module that jax calls `jaxlib._jax`: names, most of them of the native half."""

from __future__ import annotations

import enum
import functools
import sys
from typing import Any

from jaxlib import _array, _client, _native, _transfers
from jaxlib._client import CompiledMemoryStats
from jaxlib._cost_analysis import hlo_module_cost_analysis  # noqa: F401
from jaxlib._errors import JaxRuntimeError
from jaxlib._inspecting import encode_inspect_sharding_callback  # noqa: F401
from jaxlib._layouts import PjRtLayout
from jaxlib._missing import KernelFinder, NotInBindings, fill_in, missing_module
from jaxlib._options import (
    AutotuneCacheMode,
    CompileOptions,
    DebugOptions,
    DeviceAssignment,
    ExecutableBuildOptions,
)
from jaxlib._release import IFRT_VERSION, RESULT_HANDLERS_CHECK

sys.meta_path.append(KernelFinder())

# The native half's own submodules are modules of this package.
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

#: Of the runtime's interface; jax turns parts of itself on and off by it.
ifrt_version_number = IFRT_VERSION


class HostBufferSemantics(enum.Enum):
    """For how long a host's memory is another's to read."""

    IMMUTABLE_ONLY_DURING_CALL = 0
    IMMUTABLE_UNTIL_TRANSFER_COMPLETES = 1
    ZERO_COPY = 2


class RuntimeTracebackMode(enum.Enum):
    """How much of Python's stack the runtime is told; PJRT's C API has no way to tell it."""

    OFF = 0
    ON = 1
    FULL = 2


def set_send_traceback_to_runtime_global(mode: RuntimeTracebackMode) -> None:
    """Say how much the runtime is told: nothing can be told."""


def set_send_traceback_to_runtime_thread_local(mode: Any) -> None:
    """Say how much the runtime is told: nothing can be told."""


def add_exclude_path(path: str) -> None:
    """Leave files out of what the runtime is told: nothing can be told."""


def is_optimized_build() -> bool:
    """Whether the native half was built with optimization."""
    return True


def is_asan() -> bool:
    """Whether it was built with a sanitizer."""
    return False


is_msan = is_tsan = is_sanitized = is_asan

_stream = 0


def get_execution_stream_id() -> int:
    """The number under which the thread's programs are run in order."""
    return _stream


def set_execution_stream_id(new_id: int) -> None:
    """Set that number; PJRT's C API has no way to pass it on."""
    global _stream
    _stream = new_id


def custom_call_targets(platform: str) -> dict[str, Any]:
    """The targets that this library itself serves: none, plugins serve them."""
    return {}


def register_custom_call_target(
    fn_name: Any, fn: Any, platform: str, api_version: int = 0, traits: int = 0
) -> None:
    """Register a target with this library itself, which runs no programs."""
    raise NotInBindings(
        f"the custom call target {fn_name!r} for the platform {platform!r}",
        "a plugin for the platform registers targets itself, and none is installed that does",
    )


def register_custom_type(type_name: str, type_id: Any) -> None:
    """Register a type with this library itself, which runs no programs."""
    raise NotInBindings(f"the custom type {type_name!r}", "a plugin registers types itself")


def register_custom_call_partitioner(
    name: str,
    prop_user_sharding: Any,
    partition: Any,
    infer_sharding_from_operands: Any,
    can_side_effecting_have_replicated_sharding: bool = False,
    c_api: Any = None,
) -> None:
    """Register how a custom call is partitioned, with plugins that have an extension for it: not spoken yet.

    As upstream's, it does nothing for a plugin without: jax registers its own at import, whoever uses them. A
    program that needs one is refused by the plugin's compiler, which then does not know the target.
    """


def register_custom_call_as_batch_partitionable(target_name: str, c_api: Any = None) -> None:
    """Register a custom call that is the same for each part of a batch; see above."""


def approx_top_k_reduction_output_size(input_size: int, rank: int, top_k: int, recall_target: float,
                                       aggregate_to_topk: bool = True,
                                       input_size_override: int = -1) -> tuple[int, int]:  # fmt: skip
    """How many candidates an approximate top-k keeps, and the logarithm of how many become one."""
    if aggregate_to_topk:
        return top_k, 0
    raise NotInBindings("jaxlib._jax.approx_top_k_reduction_output_size without aggregation")


from jaxlib._jax import mlir  # noqa: E402, F401

ffi = missing_module("jaxlib._jax.ffi", "FFI handlers that are Python functions belong to plugins")
hlo_sharding_util = missing_module("jaxlib._jax.hlo_sharding_util", "it is XLA's own")
ifrt_programs = missing_module("jaxlib._jax.ifrt_programs", "IFRT programs are Pathways' own")


def get_tfrt_cpu_client(**_options: Any) -> Any:
    """The CPU backend inside of jaxlib: there is none here."""
    raise NotInBindings("the CPU backend inside of jaxlib", "install jaxlib-cpu, which jax finds by itself")


__getattr__ = fill_in("jaxlib._jax")

for _each in (HostBufferSemantics, RuntimeTracebackMode):
    _each.__module__ = "jaxlib._jax"
__all__ = [
    "AutotuneCacheMode", "CompileOptions", "CompiledMemoryStats", "DebugOptions", "DeviceAssignment",
    "ExecutableBuildOptions", "JaxRuntimeError", "PjRtLayout",
]  # fmt: skip
