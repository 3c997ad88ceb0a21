"""The base class of types and attributes."""

from __future__ import annotations

from typing import ClassVar, Self, TypeVar

from jaxlib._ir.core.context import Context
from jaxlib._native import ir as _native

#: The slots of a class whose attributes are all in C++.
NATIVE: tuple[str, ...] = ()

T = TypeVar("T")


class Immutable(_native.Immutable):
    """A type or attribute; equal if class and text are equal. ``parts``: what it was created from."""

    __slots__ = ()
    #: Identifies the kind of type or attribute, as ``typeid`` of an instance does: the class.
    static_typeid: ClassVar[type[Immutable]]
    #: Whether the text alone makes an object of the class.
    _of_text: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()  # excludes them from garbage collection
        cls.static_typeid = cls

    @classmethod
    def isinstance(cls, other: object) -> bool:
        """Whether ``other`` is of this class."""
        return isinstance(other, cls)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text})"

    @property
    def context(self) -> Context | None:
        """The current context, because types and attributes belong to every context."""
        return _native.current_context()

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer

    def maybe_downcast(self) -> Self:
        """Itself, because it always has its most derived class."""
        return self

    def dump(self) -> None:
        """Print the text."""
        print(self.text)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self
