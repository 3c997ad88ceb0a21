"""Functions on whole programs: portable artifacts and shape refinement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jaxlib._client import mlir_module_to_xla_computation
from jaxlib._errors import JaxRuntimeError
from jaxlib._ir.core import Context, MLIRError, Module, require_context
from jaxlib._ir.serialization import bytecode_writer, portable_artifact
from jaxlib._missing import NotInBindings, missing

_HLO = "only a compiler has HLO of a program that is not compiled"


class InvalidProgram(JaxRuntimeError, MLIRError):
    """A program that cannot be parsed or refined; the cause says why."""

    def __init__(self, message: str) -> None:
        JaxRuntimeError.__init__(self, f"INVALID_ARGUMENT: {message}", 3)
        self._message = str(self)
        self._error_diagnostics = []


@contextmanager
def _invalid(what: str) -> Iterator[None]:
    """Convert errors about the program to the type that upstream's jaxlib raises.

    Only the compiler verifies operand types, so an invalid program may be parsed, and may raise any exception
    during refinement.
    """
    try:
        yield
    except NotInBindings:
        raise
    except MLIRError as error:
        raise InvalidProgram(f"{what}: {error}") from error.__cause__
    except RecursionError:
        raise InvalidProgram(f"{what}: it is nested too deeply") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise InvalidProgram(f"{what}: {type(error).__name__}: {error}") from error


def serialize_portable_artifact(
    mlir_module: Any, target: str, use_mixed_serialization: bool = False
) -> bytes:
    """The portable artifact of a program, for readers of that version of StableHLO.

    What the version lacks is expressed by what it has, if possible.

    Raises:
        InvalidProgram: The program has something else that the version lacks, or ``target`` is not a version.
    """
    module = mlir_module
    with _invalid(f"Failed to serialize StableHLO to plugin version {target}"):
        if isinstance(module, (str, bytes)):
            with Context():
                module = Module.parse(module)
        return portable_artifact.serialize(module, target, use_mixed_serialization, compatible=True)


def deserialize_portable_artifact(mlir_module: bytes, context: Any = None) -> Module:
    """The program in a portable artifact.

    Raises:
        InvalidProgram: The bytes are not an artifact, are damaged, or of a newer version.
    """
    with require_context(context), _invalid("Failed to deserialize StableHLO"):
        return portable_artifact.deserialize(mlir_module)


def refine_polymorphic_shapes(
    mlir_module: Any, enable_shape_assertions: bool = True, validate_static_shapes: bool = True,
    enable_shardy: bool = False,
) -> bytes:  # fmt: skip
    """Shape refinement: given static argument shapes, replaces every dynamic dimension by its value.

    Raises:
        InvalidProgram: The program is damaged, or a dimension stays dynamic.
    """
    from jaxlib._ir.passes import shape_refinement  # on first use: only jax.export needs it

    with Context():
        with _invalid("Cannot parse module"):
            module = Module.parse(mlir_module)
        with _invalid("Module shape refinement failed"):
            refined = shape_refinement.refine_shapes(module, enable_shape_assertions, validate_static_shapes)
            return bytecode_writer.write(refined.operation)


hlo_to_stablehlo = missing("jaxlib._jax.mlir.hlo_to_stablehlo", _HLO)
mhlo_to_stablehlo = missing("jaxlib._jax.mlir.mhlo_to_stablehlo", "MHLO is of older programs only")
xla_computation_to_mlir_module = missing("jaxlib._jax.mlir.xla_computation_to_mlir_module", _HLO)

__all__ = [
    "deserialize_portable_artifact",
    "mlir_module_to_xla_computation",
    "refine_polymorphic_shapes",
    "serialize_portable_artifact",
]
