"""Compiles for every target: all chips, several hosts, CUDA 13, every release line, kernels for every Python.

It takes long and may be stopped: the result for a target is kept in ``build/aot``, by a hash of the wheels.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.installed.conftest import PYTHONS, add, finished, lines_for
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
from tools import ROOT
from tools.artifacts.manifest import releases
from tools.builder import build
from tools.environments.venv import Environment

__all__ = ["decoys"]

#: The targets, with the number of hosts that each must have.
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


def compiled(
    names: Iterable[str],
    release: str,
    plugin: str,
    make: Callable[..., Environment],
    variables: dict[str, str],
) -> dict[str, Any]:
    """The output of ``SCRIPT`` for each target; stored output for the same wheels is reused."""
    wheels = [build.wheel(distribution, release) for distribution in dict.fromkeys(("core", "tpu", plugin))]
    digest = hashlib.sha256(SCRIPT.read_bytes())
    for path in (*wheels, ROOT / "pyproject.toml"):
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    folder = ROOT / "build" / "aot" / f"{release}-{plugin}-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    if missing := [name for name in names if not (folder / f"{name}.json").is_file()]:
        environment = with_libraries(make, release, "cuda13" if plugin == "cuda13" else "cuda12")
        if plugin != "tpu":
            add(environment, plugin, release)
        finished(
            environment.run(
                str(SCRIPT), *missing, environment={**variables, "AOT_KEEP": str(folder)}, timeout=3600
            )
        )
    return {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in names}


@pytest.fixture(scope="module", params=("cuda12", "cuda13"))
def cuda(
    request: pytest.FixtureRequest, release: str, make: Callable[..., Environment], decoys: Path
) -> dict[str, Any]:
    return compiled(GPU_HOSTS, release, request.param, make, only(decoys))


@pytest.fixture(scope="module")
def tpu(release: str, make: Callable[..., Environment]) -> dict[str, Any]:
    return compiled(TPU_HOSTS, release, "tpu", make, CPU)


@pytest.mark.parametrize("name", GPU_HOSTS)
def test_cuda(name: str, cuda: dict[str, Any]) -> None:
    data = cuda[name]
    assert data[name]["hosts"] == GPU_HOSTS[name]
    check(name, data[name])
    check_process(data)


@pytest.mark.parametrize("name", TPU_HOSTS)
def test_tpu(name: str, tpu: dict[str, Any]) -> None:
    data = tpu[name]
    assert data[name]["hosts"] == TPU_HOSTS[name]
    check(name, data[name])
    check_process(data)


@pytest.mark.parametrize(
    ("python", "release"),
    [(python, release) for python in PYTHONS for release in lines_for(python)],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else value,
)
def test_the_kernels_of_one_wheel_serve_every_python(
    python: tuple[int, int], release: str, make: Callable[..., Environment]
) -> None:
    build.wheel("core", release)
    environment = make(f"jax=={release}", f"jaxlib-core=={release}", python=python)
    for plugin in ("cuda12", "cuda13"):
        build.wheel(plugin, release)
        add(environment, plugin, release)
        said = finished(environment.run(str(SCRIPT.with_name("cuda.py")), "kernels"))
        assert said["opened"] == [f"jaxlib_{plugin}"]
        assert "no_such_target" in said["kernels"].pop("no_such_target"), "a missing kernel would not be told"
        assert set(said["kernels"].values()) == {"called"}, said["kernels"]
        environment.uninstall(f"jaxlib-{plugin}")
