"""Every chip there is a target for, more than one host, CUDA 13, and both release lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.installed.conftest import add, finished
from tests.installed.test_topologies import (
    CPU,
    GPUS,
    SCRIPT,
    TPUS,
    check,
    check_process,
    decoys,
    only,
    with_libraries,
)
from tools import build
from tools.environment import Environment
from tools.manifest import releases

__all__ = ["decoys"]

#: Target, and how many hosts it must have.
TPU_HOSTS = {
    **dict.fromkeys(TPUS, 1),
    "tpu:v2:2x2": 1,
    "tpu:v3:2x2": 1,
    "tpu:v4:2x2x2": 2,
    "tpu:v5e:4x4": 4,
    "tpu:v5p:2x2x2": 2,
    "tpu:v6e:2x4": 1,
    "tpu:v7x:2x2x1": 1,
}
GPU_HOSTS = {**dict.fromkeys(GPUS, 1), "cuda:a100x16": 2, "cuda:h100x32": 4, "cuda:b200x8": 1}


@pytest.fixture(scope="module", params=releases())
def release(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=("cuda12", "cuda13"))
def cuda(
    request: pytest.FixtureRequest, release: str, make: Callable[..., Environment], decoys: Any
) -> dict[str, Any]:
    plugin = request.param
    environment = with_libraries(make, release, plugin)
    build.wheel(plugin, release)
    add(environment, plugin, release)
    return finished(environment.run(str(SCRIPT), *GPU_HOSTS, environment=only(decoys), timeout=900))


@pytest.fixture(scope="module")
def tpu(release: str, make: Callable[..., Environment]) -> dict[str, Any]:
    environment = with_libraries(make, release, "cuda12")
    return finished(environment.run(str(SCRIPT), *TPU_HOSTS, environment=CPU, timeout=1800))


@pytest.mark.parametrize("name", GPU_HOSTS)
def test_cuda(name: str, cuda: dict[str, Any]) -> None:
    assert cuda[name]["hosts"] == GPU_HOSTS[name]
    check(name, cuda[name])
    check_process(cuda)


@pytest.mark.parametrize("name", TPU_HOSTS)
def test_tpu(name: str, tpu: dict[str, Any]) -> None:
    assert tpu[name]["hosts"] == TPU_HOSTS[name]
    check(name, tpu[name])
    check_process(tpu)
