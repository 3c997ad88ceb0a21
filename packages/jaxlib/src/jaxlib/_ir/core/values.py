"""Values: the results of operations and the arguments of blocks, and their uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import NATIVE
from jaxlib._ir.core.location import Location
from jaxlib._ir.core.walk import WalkResult
from jaxlib._native import ir as _native

T = TypeVar("T")


class Value(Generic[T], _native.Value):
    """What an operation takes: the result of another, or a block's argument.

    A result is made when it is asked for; two of them are equal if they are the same result of one operation.
    """

    __slots__ = ()

    @classmethod
    def isinstance(cls, other: Any) -> bool:
        """Whether ``other`` is one."""
        return isinstance(other, cls)

    @property
    def context(self) -> Any:
        """Its context."""
        return self._owner.context

    @property
    def location(self) -> Any:
        """Where it is from."""
        return self._owner.location

    @property
    def _CAPIPtr(self) -> Any:
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.get_name()} : {self._type})"

    __str__ = __repr__

    def get_name(self, *_state: Any, **_options: Any) -> str:
        """What the printed program calls it."""
        return hooks.name_of(self)

    def maybe_downcast(self) -> Any:
        """The value as what it is."""
        return self

    @property
    def uses(self) -> Iterator[OpOperand]:
        """Every place that takes it."""
        root = self._owner
        while root.parent is not None:
            root = root.parent
        found: list[OpOperand] = []

        def look(op: Any) -> WalkResult:
            found.extend(
                OpOperand(op, number) for number, operand in enumerate(op._operands) if operand == self
            )
            return WalkResult.ADVANCE

        (root if isinstance(root, _native.Operation) else root.owner).walk(look)
        return iter(found)

    def replace_all_uses_with(self, other: Value) -> None:
        """Have ``other`` taken in its place."""
        for use in self.uses:
            use.owner._set_operand(use.operand_number, other)

    def replace_all_uses_except(self, other: Value, exceptions: Any) -> None:
        """As above, but for some operations."""
        kept = exceptions if isinstance(exceptions, Sequence) else [exceptions]
        for use in self.uses:
            if use.owner not in kept:
                use.owner._set_operand(use.operand_number, other)


class OpResult(Value[T]):
    """An operation's result."""

    __slots__ = ()

    @property
    def result_number(self) -> int:
        """Which one."""
        return self._index


class BlockArgument(_native.Argument, Value[T]):
    """A block's argument."""

    __slots__ = NATIVE
    _location: Any

    @property
    def arg_number(self) -> int:
        """Which one."""
        return self._index

    def set_location(self, loc: Location) -> None:
        """Say that it is from somewhere else."""
        self._location = loc


class OpOperand:
    """One place in which an operation takes a value."""

    def __init__(self, owner: Any, number: int) -> None:
        self.owner = owner
        self.operand_number = number

    @property
    def value(self) -> Value:
        """The value there."""
        return self.owner._operands[self.operand_number]


_native.register(result=OpResult, argument=BlockArgument)
