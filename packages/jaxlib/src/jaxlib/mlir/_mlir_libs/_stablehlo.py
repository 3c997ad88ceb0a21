"""StableHLO's types and attributes."""

from __future__ import annotations

import enum
from typing import Any

from jaxlib._ir.dialects import (
    ChannelHandle,
    ComparisonDirectionAttr,
    ComparisonTypeAttr,
    ConvDimensionNumbers,
    DotAlgorithm,
    DotDimensionNumbers,
    FftTypeAttr,
    FutureType,
    GatherDimensionNumbers,
    OutputOperandAlias,
    PrecisionAttr,
    ResultAccuracyAttr,
    ResultAccuracyModeAttr,
    RngAlgorithmAttr,
    RngDistributionAttr,
    ScatterDimensionNumbers,
    TokenType,
    TransposeAttr,
    TypeExtensions,
)
from jaxlib._missing import fill_in

_ARTIFACTS = "portable artifacts of StableHLO are the next stage"


class StablehloCompatibilityRequirement(enum.Enum):
    """For how long a program must stay readable."""

    NONE = 0
    WEEK_4 = 1
    WEEK_12 = 2
    MAX = 3


def register_dialect(context: Any, load: bool = True) -> None:
    """Take note of the dialect: it is always there."""


def register_stablehlo_passes() -> None:
    """Take note of its passes: there are none."""


__getattr__ = fill_in("jaxlib.mlir.dialects.stablehlo", _ARTIFACTS)
__all__ = [
    "ChannelHandle", "ComparisonDirectionAttr", "ComparisonTypeAttr", "ConvDimensionNumbers", "DotAlgorithm",
    "DotDimensionNumbers", "FftTypeAttr", "FutureType", "GatherDimensionNumbers", "OutputOperandAlias",
    "PrecisionAttr", "ResultAccuracyAttr", "ResultAccuracyModeAttr", "RngAlgorithmAttr", "RngDistributionAttr",
    "ScatterDimensionNumbers", "StablehloCompatibilityRequirement", "TokenType", "TransposeAttr", "TypeExtensions",
    "register_dialect", "register_stablehlo_passes",
]  # fmt: skip
from jaxlib._missing import missing as _missing  # noqa: E402

for _name in ("serialize_portable_artifact", "deserialize_portable_artifact", "serialize_portable_artifact_str",
              "deserialize_portable_artifact_str", "get_current_version", "get_minimum_version",
              "get_smaller_version", "get_api_version", "get_version_from_compatibility_requirement", "eval_module",
              "register_interpreter_dialect", "ReplicaGroupMeshAxesAttr", "MeshAttr", "MeshAxisAttr", "AxisRefAttr",
              "SubAxisInfoAttr"):  # fmt: skip
    globals()[_name] = _missing(f"jaxlib.mlir.dialects.stablehlo.{_name}", _ARTIFACTS)
    __all__.append(_name)
