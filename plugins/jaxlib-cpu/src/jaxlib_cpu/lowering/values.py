"""Reads and builds operations on arrays, for the rewriting of a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

#: Operations that compute each element from one of each operand.
ELEMENTWISE = frozenset(
    f"stablehlo.{name}"
    for name in (
        *("abs", "add", "and", "atan2", "cbrt", "ceil", "clamp", "compare", "convert", "cosine", "divide"),
        *("exponential", "exponential_minus_one", "floor", "is_finite", "log", "log_plus_one", "logistic"),
        *("maximum", "minimum", "multiply", "negate", "not", "or", "power", "remainder", "rsqrt"),
        *("round_nearest_afz", "round_nearest_even", "select", "sign", "sine", "sqrt", "subtract", "tan"),
        *("tanh", "xor"),
    )
)


def shape_of(type_: Any) -> tuple[int, ...]:
    """The sizes of a ranked tensor type's dimensions."""
    from jax._src.lib.mlir import ir

    return tuple(ir.RankedTensorType(type_).shape)


def like(x: Any, shape: Sequence[int]) -> Any:
    """The type of an array of that shape with the element type of ``x``."""
    from jax._src.lib.mlir import ir

    return ir.RankedTensorType.get(shape, ir.RankedTensorType(x.type).element_type)


def reshaped(x: Any, shape: Sequence[int]) -> Any:
    """``x`` in that shape; ``x`` itself if it has that shape."""
    from jax._src.lib.mlir.dialects import hlo

    return x if shape_of(x.type) == tuple(shape) else hlo.reshape(like(x, shape), x)


def number(x: Any, value: float) -> Any:
    """A constant of shape ``()`` with the element type of ``x``, a float."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    scalar = like(x, ())
    return hlo.constant(ir.DenseElementsAttr.get_splat(scalar, ir.FloatAttr.get(scalar.element_type, value)))


def part_of(x: Any, axis: int, start: int, end: int) -> Any:
    """The elements from ``start`` to ``end`` along a dimension."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir.dialects import hlo

    shape = shape_of(x.type)
    starts, ends = [0] * len(shape), list(shape)
    starts[axis], ends[axis] = start, end
    return hlo.slice(x, *map(mlir.dense_int_array, (starts, ends, [1] * len(shape))))


def name_of_owner(value: Any) -> str | None:
    """The name of the operation that defines a value; None for a block argument."""
    return getattr(getattr(value.owner, "operation", value.owner), "name", None)
