"""The examples that need more than the CPU's family: libraries of a TPU and a GPU, a checkout, a registry."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.installed.conftest import COMMON, PYTHONS, RELEASE, add, plugin_alone, wheels
from tests.installed.page_reader import ExampleReader, checkout, commands, comparable, nox, printed
from tools import DIST, ROOT
from tools.artifacts.manifest import load
from tools.builder import build
from tools.environments.venv import Environment, uv

PYTHON = f"{COMMON[0]}.{COMMON[1]}"


@pytest.fixture(scope="module")
def folder(temporary: Callable[[str], Path]) -> Iterator[Path]:
    folder = temporary("examples")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def compiles(folder: Path, make: Callable[..., Environment]) -> ExampleReader:
    """With libtpu and its plugin, and of NVIDIA's only what the CUDA plugin compiles with."""
    libtpu = load(RELEASE).artifact("libtpu").version
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    environment = plugin_alone(make, "tpu", RELEASE, f"libtpu=={libtpu}", *groups["aot-cuda12"])
    return ExampleReader(folder, "ahead_of_time", environment)


def test_ahead_of_time(compiles: ExampleReader) -> None:
    compiles.follows_the_page()


def test_a_step_over_its_budget_fails_the_job(compiles: ExampleReader) -> None:
    (compiles.folder / "tight.toml").write_text('"tpu:v5e:2x2" = 0.1\n')
    said = compiles.types("python check_memory.py tight.toml", status=1)
    assert "OVER" in said
    assert "1 of 1 targets are over their budget in tight.toml" in said


def test_a_target_without_its_plugin_is_no_success(compiles: ExampleReader) -> None:
    (compiles.folder / "unknown.toml").write_text('"tpu:v99:2x2" = 1.0\n')
    assert "v99" in compiles.types("python check_memory.py unknown.toml", status=2)


def test_ahead_of_time_for_gpus(compiles: ExampleReader) -> None:
    build.wheel("cuda12", RELEASE)
    add(compiles.environment, "cuda12", RELEASE)
    (compiles.folder / "gpus.toml").write_text('"cuda:h100x8" = 60.0\n')
    assert re.search(r"cuda:h100x8 +8 ", compiles.types("python check_memory.py gpus.toml"))


def test_plugin(folder: Path, make: Callable[..., Environment]) -> None:
    # The system's own Python runs the factory, the environment's what comes out of it.
    programs = nox(folder, "python3")
    reader = ExampleReader(folder, "plugin", make(f"jax=={RELEASE}"))
    reader.folder = checkout(folder)
    reader.variables["PATH"] = f"{programs}:{os.environ['PATH']}"
    said = ""
    for command in commands(reader.page):
        if command.startswith("pip install"):
            environment = reader.environment
            names = [f"{name}=={RELEASE}" for name in ("jax", "jaxlib-cpu", "jaxlib-acme")]
            environment.install("--find-links", str(reader.folder / "dist"), *names)
            reader.variables["PATH"] = f"{environment.python.parent}:{os.environ['PATH']}"
        elif command.startswith("nox -s build"):
            reader.types(f"{command} {'' if ' -- ' in command else '--'} --release {RELEASE}")
        elif command.startswith("nox -s new_plugin"):
            reader.types(f"{command} --release {RELEASE}")
        else:
            said += reader.types(command)
    reader.as_the_page_says(said)


def test_lock(folder: Path, make: Callable[..., Environment]) -> None:
    """Three folders stand for three machines, each with a home of its own."""
    wheels(RELEASE)
    build.wheel("lock", RELEASE)
    reader = ExampleReader(folder, "lock", make(f"jaxlib-lock=={RELEASE}"))
    programs = [str(Path(uv()).resolve().parent)] if os.sep in uv() else []
    path = os.pathsep.join([reader.variables["PATH"], *programs, str(PYTHONS[COMMON].parent)])
    reader.variables |= {"PATH": path, "PIP_FIND_LINKS": str(DIST)}
    machines: list[Path] = []
    said: list[str] = []
    for command in commands(reader.page):
        if command.startswith(("jaxlib-lock", "uv venv --python 3.12 ci", "python3.12 -m venv")):
            machines.append(folder / f"machine{len(machines)}")
            shutil.copytree(reader.folder, machines[-1])
            reader.folder = machines[-1]
            reader.variables["HOME"] = str(machines[-1])
        if "fingerprint.py" not in command:
            reader.types(
                command.replace("3.12", PYTHON).replace("--hardware", f"--release {RELEASE} --hardware")
            )
        else:
            said.append(reader.types(command))
    assert len(machines) == len(said) == 3
    assert len(set(said)) == 1, said
    count, wanted = (line.partition(",")[0] for line in (said[0], printed(reader.page)[0]))
    assert comparable(count) == comparable(wanted)
