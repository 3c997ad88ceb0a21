"""Unmodified jax on jaxlib's bindings and jaxlib-cpu, in a new environment; and the contract between them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.installed.conftest import COMMON, PYTHONS, wheels
from tools import DIST, build, contract
from tools.environment import Environment
from tools.manifest import load

CASES = Path(__file__).with_name("bindings_cases.py")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """jax as it is published, the bindings for one Python, and their plugin."""
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++")):
        pytest.skip("no C++ compiler on this machine: jaxlib's bindings are NOT TESTED")
    release = load(None).release
    wheels(release)
    wheel = build.bindings(release, "", DIST / "bindings", str(PYTHONS[COMMON]))
    made = Environment.create(tmp_path_factory.mktemp("bindings") / "environment", PYTHONS[COMMON])
    made.install(
        *("--find-links", str(DIST)),
        *(flag for name in ("jaxlib", "jaxlib-core", "jaxlib-cpu") for flag in ("--refresh-package", name)),
        f"jax=={release}",
        str(wheel),
    )
    return made


def test_what_works_and_what_says_that_it_is_missing(environment: Environment) -> None:
    done = environment.run(str(CASES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 14, done.stdout


def test_every_name_that_jax_uses_is_offered_or_known_to_be_missing(environment: Environment) -> None:
    assert contract.main(["--python", str(environment.python)]) == 0
