"""The sequences and mappings that operations and blocks return: views of their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn, Self, TypeVar, overload

from jaxlib._ir.core import arguments
from jaxlib._ir.core.attributes import Attribute, Attributes, NamedAttribute
from jaxlib._native import ir as _native

if TYPE_CHECKING:  # only for the string annotations below, because those modules import this one
    from jaxlib._ir.core.blocks import Block, Region  # noqa: F401
    from jaxlib._ir.core.operations import Operation
    from jaxlib._ir.core.types import Type
    from jaxlib._ir.core.values import BlockArgument, OpOperand, OpResult, Value  # noqa: F401

T = TypeVar("T")


class Items(_native.Items, Sequence[T]):
    """A read-only list; slices are of the same class."""

    __slots__ = ()
    _items: list[T]

    if TYPE_CHECKING:  # in C++

        @overload
        def __getitem__(self, index: int) -> T: ...
        @overload
        def __getitem__(self, index: slice) -> Self: ...
        def __getitem__(self, index: int | slice) -> T | Self: ...

        def __iter__(self) -> Iterator[T]: ...

    def _slice(self, index: slice) -> Self:
        return type(self)(self._items[index])

    def _beyond(self, _index: int) -> NoReturn:
        raise IndexError("index out of range")

    def _no_index(self, _index: object) -> NoReturn:
        raise ValueError("expected integer or slice")

    def __add__(self, other: Iterable[T]) -> list[T]:
        return [*self._items, *other]

    def __repr__(self) -> str:
        return repr(self._items)


class OpResultList(Items["OpResult[Type]"]):
    """The results of an operation."""

    __slots__ = ()

    @property
    def types(self) -> list[Type]:
        """The types of the values."""
        return [value._type for value in self._items]

    @property
    def owner(self) -> Operation:
        """The operation."""
        return self._items[0]._owner


class OpOperandList(Items["Value[Type]"]):
    """The operands of an operation, or a slice of them; assigning to an index replaces the operand.

    ``numbers`` are the operands' positions in the operation: by default, these are all operands.
    """

    __slots__ = ()
    _taker: Operation
    _numbers: Sequence[int] | None

    def _slice(self, index: slice) -> Self:
        return type(self)(self._items[index], self._taker, self._positions[index])

    @property
    def _positions(self) -> Sequence[int]:
        return range(len(self._items)) if self._numbers is None else self._numbers

    def __setitem__(self, index: int, value: Value[Type]) -> None:
        arguments.index(index)
        if not isinstance(value, _native.Value):
            raise arguments.refused(value, "Value")
        self._taker._set_operand(self._positions[index], value)
        self._items[index] = value

    @property
    def types(self) -> list[Type]:
        """The types of the values."""
        return [value._type for value in self._items]


class OpOperands(Items["OpOperand"]):
    """An operation's uses of values."""

    __slots__ = ()


class BlockArgumentList(Items["BlockArgument[Type]"]):
    """The arguments of a block."""

    __slots__ = ()

    @property
    def types(self) -> list[Type]:
        """The types of the values."""
        return [value._type for value in self._items]


class RegionSequence(Items["Region"]):
    """The regions of an operation."""

    __slots__ = ()


class OpSuccessors(Items["Block"]):
    """The blocks that an operation may branch to."""

    __slots__ = ()


class BlockSuccessors(Items["Block"]):
    """The blocks that a block may branch to."""

    __slots__ = ()


class BlockPredecessors(Items["Block"]):
    """The blocks that may branch to a block."""

    __slots__ = ()


class OpAttributeMap:
    """The attributes of an operation by name."""

    __slots__ = ("_of",)

    def __init__(self, of: Attributes) -> None:
        self._of = of

    def __contains__(self, name: object) -> bool:
        return arguments.one(name, str) in self._of

    def __len__(self) -> int:
        return len(self._of)

    @overload
    def __getitem__(self, key: int) -> NamedAttribute: ...
    @overload
    def __getitem__(self, key: str) -> Attribute: ...
    def __getitem__(self, key: str | int) -> Attribute | NamedAttribute:
        if isinstance(key, int):
            if not -len(self._of) <= key < len(self._of):
                raise IndexError("attempt to access out of bounds attribute")
            name = sorted(self._of)[key]
            return NamedAttribute(name, self._of[name])
        try:
            return self._of[arguments.one(key, str)]
        except KeyError:
            raise KeyError("attempt to access a non-existent attribute") from None

    def __setitem__(self, name: str, attr: Attribute) -> None:
        if not isinstance(attr, Attribute):
            raise TypeError(f"attribute {name}: wanted an Attribute, found {attr!r}")
        self._of[arguments.one(name, str)] = attr

    def __delitem__(self, name: str) -> None:
        if arguments.one(name, str) not in self._of:
            raise KeyError("attempt to delete a non-existent attribute")
        del self._of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._of))

    @overload
    def get(self, key: str) -> Attribute | None: ...
    @overload
    def get(self, key: str, default: T) -> Attribute | T: ...
    def get(self, key: str, default: object = None) -> object:
        """The attribute of that name, or ``default``."""
        return self._of.get(arguments.one(key, str), default)

    def keys(self) -> list[str]:
        """The names, sorted."""
        return sorted(self._of)

    def values(self) -> list[Attribute]:
        """The attributes, sorted by name."""
        return [self._of[name] for name in sorted(self._of)]

    def items(self) -> list[tuple[str, Attribute]]:
        """The pairs of name and attribute, sorted by name."""
        return [(name, self._of[name]) for name in sorted(self._of)]


class OperationList(Items["Operation"]):
    """The operations of a block; they may be moved elsewhere during iteration."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._items.copy())

    def _beyond(self, _index: int) -> NoReturn:
        raise IndexError("attempt to access out of bounds operation")

    def _no_index(self, index: object) -> NoReturn:
        raise arguments.refused(index, "an integer")


_native.register(result_list=OpResultList, operand_list=OpOperandList)
