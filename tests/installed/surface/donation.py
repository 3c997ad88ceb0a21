"""Donated and deleted arrays."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
from cases import case, raised
from surface.arrays import numbers, outcome, sharded


@case
def donation() -> Any:
    x = numbers(1000)
    address = x.unsafe_buffer_pointer()
    step = jax.jit(lambda x: x + 1, donate_argnums=0)
    y = step(x)
    kept = jax.jit(lambda x: x + 1)(y)
    z = sharded(numbers(8, 8), "x")
    addresses = [s.data.unsafe_buffer_pointer() for s in z.addressable_shards]
    out = step(z)
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        unusable = numbers(4)
        jax.jit(lambda x: x[:2], donate_argnums=0)(unusable)
    program = step.lower(numbers(1000)).compile()
    return {
        "deleted": [x.is_deleted(), y.is_deleted(), kept.is_deleted(), z.is_deleted(), unusable.is_deleted()],
        "reused": [y.unsafe_buffer_pointer() == address]
        + [
            s.data.unsafe_buffer_pointer() == a
            for s, a in zip(out.addressable_shards, addresses, strict=True)
        ],
        "use": raised(lambda: x + 1),
        "numpy": raised(lambda: np.asarray(x)),
        "twice": raised(lambda: step(x)).partition(":")[0],
        "same twice": raised(
            lambda: jax.jit(lambda a, b: (a + b, b), donate_argnums=(0, 1))(*[numbers(8)] * 2)
        ),
        "warned": [str(w.message).partition(":")[0] for w in caught],
        "alias bytes": program.memory_analysis().alias_size_in_bytes,
        "text": "input_output_alias" in program.as_text(),
        "device_put": outcome(donated_put),
    }


def donated_put() -> Any:
    x = numbers(100)
    y = jax.device_put(x, jax.devices()[1], donate=True)
    return [x.is_deleted(), y.sum().item()]


@case
def deletion() -> Any:
    x = numbers(8)
    x.delete()
    return [
        x.is_deleted(),
        raised(lambda: x + 1),
        raised(x.block_until_ready),
        raised(lambda: repr(x)),
    ]
