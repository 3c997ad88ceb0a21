"""Pass rates of upstream's tests: ``results/pass-rates.json``, and its page ``docs/upstream-tests.md``.

The table has a row for each release line, Python, jaxlib, mode and test file that was compared. ``python -m tools
upstream`` writes the rows of jaxlib-cpu under upstream's jaxlib, beside upstream's jaxlib alone; with
``--bindings``, those of our jaxlib beside upstream's, both on jaxlib-cpu. The page has a table for each of the two,
with a column for each line and Python, lists the files without a row as not run, and sums up the rows of other
modes than upstream's own. A row names the build that it was measured with, because files may be compared at
different times.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.version import Version

from tools import ROOT
from tools.interpreters import numbers
from tools.results import RESULTS, read_rows, replace_rows
from tools.upstream_tests import known_differences
from tools.upstream_tests.known_differences import Expected, Known, sections
from tools.upstream_tests.modes import DEFAULT, MODES

KIND = "pass-rates"
TABLE = RESULTS / f"{KIND}.json"
BINDINGS_KNOWN = Path(__file__).with_name("bindings.toml")
PAGE = ROOT / "docs" / "upstream-tests.md"
#: The goal for each file, in percent.
GOAL = 99.0
#: A file whose CPU time or memory is more than this, over upstream's, is on the page.
COSTLY = 1.2
#: Below so many seconds of CPU time with upstream's, a file says nothing about speed.
SHORT = 5.0

#: So many of them are named for each cause.
NAMED = 5
#: Up to so many files that were not run are named above the table.
NAMED_AS_MISSING = 10

#: A column of the page: release line and Python.
Column = tuple[str, str]
Row = Mapping[str, Any]
Columns = Mapping[Column, Mapping[str, Row]]


@dataclass(frozen=True, slots=True)
class Compared:
    """One of the two comparisons: whose jaxlib is under jax with jaxlib-cpu, and what it is compared with."""

    jaxlib: str
    title: str
    text: str
    option: str
    known: Path


#: The comparisons, by the jaxlib that is under jax on our side.
COMPARISONS = {
    of.jaxlib: of
    for of in (
        Compared(
            "upstream",
            "jaxlib-cpu and the backend inside jaxlib",
            "Upstream's jaxlib with jaxlib-cpu, compared with upstream's jaxlib alone. "
            "The causes of the differences are in [differences.md](differences.md).",
            "",
            known_differences.KNOWN,
        ),
        Compared(
            "bindings",
            "Our jaxlib and upstream's",
            "The family's own jaxlib, compared with upstream's, both with jaxlib-cpu. "
            "The causes of the differences are in the [last section](#differences-of-our-jaxlib).",
            "--bindings ",
            BINDINGS_KNOWN,
        ),
    )
}


def load(path: Path = TABLE) -> dict[str, Any]:
    """The table; see `tools.results.read_rows`."""
    return read_rows(path, KIND)


def keep(report: Mapping[str, Any], compared: Compared, build: str, path: Path = TABLE) -> None:
    """Put the rows of a comparison's report into the table, in place of those of the same line, mode and file."""
    differing: dict[str, dict[str, list[str]]] = {}
    for item in report["differences"]:
        ends = [item["ours"]["outcome"], item["theirs"]["outcome"]]
        differing.setdefault(known_differences.file_of(item["test"]), {})[item["test"].partition("::")[2]] = (
            ends
        )
    mode: str = report["settings"]["mode"]
    rows = {
        f"{report['release']} {report['python']} {compared.jaxlib} {mode} {row['file']}": {
            "file": row["file"],
            "release": report["release"],
            "python": report["python"],
            "jaxlib": compared.jaxlib,
            "tests_of": report["tests_of"],
            "machine": report["machine"],
            "cases": report["settings"]["cases"],
            "mode": mode,
            "build": build,
            "upstream": row["theirs"]["passed"],
            "both": row["both"],
            "cpu": row["cpu"],
            "memory": row["memory"],
            "differences": differing.get(row["file"], {}),
        }
        for row in report["files"]
    }
    replace_rows(path, KIND, rows)


def share(row: Row) -> float:
    """The pass rate in percent: of the tests that pass with upstream's; 100 where none passes there."""
    return 100.0 * row["both"] / row["upstream"] if row["upstream"] else 100.0


def page(table: Mapping[str, Any], known: Mapping[str, Known]) -> str:
    """The page ``docs/upstream-tests.md``, in Markdown; ``known`` has a list for each jaxlib."""
    lines = [
        "# Upstream's tests",
        "",
        "Upstream's tests of jax, by file, Python and release line: how many pass with upstream's jaxlib, and how",
        "many of those also pass with the family. A test that is skipped on one side only is a difference, too.",
        "",
        "`python -m tools upstream --page` makes this page from `results/pass-rates.json`.",
    ]
    for compared in COMPARISONS.values():
        of = known[compared.jaxlib]
        mine = [row for row in table["rows"].values() if row["jaxlib"] == compared.jaxlib]
        columns = _columns(row for row in mine if row["mode"] == DEFAULT)
        lines += ["", f"## {compared.title}", "", *known_differences.wrapped(compared.text), ""]
        lines += [
            f"    nox -s upstream -- {compared.option}--release RELEASE --python X.Y --tests CHECKOUT --cases 1",
            *_table(columns, of.files),
            *_costs(columns, of),
            "",
            "**Tests that pass with upstream's only**",
            "",
            *_failing(columns, of),
            *_other_modes(mine, of),
            "",
            "**The runs behind the rows**",
            "",
            *_runs(mine),
        ]
    lines += ["", "## Files that are not compared", ""]
    for name, reason in known["upstream"].excluded.items():
        lines += known_differences.wrapped(f"- {name}: {reason}")
    bindings = known["bindings"]
    lines += ["", "## Differences of our jaxlib", "", *sections(bindings, 3)[1:]]
    return "\n".join(lines) + "\n"


def _columns(rows: Iterable[Row]) -> dict[Column, dict[str, Row]]:
    """The rows of each line and Python, by file: the newest line first, and within a line the oldest Python."""
    columns: dict[Column, dict[str, Row]] = {}
    for row in rows:
        columns.setdefault((row["release"], row["python"]), {})[row["file"]] = row

    by_python = sorted(columns, key=lambda column: (numbers(column[1]), column[1]))
    newest_first = sorted(by_python, key=lambda column: Version(column[0]), reverse=True)
    return {column: columns[column] for column in newest_first}


def _table(columns: Columns, files: Sequence[str]) -> list[str]:
    """The totals of each line and Python, and a row for each file."""
    if not columns:
        return ["", "Not run yet."]
    titles = [_title(column) for column in columns]
    lines = []
    for title, rows in zip(titles, columns.values(), strict=True):
        lines += ["", f"**{title}**: {_total(rows, files)}"]
    lines += [
        "",
        "Each cell: the tests that pass on both sides, of those that pass with upstream's.",
        "",
        f"| file | {' | '.join(titles)} |",
        "|---|" + "---|" * len(titles),
    ]
    for name in files:
        cells = (_cell(rows.get(name)) for rows in columns.values())
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def _title(column: Column) -> str:
    return f"jax {column[0]}, Python {column[1]}"


def _total(rows: Mapping[str, Row], files: Sequence[str]) -> str:
    compared = [name for name in files if name in rows]
    missing = [name for name in files if name not in rows]
    upstream, both = (sum(rows[name][key] for name in compared) for key in ("upstream", "both"))
    below = [name for name in compared if share(rows[name]) < GOAL]
    return (
        f"{len(compared)} of {len(files)} files were compared, {both} of {upstream} tests, "
        f"{_percent(both, upstream)}; {len(below)} of the files are below the goal, {GOAL:g}%"
        + (f": {', '.join(below)}." if below else ".")
        + _not_run(missing)
    )


def _not_run(missing: Sequence[str]) -> str:
    """The files without a row: by name, unless the table shows them better."""
    if len(missing) > NAMED_AS_MISSING:
        return f" {len(missing)} were not run yet."
    return f" Not run yet: {', '.join(missing)}." if missing else ""


def _cell(row: Row | None) -> str:
    if row is None:
        return "not run"
    if not row["upstream"]:
        return "all are skipped"
    numbers = f"{row['both']} of {row['upstream']}"
    return (
        numbers if row["both"] == row["upstream"] else f"{numbers}, {_percent(row['both'], row['upstream'])}"
    )


def _costs(columns: Columns, known: Known) -> list[str]:
    """CPU time and memory over upstream's: the geometric means, and the files that cost more than `COSTLY`."""
    lines: list[str] = []
    for column, rows in columns.items():
        mine = {name: rows[name] for name in known.files if name in rows and rows[name]["cpu"]}
        kinds: tuple[tuple[str, Callable[[Row], bool]], ...] = (
            ("cpu", lambda row: row["cpu"][1] >= SHORT),
            ("memory", lambda row: all(row["memory"])),
        )
        for kind, counts in kinds:
            ratios = {name: row[kind][0] / row[kind][1] for name, row in mine.items() if counts(row)}
            if ratios:
                lines.append(_cost(column, kind, ratios, known))
    return ["", "**CPU time and memory**", "", *lines] if lines else []


def _cost(column: Column, kind: str, ratios: Mapping[str, float], known: Known) -> str:
    mean = math.exp(sum(math.log(ratio) for ratio in ratios.values()) / len(ratios))
    by_cause: dict[str, list[str]] = {}
    for name in sorted(ratios, key=lambda name: -ratios[name]):
        if ratios[name] > COSTLY:
            by_cause.setdefault(_cost_cause(name, kind, column[0], known), []).append(name)
    costly = (
        f"{cause}: {', '.join(f'{name} {ratios[name]:.2f}' for name in names[:NAMED])}"
        + (f" and {len(names) - NAMED} others" if len(names) > NAMED else "")
        for cause, names in by_cause.items()
    )
    what = f"CPU time of files over {SHORT:g} s" if kind == "cpu" else "largest resident size"
    return (
        f"- {_title(column)}: {what}, over upstream's: {mean:.2f} in the geometric mean of {len(ratios)} files; "
        f"over {COSTLY:g}: {'; '.join(costly) or 'none'}."
    )


def _cost_cause(name: str, kind: str, release: str, known: Known) -> str:
    causes = (
        cost.reason
        for cost in known.costs
        if kind == cost.kind
        and release in cost.releases
        and any(known_differences.matches(pattern, name) for pattern in cost.files)
    )
    return next(causes, "**no cause is written down**")


def _percent(part: int, whole: int) -> str:
    # Rounded down, so that only a complete pass shows as 100%.
    return f"{int(1000 * part / whole) / 10:.1f}%" if whole else "all are skipped"


def _other_modes(rows: Sequence[Row], known: Known) -> list[str]:
    """For each mode besides the default one, line and Python: the totals, and the causes of what differs."""
    lines: list[str] = []
    for mode in MODES:
        columns = _columns(row for row in rows if row["mode"] == mode) if mode != DEFAULT else {}
        for column, of_column in columns.items():
            upstream, both = (sum(row[key] for row in of_column.values()) for key in ("upstream", "both"))
            differing = (
                f"{name}: {causes}"
                for name in known.files
                if name in of_column and (causes := _causes(name, of_column[name], known))
            )
            of_files = f"{len(of_column)} files, {both} of {upstream} tests, {_percent(both, upstream)}"
            lines.append(
                f"- {MODES[mode].title}: {_title(column)}, {of_files}; {'; '.join(differing) or 'none differs'}."
            )
    return ["", "**In other modes**", "", *lines] if lines else []


def _failing(columns: Columns, known: Known) -> list[str]:
    """The tests that pass with upstream's only, counted by line, Python, file and cause."""
    lines = [
        f"- {_title(column)}, {name}: {causes}"
        for column, rows in columns.items()
        for name in known.files
        if name in rows and (causes := _causes(name, rows[name], known))
    ]
    return lines or ["None."]


def _causes(name: str, row: Row, known: Known) -> str:
    """The causes in one row, each with its number of tests."""
    entries = [entry for entry in known.differences if entry.holds(row["release"], row["mode"])]
    counts: Counter[str] = Counter()
    for test, (ours, theirs) in row["differences"].items():
        if theirs == "passed" and ours != "passed":
            counts[_cause(f"{name}_test.py::{test}", entries)] += 1
    return "; ".join(f"{cause} ({count})" for cause, count in counts.most_common())


def _cause(test: str, entries: Sequence[Expected]) -> str:
    return next((entry.title for entry in entries if entry.covers(test)), "**no cause is written down**")


def _runs(rows: Iterable[Row]) -> list[str]:
    """The runs: how many files were compared with the same tests, settings and build."""
    keys = ("release", "python", "mode", "tests_of", "machine", "cases", "build")
    lines = []
    for run, count in sorted(Counter(tuple(row[key] for key in keys) for row in rows).items()):
        release, python, mode, tests, machine, cases, build = run
        of = "" if tests == release else f", with the tests of jax {tests}"
        by_mode = "" if mode == DEFAULT else f", {mode}"
        lines.append(
            f"- jax {release}, Python {python}{by_mode}: {count} file{'s' * (count != 1)}{of}, {machine}, "
            f"JAX_NUM_GENERATED_CASES={cases}, build `{build}`"
        )
    return lines
