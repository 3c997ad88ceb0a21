"""Values: the results of operations and the arguments of blocks, and their uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic, Self, TypeVar, cast

from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import NATIVE
from jaxlib._ir.core.location import Location
from jaxlib._native import ir as _native

if TYPE_CHECKING:
    from jaxlib._ir.core.context import Context
    from jaxlib._ir.core.operations import Operation
    from jaxlib._ir.core.types import Type

T_co = TypeVar("T_co", covariant=True)


class Value(Generic[T_co], _native.Value):
    """An SSA value of type T: the result of an operation or the argument of a block.

    The object of a result only exists while it is referenced; two are equal if they are the same result of one
    operation.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def type(self) -> T_co:
            """The type of the value."""

        @property
        def _type(self) -> T_co: ...

    @classmethod
    def isinstance(cls, other: object) -> bool:
        """Whether ``other`` is of this class."""
        return isinstance(other, cls)

    @property
    def context(self) -> Context:
        return self._owner.context

    @property
    def location(self) -> Location:
        """The location of the operation or block that owns it."""
        return self._owner.location

    @property
    def _CAPIPtr(self) -> Self:
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.get_name()} : {self._type})"

    def get_name(self, *_state: object, **_options: object) -> str:
        """The name of the value in the text of the whole program."""
        return hooks.name_of(cast("Value[Type]", self))

    def maybe_downcast(self) -> Self:
        """Itself, because it always has its most derived class."""
        return self

    @property
    def uses(self) -> Iterator[OpOperand]:
        """The uses of the value, most recent first, including those in detached operations."""
        return iter([OpOperand(op, number) for op, number in self._uses])

    def replace_all_uses_with(self, other: Value[Type]) -> None:
        """Replace the value by ``other`` in all operations that use it."""
        for op, number in self._uses:
            op._set_operand(number, other)

    def replace_all_uses_except(
        self, with_: Value[Type], exceptions: Operation | Sequence[Operation]
    ) -> None:
        """Replace the value by ``with_`` in all operations that use it, except for some."""
        kept = exceptions if isinstance(exceptions, Sequence) else [exceptions]
        for op, number in self._uses:
            if op not in kept:
                op._set_operand(number, with_)


class OpResult(Value[T_co]):
    """The result of an operation."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"OpResult({self._owner})"

    @property
    def result_number(self) -> int:
        """The index of the result."""
        return self._index


class BlockArgument(_native.Argument, Value[T_co]):
    """The argument of a block."""

    __slots__ = NATIVE
    _location: Location

    def __str__(self) -> str:
        return f"BlockArgument(<block argument> of type '{self._type}' at index: {self._index})"

    @property
    def arg_number(self) -> int:
        """The index of the argument."""
        return self._index

    def set_location(self, loc: Location) -> None:
        self._location = loc


class OpOperand:
    """The use of a value by an operation."""

    def __init__(self, owner: Operation, number: int) -> None:
        self.owner = owner
        self.operand_number = number

    @property
    def value(self) -> Value[Type]:
        """The value that is used."""
        return self.owner._operands[self.operand_number]


_native.register(result=OpResult, argument=BlockArgument)
