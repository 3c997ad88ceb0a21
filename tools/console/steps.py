"""The steps of a verb: printed as they finish, or as JSON at the end."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tools.console.progress import CONSOLE, Work

SCHEMA = "jaxlib.steps/1"


@dataclass(frozen=True, slots=True)
class Step:
    """A requirement: whether it holds, what was found, and the command that fixes it, if any."""

    name: str
    passed: bool
    found: str
    command: str = ""


def passed(steps: Sequence[Step]) -> bool:
    """Whether there were steps and all hold."""
    return bool(steps) and all(step.passed for step in steps)


def told(verb: str, steps: Iterable[Step]) -> list[Step]:
    """Print each step of ``verb`` as soon as it is done."""
    results = []
    with Work(verb, begin="") as work:
        for step in steps:
            results.append(step)
            work.advance()
            CONSOLE.print(f"{'PASS' if step.passed else 'FAIL'}  {step.name}  {step.found}")
            if step.command and not step.passed:
                CONSOLE.print(f"      To fix it, run: {step.command}")
    return results


def as_json(verb: str, release: str, steps: Sequence[Step]) -> dict[str, Any]:
    """The report for programs; its schema is ``tools/schemas/steps.schema.json``."""
    return {
        "schema": SCHEMA,
        "verb": verb,
        "release": release,
        "passed": passed(steps),
        "steps": [asdict(step) for step in steps],
    }


def print_json(verb: str, release: str, steps: Sequence[Step]) -> None:
    """Write the report for programs to the standard output."""
    sys.stdout.write(json.dumps(as_json(verb, release, steps), indent=2) + "\n")
