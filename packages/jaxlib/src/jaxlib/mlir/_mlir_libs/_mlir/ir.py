"""The module `jaxlib.mlir.ir`, which exports jaxlib._ir."""

from __future__ import annotations

from typing import Any

from jaxlib._ir import core
from jaxlib._ir.api import publish
from jaxlib._ir.core import *  # noqa: F403 - those of them that are upstream's are exported below
from jaxlib._ir.core.operations import _OperationBase
from jaxlib._missing import fill_in, missing

#: The classes of the IR that upstream's module does not have.
_OWN = {"DialectAttr", "DialectType"}
#: The classes that upstream's module has, too.
_UPSTREAM = [name for name, value in vars(core).items() if isinstance(value, type) and name not in _OWN]


class _GlobalDebug:
    """MLIR's debug flags, which have no effect."""

    flag = False

    @staticmethod
    def set_types(types: Any) -> None:
        """Enable debug output for types; no effect."""


publish(globals(), [*_UPSTREAM, _OperationBase.__name__])
__all__ = list(_UPSTREAM)

_PALLAS = "it is used by Pallas only"
DynamicOpTrait = missing("jaxlib.mlir.ir.DynamicOpTrait", _PALLAS)
DynamicAttr = missing("jaxlib.mlir.ir.DynamicAttr", _PALLAS)
DynamicType = missing("jaxlib.mlir.ir.DynamicType", _PALLAS)
MemoryEffect = missing("jaxlib.mlir.ir.MemoryEffect", _PALLAS)
MemoryEffectInstance = missing("jaxlib.mlir.ir.MemoryEffectInstance", _PALLAS)
Remark = missing("jaxlib.mlir.ir.Remark", _PALLAS)
RemarkFormat = missing("jaxlib.mlir.ir.RemarkFormat", _PALLAS)
RemarkKind = missing("jaxlib.mlir.ir.RemarkKind", _PALLAS)
RemarkPolicy = missing("jaxlib.mlir.ir.RemarkPolicy", _PALLAS)
SideEffectResource = missing("jaxlib.mlir.ir.SideEffectResource", _PALLAS)
__all__ += [
    "DynamicAttr",
    "DynamicOpTrait",
    "DynamicType",
    "MemoryEffect",
    "MemoryEffectInstance",
    "Remark",
    "RemarkFormat",
    "RemarkKind",
    "RemarkPolicy",
    "SideEffectResource",
]

__getattr__ = fill_in("jaxlib.mlir.ir")
