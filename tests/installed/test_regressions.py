"""Runs each file of ``regressions/`` with the bindings-only jaxlib and with upstream's, the oracle."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.installed.conftest import COMMON, PYTHONS, RELEASE, wheels
from tools import DIST
from tools.builder import build
from tools.environments.venv import Environment

FOLDER = Path(__file__).with_name("regressions")
FILES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "conftest")


@pytest.fixture(scope="module")
def environment_with(make: Callable[..., Environment]) -> Callable[[str], Environment]:
    """An environment with jax, pytest and the jaxlib to test, by the names of ``regressions/conftest.py``."""

    @cache
    def environment(under_test: str) -> Environment:
        wheels(RELEASE)
        requirements = [f"jax=={RELEASE}", "pytest", "flatbuffers"]
        if under_test != "upstream":
            requirements.append(f"jaxlib-cpu=={RELEASE}")
        if under_test == "ours":
            if not build.has_compiler():
                pytest.skip("no C++ compiler on this machine: the bindings-only jaxlib is NOT TESTED")
            requirements.append(str(build.jaxlib(RELEASE, python=str(PYTHONS[COMMON]))))
        return make("--find-links", str(DIST), *requirements)

    return environment


@pytest.mark.parametrize("under_test", ["ours", "plugin", "upstream"])
@pytest.mark.parametrize("file", FILES)
def test_regressions(
    file: str, under_test: str, environment_with: Callable[[str], Environment], tmp_path: Path
) -> None:
    environment = environment_with(under_test)
    done = environment.run(
        *("-X", "faulthandler", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-c", os.devnull),
        *("--rootdir", str(tmp_path), "--basetemp", str(tmp_path / "files"), "--confcutdir", str(FOLDER)),
        "--strict-markers",
        str(FOLDER / f"{file}.py"),
        environment={"JAXLIB_UNDER_TEST": under_test, "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=900,
    )
    if done.returncode == 5 and "deselected" in done.stdout:
        return  # every test of the file is marked for other environments
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    assert re.search(r"\b\d+ passed\b", done.stdout), done.stdout
    assert "skipped" not in done.stdout, done.stdout
