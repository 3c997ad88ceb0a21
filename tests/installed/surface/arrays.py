"""Arrays and meshes of the cases, with eight devices, and the facts that are printed about them."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

jax.config.update("jax_num_cpu_devices", 8)


def mesh(*shape: int, names: str = "xyz", explicit: bool = False) -> Any:
    kind = AxisType.Explicit if explicit else AxisType.Auto
    return jax.make_mesh(shape, tuple(names[: len(shape)]), axis_types=(kind,) * len(shape))


def numbers(*shape: int) -> Any:
    return jnp.arange(np.prod(shape), dtype="float32").reshape(shape)


def sharded(x: Any, *spec: Any, on: Any = None) -> Any:
    return jax.device_put(x, NamedSharding(on or mesh(8), P(*spec)))


def where(x: Any) -> Any:
    """The partitions of an array's sharding, and the index of each device."""
    spec = str(getattr(x.sharding, "spec", type(x.sharding).__name__))
    return [
        spec,
        x.sharding.memory_kind,
        [[s.device.id, str(s.index), s.replica_id] for s in x.addressable_shards],
    ]


def outcome(function: Any) -> Any:
    """The result of ``function``, or the error that it raises."""
    try:
        return function()
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:160]}"
