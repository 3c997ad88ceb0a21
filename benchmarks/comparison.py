"""A comparison: two environments that differ in one thing, and the work that is measured in both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import (
    BenchmarkError,
    UnsupportedError,
    Worker,
    environments,
    in_short_turns,
    oldest,
    said,
    worker,
)
from benchmarks.results import Ratio, Results, Sides, Single, Unsupported
from tools.builder import build
from tools.console.progress import Work
from tools.environments.venv import Environment

#: Rounds of measurements that start a new process each time; there are fewer, because each takes seconds.
PROCESS_ROUNDS = 10
START = "start of a process"

Both = tuple[Environment, Environment]


@dataclass(frozen=True, slots=True)
class Kind:
    """What an environment contains besides jax.

    Attributes:
        bindings: Whether its jaxlib is the bindings-only one instead of upstream's.
        plugin: Whether jaxlib-cpu serves the CPU.
    """

    bindings: bool
    plugin: bool

    def requirements(self, release: str) -> list[str]:
        """The requirements to install for it; builds the family's wheels."""
        jaxlib = f"jaxlib=={release}"
        if self.bindings:
            jaxlib = str(build.jaxlib(release, python=str(oldest(release))))
        wheels = [str(build.wheel(name, release)) for name in ("core", "cpu")] if self.plugin else []
        # jax.export needs flatbuffers.
        return [f"jax=={release}", jaxlib, "flatbuffers", *wheels]

    @classmethod
    def of(cls, process: Worker) -> Kind:
        """The kind of environment that a worker reports."""
        return cls("+" in process.jaxlib, bool(process.plugins))

    def __str__(self) -> str:
        jaxlib = "jaxlib (bindings-only)" if self.bindings else "upstream's jaxlib"
        return f"{jaxlib} {'and' if self.plugin else 'without'} jaxlib-cpu"


@dataclass(frozen=True)
class Comparison:
    """Two environments that differ in one thing.

    Attributes:
        sides: The names of both sides.
        script: The worker script, which lists the work and does it in a process of each environment.
        kinds: The kinds of both environments, ours first.
        processes: Measures what needs new processes: ratios, and single values of our side.
    """

    sides: Sides
    script: Path
    kinds: tuple[Kind, Kind]
    processes: Callable[[Both, int], tuple[tuple[Ratio, ...], tuple[Single, ...]]]

    def run(self, release: str, rounds: int, only: Sequence[str] | None = None) -> Results:
        """Make both environments and measure all work, or the work that ``only`` names.

        Raises:
            BenchmarkError: An environment could not be made, a process in it failed, or a name is unknown.
        """
        with Work("making two environments"):
            names = (self.sides.our_column, self.sides.their_column)
            wanted = {name: kind.requirements(release) for name, kind in zip(names, self.kinds, strict=True)}
            both = environments(release, wanted)
        singles: tuple[Single, ...] = ()
        with worker(both[0], self.script) as ours, worker(both[1], self.script) as theirs:
            if (kinds := (Kind.of(ours), Kind.of(theirs))) != self.kinds:
                raise BenchmarkError(
                    f"wanted: {' and '.join(map(str, self.kinds))}\nfound:  {' and '.join(map(str, kinds))}"
                )
            work = _measured(_chosen(ours, only), ours, theirs, rounds)
            our_version, their_version = (f"jaxlib {side.jaxlib}, {side.version}" for side in (ours, theirs))
        if only is None or START in only:
            with Work("starting processes"):
                started, singles = self.processes(both, min(rounds, PROCESS_ROUNDS))
                work[:0] = started
        python = said(both[0], "import sys; print('%d.%d' % sys.version_info[:2])").strip()
        return Results(self.sides, release, python, rounds, our_version, their_version, tuple(work), singles)


def _chosen(known: Worker, only: Sequence[str] | None) -> dict[str, tuple[str, str]]:
    """The group and the title of each piece of work that ``only`` names, or of all."""
    names = {START, *known.work, *(group for group, _ in known.work.values())}
    if unknown := set(only or ()) - names:
        raise BenchmarkError(f"wanted: any of {sorted(names)}\nfound:  --only {' '.join(sorted(unknown))}")
    return {
        name: titles for name, titles in known.work.items() if only is None or {name, titles[0]} & set(only)
    }


def _measured(
    chosen: Mapping[str, tuple[str, str]], ours: Worker, theirs: Worker, rounds: int
) -> list[Ratio | Unsupported]:
    work: list[Ratio | Unsupported] = []
    with Work("measuring", len(chosen)) as progress:
        for name, (group, title) in chosen.items():
            try:
                seconds = in_short_turns(name, ours, theirs, rounds)
            except UnsupportedError as error:
                work.append(Unsupported(name, group, title, str(error)))
            else:
                work.append(Ratio(name, group, title, "s", *seconds))
            progress.advance()
    return work
