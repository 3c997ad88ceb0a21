"""Free-threaded Pythons: jaxlib and jaxlib-pjrt compute without the GIL what they compute with it on the others."""

from __future__ import annotations

import os
import platform
import subprocess
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installed.conftest import finished
from tests.installed.test_pjrt import CHECKS, ENDINGS, PREAMBLE, SCRIPT
from tests.installed.test_regressions import passes
from tools import BINDINGS_LABEL, DIST, FREE_THREADED
from tools.artifacts.manifest import load
from tools.audit import audit
from tools.builder import build, definitions
from tools.environments.venv import Environment
from tools.interpreters import every

HERE = Path(__file__).parent
#: The Pythons that must not be missing; without this variable, those of the machine are tested.
NAMED = os.environ.get("JAXLIB_TEST_PYTHONS", "").split()
#: Each free-threaded Python that there are wheels for, with the newest release line that has them.
SERVED = {
    python: next(
        release
        for release in reversed(definitions.jaxlib_releases())
        if python in definitions.free_threaded_pythons(load(release))
    )
    for python in definitions.every_free_threaded()
    if python in NAMED or not NAMED
}
#: Others that jax needs have wheels for these Pythons in some versions, and sources, slow to compile, in all.
WHEELS = "--only-binary=:all:"
STATE = """
import json, sys, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import jax
print(json.dumps({"gil": sys._is_gil_enabled(), "warnings": [str(each.message) for each in caught]}))
"""


@pytest.fixture(scope="module", params=SERVED)
def python(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name not in every():
        (pytest.fail if NAMED else pytest.skip)(
            f"no Python {name}: NOT TESTED; to get it, run: nox -s interpreters"
        )
    if not build.has_compiler():
        pytest.skip("no C++ compiler on this machine: jaxlib's bindings are NOT TESTED")
    return name


@pytest.fixture(scope="module")
def install(python: str, temporary: Callable[[str], Path]) -> Callable[[str], Environment]:
    release = SERVED[python]
    build.wheel("core", release)
    for wheel in (
        build.wheel("cpu", release, free_threaded=True),
        build.jaxlib(release, python=str(every()[python])),
    ):
        done = audit.audit(wheel)
        assert done.passed, [check for check in done.checks if not check.passed]

    def _install(installer: str) -> Environment:
        folder = temporary(f"{python} by {installer}")
        environment = Environment.create(folder, every()[python], seed=installer == "pip")
        try:
            environment.install(
                *("--find-links", str(DIST), "--find-links", str(DIST / FREE_THREADED), WHEELS),
                *(f"jax=={release}", f"jaxlib==={release}+{BINDINGS_LABEL}"),
                "flatbuffers",
                installer=installer,
            )
        except subprocess.CalledProcessError as error:
            pytest.fail(f"{' '.join(error.cmd)}\n{error.stdout}")
        return environment

    return _install


@pytest.fixture(scope="module")
def environment(install: Callable[[str], Environment]) -> Environment:
    return install("uv")


def test_pip_finds_its_wheels(install: Callable[[str], Environment], python: str) -> None:
    installed = install("pip")
    pythons = definitions.free_threaded_pythons(load(SERVED[python]))
    # A plugin's wheel serves them all, and has its extension under the name for each.
    for module, served in (("jaxlib/_native", [python]), ("jaxlib_cpu/_pjrt", pythons)):
        found = {path.name for path in installed.site_packages.glob(f"{module}.*so")}
        names = (f"cpython-{each.replace('.', '')}-{platform.machine()}-linux-gnu.so" for each in served)
        assert found == {f"{Path(module).name}.{name}" for name in names}
    assert finished(installed.run("-c", STATE)) == {"gil": False, "warnings": []}


def test_the_cases_of_the_bindings(environment: Environment) -> None:
    done = environment.run("-W", "ignore", str(HERE / "bindings_cases.py"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 24, done.stdout


@pytest.mark.parametrize(
    "file", ["threads", "trees", "repeated_calls", "hostile_values", "argument_lifetime"]
)
def test_regressions(environment: Environment, file: str, tmp_path: Path) -> None:
    environment.install("pytest")
    passes(file, "ours", environment, tmp_path)


PROGRAM = """
import sys
import jax, jax.numpy as jnp, numpy as np

@jax.jit
def f(x):
    return jax.pure_callback(lambda y: y + 1, x, x) @ jnp.linalg.inv(x)

f(np.eye(2, dtype=np.float32)).block_until_ready()
print(sys._is_gil_enabled())
"""


def test_a_program_leaves_the_gil_disabled(environment: Environment) -> None:
    done = environment.run("-W", "error::RuntimeWarning", "-c", PROGRAM)
    assert done.stdout.split() == ["False"], done.stdout + done.stderr


@pytest.fixture(scope="module")
def without_jax(python: str, temporary: Callable[[str], Path]) -> Environment:
    release = SERVED[python]
    wheel = build.pjrt(release, str(every()[python]))
    done = audit.audit(wheel)
    assert done.passed, [check for check in done.checks if not check.passed]
    environment = Environment.create(temporary(f"jaxlib-pjrt, {python}"), every()[python])
    environment.install(WHEELS, "numpy", "ml_dtypes", "packaging")
    others = (build.wheel("core", release), build.wheel("cpu", release, free_threaded=True))
    environment.install("--no-deps", str(wheel), *map(str, others))
    return environment


def test_jaxlib_pjrt_passes_its_checks_without_the_gil(without_jax: Environment) -> None:
    results: dict[str, str] = finished(without_jax.run(str(SCRIPT), timeout=600))
    assert sorted(results) == sorted(CHECKS)
    assert {name: said for name, said in results.items() if said} == {}


def test_jaxlib_pjrt_leaves_the_gil_disabled(without_jax: Environment) -> None:
    script = f"{PREAMBLE}import json; CLIENT.compile(ADD)(X, X); print(json.dumps(sys._is_gil_enabled()))"
    done = without_jax.run("-W", "error", "-c", script)
    assert done.stdout.split() == ["false"], done.stdout + done.stderr


def test_the_interpreter_ends_without_the_gil(without_jax: Environment) -> None:
    for ending, script in ENDINGS.items():
        done = without_jax.run("-c", PREAMBLE + textwrap.dedent(script), timeout=600)
        assert done.returncode == 0, f"{ending}: status {done.returncode}\n{done.stderr[-2000:]}"
        assert "Traceback" not in done.stderr, ending
