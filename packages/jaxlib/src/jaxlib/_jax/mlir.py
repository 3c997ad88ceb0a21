"""What jaxlib does with whole programs: portable artifacts, and the refinement of shapes."""

from __future__ import annotations

from typing import Any

from jaxlib._client import mlir_module_to_xla_computation
from jaxlib._ir import bytecode, portable
from jaxlib._ir.operations import Module
from jaxlib._ir.values import Context, require_context
from jaxlib._missing import missing

_HLO = "only a compiler has HLO of a program that is not compiled"


def serialize_portable_artifact(
    mlir_module: Any, target: str, use_mixed_serialization: bool = False
) -> bytes:
    """A program's portable artifact, for readers of that version of StableHLO."""
    module = mlir_module
    if isinstance(module, (str, bytes)):
        with Context():
            module = Module.parse(module)
    return portable.serialize(module, target, use_mixed_serialization)


def deserialize_portable_artifact(mlir_module: bytes, context: Any = None) -> Module:
    """The program of a portable artifact."""
    with require_context(context):
        return portable.deserialize(mlir_module)


def refine_polymorphic_shapes(
    mlir_module: Any, enable_shape_assertions: bool = True, validate_static_shapes: bool = True,
    enable_shardy: bool = False,
) -> bytes:  # fmt: skip
    """A program whose dimensions are all known, of one whose arguments' are."""
    from jaxlib._ir import refinement

    with Context():
        module = Module.parse(mlir_module)
        refined = refinement.refined(module, enable_shape_assertions, validate_static_shapes)
        return bytecode.write(refined.operation)


hlo_to_stablehlo = missing("jaxlib._jax.mlir.hlo_to_stablehlo", _HLO)
mhlo_to_stablehlo = missing("jaxlib._jax.mlir.mhlo_to_stablehlo", "MHLO is of older programs only")
xla_computation_to_mlir_module = missing("jaxlib._jax.mlir.xla_computation_to_mlir_module", _HLO)

__all__ = [
    "deserialize_portable_artifact",
    "mlir_module_to_xla_computation",
    "refine_polymorphic_shapes",
    "serialize_portable_artifact",
]
