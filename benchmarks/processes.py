"""Worker processes under measurement, in two environments that take turns."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE
from typing import Any

from benchmarks.results import Samples
from tools import BUILD
from tools.artifacts.manifest import load
from tools.environments.venv import OUTSIDE, Environment
from tools.interpreters import pythons

#: Seconds of one turn: long compared with the clock's resolution, short compared with disturbances.
SECONDS = 0.05
#: Seconds for all turns of a piece of work; longer work gets fewer turns, but at least this many.
SECONDS_MAX = 12.0
ROUNDS_MIN = 5


class UnsupportedError(Exception):
    """A library cannot do a piece of work; the message is the library's."""


class BenchmarkError(RuntimeError):
    """A process under measurement failed, or runs the wrong software."""


Pair = tuple[Samples, Samples]

#: Prints the peak memory and the current private memory in kilobytes. VmHWM is this program's own peak, where
#: getrusage's may be the parent's.
DEVICES = """
import jax
jax.devices()
with open("/proc/self/status") as status:
    said = dict(line.split(":") for line in status)
print(said["VmHWM"].split()[0], said["RssAnon"].split()[0])
"""


def in_turns(rounds: int, first: Callable[[], float], second: Callable[[], float]) -> Pair:
    """Calls both, alternating which of them is first."""
    one: list[float] = []
    other: list[float] = []
    for number in range(rounds):
        for measure, values in ((first, one), (second, other))[:: -1 if number % 2 else 1]:
            values.append(measure())
    return Samples(tuple(one)), Samples(tuple(other))


def said(environment: Environment, script: str, *arguments: str) -> str:
    """The standard output of a script.

    Raises:
        BenchmarkError: It failed.
    """
    done = environment.run("-c", script, *arguments)
    if done.returncode:
        raise BenchmarkError(f"{environment.python} ended with status {done.returncode}:\n{done.stderr}")
    return done.stdout


@dataclass(frozen=True)
class Worker:
    """A process of one environment that times work on request."""

    process: subprocess.Popen[str]
    #: The software in it: jaxlib's version, the platform's version, and the names of the plugins.
    jaxlib: str
    version: str
    plugins: list[str]
    #: Group and title of each piece of work that it knows.
    work: dict[str, tuple[str, str]]

    def time(self, name: str, calls: int) -> float:
        """Seconds per call, measured over ``count`` calls.

        Raises:
            UnsupportedError: The call failed.
        """
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"name": name, "calls": calls}) + "\n")
        self.process.stdin.flush()
        answer = _answer(self.process)
        if "error" in answer:
            raise UnsupportedError(answer["error"])
        return float(answer["seconds"])


@contextmanager
def worker(environment: Environment, script: Path) -> Iterator[Worker]:
    """A process of ``script``, which lists its work and measures on request (``turns.py``), for this context."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(OUTSIDE)}
    command = [str(environment.python), str(script)]
    with subprocess.Popen(
        command, env=kept, cwd=environment.folder, text=True, stdin=PIPE, stdout=PIPE
    ) as process:
        hello = _answer(process)
        work = {name: (group, title) for name, (group, title) in hello["work"].items()}
        yield Worker(process, hello["jaxlib"], hello["platform_version"], hello["plugins"], work)
        assert process.stdin
        process.stdin.close()


def _answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout
    line = process.stdout.readline()
    if not line:
        raise BenchmarkError(f"a worker ended with status {process.wait()}; what it said is above")
    values: dict[str, Any] = json.loads(line)
    return values


def in_short_turns(name: str, first: Worker, second: Worker, rounds: int) -> Pair:
    """Seconds per call, in turns of SECONDS each."""
    calls = 1
    # The first of these calls compiles; the last run is long enough to estimate the number of calls in SECONDS.
    while (seconds := max(worker.time(name, calls) for worker in (first, second)) * calls) < SECONDS / 4:
        calls *= 4
    calls = max(1, round(calls * SECONDS / seconds))
    affordable = round(SECONDS_MAX / (2 * max(seconds, SECONDS)))
    rounds = min(rounds, max(ROUNDS_MIN, affordable))
    return in_turns(rounds, lambda: first.time(name, calls), lambda: second.time(name, calls))


def devices(both: tuple[Environment, Environment], rounds: int) -> tuple[Pair, Pair, Pair]:
    """Seconds of the whole process, its peak memory in MB, and its private memory (without mapped files) in MB."""
    memory: dict[Environment, list[tuple[float, float]]] = {environment: [] for environment in both}

    def timed(environment: Environment) -> float:
        started = time.perf_counter()
        numbers = said(environment, DEVICES).split()
        elapsed = time.perf_counter() - started
        peak, private = (int(kilobytes) * 1024 / 1e6 for kilobytes in numbers)
        memory[environment].append((peak, private))
        return elapsed

    for environment in both:
        timed(environment)  # fills the file cache
        memory[environment].clear()
    seconds = in_turns(rounds, lambda: timed(both[0]), lambda: timed(both[1]))
    columns = [[Samples(values) for values in zip(*memory[environment], strict=True)] for environment in both]
    (peak, private), (their_peak, their_private) = columns
    return seconds, (peak, their_peak), (private, their_private)


def environments(release: str, wanted: Mapping[str, Sequence[str]]) -> tuple[Environment, Environment]:
    """Two environments of the oldest Python here that serves the release, with the given names and requirements.

    Raises:
        BenchmarkError: There is no such Python, or an installation failed.
    """
    python = oldest(release)
    pair = []
    try:
        for name, requirements in wanted.items():
            pair.append(Environment.create(BUILD / "bench" / release / name, python))
            # Bytecode is compiled now, so that the first round does not do it.
            pair[-1].install("--compile-bytecode", *requirements)
    except subprocess.CalledProcessError as error:
        raise BenchmarkError(f"{error}\n{error.stdout or ''}") from error
    return pair[0], pair[1]


def oldest(release: str) -> Path:
    """The oldest Python here that serves the release.

    Raises:
        BenchmarkError: There is none.
    """
    manifest = load(release)
    for version, path in pythons().items():
        if manifest.serves(f"cp{version[0]}{version[1]}"):
            return path
    raise BenchmarkError(f"wanted: Python {manifest.python}\nfound:  none on this machine")
