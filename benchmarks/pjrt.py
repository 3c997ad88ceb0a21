"""``python -m benchmarks.pjrt``: compares jaxlib-pjrt with a ctypes client and jax, on the same plugin.

It measures calls, copies of 4 B to 1 GB, calls of two threads, and the first result of an exported model in a cold
process. All clients take turns in one run; only the ratios are comparable between machines. A missed goal is
marked, but is not an error. The time that the library itself takes for a call is measured from C (pjrt_floor.c,
with ``CC``); it is the limit for any client.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tools import BUILD
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.builder import build, definitions
from tools.console.svg import FONT, MARGIN, Picture, extent
from tools.environments.venv import Environment, oldest

WORKERS = Path(__file__).parent / "workers"
BASE = "jaxlib-pjrt"
FLOOR = "C"
Found = dict[str, dict[str, dict[str, list[float]]]]


class Row(NamedTuple):
    """One comparison: the factor by which jaxlib-pjrt is better than another client, and its goal, if any."""

    section: str
    case: str
    other: str
    ours: float
    theirs: float
    times: float
    goal: float | None

    @property
    def verdict(self) -> str:
        """Whether the goal is met."""
        if self.goal is None:
            return ""
        return f"{self.goal:g} {'met' if self.times >= self.goal else 'MISSED'}"


#: By section and the other: the goal, and whether more is better.
GOALS = {("calls", "ctypes"): 10.0, ("calls", "jax.jit"): 1.0, ("first result", "jax"): 6.0}
#: The reference of each copy and its goal: the memory's own speed, with an allowance for noise.
COPIES = {
    "to device, copied": ("memcpy to new memory", 0.9),
    "to device, shared": ("memcpy to new memory", 0.9),
    "to host, copied": ("memcpy to new memory", 0.9),
    "to host, shared": ("memcpy to new memory", 0.9),
}
SCHEMA = "jaxlib.bench-pjrt/1"
UNITS = {"calls": "us", "copies": "GB/s", "threads": "k/s", "first result": "s"}


def rows(measurements: Found) -> list[Row]:
    """Every comparison of a run."""
    rows_ = []
    for section, cases in measurements.items():
        for case, clients in cases.items():
            pairs: list[tuple[str, str, str, float | None]]
            if section == "copies":
                pairs = [(way, other, f"{way}", goal) for way, (other, goal) in COPIES.items()]
                # jax shares the array's memory, where it is aligned.
                pairs += [("to device, shared", "jax to device", "to device, shared", None)]
                pairs += [("to host, copied", "jax to host", "to host, copied", None)]
            else:
                pairs = [(BASE, other, "", GOALS.get((section, other))) for other in clients if other != BASE]
                if FLOOR in clients:
                    pairs.append((FLOOR, "ctypes", "the most that is possible", None))
            for own, other, name, goal in pairs:
                more = section in ("copies", "threads")
                times = median(
                    (a / b if more else b / a) for a, b in zip(clients[own], clients[other], strict=True)
                )
                # Below a megabyte a copy is a call, and the goal is about memory.
                large = section != "copies" or int(case.split()[0]) >= 1 << 20
                label = _size(int(case.split()[0])) if section == "copies" else case
                title = f"{label}, {name}" if name else label
                values = median(clients[own]), median(clients[other])
                rows_.append(Row(section, title, other, *values, times, goal if large else None))
    return rows_


def _size(count: int) -> str:
    for power, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if count >= 1 << power:
            return f"{count >> power} {unit}"
    return f"{count} B"


def main(argv: Sequence[str]) -> int:
    """Measure, print the table, and write the JSON and the picture if requested."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pjrt", description=__doc__)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--json", type=Path, help="write every number here")
    parser.add_argument(
        "--from", type=Path, dest="read", help="measure nothing; take what --json has written"
    )
    parser.add_argument("--picture", type=Path, metavar="FILE", help="such as docs/pjrt.svg")
    arguments = parser.parse_args(argv)
    measurements = (
        json.loads(arguments.read.read_text("utf-8"))["sections"]
        if arguments.read
        else measure(arguments.turns)
    )
    if arguments.json:
        report = {"schema": SCHEMA, "sections": measurements}
        arguments.json.write_text(json.dumps(report, indent=2) + "\n", "utf-8")
    table = Table(title="Medians; and how many times as good as the other jaxlib-pjrt is, turn by turn")
    for heading in ("case", "unit", BASE, "other", "", "times", "goal"):
        table.add_column(heading, justify="left" if heading in ("case", "unit", "other") else "right")
    for row in rows(measurements):
        numbers = (f"{row.ours:.3g}", row.other, f"{row.theirs:.3g}", f"{row.times:.2f}")
        table.add_row(row.case, UNITS[row.section], *numbers, row.verdict)
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    if arguments.picture:
        arguments.picture.write_text(picture(rows(measurements)).render(), "utf-8")
    return 0


def measure(turns: int) -> Found:
    """Measurements by section, case and client, a number for each turn."""
    python, line = oldest()
    release = load(line)
    wheels = [build.wheel(name, line) for name in ("core", "pjrt", "cpu")]
    environment = Environment.create(BUILD / "bench-pjrt", python)
    names = (
        f"{name}=={release.release}" for name in ("jax", "jaxlib", "jaxlib-core", "jaxlib-pjrt", "jaxlib-cpu")
    )
    environment.install(*names, "flatbuffers", "--find-links", str(wheels[0].parent))
    environment.install("--no-deps", "--reinstall", *map(str, wheels))
    header = environment.folder / "pjrt_c_api.h"
    header.write_bytes(definitions.pjrt_header(release, Cache()))
    floor = environment.folder / "pjrt_floor.so"
    compiler = shlex.split(os.environ.get("CC", "cc"))
    source = str(WORKERS / "pjrt_floor.c")
    flags = ["-std=c11", "-O2", "-shared", "-fPIC", f"-isystem{header.parent}"]
    subprocess.run([*compiler, *flags, source, "-o", str(floor)], check=True)
    library = next(environment.site_packages.glob("jaxlib_cpu/libjaxlib_cpu.so"))
    measurements: Found = json.loads(
        _run(environment, "pjrt_worker.py", *map(str, (library, header, floor, turns))).splitlines()[-1]
    )
    measurements["threads"] = {}
    for _ in range(turns):
        for name in (BASE, "jax.jit"):
            said = _run(environment, "pjrt_threads.py", str(library), name).splitlines()[-1]
            for case, rate in json.loads(said).items():
                measurements["threads"].setdefault(case, {}).setdefault(name, []).append(rate)
    _run(environment, "pjrt_first.py", "make", str(environment.folder))
    clients: dict[str, list[float]] = {BASE: [], "jax": []}
    processor: dict[str, list[float]] = {BASE: [], "jax": []}
    for turn in range(turns + 1):
        for name, elapsed in clients.items():
            seconds, busy, _ = _run(environment, "pjrt_first.py", name, str(environment.folder)).split()[-3:]
            if turn:  # the first brings the files into memory
                elapsed.append(float(seconds))
                processor[name].append(float(busy))
    measurements["first result"] = {"exported model, cold process": clients, "its CPU time": processor}
    return measurements


def _run(environment: Environment, script: str, *arguments: str) -> str:
    done = environment.run(str(WORKERS / script), *arguments, timeout=3000)
    if done.returncode:
        raise SystemExit(f"{script} ended with status {done.returncode}:\n{done.stderr}")
    return done.stdout


def picture(compared: Sequence[Row]) -> Picture:
    """The picture: a bar for each comparison, on a logarithmic scale; to the right of 1, jaxlib-pjrt is better."""
    drawn = Picture("jaxlib-pjrt against others on the same plugin, XLA:CPU")
    drawn.heading(drawn.title, size=FONT + 4)
    drawn.paragraph(
        "How many times as good jaxlib-pjrt is: less time for a call and for the first result, more bytes and "
        "calls a second, on a logarithmic scale. Right of 1 it does better; the mark is the goal, a number in bold "
        "misses it. Medians of the ratios of turns in one run."
    )
    left = MARGIN + max(extent(f"{row.case} / {row.other}", FONT - 1) for row in compared)
    right = drawn.right - extent("000.00") - 8
    low, high = 0.1, 100.0

    def at(times: float) -> float:
        bounded = min(max(times, low), high)
        return left + (right - left) * math.log(bounded / low) / math.log(high / low)

    section = ""
    for row in compared:
        if row.section != section:
            section = row.section
            drawn.y += 8
            drawn.heading(section, size=FONT)
        drawn.y += 16
        drawn.text(MARGIN, drawn.y, f"{row.case} / {row.other}", size=FONT - 1)
        begin, end = sorted((at(1), at(row.times)))
        drawn.bar(begin, drawn.y - 9, end - begin, 10, "ours" if row.times >= 1 else "theirs")
        if row.goal is not None:
            drawn.line(at(row.goal), drawn.y - 11, at(row.goal), drawn.y + 3, "limit", width=2)
        missed = row.goal is not None and row.times < row.goal
        drawn.text(drawn.right, drawn.y, f"{row.times:.2f}", anchor="end", size=FONT - 1, bold=missed)
    drawn.y += 10
    return drawn


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
