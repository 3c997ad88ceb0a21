"""The plugins' wheels for free-threaded Pythons: as those for the others, but for the extension and the tags."""

from __future__ import annotations

import argparse
import json
import platform
import re
from pathlib import Path

import pytest

from tests.wheel.conftest import Built, names, read
from tests.wheel.test_index import tiny
from tools import FREE_THREADED
from tools.artifacts.manifest import ManifestError, load
from tools.audit import audit
from tools.builder import build, definitions
from tools.builder.recipes.plugin import free_threaded_tag
from tools.interpreters import abi
from tools.publish import index

#: The Pythons of each line, and the newest line that has some.
PYTHONS = {
    release: definitions.free_threaded_pythons(load(release)) for release in definitions.jaxlib_releases()
}
RELEASE = next(release for release in reversed(PYTHONS) if PYTHONS[release])
EXTENSIONS = [
    f"_pjrt.cpython-{python.replace('.', '')}-{platform.machine()}-linux-gnu.so"
    for python in PYTHONS[RELEASE]
]


@pytest.fixture(scope="module")
def wheel(built: Built) -> Path:
    built("core", RELEASE)
    return build.wheel("cpu", RELEASE, free_threaded=True)


def test_it_is_apart_from_the_others(wheel: Path) -> None:
    tag = free_threaded_tag([abi(python) for python in PYTHONS[RELEASE]])
    assert wheel.parent.name == FREE_THREADED
    assert wheel.name.startswith(f"jaxlib_cpu-{RELEASE}-{tag}-manylinux")


def test_one_wheel_serves_several() -> None:
    assert free_threaded_tag(["cp313t", "cp314t"]) == "cp313.cp314-cp313t.cp314t"


def test_only_its_extension_and_metadata_differ(wheel: Path, built: Built) -> None:
    other = built("cpu", RELEASE)
    differ = {
        name for name in names(other) if name not in names(wheel) or read(other, name) != read(wheel, name)
    }
    info = f"jaxlib_cpu-{RELEASE}.dist-info"
    assert differ == {"jaxlib_cpu/_pjrt.abi3.so", f"{info}/RECORD", f"{info}/WHEEL"}
    assert set(names(wheel)) - set(names(other)) == {f"jaxlib_cpu/{name}" for name in EXTENSIONS}


def test_it_passes_its_audit(wheel: Path) -> None:
    done = audit.audit(wheel)
    assert done.passed, [check for check in done.checks if not check.passed]
    assert done.command == f"python -m tools build plugins cpu --release {RELEASE} --free-threaded"


def test_a_release_that_serves_none_has_no_such_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definitions, "every_free_threaded", list)
    with pytest.raises(ManifestError, match=f"jaxlib-cpu {RELEASE} has no wheel for free-threaded Pythons"):
        build.wheel("cpu", RELEASE, free_threaded=True)


def test_constraints_name_no_wheel_that_another_python_could_not_install(tmp_path: Path) -> None:
    """An index has both, but a constraint of pip's cannot tell the two kinds of Python 3.13 apart."""
    plain = tiny(tmp_path, "1.0")
    other = plain.rename(tmp_path / "acme-1.0-cp313-cp313t-manylinux_2_27_x86_64.whl")
    plain = tiny(tmp_path, "1.0")
    index.write([index.entry(path) for path in (plain, other)], tmp_path / "site", url="https://files/v1/")
    constraints = (tmp_path / "site/constraints/1.0.txt").read_text()
    assert plain.name in constraints
    assert "cp313t" not in constraints
    page = json.loads((tmp_path / "site/simple/acme/index.json").read_text())
    assert {file["filename"] for file in page["files"]} == {plain.name, other.name}


def test_a_plugin_whose_kernels_upstream_does_not_have_is_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """ROCm's; CUDA's and those without kernels are built."""
    arguments = argparse.Namespace(release=RELEASE, arch="x86_64", free_threaded=True)
    assert build._every(arguments) == [name for name in definitions.plugin_names() if name != "rocm7"]
    pythons = ", ".join(PYTHONS[RELEASE])
    assert f"jaxlib-rocm7: upstream has no kernels for Python {pythons}" in capsys.readouterr().err
    with pytest.raises(
        ManifestError,
        match=rf"jaxlib-rocm7(?s:.*)wanted: upstream's kernels for Python {re.escape(pythons)} on",
    ):
        build.wheel("rocm7", RELEASE, "x86_64", free_threaded=True)
