"""How many of the tests that pass with upstream's jaxlib pass with ours: ``results/pass-rates.json``, and its page.

The table has a row for each test file of ``tools/upstream_tests/bindings.toml`` that was compared;
``python -m tools upstream --bindings`` writes them. The page lists the files without a row as not run. A row names
the build that it was measured with, since files may be compared at different times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools import ROOT
from tools.results import RESULTS, read_rows, replace_rows
from tools.upstream_tests.known_differences import Expected, Known, sections

KIND = "pass-rates"
TABLE = RESULTS / f"{KIND}.json"
KNOWN = Path(__file__).with_name("bindings.toml")
PAGE = ROOT / "docs" / "bindings.md"
#: The goal for each file, in percent.
GOAL = 99.0


def load(path: Path = TABLE) -> dict[str, Any]:
    """Read the table; see `tools.results.read_rows`."""
    return read_rows(path, KIND)


def keep(report: Mapping[str, Any], build: str, path: Path = TABLE) -> None:
    """Put the rows of a comparison's report into the table, in place of those of the same files."""
    differing: dict[str, dict[str, list[str]]] = {}
    for item in report["differences"]:
        name = item["test"].partition("::")[0].removesuffix("_test.py")
        ends = [item["ours"]["outcome"], item["theirs"]["outcome"]]
        differing.setdefault(name, {})[item["test"].partition("::")[2]] = ends
    rows = {
        row["file"]: {
            "release": report["release"],
            "python": report["python"],
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


def share(row: Mapping[str, Any]) -> float:
    """In percent, of what passes with upstream's jaxlib; 100 where nothing does."""
    return 100.0 * row["both"] / row["upstream"] if row["upstream"] else 100.0


def page(table: Mapping[str, Any], known: Known) -> str:
    """The table for people, in Markdown."""
    rows: Mapping[str, Any] = table["rows"]
    compared = [name for name in known.files if name in rows]
    missing = [name for name in known.files if name not in rows]
    upstream, both = (sum(rows[name][key] for name in compared) for key in ("upstream", "both"))
    below = [name for name in compared if share(rows[name]) < GOAL]
    lines = [
        "# How far jaxlib's bindings are: upstream's tests",
        "",
        "Upstream's tests on jaxlib-cpu, with upstream's jaxlib and with the bindings in its place: how many pass",
        "with the first, how many of those pass with the second, and why the others do not.",
        "",
        "    nox -s upstream -- --bindings --tests CHECKOUT --cases 1 --files api,pjit",
        "",
        "runs them and puts the rows into `results/pass-rates.json`; `python -m tools upstream --bindings --page`",
        "makes this page of it, and of `tools/upstream_tests/bindings.toml`, which has the causes.",
        "",
        f"**{len(compared)} of {len(known.files)} files were compared**: {both} of {upstream} tests, "
        f"{_percent(both, upstream)}; {len(below)} of the files are below the goal, {GOAL:g}%"
        + (f": {', '.join(below)}." if below else "."),
        "",
        f"**Not run yet**: {', '.join(missing) if missing else 'none'}.",
        "",
        "| file | pass with upstream's | of these with the bindings | share | what the others are |",
        "|---|---|---|---|---|",
    ]
    for name in compared:
        row = rows[name]
        lines.append(
            f"| {name} | {row['upstream']} | {row['both']} | {_percent(row['both'], row['upstream'])} "
            f"| {_causes(name, row, known)} |"
        )
    runs = Counter(
        (row["release"], row["python"], row["machine"], row["cases"], row["x64"], row["build"])
        for row in (rows[name] for name in compared)
    )
    lines += ["", "Rows are of these runs:", ""]
    for (release, python, machine, cases, x64, build), count in sorted(runs.items()):
        wide = ", JAX_ENABLE_X64" if x64 else ""
        lines.append(
            f"- {count} files: jax {release}, Python {python}, {machine}, JAX_NUM_GENERATED_CASES={cases}{wide}, "
            f"build `{build}`"
        )
    return "\n".join([*lines, *sections(known)]) + "\n"


def _percent(part: int, whole: int) -> str:
    # Rounded down: what is not all is not 100%.
    return f"{int(1000 * part / whole) / 10:.1f}%" if whole else "all are skipped"


def _causes(name: str, row: Mapping[str, Any], known: Known) -> str:
    """How many tests pass with upstream's only, by cause."""
    found: Counter[str] = Counter()
    for test, (ours, theirs) in row["differences"].items():
        if theirs == "passed" and ours != "passed":
            found[_cause(f"{name}_test.py::{test}", known.differences)] += 1
    return "; ".join(f"{cause} ({count})" for cause, count in found.most_common())


def _cause(test: str, entries: tuple[Expected, ...]) -> str:
    return next((entry.title for entry in entries if entry.covers(test)), "**no cause is written down**")
