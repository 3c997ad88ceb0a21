"""Rewrites operations that are too new for some plugins as older ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from jaxlib._ir.core import (
    NUMPY_OF,
    Attribute,
    InsertionPoint,
    IntegerType,
    Module,
    Operation,
    RankedTensorType,
    Type,
    Value,
    WalkResult,
    dense,
)
from jaxlib._native import ir as native


class _Builder:
    """Creates operations before another one."""

    def __init__(self, before: Operation) -> None:
        self.at = InsertionPoint(before)
        self.loc = before._location

    def make(
        self,
        name: str,
        operands: list[Value[Type]],
        type: Type,  # noqa: A002
        **attributes: Attribute,
    ) -> Value[Type]:
        """The result of a new operation."""
        return Operation.create(
            f"stablehlo.{name}", [type], operands, attributes, loc=self.loc, ip=self.at
        ).result  # fmt: skip

    def splat(self, type: RankedTensorType, value: int) -> Value[Type]:  # noqa: A002
        """A constant with the same number in all elements."""
        number = np.asarray(value).astype(NUMPY_OF[type.element_type.text])
        return self.make("constant", [], type, value=dense(type, number))


def _mulhi(op: Operation) -> Value:
    """The upper half of a product: computed in a type of twice the width or, for the widest type, by halves."""
    build = _Builder(op)
    type_ = op._results[0]._type
    element = type_.element_type
    a, b = op._operands
    width = element.width
    if width < 64:
        twice = IntegerType.get_unsigned if element.is_unsigned else IntegerType.get_signless
        wide = RankedTensorType.get(type_.shape, twice(2 * width))
        product = build.make("multiply", [build.make("convert", [factor], wide) for factor in (a, b)], wide)
        shift = "shift_right_logical" if element.is_unsigned else "shift_right_arithmetic"
        return build.make("convert", [build.make(shift, [product, build.splat(wide, width)], wide)], type_)
    half, mask = build.splat(type_, 32), build.splat(type_, 0xFFFFFFFF)

    def two(name: str, x: Value, y: Value) -> Value:
        return build.make(name, [x, y], type_)

    def high(x: Value) -> Value:
        return two("shift_right_logical", x, half)

    def low(x: Value) -> Value:
        return two("and", x, mask)

    first = two("add", two("multiply", high(a), low(b)), high(two("multiply", low(a), low(b))))
    second = two("add", two("multiply", low(a), high(b)), low(first))
    upper = two("add", two("add", two("multiply", high(a), high(b)), high(first)), high(second))
    if element.is_unsigned:
        return upper
    # In two's complement, a negative factor adds the other factor to the upper half.
    sign = build.splat(type_, 63)
    for x, y in ((a, b), (b, a)):
        upper = two("subtract", upper, two("and", two("shift_right_arithmetic", x, sign), y))
    return upper


EXPANSIONS: dict[str, Callable[[Operation], Value]] = {"chlo.mulhi": _mulhi}


def legalize(module: Module) -> Operation:
    """The module's operation, or a copy without operations that some plugins cannot read."""
    return rewritten(
        module.operation, lambda name: name in EXPANSIONS, lambda _: lambda op: [EXPANSIONS[op._name](op)]
    )


def rewritten(
    operation: Operation,
    chosen: Callable[[str], bool],
    begin: Callable[[Operation], Callable[[Operation], Sequence[Value]]],
) -> Operation:
    """``operation`` itself, or a copy in which the operations with ``chosen`` names are replaced.

    ``begin`` is called with the copy. It returns the function that creates, before an operation, the values that
    replace the operation's results.
    """
    if not any(map(chosen, native.names(operation))):
        return operation
    matches: list[Operation] = []

    def look(op: Operation) -> WalkResult:
        if chosen(op._name):
            matches.append(op)
        return WalkResult.ADVANCE

    copy = operation.clone(ip=False)
    copy.walk(look)
    make = begin(copy)
    replaced: dict[Value, Value] = {}

    def settle(holder: Operation) -> None:
        """Use the new values in an operation and its regions, and erase what was replaced in them."""
        gone = []

        def rewire(op: Operation) -> WalkResult:
            op._operands = [replaced.get(operand, operand) for operand in op._operands]
            if op is not holder and chosen(op._name):
                gone.append(op)
            return WalkResult.ADVANCE

        holder.walk(rewire)
        for op in gone:
            op.erase()

    for op in matches:  # what is in the regions of another one comes before it
        settle(op)
        replaced.update(zip(op._results, make(op), strict=True))
    settle(copy)
    return copy
