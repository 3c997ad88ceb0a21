"""The verb: runs the suites of ``libraries.toml`` in both environments, compares them, and keeps a row for each.

The test files of a folder share a process, as they do in the libraries' own runs. Each folder is run in one
environment and then in the other, and every test's outcome and CPU time are recorded as it ends. A test that fails,
crashes or hangs on one side only is run again by itself, and counts as different if it does so again.

Results are kept in ``build/libraries`` under a hash of their inputs: the wheels under test, the Python, the
versions of the library and its requirements, the options, the test files. So a stopped run continues where it was,
and a run with a new build of the family does not repeat the other side's tests. A file that crashes or hangs is a
result, and the run continues.

The libraries are pinned for one Python. With ``--python``, the same versions are installed on another, as far as it
can install them, and a suite that lacks something is left out and named.

``results/libraries.json`` has a row for each suite, line and Python that was compared; ``docs/libraries.md`` is
made from it.

Exit status: 0 if the differences are those that the declaration lists; 1 if there is another, or a listed one is
gone; 2 if the suites could not be compared; 130 if it was interrupted.
"""

from __future__ import annotations

import argparse
import platform
import signal
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, ManifestError, known
from tools.artifacts.manifest import load as manifest
from tools.builder.build import BuildError
from tools.console.progress import CONSOLE
from tools.interpreters import every
from tools.libraries import table
from tools.libraries.declaration import Declaration, LibrariesError, Suite, chosen, load
from tools.libraries.environments import NAMES, STORE, Place, lacking, place, side, source
from tools.results import ResultsError
from tools.upstream_tests import known_differences
from tools.upstream_tests.known_differences import Result
from tools.upstream_tests.runs import Run, again, summary, wait_for
from tools.upstream_tests.sides import BINDINGS, THEIRS, UpstreamError


@dataclass(frozen=True)
class SuiteRuns:
    """The settings of every run of a suite's files; see `tools.upstream_tests.runs.Runs`."""

    suite: Suite
    root: Path
    sample: int
    #: The test files by the name of their group, and each file by the prefix of its tests' names.
    groups: Mapping[str, Sequence[str]]

    @property
    def stuck(self) -> float:
        """Seconds without a result after which a process is ended."""
        return self.suite.limit

    @property
    def options(self) -> Sequence[str]:
        """Without the library's own settings, which may need plugins or turn warnings into errors."""
        deselected = [f"--deselect={name}" for name in self.suite.deselect]
        collecting = "--continue-on-collection-errors"
        return ("-c", "/dev/null", "--rootdir", str(self.root), collecting, *deselected)

    @property
    def variables(self) -> Mapping[str, str]:
        """Environment variables of the processes."""
        return self.suite.variables

    @property
    def order(self) -> Mapping[str, bool | int]:
        """Of a long file, an evenly spaced sample of its tests is run."""
        return {"sample": self.sample}

    def test_files(self, name: str) -> Sequence[Path]:
        """The files of a group, or the file of that name."""
        return [self.root / path for path in self.groups[name]]


def main(argv: Sequence[str]) -> int:
    """Run the verb."""
    arguments = _parser().parse_args(argv)
    # A signal that ends this process also ends its child processes.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        declaration = load()
        if arguments.page:
            table.write_page(table.load(), declaration)
            return 0
        return _run(arguments, declaration)
    except (
        ArtifactError,
        BuildError,
        LibrariesError,
        ManifestError,
        UpstreamError,
        ResultsError,
    ) as error:
        CONSOLE.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        CONSOLE.print("stopped; the same command continues from there")
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools libraries", description=__doc__)
    parser.add_argument("--suites", type=_names, metavar="NAMES", help="such as optax,flax (default: all)")
    parser.add_argument("--release", choices=known(), help=f"release line ({DEFAULT})")
    parser.add_argument(
        "--python",
        metavar="NAME",
        help="such as 3.14 or 3.14t (default: the one that everything is pinned for)",
    )
    parser.add_argument(
        "--checkouts",
        type=Path,
        metavar="FOLDER",
        help="has a checkout of each library whose distributions hold no tests; without it these are left out",
    )
    parser.add_argument(
        "--sides",
        type=_names,
        default=(BINDINGS, THEIRS),
        metavar="NAME,NAME",
        help=f"what is compared with what, of {', '.join(NAMES)} (default: {BINDINGS},{THEIRS})",
    )
    parser.add_argument(
        "--sample",
        type=int,
        metavar="N",
        help="tests of each file, at even distances; 0 for all (default: the declaration's)",
    )
    parser.add_argument("--jobs", type=int, default=1, help="files run at the same time (default: 1)")
    parser.add_argument("--page", action="store_true", help="only write docs/libraries.md from the table")
    return parser


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _run(arguments: argparse.Namespace, declaration: Declaration) -> int:
    release = manifest(arguments.release).release
    suites = chosen(declaration.of(release), arguments.suites)
    name: str = arguments.python or declaration.python
    interpreters = every()
    python = interpreters.get(name)
    if python is None:
        raise LibrariesError(
            f"no Python {name} on this machine\n  found: {', '.join(interpreters)}\n"
            f"  To get it, run: python -m tools interpreters {name}"
        )
    other = "" if name == declaration.python else name
    if len(arguments.sides) != 2 or set(arguments.sides) - set(NAMES):
        raise LibrariesError(f"--sides: wanted two of {', '.join(NAMES)}")
    sample: int = declaration.sample if arguments.sample is None else arguments.sample
    STORE.mkdir(parents=True, exist_ok=True)
    clean = True
    try:
        with FileLock(STORE / "lock", timeout=0):
            places = [
                place(side, release, python, declaration.of(release), other) for side in arguments.sides
            ]
            for suite in suites:
                if suite.source == "checkout" and not arguments.checkouts and not arguments.suites:
                    CONSOLE.print(f"{suite.name}: left out: no --checkouts")
                    continue
                kept = arguments.sides == (BINDINGS, THEIRS)
                of_machine = {"python": name, "machine": platform.machine()}
                if other and (missing := lacking(suite, places[0], release)):
                    CONSOLE.print(
                        f"{suite.name}: left out: not installed: {', '.join(missing)}", soft_wrap=True
                    )
                    if kept:
                        table.keep(table.left_out(suite, release, missing) | of_machine, declaration)
                    continue
                row = measured(
                    suite, places, sample, arguments.checkouts, arguments.jobs, declaration, release
                )
                row |= of_machine
                if kept:
                    table.keep(row, declaration)
                    table.write_page(table.load(), declaration)
                _print(suite, row)
                clean &= not row["unexpected"] and not row["stale"]
    except Timeout:
        raise LibrariesError(f"another run is using {STORE}; wait for it") from None
    return 0 if clean else 1


def measured(
    suite: Suite,
    places: Sequence[Place],
    sample: int,
    checkouts: Path | None,
    jobs: int,
    declaration: Declaration,
    release: str,
) -> dict[str, Any]:
    """Run a suite on both sides; its row of the table."""
    roots = [source(suite, place, checkouts) for place in places]
    sides = [side(suite, place, root, sample) for place, root in zip(places, roots, strict=True)]
    groups = suite.groups(roots[0])
    files = {file_name(path): [path] for paths in groups.values() for path in paths}
    runners = [SuiteRuns(suite, root, sample, {**files, **groups}) for root in roots]
    results: tuple[dict[str, Result], dict[str, Result]] = ({}, {})

    def run(name: str) -> None:
        for runner, at, of_side in zip(runners, sides, results, strict=True):
            ends = Run(runner, at, name).results()
            if died(name) in ends:
                # The process died before it collected any test; running the files one by one shows which is to
                # blame.
                parts = [Run(runner, at, file_name(path)).results() for path in groups[name]]
                ends = {test: result for part in parts for test, result in part.items()}
            of_side.update(ends)
            CONSOLE.print(f"{suite.name}: {name} on {at.name}: {summary(ends.values())}", soft_wrap=True)

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(run, name) for name in groups]
        wait_for(pool, futures)
    unsteady = again(runners, sides, results)
    ours, theirs = (
        {f"{suite.name}/{test}": result for test, result in of_side.items()} for of_side in results
    )
    names = [f"{suite.name}/{name}" for name in files]
    comparison = known_differences.compare(ours, theirs, declaration.differences, release, names)
    return table.row(suite, release, places, sample, (ours, theirs), comparison, len(unsteady))


def file_name(path: str) -> str:
    """The prefix of the names of a file's tests, as in `tools.upstream_tests.known_differences.file_of`."""
    return known_differences.file_of(path.removeprefix("tests/"))


def died(group: str) -> str:
    """The name that `Run` gives to a file's unknown test."""
    return f"{group}_test.py"


def _print(suite: Suite, row: Mapping[str, Any]) -> None:
    ratio = table.ratio(row)
    CONSOLE.print(
        f"{suite.name} {suite.version}: {row['both']} of {row['theirs']['passed']} tests that pass with upstream's "
        f"pass; CPU time {f'{ratio:.2f} of upstream' if ratio else 'not compared'}; "
        f"{len(row['differences'])} differences, {len(row['unexpected'])} of them not in the list",
        soft_wrap=True,
    )
    for test in row["unexpected"]:
        mine, other = row["differences"][test]
        CONSOLE.print(f"  {test}: {mine}, upstream {other}", markup=False, soft_wrap=True)
    for pattern in row["stale"]:
        CONSOLE.print(f"  {pattern}: listed, and does not differ", markup=False, soft_wrap=True)
