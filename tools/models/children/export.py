"""Exports a model's forward pass for several platforms, with the weights as arguments."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import jax
import jax.export

from tools.models.children.build import build
from tools.models.children.model import held


def do(task: dict[str, Any]) -> dict[str, Any]:
    """Do the task; see the module."""
    started = time.monotonic()
    model = build(task)
    with model.mesh:
        exported = jax.export.export(jax.jit(model.forward), platforms=task["platforms"])(
            model.weights, model.others, *model.inputs()
        )
    Path(task["artifact"]).write_bytes(exported.serialize())
    Path(task["program"]).write_text(exported.mlir_module(), "utf-8")
    return {"seconds": {"export": time.monotonic() - started}, "memory": held()}
