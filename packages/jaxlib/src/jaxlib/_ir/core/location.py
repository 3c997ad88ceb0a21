"""Locations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jaxlib._ir.core.attributes import Attribute
from jaxlib._ir.core.context import CurrentMeta, require_context
from jaxlib._ir.core.immutable import NATIVE
from jaxlib._ir.core.strings import quote
from jaxlib._native import ir as _native


class _LocationMeta(CurrentMeta):
    _find = staticmethod(_native.current_location)


class Location(_native.Location, metaclass=_LocationMeta):
    """Where an operation is from. Two of the same parts are the same."""

    __slots__ = NATIVE
    _text: str | None

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text; ``reference`` says how the locations in it are written."""
        return "unknown"

    @property
    def text(self) -> str:
        """Its text, with all that is in it."""
        if self._text is None:
            self._text = self.render(lambda inner: inner.text)
        return self._text

    def __str__(self) -> str:
        return f"loc({self.text})"

    def __repr__(self) -> str:
        return f"loc({self.text})"

    @property
    def attr(self) -> Any:
        """The location as an attribute."""
        return Attribute(f"loc({self.text})", (self,))

    @property
    def _CAPIPtr(self) -> Any:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: Any) -> Any:
        return pointer

    @property
    def children(self) -> tuple[Location, ...]:
        """The locations that it is made of."""
        return tuple(part for part in self._parts if isinstance(part, Location))

    @staticmethod
    def unknown(context: Any = None) -> Location:
        """From nowhere in particular."""
        return UnknownLoc((), require_context(context))

    @staticmethod
    def file(filename: str, line: int, col: int = 0, end_line: int | None = None, end_col: int | None = None, *,
             context: Any = None) -> Location:  # fmt: skip
        """A place in a file."""
        return FileLineColLoc((filename, line, col, end_line, end_col), require_context(context))

    name = staticmethod(_native.name_location)

    @staticmethod
    def callsite(callee: Location, frames: Sequence[Location], context: Any = None) -> Location:
        """A place in a function that was called from other places, the innermost first."""
        own = require_context(context)
        if not frames:
            raise ValueError("No caller frames provided.")
        caller = frames[-1]
        for frame in reversed(frames[:-1]):
            caller = CallSiteLoc((frame, caller), own)
        return CallSiteLoc((callee, caller), own)

    @staticmethod
    def fused(locations: Sequence[Location], metadata: Any = None, context: Any = None) -> Location:
        """Several places at once."""
        own = require_context(context)
        kept = list(
            dict.fromkeys(
                each for each in locations if not isinstance(each, UnknownLoc) or metadata is not None
            )
        )
        if metadata is None and len(kept) < 2:
            return kept[0] if kept else UnknownLoc((), own)
        return FusedLoc((*kept, metadata), own)

    @staticmethod
    def from_attr(attribute: Any, context: Any = None) -> Location:
        """The location that an attribute is."""
        location: Location = attribute.parts[0]
        return location

    def is_a_name(self) -> bool:
        """Whether it is a name."""
        return isinstance(self, NameLoc)

    def is_a_file(self) -> bool:
        """Whether it is a place in a file."""
        return isinstance(self, FileLineColLoc)

    def is_a_callsite(self) -> bool:
        """Whether it is a call."""
        return isinstance(self, CallSiteLoc)

    def is_a_fused(self) -> bool:
        """Whether it is several at once."""
        return isinstance(self, FusedLoc)

    @property
    def name_str(self) -> str:
        """The name, of a named one."""
        return str(self._parts[0])

    @property
    def child_loc(self) -> Any:
        """Where what is named is from."""
        return self._parts[1]

    @property
    def filename(self) -> str:
        """The file."""
        return str(self._parts[0])

    @property
    def start_line(self) -> int:
        """The line."""
        return int(self._parts[1])

    @property
    def start_col(self) -> int:
        """The column."""
        return int(self._parts[2])

    @property
    def callee(self) -> Any:
        """What was called."""
        return self._parts[0]

    @property
    def caller(self) -> Any:
        """From where it was called."""
        return self._parts[1]

    @property
    def locations(self) -> list[Any]:
        """The several places of a fused one."""
        return [part for part in self._parts if isinstance(part, Location)]


class UnknownLoc(Location):
    """From nowhere in particular."""

    __slots__ = ()


class FileLineColLoc(Location):
    """A place in a file."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        filename, line, col, end_line, end_col = self._parts
        text = f"{quote(filename)}:{line}:{col}"
        if end_line is not None and end_col is not None and (end_line, end_col) != (line, col):
            text += f" to :{end_col}" if end_line == line else f" to {end_line}:{end_col}"
        return text


class NameLoc(Location):
    """A name."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        name, child = self._parts
        return quote(name) if isinstance(child, UnknownLoc) else f"{quote(name)}({reference(child)})"


class CallSiteLoc(Location):
    """A call."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        return f"callsite({reference(self._parts[0])} at {reference(self._parts[1])})"


class FusedLoc(Location):
    """Several places."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """Its text."""
        *inner, metadata = self._parts
        head = "fused" if metadata is None else f"fused<{metadata}>"
        return f"{head}[{', '.join(reference(each) for each in inner)}]"


_native.register(unknown=UnknownLoc, file=FileLineColLoc, named=NameLoc, call=CallSiteLoc)
