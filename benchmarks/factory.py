"""``python -m benchmarks.factory``: measures the time and memory of the wheel factory.

A copy of the checkout builds the whole default set twice: *cold*, with upstream's artifacts in the cache but
nothing made from them, and *warm*, when nothing has changed. Goals on two cores: 6 minutes, 5 seconds, 3 GB. The
table has CPU time as well as wall time, which means little on a busy machine.

The name ``jaxlib``, by itself, builds jaxlib (bindings-only) for this Python, which is compiled.

``--page`` records the measurement in ``results/factory.json``, which has a row for each choice of plugins, and
rewrites the table in ``docs/build-troubles.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import commands
from benchmarks.commands import Measured
from tools import ROOT, results
from tools.artifacts.cache import ROOT_VARIABLE, Cache
from tools.builder import reproduce
from tools.console.pages import with_part
from tools.wheels.wheelfile import JAXLIB

SCHEMA = "jaxlib.bench-factory/1"
#: The goals: seconds of wall time for each build, and bytes.
GOALS = {"cold": 360.0, "warm": 5.0}
MEMORY = 3_000_000_000
RECORDED = results.RESULTS / "factory.json"
#: The page with the table, and the marks around it.
PAGE = ROOT / "docs/build-troubles.md"
MARKS = ("<!-- factory: nox -s bench_factory -- --page -->", "<!-- end of factory -->")

console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


def main(argv: Sequence[str]) -> int:
    """Measure; 0 when both builds produced their wheels."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.factory", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"plugins, or {JAXLIB} by itself (default: every plugin)"
    )
    parser.add_argument("--json", type=Path, help=f"write JSON of schema {SCHEMA}")
    parser.add_argument("--page", action="store_true", help="keep the result, and show it in the docs")
    arguments = parser.parse_args(argv)
    if JAXLIB in arguments.names and len(arguments.names) > 1:
        parser.error(f"{JAXLIB} is built, and measured, by itself")
    builds_of = {}
    with tempfile.TemporaryDirectory(prefix="jaxlib-factory-") as scratch:
        checkout, cache = Path(scratch, "checkout"), Path(scratch, "cache")
        reproduce.copy(checkout)
        cache.mkdir()
        (cache / "artifacts").symlink_to(Cache().root / "artifacts")
        for name, goal in GOALS.items():
            builds_of[name] = taken = measured([*arguments.names], checkout, cache)
            console.print(
                f"{name}: {taken.seconds:.1f} s (goal {goal:.0f} s), {taken.processor:.1f} s of CPU time, "
                f"at most {taken.peak / 1e9:.2f} GB (goal {MEMORY / 1e9:.0f} GB); load {os.getloadavg()[0]:.1f} "
                f"on {os.cpu_count()} cores"
            )
    if arguments.page:
        keep(arguments.names, builds_of)
    if arguments.json:
        data = {"schema": SCHEMA, "cores": os.cpu_count(), "goals": GOALS, "memory": MEMORY}
        builds = {name: asdict(taken) for name, taken in builds_of.items()}
        arguments.json.write_text(json.dumps(data | {"builds": builds}, indent=2) + "\n", "utf-8")
    return 0


def keep(names: Sequence[str], builds_of: Mapping[str, Measured]) -> None:
    """Replace the last measurement of the same plugins, and write the page."""
    row = {"plugins": sorted(names) or ["all"], "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    builds = {name: asdict(taken) for name, taken in builds_of.items()}
    results.replace_rows(RECORDED, "factory", {" ".join(sorted(names)) or "all": row | builds})
    table = as_markdown(results.read_rows(RECORDED, "factory")["rows"])
    PAGE.write_text(with_part(PAGE, MARKS, table), "utf-8")


def as_markdown(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The table of the measurements."""
    lines = [
        "| what | build | wall time | CPU time | memory at most | cores, load |",
        "|---|---|---:|---:|---:|---|",
    ]
    lines += [
        f"| {', '.join(row['plugins'])} | {build} | {row[build]['seconds']:.0f} s "
        f"| {row[build]['processor']:.0f} s | {row[build]['peak'] / 1e9:.2f} GB "
        f"| {row['cores']}, {row['load']:.1f} |"
        for row in rows.values()
        for build in GOALS
    ]
    return "".join(f"{line}\n" for line in lines)


def measured(names: Sequence[str], checkout: Path, cache: Path) -> Measured:
    """Build plugins, or jaxlib, in ``checkout``.

    Raises:
        subprocess.CalledProcessError: The build failed.
    """
    what = [JAXLIB] if names == [JAXLIB] else ["plugins", *names]
    command = [sys.executable, "-m", "tools", "build", *what]
    return commands.measured(command, cwd=checkout, variables={ROOT_VARIABLE: str(cache)})


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
