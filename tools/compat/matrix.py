"""``python -m tools matrix``: tries combinations of releases of jax, jaxlib and plugins in real environments.

For each cell an environment is made, jax is used there in child processes with a time limit, and ``jaxlib doctor``
is run. The result must be "works" or exactly one diagnosis, which jax itself raises if it gets as far as using a
plugin. The command of the diagnosis is run in that environment, and must fix it. Anything else is a violation: a
crash, a hang, a silent fallback, two diagnoses, a command that does not fix the environment.

The environments are real: uv (for some, pip) installs the wheels once, and the installed files are hard-linked into
each environment. NVIDIA's libraries are stubs: no cell runs on a GPU. The result of a cell is kept with a hash of
its inputs. A stopped run continues where it was, and an environment with the same files (by inode) as an earlier
one is not observed again.

Exit status: 0 no violation; 1 a violation; 2 the matrix could not be run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import ManifestError
from tools.builder import build
from tools.compat import matrix_page
from tools.compat.matrix_cells import Cell, Result, cells, covering, data, lines, parsed, versions
from tools.compat.matrix_judge import SYSTEM, judge
from tools.compat.matrix_runner import MatrixError, MatrixRunner, RepairFailed, replace_text
from tools.console.progress import CONSOLE, Work
from tools.results import RESULTS as FOLDER
from tools.results import read, write

SCHEMA = "jaxlib.matrix/2"
KIND = "matrix"
RESULTS = FOLDER / f"{KIND}.json"


def run(runner: MatrixRunner, cell: Cell, folder: Path) -> Result:
    """Make the cell's environment, observe it, run the command, observe it again."""
    started = time.monotonic()
    environment = runner.environment(cell, folder)
    first = judge(cell, runner.observe(environment, cell))
    problem = first.problem or {}
    code, command, fixed, left = problem.get("code", ""), "", None, ""
    violations = list(first.violations)
    if problem:
        command = problem["commands"][0]
        if code == SYSTEM and " pip " not in command:
            # The diagnosis names packages of the system, which no command for an environment installs.
            left, command = code, ""
    if command:
        try:
            runner.type(environment, command)
        except RepairFailed as error:
            violations.append(f"the command fails: {error}")
            fixed = False
        else:
            again = judge(cell, runner.observe(environment, cell))
            later = again.problem or {}
            fixed = again.outcome == "works"
            if again.outcome == "diagnosis" and later["code"] == SYSTEM and cell.plugin == "rocm7":
                fixed, left = True, SYSTEM
            if not fixed:
                said = "; ".join(again.violations) or f"{later.get('code')}: {later.get('summary')}"
                violations.append(f"after {command!r}: {said}")
    return Result(
        cell=cell,
        outcome="violation" if violations else first.outcome,
        said_by=first.said_by,
        code=code,
        summary=problem.get("summary", ""),
        command=command,
        fixed=fixed,
        left=left,
        violations=tuple(violations),
        notes=first.notes,
        seconds=round(time.monotonic() - started, 2),
    )


def _mixed(every: Sequence[Cell]) -> list[Cell]:
    """All cells, in a fixed order that is independent of the factors."""
    return sorted(every, key=lambda cell: hashlib.sha256(cell.name.encode()).digest())


def run_all(
    runner: MatrixRunner, wanted: Sequence[Cell], jobs: int, minutes: float | None = None
) -> Iterator[Result]:
    """The result of every cell, stored ones where they are still valid; after ``minutes`` only stored ones."""
    end = time.monotonic() + 60 * minutes if minutes is not None else float("inf")
    inputs = runner.inputs()
    kept = runner.store / "cells"
    places: Queue[Path] = Queue()
    for index in range(jobs):
        places.put(runner.store / "slots" / f"{index}")

    def one(cell: Cell) -> Result | None:
        path = kept / f"{cell.name}.json"
        if (stored := _stored(path, inputs)) is not None:
            return stored
        if time.monotonic() > end:
            return None
        place = places.get()
        try:
            result = run(runner, cell, place)
        finally:
            places.put(place)
        replace_text(path, json.dumps({"inputs": inputs, "result": result.as_dict()}))
        return result

    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield from (result for result in pool.map(one, wanted) if result)
        finally:
            pool.shutdown(cancel_futures=True)
            shutil.rmtree(runner.store / "slots", ignore_errors=True)


def _stored(path: Path, inputs: str) -> Result | None:
    try:
        stored = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return parsed(stored["result"]) if stored["inputs"] == inputs else None


def report(results: Iterable[Result], total: int) -> dict[str, Any]:
    """The results as JSON; the schema is tools/schemas/matrix.schema.json."""
    listed = list(results)
    return {
        "schema": SCHEMA,
        "python": data()["python"],
        "architecture": data()["architecture"],
        "releases": list(versions()),
        "plugins": list(data()["plugins"]),
        "lines": list(lines()),
        "cells_in_all": total,
        "counts": dict(sorted(Counter(cell.outcome for cell in listed).items())),
        "cells": [cell.as_dict() for cell in listed],
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools matrix", description=__doc__)
    parser.add_argument("--covering", action="store_true", help="only cells that meet every pair of values")
    parser.add_argument("--only", default="", metavar="PATTERN", help="only those whose name it matches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cells at a time")
    parser.add_argument("--as-built", action="store_true", help="take the wheels in dist/ as they are")
    parser.add_argument("--minutes", type=float, help="begin no cell after so many")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there")
    parser.add_argument(
        "--docs", action="store_true", help="write results/matrix.json, docs/matrix.md and .svg"
    )
    parser.add_argument("--draw", action="store_true", help="only write docs/matrix.md and .svg again")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the matrix, or a part of it."""
    arguments = _parser().parse_args(argv)
    if arguments.draw:
        matrix_page.write(read(RESULTS, KIND))
        return 0
    every = cells()
    first = covering(every)
    # The covering cells come first, so that a stopped run has tried something of everything.
    wanted = first if arguments.covering else list(dict.fromkeys([*first, *_mixed(every)]))
    wanted = [cell for cell in wanted if re.search(arguments.only, cell.name)]
    try:
        runner = MatrixRunner()
        runner.gather(wanted, as_built=arguments.as_built)
    except (MatrixError, ManifestError, ArtifactError, build.BuildError) as error:
        CONSOLE.print(f"error: {error}", style="red")
        return 2
    results: list[Result] = []
    with Work("cells of the matrix", len(wanted)) as work:
        for result in run_all(runner, wanted, arguments.jobs, arguments.minutes):
            results.append(result)
            work.advance()
            for violation in result.violations:
                CONSOLE.print(f"violation {result.cell.name}: {violation}", style="red")
    place = {cell: index for index, cell in enumerate(every)}
    document = report(sorted(results, key=lambda result: place[result.cell]), len(every))
    if arguments.json:
        write(arguments.json, document)
    if arguments.docs:
        write(RESULTS, document)
        matrix_page.write(document)
    for outcome, count in document["counts"].items():
        CONSOLE.print(f"{count:>6} {outcome}")
    if len(results) < len(wanted):
        CONSOLE.print(f"{len(wanted) - len(results):>6} left for the next run")
    return 1 if any(result.violations for result in results) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
