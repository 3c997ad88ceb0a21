"""Marks the tests that only ``nox -s everything`` runs, and those that CI leaves out, by ``tests/long.toml``."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import NamedTuple

import pytest

from tools.artifacts.manifest import releases
from tools.environments.venv import oldest, uv

FOLDER = Path(__file__).parent


class Long(NamedTuple):
    """``tests/long.toml``."""

    files: dict[str, str]
    parameters: dict[str, list[str]]
    tests: dict[str, str]
    release: dict[str, str]
    kept: dict[str, list[str]]


@cache
def long() -> Long:
    return Long(**tomllib.loads((FOLDER / "long.toml").read_text("utf-8")))


#: Bytes of free disk below which the family's wheels are removed from uv's cache, which keeps a copy for each build
#: and each index. Existing environments keep their files, which are hard links.
SCARCE = 8_000_000_000
LARGE = ("jaxlib", "jaxlib-cpu", "jaxlib-cuda12", "jaxlib-cuda13", "jaxlib-rocm7", "libtpu")


@pytest.fixture(scope="module", autouse=True)
def _room() -> Iterator[None]:
    """Frees disk space between modules if little is left."""
    yield
    if shutil.disk_usage(gettempdir()).free < SCARCE:
        subprocess.run([uv(), "cache", "clean", "--quiet", *LARGE], check=False)


@pytest.fixture(scope="module")
def temporary() -> Iterator[Callable[[str], Path]]:
    """Makes folders that are removed at the end of the module.

    pytest keeps those of ``tmp_path_factory`` until all tests have run, which is gigabytes of environments.
    """
    with ExitStack() as folders:

        def make(name: str) -> Path:
            folder = TemporaryDirectory(prefix=f"jaxlib-{name}-", ignore_cleanup_errors=True)
            return Path(folders.enter_context(folder))

        yield make


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        path = item.path.relative_to(FOLDER).as_posix()
        if _is_long(item, path):
            item.add_marker(pytest.mark.long)
            if _listed(item, path, long().release):
                item.add_marker(pytest.mark.release)


def _is_long(item: pytest.Item, path: str) -> bool:
    if path in long().files:
        return True
    if pattern := _listed(item, path, long().tests):
        return _parameters(item) not in long().kept.get(pattern, [])
    return path.split("/", maxsplit=1)[0] in long().parameters["folders"] and any(
        map(_is_of_another, _values(item))
    )


def _listed(item: pytest.Item, path: str, patterns: Iterable[str]) -> str | None:
    """The first pattern that a test matches: ``FILE::TEST[PARAMETERS]``, the last two with ``*``."""
    name, *_ = item.name.split("[", 1)
    for pattern in patterns:
        file, _, wanted = pattern.partition("::")
        wanted, _, parameters = wanted.partition("[")
        if (
            path == file
            and fnmatchcase(name, wanted)
            and fnmatchcase(_parameters(item), parameters.removesuffix("]") or "*")
        ):
            return pattern
    return None


def _parameters(item: pytest.Item) -> str:
    return item.name.partition("[")[2].removesuffix("]")


def _values(item: pytest.Item) -> list[object]:
    """The values of a test's parameters, with tuples of parameters expanded."""
    values: list[object] = []
    callspec = getattr(item, "callspec", None)
    for value in callspec.params.values() if callspec else ():
        # (3, 12) is one value, a Python version; ((3, 12), "0.12.0", "pip") has three.
        values += value if isinstance(value, tuple) and not _is_python(value) else [value]
    return values


def _is_python(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int) for part in value)


@cache
def _other_lines() -> frozenset[str]:
    """The release lines other than the one that most tests use."""
    return frozenset(releases()) - {oldest()[1]}


def _is_of_another(value: object) -> bool:
    """Whether it is another release line than the one that most tests use, or another Python than this."""
    if isinstance(value, str):
        return value in _other_lines()
    return _is_python(value) and value != sys.version_info[:2]
