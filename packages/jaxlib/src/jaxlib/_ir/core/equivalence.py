"""Structural comparison of operations. This module is imported when it is first used."""

# ruff: noqa: SIM905 - a list of words is easier to read
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlib._ir.core.blocks import Block, Region
from jaxlib._ir.core.equivalence_flags import OperationEquivalenceFlags as Flags
from jaxlib._ir.core.registry import VIEWS, declares, load_dialect
from jaxlib._ir.core.types import Type
from jaxlib._ir.core.values import Value

if TYPE_CHECKING:
    from jaxlib._ir.core.operations import Operation

#: Operations whose operands may be exchanged.
_COMMUTATIVE = frozenset(
    [f"stablehlo.{name}" for name in "add and maximum minimum multiply or xor".split()]
    + [f"arith.{name}" for name in "addi addf andi maximumf maxnumf maxsi maxui minimumf minnumf".split()]
    + [f"arith.{name}" for name in "minsi minui mulf muli mulsi_extended mului_extended ori xori".split()]
)


def _attributes(op: Operation, flags: Flags) -> dict[str, object]:
    """The attributes that count."""
    load_dialect(op._name.partition(".")[0])
    view = VIEWS.get(op._name)

    def ignored(name: str) -> bool:
        is_property = view is not None and "." not in name and declares(view, name)
        return Flags.IGNORE_PROPERTIES in flags if is_property else Flags.IGNORE_DISCARDABLE_ATTRS in flags

    return {name: attribute for name, attribute in op._attributes.items() if not ignored(name)}


class _Comparison:
    """A comparison, with the values of the second operation that stand for those of the first one."""

    def __init__(self, flags: Flags) -> None:
        self.flags = flags
        self.values: dict[Value[Type], Value[Type]] = {}
        self.blocks: dict[int, Block] = {}

    def operations(self, a: Operation, b: Operation) -> bool:
        if a is b:
            return True
        same = (
            a._name == b._name
            and a._result_types == b._result_types
            and len(a._operands) == len(b._operands)
            and len(a._regions) == len(b._regions)
            and len(a._successors) == len(b._successors)
            and (Flags.IGNORE_LOCATIONS in self.flags or a._location == b._location)
            and _attributes(a, self.flags) == _attributes(b, self.flags)
            and self._operands(a, b)
            and all(
                self.blocks.get(id(one), other) is other
                for one, other in zip(a._successors, b._successors, strict=True)
            )
        )
        if not same:
            return False
        self.values.update(zip(a._results, b._results, strict=True))
        return all(self._regions(one, other) for one, other in zip(a._regions, b._regions, strict=True))

    def _operands(self, a: Operation, b: Operation) -> bool:
        wanted = [self.values.get(operand, operand) for operand in a._operands]
        found = list(b._operands)
        if a._name in _COMMUTATIVE and Flags.IGNORE_COMMUTATIVITY not in self.flags:
            return sorted(map(hash, wanted)) == sorted(map(hash, found))
        return wanted == found

    def _regions(self, a: Region, b: Region) -> bool:
        if len(a._blocks) != len(b._blocks):
            return False
        pairs = list(zip(a._blocks, b._blocks, strict=True))
        self.blocks.update((id(one), other) for one, other in pairs)
        return all(self._blocks(one, other) for one, other in pairs)

    def _blocks(self, a: Block, b: Block) -> bool:
        if len(a._arguments) != len(b._arguments) or len(a._operations) != len(b._operations):
            return False
        for one, other in zip(a._arguments, b._arguments, strict=True):
            located = Flags.IGNORE_LOCATIONS in self.flags or one._location == other._location
            if one._type != other._type or not located:
                return False
            self.values[one] = other
        inner: zip[tuple[Operation, Operation]] = zip(a._operations, b._operations, strict=True)
        return all(self.operations(one, other) for one, other in inner)


def equivalent(a: Operation, b: Operation, flags: Flags) -> bool:
    """Whether operations are equal but for what the flags say."""
    return _Comparison(Flags(flags)).operations(a, b)


def hashed(op: Operation, flags: Flags) -> int:
    """A hash that is equal for equivalent operations; nested operations do not count."""
    flags = Flags(flags)
    operands: Sequence[int] = [hash(operand) for operand in op._operands]
    if op._name in _COMMUTATIVE:
        operands = sorted(operands)
    location = None if Flags.IGNORE_LOCATIONS in flags else op._location
    attributes = frozenset(_attributes(op, flags).items())
    return hash((op._name, attributes, tuple(op._result_types), tuple(operands), location))
