"""Runs test files in an environment: each in a process that records its results, and is restarted after a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tools.upstream_tests import known_differences
from tools.upstream_tests.known_differences import Outcome, Result
from tools.upstream_tests.modes import MODES
from tools.upstream_tests.sides import (
    RECORDER,
    STORE,
    Settings,
    Side,
    UpstreamError,
    console,
    digest,
    sha256,
)

#: Exit statuses of a pytest that completed: all passed, some failed, a failed import, no tests.
ENDED = (0, 1, 2, 5)


class Runs(Protocol):
    """The settings of every run of a file, for upstream's tests or a library's."""

    @property
    def stuck(self) -> float:
        """The seconds after which a test is given up."""

    @property
    def options(self) -> Sequence[str]:
        """The arguments of pytest besides the file."""

    @property
    def variables(self) -> Mapping[str, str]:
        """Environment variables of the processes."""

    @property
    def order(self) -> Mapping[str, bool | int]:
        """Which tests of a file are run, in which order and how often; see the recorder's REQUEST."""

    def test_files(self, name: str) -> Sequence[Path]:
        """The files that one process runs under that name: one, or several of a kind."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Upstream's tests: `stuck` is the seconds after which a test is given up."""

    checkout: Path
    settings: Settings
    stuck: float

    @property
    def options(self) -> Sequence[str]:
        """The arguments that select upstream's own settings of pytest."""
        return ("-c", str(self.checkout / "pyproject.toml"), "--rootdir", str(self.checkout))

    @property
    def variables(self) -> Mapping[str, str]:
        """Environment variables of the processes."""
        return self.settings.variables

    @property
    def order(self) -> Mapping[str, bool | int]:
        """The order of the settings' mode."""
        return MODES[self.settings.mode].order

    def test_files(self, name: str) -> Sequence[Path]:
        """Where upstream keeps the tests of that name."""
        return (test_file(self.checkout, name),)


def measured(
    runner: Runner, sides: Sequence[Side], files: Sequence[str], jobs: int
) -> tuple[dict[str, Result], dict[str, Result]]:
    """Run every file on every side; each side's results by test.

    Raises:
        UpstreamError: A file has no tests on either side, or a run was stopped.
    """
    measured_results: tuple[dict[str, Result], dict[str, Result]] = ({}, {})
    tasks = [(name, number) for name in files for number in range(len(sides))]
    with _Told(len(tasks)) as progress, ThreadPoolExecutor(jobs) as pool:

        def run(name: str, number: int) -> None:
            began = time.monotonic()
            results = Run(runner, sides[number], name).results()
            measured_results[number].update(results)
            seconds = time.monotonic() - began
            progress.done(f"{name} on {sides[number].name}: {summary(results.values())}, {seconds:.0f} s")

        futures = [pool.submit(run, *task) for task in tasks]
        wait_for(pool, futures)
    broken = [
        result
        for results in measured_results
        for test, result in results.items()
        if "::" not in test and result.outcome.bad
    ]
    if broken:
        raise UpstreamError(
            "no test of a file can be run\n"
            + "\n".join(f"  {result.test}: {result.message.strip()}" for result in broken)
            + f"\n  To see all of what it printed, look in: {STORE}"
        )
    return measured_results


def again(
    runners: Sequence[Runs], sides: Sequence[Side], results: Sequence[dict[str, Result]]
) -> list[Result]:
    """Run each test again by itself that failed on one side only; a better result replaces the first one.

    Returns the first results of the tests that improved.
    """
    unsteady: list[Result] = []
    different = [test for test, _, _ in known_differences.differing(*results) if "::" in test]
    for runner, side, mine in zip(runners, sides, results, strict=True):
        bad = [test for test in different if test in mine and mine[test].outcome.bad]
        for name in dict.fromkeys(known_differences.file_of(test) for test in bad):
            tests = [test for test in bad if known_differences.file_of(test) == name]
            second = Run(runner, side, name, only=tests).results()
            well = {test: result for test, result in second.items() if not result.outcome.bad}
            unsteady += [mine[test] for test in well]
            mine.update(well)
            console.print(f"{name} on {side.name}, again: {summary(second.values())}", markup=False)
    return unsteady


def wait_for(pool: ThreadPoolExecutor, futures: Iterable[Future[None]]) -> None:
    """Wait for all; the first error ends the others and their processes, whose records are kept."""
    try:
        for future in futures:
            future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        Run.stop()
        raise


class Run:
    """One test file, or several in one process, on one side: its recorded results, and the process for the rest."""

    _processes: ClassVar[set[subprocess.Popen[bytes]]] = set()
    _stopped: ClassVar[threading.Event] = threading.Event()

    def __init__(self, runner: Runs, side: Side, name: str, only: Collection[str] | None = None) -> None:
        self._runner, self._side, self._name, self._only = runner, side, name, only
        hashes = [sha256(path) for path in runner.test_files(name)]
        content = hashes[0][:12] if len(hashes) == 1 else digest(*hashes)
        # The second attempt's tests are recorded beside the first's.
        self._base = side.results / (
            f"{name.replace('/', '.').replace('*', 'all')}-{content}{'' if only is None else '-again'}"
        )

    def results(self) -> dict[str, Result]:
        """Every test's result; tests without one are run, in as many processes as it takes."""
        complete = self._base.with_name(f"{self._base.name}.complete")
        while True:
            results, left, _ = self._read()
            if not left and (complete.exists() or self._only is not None):
                return {test: results[test] for test in results if self._only is None or test in self._only}
            status, stuck = self._child(list(results))
            if Run._stopped.is_set():
                raise UpstreamError("stopped; the same command continues from there")
            if status in ENDED and not stuck and not self._lines():
                # An unhandled exception of pytest's start has the status of failed tests: 1.
                raise UpstreamError(f"pytest collected nothing of {self._name}\n{self._tail(status)}")
            _, left, running = self._read()
            if status in ENDED and not stuck and not (left and self._only is None):
                for test in left:  # requested by name, but this side has no test of that name
                    self._add(Result(test, Outcome.ABSENT))
                complete.touch()
            else:
                victim = running or next(iter(left), f"{self._name}_test.py")
                outcome = Outcome.HUNG if stuck else Outcome.CRASHED
                self._add(Result(victim, outcome, 0.0, self._tail(status)))
                if not set(left) - {victim}:
                    complete.touch()

    def _read(self) -> tuple[dict[str, Result], list[str], str | None]:
        """The tests with a result, those without, and the one that began and did not end."""
        collected: list[str] = []
        results: dict[str, Result] = {}
        running: str | None = None
        for line in self._lines():
            if "collected" in line:
                collected, running = line["collected"], None
            elif "began" in line:
                running = line["began"]
            else:
                results[line["test"]] = Result(**{**line, "outcome": Outcome(line["outcome"])})
                running = None
        wanted = collected if self._only is None else self._only
        return results, [test for test in wanted if test not in results], running

    def _lines(self) -> list[dict[str, Any]]:
        try:
            text = self._record.read_text("utf-8")
        except FileNotFoundError:
            return []
        lines = []
        for line in text.splitlines():
            try:
                lines.append(json.loads(line))
            except ValueError:
                continue  # truncated when the process or the machine crashed; its test is run again
        return lines

    def _add(self, result: Result) -> None:
        with self._record.open("a", encoding="utf-8") as stream:
            stream.write("\n" + json.dumps(asdict(result)) + "\n")

    @property
    def _record(self) -> Path:
        return self._base.with_name(f"{self._base.name}.jsonl")

    @property
    def _log(self) -> Path:
        return self._base.with_name(f"{self._base.name}.log")

    def _child(self, skip: Sequence[str]) -> tuple[int, bool]:
        """Run pytest until it ends or makes no progress for too long; its status, and whether it was killed."""
        request = self._base.with_name(f"{self._base.name}.request")
        only = None if self._only is None else list(self._only)
        order = self._runner.order if only is None else {}
        request.write_text(json.dumps({"skip": list(skip), "only": only, **order}), "utf-8")
        self._record.touch()
        command = [
            *[str(self._side.environment.python), "-P", str(RECORDER), str(request), str(self._record)],
            *self._runner.options,
            *["-p", "no:cacheprovider", "--tb=short", "-q", *map(str, self._runner.test_files(self._name))],
        ]
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=self._side.environment.folder,
                env=self._side.environment.variables(self._runner.variables),
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            Run._processes.add(process)
            try:
                return self._watched(process)
            finally:
                _kill(process)
                Run._processes.discard(process)

    def _watched(self, process: subprocess.Popen[bytes]) -> tuple[int, bool]:
        size, since = -1, time.monotonic()
        while True:
            try:
                return process.wait(1.0), False
            except subprocess.TimeoutExpired:
                now = self._record.stat().st_size
                if now != size:
                    size, since = now, time.monotonic()
                elif time.monotonic() - since > self._runner.stuck:
                    # On this signal, pytest's fault handler prints the stack of every thread.
                    process.send_signal(signal.SIGABRT)
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(30)
                    _kill(process)
                    return process.wait(), True

    def _tail(self, status: int) -> str:
        ended = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
        lines = self._log.read_text("utf-8", "replace").splitlines()
        # Python's fault handler prints the innermost frame first.
        fatal = [number for number, line in enumerate(lines) if "Fatal Python error" in line]
        lines = lines[fatal[-1] :][:15] if fatal else lines[-15:]
        return "\n".join([f"the process ended with {ended}", *lines])

    @classmethod
    def stop(cls) -> None:
        """End every process that is running."""
        cls._stopped.set()
        for process in list(cls._processes):
            _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


class _Told:
    """The progress of a run: a bar on a terminal, and a line for each file."""

    def __init__(self, total: int) -> None:
        columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("test files", total=total)
        self._count, self._total = 0, total

    def __enter__(self) -> _Told:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def done(self, text: str) -> None:
        """Count a file as run, and print its line."""
        self._bar.advance(self._task)
        self._count += 1
        console.print(f"{self._count}/{self._total} {text}", soft_wrap=True, markup=False)


def summary(results: Collection[Result]) -> str:
    """The number of tests by outcome, as text."""
    counts = Counter(result.outcome for result in results)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome if counts[outcome]) or "no tests"


def test_file(checkout: Path, name: str) -> Path:
    """The path of a test file in a checkout of jax."""
    return checkout / "tests" / f"{name}_test.py"
