"""``python -m benchmarks``: compares this repository's distributions with the upstream ones that they replace.

``plugin``: jax with jaxlib-cpu against jax with the CPU backend inside jaxlib. ``family``: the same work with
jaxlib (bindings-only) and jaxlib-cpu against upstream's jaxlib, as a user of either project has it. ``jaxlib``:
jaxlib (bindings-only) against upstream's jaxlib, with the same jaxlib-cpu.

There are two new environments with a long-lived process in each, which take short turns, A B B A, so that other
load on the machine affects both. The result is the median, with quartiles, of the ratios of neighbouring turns. A
missed goal is marked in the table and the JSON, but is not an error. To use only some of the machine's cores:
``taskset -c 0 python -m benchmarks``.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import jsonschema
from rich.console import Console

from benchmarks.jaxlib import JAXLIB
from benchmarks.plugin import FAMILY, PLUGIN
from benchmarks.processes import BenchmarkError
from benchmarks.results import SCHEMA
from tools.artifacts.cache import ArtifactError
from tools.artifacts.manifest import DEFAULT, ManifestError, load, releases
from tools.builder import build
from tools.console.progress import CONSOLE

REPORT = Path(__file__).with_name("bench.schema.json")
COMPARISONS = {"plugin": PLUGIN, "family": FAMILY, "jaxlib": JAXLIB}
#: The former name of a comparison.
ALIASES = {"bindings": "jaxlib"}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        type=lambda name: ALIASES.get(name, name),
        choices=COMPARISONS,
        default="plugin",
        help="what is compared (default: plugin)",
    )
    parser.add_argument("--release", choices=releases(), help=f"release line ({DEFAULT})")
    parser.add_argument("--rounds", type=int, default=31, help="turns of each of the two (default: 31)")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="this piece of work, or this group; can be repeated"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help=f"write JSON of schema {SCHEMA}")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="write a picture, such as docs/benchmarks.svg"
    )
    return parser


def main() -> int:
    """Measures and prints the tables; returns 0 unless something could not be run."""
    parser = _parser()
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds: wanted 1 or more, found {arguments.rounds}")
    try:
        release = load(arguments.release).release
        results = COMPARISONS[arguments.what].run(release, arguments.rounds, arguments.only)
    except (BenchmarkError, ManifestError, ArtifactError, build.BuildError) as error:
        CONSOLE.print("error:", style="red", end=" ")
        CONSOLE.print(str(error))
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
