"""``python -m tests.benchmarks.binding``: what a call costs with jaxlib-pjrt, a ctypes client and jax's jit.

All three run the same programs on the same plugin, in turns, in one process of a new environment. Only the ratios
mean anything elsewhere. Nothing is asserted; a missed goal is said.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from tools import BUILD, build, stage
from tools.cache import Cache
from tools.environment import Environment, pythons
from tools.manifest import load

WORKER = Path(__file__).with_name("binding_worker.py")
BASE = "jaxlib-pjrt"
#: How many times what the binding needs each of the others should need at least.
GOALS = {"ctypes": 10.0, "jax.jit": 1.0}


def main(argv: Sequence[str]) -> int:
    """Measure, print the table, and write the JSON where it is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.binding", description=__doc__)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--json", type=Path, help="write every number here")
    arguments = parser.parse_args(argv)
    found = measure(arguments.turns)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")
    table = Table(title="Microseconds a call, medians; and how many times jaxlib-pjrt's, turn by turn")
    for heading in ("program", "client", "us", "times", "goal"):
        table.add_column(heading, justify="left" if heading in ("program", "client") else "right")
    for program, clients in found.items():
        for client, samples in clients.items():
            times = median(other / own for other, own in zip(samples, clients[BASE], strict=True))
            goal = GOALS.get(client)
            verdict = "" if goal is None else f"{goal:.1f} {'met' if times >= goal else 'MISSED'}"
            table.add_row(program, client, f"{median(samples):.2f}", f"{times:.2f}", verdict)
    Console().print(table)
    return 0


def measure(turns: int) -> dict[str, dict[str, list[float]]]:
    """Program to client to microseconds a call, one number a turn."""
    release = load()
    wheels = [build.wheel(name) for name in ("core", "binding", "cpu")]
    oldest = min(pythons().items())[1]
    environment = Environment.create(BUILD / "bench-binding", oldest)
    names = (
        f"{name}=={release.release}" for name in ("jax", "jaxlib", "jaxlib-core", "jaxlib-pjrt", "jaxlib-cpu")
    )
    refreshed = [
        option for name in ("core", "pjrt", "cpu") for option in ("--refresh-package", f"jaxlib-{name}")
    ]
    environment.install(*names, "--find-links", str(wheels[0].parent), *refreshed)
    header = BUILD / "bench-binding" / "pjrt_c_api.h"
    header.write_bytes(stage.pjrt_header(release, Cache()))
    library = next(environment.site_packages.glob("jaxlib_cpu/libjaxlib_cpu.so"))
    done = environment.run(str(WORKER), str(library), str(header), str(turns), timeout=1200)
    if done.returncode:
        raise SystemExit(f"the worker ended with status {done.returncode}:\n{done.stderr}")
    found: dict[str, dict[str, list[float]]] = json.loads(done.stdout.splitlines()[-1])
    return found


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
