"""Reshapes and slices of computed arrays, moved to the arrays that they are computed from.

The library fuses a reshape with the elementwise operations before it. If an operand of these is broadcast, the
index into it is then divided for each element, and the loop is not compiled to vectors: it takes five times as
long.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from jaxlib_cpu.lowering.values import (
    ELEMENTWISE,
    attributes_of,
    like,
    name_of_owner,
    origins,
    part_of,
    reshaped,
    shape_of,
)

BROADCAST = "stablehlo.broadcast_in_dim"


def is_of_broadcast(value: Any) -> bool:
    """Whether a value is computed element by element from an array, not a scalar, that is broadcast."""
    from jax._src.lib.mlir import ir

    return any(
        operation.name == BROADCAST and shape_of(operation.operands[0].type)
        for operation in origins(ir, value) or ()
    )


def reshape(x: Any, shape: Sequence[int]) -> Any:
    """``x`` in that shape: the leading dimensions are the same, or else nothing is moved."""
    old = shape_of(x.type)
    kept = _common(old, shape)

    def of_broadcast(source: Any, dimensions: Sequence[int]) -> Any:
        """The same broadcast to the new shape; None if only some of the changed dimensions are broadcast."""
        sizes = shape_of(source.type)
        changed = [at for at, axis in enumerate(dimensions) if axis >= kept and sizes[at] > 1]
        left = [at for at, axis in enumerate(dimensions) if axis < kept]
        if not changed:
            source = reshaped(source, [sizes[at] for at in left])
            return source, [dimensions[at] for at in left]
        if math.prod(sizes[at] for at in changed) != math.prod(old[kept:]) or _are_permuted(dimensions):
            return None
        source = reshaped(source, [*(sizes[at] for at in left), *shape[kept:]])
        return source, [*(dimensions[at] for at in left), *range(kept, len(shape))]

    return (
        _moved(x, shape, lambda value: reshaped(value, shape), of_broadcast) if kept else reshaped(x, shape)
    )


def part(x: Any, axis: int, start: int, end: int) -> Any:
    """The elements from ``start`` to ``end`` along a dimension."""

    def of_broadcast(source: Any, dimensions: Sequence[int]) -> Any:
        at = list(dimensions).index(axis) if axis in dimensions else None
        if at is not None and shape_of(source.type)[at] > 1:
            source = part_of(source, at, start, end)
        return source, dimensions

    shape = list(shape_of(x.type))
    shape[axis] = end - start
    return _moved(x, shape, lambda value: part_of(value, axis, start, end), of_broadcast)


def _are_permuted(dimensions: Sequence[int]) -> bool:
    return list(dimensions) != sorted(dimensions)


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """The number of leading dimensions that two shapes share."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


def _moved(
    x: Any,
    shape: Sequence[int],
    move: Callable[[Any], Any],
    of_broadcast: Callable[[Any, Sequence[int]], Any],
) -> Any:
    """``x`` in another shape, computed from operands that ``move``, or for a broadcast ``of_broadcast``, gives."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    known: dict[Any, Any] = {}

    def moved(value: Any) -> Any:
        if value not in known:
            known[value] = computed(value)
        return known[value]

    def computed(value: Any) -> Any:
        if not shape_of(value.type):
            return value  # a scalar that applies to all elements
        name = name_of_owner(value)
        if name == BROADCAST:
            operation = value.owner.operation
            dimensions = list(ir.DenseI64ArrayAttr(operation.attributes["broadcast_dimensions"]))
            found = of_broadcast(operation.operands[0], dimensions)
            if found is not None:
                source, dimensions = found
                return hlo.broadcast_in_dim(like(source, shape), source, mlir.dense_int_array(dimensions))
        if name in ELEMENTWISE:
            operation = value.owner.operation
            return ir.Operation.create(
                name,
                results=[like(value, shape)],
                operands=[moved(each) for each in operation.operands],
                attributes=attributes_of(operation),
            ).result
        return move(value)

    return moved(x)
