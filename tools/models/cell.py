"""One side of a cell, in a child process of an environment with MaxText: a small model, forward and one step.

Reads a task as JSON from standard input and writes an .npz of what was computed; the last line of output is JSON.
The first side draws the weights and keeps them; the other is given them, so that both start from the same numbers.
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
    from maxtext.configs import pyconfig
    from maxtext.utils import maxtext_utils, model_creation_utils

    base = Path(maxtext.__file__).parent / "configs" / "base.yml"
    pairs = [f"{key}={_spelled(value)}" for key, value in task["overrides"].items()]
    config = pyconfig.initialize(["", str(base), f"model_name={task['model']}", *pairs])
    mesh = jax.sharding.Mesh(maxtext_utils.create_device_mesh(config), config.mesh_axes)
    started = time.monotonic()
    model = model_creation_utils.from_config(
        config, mesh=mesh, model_mode="train", rngs=nnx.Rngs(params=0, dropout=1)
    )
    graph, weights, rest = nnx.split(model, nnx.Param, ...)
    flat, tree = jax.tree.flatten(weights)
    # A variable belongs to the trace that made it: each trace makes its own from the arrays.
    others, others_tree = jax.tree.flatten(rest)
    if task["weights"]:
        with np.load(task["weights"]) as kept:
            flat = [jnp.asarray(kept[f"weight{number}"]) for number in range(len(flat))]
    else:
        np.savez(task["output"] + ".weights.npz", **{f"weight{n}": np.asarray(w) for n, w in enumerate(flat)})
    built = time.monotonic()
    length = config.max_target_length
    tokens = jnp.asarray(np.random.default_rng(0).integers(0, config.vocab_size, (1, length)), jnp.int32)
    positions = jnp.arange(length, dtype=jnp.int32)[None, :]
    segments = jnp.ones_like(tokens)

    def forward(flat: Any) -> Any:
        state = (jax.tree.unflatten(tree, flat), jax.tree.unflatten(others_tree, others))
        whole = nnx.merge(graph, *state)
        return whole(tokens, positions, decoder_segment_ids=segments, enable_dropout=False)

    def loss(flat: Any) -> Any:
        scores = jax.nn.log_softmax(forward(flat).astype(jnp.float32))[:, :-1]
        return -jnp.mean(jnp.take_along_axis(scores, tokens[:, 1:, None], -1)), None

    def step(flat: Any) -> Any:
        (value, _), slopes = jax.value_and_grad(loss, has_aux=True)(flat)
        return value, slopes, [weight - 0.1 * slope for weight, slope in zip(flat, slopes, strict=True)]

    logits = jax.block_until_ready(jax.jit(forward)(flat))
    ran = time.monotonic()
    value, slopes, after = jax.block_until_ready(jax.jit(step)(flat))
    stepped = time.monotonic()
    results = {"logits": logits, "loss": value, "loss_after": loss(after)[0]}
    results |= {f"gradient{number}": slope for number, slope in enumerate(slopes)}
    np.savez(task["output"], **{name: np.asarray(each) for name, each in results.items()})
    sys.stdout.write(
        json.dumps(
            {
                "served_by": _served_by(),
                "parameters": int(sum(np.size(each) for each in flat)),
                "seconds": {"build": built - started, "forward": ran - built, "step": stepped - ran},
                "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            }
        )
        + "\n"
    )


def _served_by() -> str:
    try:
        import jaxlib_core
    except ModuleNotFoundError:
        return "jaxlib"
    plugin = jaxlib_core.loaded().get("cpu")
    return plugin.descriptor.distribution if plugin else "jaxlib"


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


main()
