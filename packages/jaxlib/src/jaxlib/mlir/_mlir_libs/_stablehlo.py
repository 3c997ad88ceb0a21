"""StableHLO's types and attributes."""

from __future__ import annotations

import enum
from typing import Any

from jaxlib._ir.api import publish
from jaxlib._ir.core import Context, MLIRError, Module
from jaxlib._ir.dialects import (
    AxisRefAttr,
    ChannelHandle,
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
    ConvDimensionNumbers,
    DotAlgorithm,
    DotDimensionNumbers,
    FftTypeAttr,
    FutureType,
    GatherDimensionNumbers,
    MeshAttr,
    MeshAxisAttr,
    OutputOperandAlias,
    PrecisionAttr,
    ReplicaGroupMeshAxesAttr,
    ResultAccuracyAttr,
    ResultAccuracyModeAttr,
    RngAlgorithmAttr,
    RngDistributionAttr,
    ScatterDimensionNumbers,
    SubAxisInfoAttr,
    TokenType,
    TransposeAttr,
    TypeExtensions,
)
from jaxlib._ir.serialization import bytecode_writer, portable_artifact, vhlo
from jaxlib._missing import NotInBindings, fill_in

_INTERPRETER = "it is StableHLO's interpreter, which only a compiler has"


class StablehloCompatibilityRequirement(enum.Enum):
    """How old a reader may be, in weeks since its release."""

    NONE = 0
    WEEK_4 = 1
    WEEK_12 = 2
    MAX = 3


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


def register_stablehlo_passes() -> None:
    """Register the dialect's passes; no effect, because there are none."""


def get_api_version() -> int:
    """The version of this interface."""
    return 9


def get_current_version() -> str:
    """The StableHLO version that is written."""
    return vhlo.CURRENT


def get_minimum_version() -> str:
    """The oldest StableHLO version that can be read and written."""
    return vhlo.MINIMUM


def get_smaller_version(version1: str, version2: str) -> str:
    """The smaller of two versions."""
    return min(version1, version2, key=vhlo.version)


def get_version_from_compatibility_requirement(requirement: StablehloCompatibilityRequirement) -> str:
    """The newest version that meets a requirement."""
    return {0: vhlo.CURRENT, 1: vhlo.WEEKS_4, 2: vhlo.WEEKS_12, 3: vhlo.MINIMUM}[requirement.value]


class _NotConverted(MLIRError, ValueError):
    """A program that cannot be read or written; upstream raises a ValueError that does not say why."""


def _read(artifact: Any) -> Module:
    try:
        return portable_artifact.deserialize(artifact)
    except MLIRError as error:
        raise _NotConverted(f"failed to deserialize module: {error}") from error.__cause__


def serialize_portable_artifact(module: Any, target: str, allow_other_dialects: bool = False) -> bytes:
    """The portable artifact of a program, for readers of that version."""
    return portable_artifact.serialize(module, target, allow_other_dialects)


def serialize_portable_artifact_str(module_str: Any, target_version: str) -> bytes:
    """The portable artifact of a program given as bytecode."""
    with Context():
        try:
            return portable_artifact.serialize(Module.parse(module_str), target_version)
        except MLIRError as error:
            raise _NotConverted(f"failed to serialize module: {error}") from error.__cause__
        except (ArithmeticError, LookupError, NotInBindings) as error:
            raise _NotConverted(f"failed to serialize module: {error}") from error


def deserialize_portable_artifact(context: Any, artifact: bytes) -> Module:
    """The program in a portable artifact."""
    with context:
        return _read(artifact)


def deserialize_portable_artifact_str(artifact_str: bytes) -> bytes:
    """The program in a portable artifact, as bytecode."""
    with Context():
        return bytecode_writer.write(_read(artifact_str).operation)


__getattr__ = fill_in("jaxlib.mlir._mlir_libs._stablehlo")
__all__ = [
    "AxisRefAttr", "ChannelHandle", "ComparisonDirectionAttr", "ComparisonTypeAttr", "ConvDimensionNumbers",
    "DotAlgorithm", "DotDimensionNumbers", "FftTypeAttr", "FutureType", "GatherDimensionNumbers", "MeshAttr",
    "MeshAxisAttr", "OutputOperandAlias", "PrecisionAttr", "ReplicaGroupMeshAxesAttr", "ResultAccuracyAttr",
    "ResultAccuracyModeAttr", "RngAlgorithmAttr", "RngDistributionAttr", "ScatterDimensionNumbers",
    "StablehloCompatibilityRequirement", "SubAxisInfoAttr", "TokenType", "TransposeAttr", "TypeExtensions",
    "deserialize_portable_artifact", "deserialize_portable_artifact_str", "get_api_version",
    "get_current_version", "get_minimum_version", "get_smaller_version",
    "get_version_from_compatibility_requirement", "register_dialect", "register_stablehlo_passes",
    "serialize_portable_artifact", "serialize_portable_artifact_str",
]  # fmt: skip
publish(globals(), __all__)

from jaxlib._missing import missing as _missing  # noqa: E402

eval_module = _missing("jaxlib.mlir.dialects.stablehlo.eval_module", _INTERPRETER)


def register_interpreter_dialect(context: Context, load: bool = True) -> None:
    """Do nothing: nothing is interpreted here, and a program with an operation of the dialect is refused."""


__all__ += ["eval_module", "register_interpreter_dialect"]
