"""The aliases of locations in custom form, numbered as in MLIR.

Aliases are sorted by the nesting depth of their location, then by their first occurrence, where an operation comes
before its nested operations. During printing, an alias is therefore only a placeholder; the numbers are inserted at
the end. Aliases that an argument's location needs are defined before the program, all others after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from jaxlib._ir.core import CallSiteLoc, FileLineColLoc, Location, UnknownLoc, quote

# This character does not occur in MLIR text.
_MARK = "\0{}\0"
_MARKS = re.compile("\0(\\d+)\0")


def _for_people(loc: Location, reference: Callable[[Location], str]) -> str:
    """The text of a location as people read it; ``reference`` returns the text of each nested location."""
    if isinstance(loc, UnknownLoc):
        return "[unknown]"
    if isinstance(loc, FileLineColLoc):
        return f"{loc.filename}{loc.text.removeprefix(quote(loc.filename))}"
    if isinstance(loc, CallSiteLoc):
        return f"{reference(loc.callee)}\n at {reference(loc.caller)}"
    return loc.render(reference).removeprefix("fused")


class _Alias:
    def __init__(self, index: int) -> None:
        self.mark = _MARK.format(index)
        self.text = ""
        self.depth = 1
        self.nested: list[_Alias] = []
        self.early = False


class Places:
    """The locations of one program."""

    def __init__(self) -> None:
        self._aliases: dict[Location, _Alias] = {}

    def of_operation(self, loc: Location) -> str:
        """The placeholder for the location of an operation."""
        return self._met(loc).mark

    def for_people(self, loc: Location) -> str:
        """The text of a location as people read it, with placeholders for nested locations."""
        return _for_people(loc, lambda inner: self._met(inner).mark)

    def of_argument(self, loc: Location) -> str:
        """The text of the location of an argument, which is written out."""
        alias = self._met(loc)
        self._define_early(alias)
        return alias.text

    def _met(self, loc: Location) -> _Alias:
        alias = self._aliases.get(loc)
        if alias is None:
            alias = self._aliases[loc] = _Alias(len(self._aliases))

            def mark(inner: Location) -> str:
                alias.nested.append(self._met(inner))
                return alias.nested[-1].mark

            alias.text = loc.render(mark)
            alias.depth += max((inner.depth for inner in alias.nested), default=0)
        return alias

    def _define_early(self, alias: _Alias) -> None:
        if not alias.early:
            alias.early = True
            for inner in alias.nested:
                self._define_early(inner)

    def resolved(self, lines: Sequence[str], pretty: bool = False) -> str:
        """The whole text, from lines with placeholders."""
        met = list(self._aliases.values())
        ordered = sorted(range(len(met)), key=lambda index: met[index].depth)
        names = [""] * len(met)
        for number, index in enumerate(ordered):
            names[index] = f"#loc{number or ''}"
        places = list(self._aliases)
        defined = [
            (
                met[index].early,
                f"{names[index]} = {self.for_people(places[index]) if pretty else f'loc({met[index].text})'}",
            )
            for index in ordered
        ]
        early = [line for first, line in defined if first]
        late = [line for first, line in defined if not first]
        text = "\n".join([*early, *lines, *late]) + "\n"
        return _MARKS.sub(lambda match: names[int(match[1])], text)
