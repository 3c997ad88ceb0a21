"""A model's forward pass exported for several platforms, with weights as arguments."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import jax.export
import jax.extend.backend
from jax.interpreters import mlir
from jaxlib import _jax

from tools.models.children.model import build, held


def do(task: dict[str, Any]) -> dict[str, Any]:
    """Do the task; see the module."""
    started = time.monotonic()
    model = build(task)
    with model.mesh:
        exported = jax.export.export(jax.jit(model.forward), platforms=task["platforms"])(
            model.weights, model.others, model.tokens()
        )
    Path(task["artifact"]).write_bytes(_for_library(exported).serialize())
    return {"seconds": {"export": time.monotonic() - started}, "memory": held()}


def _for_library(exported: jax.export.Exported) -> jax.export.Exported:
    """In the StableHLO that the library of this backend knows.

    jax writes that of four weeks before itself, in which a choice of experts (top_k) is an operation that
    jaxlib-cpu's library cannot read; it reads the older form. Where jax compiles for a library it does the same.
    """
    version = ".".join(map(str, jax.extend.backend.get_backend().stablehlo_current_version))
    with mlir.make_ir_context():
        module = _jax.mlir.deserialize_portable_artifact(exported.mlir_module_serialized)
        written = _jax.mlir.serialize_portable_artifact(module, version, True)
    return replace(exported, mlir_module_serialized=written)
