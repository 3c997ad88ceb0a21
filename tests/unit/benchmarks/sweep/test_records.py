"""Records of cells, and what is kept of a run that was stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.results import Samples
from benchmarks.sweep.records import Record, Store, Timed, Ulps, geometric_mean, sampled

SLOW = Timed(1.5, 1.4, 1.6, 1e-3)
RECORD = Record("FFT", compile=SLOW, run=SLOW, again={"run": [1.3]}, ulps=Ulps(4, 1, 1, 0.1), exact=True)


@pytest.mark.parametrize(
    "record", [RECORD, Record("FFT", failed="ours", failure="crashes"), Record("x", differ=3)]
)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    assert Record.from_json(json.loads(json.dumps(record.as_json()))) == record


def test_a_ratio_is_that_of_neighbouring_turns() -> None:
    timed = Timed.of(Samples((2.0, 4.0, 9.0)), Samples((1.0, 2.0, 3.0)))
    assert timed == Timed(2, 2, 2.5, 2)


def test_a_cell_is_confirmed_if_each_of_four_is_over_the_goal() -> None:
    def confirmed(*again: float) -> bool:
        return Record("x", run=SLOW, again={"run": [*again]}).confirmed("run")

    assert confirmed(1.2, 1.3, 1.11)
    assert not confirmed(1.2, 1.3)
    assert not confirmed(1.2, 1.3, 1.09)
    assert not RECORD.over("compile") or not RECORD.confirmed("compile")


@pytest.mark.parametrize(
    ("ulps", "factor"),
    [
        (Ulps(4, 0.3, 1, 0.3), 4),
        (Ulps(1.4, 0.3, 0.5, 0.3), 0),  # less than anybody notices
        (Ulps(4, 1, 3, 0.1), 10),  # the mean alone
        (Ulps(4, 1, 3, 0.9), 0),
        (Ulps(3, 1, 0, 0), 20),
    ],
)
def test_less_exact_than_upstreams(ulps: Ulps, factor: float) -> None:
    assert Record("x", ulps=ulps, exact=True).less_exact == pytest.approx(factor)
    assert Record("x", ulps=ulps).less_exact == 0


def test_a_store_has_the_last_record_of_the_same_builds(tmp_path: Path) -> None:
    path = tmp_path / "a" / "cells.jsonl"
    store = Store(path, "one")
    assert store.read() == {}
    store.add("sin", Record("x"))
    store.add("sin", RECORD)
    Store(path, "other").add("cos", RECORD)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"builds": "one", "ce')
    assert store.read() == {"sin": RECORD}
    assert Store(path, "other").read() == {"cos": RECORD}


def test_a_run_that_was_cut_off_amid_a_line_continues_on_the_next(tmp_path: Path) -> None:
    path = tmp_path / "cells.jsonl"
    path.write_text('{"builds": "one", "ce', "utf-8")
    store = Store(path, "one")
    store.add("sin", RECORD)
    assert store.read() == {"sin": RECORD}


def test_a_sample_has_one_of_each_neighbours_and_all_sizes() -> None:
    cells = [f"{number} {size}" for number in range(50) for size in range(4)]
    assert sampled(cells, 1) == cells
    for every in (3, 4, 8):
        sample = sampled(cells, every)
        assert sample == sampled(cells, every)
        assert len(sample) == -(-len(cells) // every)
        assert {cell[-1] for cell in sample} == {"0", "1", "2", "3"}


def test_the_geometric_mean() -> None:
    assert geometric_mean([0.5, 2.0]) == pytest.approx(1)
    assert geometric_mean([]) == 1
