"""CHLO's attributes."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.api import publish
from jaxlib._ir.dialects import ChloComparisonDirectionAttr as ComparisonDirectionAttr
from jaxlib._ir.dialects import ChloComparisonTypeAttr as ComparisonTypeAttr
from jaxlib._ir.dialects import ChloPrecisionAttr as PrecisionAttr
from jaxlib._ir.dialects import RaggedDotDimensionNumbers


def register_dialect(context: Any, load: bool = True) -> None:
    """Register the dialect; no effect, because all dialects are always loaded."""


__all__ = [
    "ComparisonDirectionAttr", "ComparisonTypeAttr", "PrecisionAttr", "RaggedDotDimensionNumbers",
    "register_dialect",
]  # fmt: skip

publish(globals(), __all__)
