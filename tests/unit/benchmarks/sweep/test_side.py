"""Workers of the sweep that answer, crash, hang and do not start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.processes import BenchmarkError
from benchmarks.sweep.side import CellError, Side

WORKER = """
import json, os, sys, time
print(json.dumps({"devices": os.environ["JAX_NUM_CPU_DEVICES"]}), flush=True)
for line in sys.stdin:
    what = json.loads(line)["do"]
    if what == "crash":
        sys.exit("out of luck")
    if what == "hang":
        time.sleep(60)
    print(json.dumps({"error": "no"} if what == "raise" else {"seconds": 1.5}), flush=True)
"""


@pytest.fixture
def side(tmp_path: Path) -> Iterator[Side]:
    script = tmp_path / "worker.py"
    script.write_text(WORKER)
    made = Side(Path(sys.executable), tmp_path / "log", 4, script, patience=1.0)
    yield made
    made.stop()


def test_it_answers_and_goes_on_after_an_error(side: Side) -> None:
    assert side.ask(do="run") == {"seconds": 1.5}
    assert side.hello == {"devices": "4"}
    with pytest.raises(CellError, match=r"^no$"):
        side.ask(do="raise")
    assert side.ask(do="run") == {"seconds": 1.5}


@pytest.mark.parametrize(
    ("what", "text"), [("crash", "crashes: .*status 1: out of luck"), ("hang", "hangs: no answer in 1 s")]
)
def test_one_that_crashes_or_hangs_is_replaced(side: Side, what: str, text: str) -> None:
    with pytest.raises(CellError, match=text):
        side.ask(do=what)
    assert side.ask(do="run") == {"seconds": 1.5}


def test_one_that_does_not_start_ends_the_sweep(tmp_path: Path) -> None:
    script = tmp_path / "worker.py"
    script.write_text("raise SystemExit('no jax')")
    with pytest.raises(BenchmarkError, match="no jax"):
        Side(Path(sys.executable), tmp_path / "log", 1, script).ask(do="run")
