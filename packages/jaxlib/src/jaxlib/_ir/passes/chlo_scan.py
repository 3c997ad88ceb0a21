"""Writes out `chlo.scan`: a function that is applied to each slice along a dimension, with values carried along.

Its operands are the sliced inputs and the first carries; its results are the stacked outputs and the last carries.
The loop is that of upstream's jaxlib, operation by operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import (
    Block,
    InsertionPoint,
    IntegerType,
    Operation,
    RankedTensorType,
    Type,
    dense,
)
from jaxlib._ir.passes.builder import Builder, TensorValue
from jaxlib._native import ir as _native

_I64 = IntegerType.get_signless(64)
_COUNT = RankedTensorType.get((), _I64)
_I32 = RankedTensorType.get((), IntegerType.get_signless(32))
_TRUTH = RankedTensorType.get((), IntegerType.get_signless(1))


def is_static(op: Operation) -> bool:
    """Whether the shapes of all operands and results are known, and the number of steps with them."""
    inputs, outputs = _parts(op)
    kinds = [value._type for value in (*op._operands, *op._results)]
    return bool(inputs or outputs) and all(kind.has_static_shape for kind in kinds)


def copy_region(op: Operation, composite: Operation) -> None:
    """Give ``composite`` the region of ``op``."""
    source = op._regions[0]._blocks[0]
    kinds = [argument._type for argument in source._arguments]
    block: Block = composite._regions[0].blocks.append(*kinds, arg_locs=[op._location] * len(kinds))
    at = InsertionPoint(block)
    results = _inlined(source, block._arguments, at)
    Operation.create("stablehlo.return", [], results, loc=source._operations[-1]._location, ip=at)


def loop(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    """The results of ``op`` for ``operands``, computed by a loop."""
    count, outputs = _parts(op)
    inputs, carries = operands[:count], operands[count:]
    dimension = cast("core.IntegerAttr", op._attributes["dimension"]).value
    stacked = [result._type for result in op._results[:outputs]]
    steps = b.make("convert", [_length(b, inputs, stacked, dimension)], _COUNT)
    zero = _number(b, 0)
    empty = [_zeros(b, kind) for kind in stacked]
    kinds = [_COUNT, *(value._type for value in (*carries, *empty))]
    created = Operation.create(
        "stablehlo.while", kinds, [zero, *carries, *empty], regions=2, loc=b.loc, ip=b.at
    )
    condition, body = (
        region.blocks.append(*kinds, arg_locs=[b.loc] * len(kinds)) for region in created._regions
    )
    inner = Builder(InsertionPoint(condition), b.loc, zero)
    less = {"comparison_direction": dialects.ComparisonDirectionAttr.get("LT")}
    truth = inner.make("compare", [condition._arguments[0], steps], _TRUTH, **less)
    Operation.create("stablehlo.return", [], [truth], loc=b.loc, ip=inner.at)

    inner = Builder(InsertionPoint(body), b.loc, zero)
    step, *carried = body._arguments
    position: TensorValue = step
    if getattr(op._attributes.get("is_reverse"), "value", False):
        position = inner.subtract(inner.subtract(steps, _number(inner, 1)), step)
    source = op._regions[0]._blocks[0]

    def starts(kind: RankedTensorType) -> list[TensorValue]:
        return [position if axis == dimension else zero for axis in range(kind.rank)]

    slices = []
    for value, argument in zip(inputs, source._arguments, strict=False):
        thin = _thin(value._type, dimension)
        sizes = core.DenseI64ArrayAttr.get(thin.shape)
        cut = inner.make("dynamic_slice", [value, *starts(value._type)], thin, slice_sizes=sizes)
        slices.append(inner.make("reshape", [cut], argument._type))
    results = _inlined(source, [*slices, *carried[: len(carries)]], inner.at)
    filled = []
    for value, target in zip(results, carried[len(carries) :], strict=False):
        kind = target._type
        thick = inner.make("reshape", [value], _thin(kind, dimension))
        filled.append(inner.make("dynamic_update_slice", [target, thick, *starts(kind)], kind))
    following = inner.add(step, _number(inner, 1))
    Operation.create("stablehlo.return", [], [following, *results[outputs:], *filled], loc=b.loc, ip=inner.at)
    made = created._results[1:]
    return [*made[len(carries) :], *made[: len(carries)]]


def _parts(op: Operation) -> tuple[int, int]:
    """The number of inputs, and of outputs."""
    operands, results = (
        cast("core.DenseI32ArrayAttr", op._attributes[f"{part}SegmentSizes"])
        for part in ("operand", "result")
    )
    return operands[0], results[0]


def _length(
    b: Builder, inputs: Sequence[TensorValue], stacked: Sequence[RankedTensorType], dimension: int
) -> TensorValue:
    """The number of steps."""
    if inputs:
        axis = core.IntegerAttr.get(_I64, dimension)
        return b.make("get_dimension_size", [inputs[0]], _I32, dimension=axis)
    return b.make("constant", [], _I32, value=dense(_I32, np.asarray(stacked[0].shape[dimension], np.int32)))


def _number(b: Builder, value: int) -> TensorValue:
    return b.make("constant", [], _COUNT, value=dense(_COUNT, np.asarray(value, np.int64)))


def _zeros(b: Builder, kind: RankedTensorType) -> TensorValue:
    scalar = RankedTensorType.get((), kind.element_type)
    zero = np.zeros((), core.NUMPY_OF[kind.element_type.text])
    constant = b.make("constant", [], scalar, value=dense(scalar, zero))
    none = core.DenseI64ArrayAttr.get([])
    return b.make("broadcast_in_dim", [constant], kind, broadcast_dimensions=none)


def _thin(kind: RankedTensorType, dimension: int) -> RankedTensorType:
    """The type of one slice, which has the dimension with size 1."""
    shape = [1 if axis == dimension else size for axis, size in enumerate(kind.shape)]
    return RankedTensorType.get(shape, kind.element_type)


def _inlined(block: Block, arguments: Sequence[TensorValue], at: InsertionPoint) -> list[TensorValue]:
    """Copy a block's operations; the values that its last one returns."""
    mapped: dict[core.Value[Type], core.Value[Type]] = dict(zip(block._arguments, arguments, strict=True))
    *operations, last = block._operations
    for operation in operations:
        at.insert(_native.clone(operation, mapped))
    return [cast("TensorValue", mapped.get(value, value)) for value in last._operands]
