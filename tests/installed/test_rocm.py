"""jaxlib-rocm7 as it was built, on a machine with neither an AMD GPU nor ROCm."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installed.conftest import RELEASE, descriptor_of, finished, named, plugin_alone
from tools.environments.venv import Environment

LINKED = {
    "libamdhip64.so.7": "hip-runtime-amd",
    "librocprofiler-sdk.so.1": "rocprofiler-sdk",
    "librocm_smi64.so.1": "rocm-smi-lib",
    "librocblas.so.5": "rocblas",
    "libhipblaslt.so.1": "hipblaslt",
    "libhipfft.so.0": "hipfft",
    "libMIOpen.so.1": "miopen-hip",
    "librccl.so.1": "rccl",
    # What only the kernels are linked with.
    "librocsolver.so.0": "rocsolver",
    "libhipblas.so.3": "hipblas",
    "libhipsolver.so.1": "hipsolver",
    "libhipsparse.so.4": "hipsparse",
}

USE = """
import json, sys
import jax
data = {}
try:
    if sys.argv[1:]:
        from jax.experimental import topologies
        topologies.get_topology_desc(platform="rocm", topology_name="", topology="1x1x1")
    data["devices"] = [device.platform for device in jax.devices()]
    jax.devices("rocm")
except Exception as error:
    data |= {"type": type(error.__context__ or error).__name__, "text": str(error)}
data["opened"] = "libjaxlib_rocm7.so" in open("/proc/self/maps").read()
print(json.dumps(data))
"""


@pytest.fixture(scope="module")
def environment(make: Callable[..., Environment]) -> Environment:
    return plugin_alone(make, "rocm7", RELEASE, "packaging")


def test_jax_goes_on_without_a_word(environment: Environment) -> None:
    done = environment.run("-c", USE)
    data = finished(done)
    assert (data["devices"], data["opened"], done.stderr) == (["cpu"], False, "")
    assert f"There is no AMD GPU on this machine for jaxlib-rocm7 {RELEASE} to run on." in data["text"]


def test_with_a_gpu_and_no_rocm_all_that_is_missing_is_named_before_anything_is_opened(
    environment: Environment,
) -> None:
    with descriptor_of(environment, "jaxlib_rocm7") as change:
        change(hardware={"devices": ["/dev/null"]})
        data = finished(environment.run("-c", USE))
        doctor = json.loads(environment.run("-m", "jaxlib_core", "doctor", "--json").stdout)
    assert (data["type"], data["opened"]) == ("VendorLibraryMissing", False)
    summary = f"jaxlib-rocm7 {RELEASE} needs libamdhip64.so.7, which was not found."
    assert data["text"].startswith(f"Unable to initialize backend 'rocm': {summary}")
    for soname, package in LINKED.items():
        assert f"{soname} (package {package})" in data["text"]
    assert "libm.so.6" not in data["text"]
    assert f"apt install {' '.join(LINKED.values())}" in data["text"].splitlines()
    assert [problem["summary"] for problem in doctor["problems"]] == [summary]


def test_with_some_of_rocm_the_rest_is_named(environment: Environment, blank: bytes, tmp_path: Path) -> None:
    for soname in LINKED:
        named(blank, tmp_path / "lib" / soname)
    (tmp_path / "lib" / "librccl.so.1").unlink()
    data = finished(environment.run("-c", USE, "topology", environment={"ROCM_PATH": str(tmp_path)}))
    assert (data["type"], data["opened"]) == ("VendorLibraryMissing", False)
    assert "wanted: librccl.so.1 (package rccl)" in data["text"]
    assert "found:  no such library" in data["text"]
