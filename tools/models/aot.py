"""A model's training step compiled for chips that are not there, in a child process with MaxText and a plugin.

Reads a task as JSON from standard input; the last line of output is JSON. Nothing is computed.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any


def main() -> None:
    """Do the task; see the module."""
    task = json.load(sys.stdin)
    import jax
    import jax.numpy as jnp
    import maxtext
    import numpy as np
    from flax import nnx
    from jax.sharding import NamedSharding, PartitionSpec
    from jaxlib_core import topologies
    from maxtext.configs import pyconfig
    from maxtext.utils import model_creation_utils

    chips = topologies.get(task["target"])
    count = task["devices"]
    base = Path(maxtext.__file__).parent / "configs" / "base.yml"
    pairs = [f"{key}={_spelled(value)}" for key, value in task["overrides"].items()]
    config = pyconfig.initialize(["", str(base), f"model_name={task['model']}", *pairs])
    # All chips on the axis over which MaxText divides both weights and batches.
    shape = [count if axis == "fsdp" else 1 for axis in config.mesh_axes]
    mesh = jax.sharding.Mesh(np.array(chips.devices[:count]).reshape(shape), config.mesh_axes)
    length = config.max_target_length

    def create() -> Any:
        rngs = nnx.Rngs(params=0, dropout=1)
        return model_creation_utils.from_config(config, mesh=mesh, model_mode="train", rngs=rngs)

    started = time.monotonic()
    # MaxText's logical axes are resolved by flax in this older kind of context, and refused in jax.set_mesh.
    with mesh:
        graph, weights, rest = nnx.split(nnx.eval_shape(create), nnx.Param, ...)
    flat, tree = jax.tree.flatten(weights)
    others, others_tree = jax.tree.flatten(rest)

    def abstract(leaf: Any, *axes: str | None) -> Any:
        return jax.ShapeDtypeStruct(
            leaf.shape, leaf.dtype, sharding=NamedSharding(mesh, PartitionSpec(*axes))
        )

    def divided(leaf: Any) -> Any:
        """A weight divided over its first axis that all chips divide; one without such an axis is on each whole."""
        at = next((n for n, size in enumerate(leaf.shape) if size and size % count == 0), None)
        return abstract(leaf) if at is None else abstract(leaf, *[None] * at, "fsdp")

    def loss(flat: Any, others: Any, tokens: Any) -> Any:
        state = (jax.tree.unflatten(tree, flat), jax.tree.unflatten(others_tree, others))
        positions = jnp.broadcast_to(jnp.arange(length, dtype=jnp.int32), tokens.shape)
        segments = jnp.ones_like(tokens)
        logits = nnx.merge(graph, *state)(
            tokens, positions, decoder_segment_ids=segments, enable_dropout=False
        )
        scores = jax.nn.log_softmax(logits.astype(jnp.float32))[:, :-1]
        return -jnp.mean(jnp.take_along_axis(scores, tokens[:, 1:, None], -1))

    def step(flat: Any, others: Any, tokens: Any) -> Any:
        value, slopes = jax.value_and_grad(loss)(flat, others, tokens)
        return value, [weight - 0.1 * slope for weight, slope in zip(flat, slopes, strict=True)]

    tokens = abstract(jax.ShapeDtypeStruct((count, length), jnp.int32), "fsdp")
    with mesh:
        lowered = jax.jit(step, donate_argnums=0).lower(
            [divided(leaf) for leaf in flat], [abstract(leaf) for leaf in others], tokens
        )
        lower = time.monotonic()
        compiled = lowered.compile()
    done = time.monotonic()
    memory = compiled.memory_analysis()
    text = compiled.as_text()
    sys.stdout.write(
        json.dumps(
            {
                "parameters": int(sum(np.prod(leaf.shape) for leaf in flat)),
                "seconds": {"lower": lower - started, "compile": done - lower},
                "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
                "flops": (compiled.cost_analysis() or {}).get("flops"),
                "device_memory": memory.argument_size_in_bytes
                + memory.temp_size_in_bytes
                + memory.output_size_in_bytes
                - memory.alias_size_in_bytes,
                "chip_memory": chips.memory,
                "collectives": sum(text.count(f"{name}(") for name in _COLLECTIVES),
            }
        )
        + "\n"
    )


_COLLECTIVES = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute")


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


main()
