"""Pass rates of upstream's tests with our jaxlib: ``results/pass-rates.json``, and its page ``docs/bindings.md``.

The table has a row for each release line, Python and test file of ``tools/upstream_tests/bindings.toml`` that was
compared; ``python -m tools upstream --bindings`` writes it. The page has a column for each line and Python, and
lists the files without a row as not run. A row names the build that it was measured with, because files may be
compared at different times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.version import Version

from tools import ROOT
from tools.results import RESULTS, read_rows, replace_rows
from tools.upstream_tests.known_differences import Expected, Known, sections

KIND = "pass-rates"
TABLE = RESULTS / f"{KIND}.json"
KNOWN = Path(__file__).with_name("bindings.toml")
PAGE = ROOT / "docs" / "bindings.md"
#: The goal for each file, in percent.
GOAL = 99.0

#: A column of the page: release line and Python.
Column = tuple[str, str]
Row = Mapping[str, Any]


def load(path: Path = TABLE) -> dict[str, Any]:
    """The table; see `tools.results.read_rows`."""
    return read_rows(path, KIND)


def keep(report: Mapping[str, Any], build: str, path: Path = TABLE) -> None:
    """Put the rows of a comparison's report into the table, in place of those of the same line, Python and file."""
    differing: dict[str, dict[str, list[str]]] = {}
    for item in report["differences"]:
        name = item["test"].partition("::")[0].removesuffix("_test.py")
        ends = [item["ours"]["outcome"], item["theirs"]["outcome"]]
        differing.setdefault(name, {})[item["test"].partition("::")[2]] = ends
    rows = {
        f"{report['release']} {report['python']} {row['file']}": {
            "file": row["file"],
            "release": report["release"],
            "python": report["python"],
            "tests_of": report["tests_of"],
            "machine": report["machine"],
            "cases": report["settings"]["cases"],
            "x64": report["settings"]["x64"],
            "build": build,
            "upstream": row["theirs"]["passed"],
            "both": row["both"],
            "differences": differing.get(row["file"], {}),
        }
        for row in report["files"]
    }
    replace_rows(path, KIND, rows)


def share(row: Row) -> float:
    """The pass rate in percent: of the tests that pass with upstream's jaxlib; 100 where none passes there."""
    return 100.0 * row["both"] / row["upstream"] if row["upstream"] else 100.0


def page(table: Mapping[str, Any], known: Known) -> str:
    """The page ``docs/bindings.md``, in Markdown."""
    columns = _columns(table["rows"].values())
    titles = [f"jax {release}, Python {python}" for release, python in columns]
    lines = [
        "# How far jaxlib's bindings are: upstream's tests",
        "",
        "Upstream's tests run on jaxlib-cpu, once with upstream's jaxlib and once with jaxlib (bindings-only).",
        "This page counts the tests that pass with upstream's jaxlib, and those of them that also pass with the",
        "bindings, and gives the cause of each difference.",
        "",
        "    nox -s upstream -- --bindings --release RELEASE --python X.Y --tests CHECKOUT --cases 1",
        "",
        "runs them and writes the rows of `results/pass-rates.json`. `python -m tools upstream --bindings --page`",
        "makes this page from those rows and from `tools/upstream_tests/bindings.toml`, which has the causes.",
    ]
    for title, rows in zip(titles, columns.values(), strict=True):
        lines += ["", f"**{title}**: {_total(rows, known.files)}"]
    lines += [
        "",
        "Each cell: the tests that pass with the bindings, of those that pass with upstream's jaxlib.",
        "",
        f"| file | {' | '.join(titles)} |",
        "|---|" + "---|" * len(titles),
    ]
    for name in known.files:
        cells = (_cell(rows.get(name)) for rows in columns.values())
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += ["", "## Tests that pass with upstream's jaxlib only", "", *_failing(columns, known)]
    lines += ["", "## The runs behind the rows", "", *_runs(columns)]
    return "\n".join([*lines, *sections(known)]) + "\n"


def _columns(rows: Iterable[Row]) -> dict[Column, dict[str, Row]]:
    """The rows of each line and Python, by file: the newest line first, and within a line the oldest Python."""
    columns: dict[Column, dict[str, Row]] = {}
    for row in rows:
        columns.setdefault((row["release"], row["python"]), {})[row["file"]] = row

    by_python = sorted(columns, key=lambda column: Version(column[1]))
    newest_first = sorted(by_python, key=lambda column: Version(column[0]), reverse=True)
    return {column: columns[column] for column in newest_first}


def _total(rows: Mapping[str, Row], files: Sequence[str]) -> str:
    compared = [name for name in files if name in rows]
    missing = [name for name in files if name not in rows]
    upstream, both = (sum(rows[name][key] for name in compared) for key in ("upstream", "both"))
    below = [name for name in compared if share(rows[name]) < GOAL]
    return (
        f"{len(compared)} of {len(files)} files were compared, {both} of {upstream} tests, "
        f"{_percent(both, upstream)}; {len(below)} of the files are below the goal, {GOAL:g}%"
        + (f": {', '.join(below)}." if below else ".")
        + (f" Not run yet: {', '.join(missing)}." if missing else "")
    )


def _cell(row: Row | None) -> str:
    if row is None:
        return "not run"
    if not row["upstream"]:
        return "all are skipped"
    numbers = f"{row['both']} of {row['upstream']}"
    return (
        numbers if row["both"] == row["upstream"] else f"{numbers}, {_percent(row['both'], row['upstream'])}"
    )


def _percent(part: int, whole: int) -> str:
    # Rounded down, so that only a complete pass shows as 100%.
    return f"{int(1000 * part / whole) / 10:.1f}%" if whole else "all are skipped"


def _failing(columns: Mapping[Column, Mapping[str, Row]], known: Known) -> list[str]:
    """The tests that pass with upstream's jaxlib only, counted by line, Python, file and cause."""
    lines = [
        f"- jax {release}, Python {python}, {name}: {causes}"
        for (release, python), rows in columns.items()
        for name in known.files
        if name in rows and (causes := _causes(name, rows[name], known))
    ]
    return lines or ["Everything that passes with upstream's jaxlib passes with the bindings."]


def _causes(name: str, row: Row, known: Known) -> str:
    """The causes in one row, each with its number of tests."""
    entries = [entry for entry in known.differences if row["release"] in entry.releases]
    counts: Counter[str] = Counter()
    for test, (ours, theirs) in row["differences"].items():
        if theirs == "passed" and ours != "passed":
            counts[_cause(f"{name}_test.py::{test}", entries)] += 1
    return "; ".join(f"{cause} ({count})" for cause, count in counts.most_common())


def _cause(test: str, entries: Sequence[Expected]) -> str:
    return next((entry.title for entry in entries if entry.covers(test)), "**no cause is written down**")


def _runs(columns: Mapping[Column, Mapping[str, Row]]) -> list[str]:
    """The runs: how many files were compared with the same tests, settings and build."""
    lines = []
    for (release, python), rows in columns.items():
        keys = ("tests_of", "machine", "cases", "x64", "build")
        for (tests, machine, cases, x64, build), count in sorted(
            Counter(tuple(row[key] for key in keys) for row in rows.values()).items()
        ):
            of = "" if tests == release else f", with the tests of jax {tests}"
            wide = ", JAX_ENABLE_X64" if x64 else ""
            lines.append(
                f"- jax {release}, Python {python}: {count} file{'s' * (count != 1)}{of}, {machine}, "
                f"JAX_NUM_GENERATED_CASES={cases}{wide}, build `{build}`"
            )
    return lines
