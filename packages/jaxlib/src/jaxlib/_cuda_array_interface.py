"""The CUDA Array Interface, by which libraries for GPUs share memory: of Arrays, and Arrays over others' memory.

Its specification is Numba's, versions 2 and 3.
"""

from __future__ import annotations

import ctypes
import warnings
from typing import Any

import numpy as np
from jaxlib import _native
from jaxlib._errors import JaxRuntimeError

#: NumPy's kinds of element types; ml_dtypes' types, such as bfloat16, have the kind V and no code in the interface.
_KINDS = "biufc"


def of_array(self: Any) -> dict[str, Any]:
    """The interface of an Array on one GPU; its memory may only be read.

    Raises:
        AttributeError: The Array is sharded, deleted, on another platform, of a type that NumPy lacks, or not in
            row-major order.
    """
    shards = [] if self.is_deleted() else self._arrays
    if len(shards) != 1:
        raise AttributeError("__cuda_array_interface__ is only supported for unsharded arrays.")
    if self.platform() != "gpu":
        raise AttributeError("__cuda_array_interface__ is only defined for GPU buffers.")
    dtype = np.dtype(self.dtype)
    if dtype.kind not in _KINDS:
        name = {"bfloat16": "BF16"}.get(dtype.name, dtype.name)
        raise AttributeError(f"__cuda_array_interface__ is not supported for {name} buffers.")
    layout = self.format.layout
    if layout is not None and layout.major_to_minor != tuple(range(self.ndim)):
        raise AttributeError(
            "__cuda_array_interface__ is only currently supported for buffers in row-major order."
        )
    return {
        "shape": self.shape,
        "typestr": dtype.str,
        "data": (self.unsafe_buffer_pointer(), True),
        "version": 2,
    }


def to_array(cai: dict[str, Any], gpu_backend: Any = None, device_id: int | None = None) -> Any:
    """An Array over the memory that ``cai`` describes, which must stay allocated as long as the Array lives.

    Raises:
        JaxRuntimeError: ``cai`` is incomplete, inconsistent, or describes what no Array can be.
    """
    if not isinstance(cai, dict) or gpu_backend is None:
        raise TypeError(
            "cuda_array_interface_to_buffer(): incompatible function arguments: wanted a dict and a client, got "
            f"{type(cai).__name__} and {type(gpu_backend).__name__}"
        )
    for key in ("data", "shape", "typestr", "version"):
        if key not in cai:
            raise JaxRuntimeError(f"INVALID_ARGUMENT: CUDA Array Interface does not define `{key}`")
    version = int(cai["version"])
    if version not in (2, 3):
        warnings.warn(f"CUDA Array Interface version {version} support is undefined", stacklevel=2)
    address = cai["data"][0]
    shape = [int(size) for size in cai["shape"]]
    if not address and 0 not in shape:
        raise JaxRuntimeError(
            "INVALID_ARGUMENT: CUDA Array Interface `data`(=NULL) and `shape`(no zero-valued dimensions) are "
            "inconsistent"
        )
    if device_id is None:
        raise JaxRuntimeError("This operation requires CUDA support from jaxlib or jax cuda plugin.")
    dtype = np.dtype(cai["typestr"])
    if dtype.kind not in _KINDS:
        raise JaxRuntimeError(f"INVALID_ARGUMENT: Unknown NumPy dtype {dtype!r}")
    device = gpu_backend.device_from_local_hardware_id(device_id)
    stream = cai.get("stream")
    if stream == 0:
        raise JaxRuntimeError("INVALID_ARGUMENT: CUDA Array Interface does not allow zero stream value")
    if version == 3 and stream is not None:
        # A plugin waits for its own streams only.
        _await_stream(device_id, int(stream))
    stream = device.get_stream_for_external_ready_events()
    return _native.view_of_device_memory(
        int(address or 0), dtype.name, shape, _strides(cai, address, dtype.itemsize), device, int(stream)
    )


def _strides(cai: dict[str, Any], address: Any, size: int) -> list[int] | None:
    """Strides that count elements; those of ``cai`` count bytes."""
    strides = cai.get("strides")
    if strides is None or address is None:
        return None
    if any(stride % size for stride in strides):
        raise JaxRuntimeError(
            "UNIMPLEMENTED: Only arrays with trivial (compact) striding are supported; strides, in bytes, were: "
            f"{list(strides)}, of elements of {size}."
        )
    return [stride // size for stride in strides]


def _await_stream(ordinal: int, stream: int) -> None:
    """Wait for a stream of another library on a CUDA device, by CUDA's driver, which the plugin has loaded.

    The numbers 1 and 2 are the streams that CUDA itself has for each context, which is therefore made current.
    """
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise JaxRuntimeError(
            f"UNIMPLEMENTED: waiting for a stream without CUDA's driver: {error}"
        ) from error

    def call(name: str, *arguments: Any) -> None:
        if status := getattr(driver, name)(*arguments):
            raise JaxRuntimeError(f"INTERNAL: {name} returned {status} for the stream {stream:#x}")

    context, popped, cuda_device = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
    call("cuDeviceGet", ctypes.byref(cuda_device), ordinal)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), cuda_device)
    try:
        call("cuCtxPushCurrent_v2", context)
        try:
            call("cuStreamSynchronize", ctypes.c_void_p(stream))
        finally:
            call("cuCtxPopCurrent_v2", ctypes.byref(popped))
    finally:
        call("cuDevicePrimaryCtxRelease_v2", cuda_device)
