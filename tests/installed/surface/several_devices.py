"""Programs and arrays over several devices."""

from __future__ import annotations

import threading
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from cases import case, raised
from jax import lax
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P
from surface.arrays import mesh, numbers, sharded, where


@case
def collectives() -> Any:
    x = numbers(8, 16)
    over = mesh(8)

    def each(function: Any, out: Any = None) -> Any:
        mapped = jax.shard_map(
            function, mesh=over, in_specs=P("x"), out_specs=P("x") if out is None else out, check_vma=False
        )
        return np.asarray(jax.jit(mapped)(x)).tolist()

    shift = [(i, (i + 1) % 8) for i in range(8)]
    return {
        "psum": each(lambda v: lax.psum(v, "x"), P()),
        "psum groups": each(lambda v: lax.psum(v, "x", axis_index_groups=[[0, 1, 2, 3], [4, 5, 6, 7]])),
        "pmax": each(lambda v: lax.pmax(v, "x"), P()),
        "pmin": each(lambda v: lax.pmin(v, "x"), P()),
        "pmean": each(lambda v: lax.pmean(v, "x"), P()),
        "all_gather": each(lambda v: lax.all_gather(v, "x", tiled=True), P()),
        "all_gather stacked": each(lambda v: lax.all_gather(v, "x"), P()),
        "reduce_scatter": each(lambda v: lax.psum_scatter(v[0], "x", tiled=True), P("x")),
        "ppermute": each(lambda v: lax.ppermute(v, "x", shift)),
        "partial ppermute": each(lambda v: lax.ppermute(v, "x", shift[:3])),
        "all_to_all": each(lambda v: lax.all_to_all(v, "x", 1, 0, tiled=True), P(None, "x")),
        "index": each(lambda v: v * 0 + lax.axis_index("x")),
    }


@case
def collectives_of_types() -> Any:
    def summed(kind: str) -> Any:
        x = numbers(8, 4).astype(kind)
        mapped = jax.shard_map(lambda v: lax.psum(v, "x"), mesh=mesh(8), in_specs=P("x"), out_specs=P())
        return np.asarray(jax.jit(mapped)(x)).astype("complex64" if kind[0] == "c" else "float32").tolist()

    kinds = ("int8", "bfloat16", "complex64")
    return {kind: [str(v) for v in summed(kind)] for kind in kinds}


@case
def jit_with_shardings() -> Any:
    over = mesh(4, 2)
    x = sharded(numbers(8, 8), "x", "y", on=over)
    w = sharded(numbers(8, 8) / 64, "y", None, on=over)
    step = jax.jit(lambda x, w: jnp.tanh(x @ w).sum(0), out_shardings=NamedSharding(over, P("x")))
    program = step.lower(x, w).compile()
    text = program.as_text()
    found = {
        name: name in text for name in ("all-reduce", "all-gather", "reduce-scatter", "collective-permute")
    }
    constrained = jax.jit(lambda x: lax.with_sharding_constraint(x * 2, NamedSharding(over, P(None, "x"))))(x)
    return {
        "out": [where(step(x, w)), np.asarray(step(x, w)).tolist()],
        "collectives": found,
        "shardings": [str(program.input_shardings), str(program.output_shardings)],
        "constrained": [where(constrained), constrained.tolist()],
        "replicated": where(jax.device_put(x, NamedSharding(over, P()))),
        "moved": where(jax.device_put(x, jax.devices()[2])),
        "resharded": where(jax.device_put(x, NamedSharding(mesh(2, 4), P("y", "x")))),
        "mixed": raised(
            lambda: jax.device_put(1.0, jax.devices()[0]) + jax.device_put(1.0, jax.devices()[1])
        ),
    }


@case
def explicit_sharding() -> Any:
    with jax.set_mesh(mesh(4, 2, explicit=True)):
        x = jax.reshard(numbers(8, 4), P("x", "y"))
        product = jnp.einsum("ij,kj->ik", x, x, out_sharding=P("x", None))
        return [str(jax.typeof(x)), str(jax.typeof(x.T)), product.sum().item(), str(jax.typeof(x.sum(0)))]


@case
def pmap() -> Any:
    x = numbers(8, 3)
    mapped = jax.pmap(lambda v: v / lax.psum(v, "i"), axis_name="i")
    nested = jax.pmap(lambda v: lax.axis_index("i") + v, axis_name="i", devices=jax.devices()[::-1])
    return [np.asarray(mapped(x)).tolist(), where(nested(x)), np.asarray(nested(x)).tolist()]


@case
def arrays_from_pieces() -> Any:
    x: Any = np.arange(32, dtype="float32").reshape(8, 4)
    over = NamedSharding(mesh(8), P("x"))
    called = jax.make_array_from_callback(x.shape, over, lambda index: x[index])
    single = [jax.device_put(x[i : i + 1], device) for i, device in enumerate(jax.devices())]
    joined = jax.make_array_from_single_device_arrays(x.shape, over, single)
    return [
        where(called),
        np.array_equal(called, joined),
        [s.data.tolist() for s in joined.addressable_shards[:2]],
    ]


@case
def two_programs_at_once() -> Any:
    """Programs with collectives that several threads call on the same devices neither deadlock nor mix data."""
    x = sharded(numbers(8, 4), "x")
    total = jax.jit(jax.shard_map(lambda v: lax.psum(v, "x"), mesh=mesh(8), in_specs=P("x"), out_specs=P()))
    found: list[Any] = []

    def work() -> None:
        for _ in range(20):
            found.append(total(x).sum().item())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    return [len(found), set(found) == {496.0}]
