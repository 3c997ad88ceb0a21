"""The fixtures of ``tests/installed``, for these tests, too; and environments with each jaxlib, to compare."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import COMMON, PYTHONS, _required_pythons, add, make
from tests.installed.test_topologies import decoys, only, with_libraries
from tools.artifacts.manifest import releases
from tools.builder import build
from tools.environments.venv import Environment

__all__ = ["_required_pythons", "decoys", "make"]

#: Runs a script of this folder for a target with each jaxlib; returns what each wrote, upstream's first.
Outcomes = Callable[[Path, str], list[dict[str, Any]]]


@pytest.fixture(scope="module", params=releases())
def environments(request: pytest.FixtureRequest, make: Callable[..., Environment]) -> list[Environment]:
    """With upstream's jaxlib, and with the bindings-only one, which needs a plugin for the CPU."""
    release = str(request.param)
    for plugin in ("cpu", "cuda13"):
        build.wheel(plugin, release)
    upstream, ours = environments = [with_libraries(make, release, "cuda13") for _ in range(2)]
    for environment, jaxlib in (
        (upstream, f"jaxlib==={release}"),
        (ours, str(build.jaxlib(release, python=str(PYTHONS[COMMON])))),
    ):
        add(environment, "cuda13", release)
        environment.install("absl-py")  # some of jax's own kernels import it
        environment.install("--no-deps", "--reinstall-package", "jaxlib", jaxlib)
    add(ours, "cpu", release)
    return environments


@pytest.fixture(scope="module")
def outcomes(environments: list[Environment], decoys: Path, temporary: Callable[[str], Path]) -> Outcomes:
    folder = temporary("outcomes")

    def found(script: Path, target: str) -> list[dict[str, Any]]:
        found = []
        for environment in environments:
            output = folder / "outcomes.json"
            done = environment.run(str(script), target, str(output), environment=only(decoys), timeout=900)
            assert done.returncode == 0, done.stdout + done.stderr
            found.append(json.loads(output.read_text("utf-8")))
        return found

    return found


def assert_same(upstream: dict[str, Any], ours: dict[str, Any]) -> None:
    """Every program has the same outcome; of the first that has not, the first lines that differ are shown."""
    assert list(upstream) == list(ours)
    different = [name for name, expected in upstream.items() if expected != ours[name]]
    assert not different, f"{different}\n{_first(upstream, ours, different[0])}"


def refused(outcomes: dict[str, Any]) -> dict[str, str]:
    """The errors of the programs that did not compile."""
    return {name: outcome["error"] for name, outcome in outcomes.items() if "error" in outcome}


def _first(upstream: dict[str, Any], ours: dict[str, Any], name: str) -> str:
    both = [str(outcomes[name].get("text", outcomes[name])).splitlines() for outcomes in (upstream, ours)]
    pairs = zip(*both, strict=False)
    same = ("the same text", f"other values of {_differing(upstream[name], ours[name])}")
    line = next((pair for pair in pairs if pair[0] != pair[1]), same)
    return f"{name}:\n- {line[0]}\n+ {line[1]}"


def _differing(upstream: dict[str, Any], ours: dict[str, Any]) -> str:
    return ", ".join(what for what in {**upstream, **ours} if upstream.get(what) != ours.get(what))
