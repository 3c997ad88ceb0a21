"""``python -m benchmarks.sweep``: compile time, run time and values of a table of functions, beside upstream's.

jaxlib (bindings-only) and jaxlib-cpu against upstream's jaxlib alone: two long-lived processes take short turns.
Cells that are over the goal are measured three times more at the end. Each cell is kept as it ends, so that the
same command continues where it was stopped, unless a build has changed. The result is
``results/sweep-RELEASE.json``, from which ``docs/sweep.md`` and ``docs/sweep.svg`` are written.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import platform
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.comparison import Kind
from benchmarks.processes import BenchmarkError, environments, said
from benchmarks.results import cores
from benchmarks.sweep import page
from benchmarks.sweep.measure import Sides, confirm, measure
from benchmarks.sweep.records import SCHEMA, Record, Store, sampled
from benchmarks.sweep.side import Side
from tools import BUILD, results
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, ManifestError, load, releases
from tools.artifacts.stored_files import digest
from tools.builder import build
from tools.console.progress import CONSOLE, INTERRUPTED, Work
from tools.environments.venv import Environment

KINDS = {
    "family": Kind(bindings=True, plugin=True),
    "upstream": Kind(bindings=False, plugin=False),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep", description=__doc__)
    parser.add_argument("--release", choices=releases(), help=f"release line ({DEFAULT})")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="this group, or this function; can be repeated"
    )
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth cell (default: all)")
    parser.add_argument(
        "--minutes",
        type=float,
        metavar="M",
        help="measure new cells in the first half of this time, and again in the second (no limit)",
    )
    parser.add_argument("--page", action="store_true", help="write the page and the picture, measure nothing")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Measures, and writes the result, the page and the picture; 1 if something could not be run."""
    parser = _parser()
    arguments = parser.parse_args(argv)
    if arguments.sample < 1:
        parser.error(f"--sample: wanted 1 or more, found {arguments.sample}")
    try:
        if not arguments.page:
            seconds = 60 * arguments.minutes if arguments.minutes else math.inf
            sweep(load(arguments.release).release, arguments.only, arguments.sample, seconds)
    except (BenchmarkError, *build.FAILURES, ManifestError, ArtifactError) as error:
        CONSOLE.print("error:", style="red", end=" ")
        CONSOLE.print(str(error))
        return 1
    except KeyboardInterrupt:
        CONSOLE.print(INTERRUPTED)
        return 130
    page.write()
    return 0


def sweep(release: str, only: Sequence[str] | None, every: int, seconds: float) -> None:
    """Measure every Nth of the chosen cells, and write the result of all that were ever measured.

    Half of the seconds are for new cells, the rest for those over the goal.

    Raises:
        BenchmarkError: An environment could not be made, a process did not start, or a name is unknown.
    """
    with Work("making two environments"):
        wanted = {name: kind.requirements(release) for name, kind in KINDS.items()}
        identity = builds(wanted.values())
        both = _environments(release, wanted, identity)
    folder = BUILD / "sweep" / release
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder / "cells.jsonl", identity)
    with tempfile.TemporaryDirectory(prefix="jaxlib-sweep-") as scratch:
        one = _sides(both, folder, 1)
        try:
            for side, kind in zip(one, KINDS.values(), strict=True):
                side.start()
                found = Kind("+" in side.hello["jaxlib"], bool(side.hello["plugins"]))
                if found != kind:
                    raise BenchmarkError(f"wanted: {kind}\nfound:  {found}")
            table = one[0].hello["cells"]
            chosen = sampled(chosen_cells(table, only), every)
            begin = time.monotonic()
            # Those for several devices, of which there are few, are not left for the end.
            for devices in sorted({table[cell][1] for cell in chosen}, reverse=True):
                sides = one if devices == 1 else _sides(both, folder, devices)
                groups = {cell: table[cell][0] for cell in chosen if table[cell][1] == devices}
                try:
                    records = measure(groups, sides, store, store.read(), Path(scratch), begin + seconds / 2)
                    confirm(records, sides, store, begin + seconds)
                finally:
                    for side in sides:
                        side.stop()
        finally:
            for side in one:
                side.stop()
    hellos = [dict(side.hello) for side in one]
    records = {cell: replace(record, build=identity) for cell, record in store.read().items()}
    _write(release, both, hellos, records)


def _environments(
    release: str, wanted: Mapping[str, Sequence[str]], identity: str
) -> tuple[Environment, Environment]:
    """Both environments: those of the last run, if they have the same builds, or new ones."""
    marks = [BUILD / "bench" / release / name / "builds" for name in wanted]
    if not all(mark.exists() and mark.read_text("utf-8") == identity for mark in marks):
        environments(release, wanted)
        for mark in marks:
            mark.write_text(identity, "utf-8")
    ours, theirs = (Environment(mark.parent) for mark in marks)
    return ours, theirs


def _sides(both: tuple[Environment, Environment], folder: Path, devices: int) -> Sides:
    ours, theirs = (
        Side(environment.python, folder / f"{name}-{devices}.log", devices)
        for name, environment in zip(KINDS, both, strict=True)
    )
    return ours, theirs


def builds(requirements: Any) -> str:
    """The identity of what is compared: versions, and the bytes of wheels."""
    words = [
        digest(Path(word)) if word.endswith(".whl") else word
        for side in requirements
        for word in (*side, "|")
    ]
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]


def chosen_cells(table: Mapping[str, Sequence[Any]], only: Sequence[str] | None) -> list[str]:
    """The cells of the groups and functions that ``only`` names, or all.

    Raises:
        BenchmarkError: A name is unknown.
    """
    functions = {cell: cell.partition(" | ")[0] for cell in table}
    groups = {group for group, _ in table.values()}
    if unknown := set(only or ()) - groups - set(functions.values()):
        raise BenchmarkError(
            f"wanted: a function of the table, or any of {sorted(groups)}\n"
            f"found:  --only {' '.join(sorted(unknown))}"
        )
    return [
        cell for cell, (group, _) in table.items() if only is None or {group, functions[cell]} & set(only)
    ]


def _write(
    release: str,
    both: tuple[Environment, Environment],
    hellos: Sequence[Mapping[str, Any]],
    records: Mapping[str, Record],
) -> None:
    """Replace the result; cells that were measured with earlier builds only stay in it."""
    path = page.result(release)
    earlier = page.Sweep.read(path).records if path.exists() else {}
    table = hellos[0]["cells"]
    kept = {cell: record for cell, record in sorted({**earlier, **records}.items()) if cell in table}
    python = said(both[0], "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    ours, theirs = (f"jaxlib {hello['jaxlib']}, {hello['platform_version']}" for hello in hellos)
    data = {
        "schema": SCHEMA,
        "release": release,
        "python": python,
        "machine": {"architecture": platform.machine(), "cpus": cores()},
        "compared": {"ours": ours, "theirs": theirs},
        "table": len(table),
        "cells": {cell: record.as_json() for cell, record in kept.items()},
    }
    results.write(path, data)


if __name__ == "__main__":
    sys.exit(main())
