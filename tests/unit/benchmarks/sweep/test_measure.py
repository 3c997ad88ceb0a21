"""Cells are measured, compared and confirmed; a side that cannot do one is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.sweep.measure import confirm, measure
from benchmarks.sweep.records import REPEATS, Record, Store, Ulps
from benchmarks.sweep.side import CellError, Side


class Fake(Side):
    """A side whose calls take the given seconds, and that fails what it is asked for in ``broken``."""

    def __init__(self, seconds: float, broken: str = "", ulps: float = 0.5) -> None:
        self.seconds, self.broken, self.ulps = seconds, broken, ulps
        self.asked: list[str] = []

    def ask(self, **request: Any) -> dict[str, Any]:
        self.asked.append(request["do"])
        if request["do"] == self.broken:
            raise CellError(f"fails to {self.broken}")
        if request["do"] == "values":
            assert request["writes"] == (self.seconds == 1e-3)
            return {"ulps": [2 * self.ulps, self.ulps], "exact": True, "differ": 0}
        return {"seconds": self.seconds}


def measured(tmp_path: Path, ours: Fake, theirs: Fake) -> Record:
    store = Store(tmp_path / "cells.jsonl", "x")
    records = measure({"sin": "elementwise"}, (ours, theirs), store, store.read(), tmp_path)
    assert store.read() == records
    confirm(records, (ours, theirs), store)
    assert store.read() == records
    return records["sin"]


def test_a_slow_cell_is_confirmed(tmp_path: Path) -> None:
    record = measured(tmp_path, Fake(2e-3, ulps=2.0), Fake(1e-3))
    assert record.run
    assert record.run.ratio == 2
    assert record.run.seconds == 1e-3
    assert record.confirmed("run")
    assert record.confirmed("compile")
    assert record.again == {"compile": [2.0] * REPEATS, "run": [2.0] * REPEATS}
    assert record.ulps == Ulps(4, 2, 1, 0.5)
    assert record.less_exact == 4


def test_a_fast_cell_is_measured_once_and_not_again_in_the_next_run(tmp_path: Path) -> None:
    record = measured(tmp_path, Fake(1e-3 + 1e-9), Fake(1e-3))
    assert record.again == {}
    again = Fake(5.0)
    assert measured(tmp_path, again, Fake(5.0)) == record
    assert again.asked == []


@pytest.mark.parametrize(
    ("ours", "theirs", "failed"),
    [
        ("prepare", "", "ours"),
        ("", "prepare", "upstream's"),
        ("prepare", "prepare", "both"),
        ("run", "", "ours or upstream's"),
        ("values", "", "ours, values"),
        ("", "values", "upstream's, values"),
    ],
)
def test_whose_failure_it_is(tmp_path: Path, ours: str, theirs: str, failed: str) -> None:
    record = measured(tmp_path, Fake(1.1e-3, ours), Fake(1e-3, theirs))
    assert record.failed == failed
    assert record.failure == f"fails to {ours or theirs}"


def test_a_cell_that_fails_once_is_recorded(tmp_path: Path) -> None:
    ours, theirs = Fake(2e-3), Fake(1e-3)
    store = Store(tmp_path / "cells.jsonl", "x")
    records = measure({"sin": "elementwise"}, (ours, theirs), store, {}, tmp_path)
    ours.broken = "run"
    confirm(records, (ours, theirs), store)
    assert records["sin"].failed == "ours or upstream's, once"
    assert not records["sin"].confirmed("run")
