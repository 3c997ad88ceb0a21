"""Real environments: the built wheels installed beside upstream's jax, on every Python of this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tools import DIST
from tools.artifacts.manifest import load, releases
from tools.builder import build
from tools.elf import stubs
from tools.environments.venv import Environment, oldest
from tools.interpreters import every, pythons

PYTHONS = pythons()
#: The line of the tests that need only one: the newest that every Python of this machine goes with.
RELEASE = oldest()[1]


def lines_for(version: tuple[int, int]) -> list[str]:
    """The release lines with a jaxlib of upstream's for this Python, the oldest first."""
    return [release for release in releases() if load(release).has_jaxlib(f"cp{version[0]}{version[1]}")]


#: The Python on which every release line installs, or else the oldest.
COMMON = next((version for version in PYTHONS if lines_for(version) == [*releases()]), min(PYTHONS))


def oldest_python(release: str) -> tuple[int, int]:
    """The oldest Python of this machine that ``release`` serves."""
    versions = [version for version in PYTHONS if release in lines_for(version)]
    if not versions:
        pytest.skip(f"no Python on this machine for {release}: it is NOT TESTED")
    return versions[0]


def wheels(release: str) -> list[Path]:
    """jaxlib-core and jaxlib-cpu of ``release``, built unless they are up to date."""
    return [build.wheel("core", release), build.wheel("cpu", release)]


def plugin_alone(make: Callable[..., Environment], name: str, release: str, *others: str) -> Environment:
    """A new environment with jax and the plugin ``name``, but without the vendor's libraries that it requires.

    These are gigabytes, and useless without the hardware.
    """
    build.wheel("core", release)
    build.wheel(name, release)
    environment = make(f"jax=={release}", f"jaxlib-core=={release}", *others)
    add(environment, name, release)
    return environment


def add(environment: Environment, name: str, release: str) -> None:
    """Install the plugin ``name`` into ``environment``, just as it was built, and nothing that it requires."""
    environment.install("--no-deps", "--no-index", "--find-links", str(DIST), f"jaxlib-{name}=={release}")


@contextmanager
def descriptor_of(environment: Environment, module: str) -> Iterator[Callable[..., None]]:
    """A function that changes keys of an installed descriptor, merging objects; it is restored afterwards."""
    path = environment.site_packages / module / "plugin.json"
    before = path.read_bytes()

    def change(**values: Any) -> None:
        data = json.loads(path.read_bytes())
        for key, value in values.items():
            data[key] = {**data[key], **value} if isinstance(value, dict) else value
        replace(path, json.dumps(data).encode())

    try:
        yield change
    finally:
        replace(path, before)


@pytest.fixture(scope="session")
def blank() -> bytes:
    """An empty shared object with a placeholder name, which ``named`` replaces."""
    return stubs.blank()


def named(blank: bytes, path: Path) -> Path:
    """Write an empty library to ``path``, with the file's name as its soname."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(stubs.named(blank, path.name))
    return path


def replace(path: Path, content: bytes) -> None:
    """Replace ``path`` by a file with new content; it may be a hard link into the installer's cache."""
    path.unlink()
    path.write_bytes(content)


def finished(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The JSON that a script printed last; a script that crashed or hung is a failed test."""
    assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}\n{done.stderr}"
    data: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return data


@pytest.fixture(scope="module")
def make() -> Iterator[Callable[..., Environment]]:
    """Make a new environment with the given requirements; all are removed at the end of the module."""
    with _making() as make:
        yield make


@pytest.fixture(scope="session")
def make_for_all() -> Iterator[Callable[..., Environment]]:
    """As `make`, for environments that several modules share: they are removed at the end of all tests."""
    with _making() as make:
        yield make


@contextmanager
def _making() -> Iterator[Callable[..., Environment]]:
    """Not in pytest's own temporary folder, which another session's clean-up may remove meanwhile."""
    environments: list[Environment] = []

    def _make(*requirements: str, python: tuple[int, int] = COMMON, installer: str = "uv") -> Environment:
        folder = Path(tempfile.mkdtemp(prefix="jaxlib-test-"))
        environment = Environment.create(folder, PYTHONS[python], seed=installer == "pip")
        environments.append(environment)
        arguments = ["--find-links", str(DIST), *requirements]
        try:
            environment.install(*arguments, installer=installer)
        except subprocess.CalledProcessError as error:
            pytest.fail(f"{' '.join(error.cmd)}\n{error.stdout}")
        return environment

    try:
        yield _make
    finally:
        for environment in environments:
            shutil.rmtree(environment.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def pair(make_for_all: Callable[..., Environment]) -> Callable[[str], list[Environment]]:
    """Two environments for a release line, on its oldest Python: with our plugin, and with jaxlib alone."""

    @cache
    def _pair(release: str) -> list[Environment]:
        version = oldest_python(release)
        wheels(release)
        return [
            make_for_all(f"jax=={release}", f"{backend}=={release}", "absl-py", "flatbuffers", python=version)
            for backend in ("jaxlib-cpu", "jaxlib")
        ]

    return _pair


@pytest.fixture(scope="session")
def without_jax(make_for_all: Callable[..., Environment]) -> Environment:
    """The family's wheels, and SciPy for linear algebra, with neither jax nor jaxlib."""
    environment = make_for_all("numpy", "ml_dtypes", "nanobind-backend", "packaging", "scipy")
    environment.install(
        "--no-deps", *(str(build.wheel(name, RELEASE)) for name in ("core", "pjrt", "cpu")), "--reinstall"
    )
    return environment


@pytest.fixture(scope="session", autouse=True)
def _required_pythons() -> None:
    """The Pythons named in ``JAXLIB_TEST_PYTHONS`` must exist: in CI, a missing one must not look like a pass."""
    required = os.environ.get("JAXLIB_TEST_PYTHONS", "").split()
    found = set(every())
    missing = sorted(set(required) - found)
    assert not missing, f"wanted CPython {required}, found {sorted(found)} on PATH and among pyenv's and uv's"
