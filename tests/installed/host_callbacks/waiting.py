"""Callbacks that compute with jax, or wait for threads and other callbacks."""

from __future__ import annotations

import itertools
import queue
import threading
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from host_callbacks.programs import PATIENCE, in_threads, inside, like, text
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P


def jax_inside() -> list[Any]:
    """Callbacks that wait for jax computations, with more queued than the library runs at once."""
    inner = jax.jit(lambda a: (a @ a.T).sum())
    nested = jax.jit(lambda b: jax.pure_callback(lambda c: np.asarray(c) + 1, like(b), b))
    weights = jnp.ones((64, 64))

    def compute(a: Any) -> Any:
        return np.asarray(nested(inner(a)) + inner(weights)) * np.ones(())

    @jax.jit
    def f(x: Any) -> Any:
        step = jax.pure_callback(compute, jax.ShapeDtypeStruct((), x.dtype), x)
        return x + 0 * step, step

    def chain(n: int) -> Any:
        x = jnp.full((64, 64), float(n))
        steps = []
        for _ in range(50):
            x, step = f(x)
            steps.append(step)
        return [float(s) for s in jax.block_until_ready(steps)][-1]

    mesh = jax.make_mesh((4,), ("x",))
    y = jax.device_put(jnp.ones((256, 64)), NamedSharding(mesh, P("x")))
    body = jax.shard_map(
        lambda a: jax.lax.psum(jax.pure_callback(compute, jax.ShapeDtypeStruct((), a.dtype), a), "x"),
        mesh=mesh,
        in_specs=P("x"),
        out_specs=P(),
    )
    return [chain(1), in_threads(chain, 4), float(jax.jit(body)(y))]


def many_threads() -> list[Any]:
    """Programs with callbacks called by several threads, and callbacks that wait for each other."""
    f = jax.jit(lambda x: jax.pure_callback(lambda a: np.asarray(a) * 2, like(x), x + 1))

    def run(n: int) -> float:
        x = jnp.full((64, 64), float(n))
        for _ in range(100):
            x = f(x) / 2 - 1
        return float(x[0, 0])

    barrier = threading.Barrier(4)

    def meet(a: Any) -> Any:
        barrier.wait(PATIENCE)
        return np.asarray(a)

    mesh = jax.make_mesh((4,), ("x",))
    together = jax.shard_map(
        lambda a: jax.pure_callback(meet, like(a), a), mesh=mesh, in_specs=P("x"), out_specs=P("x")
    )
    x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    return [in_threads(run, 8), text(jax.jit(together)(x))]


def waiting_for_threads() -> list[Any]:
    """Callbacks that wait for other threads' jax computations on the same device."""
    x = jnp.ones((200, 200))
    spec = jax.ShapeDtypeStruct((), np.float64)
    sums: queue.Queue[float] = queue.Queue()
    take = jax.jit(lambda a: jax.pure_callback(lambda _: np.float64(sums.get(timeout=PATIENCE)), spec, a @ a))

    def produce(_: int) -> None:
        fresh = jnp.asarray(np.random.default_rng(0).random((500, 500)))
        for n in range(3):
            sums.put(float(((jnp.sin(fresh) @ fresh) * 0 + n).sum()))

    sums.put(0.0)
    take(x).block_until_ready()
    producer = threading.Timer(0.05, produce, (0,))
    producer.start()
    taken = [float(y) for y in [take(x) for _ in range(3)]]
    spawned = inside(lambda _: in_threads(lambda n: float((jnp.sin(x) * 0 + n).sum()), 3))

    barrier: threading.Barrier | None = None

    def meet(_: Any) -> Any:
        if barrier:
            barrier.wait(PATIENCE)
        return np.float64(1)

    both = jax.jit(lambda a: jax.pure_callback(meet, spec, a @ a))
    both(x).block_until_ready()
    barrier = threading.Barrier(2)
    return [taken, spawned, in_threads(lambda _: float(both(x)), 2)]


def crowded() -> list[Any]:
    """Every device runs two programs, all in callbacks that wait for work on these devices.

    One program is over all devices, and there is one more on each. (The backend inside jaxlib hangs.)
    """
    devices = jax.devices()
    mesh = jax.make_mesh((len(devices),), ("x",))
    host = np.random.default_rng(0).random((1000, 1001))
    resident = [jax.device_put(host, device) for device in devices]
    everybody = threading.Barrier(2 * len(devices))
    done: list[bool] = []
    turns = itertools.count()

    def work(_: Any) -> Any:
        everybody.wait(PATIENCE)
        n = next(turns) % len(devices)
        jax.device_put(host[1:], devices[n]).block_until_ready()
        jax.device_put(resident[n], devices[n - 1]).block_until_ready()
        np.asarray(jnp.sin(resident[n]).T).sum()
        done.append(float((resident[n][:50, :50] @ jnp.ones((50, 50))).sum()) > 0)
        return np.float64(1)

    spec = jax.ShapeDtypeStruct((), np.float64)
    alone = jax.jit(lambda x: jax.pure_callback(work, spec, x @ x))
    over_all = jax.shard_map(
        lambda x: jax.pure_callback(work, spec, x @ x.T)[None], mesh=mesh, in_specs=P("x"), out_specs=P("x")
    )
    x = jax.device_put(jnp.ones((400, 100)), NamedSharding(mesh, P("x"))).block_until_ready()
    each = jax.block_until_ready([jax.device_put(jnp.ones((100, 100)), device) for device in devices])
    single = [alone(y) for y in each]
    return [float(jax.jit(over_all)(x).sum()), sum(map(float, single)), done]
