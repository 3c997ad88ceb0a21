"""``python -m tools upstream``: upstream's own tests with jaxlib-cpu and with the CPU backend inside jaxlib.

Takes a checkout of jax at the tag of the release, makes two new environments that differ in nothing but the plugin,
runs each test file in both, and says which tests end differently. A test that ends badly on one of them only is
run again by itself, and counts as differing if it does so again. With ``--bindings`` both have jaxlib-cpu, and one
has jaxlib (bindings-only) in place of upstream's; ``docs/bindings.md`` shows what came of it.

The checkout is needed for its ``tests`` folder; ``jax`` and ``jaxlib`` are the published wheels. Results are kept
in ``build/upstream`` for each file, environment and set of options, as soon as each test ends: a run that was
stopped goes on where it was, and one with a new build of the plugin runs the other side's tests no more.

Exit status: 0 the differences are those in ``upstream.toml`` (with ``--bindings``, in ``bindings.toml``); 1 there
is another, or one of those is gone; 2 it can't be told.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

from filelock import FileLock, Timeout
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tools import BUILD, ROOT
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import Manifest, ManifestError, load, releases
from tools.builder import build
from tools.environments.venv import Environment, pythons
from tools.results import ResultsError
from tools.upstream_tests import known_differences, pass_rates
from tools.upstream_tests.known_differences import Comparison, DifferencesError, Outcome, Result

SCHEMA = "jaxlib.upstream/2"
RECORDER = Path(__file__).with_name("recorder.py")
STORE = BUILD / "upstream"
#: Which environment a result is of: upstream's jaxlib with our plugin and without, our jaxlib with it.
OURS, THEIRS, BINDINGS = "jaxlib-cpu", "jaxlib", "jaxlib-bindings"

console = Console(stderr=True, highlight=False)

#: Upstream's own default for the tests whose cases are drawn at random (from a fixed seed).
CASES = 10
#: Exit statuses of a pytest that came to its end: all passed, some failed, no import, nothing to run.
ENDED = (0, 1, 2, 5)


class UpstreamError(RuntimeError):
    """The tests can't be run, or not compared."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What both sides are run with; part of what a result is stored under."""

    x64: bool = False
    cases: int = CASES

    @property
    def variables(self) -> dict[str, str]:
        """As upstream's own continuous run of its tests on a CPU sets them."""
        return {
            "JAX_ENABLE_X64": str(int(self.x64)),
            "JAX_NUM_GENERATED_CASES": str(self.cases),
            "JAX_SKIP_SLOW_TESTS": "true",
        }


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two environments, with the folder for its results.

    A result is stored under all that it depends on: the wheels, the other requirements, the Python, the options and
    the test file.
    """

    name: str
    environment: Environment
    results: Path
    #: Of what goes into the environment: another build, another value.
    build: str = ""


def main(argv: Sequence[str]) -> int:
    """Run and compare; see the module for the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools upstream", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--tests", type=Path, metavar="CHECKOUT", help="a checkout of jax, at the release's tag"
    )
    what.add_argument(
        "--page", action="store_true", help="only write the page of what is known, from its list, into docs/"
    )
    parser.add_argument(
        "--bindings",
        action="store_true",
        help="compare jaxlib (bindings-only) with upstream's, both on jaxlib-cpu",
    )
    parser.add_argument(
        "--release", choices=releases(), help="release line (default: the manifest marked so)"
    )
    parser.add_argument(
        "--tests-of",
        metavar="RELEASE",
        help="the checkout is of this release of jax instead, where the release line's own tests are not to be had",
    )
    parser.add_argument("--python", metavar="X.Y", help="which of this machine's Pythons (default: this one)")
    parser.add_argument(
        "--files", type=names, metavar="NAMES", help="such as api,lax_numpy (default: all of the list)"
    )
    parser.add_argument("--x64", action="store_true", help="with 64-bit types (JAX_ENABLE_X64)")
    parser.add_argument(
        "--cases",
        type=int,
        default=CASES,
        help="cases generated for a test (default: upstream's 10)",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files run at the same time")
    parser.add_argument(
        "--stuck",
        type=float,
        default=900,
        metavar="SECONDS",
        help="after which a test is given up (default: 900)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help=f"write a report of schema {SCHEMA}")
    arguments = parser.parse_args(argv)
    # Whoever ends this ends what it started, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if arguments.page:
            if arguments.bindings:
                pass_rates.PAGE.write_text(
                    pass_rates.page(pass_rates.load(), known_differences.load(pass_rates.KNOWN)), "utf-8"
                )
            else:
                known_differences.PAGE.write_text(known_differences.page(known_differences.load()), "utf-8")
            return 0
        return _run(arguments)
    except (
        ManifestError,
        ArtifactError,
        DifferencesError,
        UpstreamError,
        ResultsError,
        build.BuildError,
    ) as error:
        console.print(f"[red]error:[/] {error}", soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        console.print("stopped; the same command goes on from there")
        return 130


def _run(arguments: argparse.Namespace) -> int:
    manifest = load(arguments.release)
    names = (BINDINGS, OURS) if arguments.bindings else (OURS, THEIRS)
    known = known_differences.load(pass_rates.KNOWN) if arguments.bindings else known_differences.load()
    files: tuple[str, ...] = arguments.files or known.files
    # What these ask of another jax than is installed fails on both sides, and so is no difference.
    tests_of: str = arguments.tests_of or manifest.release
    checkout = checked(arguments.tests.resolve(), tests_of, files)
    settings = Settings(arguments.x64, arguments.cases)
    version, python = _python(arguments.python, manifest)
    STORE.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(STORE / "lock", timeout=0):
            sides = prepared(manifest, python, settings, names)
            backends = [backend(side) for side in sides]
            runner = Runner(checkout, settings, arguments.stuck)
            results = ours, theirs = measured(runner, sides, files, arguments.jobs)
            unsteady = again((runner, runner), sides, results)
    except Timeout:
        raise UpstreamError(f"another run is using {STORE}; wait for it") from None
    comparison = known_differences.compare(ours, theirs, known.differences, manifest.release, files)
    report = {
        "schema": SCHEMA,
        "release": manifest.release,
        "tests_of": tests_of,
        "python": version,
        "machine": platform.machine(),
        "settings": asdict(settings),
        "backends": dict(zip(("ours", "theirs"), backends, strict=True)),
        **as_json(files, results, comparison, unsteady),
    }
    if arguments.bindings:
        pass_rates.keep(report, sides[0].build)
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=2) + "\n", "utf-8")
    _print(report, names)
    return 0 if comparison.clean else 1


def checked(checkout: Path, release: str, files: Sequence[str]) -> Path:
    """Return the checkout, if it is of ``release`` and has ``files``.

    Raises:
        UpstreamError: It is not, or has not.
    """
    clone = f"git clone --depth 1 --branch jax-v{release} https://github.com/jax-ml/jax"
    version = checkout / "jax" / "version.py"
    try:
        found = re.search(r'^_version = "([^"]+)"', version.read_text("utf-8"), re.MULTILINE)
    except OSError as error:
        raise UpstreamError(
            f"no checkout of jax: {error.strerror}\n  wanted:    jax {release}\n  looked in: {version}\n"
            f"  To get one, run: {clone}"
        ) from error
    if not found or found[1] != release:
        raise UpstreamError(
            "the checkout is of another release\n"
            f"  wanted:    jax {release}, whose tests they must be\n"
            f"  found:     jax {found[1] if found else 'of no version'}\n"
            f"  looked in: {version}\n"
            f"  To fix it, run: git -C {checkout} fetch --depth 1 origin tag jax-v{release} && "
            f"git -C {checkout} checkout jax-v{release}; or use them all the same, with: "
            f"--tests-of {found[1] if found else 'RELEASE'}"
        )
    missing = [name for name in files if not _test_file(checkout, name).is_file()]
    if missing:
        raise UpstreamError(
            f"no such test file: {', '.join(missing)}\n  looked in: {checkout / 'tests'}, for NAME_test.py"
        )
    return checkout


def prepared(
    manifest: Manifest, python: Path, settings: Settings, wanted: tuple[str, str] = (OURS, THEIRS)
) -> tuple[Side, Side]:
    """Both environments, made anew where what goes into them has changed, in the order of their names."""

    def side(name: str) -> Side:
        requirements = [*backends(name, manifest.release, python), *_requirements(manifest.release)]
        return _side(name, manifest.release, python, settings, requirements)

    return side(wanted[0]), side(wanted[1])


def backends(name: str, release: str, python: Path) -> list[str]:
    """The requirements that make an environment the one called ``name``: jax, a jaxlib, and the family's wheels."""
    jaxlib, plugin = f"jaxlib=={release}", []
    if name == BINDINGS:
        jaxlib = str(build.jaxlib(release, python=str(python)))
    if name != THEIRS:
        plugin = [str(build.wheel(each, release)) for each in ("core", "cpu")]
    return [f"jax=={release}", jaxlib, *plugin]


def _side(name: str, release: str, python: Path, settings: Settings, requirements: Sequence[str]) -> Side:
    contents = [sha256(Path(item)) if item.endswith(".whl") else item for item in requirements]
    made_of = digest(str(python.resolve()), *contents)
    folder = STORE / f"{name}-{release}-{made_of}"
    environment, stamp = Environment(folder / "environment"), folder / "environment" / "made"
    if not stamp.exists():
        console.print(f"making an environment with {name}")
        # The results of other builds stay; their environments are large, and made again in seconds.
        for old in STORE.glob(f"{name}-{release}-*/environment"):
            shutil.rmtree(old)
        environment = Environment.create(environment.folder, python)
        try:
            environment.install(*requirements)
        except subprocess.CalledProcessError as error:
            raise UpstreamError(f"can't make an environment with {name}:\n{error.stdout}") from error
        stamp.touch()
    options = (f"{key}={value}" for key, value in settings.variables.items())
    results = folder / digest(sha256(RECORDER), *options)
    results.mkdir(exist_ok=True)
    return Side(name, environment, results, made_of)


def backend(side: Side) -> str:
    """What serves the CPU there, by its own account; it must be what the side is named for."""
    script = (
        "import importlib.metadata as m, jax; c = jax.devices()[0].client; "
        "print(c.platform, ', '.join([*c.platform_version.splitlines(), 'jaxlib']), m.version('jaxlib'))"
    )
    done = side.environment.run("-c", script, environment={"JAX_PLATFORMS": "cpu"})
    plugin, ours = OURS in done.stdout, done.stdout.strip().endswith("+bindings")
    if done.returncode or plugin != (side.name != THEIRS) or ours != (side.name == BINDINGS):
        raise UpstreamError(
            f"the environment with {side.name} does not run on it\n"
            f"  found:     {done.stdout.strip() or done.stderr.strip()}\n"
            f"  looked in: {side.environment.folder}"
        )
    return done.stdout.strip()


class Runs(Protocol):
    """What every run of a file has in common, whoever's tests they are."""

    @property
    def stuck(self) -> float:
        """The seconds after which a test is given up."""

    @property
    def options(self) -> Sequence[str]:
        """What pytest is started with, beside the file."""

    @property
    def variables(self) -> Mapping[str, str]:
        """Environment variables of the processes."""

    @property
    def sample(self) -> int:
        """How many tests of a file are run, at even distances; 0 for all."""

    def test_files(self, name: str) -> Sequence[Path]:
        """The files that one process runs under that name: one, or several of a kind."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Upstream's tests: `stuck` is the seconds after which a test is given up."""

    checkout: Path
    settings: Settings
    stuck: float
    sample: int = 0

    @property
    def options(self) -> Sequence[str]:
        """With upstream's own settings of pytest."""
        return ("-c", str(self.checkout / "pyproject.toml"), "--rootdir", str(self.checkout))

    @property
    def variables(self) -> Mapping[str, str]:
        """Environment variables of the processes."""
        return self.settings.variables

    def test_files(self, name: str) -> Sequence[Path]:
        """Where upstream keeps the tests of that name."""
        return (_test_file(self.checkout, name),)


def measured(
    runner: Runner, sides: Sequence[Side], files: Sequence[str], jobs: int
) -> tuple[dict[str, Result], dict[str, Result]]:
    """Run every file on every side; each side's results by test.

    Raises:
        UpstreamError: A file gives no tests at all, or a run was stopped.
    """
    found: tuple[dict[str, Result], dict[str, Result]] = ({}, {})
    tasks = [(name, number) for name in files for number in range(len(sides))]
    with _Told(len(tasks)) as told, ThreadPoolExecutor(jobs) as pool:

        def run(name: str, number: int) -> None:
            began = time.monotonic()
            results = Run(runner, sides[number], name).results()
            found[number].update(results)
            seconds = time.monotonic() - began
            told.done(f"{name} on {sides[number].name}: {summary(results.values())}, {seconds:.0f} s")

        futures = [pool.submit(run, *task) for task in tasks]
        try:
            for future in futures:
                future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            Run.stop()  # what is recorded stays
            raise
    broken = [
        result
        for results in found
        for test, result in results.items()
        if "::" not in test and result.outcome.bad
    ]
    if broken:
        raise UpstreamError(
            "no test of a file can be run\n"
            + "\n".join(f"  {result.test}: {result.message.strip()}" for result in broken)
            + f"\n  To see all of what it printed, look in: {STORE}"
        )
    return found


def again(
    runners: Sequence[Runs], sides: Sequence[Side], results: Sequence[dict[str, Result]]
) -> list[Result]:
    """Run by itself what ended badly on one side only; what ends well this time takes the first result's place.

    Returns the first results of those.
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


class Run:
    """One test file, or several in one process, on one side: the results so far, and the process for the rest."""

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
        """Every test's result; those that have none yet are run, in as many processes as it takes."""
        complete = self._base.with_name(f"{self._base.name}.complete")
        while True:
            found, left, _ = self._read()
            if not left and (complete.exists() or self._only is not None):
                return {test: found[test] for test in found if self._only is None or test in self._only}
            status, stuck = self._child(list(found))
            if Run._stopped.is_set():
                raise UpstreamError("stopped; the same command goes on from there")
            _, left, running = self._read()
            if status in ENDED and not stuck and not (left and self._only is None):
                for test in left:  # it was asked for by name, and this side has none of that name
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
        found: dict[str, Result] = {}
        running: str | None = None
        for line in self._lines():
            if "collected" in line:
                collected, running = line["collected"], None
            elif "began" in line:
                running = line["began"]
            else:
                found[line["test"]] = Result(**{**line, "outcome": Outcome(line["outcome"])})
                running = None
        wanted = collected if self._only is None else self._only
        return found, [test for test in wanted if test not in found], running

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
                continue  # cut off when the machine or the process went down; its test is run again
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
        """Run pytest until it ends or nothing happens for too long; its status, and whether it was killed."""
        request = self._base.with_name(f"{self._base.name}.request")
        only = None if self._only is None else list(self._only)
        sample = self._runner.sample if only is None else 0
        request.write_text(json.dumps({"skip": list(skip), "only": only, "sample": sample}), "utf-8")
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
                    # pytest's fault handler writes where every thread is before the process dies of it.
                    process.send_signal(signal.SIGABRT)
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(30)
                    _kill(process)
                    return process.wait(), True

    def _tail(self, status: int) -> str:
        ended = f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"
        lines = self._log.read_text("utf-8", "replace").splitlines()
        # Python's fault handler writes the innermost frame first.
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
    """Says how far the run is: a bar on a terminal, and a line for each file."""

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
    """Counts in words, the good ones first."""
    counts = Counter(result.outcome for result in results)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome if counts[outcome]) or "no tests"


def as_json(
    files: Sequence[str],
    results: Sequence[Mapping[str, Result]],
    comparison: Comparison,
    unsteady: Sequence[Result],
) -> dict[str, Any]:
    """What was found, for programs; the report's schema is ``tools/schemas/upstream.schema.json``."""
    counted: Counter[tuple[int, str, Outcome]] = Counter(
        (number, known_differences.file_of(result.test), result.outcome)
        for number, found in enumerate(results)
        for result in found.values()
    )

    def counts(number: int, name: str) -> dict[str, int]:
        ends = (outcome for outcome in Outcome if outcome is not Outcome.ABSENT)
        return {str(outcome): counted[number, name, outcome] for outcome in ends}

    def both(name: str) -> int:
        good = [
            {test for test, result in found.items() if result.outcome is Outcome.PASSED} for found in results
        ]
        return sum(known_differences.file_of(test) == name for test in good[0] & good[1])

    def end(result: Result) -> dict[str, str]:
        return {"outcome": str(result.outcome), "message": result.message}

    return {
        "clean": comparison.clean,
        "files": [
            {"file": name, "ours": counts(0, name), "theirs": counts(1, name), "both": both(name)}
            for name in files
        ],
        "differences": [
            {
                "test": item.test,
                "ours": end(item.ours),
                "theirs": end(item.theirs),
                "expected": item.expected.title if item.expected else None,
            }
            for item in comparison.differences
        ],
        "stale": [{"pattern": pattern, "title": entry.title} for pattern, entry in comparison.stale],
        "unsteady": [{"test": result.test, "message": result.message} for result in unsteady],
    }


def _print(report: Mapping[str, Any], names: tuple[str, str]) -> None:
    output = Console(highlight=False)
    if not output.is_terminal:
        output.width = 120
    title = f"upstream's tests of jax {report['tests_of']}, run with jax {report['release']}"
    table = Table(title=title, title_justify="left")
    table.add_column("file", no_wrap=True)
    for name in names:
        for outcome in ("passed", "failed", "skipped"):
            table.add_column(f"{name}\n{outcome}", justify="right")
    totals: Counter[str] = Counter()
    for row in report["files"]:
        sides = [(side, _three(row[side])) for side in ("ours", "theirs")]
        cells = {f"{side} {key}": value for side, three in sides for key, value in three.items()}
        totals.update(cells)
        table.add_row(row["file"], *map(str, cells.values()))
    table.add_section()
    table.add_row("all", *map(str, totals.values()))
    output.print(table)
    for item in report["differences"]:
        why = f"expected: {item['expected']}" if item["expected"] else "NOT EXPECTED"
        ends = f"{names[0]} {item['ours']['outcome']}, {names[1]} {item['theirs']['outcome']}"
        output.print(f"{item['test']}: {ends}; {why}", markup=False)
        if not item["expected"]:
            message = item["ours"]["message"] or item["theirs"]["message"]
            output.print("".join(f"    {line}\n" for line in message.splitlines()[:6]), end="", markup=False)
    for item in report["stale"]:
        output.print(f"{item['pattern']}: listed under {item['title']!r}, and does not differ", markup=False)
    for item in report["unsteady"]:
        output.print(f"{item['test']}: ended badly once, and well by itself", markup=False)
    unexpected = sum(1 for item in report["differences"] if not item["expected"])
    output.print(
        f"{len(report['differences'])} differences, {unexpected} of them not in the list; "
        f"{len(report['stale'])} in the list that are gone; {len(report['unsteady'])} unsteady"
    )


def _three(counts: Mapping[str, int]) -> dict[str, int]:
    """For a table: what crashed or hung has failed."""
    failed = sum(count for outcome, count in counts.items() if Outcome(outcome).bad)
    return {"passed": counts["passed"], "failed": failed, "skipped": counts["skipped"]}


def _requirements(release: str) -> list[str]:
    """The pins of what the tests need beside jax and jaxlib."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return [*groups["upstream-tests"], *groups[f"upstream-tests-{release}"]]


def _python(wanted: str | None, manifest: Manifest) -> tuple[str, Path]:
    """The Python to test with: its version, as ``--python`` has it, and its place."""
    serving = {
        f"{major}.{minor}": path
        for (major, minor), path in pythons().items()
        if manifest.serves(f"cp{major}{minor}")
    }
    version = wanted or ".".join(map(str, sys.version_info[:2]))
    if version not in serving:
        raise UpstreamError(
            f"no such Python for jax {manifest.release}\n  wanted: {version}\n"
            f"  found:  {', '.join(serving) or 'none'} on this machine\n  To name one, add: --python X.Y"
        )
    return version, serving[version]


def _test_file(checkout: Path, name: str) -> Path:
    return checkout / "tests" / f"{name}_test.py"


def names(text: str) -> tuple[str, ...]:
    """``api_test.py``, ``api_test`` and ``api`` are the same."""
    return tuple(
        dict.fromkeys(name.strip().removesuffix(".py").removesuffix("_test") for name in text.split(","))
    )


def digest(*items: str) -> str:
    """A short name for exactly these texts."""
    return hashlib.sha256("\n".join(items).encode()).hexdigest()[:12]


def sha256(path: Path) -> str:
    """Of a file's content, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
