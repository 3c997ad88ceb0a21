"""Progress of long work: bars on a terminal, lines in a log.

A process has one display for all its threads, so everything that they print must go through ``CONSOLE``; other
output would end up between the bars.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Self

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

#: Seconds without output after which a log gets a line about the work in progress.
SILENCE = 15.0
#: Seconds between two checks of the work in progress.
_TICK = 0.5


class _Console(Console):
    """A console that records when it last printed something."""

    printed = time.monotonic()

    def print(self, *objects: Any, **options: Any) -> None:
        self.printed = time.monotonic()
        super().print(*objects, **options)


#: It prints to standard error, because standard output is for a verb's result. Long lines, such as paths, are not
#: wrapped, because they end up in logs.
CONSOLE = _Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


class _Amount(ProgressColumn):
    """The column with the amount done: bytes with their speed, or a count."""

    def render(self, task: Row) -> Text:
        if task.total is None:
            return Text(f"{task.completed:.0f}" if task.completed else "")
        if not task.fields["of_bytes"]:
            return Text(f"{task.completed:.0f}/{task.total:.0f}")
        speed = f" {decimal(int(task.speed))}/s" if task.speed else ""
        return Text(f"{decimal(int(task.completed))}/{decimal(int(task.total))}{speed}")


class _Display:
    """The bars of all work in progress, shown while there is any."""

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

    def leave(self) -> None:
        """Remove the bars before the process ends."""
        if self._working:
            self.bars.stop()


_display = _Display()


class _Ticker:
    """Advances estimated work, and prints a line to a log that was silent for long."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: list[Work] = []
        self._thread: threading.Thread | None = None

    def add(self, work: Work) -> None:
        with self._lock:
            self._works.append(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="progress", daemon=True)
                self._thread.start()

    def remove(self, work: Work) -> None:
        with self._lock:
            self._works.remove(work)

    def _run(self) -> None:
        while True:
            time.sleep(_TICK)
            with self._lock:
                works = list(self._works)
                if not works:
                    self._thread = None
                    return
            for work in works:
                work.tick()
            # Nested work began last, so it is the most specific one.
            if time.monotonic() - CONSOLE.printed > SILENCE and not _on_a_terminal():
                CONSOLE.print(works[-1].status())


_ticker = _Ticker()

#: The last line of a verb that Ctrl-C ends.
INTERRUPTED = "Interrupted. Run the same command again: it continues from here."


def _on_a_terminal() -> bool:
    return CONSOLE.file.isatty() and not CONSOLE.is_dumb_terminal


def end_on_interrupt() -> None:
    """Make Ctrl-C end this process at once, without waiting for the threads of its pools.

    For verbs that move results into place only when they are complete, so that a rerun finds no partial result.
    """

    def end(signum: int, _frame: FrameType | None) -> None:
        _display.leave()
        CONSOLE.print(INTERRUPTED)
        CONSOLE.file.flush()
        os._exit(128 + signum)

    signal.signal(signal.SIGINT, end)


class Work:
    """A context for long work of ``total`` parts or bytes, or of an unknown number, whose progress is shown.

    A log gets a line when it begins (``begin``, if that is given), and one for each quarter of the total; neither
    if ``begin`` is empty. After ``SILENCE`` seconds without output there is a line about the progress.
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
        self._entered = time.monotonic()
        #: When an estimated work began, and how many seconds it takes.
        self._estimate: tuple[float, float] | None = None

    def __enter__(self) -> Self:
        self._entered = time.monotonic()
        _ticker.add(self)
        if _on_a_terminal():
            self._row = _display.bars.add_task(self._what, total=self._total, of_bytes=self._of_bytes)
            _display.begin()
        elif self._begin:
            CONSOLE.print(self._begin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _ticker.remove(self)
        if self._row is not None:
            _display.end()
            _display.bars.remove_task(self._row)

    def expect(self, total: int) -> None:
        """Sets a total that becomes known later."""
        self._total = total
        if self._row is not None:
            _display.bars.update(self._row, total=total)

    def estimate(self, seconds: float) -> None:
        """Estimate the progress from the time, for work of about ``seconds`` that does not report it."""
        self._estimate = time.monotonic(), max(seconds, _TICK)
        if self._row is not None:
            _display.bars.update(self._row, description=f"{self._what}, about")
        self.expect(100)

    def tick(self) -> None:
        """Advance estimated work."""
        if self._estimate:
            began, seconds = self._estimate
            self.at(min(int(100 * (time.monotonic() - began) / seconds), 99))

    def status(self) -> str:
        """The progress, as a line."""
        time_gone = f"{time.monotonic() - self._entered:.0f} s"
        if not self._total:
            return f"{self._what}: {time_gone}"
        about = "about " if self._estimate else ""
        return f"{self._what}: {about}{100 * self._done // self._total} % after {time_gone}"

    def advance(self) -> None:
        """Count one more as done."""
        self.at(self._done + 1)

    def at(self, done: int, *, told: bool = True) -> None:
        """Set the amount done; with ``told`` false, a log gets no line for it, because an earlier run had one."""
        self._done = done
        quarters = 4 * done // max(self._total, 1) if self._total is not None else 0
        if self._row is not None:
            _display.bars.update(self._row, completed=done)
        elif told and self._begin and self._quarters < quarters < 4:
            CONSOLE.print(f"{self._what}: {'about ' if self._estimate else ''}{25 * quarters} %")
        self._quarters = quarters
