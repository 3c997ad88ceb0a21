"""Diagnostics: what is wrong, where, and notes about it; the handlers that get them, and errors that have them."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable, Sequence
from typing import Self

from jaxlib._ir.core.context import Context, MLIRError
from jaxlib._ir.core.location import Location, UnknownLoc


class DiagnosticSeverity(enum.Enum):
    """How serious a diagnostic is."""

    ERROR = 0
    WARNING = 1
    NOTE = 2
    REMARK = 3


class DiagnosticInfo:
    """What is wrong with an operation or at a place in a text; an error has them."""

    __slots__ = ("location", "message", "notes", "severity")

    def __init__(
        self,
        message: str | Diagnostic,
        location: Location | None = None,
        notes: Sequence[DiagnosticInfo] = (),
        severity: DiagnosticSeverity = DiagnosticSeverity.ERROR,
    ) -> None:
        self.message: str
        self.location: Location | None
        self.notes: list[DiagnosticInfo]
        self.severity: DiagnosticSeverity
        if isinstance(message, Diagnostic):
            info = message._valid()
            self.message, self.location = info.message, info.location
            self.notes, self.severity = list(info.notes), info.severity
        else:
            self.message, self.location = message, location
            self.notes, self.severity = list(notes), severity

    def __str__(self) -> str:
        return self.message


class Diagnostic:
    """A diagnostic that a handler gets, which is valid while the handler runs."""

    __slots__ = ("_info",)

    def __init__(self, info: DiagnosticInfo) -> None:
        self._info: DiagnosticInfo | None = info

    def _valid(self) -> DiagnosticInfo:
        if self._info is None:
            raise ValueError("Diagnostic is invalid (used outside of callback)")
        return self._info

    @property
    def severity(self) -> DiagnosticSeverity:
        """How serious it is."""
        return self._valid().severity

    @property
    def location(self) -> Location | None:
        """Where it is."""
        return self._valid().location

    @property
    def message(self) -> str:
        """What is wrong."""
        return self._valid().message

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """What else there is to say about it."""
        return tuple(Diagnostic(note) for note in self._valid().notes)

    def __str__(self) -> str:
        return "<Invalid Diagnostic>" if self._info is None else self._info.message


class DiagnosticHandler:
    """A function that gets the diagnostics of a context, until it is detached."""

    def __init__(self, context: Context, callback: Callable[[Diagnostic], object]) -> None:
        self._context: Context | None = context
        self._callback = callback
        self._had_error = False
        context._handlers.append(self)

    @property
    def attached(self) -> bool:
        """Whether it gets diagnostics."""
        return self._context is not None

    @property
    def had_error(self) -> bool:
        """Whether the function raised an error."""
        return self._had_error

    def detach(self) -> None:
        """Let it get no more diagnostics."""
        if self._context is not None:
            self._context._handlers.remove(self)
            self._context = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.detach()

    def _handle(self, info: DiagnosticInfo) -> bool:
        """Call the function; returns whether no other handler is to get the diagnostic."""
        diagnostic = Diagnostic(info)
        try:
            return bool(self._callback(diagnostic))
        except Exception as error:
            sys.stderr.write(f"MLIR Python Diagnostic handler raised exception:\n{error}\n")
            self._had_error = True
            return False
        finally:
            diagnostic._info = None


def emit(context: Context, info: DiagnosticInfo) -> None:
    """Give a diagnostic to the handlers of a context, the last one first; print it if none handles it."""
    for handler in reversed(context._handlers):
        if handler._handle(info):
            return
    place = "" if isinstance(info.location, UnknownLoc) else f"{info.location}: "
    sys.stderr.write(f"{place}{info.severity.name.lower()}: {info.message}\n")


def emit_error(location: Location, message: str) -> None:
    """Give an error at a location to the handlers of its context."""
    emit(location.context, DiagnosticInfo(message, location))


def note(message: str, location: Location) -> DiagnosticInfo:
    """A note about a diagnostic."""
    return DiagnosticInfo(message, location, severity=DiagnosticSeverity.NOTE)


def _shown(info: DiagnosticInfo, margin: str) -> list[str]:
    """The lines of a diagnostic and its notes."""
    message = info.message.replace("\n", f"\n{margin} ")
    where = "unknown" if info.location is None else info.location.text
    lines = [f"{margin}{info.severity.name.lower()}: {where}: {message}"]
    for inner in info.notes:
        lines += _shown(inner, margin + " ")
    return lines


def failure(message: str, diagnostics: Sequence[DiagnosticInfo]) -> MLIRError:
    """The error that says what failed, with its diagnostics in its text.

    In a context that emits error diagnostics, the handlers get them instead of the error.
    """
    location = diagnostics[0].location
    if location is not None and location.context.emit_error_diagnostics:
        for info in diagnostics:
            emit(location.context, info)
        return MLIRError(message)
    lines = [line for diagnostic in diagnostics for line in _shown(diagnostic, "")]
    return MLIRError("\n".join([f"{message}:", *lines]), diagnostics)
