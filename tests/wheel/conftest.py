"""Fixtures: built wheels, and a small one to break."""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from email.message import Message
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.wheel.mini import Compiler, Mini
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import MANIFESTS, ArtifactFile, load, releases
from tools.builder import build
from tools.elf import slim

Built = Callable[[str, str], Path]


@pytest.fixture(scope="session")
def built() -> Built:
    """Builds a distribution of a release into dist/, unless it is up to date."""
    return cache(build.wheel)


@pytest.fixture(scope="session")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    return Compiler(tmp_path_factory.mktemp("compiled"))


@pytest.fixture
def mini(compiler: Compiler) -> Mini:
    return Mini.sound(compiler)


@pytest.fixture
def unslimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages have the content of wheels without building them, which takes minutes for a large library."""

    def as_recorded(file: ArtifactFile, member: str, cache: Cache, keep: tuple[str, ...] = ()) -> slim.Slim:
        found = cache.recorded(file, member)
        return slim.Slim(cache.path(file), member, found.sha256, found.size, keep or ARCHITECTURES, zstd=True)

    monkeypatch.setattr(slim, "slim", as_recorded)


#: What the libraries of `unslimmed` stages have kernels for.
ARCHITECTURES = ("sm_80", "sm_90", "compute_120")


@pytest.fixture(params=releases())
def release(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def stated(release: str, artifact: str) -> dict[str, Any]:
    """An artifact's entry in the manifest, read without the factory's own reader."""
    found = tomllib.loads((MANIFESTS / f"{release}.toml").read_text("utf-8"))["artifact"]
    table: dict[str, Any] = next(path for path in found if path["name"] == artifact)
    return table


def kernels_for(release: str, plugin: str) -> list[str]:
    """The Pythons with the GIL that upstream has kernels of a plugin for: ``cp312`` and so on."""
    files = stated(release, f"jax-{plugin}-plugin")["file"]
    return sorted({file["python"] for file in files if not file["python"].endswith("t")})


def jaxs_metadata(release: str) -> Message:
    """The metadata of jax's own wheel."""
    with zipfile.ZipFile(Cache().fetch(load(release).artifact("jax").files[0])) as archive:
        return message_from_bytes(archive.read(f"jax-{release}.dist-info/METADATA"))


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return sorted(archive.namelist())


def read(wheel: Path, member: str) -> bytes:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(member)
