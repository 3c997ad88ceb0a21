"""Runs test files of another project under pytest and records every test as it ends.

Run by the Python of a new environment, as a script, with nothing of this repository on its path:

    python -P recorder.py REQUEST RECORD PYTEST-ARGUMENTS...

REQUEST is a JSON file: ``skip``, tests that have a result already; ``only``, the tests to run, or null for all. It
may have: ``sample``, how many of a file's tests to run, evenly spaced; ``shuffled``, to run them in a random order,
the same in each process; and ``passes``, how often to run the whole file in one process, where a test's outcome is
the worst of its runs. RECORD gets one JSON object per line:
``{"collected": [...]}`` once, ``{"began": TEST}`` before each test, and
``{"test": TEST, "outcome": ..., "seconds": ..., "cpu": ..., "memory": ..., "message": ...}`` after it. A reader
thus knows which test was running when the process died. ``cpu`` is the test's CPU time, in user and system mode,
including its subprocesses that have ended; ``memory`` is the process's largest resident size so far, in bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

#: The longest message that is stored; pytest's own output has the whole text.
MESSAGE = 2000


class Recorder:
    """The pytest plugin."""

    def __init__(
        self,
        record: Path,
        skip: Sequence[str],
        only: Sequence[str] | None = None,
        sample: int = 0,
        passes: int = 1,
        *,
        shuffled: bool = False,
    ) -> None:
        self._parent = os.getppid()
        self._stream = record.open("a", encoding="utf-8")
        self._skip = frozenset(skip)
        self._only = None if only is None else frozenset(only)
        self._sample, self._passes, self._shuffled = sample, passes, shuffled
        self._earlier: dict[str, list[dict[str, Any]]] = {}
        self._began = 0.0
        self._cpu = 0.0
        self._outcome = "passed"
        self._message = ""

    @pytest.hookimpl(trylast=True)  # after --deselect and the tests' own conftest.py
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Deselect the tests that the request excludes."""
        by_file: dict[str, list[pytest.Item]] = {}
        for item in items:
            by_file.setdefault(item.nodeid.partition("::")[0], []).append(item)
        chosen = [item for file in by_file.values() for item in sampled(file, self._sample)]
        self._write(collected=[name(item.nodeid) for item in chosen])
        wanted = [item for item in chosen if self._wanted(name(item.nodeid))]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(wanted)])
        if self._shuffled:
            wanted.sort(key=lambda item: hashlib.sha256(name(item.nodeid).encode()).digest())
        items[:] = wanted * self._passes

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Record a file that cannot be imported as failed."""
        if report.failed:
            self._write(
                test=name(report.nodeid), outcome="failed", seconds=0.0, cpu=0.0, message=_message(report)
            )
        elif report.skipped:  # a whole module that skips itself collects no test
            self._write(
                test=name(report.nodeid), outcome="skipped", seconds=0.0, cpu=0.0, message=_message(report)
            )

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Record which test is running; ends if the parent is gone, because another run may be writing by now."""
        if os.getppid() != self._parent:
            os._exit(3)
        self._began, self._cpu, self._outcome, self._message = time.monotonic(), cpu_time(), "passed", ""
        self._write(began=name(nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Combine the reports of a test's three phases; a failed one decides."""
        if self._outcome != "failed" and report.outcome != "passed":
            self._outcome, self._message = report.outcome, _message(report)
        if report.when == "teardown":
            test = name(report.nodeid)
            runs = self._earlier.setdefault(test, [])
            runs.append(
                {
                    "outcome": self._outcome,
                    "seconds": round(time.monotonic() - self._began, 3),
                    "cpu": round(cpu_time() - self._cpu, 3),
                    "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
                    "message": self._message,
                }
            )
            if len(runs) == self._passes:
                worst = max(runs, key=lambda run: ("passed", "skipped", "failed").index(run["outcome"]))
                total = {key: round(sum(run[key] for run in runs), 3) for key in ("seconds", "cpu")}
                self._write(test=test, **{**worst, **total, "memory": runs[-1]["memory"]})

    def _wanted(self, test: str) -> bool:
        return test not in self._skip and (self._only is None or test in self._only)

    def _write(self, **line: Any) -> None:
        self._stream.write(json.dumps(line) + "\n")
        self._stream.flush()


def sampled(items: Sequence[Any], count: int) -> list[Any]:
    """``count`` of the items, evenly spaced and including the first; all of them for 0."""
    if not count or len(items) <= count:
        return list(items)
    return [items[number * len(items) // count] for number in range(count)]


def cpu_time() -> float:
    """Seconds of CPU time of this process and of its subprocesses that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def name(nodeid: str) -> str:
    """A test's name without the folder that all of upstream's tests are in."""
    return nodeid.removeprefix("tests/")


def _message(report: pytest.TestReport | pytest.CollectReport) -> str:
    details: Any = report.longrepr
    if isinstance(details, tuple):  # a skip: path, line, reason
        return str(details[2])[:MESSAGE]
    crash = getattr(details, "reprcrash", None)
    return (str(crash.message) if crash else str(details))[:MESSAGE]


def main(arguments: Sequence[str]) -> int:
    """Run pytest; its exit status is ours."""
    request, record, *rest = arguments
    asked = json.loads(Path(request).read_text("utf-8"))
    plugin = Recorder(Path(record), **asked)
    return int(pytest.main(rest, plugins=[plugin]))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
