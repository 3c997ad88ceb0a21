"""The tables of source locations in HLO text, which the instructions' ``stack_frame_id`` refers to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from jaxlib._hlo.message import Message
from jaxlib._hlo.parts import escaped

#: The columns of a location in the order of the text, with their fields in xla.StackFrameIndexProto.FileLocation.
_COLUMNS = {
    "file_name_id": 1,
    "function_name_id": 2,
    "line": 3,
    "end_line": 5,
    "column": 4,
    "end_column": 6,
}


class StackFrames:
    """The frames that instructions use, numbered in the order of their use.

    As in XLA, which numbers them again when it reads a module; a compiler may have left others in its table.
    """

    def __init__(self, index: Message, used: Iterable[int]) -> None:
        self._stored = {tag: index.contents(tag) for tag in (1, 2, 3, 4)}
        self._tables: dict[int, dict[Hashable, int]] = {tag: {} for tag in self._stored}
        self._numbers = {0: 0}
        for number in used:
            self._add(number)

    def number(self, stored: int) -> int:
        """The number of a frame, which has the number ``stored`` in the message; 0 for none."""
        return self._numbers.get(stored, 0)

    def lines(self) -> list[str]:
        """The tables; empty without frames."""
        if not self._tables[4]:
            return []
        text: list[str] = []
        for title, tag in (("FileNames", 1), ("FunctionNames", 2)):
            rows = (f'{number} "{escaped(str(name))}"' for name, number in self._tables[tag].items())
            text += ["", title, *rows]
        text += ["", "FileLocations"]
        for cells, number in self._tables[3].items():
            assert isinstance(cells, tuple)
            named = (f"{name}={cell}" for name, cell in zip(_COLUMNS, cells, strict=True))
            text.append(f"{number} {{{' '.join(named)}}}")
        text += ["", "StackFrames"]
        for frame, number in self._tables[4].items():  # the parent of a root frame is printed as 1
            assert isinstance(frame, tuple)
            text.append(f"{number} {{file_location_id={frame[0]} parent_frame_id={frame[1] + 1}}}")
        return [*text, ""]

    def _add(self, stored: int) -> None:
        """Numbers a frame after those that it is called from."""
        pending: list[int] = []
        while stored not in self._numbers and stored not in pending and stored <= len(self._stored[4]):
            pending.append(stored)
            stored = Message(self._stored[4][stored - 1]).number(2)
        for each in reversed(pending):
            frame = Message(self._stored[4][each - 1])
            parent = self._numbers.get(frame.number(2), 0)
            self._numbers[each] = self._place(4, (self._location(frame.number(1)), parent))

    def _location(self, stored: int) -> int:
        if not 0 < stored <= len(self._stored[3]):
            return 0
        location = Message(self._stored[3][stored - 1])
        names = [self._place(tag, self._name(tag, location.number(tag))) for tag in (1, 2)]
        return self._place(3, (*names, *(location.number(tag) for tag in list(_COLUMNS.values())[2:])))

    def _name(self, tag: int, stored: int) -> str:
        names = self._stored[tag]
        return bytes(names[stored - 1]).decode("utf-8", "replace") if 0 < stored <= len(names) else ""

    def _place(self, tag: int, row: Hashable) -> int:
        return self._tables[tag].setdefault(row, len(self._tables[tag]) + 1)


__all__ = ["StackFrames"]
