"""Advisories: versions of the vendor's libraries that are known to compute wrong results, tested with stubs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from jaxlib_core import errors
from jaxlib_core.checks import advisories, vendor_libraries
from jaxlib_core.checks.vendor_libraries import Found
from jaxlib_core.plugins.discovery import Plugin, at

from tests.unit.jaxlib_core.site import Site

SEVERAL = {
    "summary": "cuDNN before 9.10.1 multiplies matrices wrongly",
    "versions": {"libcudnn.so.9": "<9.10.1", "libcublas.so.12": ">=12.9"},
    "gpus": 2,
    "requires": ["nvidia-cudnn-cu12>=9.10.1"],
    "source": "release notes",
}
BLACKWELL = {
    "summary": "cuBLAS can corrupt data",
    "versions": {"libcublas.so.12": ">=12.8,<13.2"},
    "capability": ">=10.0,<12.0",
    "requires": ["nvidia-cublas>=13.2"],
    "source": "upstream",
    "warn": True,
}


@pytest.fixture
def plugin(site: Site, monkeypatch: pytest.MonkeyPatch) -> Plugin:
    monkeypatch.delenv(vendor_libraries.SKIP, raising=False)
    return at(site.plugin("cuda12", advisories=[SEVERAL, BLACKWELL]))


def stand_ins(**versions: str) -> list[Found]:
    """Libraries as they would be found: ``cudnn="9.9"``."""
    sonames = {"cudnn": "libcudnn.so.9", "cublas": "libcublas.so.12"}
    return [
        Found(sonames[name], Path(f"/nvidia/{sonames[name]}"), version, f"nvidia-{name}-cu12 {version}")
        for name, version in versions.items()
    ]


@pytest.mark.parametrize(
    ("versions", "gpus", "faulty"),
    [
        ({"cudnn": "9.9.0.52", "cublas": "12.9.1.4"}, [(9, 0)] * 2, True),
        ({"cudnn": "9.10.0.56", "cublas": "12.9.0.13"}, [(9, 0)] * 8, True),
        ({"cudnn": "9.10.1.4", "cublas": "12.9.1.4"}, [(9, 0)] * 2, False),
        ({"cudnn": "9.9.0.52", "cublas": "12.8.4.1"}, [(9, 0)] * 2, False),
        ({"cudnn": "9.9.0.52", "cublas": "12.9.1.4"}, [(9, 0)], False),
        ({"cudnn": "9.9.0.52"}, [(9, 0)] * 2, False),
        ({"cudnn": "", "cublas": "12.9.1.4"}, [(9, 0)] * 2, False),
        ({"cudnn": "2024.3-of-a-vendor", "cublas": "12.9.1.4"}, [(9, 0)] * 2, False),
    ],
)
def test_two_libraries_that_are_sound_apart(
    plugin: Plugin, versions: dict[str, str], gpus: Sequence[tuple[int, int]], faulty: bool
) -> None:
    problem = advisories.problem(plugin, stand_ins(**versions), lambda: gpus)
    assert (problem is not None) is faulty
    if problem:
        assert type(problem) is errors.VendorLibraryFaulty
        assert problem.commands[0] == "python -m pip install 'nvidia-cudnn-cu12>=9.10.1'"
        assert problem.where == ("/nvidia/libcudnn.so.9", "/nvidia/libcublas.so.12")
        assert versions["cublas"] in problem.found


@pytest.mark.parametrize(
    ("version", "capability", "warned"),
    [
        ("12.8.0.1", (10, 0), True),
        ("12.9.1.4", (10, 3), True),
        ("13.1.0.3", (11, 0), True),
        ("12.6.4.1", (10, 0), False),
        ("13.2.0.9", (10, 0), False),
        ("12.9.1.4", (9, 0), False),
        ("12.9.1.4", (12, 0), False),
    ],
)
def test_a_fault_of_some_gpus_that_upstream_only_warns_of(
    plugin: Plugin, version: str, capability: tuple[int, int], warned: bool
) -> None:
    seen = stand_ins(cublas=version)
    gpus = [(8, 0), capability]
    assert [type(warning) for warning in advisories.warnings(plugin, seen, lambda: gpus)] == (
        [errors.VendorLibraryFaulty] if warned else []
    )
    assert advisories.problem(plugin, seen, lambda: gpus) is None


def test_the_driver_is_asked_only_where_versions_make_it_matter(plugin: Plugin) -> None:
    def asked() -> Sequence[tuple[int, int]]:
        raise AssertionError("nobody wants to know")

    for seen in ([], stand_ins(cublas="12.6.4.1", cudnn="9.9.0.52")):
        assert advisories.problem(plugin, seen, asked) is None
        assert advisories.warnings(plugin, seen, asked) == ()


def test_jaxs_own_word_for_letting_versions_be(plugin: Plugin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(vendor_libraries.SKIP, "1")
    seen = stand_ins(cudnn="9.9.0.52", cublas="12.9.1.4")
    assert advisories.problem(plugin, seen, lambda: [(10, 0)] * 2) is None
    assert advisories.warnings(plugin, seen, lambda: [(10, 0)] * 2) == ()
