"""Rewrites operations that readers of an older StableHLO lack: tangents, batched gathers and scatters.

Upstream's serialization of whole programs does the same for readers that lack

- `tan` (before 1.4.0): becomes sine over cosine; for complex numbers, it is computed from the real tangent and
  tanh;
- batching dimensions of `gather` and `scatter` (before 1.1.0): each batch's own index is prepended to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from jaxlib._ir import core, dialects
from jaxlib._ir.core import (
    Attributes,
    ComplexType,
    InsertionPoint,
    IntegerType,
    Operation,
    RankedTensorType,
    Value,
    WalkResult,
)
from jaxlib._ir.passes.builder import Builder, TensorValue
from jaxlib._ir.passes.legalize import rewritten
from jaxlib._native import ir as _native

_TAN_SINCE = (1, 4, 0)
_BATCHING_SINCE = (1, 1, 0)
_I64 = IntegerType.get_signless(64)
_I32 = IntegerType.get_signless(32)


def expanded(operation: Operation, target: tuple[int, int, int]) -> Operation:
    """``operation`` itself, or a copy without operations that readers of that StableHLO version lack, if possible.

    Gathers and scatters with indices of unknown shape are not rewritten.
    """
    if target < _TAN_SINCE:
        operation = rewritten(operation, lambda name: name == "stablehlo.tan", lambda _: _tangent)
    if target < _BATCHING_SINCE:
        operation = _without_batching(operation)
    return operation


def _tangent(op: Operation) -> Sequence[Value]:
    (x,) = op._operands
    element = x._type.element_type
    if not isinstance(element, ComplexType):
        b = Builder(InsertionPoint(op), op._location, x)
        return [b.divide(b.sine(x), b.cosine(x))]
    # tan(x + iy) is (tan x + i tanh y) / (1 - i tan x tanh y).
    part = RankedTensorType.get(x._type.shape, element.element_type, x._type.encoding)
    b = Builder(InsertionPoint(op), op._location, x)
    b.type = part
    real = b.real(x)
    tan = b.divide(b.sine(real), b.cosine(real))
    b.like = tan
    tanh = b.tanh(b.imag(x))
    above = b.make("complex", [tan, tanh], x._type)
    below = b.make("complex", [b.splat(1.0), b.negate(b.multiply(tan, tanh))], x._type)
    return [b.make("divide", [above, below], x._type)]


def _without_batching(operation: Operation) -> Operation:
    if not {"stablehlo.gather", "stablehlo.scatter"} & {*_native.names(operation)}:
        return operation
    copy = operation.clone(ip=False)

    def look(op: Operation) -> WalkResult:
        if op._name == "stablehlo.gather":
            _gather(op)
        elif op._name == "stablehlo.scatter":
            _scatter(op)
        return WalkResult.ADVANCE

    copy.walk(look)
    return copy


def _gather(op: Operation) -> None:
    old = op._attributes["dimension_numbers"]
    operand, indices = op._operands
    if not old.operand_batching_dims or not indices._type.has_static_shape:
        return
    indices = _with_batches(op, indices, old.start_indices_batching_dims, old.index_vector_dim)
    op._operands = [operand, indices]
    places = [*old.operand_batching_dims, *old.start_index_map]
    op._attributes["dimension_numbers"] = dialects.GatherDimensionNumbers.get(
        offset_dims=old.offset_dims,
        collapsed_slice_dims=sorted([*old.collapsed_slice_dims, *old.operand_batching_dims]),
        operand_batching_dims=[],
        start_indices_batching_dims=[],
        start_index_map=places,
        index_vector_dim=old.index_vector_dim,
    )
    _finish(op, [places, old.start_indices_batching_dims], ("dimension_numbers", "slice_sizes"))


def _scatter(op: Operation) -> None:
    old = op._attributes["scatter_dimension_numbers"]
    count = len(op._operands) // 2
    indices = op._operands[count]
    if not old.input_batching_dims or not indices._type.has_static_shape:
        return
    indices = _with_batches(op, indices, old.scatter_indices_batching_dims, old.index_vector_dim)
    op._operands = [*op._operands[:count], indices, *op._operands[count + 1 :]]
    places = [*old.input_batching_dims, *old.scattered_dims_to_operand_dims]
    op._attributes["scatter_dimension_numbers"] = dialects.ScatterDimensionNumbers.get(
        update_window_dims=old.update_window_dims,
        inserted_window_dims=sorted([*old.inserted_window_dims, *old.input_batching_dims]),
        input_batching_dims=[],
        scatter_indices_batching_dims=[],
        scattered_dims_to_operand_dims=places,
        index_vector_dim=old.index_vector_dim,
    )
    _finish(op, [places, old.scatter_indices_batching_dims], ("scatter_dimension_numbers", "unique_indices"))


def _finish(op: Operation, orders: Sequence[Sequence[int]], kept: Sequence[str]) -> None:
    """Copy the remaining attributes; sorted indices stay sorted, because batches come in ascending order."""
    ascending = all(list(order) == sorted(order) for order in orders)
    wanted: Attributes = {name: op._attributes[name] for name in kept if name in op._attributes}
    if "indices_are_sorted" in op._attributes:
        flag = bool(op._attributes["indices_are_sorted"].value) and ascending
        wanted["indices_are_sorted"] = core.BoolAttr.get(bool(flag))
    for name in list(op._attributes):
        if name in wanted:
            op._attributes[name] = wanted[name]
        else:
            del op._attributes[name]


def _with_batches(op: Operation, indices: TensorValue, batching: Sequence[int], vector: int) -> TensorValue:
    """The indices, with each vector prefixed by its position in every batching dimension.

    They are converted to i32 if a batch is larger than their type's maximum.
    """
    b = Builder(InsertionPoint(op), op._location, indices)
    kind = indices._type
    element = cast("core.IntegerType", kind.element_type)
    bits = element.width if element.is_unsigned else element.width - 1
    if any(kind.shape[dimension] >= 1 << bits for dimension in batching):
        element = _I32
        indices = b.make("convert", [indices], RankedTensorType.get(kind.shape, element))
    shape = list(kind.shape)
    if vector == len(shape):
        shape.append(1)
        indices = b.make("reshape", [indices], RankedTensorType.get(shape, element))
    one = RankedTensorType.get([*shape[:vector], 1, *shape[vector + 1 :]], element)
    parts = [
        b.make("iota", [], one, iota_dimension=core.IntegerAttr.get(_I64, dimension))
        for dimension in batching
    ]
    shape[vector] += len(batching)
    return b.make(
        "concatenate", [*parts, indices], RankedTensorType.get(shape, element),
        dimension=core.IntegerAttr.get(_I64, vector),
    )  # fmt: skip
