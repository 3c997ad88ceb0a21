"""The module that jax calls `jaxlib.mlir.ir`: the names of jaxlib._ir."""

from __future__ import annotations

from typing import Any

from jaxlib._ir.operations import (
    AsmState,
    AttrBuilder,
    Block,
    BlockArgument,
    BlockArgumentList,
    BlockList,
    BlockPredecessors,
    BlockSuccessors,
    Dialect,
    DialectDescriptor,
    Dialects,
    InsertionPoint,
    Module,
    OpAdaptor,
    OpAttributeMap,
    Operation,
    OperationList,
    OpOperand,
    OpOperandList,
    OpOperands,
    OpResult,
    OpResultList,
    OpSuccessors,
    OpView,
    Region,
    RegionSequence,
    SymbolTable,
    Value,
    WalkOrder,
    WalkResult,
    _OperationBase,
)
from jaxlib._ir.values import *  # noqa: F403
from jaxlib._ir.values import NamedAttribute
from jaxlib._missing import fill_in, missing

__all__ = [name for name in vars() if name[0].isupper()]


class _GlobalDebug:
    """MLIR's debug switches: there is nothing to switch."""

    flag = False

    @staticmethod
    def set_types(types: Any) -> None:
        """Switch some of them on."""


for _name in ("AffineMap", "AffineExpr", "AffineConstantExpr", "AffineDimExpr", "AffineSymbolExpr", "IntegerSet",
              "IntegerSetAttr", "StridedLayoutAttr", "UnrankedMemRefType", "Diagnostic", "DiagnosticHandler",
              "DiagnosticInfo", "DynamicOpTrait", "DynamicAttr", "DynamicType"):  # fmt: skip
    globals()[_name] = missing(f"jaxlib.mlir.ir.{_name}", "it is used by Pallas only")
    __all__.append(_name)

__getattr__ = fill_in("jaxlib.mlir.ir")

_EXPORTED = (
    AsmState, AttrBuilder, Block, BlockArgument, BlockArgumentList, BlockList, BlockPredecessors, BlockSuccessors,
    Dialect, DialectDescriptor, Dialects, InsertionPoint, Module, NamedAttribute, OpAdaptor, OpAttributeMap,
    OpOperand, OpOperandList, OpOperands, OpResult, OpResultList, OpSuccessors, OpView, Operation, OperationList,
    Region, RegionSequence, SymbolTable, Value, WalkOrder, WalkResult, _OperationBase,
)  # fmt: skip
