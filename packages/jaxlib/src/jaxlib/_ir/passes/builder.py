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
_I1 = IntegerType.get_signless(1)

TensorValue: TypeAlias = Value[RankedTensorType]


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
            unit = RankedTensorType.get((1,), _I32)
            parts = []
            for i in range(self.type.rank):
                size = self.make("get_dimension_size", [self.like], RankedTensorType.get((), _I32),
                                 dimension=core.IntegerAttr.get(IntegerType.get_signless(64), i))  # fmt: skip
                parts.append(self.make("reshape", [size], unit))
            self.sizes = self.make(
                "concatenate", parts, RankedTensorType.get((len(parts),), _I32),
                dimension=core.IntegerAttr.get(IntegerType.get_signless(64), 0),
            )  # fmt: skip
        return self.sizes

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
