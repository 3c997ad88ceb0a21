"""Compiled programs have the same text, cost, memory and shardings with the bindings-only jaxlib as with
upstream's.

Programs of every kind, with each kind of sharding and collective, for GPUs and TPUs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import COMMON, PYTHONS, add
from tests.installed.test_topologies import GPUS, TPUS, decoys, only, with_libraries
from tools.artifacts.manifest import releases
from tools.builder import build
from tools.environments.venv import Environment

__all__ = ["decoys"]

SCRIPT = Path(__file__).with_name("text_programs.py")
REFUSED = Path(__file__).with_name("refused_partitions.py")
TARGETS = (*GPUS, *TPUS)


@pytest.fixture(scope="module", params=releases())
def environments(request: pytest.FixtureRequest, make: Callable[..., Environment]) -> list[Environment]:
    """With upstream's jaxlib, and with the bindings-only one."""
    release = str(request.param)
    build.wheel("cuda13", release)
    environments = [with_libraries(make, release, "cuda13") for _ in range(2)]
    for environment, jaxlib in zip(
        environments,
        (f"jaxlib==={release}", str(build.jaxlib(release, python=str(PYTHONS[COMMON])))),
        strict=True,
    ):
        add(environment, "cuda13", release)
        environment.install("--no-deps", "--reinstall-package", "jaxlib", jaxlib)
    return environments


@pytest.fixture(scope="module")
def outcomes(
    environments: list[Environment], decoys: Path, temporary: Callable[[str], Path]
) -> Callable[[str], list[dict[str, Any]]]:
    """What the script found for a target with each jaxlib, upstream's first."""
    folder = temporary("outcomes")

    def found(target: str) -> list[dict[str, Any]]:
        found = []
        for environment in environments:
            output = folder / "outcomes.json"
            done = environment.run(str(SCRIPT), target, str(output), environment=only(decoys), timeout=900)
            assert done.returncode == 0, done.stdout + done.stderr
            found.append(json.loads(output.read_text("utf-8")))
        return found

    return found


@pytest.mark.parametrize("target", TARGETS)
def test_programs_are_the_same_with_both_jaxlibs(
    target: str, outcomes: Callable[[str], list[dict[str, Any]]]
) -> None:
    upstream, ours = outcomes(target)
    assert list(upstream) == list(ours)
    different = {
        name: [what for what in expected if expected[what] != ours[name].get(what)]
        for name, expected in upstream.items()
        if expected != ours[name]
    }
    assert not different, _first(upstream, ours, next(iter(different)))
    refused = {name: outcome["error"] for name, outcome in upstream.items() if "error" in outcome}
    assert not refused, refused


def test_an_exception_in_a_partitioning_rule_is_raised(environments: list[Environment], decoys: Path) -> None:
    """With upstream's jaxlib, one in a rule that infers a sharding ends the process."""
    upstream, ours = environments
    for environment, rule in ((upstream, "partition"), (ours, "partition"), (ours, "infer")):
        done = environment.run(str(REFUSED), "cuda:h100x2", rule, environment=only(decoys), timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout == "INTERNAL: True\n"


def _first(upstream: dict[str, Any], ours: dict[str, Any], name: str) -> str:
    """The first line that differs in a program."""
    both = [str(outcomes[name].get("text", outcomes[name])).splitlines() for outcomes in (upstream, ours)]
    pairs = zip(*both, strict=False)
    line = next((pair for pair in pairs if pair[0] != pair[1]), ("the same text", "the same text"))
    return f"{name}:\n- {line[0]}\n+ {line[1]}"
