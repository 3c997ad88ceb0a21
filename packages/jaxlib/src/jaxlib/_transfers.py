"""Copies of Arrays to the host, and of values to devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jaxlib import _native
from jaxlib._errors import JaxRuntimeError


def whole_on_the_host(array: Any) -> tuple[Any, bool]:
    """All elements of an Array, sharded or not, and whether they were copied."""
    if array.is_fully_replicated:
        answer: tuple[Any, bool] = array._single_device_array_to_np_array_did_copy()
        return answer
    array._guard_assembling(array._arrays)
    elements = np.empty(array.shape, array.dtype)
    indices = array.sharding.addressable_devices_indices_map(array.shape)
    done = set()
    for shard in array._arrays:
        (device,) = shard.devices()
        index = indices[device]
        if (key := tuple((part.start, part.stop) for part in index)) not in done:
            done.add(key)
            elements[index] = shard._single_device_array_to_np_array_did_copy()[0]
    elements.flags.writeable = False
    return elements, True


def batched_copy_to_host_async(arrays: Sequence[Any]) -> None:
    """Check that the Arrays can and may be copied to the host; the copy happens when their elements are read."""
    for array in arrays:
        kind: type[Any] = type(array)
        if kind is not _native.jax.ArrayImpl:
            raise JaxRuntimeError(
                f"INVALID_ARGUMENT: PyArray::BatchedCopyToHostAsync can take PyArray only, got {kind}"
            )
        if array.is_deleted():
            raise JaxRuntimeError("INVALID_ARGUMENT: Array has been deleted.")
        if array.is_fully_replicated:
            array._copy_single_device_array_to_host_async()
        else:
            array._guard_assembling(array._arrays)


def shard_args(shardings: Sequence[Any], layouts: Sequence[Any], copy_semantics: Sequence[Any], args: Sequence[Any],
               fallback: Callable[..., Sequence[Any]] | None = None) -> list[Any]:  # fmt: skip
    """Put values on devices, one per sharding, with jax's own function ``fallback``."""
    if fallback is None:
        raise ValueError("Fallback handler has no valid fallback function.")
    return list(fallback(shardings, layouts, copy_semantics, args))
