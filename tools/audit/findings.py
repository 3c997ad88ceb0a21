"""The findings that the audit's rules yield."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tools.wheels.wheelfile import Wheel


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule wanted and found; ``where`` names the member of the wheel that it is about.

    One that was ``skipped`` could not be settled on this machine: ``found`` says why, and the audit says it too.
    """

    passed: bool
    wanted: str
    found: str
    where: str = ""
    skipped: bool = False


Rule = Callable[[Wheel], Iterator[Finding]]


def compare(where: str, wanted: Mapping[str, object], found: Mapping[str, object]) -> Finding:
    """A finding over several values: reports those that differ, or all if none does."""
    wrong = [key for key, value in wanted.items() if found.get(key) != value]

    def said(values: Mapping[str, object]) -> str:
        return "; ".join(f"{key} {values.get(key)}" for key in wrong or wanted)

    return Finding(not wrong, said(wanted), said(found), where)
