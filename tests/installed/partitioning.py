"""What jax leaves to XLA's partitioner by callbacks, and other things that this library takes less of.

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
from jax.experimental import buffer_callback, topologies
from jax.experimental.custom_partitioning import custom_partitioning
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((4,), ("x",), axis_types=(AxisType.Auto,))
X = jax.device_put(jnp.arange(8.0).reshape(4, 2), NamedSharding(MESH, P("x")))


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


def inspected() -> dict[str, Any]:
    seen: list[str] = []

    def see(sharding: Any) -> None:
        seen.append(str(getattr(sharding, "spec", sharding)))

    def square(x: Any) -> Any:
        jax.debug.inspect_array_sharding(x, callback=see)
        return x * x

    refused = raised(lambda: jax.jit(square)(X))
    jax.shard_map(square, mesh=MESH, in_specs=P("x"), out_specs=P("x"))(X)
    jax.jit(square)(np.ones(2))
    return {"several": refused, "shard_map": seen[0], "times": len(seen)}


def printed() -> dict[str, Any]:
    def shown(x: Any) -> Any:
        jax.debug.print("{}", x[0, 0], partitioned=True)
        return x

    def called(x: Any) -> Any:
        jax.debug.callback(lambda value: None, x, partitioned=True)
        return x

    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        jax.shard_map(shown, mesh=MESH, in_specs=P("x"), out_specs=P("x"))(X).block_until_ready()
        jax.jit(shown)(np.full((1, 1), 9.0)).block_until_ready()
        jax.effects_barrier()
    several = [raised(lambda function=function: jax.jit(function)(X)) for function in (shown, called)]  # type: ignore[misc]
    return {"several": several, "shards": sorted(output.getvalue().split())}


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
            "topology": raised(lambda: topologies.get_topology_desc(platform="cpu")),
            "dlpack": dlpack(),
        }
    )
)
