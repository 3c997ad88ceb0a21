"""A build refuses a manifest whose facts of a library are not the measured ones."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.tools.measurements import fakes
from tests.wheel.mini import LIBRARY_C, RELEASE, Compiler
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Library, Manifest, Use, load, releases
from tools.builder import build, recipes
from tools.environments import measure
from tools.measurements import library as measurements
from tools.measurements.library import MeasurementError

MACHINE = platform.machine()


def stating(name: str, **facts: Any) -> Manifest:
    """The manifest with other facts of the library of an artifact."""
    release = load(RELEASE)

    def stale(library: Library | None) -> Library:
        assert library is not None
        return replace(library, **facts)

    artifacts = (
        replace(artifact, library=stale(artifact.library)) if artifact.name == name else artifact
        for artifact in release.artifacts
    )
    return replace(release, artifacts=tuple(artifacts))


def local(path: Path) -> Manifest:
    """The manifest with a library that somebody built in place of XLA:CPU's."""
    release = load(RELEASE)
    artifacts = (
        replace(artifact, use=Use.LOCAL, path=path, library=Library(path.name, "0.81", "0.2"))
        if artifact.name == "xla-cpu-pjrt"
        else artifact
        for artifact in release.artifacts
    )
    return replace(release, artifacts=tuple(artifacts))


@pytest.mark.parametrize(
    ("plugin", "artifact", "facts", "said"),
    [
        (
            "cpu",
            "xla-cpu-pjrt",
            {"pjrt_api": "0.80"},
            "library.pjrt_api: the manifest says 0.80, measured 0.81",
        ),
        ("cpu", "xla-cpu-pjrt", {"ffi_api": "0.3"}, "library.ffi_api: the manifest says 0.3, measured 0.2"),
        ("cpu", "xla-cpu-pjrt", {"pjrt_api": None}, "library.pjrt_api was not measured"),
        ("tpu", "libtpu", {"pjrt_api": "0.1"}, "library.pjrt_api: the manifest says 0.1, measured 0."),
        ("tpu", "libtpu", {"size": 1}, "library.size: the manifest says 1, measured 6"),
        ("tpu", "libtpu", {"sha256": "0" * 64}, f"library.sha256: the manifest says {'0' * 64}, measured "),
        ("tpu", "libtpu", {"size": None, "sha256": None}, "library.size, library.sha256 was not measured"),
    ],
)
def test_a_wrong_fact_does_not_become_a_wheel(
    plugin: str, artifact: str, facts: dict[str, Any], said: str
) -> None:
    assert MeasurementError in build.FAILURES
    with pytest.raises(MeasurementError) as caught:
        recipes.plugin.stage(plugin, stating(artifact, **facts), MACHINE, Cache())
    assert said in str(caught.value)
    assert f"python -m tools measure {RELEASE}" in str(caught.value)


def test_a_library_for_another_architecture_is_compared_as_far_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measurements, "machine", lambda: "riscv64")
    recipes.plugin.stage("tpu", load(RELEASE), "x86_64", Cache())
    said = capfd.readouterr().err
    assert (
        "its size and hash were compared; its versions were not measured: a library for x86_64 cannot" in said
    )
    with pytest.raises(MeasurementError, match=r"library\.size: the manifest says 1, measured"):
        recipes.plugin.stage("tpu", stating("libtpu", size=1), "x86_64", Cache())


@pytest.fixture
def source(compiler: Compiler) -> Callable[[str], Path]:
    return lambda text: compiler(text, f"{MACHINE}-linux-gnu.2.17")


def test_a_library_that_somebody_built_is_measured(source: Callable[[str], Path]) -> None:
    staged = recipes.plugin.stage("cpu", local(source(LIBRARY_C)), MACHINE, Cache())
    assert staged.wheel.startswith(f"jaxlib_cpu-{RELEASE}-")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (fakes.CRASHES, "it crashed with SIGABRT while calling GetPjrtApi()"),
        (fakes.EXITS, "it printed: no such chip"),
        (fakes.RETURNS_NOTHING, "GetPjrtApi() returned no API"),
    ],
)
def test_a_library_that_somebody_built_and_that_is_broken_is_an_error_that_says_why(
    source: Callable[[str], Path], text: str, said: str
) -> None:
    path = source(text)
    with pytest.raises(MeasurementError) as caught:
        recipes.plugin.stage("cpu", local(path), MACHINE, Cache())
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("release", releases())
def test_upstreams_jaxlib_accepts_plugins_from_the_stated_version_on(release: str) -> None:
    manifest = load(release)
    measured = measure.of_jaxlib(manifest, Cache())
    assert (manifest.pjrt_api_major, manifest.pjrt_api_minimum) == (measured.major, measured.minimum)
    # A version too low would be accepted by every check of this repository, and refused by jaxlib.
    assert f"{measured.major}.{int(measured.minimum.partition('.')[2]) - 1}" in measured.refusal
