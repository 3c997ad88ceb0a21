"""Tests of four libraries on the bindings-only jaxlib and jaxlib-cpu: a quick part of ``nox -s libraries``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import releases
from tools.builder import build
from tools.environments.venv import Environment
from tools.interpreters import pythons
from tools.libraries.declaration import PROGRAMS, Suite, load, pins, pins_file
from tools.upstream_tests.sides import BINDINGS, backends

DECLARATION = load()
#: The newest line that libraries are pinned for, which is the one of the table.
RELEASE = next(release for release in reversed(releases()) if pins_file(release).is_file())
SUITES = [suite for suite in DECLARATION.of(RELEASE) if suite.short]
MAJOR, MINOR = map(int, DECLARATION.python.split("."))

pytestmark = [
    pytest.mark.skipif(
        (MAJOR, MINOR) not in pythons(), reason=f"no Python {DECLARATION.python}: libraries are NOT TESTED"
    ),
    pytest.mark.skipif(
        not build.has_compiler(), reason="no C++ compiler on this machine: jaxlib's bindings are NOT TESTED"
    ),
]


@pytest.fixture(scope="module")
def environment(temporary: Callable[[str], Path]) -> Environment:
    """With jax, the family, and the libraries of the short suites in the versions that are pinned for all."""
    pinned = pins(RELEASE)
    needed = {name for suite in SUITES if not suite.file for name in (suite.distribution, *suite.needs)}
    wheels = [str(Cache().fetch(suite.file)) for suite in SUITES if suite.file]
    python = pythons()[MAJOR, MINOR]
    environment_ = Environment.create(temporary("libraries") / "environment", python)
    requirements = (
        *backends(BINDINGS, RELEASE, python),
        *wheels,
        *(f"{name}=={pinned[name]}" for name in needed),
    )
    environment_.install(
        "--constraint", str(pins_file(RELEASE)), *requirements, f"pytest=={pinned['pytest']}"
    )
    return environment_


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_a_library(suite: Suite, environment: Environment) -> None:
    root: Path = PROGRAMS if suite.source == "program" else environment.site_packages
    tests = [str(root / name) for name in suite.short]
    options = ("-q", "-c", "/dev/null", "-p", "no:cacheprovider", "--tb=short", "--rootdir", str(root))
    done = environment.run(
        "-P", "-m", "pytest", *options, *tests, environment=suite.variables, timeout=suite.limit
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
