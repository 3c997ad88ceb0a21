"""The kernels that ``nox -s gpu`` runs on a GPU compile ahead of time for the GPUs that they are for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installed.conftest import finished
from tests.installed.test_topologies import only
from tools import ROOT
from tools.environments.venv import Environment

SCRIPT = Path(__file__).with_name("gpu_kernels.py")
#: How many of the suite's kernels each GPU can run.
KERNELS = {"cuda:h100": 11, "cuda:b200": 6}


@pytest.mark.parametrize("target", KERNELS)
def test_kernels_for_mosaic_gpu_compile(environments: list[Environment], decoys: Path, target: str) -> None:
    ours = environments[1]
    folder = str(ROOT / "tests/gpu")
    outcomes = finished(ours.run(str(SCRIPT), target, folder, environment=only(decoys), timeout=900))
    assert outcomes == dict.fromkeys(outcomes, "compiled")
    assert len(outcomes) == KERNELS[target]
