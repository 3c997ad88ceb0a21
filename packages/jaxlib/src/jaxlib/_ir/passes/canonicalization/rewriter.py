"""What the rules of canonicalization use: the operations to visit, constants, and changes of a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from jaxlib._ir.core import (
    Attribute,
    Attributes,
    BoolAttr,
    DenseElementsAttr,
    FloatAttr,
    IndexType,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Operation,
    Type,
    Value,
    VectorType,
    dense,
)
from jaxlib._native import ir as _native

AnyValue: TypeAlias = Value[Type]

#: What replaces the results of an operation: values, or the attributes of constants.
Replacements: TypeAlias = "Sequence[AnyValue | Attribute]"

#: The operations that are constants, and the attribute with their value; None for those without.
CONSTANTS = {
    "arith.constant": "value",
    "llvm.mlir.constant": "value",
    "llvm.mlir.poison": None,
    "llvm.mlir.undef": None,
    "llvm.mlir.zero": None,
}


class Rewriter:
    """The operations that are still to be visited, and the changes of a program that add to them."""

    def __init__(self) -> None:
        self._pending: dict[Operation, None] = {}

    # ---- The operations to visit, last one first

    def visit(self, op: Operation) -> None:
        """Visit an operation next, unless it is pending."""
        self._pending.setdefault(op)

    def visit_in_order(self, ops: Sequence[Operation]) -> None:
        """Visit operations, the first one first."""
        for op in reversed(ops):
            self.visit(op)

    def next(self) -> Operation | None:
        """The next operation, which is no longer pending; None if there is none."""
        return self._pending.popitem()[0] if self._pending else None

    # ---- Changes

    def create(
        self,
        name: str,
        results: Sequence[Type],
        operands: Sequence[AnyValue],
        attributes: Attributes,
        before: Operation,
        regions: int = 0,
    ) -> Operation:
        """A new operation before another one, at its location; its regions are empty."""
        op = Operation.create(
            name,
            list(results),
            list(operands),
            attributes,
            regions=regions,
            loc=before._location,
            ip=InsertionPoint(before),
        )
        self.visit(op)
        return op

    def constant(self, value: Attribute, kind: Type, before: Operation) -> AnyValue:
        """A new constant before an operation."""
        return self.create("arith.constant", [kind], [], {"value": value}, before).result

    def replace(self, op: Operation, replacements: Replacements) -> None:
        """Replace the results of an operation, and remove it."""
        for result, replacement in zip(op._results, replacements, strict=True):
            value = (
                self.constant(replacement, result._type, op)
                if isinstance(replacement, Attribute)
                else replacement
            )
            self.replace_uses(result, value)
        self.erase(op)

    def replace_uses(self, old: AnyValue, new: AnyValue) -> None:
        """Replace a value in all operations that use it."""
        for user, number in list(old._uses):
            user._set_operand(number, new)
            self.visit(user)

    def set_operands(self, op: Operation, operands: Sequence[AnyValue]) -> None:
        """Change the operands of an operation."""
        op._operands = list(operands)
        self.visit(op)

    def erase(self, op: Operation) -> None:
        """Remove an operation whose results are unused, with what is inside; what it used may be unused now."""
        for region in op._regions:
            for block in region._blocks:
                for inner in reversed(list(block._operations)):
                    self.erase(inner)
        owners = [owner for operand in op._operands if isinstance(owner := operand._owner, Operation)]
        self._pending.pop(op, None)
        op.erase()
        for owner in owners:
            self.visit(owner)

    def inline(self, op: Operation, block: object) -> None:
        """Replace an operation by the operations of one of its blocks, whose terminator has the results."""
        operations = list(block._operations)  # type: ignore[attr-defined]
        *inner, terminator = operations
        yielded = list(terminator._operands)
        for moved in inner:
            moved.move_before(op)
            self.visit(moved)
        self.erase(terminator)
        self.replace(op, yielded)


# ---- Constants


def constant_of(value: AnyValue) -> Attribute | None:
    """The value of a constant."""
    return _native.constant_of(value, CONSTANTS)


def is_constant(value: AnyValue) -> bool:
    """Whether a value is a constant."""
    owner = value._owner
    return isinstance(owner, Operation) and owner._name in CONSTANTS


#: The operation that defines a value, if it has a name.
defined_by = _native.defined_by


def width_of(kind: Type) -> int:
    """The number of bits of an integer, or of an element of a vector of integers."""
    element = kind.element_type if isinstance(kind, VectorType) else kind
    return 64 if isinstance(element, IndexType) else element.width if isinstance(element, IntegerType) else 0


def signed(number: int, width: int) -> int:
    """The signed integer with the lowest bits of ``number``."""
    number &= (1 << width) - 1
    return number - (1 << width) if number >> (width - 1) else number


def unsigned(number: int, width: int) -> int:
    """The unsigned integer with the lowest bits of ``number``."""
    return number & ((1 << width) - 1)


def integer(value: AnyValue) -> int | None:
    """The signed integer of a constant, or of all elements of a constant vector."""
    attribute = _native.constant_of(value, CONSTANTS)
    return None if attribute is None else _integer_of(attribute, value._type)


@lru_cache(maxsize=4096)
def _integer_of(attribute: Attribute, kind: Type) -> int | None:
    if isinstance(attribute, BoolAttr):
        return -1 if attribute.value else 0
    if isinstance(attribute, IntegerAttr):
        return signed(attribute.value, width_of(kind))
    if isinstance(attribute, DenseElementsAttr) and attribute.is_splat and width_of(kind):
        array = np.asarray(attribute.parts[1]).reshape(-1)
        return signed(int(array[0]), width_of(kind)) if array.size else None
    return None


def number(value: AnyValue) -> float | None:
    """The floating-point number of a constant, or of all elements of a constant vector."""
    attribute = constant_of(value)
    if attribute is None:
        return None
    if isinstance(attribute, FloatAttr):
        return attribute.value
    if (
        isinstance(attribute, DenseElementsAttr)
        and attribute.is_splat
        and attribute.parts[1].dtype.kind not in "iub"
    ):
        array = np.asarray(attribute.parts[1]).reshape(-1)
        return float(array[0]) if array.size else None
    return None


def array_of(value: AnyValue) -> np.ndarray | None:
    """The elements of a constant vector, as an array of its shape; None for any other value."""
    attribute, kind = constant_of(value), value._type
    if not isinstance(kind, VectorType) or kind.scalable or not isinstance(attribute, DenseElementsAttr):
        return None
    return np.broadcast_to(np.asarray(attribute.parts[1]), kind.shape)


def integer_attribute(kind: Type, value: int) -> Attribute:
    """The attribute of a constant integer, or of a vector of that integer."""
    if isinstance(kind, VectorType):
        width = width_of(kind)
        scalar = np.asarray(bool(value & 1)) if width == 1 else np.asarray(signed(value, width), np.int64)
        return splat(kind, scalar)
    if width_of(kind) == 1:
        return BoolAttr.get(bool(value & 1))
    return IntegerAttr.get(kind, signed(value, width_of(kind)))


def splat(kind: VectorType, scalar: np.ndarray) -> DenseElementsAttr:
    """The attribute of a vector with the same number in all elements."""
    from jaxlib._ir.core import NUMPY_OF

    return dense(kind, scalar.astype(NUMPY_OF[kind.element_type.text]))


def swap(op: Operation, rewriter: Rewriter) -> bool:
    """Move a constant to the right."""
    left, right = op._operands
    if is_constant(left) and not is_constant(right):
        rewriter.set_operands(op, [right, left])
        return True
    return False


#: A rule: operation, rewriter -> whether it changed something.
Rule = Callable[[Operation, Rewriter], bool]
