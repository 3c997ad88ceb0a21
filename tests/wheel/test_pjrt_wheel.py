from __future__ import annotations

import platform
import re
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.wheel.conftest import Built, names, read
from tools import ROOT
from tools.artifacts.manifest import releases
from tools.builder import build
from tools.builder.description import described

PACKAGE = ROOT / "packages/jaxlib-pjrt"
EXTENSION = "jaxlib_pjrt/_native.abi3.so"
LIMIT = 3_000_000  # bytes


def test_it_holds_exactly_these_files(built: Built, release: str) -> None:
    info = f"jaxlib_pjrt-{release}.dist-info"
    wanted = [
        *(path.relative_to(PACKAGE / "src").as_posix() for path in (PACKAGE / "src").rglob("*.py")),
        *(EXTENSION, "jaxlib_pjrt/_native.pyi", "jaxlib_pjrt/py.typed"),
        "jaxlib_pjrt/conformance/page.css",
        *(f"jaxlib_pjrt/schemas/{name}.schema.json" for name in ("conformance", "inspect")),
        *(f"{info}/licenses/{name}" for name in ("LICENSE", "LICENSE.nanobind", "NOTICE")),
        f"{info}/sboms/jaxlib-pjrt.cdx.json",
        *(f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "top_level.txt")),
    ]
    assert names(built("pjrt", release)) == sorted(wanted)


def test_its_python_is_that_of_the_checkout(built: Built, release: str) -> None:
    wheel = built("pjrt", release)
    for name in names(wheel):
        if name.startswith("jaxlib_pjrt/") and name != EXTENSION:
            assert read(wheel, name) == (PACKAGE / "src" / name).read_bytes()


def test_its_tag_and_size(built: Built, release: str) -> None:
    wheel = built("pjrt", release)
    tag = f"cp311-abi3-manylinux_2_27_{platform.machine()}"
    assert wheel.name == f"jaxlib_pjrt-{release}-{tag}.whl"
    assert wheel.stat().st_size < LIMIT
    lines = read(wheel, f"jaxlib_pjrt-{release}.dist-info/WHEEL").decode().splitlines()
    assert [line for line in lines if line.startswith("Tag:")] == [f"Tag: {tag}"]


def test_its_metadata(built: Built, release: str) -> None:
    metadata = message_from_bytes(read(built("pjrt", release), f"jaxlib_pjrt-{release}.dist-info/METADATA"))
    assert metadata["Version"] == release
    assert metadata["Requires-Python"] == ">=3.11"
    # No bound above on nanobind-backend, and neither jax nor jaxlib.
    assert metadata.get_all("Requires-Dist") == ["ml_dtypes>=0.5", "nanobind-backend>=1.0", "numpy>=2.0"]
    assert str(metadata.get_payload()).encode() == described(PACKAGE, release)["README.md"]


def test_its_bytes_do_not_depend_on_where_it_is_built(
    built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = built("pjrt", releases()[0])
    monkeypatch.setattr(build, "BUILD", tmp_path / "another" / "and" / "longer" / "place")
    again = build.wheel("pjrt", releases()[0], out=tmp_path / "dist")
    assert again.read_bytes() == wheel.read_bytes()


@pytest.mark.parametrize(("architecture", "package"), [("", "g++ "), ("riscv64", "g++-riscv64-linux-gnu")])
def test_a_machine_without_a_compiler_is_told_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, architecture: str, package: str
) -> None:
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    monkeypatch.delenv("CXX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        build.BuildError, match=rf"no C\+\+ compiler[\s\S]*apt-get install {re.escape(package)}"
    ):
        build.wheel("pjrt", architecture=architecture, out=tmp_path / "dist")
