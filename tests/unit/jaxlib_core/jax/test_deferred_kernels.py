"""Kernel modules of a platform that JAX_PLATFORMS leaves out."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from jaxlib_core.jax import deferred_kernels
from jaxlib_core.jax.deferred_kernels import DeferredModule, Later


@pytest.mark.parametrize(
    ("chosen", "platform", "expected"),
    [
        ("", "cuda", False),
        (",", "cuda", False),
        ("cpu", "cuda", True),
        ("cpu,tpu", "rocm", True),
        ("cuda,cpu", "cuda", False),
        (" gpu ,cpu", "rocm", False),
        ("rocm", "cuda", True),
    ],
)
def test_what_jax_platforms_leaves_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chosen: str, platform: str, expected: bool
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", chosen)
    assert deferred_kernels.left_out(platform, tmp_path) is expected


def test_a_platform_that_is_used_already_is_not_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu")
    assert deferred_kernels.left_out("cuda", tmp_path)
    deferred_kernels.open_all(tmp_path, "CUDA")
    assert not deferred_kernels.left_out("cuda", tmp_path)


def module(loads: list[str], **names: object) -> DeferredModule:
    def load() -> ModuleType:
        loads.append("loaded")
        compiled = ModuleType("compiled")
        vars(compiled).update(names)
        return compiled

    return DeferredModule("plugin._kernels", Path("/plugin/_kernels.so"), Path("/plugin"), load)


def test_a_module_is_opened_once_and_when_it_is_used() -> None:
    loads: list[str] = []
    kernels = module(loads, version=lambda: 7, Kernel=SimpleNamespace(size=3), registrations=lambda: {"a": 1})
    function, kernel = kernels.version, kernels.Kernel
    assert kernels.registrations() == {}
    assert isinstance(kernels.get_custom_call(), Later)
    assert "not opened yet" in repr(function)
    assert loads == []
    assert function() == 7
    assert (kernel.size, loads) == (3, ["loaded"])
    assert kernels.registrations() == {"a": 1}
    assert kernels.version() == 7
    assert loads == ["loaded"]


def test_a_name_that_the_module_does_not_have_is_an_attribute_error_when_it_is_used() -> None:
    loads: list[str] = []
    kernels = module(loads)
    with pytest.raises(AttributeError, match="nonsense"):
        kernels.nonsense()
    with pytest.raises(AttributeError):
        kernels.__wrapped__  # noqa: B018
    assert loads == ["loaded"]
