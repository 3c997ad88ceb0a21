"""Memories and layouts."""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from cases import case, raised
from jax import lax
from jax.experimental.layout import Format, Layout
from jax.sharding import NamedSharding, SingleDeviceSharding
from jax.sharding import PartitionSpec as P
from surface.arrays import mesh, numbers, outcome, where


@case
def memories() -> Any:
    device = jax.devices()[0]
    found: dict[str, Any] = {
        "default": str(device.default_memory()),
        "all": [
            [memory.kind, [d.id for d in memory.addressable_by_devices()]]
            for memory in device.addressable_memories()
        ],
        "array": numbers(2).sharding.memory_kind,
        "unknown": raised(lambda: SingleDeviceSharding(device, memory_kind="elsewhere")),
    }
    for kind in ("device", "pinned_host", "unpinned_host"):

        def moved(kind: str = kind) -> Any:
            y = jax.device_put(numbers(4), SingleDeviceSharding(device, memory_kind=kind))
            return [y.sharding.memory_kind, y.tolist(), (y + 1).tolist()]

        def computed(kind: str = kind) -> Any:
            there, back = (
                SingleDeviceSharding(device, memory_kind=memory_kind) for memory_kind in (kind, "device")
            )
            y = jax.jit(lambda x: x * 2, in_shardings=there, out_shardings=back)(
                jax.device_put(numbers(4), there)
            )
            return [y.sharding.memory_kind, y.tolist()]

        def spread(kind: str = kind) -> Any:
            y = jax.device_put(numbers(8, 2), NamedSharding(mesh(8), P("x"), memory_kind=kind))
            return where(y)

        found[kind] = [outcome(moved), outcome(computed), outcome(spread)]
    return found


@case
def memory_spaces() -> Any:
    def to(space: Any) -> Any:
        return jax.jit(lambda x: jax.device_put(x, space) * 2)(numbers(4)).tolist()

    return {
        name: outcome(lambda name=name: to(getattr(jax.memory.Space, name))) for name in ("Device", "Host")
    }


def results_in_memory() -> Any:
    """The memory kinds of results that were requested in another memory than the default."""
    host = SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")
    x = jax.device_put(numbers(4), host)
    return {
        "asked for": outcome(lambda: jax.jit(lambda x: x * 2, out_shardings=host)(x).sharding.memory_kind),
        "put": outcome(lambda: jax.jit(lambda x: jax.device_put(x * 2, host))(x).sharding.memory_kind),
        "kept": outcome(lambda: jax.jit(lambda x: x * 2)(x).sharding.memory_kind),
    }


# Only when asked for: what the plugin's library does otherwise.
if "results_in_memory" in sys.argv:
    case(results_in_memory)


@case
def offloading() -> Any:
    from jax.ad_checkpoint import checkpoint_name

    policy = jax.checkpoint_policies.save_and_offload_only_these_names(
        names_which_can_be_saved=[],
        names_which_can_be_offloaded=["h"],
        offload_src="device",
        offload_dst="pinned_host",
    )

    def loss(w: Any) -> Any:
        def layer(x: Any, _: Any) -> Any:
            return checkpoint_name(jnp.sin(x @ w), "h"), None

        return lax.scan(jax.checkpoint(layer, policy=policy), jnp.ones((4, 4)), length=3)[0].sum()

    return outcome(lambda: np.asarray(jax.jit(jax.grad(loss))(jnp.eye(4))).round(5).tolist())


@case
def layouts() -> Any:
    x = numbers(2, 3)
    turned = Format(Layout(major_to_minor=(1, 0)), x.sharding)
    y = jax.jit(lambda x: x * 2, out_shardings=turned)(x)
    put = jax.device_put(x, turned)
    back = jax.jit(lambda x: x + 1, in_shardings=turned)(put)
    auto = jax.jit(
        lambda x, y: (x @ y.T, y + 1), in_shardings=Format(Layout.AUTO), out_shardings=Format(Layout.AUTO)
    )
    program = auto.lower(*[jax.ShapeDtypeStruct((4, 8), "float32")] * 2).compile()
    return {
        "format": [str(array.format.layout) for array in (x, y, put, back)],
        "values": [np.asarray(array).tolist() for array in (y, put, back)],
        "auto": [
            str([f.layout for f in program.input_formats[0]]),
            str([f.layout for f in program.output_formats]),
        ],
        "wrong": raised(lambda: jax.jit(lambda x: x, in_shardings=Format(Layout((0, 1)), x.sharding))(put)),
        "on device": str(x.format),
    }
