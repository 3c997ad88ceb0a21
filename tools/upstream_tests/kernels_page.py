"""The results of `python -m tools kernels`: ``results/kernel-table.json``, and its page ``docs/kernels.md``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.version import Version

from tools import ROOT
from tools.results import RESULTS, read_rows, replace_rows
from tools.upstream_tests.known_differences import Expected, sections_of, wrapped

KIND = "kernel-table"
TABLE = RESULTS / "kernel-table.json"
PAGE = ROOT / "docs" / "kernels.md"
#: The goal for the time of lowering, over upstream's.
GOAL = 1.1
#: Below so many seconds with upstream's, a file says nothing about speed.
SHORT = 1.0

Row = Mapping[str, Any]
#: Why files lower no kernel, by device and file.
Reasons = Mapping[tuple[str, str], str]


def load(path: Path = TABLE) -> dict[str, Any]:
    """The table; see `tools.results.read_rows`."""
    return read_rows(path, KIND)


def keep(report: Mapping[str, Any], python: str, path: Path = TABLE) -> None:
    """Put the rows of a report into the table, in place of those of the same line, target and file."""
    run = {"release": report["release"], "python": python, "tests_of": report["tests_of"]}
    rows = {}
    for row in report["files"]:
        differing = {
            item["test"]: item["expected"]
            for item in report["differences"]
            if item["target"] == row["target"] and item["test"].startswith(f"{row['file']}_test.py::")
        }
        rows[f"{report['release']} {row['target']} {row['file']}"] = {**run, **row, "differences": differing}
    replace_rows(path, KIND, rows)


def page(table: Mapping[str, Any], known: Sequence[Expected], reasons: Reasons) -> str:
    """The page ``docs/kernels.md``, in Markdown."""
    rows = list(table["rows"].values())
    releases = sorted({row["release"] for row in rows}, key=Version, reverse=True)
    lines = ["# Kernels of upstream's tests", ""]
    for paragraph in (
        "Upstream's tests of Pallas and Mosaic, by release line, target and file: the kernels that they lower, "
        "with our jaxlib and with upstream's. A kernel is the same if upstream's own reader prints both as one "
        "text. For TPUs each kernel is also written in two older forms: the one that jax stores in exported "
        "programs, and the one that it writes for an older libtpu.",
        "The tests of Mosaic GPU's dialect and of its layout inference have modules instead, which are compared as "
        "each jaxlib prints them, and counted as kernels.",
        "The seconds are the CPU time of building and lowering kernels, ours and upstream's. A file of "
        "`tools/upstream_tests/kernels.toml` without a row has not been run with that release.",
        "`nox -s kernels -- --tests CHECKOUT --release RELEASE` runs the comparison, and "
        "`python -m tools kernels --page` makes this page from `results/kernel-table.json`.",
    ):
        lines += [*wrapped(paragraph), ""]
    for release in releases:
        lines += _of_release([row for row in rows if row["release"] == release], reasons)
    lines += ["## Differences", "", *(sections_of(known, 3)[1:] or ["None."])]
    return "\n".join(lines) + "\n"


def _of_release(rows: Sequence[Row], reasons: Reasons) -> list[str]:
    first = rows[0]
    tests = "" if first["tests_of"] == first["release"] else f", with the tests of jax {first['tests_of']}"
    lines = [f"## jax {first['release']}", "", f"Python {first['python']}{tests}. {_total(rows)}", ""]
    lines = [line for text in lines for line in (wrapped(text) or [""])]
    for target in sorted({row["target"] for row in rows}):
        of_target = [row for row in rows if row["target"] == target]
        with_kernels = [row for row in of_target if _has_kernels(row)]
        if with_kernels:
            columns = "tests | same kernels | same older forms | not | given up | s ours | s upstream's |"
            lines += [f"| {target} | {columns}", "|---|" + "---:|" * 7]
        for row in with_kernels:
            upstream, ours = row["seconds"]
            counts = (row[key] for key in ("tests", "same", "older", "other", "slow"))
            lines.append(f"| {row['file']} | {' | '.join(map(str, counts))} | {ours} | {upstream} |")
        lines += [""] if with_kernels else []
        for row in of_target:
            if not _has_kernels(row):
                why = reasons.get((target.partition(",")[0], row["file"]), "not explained").rstrip(".")
                text = f"No kernel for {target} in the tests of {row['file']} ({row['tests']}): {why}."
                lines += [*wrapped(text), ""]
    return lines


def _has_kernels(row: Row) -> bool:
    return bool(row["same"] or row["older"] or row["other"] or row["slow"])


def _total(rows: Iterable[Row]) -> str:
    rows = list(rows)
    same, other, slow = (sum(row[key] for row in rows) for key in ("same", "other", "slow"))
    unexplained = sum(why is None for row in rows for why in row["differences"].values())
    upstream, ours = (sum(row["seconds"][side] for row in rows) for side in (0, 1))
    above = [
        f"{row['file']} for {row['target']} ({row['seconds'][1] / row['seconds'][0]:.2f})"
        for row in rows
        if row["seconds"][0] >= SHORT and row["seconds"][1] > GOAL * row["seconds"][0]
    ]
    return (
        f"{len(rows)} files: {same} kernels are the same, {other} results are not"
        + (f", of which {unexplained} are not explained" if unexplained else "")
        + (f"; {slow} tests were given up" if slow else "")
        + (f". Lowering takes {ours / upstream:.2f} times as long as upstream's" if upstream else "")
        + f"; above {GOAL:g} are {', '.join(above) or 'none'}."
    )
