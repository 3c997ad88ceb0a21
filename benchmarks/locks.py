"""``python -m benchmarks.locks``: measures the time and memory of jaxlib-lock against uv's own.

For each project, hardware and Python: `make`, `verify`, and uv alone, which locks the same requirements and exports
them in both formats, each *cold*, with an empty cache, and *warm*, once more with the same cache. The goal: at most
twice uv's own time. The projects are MaxText's base requirements, Flax with its tests' extra, and
``projects/large`` with all its extras.

``--page`` keeps the rows in ``results/locks.json`` and rewrites the table in ``docs/locks.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import tomlkit
from jaxlib_lock import host
from jaxlib_lock.project import Selection
from jaxlib_lock.seeds import Seeds
from rich.console import Console

from benchmarks.commands import Measured, measured
from tools import BUILD, DIST, ROOT, results
from tools.builder import build
from tools.builder.seeds import seeds
from tools.console.pages import with_part
from tools.environments.venv import Environment, uv
from tools.interpreters import pythons
from tools.models.base_requirements import requirements

#: Our commands, and uv's, which the others are compared with.
COMMANDS = ("make", "verify", "uv")
TEMPERATURES = ("cold", "warm")
#: The goal: `make` and `verify` take at most so many times uv's own time.
GOAL = 2.0
PROJECTS = ("maxtext", "flax", "large")
RECORDED = results.RESULTS / "locks.json"
#: The page with the table, and the marks around it.
PAGE = ROOT / "docs/locks.md"
MARKS = ("<!-- locks: nox -s bench_lock -- --page -->", "<!-- end of locks -->")

console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)


@dataclass(frozen=True)
class Case:
    """A project to lock.

    Attributes:
        project: One of ``PROJECTS``.
        hardware: The hardware.
        python: The Python, such as ``3.12``.
        release: The family's release.
    """

    project: str
    hardware: str
    python: str
    release: str

    @property
    def name(self) -> str:
        """The name of its row."""
        return f"{self.project} {self.hardware} {self.python}"


def main(argv: Sequence[str]) -> int:
    """Measure; 0 if each command ended well."""
    known = Seeds(seeds())
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locks", description=__doc__)
    parser.add_argument("--project", action="append", choices=PROJECTS, help="default: every one")
    parser.add_argument("--hardware", action="append", choices=known.hardware(), help="default: every one")
    parser.add_argument(
        "--python", action="append", metavar="3.12", help="default: every one of this machine"
    )
    parser.add_argument("--page", action="store_true", help="keep the rows, and show them in the docs")
    arguments = parser.parse_args(argv)
    here = {f"{major}.{minor}": path for (major, minor), path in sorted(pythons().items())}
    if missing := [python for python in arguments.python or () if python not in here]:
        parser.error(f"wanted Pythons of this machine ({', '.join(here)}), found {', '.join(missing)}")
    failed = 0
    for python in arguments.python or here:
        every = arguments.hardware or known.hardware()
        environment = _environment(python, here[python], known.newest(python), every)
        for hardware in every:
            for project in arguments.project or PROJECTS:
                case = Case(project, hardware, python, known.newest(python))
                try:
                    row = _row(case, environment, known)
                except subprocess.CalledProcessError as error:
                    console.print(f"{case.name}: {error}\n{error.stderr or ''}")
                    failed += 1
                    continue
                console.print(_told(case, row))
                if arguments.page:
                    results.replace_rows(RECORDED, "locks", {case.name: row})
    if arguments.page:
        table = as_markdown(results.read_rows(RECORDED, "locks")["rows"])
        PAGE.write_text(with_part(PAGE, MARKS, table), "utf-8")
    return int(failed > 0)


def _environment(python: str, interpreter: Path, release: str, hardware: Sequence[str]) -> Environment:
    """An environment of that Python with jaxlib-lock; the wheels that its locks keep are built."""
    for name in ("core", *hardware):
        build.wheel(name, release)
    environment = Environment.create(BUILD / "bench" / f"lock-{python}", interpreter)
    environment.install("--compile-bytecode", str(build.wheel("lock", release)))
    return environment


def _row(case: Case, environment: Environment, known: Seeds) -> dict[str, Any]:
    """Measure each command, cold and warm.

    Raises:
        subprocess.CalledProcessError: One failed.
    """
    with tempfile.TemporaryDirectory(prefix="jaxlib-bench-lock-") as scratch:
        folder = Path(scratch)
        asked, options = _asked(case, folder)
        command = str(environment.folder / "bin" / "jaxlib-lock")
        make = [command, "make", *options, "--hardware", case.hardware, "--python", case.python]
        make += ["--release", case.release, "--find-links", str(DIST), "--out"]
        taken: dict[str, dict[str, Measured]] = {}
        for temperature in TEMPERATURES:
            out = folder / temperature
            project = _project_of_uv(folder / f"uv-{temperature}", case, asked, known)
            steps = {
                "make": [[*make, str(out)]],
                "verify": [[command, "verify", str(out)]],
                "uv": list(_uv(project, environment.python)),
            }
            taken[temperature] = {
                name: _sum(
                    measured(step, cwd=project, variables=_cache(folder, name), quiet=True)
                    for step in steps[name]
                )
                for name in COMMANDS
            }
        packages = len(json.loads((folder / "warm" / "lock.json").read_text("utf-8"))["packages"])
    return {
        **asdict(case),
        "packages": packages,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        **{name: {key: asdict(value) for key, value in values.items()} for name, values in taken.items()},
    }


def _asked(case: Case, folder: Path) -> tuple[list[str], list[str]]:
    """The requirements of a project, and the options that give them to `make`."""
    extras: list[str] = []
    if case.project == "maxtext":
        path = requirements(case.release, case.hardware, folder)
    elif case.project == "flax":
        path = folder / "flax.txt"
        path.write_text("flax[testing]\n", "utf-8")
    else:
        path = Path(__file__).with_name("projects") / case.project / "pyproject.toml"
        extras = [*tomllib.loads(path.read_text("utf-8"))["project"]["optional-dependencies"]]
    selection = Selection(
        python=case.python,
        universal=True,
        architecture=platform.machine(),
        extras=tuple(extras),
        groups=(),
    )
    read = host.read([path], selection)
    options = ["--requirements", str(path), *(word for name in extras for word in ("--extra", name))]
    return [line for line, _ in read.requirements], options


def _project_of_uv(folder: Path, case: Case, asked: Sequence[str], known: Seeds) -> Path:
    """A project with the same requirements, of which uv makes the same environment."""
    seed = known.find(case.release, case.hardware, case.python)
    folder.mkdir()
    project = {
        "name": "project",
        "version": "1",
        "requires-python": f">={case.python}",
        "dependencies": [*asked, *seed.requires],
    }
    settings = {
        "package": False,
        "constraint-dependencies": list(seed.constraints),
        "exclude-dependencies": list(seed.names),
        "find-links": [str(DIST)],
    }
    (folder / "pyproject.toml").write_text(
        tomlkit.dumps({"project": project, "tool": {"uv": settings}}), "utf-8"
    )
    return folder


def _uv(project: Path, python: Path) -> Iterator[list[str]]:
    """What a user of uv runs for the same files."""
    options = ["--project", str(project), "--python", str(python), "--no-python-downloads", "--quiet"]
    yield [uv(), "lock", *options]
    for name in ("requirements.txt", "pylock.toml"):
        yield [uv(), "export", *options, "--locked", "--no-emit-project", "--format", name, "-o", name]


def _cache(folder: Path, name: str) -> dict[str, str]:
    """The variables for the caches of a command, which begin empty."""
    return {
        "UV_CACHE_DIR": str(folder / f"cache-{name}"),
        "JAXLIB_CACHE": str(folder / f"cache-of-jaxlib-{name}"),
    }


def _sum(parts: Iterator[Measured]) -> Measured:
    done = list(parts)
    return Measured(
        sum(part.seconds for part in done),
        sum(part.processor for part in done),
        max(part.peak for part in done),
    )


def ratio(row: Mapping[str, Any], temperature: str, name: str) -> float:
    """The time of one of our commands in a row over uv's."""
    return float(row[temperature][name]["seconds"] / row[temperature]["uv"]["seconds"])


def _told(case: Case, row: Mapping[str, Any]) -> str:
    parts = [
        f"{name} {temperature} {row[temperature][name]['seconds']:.1f} s ({ratio(row, temperature, name):.2f})"
        for name in COMMANDS[:2]
        for temperature in TEMPERATURES
    ]
    return f"{case.name}: {row['packages']} packages; {', '.join(parts)}; goal {GOAL:.1f} of uv's own"


def as_markdown(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The table of the measurements, and a sentence on all of them."""
    lines = [
        "| project | hardware | Python | packages | `make` cold, warm | `verify` cold, warm | uv alone cold, warm "
        "| `make` over uv | memory at most, uv's |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows.values():
        seconds = [
            ", ".join(f"{row[temperature][name]['seconds']:.1f}" for temperature in TEMPERATURES) + " s"
            for name in COMMANDS
        ]
        ratios = ", ".join(f"{ratio(row, temperature, 'make'):.2f}" for temperature in TEMPERATURES)
        memory = ", ".join(
            f"{max(row[temperature][name]['peak'] for temperature in TEMPERATURES) / 1e6:.0f}"
            for name in ("make", "uv")
        )
        lines.append(
            f"| {row['project']} | {row['hardware']} | {row['python']} | {row['packages']} | {seconds[0]} "
            f"| {seconds[1]} | {seconds[2]} | {ratios} | {memory} MB |"
        )
    every = [
        ratio(row, temperature, name)
        for row in rows.values()
        for temperature in TEMPERATURES
        for name in COMMANDS[:2]
    ]
    lines.append("")
    lines.append(
        f"Over uv's own time, in the geometric mean {geometric_mean(every):.2f}, at most {max(every):.2f}; "
        f"{sum(value <= GOAL for value in every)} of {len(every)} are at most {GOAL:.0f}."
    )
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
