"""Programs that need XLA's partitioner, and other features of which this library supports less.

Run by a child process on four CPU devices; prints one JSON object.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.interpreters import mlir
from jax.experimental import buffer_callback, topologies
from jax.experimental.custom_partitioning import custom_partitioning
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P
from jaxlib_core.plugins.discovery import discover
from jaxlib_cpu.unreduced import written_out

MESH = jax.make_mesh((4,), ("x",), axis_types=(AxisType.Auto,))
X = jax.device_put(jnp.arange(8.0).reshape(4, 2), NamedSharding(MESH, P("x")))


#: Of a mesh whose devices are not in the order of their numbers, by which each would know its place.
TURNED = """
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>
  func.func @main(%value: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
    %made = sdy.sharding_constraint %value <@mesh, [{}], unreduced={"x"}> : tensor<8xf32>
    return %made : tensor<8xf32>
  }
}
"""


#: What one manual computation gives unreduced another takes as it is; the pass of jaxlib 0.12.0 fails on that.
STRAIGHT_ON = """
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%value: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%value) in_shardings=[<@mesh, [{}]>]
        out_shardings=[<@mesh, [{}], unreduced={"x"}>] manual_axes={"x"} (%a: tensor<8xf32>) {
      sdy.return %a : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{}], unreduced={"x"}>]
        out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
      sdy.return %b : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
"""


def raised(function: Callable[[], Any]) -> list[str]:
    try:
        function()
    except Exception as error:
        return [type(error).__name__, str(error).splitlines()[0]]
    return []


def partitioned() -> dict[str, Any]:
    @custom_partitioning  # type: ignore[untyped-decorator]
    def total(x: Any) -> Any:
        return jnp.sum(x, axis=0)

    total.def_partition(
        partition=lambda mesh, arguments, result: (mesh, jnp.sum, result.sharding, (arguments[0].sharding,)),
        sharding_rule="i j -> j",
    )
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    logging.getLogger("jaxlib_core").addHandler(handler)
    return {
        "several": np.asarray(jax.jit(total)(X)).tolist(),
        "log": log.getvalue(),
        "one": np.asarray(jax.jit(total)(np.ones((4, 2)))).tolist(),
        "shard_map": np.asarray(
            jax.shard_map(total, mesh=MESH, in_specs=P("x"), out_specs=P("x"))(X)
        ).tolist(),
        "logged": log.getvalue().count("\n"),
    }


def inspected() -> list[str]:
    seen: list[str] = []

    def see(sharding: Any) -> None:
        seen.append(str(getattr(sharding, "spec", "one device")))

    def square(x: Any) -> Any:
        jax.debug.inspect_array_sharding(x, callback=see)
        return x * x

    def loop(x: Any) -> Any:
        return jax.lax.fori_loop(0, 2, lambda _, y: square(y), jnp.sin(x).T)

    for function in (square, loop, jax.jit(square)):
        jax.jit(function)(X)
    jax.shard_map(square, mesh=MESH, in_specs=P("x"), out_specs=P("x"))(X)
    jax.jit(square)(np.ones(2))
    return seen


def printed() -> list[list[str]]:
    @jax.jit  # type: ignore[untyped-decorator]
    def shown(x: Any) -> None:
        jax.debug.print("{}", x, partitioned=True)

    @jax.jit  # type: ignore[untyped-decorator]
    def called(x: Any) -> None:
        jax.debug.callback(lambda value: print(value.shape), x, partitioned=True)

    found = []
    for function, argument in ((shown, X), (called, X), (shown, np.full((1, 1), 9.0))):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            jax.block_until_ready(function(argument))
            jax.effects_barrier()
        found.append(sorted(output.getvalue().splitlines()))
    return found


def batched() -> dict[str, Any]:
    matrices = np.arange(4 * 3 * 3.0).reshape(4, 3, 3) + 9 * np.eye(3)
    sharded = jax.device_put(matrices, NamedSharding(MESH, P("x")))
    compiled = jax.jit(jnp.linalg.qr).lower(sharded).compile()
    q, r = compiled(sharded)
    return {
        "gathered": "all-gather" in compiled.as_text(),
        "spec": str(q.sharding.spec),
        "right": bool(np.allclose(np.asarray(q) @ np.asarray(r), matrices, atol=1e-4)),
    }


def unreduced() -> dict[str, Any]:
    mesh = jax.make_mesh((4,), ("x",), axis_types=(AxisType.Explicit,))
    with jax.set_mesh(mesh):
        whole = jnp.arange(4.0)
        sharded = jax.reshard(whole, P("x"))
        shards = [
            [np.asarray(shard.data).tolist() for shard in value.addressable_shards]
            for value in (
                jax.reshard(whole, P(unreduced={"x"})),
                jax.reshard(sharded, P(unreduced={"x"})),
            )
        ]
        reduced = jax.device_put(whole, P(reduced={"x"}))
        gradient = jax.jit(jax.grad(lambda value: (value * 2).sum()))(reduced)
        kept = {"shards": shards, "gradient": np.asarray(jax.reshard(gradient, P())).tolist()}
    square = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)

    def along_another(value: Any) -> Any:
        return jax.reshard(jax.reshard(jax.reshard(value, P("x")), P("y", unreduced={"x"})), P())

    @jax.shard_map(out_specs=P(reduced={"y"}))  # type: ignore[untyped-decorator]
    def total(value: Any) -> Any:
        whole = jax.lax.all_gather(value, "y", axis=1, tiled=True, to="reduced")
        return jax.lax.psum(whole.sum(), "x")

    def write_out(program: str) -> None:
        (plugin,) = discover().plugins
        with mlir.make_ir_context():
            written_out(plugin, mlir.ir.Module.parse(program))

    def through_shards() -> None:
        matrix = jax.device_put(np.arange(32.0).reshape(8, 4), P("x", "y"))
        assert (np.asarray(jax.jit(jax.grad(total))(matrix)) == 1).all()

    with jax.set_mesh(square):
        divided = jax.device_put(jnp.arange(8.0), NamedSharding(square, P("y")))
        return kept | {
            "refused": raised(lambda: write_out(TURNED)),
            "straight on": raised(lambda: write_out(STRAIGHT_ON)),
            "along another": np.asarray(jax.jit(along_another)(divided)).tolist(),
            "through shards": raised(through_shards),
        }


def extremes() -> dict[str, Any]:
    """Values that are unreduced by a maximum or a minimum, which jax has from 0.12 on."""
    kinds = getattr(jax.sharding, "UnreducedKind", None)
    if kinds is None:
        return {}
    mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)
    # All below zero: one that took them for sums would give them zeros.
    values = -1.0 - np.array([[3.0, 8.0], [1.0, 6.0], [2.0, 7.0], [5.0, 4.0]])
    found = {}
    with jax.set_mesh(mesh):
        given = jax.device_put(values, P("x", "y"))
        for name in ("max", "min"):
            reduce, kind = getattr(jax.lax, f"reduce_{name}"), kinds[name]

            def one(x: Any, reduce: Any = reduce, kind: Any = kind) -> Any:
                return reduce(x, axes=(0,), out_sharding=P("y", unreduced={"x"}, unreduced_kind=kind))

            def both(x: Any, reduce: Any = reduce, kind: Any = kind) -> Any:
                whole = P(unreduced={"x", "y"}, unreduced_kind=kind)
                some = P(unreduced={"x"}, unreduced_kind=kind)
                return jax.reshard(reduce(x, axes=(0, 1), out_sharding=whole), some)

            def mixed(x: Any, one: Any = one, kind: Any = kind) -> Any:
                # A sum beside it, and a loop that carries both.
                total = jax.lax.reduce_sum(x, axes=(0,), out_sharding=P("y", unreduced={"x"}))
                carried = jax.lax.fori_loop(0, 2, lambda _, pair: pair, (one(x), total))
                return [jax.reshard(array, P()) for array in carried]

            found[name] = {
                "one": [
                    np.asarray(addressable_shard.data).tolist()
                    for addressable_shard in jax.jit(one)(given).addressable_shards
                ],
                "both": [
                    np.asarray(shard.data).tolist() for shard in jax.jit(both)(given).addressable_shards
                ],
                "reduced": np.asarray(jax.reshard(jax.jit(both)(given), P())).tolist(),
                "mixed": [np.asarray(result).tolist() for result in jax.jit(mixed)(given)],
            }
    return found


def dlpack() -> list[float]:
    """Asked without a version, as numpy before 2.1 asks, for a buffer that is read-only."""

    class Unversioned:
        def __init__(self, buffer: Any) -> None:
            self.buffer = buffer

        def __dlpack__(self, **_: Any) -> Any:
            return self.buffer.__dlpack__()

        def __dlpack_device__(self) -> Any:
            return self.buffer.__dlpack_device__()

    def double(ctx: Any, out: Any, argument: Any) -> None:
        np.asarray(out)[...] = 2 * np.from_dlpack(Unversioned(argument))

    doubled = buffer_callback.buffer_callback(double, jax.ShapeDtypeStruct((3,), jnp.float32))
    return [float(value) for value in doubled(jnp.arange(3, dtype=jnp.float32))]


print(
    json.dumps(
        {
            "partitioned": partitioned(),
            "inspected": inspected(),
            "printed": printed(),
            "batched": batched(),
            "unreduced": unreduced(),
            "extremes": extremes(),
            "topology": raised(lambda: topologies.get_topology_desc(platform="cpu")),
            "dlpack": dlpack(),
        }
    )
)
