"""The findings that the audit's rules yield."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tools.wheels.wheelfile import Wheel


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule wanted and found; ``where`` names the member of the wheel that it concerns.

    A ``skipped`` finding could not be decided on this machine; ``found`` says why.
    """

    passed: bool
    wanted: str
    found: str
    where: str = ""
    skipped: bool = False


Rule = Callable[[Wheel], Iterator[Finding]]


def compare(where: str, wanted: Mapping[str, object], found: Mapping[str, object]) -> Finding:
    """One finding for several values; it reports those that differ, or all of them if none does."""
    wrong = [key for key, value in wanted.items() if found.get(key) != value]

    def said(values: Mapping[str, object]) -> str:
        return "; ".join(f"{key} {values.get(key)}" for key in wrong or wanted)

    return Finding(not wrong, said(wanted), said(found), where)
