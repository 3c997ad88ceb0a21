"""``python -m tests.benchmarks``: jax with jaxlib-cpu against jax with the CPU backend inside jaxlib.

Two new environments, and a process of each that lives to the end. They are measured in short turns, A B B A: what
disturbs the machine disturbs both. What counts is the ratio of each turn to the one beside it, and of these ratios
the median, with quartiles that say how much it can be trusted. Nothing is asserted; a missed goal is said in the
table and in the JSON. On some of the machine's cores only: ``taskset -c 0 python -m tests.benchmarks``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE
from typing import Any

from rich.console import Console

from tests.benchmarks.results import Ratio, Results, Samples, Single, Unsupported
from tools import BUILD, build
from tools.cache import ArtifactError
from tools.environment import OUTSIDE, Environment, pythons
from tools.manifest import ManifestError, load, releases

WORKER = Path(__file__).with_name("worker.py")
#: How long one turn should last: long against the clock and the loop, short against what disturbs the machine.
SECONDS = 0.05
#: What costs more than this for all turns gets fewer of them, but at least so many.
SECONDS_MAX = 12.0
ROUNDS_MIN = 5
DEVICES_GOAL = 1.05
IMPORT_GOAL = 0.03
#: Measured with a new process each turn, so fewer of them are enough and all that there is time for.
PROCESS_ROUNDS = 10
START = "start of a process"

#: Kilobytes at the peak, and those of them now that are no file's. Of this process image alone, where getrusage's
#: peak may be the parent's.
DEVICES = """
import jax
jax.devices()
with open("/proc/self/status") as status:
    said = dict(line.split(":") for line in status)
print(said["VmHWM"].split()[0], said["RssAnon"].split()[0])
"""
IMPORT = """
import time
started = time.perf_counter()
import jaxlib_core
print(time.perf_counter() - started)
"""
#: In a process that has imported jax, as jax's own discovery does it.
REGISTER = """
import json, time
import jax
from importlib.metadata import entry_points
entry_points(group="jax_plugins")
marks = [time.perf_counter()]
import jaxlib_core
jaxlib_core.initialize()
marks.append(time.perf_counter())
import jaxlib_cpu
jaxlib_cpu.initialize()
marks.append(time.perf_counter())
print(json.dumps([b - a for a, b in zip(marks, marks[1:])]))
"""

#: Distributions in the folder that discovery is measured in, and what it may take there.
DISTRIBUTIONS = 500
DISCOVERY_GOAL = 0.01
#: In a process that has imported jax; the first time, as it is in every process.
DISCOVERY = """
import sys, time
import jax
from jaxlib_core import discovery
sys.path.append(sys.argv[1])
started = time.perf_counter()
discovery.discover()
print(time.perf_counter() - started)
"""

console = Console(stderr=True, highlight=False)


class UnsupportedError(Exception):
    """What a library said that cannot do a piece of work."""


class BenchmarkError(RuntimeError):
    """A process under measurement failed, or is not what is to be measured."""


def main() -> int:
    """Measure, and print the tables; 0 unless something could not be run."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--release", choices=releases(), help="release line (default: the manifest marked so)"
    )
    parser.add_argument("--rounds", type=int, default=31, help="turns of each of the two (default: 31)")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="this piece of work, or this group; can be repeated"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write JSON of schema jaxlib.bench/1")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="write a picture, such as docs/benchmarks.svg"
    )
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds: wanted 1 or more, found {arguments.rounds}")
    try:
        results = run(load(arguments.release).release, arguments.rounds, arguments.only)
    except (BenchmarkError, ManifestError, ArtifactError, build.BuildError) as error:
        console.print("[red]error:[/]", end=" ")
        console.print(str(error), markup=False, soft_wrap=True)
        return 1
    output = Console(highlight=False)
    if not output.is_terminal:
        output.width = 140
    output.print(*results.tables())
    if arguments.json:
        _write(arguments.json, json.dumps(results.as_json(), indent=2) + "\n")
    if arguments.picture:
        _write(arguments.picture, results.picture())
    return 0


def run(release: str, rounds: int, only: Sequence[str] | None = None) -> Results:
    """Make both environments and measure everything, or what ``only`` names.

    Raises:
        BenchmarkError: An environment could not be made, a process in it failed, or a name is unknown.
    """
    with console.status("Making two environments"):
        both = _environments(release)
    plugin, built_in = both
    work: list[Ratio | Unsupported] = []
    singles: tuple[Single, ...] = ()
    with _worker(plugin) as first, _worker(built_in) as second:
        if first.plugins != ["cpu"] or second.plugins:
            raise BenchmarkError(
                "wanted: one environment with the plugin and one without\n"
                f"found:  loaded plugins {first.plugins} and {second.plugins}"
            )
        known = {START, *first.work, *(group for group, _ in first.work.values())}
        if unknown := set(only or ()) - known:
            raise BenchmarkError(
                f"wanted: any of {sorted(known)}\nfound:  --only {' '.join(sorted(unknown))}"
            )
        for name, (group, title) in first.work.items():
            if only is not None and not {name, group} & set(only):
                continue
            with console.status(f"Measuring {name}"):
                try:
                    seconds = _in_short_turns(name, first, second, rounds)
                except UnsupportedError as error:
                    work.append(Unsupported(name, group, title, str(error)))
                else:
                    work.append(Ratio(name, group, title, "s", *seconds))
        versions = (first.version, second.version)
    if only is None or START in only:
        with console.status("Starting processes"):
            started, singles = _processes(both, min(rounds, PROCESS_ROUNDS))
            work[:0] = started
    python = _output(plugin, "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    return Results(release, python, rounds, versions[1], versions[0], tuple(work), singles)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _processes(
    both: tuple[Environment, Environment], rounds: int
) -> tuple[tuple[Ratio, ...], tuple[Single, ...]]:
    plugin, _ = both
    started, peaks, private = _devices(both, rounds)
    alone = [float(_output(plugin, IMPORT)) for _ in range(rounds)]
    registered: list[list[float]] = [json.loads(_output(plugin, REGISTER)) for _ in range(rounds)]
    ratios = (
        Ratio("devices", START, "import jax; jax.devices()", "s", *started, goal=DEVICES_GOAL),
        Ratio("memory", START, "peak memory of the same", "MB", *peaks),
        Ratio("private", START, "memory that is no file's", "MB", *private),
    )
    with tempfile.TemporaryDirectory() as folder:
        _distributions(Path(folder), DISTRIBUTIONS)
        found = [float(_output(plugin, DISCOVERY, folder)) for _ in range(rounds)]
    core, cpu = (Samples(tuple(each)) for each in zip(*registered, strict=True))
    return ratios, (
        Single("import", "import jaxlib_core, nothing else", "s", Samples(tuple(alone)), IMPORT_GOAL),
        Single("initialize_core", "jaxlib_core and its initialize(), after import jax", "s", core),
        Single("initialize_cpu", "jaxlib_cpu and its initialize(), after that", "s", cpu),
        Single(
            "discovery",
            f"finding the plugins among {DISTRIBUTIONS} more distributions",
            "s",
            Samples(tuple(found)),
            DISCOVERY_GOAL,
        ),
    )


def _distributions(folder: Path, count: int) -> None:
    """Metadata of ``count`` distributions, half of them with entry points of other groups."""
    for number in range(count):
        info = folder / f"some_{number}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: some-{number}\nVersion: 1.0\n")
        (info / "RECORD").write_text("some/module.py,,\n" * 50)
        if number % 2:
            (info / "entry_points.txt").write_text(f"[console_scripts]\nsome-{number} = some.module:main\n")


Pair = tuple[Samples, Samples]


def _in_turns(rounds: int, first: Callable[[], float], second: Callable[[], float]) -> Pair:
    one: list[float] = []
    other: list[float] = []
    for number in range(rounds):
        # Neither is always the one that follows the other.
        for measure, values in ((first, one), (second, other))[:: -1 if number % 2 else 1]:
            values.append(measure())
    return Samples(tuple(one)), Samples(tuple(other))


def _environments(release: str) -> tuple[Environment, Environment]:
    manifest = load(release)
    python = next(
        (path for version, path in pythons().items() if manifest.serves(f"cp{version[0]}{version[1]}")), None
    )
    if python is None:
        raise BenchmarkError(f"wanted: Python {manifest.python}\nfound:  none on this machine")
    wheels = [str(build.wheel(name, release)) for name in ("core", "cpu")]
    upstream = [f"jax=={release}", f"jaxlib=={release}"]
    made = []
    try:
        for name, requirements in (("plugin", [*upstream, *wheels]), ("built-in", upstream)):
            made.append(Environment.create(BUILD / "bench" / release / name, python))
            # Bytecode is written now and not in the first round.
            made[-1].install("--compile-bytecode", *requirements)
    except subprocess.CalledProcessError as error:
        raise BenchmarkError(f"{error}\n{error.stdout or ''}") from error
    return made[0], made[1]


def _devices(both: tuple[Environment, Environment], rounds: int) -> tuple[Pair, Pair, Pair]:
    """Seconds of the whole process, its peak memory in MB, and how much of its memory is no mapped file's."""
    memory: dict[Environment, list[tuple[float, float]]] = {environment: [] for environment in both}

    def timed(environment: Environment) -> float:
        started = time.perf_counter()
        said = _output(environment, DEVICES)
        elapsed = time.perf_counter() - started
        peak, private = (int(kilobytes) * 1024 / 1e6 for kilobytes in said.split())
        memory[environment].append((peak, private))
        return elapsed

    for environment in both:
        timed(environment)  # fills the file cache
        memory[environment].clear()
    seconds = _in_turns(rounds, lambda: timed(both[0]), lambda: timed(both[1]))
    columns = [[Samples(values) for values in zip(*memory[environment], strict=True)] for environment in both]
    (peak, private), (built_in_peak, built_in_private) = columns
    return seconds, (peak, built_in_peak), (private, built_in_private)


def _output(environment: Environment, script: str, *arguments: str) -> str:
    done = environment.run("-c", script, *arguments)
    if done.returncode:
        raise BenchmarkError(f"{environment.python} ended with status {done.returncode}:\n{done.stderr}")
    return done.stdout


@dataclass(frozen=True)
class Worker:
    """A process of one environment that times work when told to."""

    process: subprocess.Popen[str]
    version: str
    plugins: list[str]
    #: Group and title of each piece of work that it knows.
    work: dict[str, tuple[str, str]]

    def time(self, name: str, calls: int) -> float:
        """Seconds of one call, from so many.

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
def _worker(environment: Environment) -> Iterator[Worker]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(OUTSIDE)}
    command = [str(environment.python), str(WORKER)]
    with subprocess.Popen(
        command, env=kept, cwd=environment.folder, text=True, stdin=PIPE, stdout=PIPE
    ) as process:
        hello = _answer(process)
        work = {name: (group, title) for name, (group, title) in hello["work"].items()}
        yield Worker(process, hello["platform_version"], hello["plugins"], work)
        assert process.stdin
        process.stdin.close()


def _answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout
    line = process.stdout.readline()
    if not line:
        raise BenchmarkError(f"a worker ended with status {process.wait()}; what it said is above")
    values: dict[str, Any] = json.loads(line)
    return values


def _in_short_turns(name: str, first: Worker, second: Worker, rounds: int) -> Pair:
    calls = 1
    # The first of these compiles; the last is long enough to tell how many calls make SECONDS.
    while (seconds := max(worker.time(name, calls) for worker in (first, second)) * calls) < SECONDS / 4:
        calls *= 4
    calls = max(1, round(calls * SECONDS / seconds))
    affordable = round(SECONDS_MAX / (2 * max(seconds, SECONDS)))
    rounds = min(rounds, max(ROUNDS_MIN, affordable))
    return _in_turns(rounds, lambda: first.time(name, calls), lambda: second.time(name, calls))


if __name__ == "__main__":
    sys.exit(main())
