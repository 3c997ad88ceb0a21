"""Shardy's attributes."""

from __future__ import annotations

import enum
from typing import Any

from jaxlib._ir.api import publish
from jaxlib._ir.dialects import SdyAxisRefAttr as AxisRefAttr
from jaxlib._ir.dialects import SdyDimensionShardingAttr as DimensionShardingAttr
from jaxlib._ir.dialects import SdyDimMappingAttr as DimMappingAttr
from jaxlib._ir.dialects import SdyManualAxesAttr as ManualAxesAttr
from jaxlib._ir.dialects import SdyMeshAttr as MeshAttr
from jaxlib._ir.dialects import SdyMeshAxisAttr as MeshAxisAttr
from jaxlib._ir.dialects import SdyOpShardingRuleAttr as OpShardingRuleAttr
from jaxlib._ir.dialects import SdySubAxisInfoAttr as SubAxisInfoAttr
from jaxlib._ir.dialects import SdyTensorMappingAttr as TensorMappingAttr
from jaxlib._ir.dialects import SdyTensorShardingAttr as TensorShardingAttr
from jaxlib._ir.dialects import SdyTensorShardingPerValueAttr as TensorShardingPerValueAttr


class CompatibilityRequirement(enum.Enum):
    """How old a reader may be, in weeks since its release."""

    NONE = 0
    WEEK_4 = 1
    WEEK_12 = 2
    MAX = 3


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


def get_version_from_compatibility_requirement(requirement: CompatibilityRequirement) -> str:
    """The newest version of Shardy's dialect that meets a requirement; there has been only one."""
    return "0.0.1"


__all__ = [
    "AxisRefAttr", "CompatibilityRequirement", "DimMappingAttr", "DimensionShardingAttr", "ManualAxesAttr",
    "MeshAttr", "MeshAxisAttr", "OpShardingRuleAttr", "SubAxisInfoAttr", "TensorMappingAttr", "TensorShardingAttr",
    "TensorShardingPerValueAttr", "get_version_from_compatibility_requirement", "register_dialect",
]  # fmt: skip

publish(globals(), __all__)
