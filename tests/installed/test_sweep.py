"""The sweep's worker compiles, runs and compares cells of each group, in an environment like those it measures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.sweep.measure import measure
from benchmarks.sweep.records import Store
from benchmarks.sweep.side import Side
from tests.installed.conftest import PYTHONS, lines_for
from tools.environments.venv import Environment

#: Cells of every kind of arguments and results.
CELLS = (
    "jnp.sin | float32 | tiny | gradient",
    "jnp.sum rows | bfloat16 | tiny",
    "lax.sort of pairs | int32 | tiny",
    "jnp.sum sharded | float32 | L1 | 4 devices",
    "matmul | complex64 | tiny",
    "cholesky | float64 | tiny",
    "random.normal | float32 | tiny",
)


def test_cells_are_measured(pair: Callable[[str], list[Environment]], tmp_path: Path) -> None:
    plugin, inside = (
        Side(environment.python, tmp_path / f"{number}.log", 4)
        for number, environment in enumerate(pair(lines_for(min(PYTHONS))[0]))
    )
    store = Store(tmp_path / "cells.jsonl", "x")
    try:
        plugin.start()
        table = plugin.hello["cells"]
        assert len(table) > 5000
        chosen = {cell: table[cell][0] for cell in CELLS}
        records = measure(chosen, (plugin, inside), store, {}, tmp_path)
    finally:
        plugin.stop()
        inside.stop()
    for cell, record in records.items():
        assert not record.failed, f"{cell}: {record.failure}"
        assert record.compile
        assert record.run
        assert record.differ == 0
        assert record.ulps is None or record.ulps.most < 100, cell
