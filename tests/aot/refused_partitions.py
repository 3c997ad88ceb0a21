"""A program with `custom_partitioning` whose rule raises; prints what the compilation raises.

Usage: ``refused_partitions.py TARGET RULE``; RULE is ``partition`` or ``infer``, which XLA's own propagation of
shardings calls.
"""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.custom_partitioning import custom_partitioning
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib_core import topologies


def main(target: str, rule: str) -> None:
    jax.config.update("jax_use_shardy_partitioner", rule == "partition")

    def partition(mesh: Any, operands: Any, result: Any) -> Any:
        if rule == "partition":
            raise ValueError("no rule for this")
        return mesh, lambda x: jnp.sin(x) * 2, operands[0].sharding, (operands[0].sharding,)

    def infer(mesh: Any, operands: Any, result: Any) -> Any:
        raise ValueError("no rule for this")

    divided: Any = custom_partitioning(lambda x: jnp.sin(x) * 2)
    divided.def_partition(partition, infer_sharding_from_operands=infer, sharding_rule="i -> i")
    mesh = Mesh(np.array(topologies.get(target).devices), ("x",))
    operand = jax.ShapeDtypeStruct((8,), jnp.float32, sharding=NamedSharding(mesh, PartitionSpec("x")))
    try:
        jax.jit(divided).lower(operand).compile()
    except jax.errors.JaxRuntimeError as error:
        print(f"{error.error_code_string}: {'no rule for this' in str(error)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
