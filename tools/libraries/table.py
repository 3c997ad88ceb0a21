"""The results: ``results/libraries.json``, a row for each suite, release line and Python, and the page of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.version import Version

from tools import ROOT
from tools.interpreters import numbers
from tools.libraries.declaration import Declaration, Suite
from tools.results import RESULTS, read_rows, replace_rows
from tools.upstream_tests.known_differences import Comparison, Outcome, Result, sections
from tools.upstream_tests.known_differences import Known as KnownDifferences

Row = Mapping[str, Any]

KIND = "libraries"
TABLE = RESULTS / f"{KIND}.json"
PAGE = ROOT / "docs" / "libraries.md"
#: Seconds of CPU time on upstream's side below which a ratio is too noisy to show.
LEAST = 1.0
HEAD = (
    "| library | version | tests from | fail with upstream's | pass with upstream's | of these with the family "
    "| CPU time | differences |",
    "|---|---|---|---|---|---|---|---|",
)
ORIGINS = {"wheel": "its wheel", "sdist": "its sdist", "checkout": "its repository", "program": "a program"}
INTRODUCTION = (
    "# Libraries on jax: their own tests, with the family and with upstream's jaxlib",
    "",
    "The test suites of libraries that use jax, at pinned versions, run in two environments: `jax` with",
    "upstream's `jaxlib`, and `jax` with the bindings-only `jaxlib` and `jaxlib-cpu`. Everything else is the",
    "same in both.",
    "",
    "    nox -s libraries",
    "    nox -s libraries -- --release RELEASE --suites optax,flax",
    "    nox -s libraries -- --checkouts FOLDER",
    "    nox -s libraries -- --python 3.14t",
    "",
    "runs them and fails for a difference that is not listed here. With `--checkouts`, it also runs libraries",
    "whose distributions contain no tests. `tools/libraries/libraries.toml` declares the suites, the tests",
    "that are left out, with the reasons, and the known differences. `python -m tools libraries --page` makes",
    "this page from that file and `results/libraries.json`.",
    "",
    "Of a long test file, only an evenly spaced sample of its tests is run. CPU time is the user and system",
    "time of the tests that pass on both sides, as a multiple of upstream's, from one run of each; on a busy",
    "machine it can be off by a tenth or more.",
)


def load(path: Path = TABLE) -> dict[str, Any]:
    """The table; see `tools.results.read_rows`."""
    return read_rows(path, KIND)


def row(
    suite: Suite,
    release: str,
    builds: Sequence[Any],
    sample: int,
    results: tuple[Mapping[str, Result], Mapping[str, Result]],
    comparison: Comparison,
    unsteady: int,
) -> dict[str, Any]:
    """A suite's row: outcomes and CPU times of both sides, and the tests that differ."""
    ours, theirs = results
    both = [test for test in ours if test in theirs and passed(ours[test]) and passed(theirs[test])]
    return {
        "suite": suite.name,
        "release": release,
        "version": suite.version,
        "source": suite.source,
        "sample": sample,
        "build": builds[0].build,
        "ours": counts(ours),
        "theirs": counts(theirs),
        "both": len(both),
        "cpu": [round(sum(result[test].cpu for test in both), 1) for result in results],
        "differences": {
            item.test: [str(item.ours.outcome), str(item.theirs.outcome)] for item in comparison.differences
        },
        "unexpected": [item.test for item in comparison.unexpected],
        "stale": [pattern for pattern, _ in comparison.stale],
        "unsteady": unsteady,
    }


def passed(result: Result) -> bool:
    """Whether the outcome is a pass; a skip is none."""
    return result.outcome is Outcome.PASSED


def counts(results: Mapping[str, Result]) -> dict[str, int]:
    """The number of tests by outcome; a crash or a hang counts as a failure."""
    outcomes = [result.outcome for result in results.values()]
    return {
        "passed": outcomes.count(Outcome.PASSED),
        "failed": sum(outcome.bad for outcome in outcomes),
        "skipped": outcomes.count(Outcome.SKIPPED),
    }


def left_out(suite: Suite, release: str, missing: Sequence[str]) -> dict[str, Any]:
    """The row of a suite that can't run on a Python, which lacks these distributions."""
    return {"suite": suite.name, "release": release, "version": suite.version, "lacking": list(missing)}


def keep(values: Mapping[str, Any], declaration: Declaration, path: Path = TABLE) -> None:
    """Put a suite's row into the table, in place of its former row for that release line and Python."""
    python = "" if values["python"] == declaration.python else f" {values['python']}"
    replace_rows(path, KIND, {f"{values['release']} {values['suite']}{python}": values})


def ratio(values: Mapping[str, Any]) -> float | None:
    """Our CPU time over upstream's, for the tests that pass on both sides; None if it is below `LEAST`."""
    ours, theirs = values["cpu"]
    return ours / theirs if theirs >= LEAST else None


def write_page(table: Mapping[str, Any], declaration: Declaration) -> None:
    """Write docs/libraries.md."""
    PAGE.write_text(page(table, declaration), "utf-8")


def page(table: Mapping[str, Any], declaration: Declaration) -> str:
    """The page in Markdown: a section for each release line, the newest first."""
    lines = [*INTRODUCTION]
    every: list[Row] = []
    for release in sorted(
        {release for suite in declaration.suites for release in suite.releases}, key=Version
    )[::-1]:
        of_release = [row for row in table["rows"].values() if row["release"] == release]
        rows = {row["suite"]: row for row in of_release if row["python"] == declaration.python}
        compared = [suite for suite in declaration.of(release) if suite.name in rows]
        missing = [suite.name for suite in declaration.of(release) if suite.name not in rows]
        every += [rows[suite.name] for suite in compared]
        lines += ["", f"## jax {release}", "", *_total([rows[suite.name] for suite in compared], missing)]
        if compared:
            lines += ["", *HEAD, *(_line(suite, rows[suite.name], declaration) for suite in compared)]
        others = [row for row in of_release if row["python"] != declaration.python]
        every += [row for row in others if "lacking" not in row]
        lines += _other_pythons(others, declaration.of(release), declaration)
    lines += ["", "## The runs behind the rows", ""]
    lines += [
        "Each line has the build of the family, the most tests that were run of each file, and the suites:",
        "",
        *_runs(every),
    ]
    unknown = {test for row in every for test in row["unexpected"]}
    if unknown:
        lines += ["", "## No cause is written down", "", *(f"- `{test}`" for test in sorted(unknown))]
    left_out = [
        f"- {suite.name}, `{name}`: {why}"
        for suite in declaration.suites
        for name, why in {**suite.exclude, **suite.deselect}.items()
    ]
    if left_out:
        lines += ["", "## Left out", "", *left_out]
    return "\n".join([*lines, *sections(KnownDifferences((), declaration.differences))]) + "\n"


def _other_pythons(rows: Sequence[Row], suites: Sequence[Suite], declaration: Declaration) -> list[str]:
    """The rows of Pythons that nothing was pinned for: a column for each."""
    by_place = {(row["suite"], row["python"]): row for row in rows}
    pythons = sorted({row["python"] for row in rows}, key=lambda name: (numbers(name), name))
    if not pythons:
        return []

    def cell(suite: Suite, python: str) -> str:
        row = by_place.get((suite.name, python))
        if row is None:
            return ""
        if "lacking" in row:
            return f"no {', '.join(row['lacking'])}"
        causes = _causes(row, declaration)
        return f"{row['both']} of {row['theirs']['passed']}{f': {causes}' if causes else ''}"

    run = [suite for suite in suites if any((suite.name, python) in by_place for python in pythons)]
    return [
        "",
        f"With the versions that are pinned for Python {declaration.python}, on other Pythons: how many of the "
        "tests that pass with upstream's jaxlib pass with the family, or what could not be installed there.",
        "",
        f"| library | {' | '.join(pythons)} |",
        f"|---|{'---|' * len(pythons)}",
        *(
            f"| {suite.distribution}{', a program' if suite.source == 'program' else ''} "
            f"| {' | '.join(cell(suite, python) for python in pythons)} |"
            for suite in run
        ),
    ]


def _total(rows: Sequence[Row], missing: Sequence[str]) -> list[str]:
    theirs = sum(row["theirs"]["passed"] for row in rows)
    both = sum(row["both"] for row in rows)
    seconds = [sum(row["cpu"][number] for row in rows) for number in (0, 1)]
    return [
        f"**{len(rows)} of {len(rows) + len(missing)} suites were compared**: of {theirs} tests that pass with "
        f"upstream's jaxlib, {both} pass with the family"
        + (f", in {seconds[0] / seconds[1]:.2f} of the CPU time." if seconds[1] else "."),
        "",
        f"**Not run yet**: {', '.join(missing) if missing else 'none'}.",
    ]


def _line(suite: Suite, row: Row, declaration: Declaration) -> str:
    time, failing, passing = ratio(row), row["theirs"]["failed"], row["theirs"]["passed"]
    return (
        f"| {suite.distribution} | {row['version']} | {ORIGINS[row['source']]} | {failing} "
        f"| {passing} | {row['both']} | {f'{time:.2f}' if time else '-'} | {_causes(row, declaration)} |"
    )


def _runs(rows: Sequence[Row]) -> list[str]:
    runs: dict[tuple[Any, ...], list[str]] = {}
    for row in rows:
        key = tuple(row[name] for name in ("release", "python", "machine", "build", "sample"))
        runs.setdefault(key, []).append(row["suite"])
    return [
        f"- jax {release}, Python {python}, {machine}, build `{build}`, {sample or 'all'}: {', '.join(names)}"
        for (release, python, machine, build, sample), names in sorted(runs.items())
    ]


def _causes(row: Row, declaration: Declaration) -> str:
    entries = [entry for entry in declaration.differences if row["release"] in entry.releases]
    counts: dict[str, int] = {}
    for test in row["differences"]:
        title = next((entry.title for entry in entries if entry.covers(test)), "no cause yet")
        counts[title] = counts.get(title, 0) + 1
    return "; ".join(f"{title} ({count})" for title, count in sorted(counts.items()))
