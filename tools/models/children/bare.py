"""Runs an exported model with jaxlib-pjrt, in an environment without jax."""

from __future__ import annotations

import importlib.util
import resource
import time
from pathlib import Path
from typing import Any

import jaxlib_pjrt as pjrt
import numpy as np


def do(task: dict[str, Any]) -> dict[str, Any]:
    """Do the task; see the module."""
    if there := [name for name in ("jax", "jaxlib") if importlib.util.find_spec(name)]:
        raise RuntimeError(f"wanted an environment without {' and '.join(there)}")
    started = time.monotonic()
    model = pjrt.load_exported(task["artifact"])
    avals = model.artifact.in_avals
    with np.load(task["weights"]) as kept:
        names = [
            [name for name in kept.files if name.startswith(kind)] for kind in ("weight", "other", "input")
        ]
        flat = [kept[name] for group in names for name in group]
    # Arrays of a dtype that numpy's format lacks are stored as bytes; the export has their dtypes.
    flat = [
        array.view(_dtype(aval.dtype)) if array.dtype != _dtype(aval.dtype) else array
        for array, aval in zip(flat, avals, strict=True)
    ]
    rest = iter(flat)
    weights, others, inputs = ([next(rest) for _ in group] for group in names)
    loaded = time.monotonic()
    output = np.asarray(model(weights, others, *inputs))
    ran = time.monotonic()
    np.savez(task["output"], output=output.astype(np.float32))
    return {
        "size": Path(task["artifact"]).stat().st_size,
        "seconds": {"load": loaded - started, "run": ran - loaded},
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }


def _dtype(name: Any) -> Any:
    import ml_dtypes

    return np.dtype(getattr(ml_dtypes, str(name), name))
