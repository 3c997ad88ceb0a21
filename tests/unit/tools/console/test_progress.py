"""Progress of long work: bars where there is a terminal, lines where there is none."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest

from tools import ROOT
from tools.console import progress
from tools.console.progress import CONSOLE, Work

#: It stands still, twice, until what it shows then has been seen.
WORK = """
import sys, threading
from tools.console import progress
from tools.console.progress import CONSOLE, Work

half = threading.Barrier(3)

def compress(name):
    with Work(name, 4) as work:
        for done in range(4):
            if done == 2:
                half.wait()
                half.wait()
            work.advance()
        CONSOLE.print(f"{name} is done")

threads = [threading.Thread(target=compress, args=(name,)) for name in ("one", "other")]
for thread in threads:
    thread.start()
half.wait()
sys.stdin.readline()
half.wait()
for thread in threads:
    thread.join()
with Work("fetching", 4_000_000, of_bytes=True, begin="fetching it") as work:
    work.at(3_000_000)
    sys.stdin.readline()
"""


def on_a_terminal(program: str, *seen: str) -> str:
    """What a Python program writes to a terminal; it gets a line when each of ``seen`` is there, in this order."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    ) as child:
        assert child.stdin
        os.close(theirs)
        written, left, until = b"", list(seen), time.monotonic() + 300
        # The terminal of a process that has ended gives an error, not an empty end.
        while True:
            try:
                written += os.read(ours, 1 << 16)
            except OSError:
                break
            if left and left[0].encode() in written:
                child.stdin.write(f"{left.pop(0)}\n".encode())
                child.stdin.flush()
            if time.monotonic() > until:
                child.kill()
        assert child.wait() == 0, written.decode()
    os.close(ours)
    return written.decode()


def test_a_terminal_has_a_bar_for_each_of_several_works_at_once() -> None:
    written = on_a_terminal(WORK, "2/4", "3.0 MB/4.0 MB")
    for text in ("one", "other", "━"):
        assert text in written
    # What is said meanwhile is there in full, on lines of its own, and no line of a log is.
    lines = written.replace("\x1b[2K", "\n").replace("\r", "\n").splitlines()
    assert {"one is done", "other is done"} <= set(lines)
    assert "25 %" not in written
    assert "fetching it" not in written


def test_a_log_has_a_line_for_the_beginning_and_for_each_quarter(capsys: pytest.CaptureFixture[str]) -> None:
    with Work("compressing kernels") as work:
        work.expect(8)
        for _ in range(8):
            work.advance()
        CONSOLE.print("[a path]")
    lines = capsys.readouterr().err.splitlines()
    percents = [f"compressing kernels: {percent} %" for percent in (25, 50, 75)]
    assert lines == ["compressing kernels", *percents, "[a path]"]


def test_work_that_is_told_elsewhere_has_no_line_in_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    with Work("wheels", 4, begin="") as work:
        for _ in range(4):
            work.advance()
    assert capsys.readouterr().err == ""


def test_a_log_is_never_silent_for_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENCE", 0.2)
    monkeypatch.setattr(progress, "_TICK", 0.02)
    with Work("all", begin=""), Work("counted", 8) as work:
        work.at(3, told=False)
        # How long it takes until the first such line is the machine's business.
        written = until(capsys, r"^counted: 37 % after \d+ s$")
    assert "all" not in written, "the innermost says where it is"


def test_estimated_work_shows_the_time_that_is_gone_and_never_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_TICK", 0.02)
    with Work("deflating") as work:
        work.estimate(0.2)
        until(capsys, "^deflating: about 75 %$")
        time.sleep(0.3)
        assert work.status().startswith("deflating: about 99 % after ")


def until(capsys: pytest.CaptureFixture[str], line: str) -> str:
    """What was printed up to and with the first line that the pattern ``line`` matches."""
    written, end = "", time.monotonic() + 60
    while not re.search(line, written, re.MULTILINE):
        assert time.monotonic() < end, written
        time.sleep(0.01)
        written += capsys.readouterr().err
    return written


def test_ctrl_c_ends_a_verb_of_threads_at_once_with_one_line() -> None:
    program = """
import sys, threading, time
from concurrent.futures import ThreadPoolExecutor
from tools.console import progress

progress.end_on_interrupt()
with ThreadPoolExecutor() as pool, progress.Work("compressing", begin="compressing"):
    pool.submit(time.sleep, 300).result()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr
        assert child.stderr.readline() == "compressing\n"
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        assert child.stderr.read() == f"{progress.INTERRUPTED}\n"
        assert child.wait(60) == 130
