"""The sequences and mappings in which operations and blocks show what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from jaxlib._ir.core.attributes import Attribute, NamedAttribute

T = TypeVar("T")


class Items(Sequence[T]):
    """A list that is looked at from outside; slices are of the same kind."""

    __slots__ = ("_items",)

    def __init__(self, items: list[T]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        return type(self)(self._items[index]) if isinstance(index, slice) else self._items[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __add__(self, other: Iterable[Any]) -> list[Any]:
        return [*self._items, *other]

    def __repr__(self) -> str:
        return repr(self._items)


class OpResultList(Items[Any]):
    """An operation's results."""

    __slots__ = ()

    @property
    def types(self) -> list[Any]:
        """Their types."""
        return [each._type for each in self._items]

    @property
    def owner(self) -> Any:
        """The operation."""
        return self._items[0]._owner


class OpOperandList(Items[Any]):
    """What an operation takes."""

    __slots__ = ("_taker",)
    _taker: Any

    def __init__(self, items: list[Any], taker: Any = None) -> None:
        super().__init__(items)
        self._taker = taker

    def __setitem__(self, index: int, value: Any) -> None:
        self._taker._set_operand(index, value)
        self._items[index] = value

    @property
    def types(self) -> list[Any]:
        """Their types."""
        return [each._type for each in self._items]


class OpOperands(Items[Any]):
    """The places in which an operation takes values."""

    __slots__ = ()


class BlockArgumentList(Items[Any]):
    """A block's arguments."""

    __slots__ = ()

    @property
    def types(self) -> list[Any]:
        """Their types."""
        return [each._type for each in self._items]


class RegionSequence(Items[Any]):
    """An operation's regions."""

    __slots__ = ()


class OpSuccessors(Items[Any]):
    """The blocks that an operation may go to."""

    __slots__ = ()


class BlockSuccessors(Items[Any]):
    """The blocks that a block may go to."""

    __slots__ = ()


class BlockPredecessors(Items[Any]):
    """The blocks that may go to a block."""

    __slots__ = ()


class OpAttributeMap:
    """An operation's attributes by name."""

    __slots__ = ("_of",)

    def __init__(self, of: dict[str, Any]) -> None:
        self._of = of

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def __len__(self) -> int:
        return len(self._of)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int):
            name = sorted(self._of)[key]
            return NamedAttribute(name, self._of[name])
        try:
            return self._of[key]
        except KeyError:
            raise KeyError("attempt to access a non-existent attribute") from None

    def __setitem__(self, name: str, attr: Attribute) -> None:
        if not isinstance(attr, Attribute):
            raise TypeError(f"attribute {name}: wanted an Attribute, found {attr!r}")
        self._of[name] = attr

    def __delitem__(self, name: str) -> None:
        del self._of[name]

    def __iter__(self) -> Iterator[Any]:
        return iter(sorted(self._of))

    def get(self, key: str, default: Any = None) -> Any:
        """The attribute of that name, or ``default``."""
        return self._of.get(key, default)

    def keys(self) -> list[str]:
        """The names."""
        return sorted(self._of)

    def values(self) -> list[Any]:
        """The attributes, in the order of their names."""
        return [self._of[name] for name in sorted(self._of)]

    def items(self) -> list[tuple[str, Any]]:
        """Both."""
        return [(name, self._of[name]) for name in sorted(self._of)]


class OperationList(Items[Any]):
    """A block's operations; who goes through them may move them elsewhere."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items.copy())
