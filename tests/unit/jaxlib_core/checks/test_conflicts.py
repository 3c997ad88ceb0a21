from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import conflicts, hardware
from jaxlib_core.environment.distributions import running_python
from jaxlib_core.jax import gpu_kernels
from jaxlib_core.plugins.discovery import Discovery, Plugin, at, discover

from tests.unit.jaxlib_core.site import Site, elf_image

MINIMUM = {"cuda12": "525.60.13", "cuda13": "580.65.06", "cuda9": "300.1"}


def plugin(site: Site, name: str, **changes: Any) -> Plugin:
    driver = {"library": "libcuda.so.1", "version_file": "/version", "minimum": MINIMUM[name]}
    return at(site.plugin(name, driver=driver, **changes))


def orders(found: Discovery) -> list[Discovery]:
    return [found._replace(plugins=order) for order in itertools.permutations(found.plugins)]


@pytest.mark.parametrize(
    ("driver", "serving"),
    [("", "cuda13"), ("590.10", "cuda13"), ("535.104.05", "cuda12"), ("200.1", "cuda9")],
)
def test_the_newest_that_the_driver_can_work_with_serves_in_whatever_order_they_are_found(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str, serving: str
) -> None:
    monkeypatch.setattr(hardware, "ROOT", tmp_path)
    if driver:
        (tmp_path / "version").write_text(f"NVRM version: NVIDIA UNIX x86_64 Kernel Module  {driver}  Sat")
    plugins = [plugin(site, name) for name in ("cuda13", "cuda9", "cuda12")]
    for found in orders(discover()):
        for installed in plugins:
            problem = conflicts.conflict(installed, found)
            if installed.descriptor.name == serving:
                assert problem is None
                continue
            assert type(problem) is errors.ConflictingInstallation
            assert f"gives way to jaxlib-{serving}==0.10.2" in problem.summary
            assert problem.commands[0] == f"python -m pip uninstall -y jaxlib-{installed.descriptor.name}"


def test_upstreams_plugin_serves_where_it_is_installed(site: Site) -> None:
    ours = plugin(site, "cuda12")
    site.family()
    site.distribution("jax-cuda12-pjrt", "0.10.2", entry_points="xla_cuda12 = jax_plugins.xla_cuda12")
    problem = conflicts.conflict(ours, discover())
    assert type(problem) is errors.ConflictingInstallation
    assert "gives way to upstream's jax-cuda12-pjrt 0.10.2" in problem.summary
    assert problem.commands[0] == "python -m pip uninstall -y jax-cuda12-pjrt"
    site.distribution("jax-cuda12-plugin", "0.10.2")
    problem = conflicts.conflict(ours, discover())
    assert problem is not None
    assert problem.commands[0] == "python -m pip uninstall -y jax-cuda12-pjrt jax-cuda12-plugin"


def test_upstreams_plugin_for_something_else_is_no_rival(site: Site) -> None:
    ours = plugin(site, "cuda12")
    site.distribution("jax-rocm7-pjrt", "0.10.2", entry_points="xla_rocm7 = jax_plugins.xla_rocm7")
    site.plugin("cpu")
    assert conflicts.conflict(ours, discover()) is None


KERNELS: dict[str, Any] = {
    "package": "jax_cuda12_plugin",
    "modules": ["_solver", "_triton"],
    "name": "jax-cuda12-plugin",
    "version": "0.10.2",
    "license": "Apache-2.0",
    "wheels": {"cp39": {"filename": "x.whl", "sha256": "0" * 64}},
}


def test_a_python_without_kernels(site: Site) -> None:
    found = gpu_kernels.missing(plugin(site, "cuda12", kernels=KERNELS))
    assert type(found) is errors.KernelsMissing
    assert found.wanted == "a Python among cp39"
    assert found.found.startswith(running_python())


def test_kernels_that_are_lost(site: Site) -> None:
    ours = plugin(site, "cuda12", kernels=KERNELS | {"wheels": {running_python(): KERNELS["wheels"]["cp39"]}})
    (ours.folder / running_python()).mkdir()
    (ours.folder / running_python() / "_solver.so").write_bytes(elf_image())
    found = gpu_kernels.missing(ours)
    assert type(found) is errors.KernelsMissing
    assert found.found == "missing or truncated: _triton"
    assert gpu_kernels.missing(ours, "_solver") is None
    (ours.folder / running_python() / "_triton.so").write_bytes(elf_image()[:100])
    assert gpu_kernels.missing(ours) is not None
    (ours.folder / running_python() / "_triton.so").write_bytes(elf_image())
    assert gpu_kernels.missing(ours) is None
