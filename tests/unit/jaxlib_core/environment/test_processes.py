"""Child processes end at their time limit, with everything that they started."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from jaxlib_core.environment import processes


def test_what_a_process_started_ends_with_it(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with processes.memory("said") as said:
        # The second process keeps the FIFO open for as long as it runs.
        script = f"sleep 1000 > {fifo} & cat < /dev/null; echo started; wait"
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        assert processes.run(["sh", "-c", script], 0.5, output=said.fileno()) is None
        assert processes.read(said) == "started\n"
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if os.read(reader, 1) == b"":
                break
        except BlockingIOError:
            time.sleep(0.01)
    else:
        raise AssertionError("the process that was started in the background still runs")
    os.close(reader)


def test_how_a_process_ends() -> None:
    with processes.memory("said") as said:
        assert processes.run(["sh", "-c", "exit 3"], 60, output=said.fileno()) == 3
        with pytest.raises(FileNotFoundError):
            processes.run(["/no/such/command"], 60, output=said.fileno())
