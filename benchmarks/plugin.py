"""Compares jax on jaxlib-cpu (with upstream's jaxlib or the bindings) with jax on the CPU backend inside jaxlib."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks.comparison import START, Both, Comparison, Kind
from benchmarks.processes import devices, said
from benchmarks.results import Ratio, Samples, Sides, Single

DEVICES_GOAL = 1.05
IMPORT_GOAL = 0.03

IMPORT = """
import time
started = time.perf_counter()
import jaxlib_core
print(time.perf_counter() - started)
"""
#: Run after `import jax`: imports and initializes the plugin's modules as jax's own discovery does.
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

#: The number of distributions in the folder in which discovery is measured, and the goal in seconds.
DISTRIBUTIONS = 500
DISCOVERY_GOAL = 0.01
#: Run after `import jax`: measures the first discovery of a process.
DISCOVERY = """
import sys, time
import jax
from jaxlib_core.plugins import discovery
sys.path.append(sys.argv[1])
started = time.perf_counter()
discovery.discover()
print(time.perf_counter() - started)
"""


def _processes(both: Both, rounds: int) -> tuple[tuple[Ratio, ...], tuple[Single, ...]]:
    plugin, _ = both
    started, peaks, private = devices(both, rounds)
    alone = [float(said(plugin, IMPORT)) for _ in range(rounds)]
    registered: list[list[float]] = [json.loads(said(plugin, REGISTER)) for _ in range(rounds)]
    ratios = (
        Ratio("devices", START, "import jax; jax.devices()", "s", *started, goal=DEVICES_GOAL),
        Ratio("memory", START, "peak memory of the same", "MB", *peaks),
        Ratio("private", START, "private memory", "MB", *private),
    )
    with tempfile.TemporaryDirectory() as folder:
        _distributions(Path(folder), DISTRIBUTIONS)
        times = [float(said(plugin, DISCOVERY, folder)) for _ in range(rounds)]
    core, cpu = (Samples(tuple(pair)) for pair in zip(*registered, strict=True))
    return ratios, (
        Single("import", "import jaxlib_core, nothing else", "s", Samples(tuple(alone)), IMPORT_GOAL),
        Single("initialize_core", "jaxlib_core and its initialize(), after import jax", "s", core),
        Single("initialize_cpu", "jaxlib_cpu and its initialize(), after that", "s", cpu),
        Single(
            "discovery",
            f"finding the plugins among {DISTRIBUTIONS} more distributions",
            "s",
            Samples(tuple(times)),
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


PLUGIN = Comparison(
    Sides("jaxlib-cpu", "the CPU backend inside jaxlib", "plugin", "built-in"),
    Path(__file__).parent / "workers/plugin_worker.py",
    (Kind(bindings=False, plugin=True), Kind(bindings=False, plugin=False)),
    _processes,
)

FAMILY = replace(
    PLUGIN,
    sides=Sides("jaxlib-cpu and the bindings", "upstream's jaxlib", "family", "upstream"),
    kinds=(Kind(bindings=True, plugin=True), Kind(bindings=False, plugin=False)),
)
