"""Compiles a model's training step for absent chips, without running it."""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import jax
import numpy as np
from jax.extend import backend
from jax.sharding import NamedSharding, PartitionSpec
from jaxlib_core import topologies

from tools.models.children.build import build
from tools.models.children.model import held
from tools.models.children.program import digests
from tools.upstream_tests.children.program_texts import kernels

#: The folders of files whose names are in programs: those of this checkout and of the environment.
_FOLDERS = rf"{re.escape(str(Path(__file__).parents[3]))}/|.*/site-packages/"
_COLLECTIVES = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute")


def do(task: dict[str, Any]) -> dict[str, Any]:
    """Do the task; see the module."""
    # The same program has the same text and digest wherever it is compiled.
    jax.config.update("jax_hlo_source_file_canonicalization_regex", _FOLDERS)
    started = time.monotonic()
    chips = topologies.get(task["target"])
    count = task["devices"]
    model = build(task, chips.devices[:count])

    def abstract(leaf: Any, *axes: str | None) -> Any:
        sharding = NamedSharding(model.mesh, PartitionSpec(*axes))
        return jax.ShapeDtypeStruct(leaf.shape, leaf.dtype, sharding=sharding)

    def divided(leaf: Any) -> Any:
        """Shards a weight over its first axis that the chips divide evenly; a weight without one is replicated."""
        at = next((n for n, size in enumerate(leaf.shape) if size and size % count == 0), None)
        return abstract(leaf) if at is None else abstract(leaf, *[None] * at, model.axis)

    # The batch of each chip is the model's own.
    inputs = [
        abstract(jax.ShapeDtypeStruct((count * array.shape[0], *array.shape[1:]), array.dtype), model.axis)
        for array in model.inputs()
    ]

    def step(weights: Any, others: Any, *inputs: Any) -> Any:
        value, _, after = model.step(weights, others, *inputs)
        return value, after

    with model.mesh, _on_target(chips, model.mesh) if task.get("kernels") else contextlib.nullcontext():
        traced = jax.jit(step, donate_argnums=0).trace(
            [divided(leaf) for leaf in model.weights], [abstract(leaf) for leaf in model.others], *inputs
        )
        lowered = traced.lower()
        lower = time.monotonic()
        compiled = lowered.compile()
    done = time.monotonic()
    memory = compiled.memory_analysis()
    text = compiled.as_text()
    return {
        "parameters": int(sum(np.prod(leaf.shape) for leaf in model.weights)),
        "seconds": {"lower": lower - started, "compile": done - lower},
        "memory": held(),
        "flops": (compiled.cost_analysis() or {}).get("flops"),
        # XLA:GPU reports no flops; those of matrix products are counted in jax's program.
        "product_flops": _products(traced.jaxpr.jaxpr) / count,
        "device_memory": memory.argument_size_in_bytes
        + memory.temp_size_in_bytes
        + memory.output_size_in_bytes
        - memory.alias_size_in_bytes,
        "chip_memory": chips.memory,
        # On a GPU, an asynchronous collective's name ends with "-start".
        "program": digests(compiled),
        "kernels": kernels(text),
        "collectives": sum(text.count(f" {name}{end}(") for name in _COLLECTIVES for end in ("", "-start")),
    }


@contextlib.contextmanager
def _on_target(chips: Any, mesh: Any) -> Iterator[None]:
    """Kernels that ask jax for its default device get the target's, which this machine lacks."""
    asked = mock.patch.object(backend, "get_default_device", return_value=chips.devices[0])
    with jax.sharding.use_abstract_mesh(mesh.abstract_mesh), asked:
        yield


def _products(jaxpr: Any) -> float:
    """Floating-point operations of all matrix products of a program, for all devices together."""
    total = 0.0
    for equation in jaxpr.eqns:
        parameters = equation.params
        if equation.primitive.name == "dot_general":
            (sums, _), _ = parameters["dimension_numbers"]
            shape = equation.invars[0].aval.shape
            total += 2.0 * equation.outvars[0].aval.size * math.prod(shape[axis] for axis in sums)
        times = parameters["length"] if equation.primitive.name == "scan" else 1
        for value in parameters.values():
            for inner in value if isinstance(value, (tuple, list)) else (value,):
                inside = getattr(inner, "jaxpr", inner)
                if hasattr(inside, "eqns"):
                    total += times * _products(inside)
    return total
