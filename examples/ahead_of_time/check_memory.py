"""Compile a training step for hardware that this machine does not have, and fail where it takes too much memory.

    pip install jax jaxlib-tpu
    python check_memory.py budget.toml

For a CI job: no TPU, no GPU, no driver; the compiler inside the plugin does the work. Exits with 1 where a target
is over its budget, with 2 where it cannot be compiled for.
"""

from __future__ import annotations

import argparse
import os
import re
import tomllib
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

# The process itself needs no hardware: without this, jax would look for some.
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from jaxlib_core import topologies
from jaxlib_core.errors import PluginError

LAYERS, WIDTH, HEADS, VOCABULARY, LENGTH, BATCH = 12, 512, 8, 16_384, 1024, 64
COLLECTIVES = re.compile(
    r" (all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute)(?:-start)?\("
)

Parameters = dict[str, Any]


class Use(NamedTuple):
    """What one of so many devices needs for a program, in bytes, and the collectives in it."""

    devices: int
    arguments: int
    temporary: int
    results: int
    collectives: Counter[str]

    @property
    def total(self) -> int:
        """All of it; results that take the place of donated arguments count once."""
        return self.arguments + self.temporary + self.results


def parameters() -> Parameters:
    """The shapes of a decoder's weights, each with its layers stacked."""
    square, wide = (LAYERS, WIDTH, WIDTH), (LAYERS, WIDTH, 4 * WIDTH)
    shapes = {
        "q": square,
        "k": square,
        "v": square,
        "o": square,
        "up": wide,
        "down": (LAYERS, 4 * WIDTH, WIDTH),
    }
    return {name: jax.ShapeDtypeStruct(shape, jnp.float32) for name, shape in shapes.items()} | {
        "embedding": jax.ShapeDtypeStruct((VOCABULARY, WIDTH), jnp.float32)
    }


def normal(x: jax.Array) -> jax.Array:
    """Every vector of ``x`` with a mean square of 1."""
    return x * jax.lax.rsqrt(jnp.mean(jnp.square(x), axis=-1, keepdims=True) + 1e-6)


def layer(x: jax.Array, weights: Parameters) -> tuple[jax.Array, None]:
    """One layer of the decoder, in bfloat16."""
    w = jax.tree.map(lambda weight: weight.astype(jnp.bfloat16), weights)
    heads = (*x.shape[:2], HEADS, WIDTH // HEADS)
    q, k, v = ((normal(x) @ w[name]).reshape(heads) for name in "qkv")
    x += jax.nn.dot_product_attention(q, k, v, is_causal=True).reshape(x.shape) @ w["o"]
    return x + jax.nn.gelu(normal(x) @ w["up"]) @ w["down"], None


def loss(weights: Parameters, tokens: jax.Array, rows: NamedSharding) -> jax.Array:
    """Mean cross entropy of the next token; layers are computed again in the backward pass."""
    stacked = {name: weight for name, weight in weights.items() if name != "embedding"}
    embedding = weights["embedding"].astype(jnp.bfloat16)
    # Each device has whole rows of the batch. Otherwise the compiler would split the vectors of all rows.
    x = jax.lax.with_sharding_constraint(embedding[tokens[:, :-1]], rows)
    x, _ = jax.lax.scan(jax.checkpoint(layer), x, stacked)
    scores = jax.nn.log_softmax((normal(x) @ embedding.T).astype(jnp.float32))
    return -jnp.mean(jnp.take_along_axis(scores, tokens[:, 1:, None], axis=-1))


def step(
    weights: Parameters, momentum: Parameters, tokens: jax.Array, *, rows: NamedSharding
) -> tuple[Parameters, Parameters, jax.Array]:
    """One step of gradient descent with momentum."""
    value, gradients = jax.value_and_grad(loss)(weights, tokens, rows)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradients)
    return jax.tree.map(lambda w, m: w - 1e-3 * m, weights, momentum), momentum, value


def use(target: str) -> Use:
    """Compile ``step`` for ``target``: weights sharded over all devices, each with its part of the batch."""
    mesh = Mesh(topologies.get(target).devices, ("devices",))

    def sharded(array: jax.ShapeDtypeStruct, *axes: str | None) -> jax.ShapeDtypeStruct:
        return jax.ShapeDtypeStruct(
            array.shape, array.dtype, sharding=NamedSharding(mesh, PartitionSpec(*axes))
        )

    weights = {
        name: sharded(array, *([None] * (len(array.shape) - 1)), "devices")
        for name, array in parameters().items()
    }
    tokens = sharded(jax.ShapeDtypeStruct((BATCH, LENGTH + 1), jnp.int32), "devices")
    program = jax.jit(partial(step, rows=tokens.sharding), donate_argnums=(0, 1))
    compiled = program.lower(weights, weights, tokens).compile()
    memory = compiled.memory_analysis()
    return Use(
        mesh.size,
        memory.argument_size_in_bytes,
        memory.temp_size_in_bytes,
        memory.output_size_in_bytes - memory.alias_size_in_bytes,
        Counter(COLLECTIVES.findall(compiled.as_text())),
    )


def main() -> int:
    """Compile for each target of the budget, and print a line for each."""
    parser = argparse.ArgumentParser(description="Check a training step's memory on other hardware.")
    parser.add_argument("budget", type=Path, help="a TOML file: GB for one device, by the name of a target")
    file: Path = parser.parse_args().budget
    budget: dict[str, float] = tomllib.loads(file.read_text("utf-8"))
    over = 0
    print(f"{'target':14} {'devices':>7} {'arguments':>10} {'temporary':>10} {'total':>8} {'budget':>8}")
    for name, allowed in budget.items():
        try:
            found = use(name)
        except PluginError as error:
            print(f"{name}: {error}")
            return 2
        sizes = (found.arguments, found.temporary, found.total)
        arguments, temporary, total = (f"{size / 1e9:.2f}" for size in sizes)
        fits = found.total <= allowed * 1e9
        over += not fits
        print(
            f"{name:14} {found.devices:7} {arguments:>10} {temporary:>10} {total:>8} {allowed:8.2f}"
            + ("" if fits else "  OVER"),
        )
        print("  " + ", ".join(f"{count} {kind}" for kind, count in sorted(found.collectives.items())))
    if over:
        print(f"{over} of {len(budget)} targets are over their budget in {file.name}")
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
