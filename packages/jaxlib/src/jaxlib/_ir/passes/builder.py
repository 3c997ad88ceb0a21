"""Creates StableHLO operations for the passes that rewrite a program in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, overload

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import (
    NUMPY_OF,
    Attribute,
    InsertionPoint,
    IntegerType,
    Location,
    Operation,
    RankedTensorType,
    Type,
    Value,
    dense,
)

_I32 = IntegerType.get_signless(32)
_I64 = IntegerType.get_signless(64)
_I1 = IntegerType.get_signless(1)

TensorValue: TypeAlias = Value[RankedTensorType]
#: The size of a dimension: a number; or, if known at run time only, a value and which of its dimensions it is.
Size: TypeAlias = "int | tuple[TensorValue, int]"


def sizes_of(value: TensorValue) -> list[Size]:
    """The sizes of a value's dimensions."""
    return [(value, axis) if size == core.DYNAMIC else size for axis, size in enumerate(value._type.shape)]


def tensor_of(sizes: Sequence[Size], element: Type) -> RankedTensorType:
    """The type of a tensor of these sizes."""
    return RankedTensorType.get([size if isinstance(size, int) else core.DYNAMIC for size in sizes], element)


class Builder:
    """Creates StableHLO operations at one insertion point; results have one type unless another is given."""

    def __init__(self, at: InsertionPoint, loc: Location, like: TensorValue) -> None:
        self.at = at
        self.loc = loc
        self.like = like
        self.type = like._type
        self.sizes: TensorValue | None = None

    @overload
    def make(
        self,
        name: str,
        operands: Sequence[TensorValue],
        type: Type | None = None,
        **attributes: Attribute,
    ) -> TensorValue: ...
    @overload
    def make(
        self,
        name: str,
        operands: Sequence[TensorValue],
        type: list[RankedTensorType],
        **attributes: Attribute,
    ) -> list[TensorValue]: ...
    def make(
        self,
        name: str,
        operands: Sequence[TensorValue],
        type: Type | list[RankedTensorType] | None = None,  # noqa: A002
        **attributes: Attribute,
    ) -> TensorValue | Sequence[TensorValue]:
        """The result of a new operation; a list of results if ``type`` is a list."""
        kinds = type if isinstance(type, list) else [self.type if type is None else type]
        operation = Operation.create(
            f"stablehlo.{name}", kinds, operands, attributes, loc=self.loc, ip=self.at
        )
        return operation._results if isinstance(type, list) else operation.result

    def __getattr__(self, name: str) -> Callable[..., TensorValue]:
        return lambda *operands: self.make(name, [self.of(operand) for operand in operands])

    def of(self, value: TensorValue | float) -> TensorValue:
        """The value itself, or a splat of a number."""
        return value if isinstance(value, Value) else self.splat(value)

    def splat(self, number: float, element: Type | None = None) -> TensorValue:
        """A constant with the same number in all elements."""
        kind = self.type if element is None else self.shaped(element)
        array = np.asarray(number).astype(NUMPY_OF[kind.element_type.text])
        if kind.has_static_shape:
            return self.make("constant", [], kind, value=dense(kind, array))
        scalar = RankedTensorType.get((), kind.element_type)
        constant = self.make("constant", [], scalar, value=dense(scalar, array))
        return self.make("dynamic_broadcast_in_dim", [constant, self.shape()], kind,
                         broadcast_dimensions=core.DenseI64ArrayAttr.get([]))  # fmt: skip

    def shape(self) -> TensorValue:
        """The shape as a value, determined at run time."""
        if self.sizes is None:
            self.sizes = self.extent([(self.like, axis) for axis in range(self.type.rank)])
        return self.sizes

    def extent(self, sizes: Sequence[Size]) -> TensorValue:
        """A vector of these sizes, int32, determined at run time."""
        unit = RankedTensorType.get((1,), _I32)
        parts = []
        for size in sizes:
            if isinstance(size, int):
                parts.append(self.make("constant", [], unit, value=dense(unit, np.asarray([size], np.int32))))
                continue
            value, axis = size
            number = self.make("get_dimension_size", [value], RankedTensorType.get((), _I32),
                               dimension=core.IntegerAttr.get(_I64, axis))  # fmt: skip
            parts.append(self.make("reshape", [number], unit))
        return self.make(
            "concatenate", parts, RankedTensorType.get((len(parts),), _I32),
            dimension=core.IntegerAttr.get(_I64, 0),
        )  # fmt: skip

    def broadcast(self, value: TensorValue, axes: Sequence[int], sizes: Sequence[Size]) -> TensorValue:
        """``value`` in these sizes; its dimensions become ``axes``."""
        kind = tensor_of(sizes, value._type.element_type)
        places = core.DenseI64ArrayAttr.get(axes)
        if kind.has_static_shape:
            return self.make("broadcast_in_dim", [value], kind, broadcast_dimensions=places)
        return self.make("dynamic_broadcast_in_dim", [value, self.extent(sizes)], kind,
                         broadcast_dimensions=places)  # fmt: skip

    def iota(self, axis: int, sizes: Sequence[Size], element: Type) -> TensorValue:
        """The index along one dimension, in each element of a tensor of these sizes."""
        kind, dimension = tensor_of(sizes, element), core.IntegerAttr.get(_I64, axis)
        if kind.has_static_shape:
            return self.make("iota", [], kind, iota_dimension=dimension)
        return self.make("dynamic_iota", [self.extent(sizes)], kind, iota_dimension=dimension)

    def reshape(self, value: TensorValue, sizes: Sequence[Size]) -> TensorValue:
        """The same elements in other sizes."""
        kind = tensor_of(sizes, value._type.element_type)
        if kind.has_static_shape:
            return self.make("reshape", [value], kind)
        return self.make("dynamic_reshape", [value, self.extent(sizes)], kind)

    def slice(self, value: TensorValue, starts: Sequence[int], limits: Sequence[Size]) -> TensorValue:
        """The part of ``value`` between these indices; a start is 0 where the limit is only known at run time."""
        sizes = [
            limit - start if isinstance(limit, int) else limit
            for start, limit in zip(starts, limits, strict=True)
        ]
        kind, ones = tensor_of(sizes, value._type.element_type), [1] * len(starts)
        if kind.has_static_shape and value._type.has_static_shape:
            return self.make(
                "slice", [value], kind,
                start_indices=core.DenseI64ArrayAttr.get(starts),
                limit_indices=core.DenseI64ArrayAttr.get([limit for limit in limits if isinstance(limit, int)]),
                strides=core.DenseI64ArrayAttr.get(ones),
            )  # fmt: skip
        return self.make("real_dynamic_slice", [value, *map(self.extent, (starts, limits, ones))], kind)

    def shaped(self, element: Type) -> RankedTensorType:
        """The type with another element type."""
        return RankedTensorType.get(self.type.shape, element, self.type.encoding)

    def compare(self, direction: str, a: TensorValue | float, b: TensorValue | float) -> TensorValue:
        """A comparison, with booleans as the result."""
        return self.make("compare", [self.of(a), self.of(b)], self.shaped(_I1),
                         comparison_direction=dialects.ComparisonDirectionAttr.get(direction))  # fmt: skip

    def both(self, a: TensorValue, b: TensorValue) -> TensorValue:
        """The elementwise AND of two booleans."""
        return self.make("and", [a, b], self.shaped(_I1))

    def either(self, a: TensorValue, b: TensorValue) -> TensorValue:
        """The elementwise OR of two booleans."""
        return self.make("or", [a, b], self.shaped(_I1))

    def inverted(self, a: TensorValue) -> TensorValue:
        """The elementwise NOT of a boolean."""
        return self.make("not", [a], self.shaped(_I1))

    def is_finite(self, x: TensorValue) -> TensorValue:
        """Elementwise: whether the number is neither infinite nor NaN."""
        return self.make("is_finite", [x], self.shaped(_I1))

    def polynomial(self, x: TensorValue, factors: Sequence[float]) -> TensorValue:
        """The polynomial with these coefficients, highest power first."""
        result = self.splat(factors[0])
        for factor in factors[1:]:
            result = self.add(self.multiply(result, x), factor)
        return result
