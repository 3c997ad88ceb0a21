"""One side of a cell: runs a small model forward and through one training step, and stores the results in an .npz.

The first side draws the weights, or reads a user's own, and stores them; the other side reads those, so that both
start from the same numbers.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import jax
import numpy as np

from tools.models.children import checkpoint
from tools.models.children.build import build
from tools.models.children.model import held, load, save


def do(task: dict[str, Any]) -> dict[str, Any]:
    """Do the task; see the module."""
    started = time.monotonic()
    model = build(task)
    inputs = model.inputs()
    if task["weights"]:
        weights, others = load(model, task["weights"])
    else:
        weights, others = model.draw(weights=not task["checkpoint"])
        if task["checkpoint"]:
            weights = checkpoint.read(Path(task["checkpoint"]), model)
        save(task["output"] + ".weights.npz", weights, others, inputs)
    built = time.monotonic()
    with model.mesh:
        output = jax.block_until_ready(jax.jit(model.forward)(weights, others, *inputs))
        ran = time.monotonic()
        step = jax.jit(model.step)
        value, slopes, after = step(weights, others, *inputs)
        # numpy's arrays are placed like the first arguments, so nothing is compiled again.
        again = [np.asarray(array) for array in after]
        loss_after, _, _ = jax.block_until_ready(step(again, others, *inputs))
    stepped = time.monotonic()
    results = {"output": output, "loss": value, "loss_after": loss_after}
    results |= {f"gradient{number}": slope for number, slope in enumerate(slopes)}
    numbers = {name: np.asarray(result, np.float32) for name, result in results.items()}
    np.savez(task["output"], **numbers)
    return {
        "served_by": served_by(),
        "parameters": int(sum(np.size(weight) for weight in weights)),
        "seconds": {"build": built - started, "forward": ran - built, "step": stepped - ran},
        "memory": held(),
    }


def served_by() -> str:
    """The distribution that serves jax's platform ``cpu``."""
    try:
        import jaxlib_core
    except ModuleNotFoundError:
        return "jaxlib"
    plugin = jaxlib_core.loaded().get("cpu")
    return plugin.descriptor.distribution if plugin else "jaxlib"
