"""jax's module `jaxlib._hlo`: shapes, layouts, shardings, and compiled HLO modules."""

from __future__ import annotations

from typing import Any

from jaxlib._hlo.element_types import PrimitiveType
from jaxlib._hlo.hlo_sharding import HloSharding, _unpickled, as_hlo_sharding
from jaxlib._hlo.modules import (
    COMPILER,
    HloModule,
    HloPrintOptions,
    XlaComputation,
    hlo_module_to_dot_graph,
)
from jaxlib._hlo.op_sharding import OpSharding, OpSharding_ShardGroupType, OpSharding_Type
from jaxlib._hlo.shapes import Layout, ProgramShape, Shape
from jaxlib._missing import fill_in

for _each in (
    PrimitiveType, HloSharding, HloModule, HloPrintOptions, XlaComputation, OpSharding, OpSharding_ShardGroupType,
    OpSharding_Type, Layout, ProgramShape, Shape, hlo_module_to_dot_graph,
):  # fmt: skip
    _each.__module__ = "jaxlib._hlo"

_absent = fill_in("jaxlib._hlo", COMPILER)


def __getattr__(name: str) -> Any:
    if name not in ("HloComputation", "HloInstruction", "HloOpcode", "HloSchedule"):
        return _absent(name)
    from jaxlib._hlo import computations  # on first use: jax does not inspect programs

    return getattr(computations, name)


__all__ = [
    "HloModule", "HloPrintOptions", "HloSharding", "Layout", "OpSharding", "OpSharding_ShardGroupType",
    "OpSharding_Type", "PrimitiveType", "ProgramShape", "Shape", "XlaComputation", "as_hlo_sharding",
    "hlo_module_to_dot_graph",
]  # fmt: skip
_unpickled.__module__ = "jaxlib._hlo"  # the name in pickles
