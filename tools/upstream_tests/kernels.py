"""``python -m tools kernels``: the kernels of upstream's Pallas tests with each jaxlib, compared.

It needs a checkout of jax, and no TPU or GPU: programs with kernels are lowered for one, and their kernels are
recorded. Two environments are made, with upstream's jaxlib and with the bindings-only one. A kernel that is not
the same bytes is read by upstream's own reader, and compared as text, with the locations that are stored beside
it.

``kernels.toml`` lists the targets, their test files, and the differences that are known. The numbers go into
``results/kernel-table.json``, a row for each release line, target and file; ``--page`` writes ``docs/kernels.md``
from them.

Exit status: 0 if all other kernels are the same; 1 if one is not, or a known difference is gone; 2 if they
could not be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from rich.console import Console
from rich.table import Table

from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, ManifestError, load
from tools.artifacts.manifest import known as known_releases
from tools.builder import build
from tools.upstream_tests import kernels_page
from tools.upstream_tests.kernels_page import Reasons
from tools.upstream_tests.known_differences import (
    DifferencesError,
    Expected,
    file_of,
    matches,
    read_entries,
)
from tools.upstream_tests.runs import test_file
from tools.upstream_tests.sides import BINDINGS, OURS, STORE, Settings, Side, UpstreamError, console, prepared
from tools.upstream_tests.upstream import checked, names, python_for

SCHEMA = "jaxlib.kernels/2"
LIST = Path(__file__).with_name("kernels.toml")
RECORDER, READER = (
    Path(__file__).parent / "children" / f"kernel_{name}.py" for name in ("recorder", "reader")
)
#: The seconds after which a file's tests are given up.
PATIENCE = 3600


@dataclass(frozen=True, slots=True)
class Target:
    """A device that kernels are lowered for, such as ``cuda:9.0``, and the test files to run for it.

    ``devices`` is how many of it the tests see. ``without`` are patterns of test classes that lower no kernel and
    take long; ``releases``, if there are any, the only ones with the files.
    """

    device: str
    files: tuple[str, ...]
    devices: int = 1
    without: tuple[str, ...] = ()
    releases: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The device, and how many."""
        return self.device if self.devices == 1 else f"{self.device}, {self.devices} of them"


@dataclass(frozen=True, slots=True)
class Row:
    """The comparison of one file for a target; see ``children/kernel_reader.py``."""

    target: str
    file: str
    tests: int
    same: int
    older: int
    slow: int
    seconds: tuple[float, float]
    details: tuple[dict[str, str], ...]


def listed(path: Path = LIST) -> tuple[tuple[Target, ...], tuple[Expected, ...], Reasons]:
    """The targets, the known differences, and why some files lower no kernel for a device.

    Raises:
        DifferencesError: The list is invalid.
    """
    values = tomllib.loads(path.read_text("utf-8"))
    if values.pop("schema", None) != 2:
        raise DifferencesError(f"{path}: schema: wanted 2, the only one that this reads")
    without = tuple(values.pop("without", ()))
    targets = tuple(
        Target(
            each["device"],
            tuple(each["files"]),
            each.get("devices", 1),
            (*without, *each.get("without", ())),
            tuple(each.get("releases", ())),
        )
        for each in values.pop("target", ())
    )
    differences = read_entries(path, values.pop("difference", []))
    reasons = {
        (each["device"], name): str(each["reason"])
        for each in values.pop("without_kernels", ())
        for name in each["files"]
    }
    if values or not targets:
        raise DifferencesError(
            f"{path}: wanted [[target]], [[without_kernels]] and [[difference]] tables, found {', '.join(values)}"
        )
    return targets, differences, reasons


def main(argv: Sequence[str]) -> int:
    """Record and compare; see the module for the exit status."""
    arguments = _parser().parse_args(argv)
    if arguments.page:
        _, known, reasons = listed()
        kernels_page.PAGE.write_text(kernels_page.page(kernels_page.load(), known, reasons), "utf-8")
        return 0
    if not arguments.tests:
        _parser().error("--tests: a checkout of jax is required")
    try:
        return _run(arguments)
    except (ManifestError, ArtifactError, DifferencesError, UpstreamError, build.BuildError) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools kernels", description=__doc__)
    parser.add_argument("--page", action="store_true", help="only write docs/kernels.md from the results")
    parser.add_argument("--tests", type=Path, metavar="CHECKOUT", help="a checkout of jax")
    parser.add_argument("--release", choices=known_releases(), help=f"release line ({DEFAULT})")
    parser.add_argument(
        "--tests-of", metavar="RELEASE", help="the checkout is of this release of jax instead"
    )
    parser.add_argument("--python", metavar="X.Y", help="which of this machine's Pythons (default: this one)")
    parser.add_argument("--target", metavar="DEVICE", help="such as cuda:9.0 (default: all of the list)")
    parser.add_argument(
        "--files", type=names, metavar="NAMES", help="such as pallas/tpu_ops (default: the list's)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files run at the same time")
    parser.add_argument("--json", type=Path, metavar="FILE", help=f"write a report of schema {SCHEMA}")
    return parser


def _run(arguments: argparse.Namespace) -> int:
    targets, differences, _ = listed()
    manifest = load(arguments.release, arguments.python)
    chosen = [
        (target, name)
        for target in targets
        if arguments.target in (None, target.device)
        and manifest.release in (target.releases or known_releases())
        for name in target.files
        if not arguments.files or name in arguments.files
    ]
    if not chosen:
        devices = ", ".join(dict.fromkeys(target.device for target in targets))
        raise UpstreamError(
            f"no such file or target in {LIST.name}\n  found: {devices}, each with files of its own"
        )
    tests_of = arguments.tests_of or manifest.release
    checkout = checked(arguments.tests.resolve(), tests_of, [name for _, name in chosen])
    of_python, python = python_for(arguments.python, manifest)
    STORE.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(STORE / "lock", timeout=0):
            ours, theirs = prepared(manifest, python, Settings(), (BINDINGS, OURS))
            rows = list(_rows(chosen, (theirs, ours), checkout, arguments.jobs))
    except Timeout:
        raise UpstreamError(f"another run is using {STORE}; wait for it") from None
    report = judged(rows, [entry for entry in differences if manifest.release in entry.releases])
    report = {"schema": SCHEMA, "release": manifest.release, "tests_of": tests_of, **report}
    kernels_page.keep(report, of_python)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=2) + "\n", "utf-8")
    _print(report)
    return 0 if report["clean"] else 1


def judged(rows: Iterable[Row], expected: Sequence[Expected]) -> dict[str, Any]:
    """The report: the rows, their details with the entries that explain them, and the patterns that match none."""
    rows = list(rows)

    def explained(test: str) -> str | None:
        return next((entry.title for entry in expected if entry.covers(test)), None)

    details = [
        {"target": row.target, **detail, "expected": explained(detail["test"])}
        for row in rows
        for detail in row.details
    ]
    run = {row.file for row in rows}
    tests = [detail["test"] for row in rows for detail in row.details]
    stale = [
        pattern
        for entry in expected
        for pattern in entry.tests
        if file_of(pattern) in run and not any(matches(pattern, test) for test in tests)
    ]
    return {
        "clean": not stale and all(detail["expected"] for detail in details),
        "files": [
            {
                "target": row.target,
                "file": row.file,
                "tests": row.tests,
                "same": row.same,
                "older": row.older,
                "slow": row.slow,
                "other": len(row.details),
                "seconds": list(row.seconds),
            }
            for row in rows
        ],
        "differences": details,
        "stale": stale,
    }


def _rows(
    chosen: Sequence[tuple[Target, str]], sides: tuple[Side, Side], checkout: Path, jobs: int
) -> Iterable[Row]:
    """The rows in the order of the list, as they are done; ``sides``: upstream's, and ours."""
    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(_row, target, name, sides, checkout) for target, name in chosen]
        for future in futures:
            row = future.result()
            console.print(f"{row.file} for {row.target}: {row.same} the same, {len(row.details)} not")
            yield row


def _row(target: Target, name: str, sides: tuple[Side, Side], checkout: Path) -> Row:
    records = []
    for side in sides:
        file = f"kernels-{target.device}-{target.devices}-{name}.jsonl"
        record = side.results / file.replace("/", "-").replace(" ", "-")
        path = test_file(checkout, name)
        options = (target.device, str(target.devices), str(checkout), str(path), str(record))
        _child(side, RECORDER, *options, *target.without)
        records.append(str(record))
    found = json.loads(_child(sides[0], READER, *records))
    details = tuple({**detail, "test": _named(detail["test"], name)} for detail in found["details"])
    tests, same, older, slow = (found[key] for key in ("tests", "same", "older", "slow"))
    return Row(target.name, name, tests, same, older, slow, tuple(found["seconds"]), details)


def _child(side: Side, script: Path, *arguments: str) -> str:
    done = side.environment.run(
        "-P", str(script), *arguments, environment={"JAX_PLATFORMS": "cpu"}, timeout=PATIENCE
    )
    if done.returncode:
        raise UpstreamError(
            f"{script.stem} {' '.join(arguments)} failed with {side.name}\n"
            f"{done.stdout[-800:]}{done.stderr[-2000:]}"
        )
    return done.stdout


def _named(test: str, name: str) -> str:
    """``MODULE.CLASS.METHOD`` as pytest names it, with the folder of the file."""
    _, _, rest = test.partition(".")
    case, _, method = rest.partition(".")
    return f"{name}_test.py::{case}::{method}"


def _print(report: dict[str, Any]) -> None:
    output = Console(highlight=False)
    if not output.is_terminal:
        output.width = 120
    table = Table(title=f"kernels of upstream's tests with jax {report['release']}", title_justify="left")
    for column in ("target", "file"):
        table.add_column(column, no_wrap=True)
    for column in (
        "tests",
        "given up",
        "kernels the same",
        "older forms",
        "not",
        "seconds\nupstream's",
        "seconds\nours",
    ):
        table.add_column(column, justify="right")
    for row in report["files"]:
        cells = (row["tests"], row["slow"], row["same"], row["older"], row["other"], *row["seconds"])
        table.add_row(row["target"], row["file"], *map(str, cells))
    output.print(table)
    for item in report["differences"]:
        why = f"expected: {item['expected']}" if item["expected"] else "NOT EXPECTED"
        output.print(f"{item['target']} {item['test']}: {item['kind']}; {why}", markup=False)
        if not item["expected"]:
            output.print("".join(f"    {line}\n" for line in item["text"].splitlines()), end="", markup=False)
    for pattern in report["stale"]:
        output.print(f"{pattern}: listed, and does not differ", markup=False)
