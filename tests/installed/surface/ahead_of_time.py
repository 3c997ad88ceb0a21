"""Programs that are compiled, analysed, serialized and exported ahead of time."""

from __future__ import annotations

import pickle
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from cases import case, raised
from jax.experimental import serialize_executable, topologies
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P
from surface.arrays import mesh, numbers, outcome, sharded


def trained(w: Any, x: Any) -> Any:
    return jax.value_and_grad(lambda w: jnp.tanh(x @ w).mean())(w)


@case
def ahead_of_time() -> Any:
    lowered = jax.jit(trained).lower(numbers(4, 4), numbers(8, 4))
    program = lowered.compile()
    value, gradient = program(numbers(4, 4), numbers(8, 4))
    return {
        "value": [value.item(), np.asarray(gradient).round(5).tolist()],
        "trees": [str(program.in_tree), str(program.out_tree)],
        "text": program.as_text().startswith("HloModule"),
        "wrong shape": raised(lambda: program(numbers(4, 5), numbers(8, 4))),
        "wrong type": raised(lambda: program(numbers(4, 4).astype("int32"), numbers(8, 4))),
        "runtime": type(program.runtime_executable()).__name__,
        "options": outcome(
            lambda: jax.jit(jnp.sin).lower(1.0).compile({"xla_cpu_enable_fast_math": True})(0.0).item()
        ),
        "wrong option": raised(lambda: jax.jit(jnp.sin).lower(1.0).compile({"xla_no_such_option": True})),
    }


@case
def analyses() -> Any:
    """The keys of cost and memory analysis, and the values that do not depend on the compiler."""
    lowered = jax.jit(lambda a, b: a @ b).lower(numbers(64, 32), numbers(32, 16))
    program = lowered.compile()
    before, after, memory = lowered.cost_analysis(), program.cost_analysis(), program.memory_analysis()
    return {
        "flops": [before["flops"], after["flops"]],
        "bytes": [before["bytes accessed"], after["bytes accessed"]],
        "names": sorted(name for name in after if "utilization" not in name),
        "memory": {
            name: getattr(memory, name)
            for name in (
                "argument_size_in_bytes",
                "output_size_in_bytes",
                "alias_size_in_bytes",
                "host_argument_size_in_bytes",
            )
        },
        "memory names": sorted(name for name in dir(memory) if not name.startswith("_")),
        "temporary": memory.temp_size_in_bytes >= 0 and memory.generated_code_size_in_bytes >= 0,
        "peak": memory.peak_memory_in_bytes >= 0,
    }


@case
def topology() -> Any:
    def known() -> Any:
        found = topologies.get_attached_topology()
        return [len(found.devices), found.devices[0].device_kind, found.devices[0].platform]

    def described() -> Any:
        found = topologies.get_topology_desc(platform="cpu", topology_name="cpu:2x2")
        return [len(found.devices)]

    def compiled() -> Any:
        found = topologies.get_attached_topology()
        over = topologies.make_mesh(found, (8,), ("x",))
        shape = jax.ShapeDtypeStruct((8, 4), "float32", sharding=NamedSharding(over, P("x")))
        return jax.jit(lambda x: x.sum()).lower(shape).compile().as_text().startswith("HloModule")

    return {
        "attached": outcome(known),
        "named": outcome(described).partition(":")[0],
        "compiled": outcome(compiled),
    }


@case
def serialization() -> Any:
    def turned(function: Any, *operands: Any) -> Any:
        program = jax.jit(function).lower(*operands).compile()
        written = pickle.dumps(serialize_executable.serialize(program))
        chosen = sorted(operands[0].devices(), key=lambda device: device.id)
        again = serialize_executable.deserialize_and_load(*pickle.loads(written), execution_devices=chosen)
        return [np.asarray(leaf).round(5).tolist() for leaf in jax.tree.leaves(again(*operands))]

    return {
        "one": outcome(lambda: turned(trained, numbers(3, 3), numbers(2, 3))),
        "eight": outcome(lambda: turned(lambda x: x / x.sum(), sharded(numbers(8, 2) + 1, "x"))),
        "linalg": outcome(lambda: turned(jnp.linalg.cholesky, 2 * jnp.eye(3))),
    }


@case
def export() -> Any:
    from jax import export as exporting

    exported = exporting.export(jax.jit(trained), platforms=("cpu", "tpu", "cuda"))(
        numbers(3, 3), numbers(2, 3)
    )
    again = exporting.deserialize(bytearray(exported.serialize()))
    (batch,) = exporting.symbolic_shape("b")
    shapes = jax.ShapeDtypeStruct((batch, 4), "float32")
    poly = exporting.export(jax.jit(lambda x: x @ x.T + x.shape[0]))(shapes)
    poly = exporting.deserialize(bytearray(poly.serialize(vjp_order=1)))
    over = mesh(8)
    spread = exporting.export(jax.jit(lambda x: x / x.sum(), in_shardings=NamedSharding(over, P("x"))))
    spread = spread(jax.ShapeDtypeStruct((8, 2), "float32"))
    return {
        "called": [np.asarray(x).round(5).tolist() for x in again.call(numbers(3, 3), numbers(2, 3))],
        "platforms": list(again.platforms),
        "version": exported.calling_convention_version,
        "polymorphic": [poly.call(numbers(n, 4)).tolist() for n in (1, 3)],
        "gradient": jax.grad(lambda x: poly.call(x).sum())(numbers(2, 4)).tolist(),
        "devices": [
            spread.nr_devices,
            outcome(lambda: np.asarray(spread.call(sharded(numbers(8, 2) + 1, "x"))).tolist()),
        ],
        "wrong platform": raised(
            lambda: exporting.export(jax.jit(jnp.sin), platforms=("tpu",))(jnp.float32(1)).call(
                jnp.float32(1)
            )
        ),
    }
