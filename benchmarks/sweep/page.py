"""The page ``docs/sweep.md`` and its picture, from ``results/sweep-RELEASE.json``."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from packaging.version import Version

from benchmarks.results import GOAL, said
from benchmarks.sweep import picture
from benchmarks.sweep.records import KIND, NOTICED, QUANTITIES, REPEATS, Record, geometric_mean
from tools import ROOT, results

PAGE = ROOT / "docs" / "sweep.md"
PICTURE = PAGE.with_suffix(".svg")
CAUSES = Path(__file__).with_name("causes.toml")

HEAD = f"""# Sweep

Compile time, run time and values of every function of a table, with jaxlib (bindings-only) and jaxlib-cpu, against
upstream's jaxlib. [speed.md](speed.md) has the benchmarks of whole programs. A *cell* is a function with a dtype, a
size (tiny; in the L1 cache; in the L3 cache; in memory), forward or gradient, on one device or four.

![Ratios of every cell](sweep.svg)

`nox -s sweep` measures all cells, `nox -s sweep -- --sample 8` one of eight, `-- --only FFT` those of a group or a
function. Two long-lived processes take short turns; a ratio is the median of those of neighbouring turns. A cell
over {GOAL:g} is measured {REPEATS} times more at the end, and is *confirmed* if it is over {GOAL:g} each time.
A cause that is not given has not been looked for.

Errors are in units in the last place (ulps), against the same function of float64 with upstream's jaxlib; of linear
algebra, products, reductions and gradients in ulps of a result's largest element. A result is *less exact* if its
largest or mean error is more than twice upstream's.
"""


@dataclass(frozen=True)
class Cause:
    """The cause of cells whose names fit a pattern."""

    cells: str
    of: str
    text: str


@dataclass(frozen=True)
class Sweep:
    """A result file."""

    data: Mapping[str, Any]
    records: Mapping[str, Record]

    @classmethod
    def read(cls, path: Path) -> Sweep:
        """The file's, checked against its schema."""
        data = results.read(path, KIND)
        return cls(data, {cell: Record.from_json(record) for cell, record in data["cells"].items()})


def result(release: str) -> Path:
    """The result file of a release line."""
    return results.RESULTS / f"{KIND}-{release}.json"


def sweeps() -> list[Sweep]:
    """All that were measured, the newest line first."""
    read = [Sweep.read(path) for path in results.RESULTS.glob(f"{KIND}-*.json")]
    return sorted(read, key=lambda sweep: Version(sweep.data["release"]), reverse=True)


def causes() -> list[Cause]:
    """The declared causes."""
    return [Cause(**cause) for cause in tomllib.loads(CAUSES.read_text("utf-8")).get("cause", [])]


def write() -> None:
    """Write the page and the picture."""
    measured = sweeps()
    results.replace_text(PAGE, text(measured, causes()))
    results.replace_text(PICTURE, picture.drawn({sweep.data["release"]: sweep.records for sweep in measured}))


def text(measured: Sequence[Sweep], known: Sequence[Cause]) -> str:
    """The page, in Markdown."""
    return "\n".join([HEAD, *(line for sweep in measured for line in _release(sweep, known))])


def _release(sweep: Sweep, known: Sequence[Cause]) -> list[str]:
    data, records = sweep.data, sweep.records
    timed = [record for record in records.values() if record.run]
    return [
        f"## jax {data['release']}",
        "",
        f"{len(records)} of the table's {data['table']} cells were measured, with Python {data['python']} on "
        f"{data['machine']['cpus']} cores ({data['machine']['architecture']}); {len(timed)} ran on both sides.",
        *_builds(records),
        "",
        *_groups(records),
        "",
        f"### Confirmed over {GOAL:g}, run time",
        "",
        *_confirmed(records, "run", known),
        "",
        f"### Confirmed over {GOAL:g}, compile time",
        "",
        *_confirmed(records, "compile", known),
        "",
        "### Less exact",
        "",
        *_less_exact(records, known),
        "",
        "### Failures",
        "",
        *_failures(records, known),
        "",
    ]


def _builds(records: Mapping[str, Record]) -> list[str]:
    builds = Counter(record.build for record in records.values())
    if len(builds) < 2:
        return []
    counts = ", ".join(f"{count} with `{build}`" for build, count in builds.most_common())
    return [f"By the builds' identity: {counts}."]


def _groups(records: Mapping[str, Record]) -> list[str]:
    lines = [
        "| group | cells | compile, geometric mean | run, geometric mean | compile, confirmed | run, confirmed "
        "| less exact |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for group, members in [*picture.by_group(records).items(), ("**all**", [*records.values()])]:
        cells = [str(len(members))]
        for quantity in QUANTITIES:
            ratios = [timed.ratio for record in members if (timed := record.timed(quantity))]
            cells.append(f"{geometric_mean(ratios):.2f}")
        for quantity in QUANTITIES:
            count = sum(record.confirmed(quantity) for record in members)
            cells.append(f"{count}, {count / len(members):.0%}" if count else "0")
        cells.append(str(sum(record.less_exact > 0 for record in members)))
        lines.append(f"| {group} | {' | '.join(cells)} |")
    return lines


def _confirmed(records: Mapping[str, Record], quantity: str, known: Sequence[Cause]) -> list[str]:
    over = [
        (timed, record.again[quantity], cell)
        for cell, record in records.items()
        if record.confirmed(quantity) and (timed := record.timed(quantity))
    ]
    if not over:
        return ["None."]
    lines = ["| cell | ratio | again | upstream's | cause |", "|---|---:|---:|---:|---|"]
    for timed, again, cell in sorted(over, key=lambda row: -row[0].ratio):
        later = ", ".join(f"{ratio:.2f}" for ratio in again)
        lines.append(
            f"| {_named(cell)} | {timed.ratio:.2f} | {later} | {said(timed.seconds, 's')} "
            f"| {_cause(cell, quantity, known)} |"
        )
    return lines


def _less_exact(records: Mapping[str, Record], known: Sequence[Cause]) -> list[str]:
    rows = [
        (record.less_exact, record.ulps, cell)
        for cell, record in records.items()
        if record.less_exact and record.ulps
    ]
    if not rows:
        return [f"None: no error is more than twice upstream's and more than {NOTICED:g} ulps."]
    lines = [
        "| cell | largest error | upstream's | mean | upstream's | cause |",
        "|---|---:|---:|---:|---:|---|",
    ]
    lines += [
        f"| {_named(cell)} | {' | '.join(map(_ulps, (ulps.most, ulps.their_most, ulps.mean, ulps.their_mean)))} "
        f"| {_cause(cell, 'values', known)} |"
        for _, ulps, cell in sorted(rows, key=lambda row: -row[0])
    ]
    return lines


def _failures(records: Mapping[str, Record], known: Sequence[Cause]) -> list[str]:
    """Those of ours, and integers that differ; what neither side does is counted."""
    rows = [
        (cell, record.failed, record.failure.splitlines()[0][:160])
        for cell, record in records.items()
        if record.failed not in ("", "both")
    ]
    rows += [
        (cell, "values", f"{record.differ} elements differ from upstream's")
        for cell, record in records.items()
        if record.differ
    ]
    neither = sum(record.failed == "both" for record in records.values())
    last = [f"Neither side does {neither} of the cells."] if neither else []
    if not rows:
        return ["None with ours alone.", *last]
    lines = ["| cell | side | what | cause |", "|---|---|---|---|"]
    for cell, failed, what in rows:
        shown = what.replace("|", "\\|").replace("<", "&lt;")
        lines.append(f"| {_named(cell)} | {failed} | {shown} | {_cause(cell, 'values', known)} |")
    return [*lines, "", *last]


def fits(cause: Cause, cell: str) -> bool:
    """Whether a cell's name fits the pattern."""
    return fnmatchcase(cell, cause.cells)


def _cause(cell: str, of: str, known: Iterable[Cause]) -> str:
    return next((cause.text for cause in known if cause.of == of and fits(cause, cell)), "")


def _named(cell: str) -> str:
    return cell.replace(" | ", ", ").replace("*", "\\*")


def _ulps(error: float) -> str:
    return "not finite" if error >= 1e18 else f"{error:.3g}"
