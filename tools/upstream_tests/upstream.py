"""``python -m tools upstream``: upstream's own tests with jaxlib-cpu and with the CPU backend inside jaxlib.

It needs a checkout of jax at the release's tag, makes two new environments that differ only in the plugin, runs
each test file in both, and reports the tests with different outcomes. A test that fails, crashes or hangs on one
side only is run again by itself, and counts as different if it does so again. With ``--bindings``, both
environments have jaxlib-cpu, and one has jaxlib (bindings-only) in place of upstream's. Either writes rows of
``results/pass-rates.json``, of which ``docs/upstream-tests.md`` is made.

Only the checkout's ``tests`` folder is used; ``jax`` and ``jaxlib`` are the published wheels. Each test's result is
stored in ``build/upstream`` when it ends, by file, environment and options: a stopped run continues where it was,
and a run with a new build of the plugin does not repeat the other side's tests.

Exit status: 0 if the differences are those in ``upstream.toml`` (with ``--bindings``, in ``bindings.toml``); 1 if
there is another, or a listed one is gone; 2 if the tests could not be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import signal
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from rich.console import Console
from rich.table import Table

from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, Manifest, ManifestError, known, load
from tools.builder import build
from tools.interpreters import abi, every
from tools.results import ResultsError
from tools.upstream_tests import known_differences, pass_rates
from tools.upstream_tests.known_differences import Comparison, DifferencesError, Outcome, Result
from tools.upstream_tests.modes import DEFAULT as DEFAULT_MODE
from tools.upstream_tests.modes import MODES
from tools.upstream_tests.runs import Runner, again, measured, test_file
from tools.upstream_tests.sides import (
    BINDINGS,
    CASES,
    OURS,
    STORE,
    THEIRS,
    Settings,
    UpstreamError,
    backend,
    console,
    prepared,
)

SCHEMA = "jaxlib.upstream/4"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools upstream", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--tests", type=Path, metavar="CHECKOUT", help="a checkout of jax, at the release's tag"
    )
    what.add_argument(
        "--page", action="store_true", help="only write the pages of what is known and of what was compared"
    )
    parser.add_argument(
        "--bindings",
        action="store_true",
        help="compare jaxlib (bindings-only) with upstream's, both on jaxlib-cpu",
    )
    parser.add_argument("--release", choices=known(), help=f"release line ({DEFAULT})")
    parser.add_argument(
        "--tests-of",
        metavar="RELEASE",
        help="the checkout is of this release of jax instead, where the release line's own tests are not to be had",
    )
    parser.add_argument("--python", metavar="X.Y", help="which of this machine's Pythons (default: this one)")
    parser.add_argument(
        "--files", type=names, metavar="NAMES", help="such as api,lax_numpy (default: all of the list)"
    )
    parser.add_argument(
        "--mode",
        choices=MODES,
        default=DEFAULT_MODE,
        help=f"{'; '.join(f'{name}: {mode.title}' for name, mode in MODES.items())} (default: default)",
    )
    parser.add_argument(
        "--cases",
        type=int,
        default=CASES,
        help="cases generated for a test (default: upstream's 10)",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files run at the same time")
    parser.add_argument(
        "--stuck",
        type=float,
        default=900,
        metavar="SECONDS",
        help="the time limit of a test (default: 900)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help=f"write a report of schema {SCHEMA}")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run and compare; see the module for the exit status."""
    arguments = _parser().parse_args(argv)
    # A signal that ends this process also ends its child processes.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if arguments.page:
            lists = {
                of: known_differences.load(compared.known) for of, compared in pass_rates.COMPARISONS.items()
            }
            known_differences.PAGE.write_text(known_differences.page(lists["upstream"]), "utf-8")
            pass_rates.PAGE.write_text(pass_rates.page(pass_rates.load(), lists), "utf-8")
            return 0
        return _run(arguments)
    except (
        ManifestError,
        ArtifactError,
        DifferencesError,
        UpstreamError,
        ResultsError,
        build.BuildError,
    ) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        console.print("stopped; the same command continues from there")
        return 130


def _run(arguments: argparse.Namespace) -> int:
    manifest = load(arguments.release, arguments.python)
    names = (BINDINGS, OURS) if arguments.bindings else (OURS, THEIRS)
    compared = pass_rates.COMPARISONS["bindings" if arguments.bindings else "upstream"]
    known = known_differences.load(compared.known)
    # Tests that need another jax than the installed one fail on both sides, so they are no differences.
    tests_of: str = arguments.tests_of or manifest.release
    files: tuple[str, ...] = arguments.files or known.files
    if not arguments.files and tests_of != manifest.release:
        files = there(arguments.tests.resolve(), tests_of, files)
    checkout = checked(arguments.tests.resolve(), tests_of, files)
    version, python = python_for(arguments.python, manifest)
    settings = Settings(arguments.mode, arguments.cases)
    STORE.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(STORE / "lock", timeout=0):
            sides = prepared(manifest, python, settings, names)
            backends = [backend(side) for side in sides]
            runner = Runner(checkout, settings, arguments.stuck)
            results = ours, theirs = measured(runner, sides, files, arguments.jobs)
            # In a mode of another order, a test that ends well by itself is what the mode is meant to find.
            unsteady = [] if runner.order else again((runner, runner), sides, results)
    except Timeout:
        raise UpstreamError(f"another run is using {STORE}; wait for it") from None
    comparison = known_differences.compare(
        ours, theirs, known.differences, manifest.release, files, arguments.mode
    )
    report = {
        "schema": SCHEMA,
        "release": manifest.release,
        "tests_of": tests_of,
        "python": version,
        "machine": platform.machine(),
        "settings": {"mode": settings.mode, "cases": settings.cases},
        "backends": dict(zip(("ours", "theirs"), backends, strict=True)),
        **as_json(files, results, comparison, unsteady),
    }
    pass_rates.keep(report, compared, sides[0].build)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=2) + "\n", "utf-8")
    _print(report, names)
    return 0 if comparison.clean else 1


def checked(checkout: Path, release: str, files: Sequence[str]) -> Path:
    """The checkout, if it is of ``release`` and has ``files``.

    Raises:
        UpstreamError: It is of another release, or lacks a file.
    """
    clone = f"git clone --depth 1 --branch jax-v{release} https://github.com/jax-ml/jax"
    version = checkout / "jax" / "version.py"
    try:
        match = re.search(r'^_version = "([^"]+)"', version.read_text("utf-8"), re.MULTILINE)
    except OSError as error:
        raise UpstreamError(
            f"no checkout of jax: {error.strerror}\n  wanted:    jax {release}\n  looked in: {version}\n"
            f"  To get one, run: {clone}"
        ) from error
    if not match or match[1] != release:
        raise UpstreamError(
            "the checkout is of another release\n"
            f"  wanted:    jax {release}, whose tests they must be\n"
            f"  found:     jax {match[1] if match else 'of no version'}\n"
            f"  looked in: {version}\n"
            f"  To fix it, run: git -C {checkout} fetch --depth 1 origin tag jax-v{release} && "
            f"git -C {checkout} checkout jax-v{release}; or use them anyway, with: "
            f"--tests-of {match[1] if match else 'RELEASE'}"
        )
    if missing := absent(checkout, files):
        raise UpstreamError(
            f"no such test file: {', '.join(missing)}\n  looked in: {checkout / 'tests'}, for NAME_test.py"
        )
    return checkout


def there(checkout: Path, release: str, files: Sequence[str]) -> tuple[str, ...]:
    """Those of ``files`` that the checkout of another release has; says which it lacks. All, if it has none."""
    missing = absent(checkout, files)
    if not 0 < len(missing) < len(files):
        return tuple(files)
    console.print(f"jax {release} has no tests of these, which are left out: {', '.join(missing)}")
    return tuple(name for name in files if name not in missing)


def absent(checkout: Path, files: Sequence[str]) -> list[str]:
    """Those of ``files`` that the checkout does not have."""
    return [name for name in files if not test_file(checkout, name).is_file()]


def as_json(
    files: Sequence[str],
    results: Sequence[Mapping[str, Result]],
    comparison: Comparison,
    unsteady: Sequence[Result],
) -> dict[str, Any]:
    """The report as JSON; its schema is ``tools/schemas/upstream.schema.json``."""
    counted: Counter[tuple[int, str, Outcome]] = Counter(
        (number, known_differences.file_of(result.test), result.outcome)
        for number, of_side in enumerate(results)
        for result in of_side.values()
    )

    def counts(number: int, name: str) -> dict[str, int]:
        ends = (outcome for outcome in Outcome if outcome is not Outcome.ABSENT)
        return {str(outcome): counted[number, name, outcome] for outcome in ends}

    good = [
        {test for test, result in of_side.items() if result.outcome is Outcome.PASSED} for of_side in results
    ]
    both: dict[str, list[str]] = {name: [] for name in files}
    for test in good[0] & good[1]:
        both[known_differences.file_of(test)].append(test)

    def memory(of_side: Mapping[str, Result], name: str) -> int:
        of_file = (result for test, result in of_side.items() if known_differences.file_of(test) == name)
        return max((result.memory for result in of_file), default=0)

    def row(name: str) -> dict[str, Any]:
        return {
            "file": name,
            "ours": counts(0, name),
            "theirs": counts(1, name),
            "both": len(both[name]),
            "cpu": [round(sum(of_side[test].cpu for test in both[name]), 1) for of_side in results],
            "memory": [memory(of_side, name) for of_side in results],
        }

    def end(result: Result) -> dict[str, str]:
        return {"outcome": str(result.outcome), "message": result.message}

    return {
        "clean": comparison.clean,
        "files": [row(name) for name in files],
        "differences": [
            {
                "test": item.test,
                "ours": end(item.ours),
                "theirs": end(item.theirs),
                "expected": item.expected.title if item.expected else None,
            }
            for item in comparison.differences
        ],
        "stale": [{"pattern": pattern, "title": entry.title} for pattern, entry in comparison.stale],
        "unsteady": [{"test": result.test, "message": result.message} for result in unsteady],
    }


def _print(report: Mapping[str, Any], names: tuple[str, str]) -> None:
    output = Console(highlight=False)
    if not output.is_terminal:
        output.width = 120
    title = f"upstream's tests of jax {report['tests_of']}, run with jax {report['release']}"
    table = Table(title=title, title_justify="left")
    table.add_column("file", no_wrap=True)
    for name in names:
        for outcome in ("passed", "failed", "skipped"):
            table.add_column(f"{name}\n{outcome}", justify="right")
    totals: Counter[str] = Counter()
    for row in report["files"]:
        sides = [(side, _three(row[side])) for side in ("ours", "theirs")]
        cells = {f"{side} {key}": value for side, three in sides for key, value in three.items()}
        totals.update(cells)
        table.add_row(row["file"], *map(str, cells.values()))
    table.add_section()
    table.add_row("all", *map(str, totals.values()))
    output.print(table)
    for item in report["differences"]:
        why = f"expected: {item['expected']}" if item["expected"] else "NOT EXPECTED"
        ends = f"{names[0]} {item['ours']['outcome']}, {names[1]} {item['theirs']['outcome']}"
        output.print(f"{item['test']}: {ends}; {why}", markup=False)
        if not item["expected"]:
            message = item["ours"]["message"] or item["theirs"]["message"]
            output.print("".join(f"    {line}\n" for line in message.splitlines()[:6]), end="", markup=False)
    for item in report["stale"]:
        output.print(f"{item['pattern']}: listed under {item['title']!r}, and does not differ", markup=False)
    for item in report["unsteady"]:
        output.print(f"{item['test']}: ended badly once, and well by itself", markup=False)
    unexpected = sum(1 for item in report["differences"] if not item["expected"])
    output.print(
        f"{len(report['differences'])} differences, {unexpected} of them not in the list; "
        f"{len(report['stale'])} in the list that are gone; {len(report['unsteady'])} unsteady"
    )


def _three(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts for a table, in which a crash or a hang is a failure."""
    failed = sum(count for outcome, count in counts.items() if Outcome(outcome).bad)
    return {"passed": counts["passed"], "failed": failed, "skipped": counts["skipped"]}


def python_for(wanted: str | None, manifest: Manifest) -> tuple[str, Path]:
    """The Python to test with: its version, in the form of ``--python``, and its path."""
    serving = {name: path for name, path in every().items() if manifest.has_jaxlib(abi(name))}
    version = wanted or ".".join(map(str, sys.version_info[:2]))
    if version not in serving:
        raise UpstreamError(
            f"no such Python for jax {manifest.release}\n  wanted: {version}\n"
            f"  found:  {', '.join(serving) or 'none'} on this machine\n  To name one, add: --python X.Y"
        )
    return version, serving[version]


def names(text: str) -> tuple[str, ...]:
    """``api_test.py``, ``api_test`` and ``api`` are the same."""
    return tuple(
        dict.fromkeys(name.strip().removesuffix(".py").removesuffix("_test") for name in text.split(","))
    )
