"""Runs each file of ``regressions/`` with the bindings-only jaxlib and with upstream's, the oracle."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.installed.conftest import COMMON, PYTHONS, RELEASE, lines_for, wheels
from tools import DIST
from tools.builder import build, definitions
from tools.environments.venv import Environment

FOLDER = Path(__file__).with_name("regressions")
FILES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "conftest")


#: Files with tests that only some releases of jaxlib have, or of what differs between them.
BY_RELEASE = [
    name
    for name in FILES
    if re.search(r"mark\.(since\(|by_release)", (FOLDER / f"{name}.py").read_text("utf-8"))
]
#: The release lines beside the default one that there are bindings for, each with a Python that it serves.
OTHER_LINES = [
    (release, max(version for version in PYTHONS if release in lines_for(version)))
    for release in definitions.jaxlib_releases()
    if release != RELEASE and any(release in lines_for(version) for version in PYTHONS)
]


@pytest.fixture(scope="module")
def environment_with(make: Callable[..., Environment]) -> Callable[..., Environment]:
    """An environment with jax, pytest and the jaxlib to test, by the names of ``regressions/conftest.py``."""

    @cache
    def environment(under_test: str, release: str = RELEASE, python: tuple[int, int] = COMMON) -> Environment:
        wheels(release)
        # jax.export imports flatbuffers, and Pallas' Mosaic GPU absl; jax requires neither.
        requirements = [f"jax=={release}", "pytest", "absl-py", "flatbuffers", "grpcio"]
        if under_test != "upstream":
            requirements.append(f"jaxlib-cpu=={release}")
        if under_test == "ours":
            if not build.has_compiler():
                pytest.skip("no C++ compiler on this machine: the bindings-only jaxlib is NOT TESTED")
            requirements.append(str(build.jaxlib(release, python=str(PYTHONS[python]))))
        else:
            requirements.append(f"jaxlib==={release}")
        return make("--find-links", str(DIST), *requirements, python=python)

    return environment


@pytest.mark.parametrize("under_test", ["ours", "plugin", "upstream"])
@pytest.mark.parametrize("file", FILES)
def test_regressions(
    file: str, under_test: str, environment_with: Callable[..., Environment], tmp_path: Path
) -> None:
    passes(file, under_test, environment_with(under_test), tmp_path)


@pytest.mark.parametrize(("release", "python"), OTHER_LINES, ids=[release for release, _ in OTHER_LINES])
@pytest.mark.parametrize("under_test", ["ours", "plugin", "upstream"])
@pytest.mark.parametrize("file", BY_RELEASE)
def test_regressions_of_other_releases(
    file: str,
    under_test: str,
    release: str,
    python: tuple[int, int],
    environment_with: Callable[..., Environment],
    tmp_path: Path,
) -> None:
    passes(file, under_test, environment_with(under_test, release, python), tmp_path)


def passes(file: str, under_test: str, environment: Environment, tmp_path: Path) -> None:
    """Assert that the tests of a file pass in an environment, and none is skipped."""
    done = environment.run(
        *("-X", "faulthandler", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-c", os.devnull),
        *("--rootdir", str(tmp_path), "--basetemp", str(tmp_path / "files"), "--confcutdir", str(FOLDER)),
        "--strict-markers",
        str(FOLDER / f"{file}.py"),
        # Bytecode is kept, jax's above all, and not beside the sources in the checkout.
        environment={
            "JAXLIB_UNDER_TEST": under_test,
            "PYTHONPYCACHEPREFIX": str(environment.folder / "bytecode"),
        },
        timeout=900,
    )
    if done.returncode == 5 and "deselected" in done.stdout:
        return  # every test of the file is marked for other environments
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    assert re.search(r"\b\d+ passed\b", done.stdout), done.stdout
    assert "skipped" not in done.stdout, done.stdout
