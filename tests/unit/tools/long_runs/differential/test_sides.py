"""Workers that end before they have answered."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tools.long_runs.differential import sides


@pytest.fixture
def side(tmp_path: Path) -> sides.Side:
    """A side whose worker is the program ``worker`` in ``tmp_path``."""
    python = tmp_path / "worker"
    return sides.Side(python)


def write(side: sides.Side, program: str) -> None:
    side.python.write_text(
        f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(program)}\n", "utf-8"
    )
    side.python.chmod(0o755)


def test_a_worker_that_ends_at_its_first_reset_is_told_and_replaced(side: sides.Side) -> None:
    write(side, "import sys; sys.stdin.readline(); sys.stderr.write('no jax here'); sys.exit(3)")
    assert side.ask(["step"]) == {"crashed": 3, "printed": "no jax here"}
    assert side.process is None
    write(side, "while True: input(); print('{\"value\": 1}', flush=True)")
    assert side.ask(["step"]) == {"value": 1}
    side.close()


def test_a_worker_that_hangs_at_its_first_reset_is_told(
    side: sides.Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sides, "PATIENCE", 0.5)
    write(side, "import time; time.sleep(600)")
    outcome = side.ask(["step"])
    assert outcome == {"hung": -6, "printed": ""}
    assert sides.difference(outcome, {"value": 1}) == "hung with status -6\n"


@pytest.mark.parametrize(
    ("ours", "theirs", "differs"),
    [
        ({"value": 1}, {"error": "RecursionError", "said": "maximum recursion depth, in comparison"}, False),
        ({"value": 1}, {"error": "RecursionError", "said": "maximum recursion depth exceeded"}, True),
        ({"value": 1}, {"crashed": -11, "printed": ""}, False),
        ({"error": "RecursionError", "said": ""}, {"value": 1}, True),
        ({"error": "TypeError", "said": ""}, {"error": "RecursionError", "said": ""}, True),
        ({"value": 1}, {"error": "TypeError", "said": ""}, True),
    ],
)
def test_only_a_worse_outcome_is_a_difference(
    ours: sides.Outcome, theirs: sides.Outcome, differs: bool
) -> None:
    assert (sides.difference(ours, theirs) is not None) == differs
