"""Runs test files of another project under pytest and records every test as it ends.

Run by the Python of a new environment, as a script, with nothing of this repository on its path:

    python -P recorder.py REQUEST RECORD PYTEST-ARGUMENTS...

REQUEST is a JSON file: ``skip``, tests that have a result already; ``only``, the tests to run, or null for all. It
may have: ``sample``, how many of a file's tests to run, evenly spaced; ``shuffled``, to run them in a random order,
the same in each process; ``passes``, how often to run the whole file in one process, where a test's outcome is
the worst of its runs; ``threads``, how many tests to run at the same time.
RECORD gets one JSON object per line: ``{"collected": [...]}`` once, ``{"began": TEST}`` before each test, and
``{"test": TEST, "outcome": ..., "seconds": ..., "cpu": ..., "memory": ..., "message": ...}`` after it. A reader
thus knows which test was running when the process died; of several at the same time, one that may have been.
``cpu`` is the test's CPU time, in user and system mode, including its subprocesses that have ended, and 0 if tests
run at the same time; ``memory`` is the process's largest resident size so far, in bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import sys
import time
import unittest
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from _pytest.unittest import TestCaseFunction

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
        threads: int = 0,
        *,
        shuffled: bool = False,
    ) -> None:
        self._parent = os.getppid()
        self._stream = record.open("a", encoding="utf-8")
        self._skip = frozenset(skip)
        self._only = None if only is None else frozenset(only)
        self._sample, self._passes, self._threads, self._shuffled = sample, passes, threads, shuffled
        self._writing = Lock()
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

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run unittest's tests in threads, as upstream's own loader does, and then the others and unsafe ones."""
        if not self._threads or session.testsfailed:
            return None
        together = [
            item for item in session.items if isinstance(item, TestCaseFunction) and not _unsafe(item)
        ]
        safe = set(together)
        if handlers := sys.modules.get("jax._src.test_warning_util"):  # Python's own are not for threads
            handlers.install_threadsafe_warning_handlers()
        with ThreadPoolExecutor(self._threads) as pool:
            for future in [pool.submit(self._run, item) for item in together]:
                future.result()
        for item in session.items:
            if item not in safe:
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return True

    def _run(self, item: TestCaseFunction) -> None:
        """Run a test without pytest, which has one test at a time, and record it."""
        test, began = name(item.nodeid), time.monotonic()
        self._begin(test)
        result = unittest.TestResult()
        assert item.parent is not None
        _run_one(item.parent.obj(item.name), result)  # type: ignore[attr-defined]
        bad = [text for _, text in (*result.errors, *result.failures)]
        skipped = [reason for _, reason in result.skipped]
        self._write(
            test=test,
            outcome="failed" if bad or result.unexpectedSuccesses else "skipped" if skipped else "passed",
            seconds=round(time.monotonic() - began, 3),
            cpu=0.0,
            memory=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            message="".join(bad or skipped)[-MESSAGE:],
        )

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
        """Record which test is running."""
        self._began, self._cpu, self._outcome, self._message = time.monotonic(), cpu_time(), "passed", ""
        self._begin(name(nodeid))

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

    def _begin(self, test: str) -> None:
        """Record that a test runs; ends if the parent is gone, because another run may be writing by now."""
        if os.getppid() != self._parent:
            os._exit(3)
        self._write(began=test)

    def _write(self, **line: Any) -> None:
        with self._writing:
            self._stream.write(json.dumps(line) + "\n")
            self._stream.flush()


def _run_one(test: unittest.TestCase, result: unittest.TestResult) -> None:
    """Run a test with the lock of upstream's loader, by which some releases keep other tests from unsafe ones."""
    loader = sys.modules.get("jax._src.test_loader")
    run = getattr(loader, "_run_one_test", None)
    test.run(result) if run is None else run(test, result)


def _unsafe(item: TestCaseFunction) -> bool:
    """Whether upstream marks the test, or its class, as one that no other may run beside."""
    assert item.parent is not None
    return any(getattr(each, "thread_unsafe", False) for each in (item.parent.obj, item.obj))  # type: ignore[attr-defined]


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
    if threads := asked.get("threads"):
        os.environ["JAX_TEST_NUM_THREADS"] = str(threads)
    plugin = Recorder(Path(record), **asked)
    return int(pytest.main(rest, plugins=[plugin]))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
