"""jaxlib (bindings-only) against upstream's jaxlib, with the same jax and the same jaxlib-cpu."""

from __future__ import annotations

from pathlib import Path

from benchmarks.comparison import START, Both, Comparison, Kind
from benchmarks.processes import devices, in_turns, said
from benchmarks.results import Ratio, Samples, Sides, Single
from tools.environments.venv import Environment

IMPORT = """
import time
started = time.perf_counter()
import jax
print(time.perf_counter() - started)
"""


def _processes(both: Both, rounds: int) -> tuple[tuple[Ratio, ...], tuple[Single, ...]]:
    ours, theirs = both
    imported = in_turns(rounds, lambda: float(said(ours, IMPORT)), lambda: float(said(theirs, IMPORT)))
    started, peaks, private = devices(both, rounds)
    # The bindings need jaxlib-core and jaxlib-cpu for a CPU; upstream's jaxlib needs nothing else.
    needed = sum(_megabytes(ours, name) for name in ("jaxlib", "jaxlib_core", "jaxlib_cpu"))
    upstream = _megabytes(theirs, "jaxlib")
    return (
        Ratio("import", START, "import jax", "s", *imported, goal=1.0),
        Ratio("devices", START, "import jax; jax.devices()", "s", *started),
        Ratio("memory", START, "peak memory of the same", "MB", *peaks),
        Ratio("private", START, "private memory", "MB", *private),
        Ratio(
            "size",
            START,
            "size on disk, with a CPU backend",
            "MB",
            Samples((needed,)),
            Samples((upstream,)),
            1.0,
        ),
    ), (Single("jaxlib", "size on disk of jaxlib itself", "MB", Samples((_megabytes(ours, "jaxlib"),))),)


def _megabytes(environment: Environment, package: str) -> float:
    """The size of a package's files without bytecode, which the installed Python writes."""
    files = (environment.site_packages / package).rglob("*")
    return sum(path.stat().st_size for path in files if path.is_file() and path.suffix != ".pyc") / 1e6


JAXLIB = Comparison(
    Sides("jaxlib (bindings-only)", "upstream's jaxlib", "bindings", "upstream"),
    Path(__file__).parent / "workers/jaxlib_worker.py",
    (Kind(bindings=True, plugin=True), Kind(bindings=False, plugin=True)),
    _processes,
)
