"""Locations in source text: files, names, call sites, fused locations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self, TypeVar

from jaxlib._ir.core import arguments
from jaxlib._ir.core.attributes import Attribute
from jaxlib._ir.core.context import Context, require_context
from jaxlib._ir.core.hooks import hooks
from jaxlib._ir.core.immutable import NATIVE
from jaxlib._ir.core.strings import quote
from jaxlib._native import ir as _native

T = TypeVar("T")


class _LocationMeta(type):
    """The class property ``Location.current``, which cannot be set."""

    if TYPE_CHECKING:

        @property
        def current(cls) -> Location | None: ...

    else:
        current = property(_native.current_location)


class Location(_native.Location, metaclass=_LocationMeta):
    """The source location of an operation or argument; equal if kind and parts are equal."""

    __slots__ = NATIVE
    _text: str | None

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        return "unknown"

    @property
    def text(self) -> str:
        """The text, with nested locations written out."""
        if self._text is None:
            self._text = self.render(lambda inner: inner.text)
        return self._text

    def __str__(self) -> str:
        return f"loc({self.text})"

    def __repr__(self) -> str:
        return f"{type(self).__name__}(loc({self.text}))"

    @property
    def attr(self) -> Attribute:
        """The location as an attribute."""
        return Attribute(self, (self,))

    @property
    def _CAPIPtr(self) -> Self:
        return self

    @classmethod
    def _CAPICreate(cls, pointer: T) -> T:
        return pointer

    @property
    def children(self) -> tuple[Location, ...]:
        """The nested locations."""
        return tuple(part for part in self._parts if isinstance(part, Location))

    @staticmethod
    def unknown(context: Context | None = None) -> Location:
        """The unknown location."""
        return UnknownLoc((), require_context(context))

    @staticmethod
    def file(filename: str, line: int, col: int = 0, end_line: int | None = None, end_col: int | None = None, *,
             context: Context | None = None) -> Location:  # fmt: skip
        """A position or a range in a file."""
        numbers = [arguments.index(each, 33) for each in (line, col)]
        ends = [None if each is None else arguments.index(each, 33) for each in (end_line, end_col)]
        parts = (arguments.one(filename, str), *numbers, *ends)
        return FileLineColLoc(parts, require_context(context))

    name = staticmethod(_native.name_location)

    @staticmethod
    def callsite(callee: Location, frames: Sequence[Location], context: Context | None = None) -> Location:
        """A location with the call sites that lead to it, innermost first."""
        own = require_context(context)
        frames = arguments.several(frames, Location)
        arguments.one(callee, Location)
        if not frames:
            raise ValueError("No caller frames provided.")
        caller = frames[-1]
        for frame in reversed(frames[:-1]):
            caller = CallSiteLoc((frame, caller), own)
        return CallSiteLoc((callee, caller), own)

    @staticmethod
    def fused(
        locations: Sequence[Location], metadata: Attribute | None = None, context: Context | None = None
    ) -> Location:
        """Several locations as one."""
        own = require_context(context)
        locations = arguments.several(locations, Location)
        arguments.optional(metadata, Attribute)
        kept = list(
            dict.fromkeys(
                location
                for location in locations
                if not isinstance(location, UnknownLoc) or metadata is not None
            )
        )
        if metadata is None and len(kept) < 2:
            return kept[0] if kept else UnknownLoc((), own)
        return FusedLoc((*kept, metadata), own)

    @staticmethod
    def from_attr(attribute: Attribute, context: Context | None = None) -> Location:
        """The location of a location attribute."""
        location: Location = attribute.parts[0]
        return location

    def emit_remark(self, kind: object, remark_name: str, **_options: object) -> bool:
        """False, because nobody listens to remarks."""
        return False

    def emit_error(self, message: str) -> None:
        """Give an error at this location to the handlers of the context; print it if none handles it."""
        hooks.emit_error(self, message)


class UnknownLoc(Location):
    """The unknown location."""

    __slots__ = ()

    @staticmethod
    def get(context: Context | None = None) -> UnknownLoc:
        """The unknown location."""
        return UnknownLoc((), require_context(context))


class FileLineColLoc(Location):
    """A position or a range in a file."""

    __slots__ = ()

    @staticmethod
    def get(
        filename: str,
        start_line: int = 0,
        start_col: int = 0,
        end_line: int | None = None,
        end_col: int | None = None,
        context: Context | None = None,
        *,
        line: int | None = None,
        col: int | None = None,
    ) -> Location:
        """A position or a range in a file; ``line`` and ``col`` are those of a position."""
        first = start_line if line is None else line, start_col if col is None else col
        return Location.file(filename, *first, end_line, end_col, context=context)

    @property
    def filename(self) -> str:
        """The file."""
        return str(self._parts[0])

    @property
    def start_line(self) -> int:
        """The first line."""
        return int(self._parts[1])

    @property
    def start_col(self) -> int:
        """The first column."""
        return int(self._parts[2])

    @property
    def end_line(self) -> int:
        """The last line."""
        return int(self.start_line if self._parts[3] is None else self._parts[3])

    @property
    def end_col(self) -> int:
        """The last column."""
        return int(self.start_col if self._parts[4] is None else self._parts[4])

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        filename, line, col, end_line, end_col = self._parts
        text = f"{quote(filename)}:{line}:{col}"
        if end_line is not None and end_col is not None and (end_line, end_col) != (line, col):
            text += f" to :{end_col}" if end_line == line else f" to {end_line}:{end_col}"
        return text


class NameLoc(Location):
    """A name for a location."""

    __slots__ = ()

    @staticmethod
    def get(name: str, child_loc: Location | None = None, context: Context | None = None) -> Location:
        """A name for a location."""
        return Location.name(name, child_loc, context)

    @property
    def name_str(self) -> str:
        """The name."""
        return str(self._parts[0])

    @property
    def child_loc(self) -> Location:
        """The location that is named."""
        return self._parts[1]

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        name, child = self._parts
        return quote(name) if isinstance(child, UnknownLoc) else f"{quote(name)}({reference(child)})"


class CallSiteLoc(Location):
    """A location in a function and the location of the call."""

    __slots__ = ()

    @staticmethod
    def get(callee: Location, frames: Sequence[Location], context: Context | None = None) -> Location:
        """A location with the call sites that lead to it, innermost first."""
        return Location.callsite(callee, frames, context)

    @property
    def callee(self) -> Location:
        """The location of the callee."""
        return self._parts[0]

    @property
    def caller(self) -> Location:
        """The location of the caller."""
        return self._parts[1]

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        return f"callsite({reference(self._parts[0])} at {reference(self._parts[1])})"


class FusedLoc(Location):
    """Several locations as one, with optional metadata."""

    __slots__ = ()

    @staticmethod
    def get(
        locations: Sequence[Location], metadata: Attribute | None = None, context: Context | None = None
    ) -> FusedLoc:
        """Several locations as one.

        Raises:
            ValueError: They are one location.
        """
        fused = Location.fused(locations, metadata, context)
        if not isinstance(fused, FusedLoc):
            raise ValueError(f"FusedLoc.get: the locations are a single one, {fused}: use Location.fused")
        return fused

    @property
    def locations(self) -> list[Location]:
        """The locations."""
        return list(self.children)

    @property
    def metadata(self) -> Attribute | None:
        """What is known of them together."""
        return self._parts[-1]

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        *inner, metadata = self._parts
        head = "fused" if metadata is None else f"fused<{metadata}>"
        return f"{head}[{', '.join(reference(location) for location in inner)}]"


_native.register(unknown=UnknownLoc, file=FileLineColLoc, named=NameLoc, call=CallSiteLoc)
