from __future__ import annotations

import sys
from pathlib import Path
from types import MappingProxyType

import pytest

from tools.artifacts.cache import Cache
from tools.artifacts.manifest import Artifact, ArtifactFile, Use
from tools.measurements import accepted as module
from tools.measurements.accepted import Accepted, accepted
from tools.measurements.library import MeasurementError

#: A jaxlib that takes plugins by `TAKES` and looks at them when they are loaded, or initialized.
CLIENT = """
import ctypes
class Version(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extensions", ctypes.c_void_p), ("major", ctypes.c_int),
                ("minor", ctypes.c_int)]
class Api(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("extensions", ctypes.c_void_p), ("version", Version),
                ("functions", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p) * 100)]
def load_pjrt_plugin_dynamically(name, path):
    global api
    entry = ctypes.CDLL(path).GetPjrtApi
    entry.restype = ctypes.POINTER(Api)
    api = entry().contents
    assert api.size >= ctypes.sizeof(Api) and api.version.size == 24
def initialize_pjrt_plugin(name):
    assert not api.functions[9](None)
    major, minor = api.version.major, api.version.minor
    if not (TAKES):
        raise RuntimeError(f"INVALID_ARGUMENT: {major}.{minor}\\nis not taken")
"""


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A Python with a jaxlib."""
    package = tmp_path / "site" / "jaxlib"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("__version__ = '1.2.3'\n")
    script = tmp_path / "python"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}/site" exec "{sys.executable}" "$@"\n')
    script.chmod(0o755)
    return script


def takes(python: Path, condition: str) -> Path:
    (python.parent / "site/jaxlib/xla_client.py").write_text(CLIENT.replace("TAKES", condition))
    return python


@pytest.mark.parametrize("minimum", [0, 1, 29, 130])
def test_the_lowest_version_is_found(python: Path, minimum: int) -> None:
    found = accepted(takes(python, f"major == 0 and minor >= {minimum}"))
    refusal = f"INVALID_ARGUMENT: 0.{minimum - 1} is not taken" if minimum else ""
    assert found == Accepted("1.2.3", 0, f"0.{minimum}", refusal)


def test_another_major_version(python: Path) -> None:
    assert accepted(takes(python, "major == 1 and minor >= 4")).minimum == "1.4"


@pytest.mark.parametrize(("condition", "found"), [("False", "none"), ("minor >= 29", "0, 1, 2")])
def test_a_jaxlib_that_takes_none_or_all_is_an_error(python: Path, condition: str, found: str) -> None:
    with pytest.raises(MeasurementError, match=rf"one major version .* found {found}"):
        accepted(takes(python, condition))


def test_a_jaxlib_that_crashes_is_an_error_and_no_refusal(python: Path) -> None:
    with pytest.raises(MeasurementError, match=r"exit status 7: .*boom"):
        accepted(takes(python, "__import__('sys').exit(print('boom', file=__import__('sys').stderr) or 7)"))


def test_a_python_without_jaxlib_is_an_error(python: Path, tmp_path: Path) -> None:
    (tmp_path / "site/jaxlib/__init__.py").write_text("raise ImportError('no jaxlib')")
    with pytest.raises(MeasurementError, match=r"wanted a Python with upstream's jaxlib: .*no jaxlib"):
        accepted(python)
    with pytest.raises(MeasurementError, match="No such file"):
        accepted(tmp_path / "gone")


def test_it_is_measured_once_for_the_same_wheels(
    cache: Cache, python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def jaxlib(sha256: str) -> Artifact:
        file = ArtifactFile("jaxlib", "1.2.3", "jaxlib.whl", "x86_64", "cp312", 1, sha256)
        return Artifact("jaxlib", "1.2.3", "MIT", Use.DEPEND, None, MappingProxyType({}), (file,))

    calls: list[Path] = []
    monkeypatch.setattr(module, "accepted", lambda path: Accepted("1.2.3", 0, f"0.{len(calls)}", ""))

    def environment() -> Path:
        calls.append(python)
        return python

    first = module.kept(jaxlib("0" * 64), cache, environment)
    assert module.kept(jaxlib("0" * 64), cache, environment) == first
    assert len(calls) == 1
    assert module.kept(jaxlib("1" * 64), cache, environment) != first
