"""``python -m tools audit``: checks finished wheels by reading them.

The only code that it loads is a plugin's library, in a subprocess, to get the versions that the library reports.

A rule checks one aspect of one wheel and yields findings: what was wanted and what was found. `tools.audit.rules`
defines which rules apply to which distribution. A wheel that can't be opened, or of a distribution that this
checkout does not build, fails the rule ``archive`` and is not checked further.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tools import DIST
from tools.artifacts.manifest import ManifestError
from tools.audit import declared, rules
from tools.audit.findings import Finding, Rule
from tools.audit.size_breakdown import Component, components
from tools.console.progress import Work
from tools.wheels.wheelfile import JAXLIB, PJRT, Wheel, WheelError, opened

SCHEMA = "jaxlib.audit/3"
_STYLES = {"PASS": "green", "FAIL": "red", "SKIP": "yellow"}
#: The command that builds each wheel.
BUILD = "python -m tools build core && python -m tools build plugins"


@dataclass(frozen=True, slots=True)
class Check:
    """One finding with the name of its rule."""

    name: str
    passed: bool
    wanted: str
    found: str
    where: str
    skipped: bool = False

    @property
    def verdict(self) -> str:
        """``PASS``, ``FAIL``, or ``SKIP`` if it cannot be tested on this machine; a skip fails no wheel."""
        if self.skipped:
            return "SKIP"
        return "PASS" if self.passed else "FAIL"


@dataclass(frozen=True, slots=True)
class Audit:
    """The findings of one wheel and the breakdown of its size; ``command`` rebuilds it."""

    wheel: Path
    checks: tuple[Check, ...]
    command: str
    components: tuple[Component, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether there was a check, and every check passed."""
        return bool(self.checks) and all(check.passed for check in self.checks)

    @property
    def failed(self) -> frozenset[str]:
        """The names of the rules that did not hold."""
        return frozenset(check.name for check in self.checks if not check.passed)


def main(argv: Sequence[str]) -> int:
    """Audit wheels; 0 when every check of each passes."""
    parser = argparse.ArgumentParser(prog="python -m tools audit", description=__doc__)
    parser.add_argument("wheels", nargs="*", type=Path, metavar="WHEEL", help="default: all in dist/")
    parser.add_argument("--json", action="store_true", help=f"print JSON of schema {SCHEMA}")
    arguments = parser.parse_args(argv)
    wheels = arguments.wheels or sorted(DIST.glob("*.whl"))
    if not wheels:
        no_wheels("audit", "wheels")
        return 1
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    audits = []
    for number, path in enumerate(wheels, 1):
        with Work(f"{path.name}: auditing, {number} of {len(wheels)}", begin=""):
            audits.append(audit(path))
        if not arguments.json:
            _report(audits[-1], console)
    if arguments.json:
        sys.stdout.write(json.dumps(as_json(audits), indent=2) + "\n")
    else:
        console.print(counted(audits))
    return 0 if all(audit.passed for audit in audits) else 1


def audit(path: Path) -> Audit:
    """Apply every rule for the wheel's distribution."""
    try:
        with opened(path) as wheel:
            checks = tuple(check for rule in rules.of(wheel) for check in _apply(rule, wheel))
            parts = components(wheel)
            return Audit(path, checks, _command(wheel), parts)
    except WheelError as error:
        return Audit(
            path,
            (_check("archive", _refusal(error)),),
            BUILD,
        )


def counted(audits: Sequence[Audit]) -> str:
    """The counts of wheels and of passed, failed and skipped checks, and the wheels that failed."""
    verdicts = [check.verdict for done in audits for check in done.checks]
    counts = ", ".join(
        f"{verdicts.count(verdict)} {word}"
        for verdict, word in (("PASS", "passed"), ("FAIL", "failed"), ("SKIP", "skipped"))
    )
    failed = [done.wheel.name for done in audits if not done.passed]
    lines = [f"{len(audits)} wheel{'s' * (len(audits) != 1)}, {len(verdicts)} checks: {counts}"]
    return "\n".join([*lines, *(f"failed: {name}" for name in failed)])


def as_json(audits: Sequence[Audit]) -> dict[str, Any]:
    """The report for programs; its schema is ``tools/schemas/audit.schema.json``."""
    return {
        "schema": SCHEMA,
        "passed": all(audit.passed for audit in audits),
        "wheels": [
            {
                "wheel": audit.wheel.name,
                "passed": audit.passed,
                "command": audit.command,
                "checks": [
                    {
                        "name": check.name,
                        "verdict": check.verdict,
                        "wanted": check.wanted,
                        "found": check.found,
                        "where": check.where,
                    }
                    for check in audit.checks
                ],
                "components": [
                    {"name": part.name, "size": part.size, "packed": part.packed} for part in audit.components
                ],
            }
            for audit in audits
        ],
    }


def _apply(rule: Rule, wheel: Wheel) -> Iterator[Check]:
    name = rule.__name__.replace("_", "-")
    try:
        for finding in rule(wheel):
            yield _check(name, finding)
    except WheelError as error:
        yield _check(name, _refusal(error))
    except ManifestError as error:
        yield _check(name, Finding(False, "an artifact of the manifest", str(error), wheel.path.name))


def _refusal(error: WheelError) -> Finding:
    return Finding(False, error.wanted, error.found, error.where)


def _check(name: str, finding: Finding) -> Check:
    return Check(name, finding.passed, finding.wanted, finding.found, finding.where, finding.skipped)


def _command(wheel: Wheel) -> str:
    other = "" if wheel.architecture in ("any", platform.machine()) else f" --arch {wheel.architecture}"
    if wheel.distribution == JAXLIB:
        python = f"3.{wheel.abis[0].removeprefix('cp3')}"
        return f"python -m tools build jaxlib --release {wheel.release.release} --python {python}{other}"
    if wheel.free_threaded:
        other += " --free-threaded"
    if wheel.distribution in declared.DECLARED:
        what = "pjrt" if wheel.distribution == PJRT else wheel.plugin
        return f"python -m tools build {what} --release {wheel.release.release}{other}"
    if wheel.version.local:
        other += f" --gpu {wheel.version.local.replace('.', ' ')}"
    return f"python -m tools build plugins {wheel.plugin} --release {wheel.release.release}{other}"


def _report(done: Audit, console: Console) -> None:
    """Print a table on a terminal, or one line for each check in a log; then each failure in full."""
    if console.is_terminal:
        table = Table("check", "", "found", title=done.wheel.name, title_justify="left", expand=True)
        for check in done.checks:
            verdict = Text(check.verdict, _STYLES[check.verdict])
            table.add_row(check.name, verdict, Text(check.found, overflow="fold"))
        console.print(table, soft_wrap=False)
        console.print(_largest(done), soft_wrap=False)
    else:
        for check in done.checks:
            console.print(f"{check.verdict}  {done.wheel.name}  {check.name}  {check.found}")
    for check in done.checks:
        if not check.passed:
            console.print(f"{done.wheel.name} fails {check.name}")
            console.print(f"  wanted: {check.wanted}\n  found:  {check.found}\n  where:  {check.where}")
    if not done.passed:
        console.print(f"To build it again, run: {done.command}")


def _largest(done: Audit, rows: int = 8) -> Table:
    """The largest components of a wheel."""
    table = Table("part", "packed", "installed", title_justify="left", expand=True)
    for column in table.columns[1:]:
        column.justify = "right"
    largest, others = done.components[:rows], done.components[rows:]
    for part in [
        *largest,
        Component(f"{len(others)} others", sum(p.size for p in others), sum(p.packed for p in others)),
    ]:
        table.add_row(Text(part.name, overflow="fold"), f"{part.packed:,}", f"{part.size:,}")
    return table


def no_wheels(verb: str, wanted: str) -> None:
    """Say that there is nothing in dist/ to ``verb``."""
    Console(stderr=True, highlight=False).print(
        f"[red]error:[/] nothing to {verb}\n"
        f"  wanted:    {wanted}\n  found:     none\n  looked in: {DIST}\n  To build them, run: {BUILD}",
        soft_wrap=True,
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
