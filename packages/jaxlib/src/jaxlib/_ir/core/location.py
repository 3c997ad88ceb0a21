"""Locations in source text: files, names, call sites, fused locations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Self, TypeVar

from jaxlib._ir.core import arguments
from jaxlib._ir.core.attributes import Attribute
from jaxlib._ir.core.context import Context, require_context
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
        """Prints an error at this location on standard error."""
        from jaxlib._ir.core import diagnostics  # which imports this module

        diagnostics.emit(self.context, diagnostics.DiagnosticInfo(message, self))

    def is_a_name(self) -> bool:
        """Whether it is a NameLoc."""
        return isinstance(self, NameLoc)

    def is_a_file(self) -> bool:
        """Whether it is a FileLineColLoc."""
        return isinstance(self, FileLineColLoc)

    def is_a_callsite(self) -> bool:
        """Whether it is a CallSiteLoc."""
        return isinstance(self, CallSiteLoc)

    def is_a_fused(self) -> bool:
        """Whether it is a FusedLoc."""
        return isinstance(self, FusedLoc)

    @property
    def name_str(self) -> str:
        """The name of a NameLoc."""
        return str(self._parts[0])

    @property
    def child_loc(self) -> Location:
        """The location that a NameLoc names."""
        return self._parts[1]

    @property
    def filename(self) -> str:
        """The file of a FileLineColLoc."""
        return str(self._parts[0])

    @property
    def start_line(self) -> int:
        """The first line of a FileLineColLoc."""
        return int(self._parts[1])

    @property
    def start_col(self) -> int:
        """The first column of a FileLineColLoc."""
        return int(self._parts[2])

    @property
    def end_line(self) -> int:
        """The last line of a FileLineColLoc."""
        return int(self.start_line if self._parts[3] is None else self._parts[3])

    @property
    def end_col(self) -> int:
        """The last column of a FileLineColLoc."""
        return int(self.start_col if self._parts[4] is None else self._parts[4])

    @property
    def callee(self) -> Location:
        """The location of the callee of a CallSiteLoc."""
        return self._parts[0]

    @property
    def caller(self) -> Location:
        """The location of the caller of a CallSiteLoc."""
        return self._parts[1]

    @property
    def locations(self) -> list[Location]:
        """The locations of a FusedLoc."""
        return list(self.children)

    @property
    def metadata(self) -> Attribute | None:
        """The metadata of a FusedLoc."""
        return self._parts[-1]


class UnknownLoc(Location):
    """The unknown location."""

    __slots__ = ()


class FileLineColLoc(Location):
    """A position or a range in a file."""

    __slots__ = ()

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

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        name, child = self._parts
        return quote(name) if isinstance(child, UnknownLoc) else f"{quote(name)}({reference(child)})"


class CallSiteLoc(Location):
    """A location in a function and the location of the call."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        return f"callsite({reference(self._parts[0])} at {reference(self._parts[1])})"


class FusedLoc(Location):
    """Several locations as one, with optional metadata."""

    __slots__ = ()

    def render(self, reference: Callable[[Location], str]) -> str:
        """The text; ``reference`` returns the text of each nested location."""
        *inner, metadata = self._parts
        head = "fused" if metadata is None else f"fused<{metadata}>"
        return f"{head}[{', '.join(reference(location) for location in inner)}]"


_native.register(unknown=UnknownLoc, file=FileLineColLoc, named=NameLoc, call=CallSiteLoc)
