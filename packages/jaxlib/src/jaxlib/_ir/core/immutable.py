"""The base class of types and attributes."""

from __future__ import annotations

from typing import Any

from jaxlib._native import ir as _native

#: The slots of a class whose attributes are all C++'s.
NATIVE: tuple[str, ...] = ()


class Immutable(_native.Immutable):
    """An immutable value that is its text; ``parts`` are what it was made of. Equal texts are equal values."""

    __slots__ = ()

    @classmethod
    def isinstance(cls, other: Any) -> bool:
        """Whether ``other`` is one of these."""
        return isinstance(other, cls)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text})"

    @property
    def context(self) -> Any:
        """The context: values belong to all of them."""
        return _native.current_context()

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    def maybe_downcast(self) -> Any:
        """The value as what it is; it never was anything else."""
        return self

    def dump(self) -> None:
        """Print it."""
        print(self.text)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _memo: Any) -> Any:
        return self
