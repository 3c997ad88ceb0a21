"""Diagnostics: what is wrong, where, and notes about it; and errors that have them."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple

from jaxlib._ir.core.context import MLIRError
from jaxlib._ir.core.location import Location


class DiagnosticSeverity(enum.Enum):
    """How serious a diagnostic is."""

    ERROR = 0
    WARNING = 1
    NOTE = 2
    REMARK = 3


class Diagnostic(NamedTuple):
    """An error about an operation or a place in a text."""

    message: str
    location: Location
    notes: Sequence[Diagnostic] = ()
    severity: DiagnosticSeverity = DiagnosticSeverity.ERROR

    def __str__(self) -> str:
        return self.message


def note(message: str, location: Location) -> Diagnostic:
    """A note about a diagnostic."""
    return Diagnostic(message, location, [], DiagnosticSeverity.NOTE)


def _shown(diagnostic: Diagnostic, margin: str) -> list[str]:
    kind = diagnostic.severity.name.lower()
    message = diagnostic.message.replace("\n", f"\n{margin} ")
    lines = [f"{margin}{kind}: {diagnostic.location.text}: {message}"]
    for inner in diagnostic.notes:
        lines += _shown(inner, margin + " ")
    return lines


def failure(message: str, diagnostics: Sequence[Diagnostic]) -> MLIRError:
    """The error that says what failed, with its diagnostics in its text."""
    lines = [line for diagnostic in diagnostics for line in _shown(diagnostic, "")]
    return MLIRError("\n".join([f"{message}:", *lines]), diagnostics)
