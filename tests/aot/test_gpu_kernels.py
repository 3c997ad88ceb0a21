"""The kernels that ``nox -s gpu`` runs on a GPU compile ahead of time for the GPUs that they are for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installed.conftest import COMMON, PYTHONS, add, finished
from tests.installed.test_topologies import decoys, only, with_libraries
from tools import ROOT
from tools.artifacts.manifest import releases
from tools.builder import build
from tools.environments.venv import Environment

__all__ = ["decoys"]

SCRIPT = Path(__file__).with_name("gpu_kernels.py")
#: How many of the suite's kernels each GPU can run.
KERNELS = {"cuda:h100": 11, "cuda:b200": 6}


@pytest.fixture(scope="module", params=releases())
def environment(request: pytest.FixtureRequest, make: Callable[..., Environment]) -> Environment:
    release = str(request.param)
    for plugin in ("cpu", "cuda13"):
        build.wheel(plugin, release)
    environment = with_libraries(make, release, "cuda13")
    for plugin in ("cpu", "cuda13"):
        add(environment, plugin, release)
    jaxlib = build.jaxlib(release, python=str(PYTHONS[COMMON]))
    environment.install("--no-deps", "--reinstall-package", "jaxlib", str(jaxlib))
    environment.install("absl-py")  # upstream's own kernels import it
    return environment


@pytest.mark.parametrize("target", KERNELS)
def test_kernels_for_mosaic_gpu_compile(environment: Environment, decoys: Path, target: str) -> None:
    outcomes = finished(
        environment.run(str(SCRIPT), target, str(ROOT / "tests/gpu"), environment=only(decoys), timeout=900)
    )
    assert outcomes == dict.fromkeys(outcomes, "compiled")
    assert len(outcomes) == KERNELS[target]
