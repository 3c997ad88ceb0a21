"""Devices, and the backend that is cleared and started again."""

from __future__ import annotations

from typing import Any

import jax
import jax.extend
import jax.numpy as jnp
from cases import case, raised
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P
from surface.arrays import mesh


@case
def abstract_mesh() -> Any:
    """Lowering for an abstract mesh, whose devices are not known yet."""
    sharding = NamedSharding(mesh(8).abstract_mesh, P("x"))
    taken = jax.ShapeDtypeStruct((16,), "float32", sharding=sharding)
    lowered = jax.jit(lambda x: x * 2).trace(taken).lower(lowering_platforms=("tpu",))
    return "num_partitions = 8" in lowered.as_text()


@case
def devices() -> Any:
    def attributes(device: Any) -> Any:
        return {
            name: str(getattr(device, name, "absent"))
            for name in ("id", "platform", "device_kind", "process_index", "local_hardware_id", "coords")
        } | {"repr": repr(device), "hash": isinstance(hash(device), int)}

    return {
        "devices": [attributes(device) for device in jax.devices()],
        "local": [device.id for device in jax.local_devices()],
        "counts": [jax.device_count(), jax.local_device_count(), jax.process_count(), jax.process_index()],
        "named": [len(jax.devices("cpu")), raised(lambda: jax.devices("cuda"))],
        "backend": [jax.default_backend(), jax.extend.backend.get_backend().platform],
        "same": jax.devices()[3] is jax.devices("cpu")[3],
    }


@case
def default_device() -> Any:
    with jax.default_device(jax.devices()[5]):
        return [jnp.ones(3).devices().pop().id, jax.jit(lambda: jnp.zeros(2))().devices().pop().id]


@case
def memory_stats() -> Any:
    return str(jax.devices()[0].memory_stats())
