"""docs/sweep.md and its picture are those of results/sweep-*.json."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.processes import BenchmarkError
from benchmarks.sweep import page, picture
from benchmarks.sweep.__main__ import builds, chosen_cells
from benchmarks.sweep.page import Cause, Sweep
from benchmarks.sweep.records import Record, Timed, Ulps
from tools import results

BUILD = "0123456789abcdef"
RECORDS = {
    "sort | float32 | L1": Record(
        "sorting",
        compile=Timed(1, 1, 1, 0.01),
        run=Timed(2.5, 2, 3, 0.001),
        again={"run": [2.4, 2.6, 2.2]},
        ulps=Ulps(8, 2, 1, 0.5),
        exact=True,
    ),
    "sin | int32 | L1": Record("elementwise", failed="both", failure="TypeError: no"),
    "cos | float32 | L1": Record("elementwise", failed="ours", failure="crashes: a | b"),
    "cos | float32 | L3": Record("elementwise", compile=Timed(0.5, 0.4, 0.6, 1), run=Timed(0.5, 0.4, 0.6, 1)),
    "bits | int32 | L1": Record("random", differ=3),
}


@pytest.fixture
def sweep(tmp_path: Path) -> Sweep:
    data = {
        "schema": "jaxlib.sweep/1",
        "release": "0.10.2",
        "python": "3.11",
        "machine": {"architecture": "x86_64", "cpus": 2},
        "compared": {"ours": "a", "theirs": "b"},
        "table": 10,
        "cells": {cell: {**record.as_json(), "build": BUILD} for cell, record in RECORDS.items()},
    }
    results.write(tmp_path / "sweep.json", data)
    return Sweep.read(tmp_path / "sweep.json")


def test_the_page_and_the_picture_are_those_of_the_results() -> None:
    measured = page.sweeps()
    written = page.PAGE.read_text("utf-8")
    assert written == page.text(measured, page.causes()), "type: nox -s sweep -- --page"
    lines = {sweep.data["release"]: sweep.records for sweep in measured}
    assert page.PICTURE.read_text("utf-8") == picture.drawn(lines), "type: nox -s sweep -- --page"


def test_every_declared_cause_is_one_of_a_cell() -> None:
    cells = [cell for sweep in page.sweeps() for cell in sweep.records]
    for cause in page.causes():
        assert cause.of in ("compile", "run", "values")
        assert any(page.fits(cause, cell) for cell in cells), cause.cells


def test_the_page_names_slow_cells_less_exact_ones_and_failures(sweep: Sweep) -> None:
    assert sweep.records == {cell: replace(record, build=BUILD) for cell, record in RECORDS.items()}
    text = page.text([sweep], [Cause("sort | *", "run", "an older library"), Cause("*", "values", "no idea")])
    assert "5 of the table's 10 cells" in text
    assert "| sort, float32, L1 | 2.50 | 2.40, 2.60, 2.20 | 1 ms | an older library |" in text
    assert "| sort, float32, L1 | 8 | 1 | 2 | 0.5 | no idea |" in text
    assert "| cos, float32, L1 | ours | crashes: a \\| b | no idea |" in text
    assert "| bits, int32, L1 | values | 3 elements differ from upstream's | no idea |" in text
    assert "Neither side does 1 of the cells." in text
    assert "| sorting | 1 | 1.00 | 2.50 | 0 | 1, 100% | 1 |" in text


def test_the_picture_has_a_red_dot_for_a_confirmed_cell(sweep: Sweep) -> None:
    drawn = picture.drawn({"0.10.2": sweep.records})
    assert drawn.count('class="bad-line"') == 1
    assert drawn.count('class="ours-line"') == 1
    assert drawn.count('class="theirs-line"') == 2
    assert ".bad-line{stroke:" in drawn


def test_cells_are_chosen_by_group_or_function() -> None:
    table = {"sin | f": ("elementwise", 1), "cos | f": ("elementwise", 1), "sort | f": ("sorting", 1)}
    assert chosen_cells(table, None) == [*table]
    assert chosen_cells(table, ["sorting", "sin"]) == ["sin | f", "sort | f"]
    with pytest.raises(BenchmarkError, match="--only tan"):
        chosen_cells(table, ["tan"])


def test_builds_are_those_of_the_wheels_bytes(tmp_path: Path) -> None:
    wheel = tmp_path / "a.whl"
    wheel.write_text("1")
    first = builds([["jax==1", str(wheel)], ["jax==1"]])
    assert builds([["jax==1", str(wheel)], ["jax==1"]]) == first
    wheel.write_text("2")
    assert builds([["jax==1", str(wheel)], ["jax==1"]]) != first
