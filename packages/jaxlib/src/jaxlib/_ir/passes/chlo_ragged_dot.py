"""Writes out `chlo.ragged_dot`: a matrix product in which consecutive groups of rows are multiplied separately.

The operands are lhs, rhs and the sizes of the groups along lhs's ragged dimension. There are three cases. If that
dimension is free, rhs has a matrix for each group. If it is contracted, the result has a matrix for each group. If
it is a batch dimension, the product is an ordinary one. The operations are the same as in upstream's jaxlib.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import Attributes, IntegerType, Operation, RankedTensorType, Type, dense
from jaxlib._ir.passes.builder import Builder, Size, TensorValue, sizes_of, tensor_of

_I64 = IntegerType.get_signless(64)
_I1 = IntegerType.get_signless(1)
_Axes = tuple[int, ...]


@dataclass(frozen=True)
class _Numbers:
    """The dimension numbers, in the order of the attribute's fields."""

    lhs_batch: _Axes
    rhs_batch: _Axes
    lhs_contracted: _Axes
    rhs_contracted: _Axes
    lhs_ragged: _Axes
    rhs_group: _Axes


def _numbers(op: Operation) -> _Numbers:
    return _Numbers(*op._attributes["ragged_dot_dimension_numbers"].parts)


def is_known(op: Operation) -> bool:
    """Whether it can be written out: a known number of groups, at least one, and group sizes of a valid rank."""
    *batches, groups = cast("RankedTensorType", op._operands[2]._type).shape
    numbers = _numbers(op)
    return groups > 0 and len(numbers.lhs_ragged) == 1 and len(batches) in (0, len(_outer(numbers)))


def _outer(numbers: _Numbers) -> _Axes:
    """The dimensions of lhs that the leading dimensions of the group sizes correspond to, in order."""
    [ragged] = numbers.lhs_ragged
    if ragged in numbers.lhs_batch:
        return numbers.lhs_batch[: numbers.lhs_batch.index(ragged)]
    if ragged in numbers.lhs_contracted:
        return (*numbers.lhs_batch, *numbers.lhs_contracted[: numbers.lhs_contracted.index(ragged)])
    bound = (*numbers.lhs_batch, *numbers.lhs_contracted)
    return (*numbers.lhs_batch, *(axis for axis in range(ragged) if axis not in bound))


def parameters(op: Operation) -> core.DictAttr:
    """The attributes of the composite, which has none of CHLO's own."""
    axes = [
        dense(RankedTensorType.get((len(part),), _I64), np.asarray(part, np.int64))
        for part in op._attributes["ragged_dot_dimension_numbers"].parts
    ]
    written: Attributes = {"ragged_dot_dimension_numbers": core.ArrayAttr.get(axes)}
    if (precision := _precision(op)) is not None:
        written["precision_config"] = core.ArrayAttr.get([core.StringAttr.get(name) for name in precision])
    return core.DictAttr.get(written)


def products(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    """The result of ``op`` for ``operands``: a product for each group, in which other groups' rows are zero."""
    lhs, rhs, sizes = operands
    numbers, (kind,) = _numbers(op), (result._type for result in op._results)
    ragged = numbers.lhs_ragged[0]
    if ragged in numbers.lhs_batch:
        return [_product(b, lhs, rhs, kind, op, numbers)]
    contracted = ragged in numbers.lhs_contracted
    outcomes: list[TensorValue] = []
    total: TensorValue | None = None
    for group, rows in enumerate(_rows(b, lhs, sizes, numbers)):
        if contracted:
            each = RankedTensorType.get(kind.shape[1:], kind.element_type)
            outcomes.append(_product(b, rows, rhs, each, op, numbers))
            continue
        [axis] = numbers.rhs_group
        product = _product(b, rows, _part(b, rhs, axis, group), kind, op, _without(numbers, axis))
        total = product if total is None else b.make("add", [total, product], kind)
    if not contracted:
        return [cast("TensorValue", total)]
    stacked = [b.reshape(outcome, [1, *sizes_of(outcome)]) for outcome in outcomes]
    return [b.make("concatenate", stacked, kind, dimension=_axis(0))]


def _rows(b: Builder, lhs: TensorValue, sizes: TensorValue, numbers: _Numbers) -> Iterator[TensorValue]:
    """For each group, lhs with zeros in the rows of all other groups."""
    kind, ragged, whole = lhs._type, numbers.lhs_ragged[0], sizes_of(lhs)
    *batches, groups = sizes_of(sizes)
    truth = RankedTensorType.get(kind.shape, _I1)
    nothing = _zeros(b, whole, kind.element_type)
    begin = _zeros(b, batches, _I64)
    line: list[Size] = [size if axis == ragged else 1 for axis, size in enumerate(whole)]
    positions = b.iota(ragged, line, _I64)

    def spread(value: TensorValue, axes: Sequence[int]) -> TensorValue:
        return b.broadcast(value, axes, whole)

    def compare(direction: str, limit: TensorValue) -> TensorValue:
        order = dialects.ComparisonDirectionAttr.get(direction)
        return b.make("compare", [position, limit], truth, comparison_direction=order)

    for group in range(cast("int", groups)):
        size = b.make("convert", [_part(b, sizes, len(batches), group)], begin._type)
        end = b.make("add", [begin, size], begin._type)
        first, last = (spread(value, _outer(numbers) if batches else []) for value in (begin, end))
        position = spread(positions, range(kind.rank))
        inside = b.both(compare("GE", first), compare("LT", last))
        yield b.make("select", [inside, lhs, nothing], kind)
        begin = end


def _part(b: Builder, value: TensorValue, axis: int, index: int) -> TensorValue:
    """The slice at one index of a dimension, without that dimension."""
    sizes = sizes_of(value)
    starts = [index * (number == axis) for number in range(len(sizes))]
    limits = [index + 1 if number == axis else size for number, size in enumerate(sizes)]
    return b.reshape(b.slice(value, starts, limits), [*sizes[:axis], *sizes[axis + 1 :]])


def _zeros(b: Builder, sizes: Sequence[Size], element: Type) -> TensorValue:
    kind = tensor_of(sizes, element)
    known = kind if kind.has_static_shape else RankedTensorType.get((), element)
    zeros = np.zeros(known.shape, core.NUMPY_OF[element.text])
    constant = b.make("constant", [], known, value=dense(known, zeros))
    return constant if known is kind else b.broadcast(constant, [], sizes)


def _without(numbers: _Numbers, axis: int) -> _Numbers:
    """The dimension numbers after a dimension of rhs was removed."""

    def shifted(axes: _Axes) -> _Axes:
        return tuple(number - (number > axis) for number in axes)

    batch, contracted = shifted(numbers.rhs_batch), shifted(numbers.rhs_contracted)
    return replace(numbers, rhs_batch=batch, rhs_contracted=contracted)


def _product(
    b: Builder, lhs: TensorValue, rhs: TensorValue, kind: RankedTensorType, op: Operation, numbers: _Numbers
) -> TensorValue:
    attributes: Attributes = {
        "dot_dimension_numbers": dialects.DotDimensionNumbers.get(
            list(numbers.lhs_batch),
            list(numbers.rhs_batch),
            list(numbers.lhs_contracted),
            list(numbers.rhs_contracted),
        )
    }
    if (precision := _precision(op)) is not None:
        attributes["precision_config"] = core.ArrayAttr.get(list(map(dialects.PrecisionAttr.get, precision)))
    return b.make("dot_general", [lhs, rhs], kind, **attributes)


def _precision(op: Operation) -> list[str] | None:
    """The precisions of lhs and rhs, if they are specified."""
    stated = op._attributes.get("precision_config")
    return None if stated is None else [each.value for each in stated.parts]


def _axis(number: int) -> core.IntegerAttr:
    return cast("core.IntegerAttr", core.IntegerAttr.get(_I64, number))
