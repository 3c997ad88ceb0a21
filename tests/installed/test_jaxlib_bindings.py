"""Unmodified jax on jaxlib's bindings and jaxlib-cpu, in a new environment; and the contract between them."""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installed.conftest import COMMON, PYTHONS, RELEASE, lines_for, wheels
from tools import DIST, ROOT
from tools.builder import build, definitions
from tools.compat import contract
from tools.environments.venv import Environment

CASES = Path(__file__).with_name("bindings_cases.py")
DEVICES = Path(__file__).with_name("bindings_devices.py")
FAILURES = Path(__file__).with_name("bindings_failures.py")
PROGRAMS = Path(__file__).with_name("exported_programs.py")
SHIM = Path(__file__).with_name("fakes") / "failing_shim.c"
TRAINING = Path(__file__).with_name("bindings_training.py")


OTHERS = [version for version in PYTHONS if version != COMMON and RELEASE in lines_for(version)]


#: Each other release of jax that there are bindings for, with a Python that it serves.
OTHER_LINES = [
    (release, max(version for version in PYTHONS if release in lines_for(version)))
    for release in definitions.jaxlib_releases()
    if release != RELEASE and any(release in lines_for(version) for version in PYTHONS)
]


def made_for(python: tuple[int, int], folder: Path, release: str = RELEASE) -> Environment:
    """jax as it is published, the bindings for that Python, and their plugin."""
    if not build.has_compiler():
        pytest.skip("no C++ compiler on this machine: jaxlib's bindings are NOT TESTED")
    wheels(release)
    wheel = build.jaxlib(release, python=str(PYTHONS[python]))
    made = Environment.create(folder / "environment", PYTHONS[python])
    made.install(
        *("--find-links", str(DIST)),
        f"jax=={release}",
        "flatbuffers",
        str(wheel),
    )
    return made


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Of the Python that most tests use."""
    return made_for(COMMON, tmp_path_factory.mktemp("bindings"))


@pytest.mark.parametrize("python", OTHERS, ids=lambda version: f"{version[0]}.{version[1]}")
def test_every_other_python_builds_and_runs_them(python: tuple[int, int], tmp_path: Path) -> None:
    done = made_for(python, tmp_path).run(str(CASES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 24, done.stdout


@pytest.mark.parametrize(("release", "python"), OTHER_LINES, ids=[release for release, _ in OTHER_LINES])
def test_every_other_release_runs_on_them(release: str, python: tuple[int, int], tmp_path: Path) -> None:
    ours = made_for(python, tmp_path, release)
    done = ours.run(str(CASES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 24, done.stdout
    devices = ours.run(str(DEVICES))
    assert devices.returncode == 0, devices.stdout + devices.stderr
    upstream = Environment.create(tmp_path / "upstream", PYTHONS[python])
    upstream.install(
        *("--find-links", str(DIST)),
        f"jax=={release}",
        f"jaxlib==={release}",
        f"jaxlib-cpu=={release}",
        "flatbuffers",
    )
    for writer, reader in ((ours, upstream), (upstream, ours)):
        folder = tmp_path / f"written by {'ours' if writer is ours else 'upstream'}"
        folder.mkdir()
        for action, environment in (("write", writer), ("read", reader)):
            exchanged = environment.run(str(PROGRAMS), action, str(folder))
            assert exchanged.returncode == 0, exchanged.stdout + exchanged.stderr
        assert exchanged.stdout.count("read ") == len(list(folder.glob("*.jax"))) == 6, exchanged.stdout


def test_what_works_and_what_says_that_it_is_missing(environment: Environment) -> None:
    done = environment.run(str(CASES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 24, done.stdout


def test_exported_programs_are_exchanged_with_upstreams_jaxlib(
    environment: Environment, pair: Callable[[str], list[Environment]], tmp_path: Path
) -> None:
    upstream = pair(RELEASE)[0]
    for writer, reader in ((environment, upstream), (upstream, environment)):
        folder = tmp_path / writer.python.parts[-3]
        folder.mkdir()
        for action, each in (("write", writer), ("read", reader)):
            done = each.run(str(PROGRAMS), action, str(folder))
            assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.count("read ") == len(list(folder.glob("*.jax"))) == 6, done.stdout


def test_several_devices_and_what_arrays_on_them_can_do(environment: Environment) -> None:
    done = environment.run(str(DEVICES))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 13, done.stdout


def test_flax_optax_and_equinox_train(environment: Environment) -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    environment.install(*groups["bindings-training"])
    done = environment.run(str(TRAINING))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("passed") == 3, done.stdout


def test_a_plugin_of_which_each_function_fails_gives_jaxs_errors(
    environment: Environment, tmp_path: Path
) -> None:
    shim = tmp_path / "shim.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(shim), str(SHIM), "-ldl"], check=True)
    library = environment.site_packages / "jaxlib_cpu" / "libjaxlib_cpu.so"
    variables = {"SHIM_LIBRARY": str(library), "JAX_PLATFORMS": "shim"}
    done = environment.run(str(FAILURES), str(shim), environment=variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.partition(" functions raised")[0]) >= 30, done.stdout


def test_every_name_that_jax_uses_is_offered_or_known_to_be_missing(
    environment: Environment, pair: Callable[[str], list[Environment]], tmp_path: Path
) -> None:
    """Of modules, by jax's source; of jaxlib's objects, by running programs with upstream's."""
    report = tmp_path / "contract.json"
    upstream = pair(RELEASE)[1]
    pythons = ("--python", str(environment.python), "--upstream", str(upstream.python))
    assert contract.main([*pythons, "--json", str(report)]) == 0
    seen = [
        name
        for name, row in json.loads(report.read_text())["names"].items()
        if contract.RUNNING in row["used by"]
    ]
    assert len(seen) > 200
    assert {"jaxlib._jax.Client.compile_and_load", "jaxlib.mlir.ir.Block.arguments"} <= set(seen)
