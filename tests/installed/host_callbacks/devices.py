"""Callbacks over several devices."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from host_callbacks.programs import inside, like, text
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P


def sharded() -> list[Any]:
    """One call per shard in shard_map and pmap, a single call under jit; results on every device."""
    mesh = jax.make_mesh((4,), ("x",))
    x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    calls: list[str] = []

    def double(a: Any) -> Any:
        calls.append(text(a))
        return np.asarray(a) * 2

    def body(a: Any) -> Any:
        return jax.lax.psum(jax.pure_callback(double, like(a), a), "x")

    summed = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P("x"), out_specs=P()))(x)
    found = [text(summed), sorted(calls)]
    calls.clear()
    found += [text(jax.jit(lambda a: jax.pure_callback(double, like(a), a))(x)), sorted(calls)]
    calls.clear()
    mapped = jax.pmap(lambda a: jax.pure_callback(double, like(a), a))(jnp.arange(8.0).reshape(4, 2))
    return [*found, text(mapped), sorted(calls)]


def arrays_of_the_caller() -> list[Any]:
    """Callbacks compute with closed-over Arrays, committed or not, as functions outside a program do."""
    devices = jax.devices()
    mesh = jax.make_mesh((4,), ("x",))
    loose = jnp.arange(6.0)
    here, there = (jax.device_put(loose, device) for device in devices[:2])
    spread = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    give = jax.jit(lambda x: x + 1, donate_argnums=0)
    kept: list[Any] = []

    def placed(x: Any) -> str:
        return f"{text(x)} on {sorted(device.id for device in x.devices())}"

    def donate(_: Any) -> list[Any]:
        first = jnp.ones(1000)
        second = give(first)
        third = give(second)
        return [first.is_deleted(), second.is_deleted(), float(third[0])]

    def keep(a: Any) -> Any:
        kept.extend((a, here + a[0, 0], spread * 2))
        return None

    def add(a: Any) -> Any:
        return a + there

    total = jax.shard_map(lambda x: jax.lax.psum(x, "x"), mesh=mesh, in_specs=P("x"), out_specs=P())
    found = [
        inside(lambda a: placed(a[0, :6] + loose)),
        inside(lambda a: placed(jnp.add(a[0, 0], here))),
        inside(lambda _: placed(there * 2)),
        inside(lambda _: placed(here + there)),
        inside(lambda a: jax.pure_callback(add, jax.ShapeDtypeStruct((6,), a.dtype), a[0, 0]).sum().item()),
        inside(lambda _: placed(jax.jit(lambda x: x * 2)(spread))),
        inside(lambda _: text(jax.jit(total)(spread))),
        inside(lambda _: placed(jax.device_put(here * 2, devices[2]))),
        inside(lambda _: text(jnp.zeros((0, 3)) + 1)),
        inside(lambda _: [text(x) for x in jax.jit(lambda x: (x.sum(), x * 2))(jnp.zeros((3, 0)))]),
        inside(lambda _: text(jnp.arange(5).astype("int4") + jnp.ones(5, "int4"))),
        inside(lambda _: text(jax.random.uniform(jax.random.key(0), (2,)))),
        inside(lambda _: text(jnp.linalg.cholesky(jnp.eye(2) * 4))),
        inside(lambda _: text(jax.lax.scan(lambda c, x: (c + x, c), 0.0, jnp.arange(9.0))[1])),
        inside(lambda _: text(jax.grad(lambda x: jnp.sin(x) @ x)(loose))),
        inside(lambda _: text(jax.jit(lambda x: x.T).lower(jnp.ones((2, 3))).compile()(jnp.ones((2, 3))))),
        inside(donate),
        inside(keep),
    ]
    return [*found, [text(x) for x in kept[1:]], float(give(kept[1])[0]), kept[1].is_deleted()]


def divided() -> dict[str, Any]:
    """Callbacks that jaxlib's own backend partitions: one call per shard, and inspect_array_sharding."""
    mesh = jax.make_mesh((4,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    x = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    found: dict[str, Any] = {}
    calls: list[str] = []

    def callback(a: Any) -> Any:
        jax.debug.callback(lambda b: calls.append(text(b)), a, partitioned=True)
        return a

    def inspect(a: Any) -> Any:
        jax.debug.inspect_array_sharding(a, callback=lambda sharding: calls.append(str(sharding.spec)))
        return a

    for function in (callback, inspect):
        over = jax.shard_map(function, mesh=mesh, in_specs=P("x"), out_specs=P("x"))
        for name, program in (("jit", function), ("shard_map", over)):
            calls.clear()
            try:
                jax.jit(program)(x).block_until_ready()
                jax.effects_barrier()
                outcome: Any = sorted(calls)
            except Exception as error:
                outcome = [type(error).__name__, str(error)]
            found[f"{function.__name__} {name}"] = outcome
    return found
