"""Diagnoses of GPUs by `jaxlib doctor` and by a variant, with a fake driver that has the GPUs in ``FAKE_GPUS``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jaxlib_core.checks import compute_capability, hardware
from jaxlib_core.plugins.discovery import Plugin, at

from plugins.extension import compile as zig
from tests.unit.jaxlib_core.site import RELEASE, Site
from tools import ROOT

LIBCUDA = ROOT / "tests/installed/fakes/libcuda.c"


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("driver")
    zig.compile_shared([LIBCUDA], folder / "libcuda.so.1", target="x86_64-linux-gnu.2.17")
    return folder


@pytest.fixture
def plugin(
    site: Site, driver: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Plugin]:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(driver))
    device = tmp_path / "nvidia0"
    device.touch()
    monkeypatch.setattr(hardware, "ROOT", Path("/"))

    def make(**changes: Any) -> Plugin:
        return at(
            site.plugin(
                "cuda12",
                hardware={"name": "NVIDIA GPU", "devices": [str(device)]},
                driver={"library": "libcuda.so.1", "version_file": "/version", "minimum": "550.54.14"},
                **changes,
            )
        )

    return make


@pytest.mark.parametrize(
    ("architectures", "gpu", "runs"),
    [
        (("sm_90",), (9, 0), True),
        (("sm_80",), (8, 9), True),
        (("sm_80",), (9, 0), False),
        (("sm_90",), (8, 0), False),
        (("sm_101",), (10, 0), False),
        (("sm_100",), (10, 3), True),
        (("sm_90", "compute_120"), (12, 1), True),
        (("compute_120",), (13, 0), True),
        (("compute_120",), (9, 0), False),
    ],
)
def test_what_runs_where(architectures: tuple[str, ...], gpu: tuple[int, int], runs: bool) -> None:
    assert compute_capability.served(architectures, gpu) is runs


def test_a_gpu_that_a_variant_has_no_kernels_for(
    plugin: Callable[..., Plugin], monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = plugin(version=f"{RELEASE}+sm90", variant="sm90", gpu_architectures=["sm_90"])
    monkeypatch.setenv("FAKE_GPUS", "9.0,8.6")
    problem = compute_capability.problem(variant)
    assert problem is not None
    assert problem.kind == "GpuNotServed"
    assert problem.summary == f"jaxlib-cuda12 {RELEASE}+sm90 holds no kernels for a GPU of this machine."
    assert problem.wanted == "kernels for Fake 1 (compute capability 8.6)"
    assert problem.found == "kernels for sm_90"
    assert problem.commands[0] == f"python -m pip install jaxlib-cuda12==={RELEASE}"
    monkeypatch.setenv("FAKE_GPUS", "9.0")
    assert compute_capability.problem(variant) is None


def test_a_gpu_that_is_too_old_for_the_whole(
    plugin: Callable[..., Plugin], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_GPUS", "3.5")
    problem = compute_capability.problem(plugin(gpu_architectures=["sm_50", "compute_120"]))
    assert problem is not None
    assert problem.commands[0] == "python -m pip uninstall -y jaxlib-cuda12"


def test_a_driver_that_does_not_answer_is_no_problem(
    plugin: Callable[..., Plugin], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAKE_GPUS", raising=False)
    cuda12 = plugin(gpu_architectures=["sm_90"])
    assert compute_capability.visible(cuda12) == ()
    assert compute_capability.problem(cuda12) is None


WHOLE = ["sm_70", "sm_80", "sm_90", "sm_120", "compute_120"]


@pytest.mark.parametrize(
    ("gpus", "wheel"),
    [
        ("7.5", f"jaxlib-cuda12 {RELEASE}+sm70"),
        ("8.6", f"jaxlib-cuda12 {RELEASE}+sm80"),
        ("8.0,8.9", f"jaxlib-cuda12 {RELEASE}+sm80"),
        ("8.0,9.0", f"jaxlib-cuda12 {RELEASE}+sm80.sm90"),
        # No variant serves both, or it is newer than every machine code.
        ("7.0,9.0", f"jaxlib-cuda12 {RELEASE}"),
        ("13.0", f"jaxlib-cuda12 {RELEASE}"),
        ("5.2", ""),
    ],
)
def test_the_smallest_wheel_for_the_gpus_here(
    plugin: Callable[..., Plugin], monkeypatch: pytest.MonkeyPatch, gpus: str, wheel: str
) -> None:
    monkeypatch.setenv("FAKE_GPUS", gpus)
    labels = ["sm80.sm90", "sm70", "sm80", "sm90"]
    assert compute_capability.smallest(plugin(gpu_architectures=WHOLE, variants=labels)) == wheel


def test_a_wheel_that_does_not_serve_a_gpu_names_the_one_that_does(
    plugin: Callable[..., Plugin], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_GPUS", "8.6")
    variant = plugin(
        version=f"{RELEASE}+sm90", variant="sm90", gpu_architectures=["sm_90"], variants=["sm80", "sm90"]
    )
    problem = compute_capability.problem(variant)
    assert problem is not None
    assert problem.note.endswith(
        f"the smallest wheel that serves every GPU here is jaxlib-cuda12 {RELEASE}+sm80"
    )


def test_without_a_gpu_no_wheel_is_named(
    plugin: Callable[..., Plugin], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAKE_GPUS", raising=False)
    assert compute_capability.smallest(plugin(gpu_architectures=WHOLE, variants=["sm80"])) == ""
