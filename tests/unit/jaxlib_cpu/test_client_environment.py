"""The number of XLA:CPU's threads, for programs on many devices on a machine with few cores."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.unit.jaxlib_cpu import module


@pytest.mark.parametrize(
    ("options", "cores", "variables"),
    [
        ({}, 2, {}),
        ({"cpu_device_count": 1}, 1, {"PJRT_NPROC": "2"}),
        ({"cpu_device_count": 4}, 2, {"PJRT_NPROC": "9"}),
        ({"cpu_device_count": 4}, 9, {}),
        ({"cpu_device_count": "four"}, 2, {}),  # the library refuses it
    ],
)
def test_threads(
    options: dict[str, Any], cores: int, variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    jaxlib_cpu = module()
    for name in ("PJRT_NPROC", "NPROC"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(cores))
    assert jaxlib_cpu.client_environment(options) == variables
    monkeypatch.setenv("NPROC", "3")
    assert jaxlib_cpu.client_environment(options) == {}
