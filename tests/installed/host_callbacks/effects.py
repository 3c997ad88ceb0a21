"""Output, and ordered effects."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from host_callbacks.programs import text
from jax.experimental import io_callback
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P


def printing() -> list[str]:
    """debug.print and debug.callback, ordered and unordered."""
    lines: list[str] = []

    @jax.jit
    def f(x: Any) -> Any:
        jax.debug.print("x = {x:.1f}", x=x, ordered=True)
        jax.debug.callback(lambda y: lines.append(f"callback {y}"), x * 2, ordered=True)
        return jax.lax.fori_loop(0, 3, lambda i, c: (jax.debug.print("i = {}", i, ordered=True), c + i)[1], x)

    with redirect_stdout(io.StringIO()) as out:
        for n in range(3):
            f(float(n))
        jax.vmap(lambda x: jax.debug.print("v = {}", x))(jnp.arange(3))
        jax.effects_barrier()
    printed = out.getvalue().splitlines()
    return [*printed[:-3], *sorted(printed[-3:]), *lines]


def ordered_io() -> list[Any]:
    """Ordered effects keep the program's order over many calls and in loops."""
    seen: list[int] = []

    def note(x: Any) -> Any:
        seen.append(int(x))
        return np.int64(len(seen))

    spec = jax.ShapeDtypeStruct((), np.int64)

    @jax.jit
    def f(x: Any) -> Any:
        first = io_callback(note, spec, x, ordered=True)
        jax.lax.fori_loop(0, 5, lambda i, c: c + io_callback(note, spec, x + i + 1, ordered=True), first)
        return io_callback(note, spec, x + 9, ordered=True)

    last = [int(f(n * 10)) for n in range(50)]
    jax.effects_barrier()
    total: list[int] = []
    unordered = jax.jit(lambda x: io_callback(lambda a: total.append(int(a)), None, x))
    for n in range(50):
        unordered(n)
    jax.effects_barrier()
    return [seen == [n * 10 + k for n in range(50) for k in (0, 1, 2, 3, 4, 5, 9)], last[-1], sorted(total)]


def ordered_on_devices() -> list[Any]:
    """Ordered effects of programs on several devices, consecutive and interleaved with other programs."""
    mesh = jax.make_mesh((4,), ("x",))
    xs = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    seen: list[float] = []

    @jax.jit
    def f(x: Any, n: Any) -> Any:
        io_callback(lambda a, k: seen.append(float(a) + float(k)), None, x.sum(), n, ordered=True)
        return x * 1

    for n in range(20):
        xs = f(xs, n)
        jax.jit(lambda a: a + 1)(1.0)
    jax.effects_barrier()
    return [seen == [28.0 + n for n in range(20)], text(xs)]
