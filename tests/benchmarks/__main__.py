"""``python -m tests.benchmarks``: what this project makes against what it stands in for.

``plugin``: jax with jaxlib-cpu against jax with the CPU backend inside jaxlib. ``family``: the same work with the
bindings in place of upstream's jaxlib on our side: what a user gets of the family against what upstream ships.
``bindings``: jaxlib with the bindings only against upstream's jaxlib, with the same jaxlib-cpu.

Two new environments, and a process of each that lives to the end. They are measured in short turns, A B B A: what
disturbs the machine disturbs both. What counts is the ratio of each turn to the one beside it, and of these ratios
the median, with quartiles that say how much it can be trusted. Nothing is asserted; a missed goal is said in the
table and in the JSON. On some of the machine's cores only: ``taskset -c 0 python -m tests.benchmarks``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import jsonschema
from rich.console import Console

from tests.benchmarks.bindings import BINDINGS
from tests.benchmarks.comparison import console
from tests.benchmarks.plugin import FAMILY, PLUGIN
from tests.benchmarks.processes import BenchmarkError
from tests.benchmarks.results import SCHEMA
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import ManifestError, load, releases
from tools.builder import build

REPORT = Path(__file__).with_name("bench.schema.json")
COMPARISONS = {"plugin": PLUGIN, "family": FAMILY, "bindings": BINDINGS}


def main() -> int:
    """Measure, and print the tables; 0 unless something could not be run."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "what", nargs="?", choices=COMPARISONS, default="plugin", help="what is compared (default: plugin)"
    )
    parser.add_argument(
        "--release", choices=releases(), help="release line (default: the manifest marked so)"
    )
    parser.add_argument("--rounds", type=int, default=31, help="turns of each of the two (default: 31)")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="this piece of work, or this group; can be repeated"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help=f"write JSON of schema {SCHEMA}")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="write a picture, such as docs/benchmarks.svg"
    )
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds: wanted 1 or more, found {arguments.rounds}")
    try:
        release = load(arguments.release).release
        results = COMPARISONS[arguments.what].run(release, arguments.rounds, arguments.only)
    except (BenchmarkError, ManifestError, ArtifactError, build.BuildError) as error:
        console.print("[red]error:[/]", end=" ")
        console.print(str(error), markup=False, soft_wrap=True)
        return 1
    output = Console(highlight=False)
    if not output.is_terminal:
        output.width = 140
    output.print(*results.tables())
    if arguments.json:
        report = results.as_json()
        jsonschema.validate(report, json.loads(REPORT.read_text("utf-8")))
        _write(arguments.json, json.dumps(report, indent=2) + "\n")
    if arguments.picture:
        _write(arguments.picture, results.picture())
    return 0


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
