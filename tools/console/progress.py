"""Progress of long work: bars on a terminal, lines in a log.

However many threads work, a process has one display; so all that they print goes through ``CONSOLE``, or it would
end up amid the bars.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.filesize import decimal
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Task as Row
from rich.text import Text

#: On standard error: standard output belongs to what a verb answers. What is printed may be a path, and ends up in
#: logs.
CONSOLE = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


class _Amount(ProgressColumn):
    """The column that shows the amount done: bytes with their speed, or a count."""

    def render(self, task: Row) -> Text:
        if task.total is None:
            return Text(f"{task.completed:.0f}" if task.completed else "")
        if not task.fields["of_bytes"]:
            return Text(f"{task.completed:.0f}/{task.total:.0f}")
        speed = f" {decimal(int(task.speed))}/s" if task.speed else ""
        return Text(f"{decimal(int(task.completed))}/{decimal(int(task.total))}{speed}")


class _Display:
    """The bars of all work in progress; shown while there is any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._working = 0
        self.bars = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            _Amount(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=CONSOLE,
            transient=True,
        )

    def begin(self) -> None:
        with self._lock:
            self._working += 1
            if self._working == 1:
                self.bars.start()

    def end(self) -> None:
        with self._lock:
            self._working -= 1
            if not self._working:
                self.bars.stop()


_display = _Display()


class Work:
    """Something that takes long, of ``total`` parts or bytes, or of who knows how many; told while it is entered.

    In a log it has a line when it begins, which may be another text, ``begin``, and one for each quarter of the
    total; none at all where ``begin`` is empty.
    """

    def __init__(
        self, what: str, total: int | None = None, *, of_bytes: bool = False, begin: str | None = None
    ) -> None:
        self._what = what
        self._total = total
        self._of_bytes = of_bytes
        self._begin = what if begin is None else begin
        self._done = 0
        self._quarters = 0
        self._row: TaskID | None = None

    def __enter__(self) -> Self:
        if CONSOLE.file.isatty() and not CONSOLE.is_dumb_terminal:
            self._row = _display.bars.add_task(self._what, total=self._total, of_bytes=self._of_bytes)
            _display.begin()
        elif self._begin:
            CONSOLE.print(self._begin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._row is not None:
            _display.end()
            _display.bars.remove_task(self._row)

    def expect(self, total: int) -> None:
        """Sets the total, where it becomes known later."""
        self._total = total
        if self._row is not None:
            _display.bars.update(self._row, total=total)

    def advance(self) -> None:
        """Count one more as done."""
        self.at(self._done + 1)

    def at(self, done: int, *, told: bool = True) -> None:
        """So much is done now; where it is not to be ``told``, because it was before, a log has no line for it."""
        self._done = done
        quarters = 4 * done // max(self._total, 1) if self._total is not None else 0
        if self._row is not None:
            _display.bars.update(self._row, completed=done)
        elif told and self._begin and self._quarters < quarters < 4:
            CONSOLE.print(f"{self._what}: {25 * quarters} %")
        self._quarters = quarters
