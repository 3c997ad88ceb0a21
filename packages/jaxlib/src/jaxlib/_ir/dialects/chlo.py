"""CHLO's attributes."""

from __future__ import annotations

from jaxlib._ir.dialects.declarations import enumeration, structure

ChloComparisonDirectionAttr = enumeration(
    "ComparisonDirectionAttr", "chlo", "comparison_direction", "EQ NE GE GT LE LT"
)
ChloComparisonTypeAttr = enumeration(
    "ComparisonTypeAttr", "chlo", "comparison_type", "NOTYPE FLOAT TOTALORDER SIGNED UNSIGNED"
)
ChloPrecisionAttr = enumeration("PrecisionAttr", "chlo", "precision", "DEFAULT HIGH HIGHEST")
RaggedDotDimensionNumbers = structure(
    "RaggedDotDimensionNumbers",
    "chlo.ragged_dot",
    {
        "lhs_batching_dimensions": "list",
        "rhs_batching_dimensions": "list",
        "lhs_contracting_dimensions": "list",
        "rhs_contracting_dimensions": "list",
        "lhs_ragged_dimensions": "list",
        "rhs_group_dimensions": "list",
    },
)
