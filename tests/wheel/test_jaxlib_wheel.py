from __future__ import annotations

import hashlib
import platform
import tomllib
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.wheel.conftest import names, read
from tools import ROOT
from tools.artifacts.manifest import load
from tools.audit import audit
from tools.builder import build, definitions
from tools.compat import contract
from tools.environments.venv import pythons

PACKAGE = ROOT / "packages" / "jaxlib"
RELEASE = definitions.jaxlib_release()
INFO = f"jaxlib-{RELEASE}+bindings.dist-info"
#: By which Python, such as cp312.
PYTHONS = {
    f"cp3{version[1]}": path
    for version, path in pythons().items()
    if load(RELEASE).serves(f"cp3{version[1]}")
}
#: The one that jaxlib-pjrt's and the other tests share.
TAG = "cp312" if "cp312" in PYTHONS else min(PYTHONS)
EXTENSION = f"jaxlib/_native.cpython-{TAG.removeprefix('cp')}-{platform.machine()}-linux-gnu.so"
LIMIT = 1_000_000  # bytes; the goal is 5 million
TAKEN: dict[str, str] = tomllib.loads((PACKAGE / "upstream.toml").read_text("utf-8"))["files"]


@pytest.fixture(scope="module")
def wheel() -> Path:
    if not build.has_compiler():
        pytest.skip("no C++ compiler on this machine: jaxlib's bindings are NOT TESTED")
    return build.jaxlib(RELEASE, python=str(PYTHONS[TAG]))


def own() -> dict[str, bytes]:
    """The files that are written here, by their names in the wheel."""
    source = PACKAGE / "src"
    found = {str(path.relative_to(source)): path for path in source.rglob("*.py*") if path.suffix != ".pyc"}
    return {name: path.read_bytes() for name, path in found.items()}


def test_it_holds_exactly_these_files(wheel: Path) -> None:
    legal = [f"{INFO}/licenses/{name}" for name in ("LICENSE", "LICENSE.nanobind", "NOTICE")]
    described = [f"{INFO}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "top_level.txt")]
    bill = f"{INFO}/sboms/jaxlib.cdx.json"
    assert names(wheel) == sorted([*own(), *TAKEN, EXTENSION, *legal, *described, bill])


def test_what_is_upstreams_is_as_listed_and_the_rest_as_it_is_here(wheel: Path) -> None:
    for name, content in own().items():
        assert read(wheel, name) == content, name
    for name, sha256 in TAKEN.items():
        assert hashlib.sha256(read(wheel, name)).hexdigest() == sha256, name


def test_its_tag_size_and_metadata(wheel: Path) -> None:
    platform_tag = f"{definitions.jaxlib_platform()}_{platform.machine()}"
    assert wheel.name == f"jaxlib-{RELEASE}+bindings-{TAG}-{TAG}-{platform_tag}.whl"
    assert wheel.stat().st_size < LIMIT
    metadata = message_from_bytes(read(wheel, f"{INFO}/METADATA"))
    assert metadata["Version"] == f"{RELEASE}+bindings"
    assert metadata.get_all("Requires-Dist") == definitions.jaxlib_requirements(load(RELEASE))


def test_the_audit_passes(wheel: Path) -> None:
    done = audit.audit(wheel)
    assert done.passed, [check for check in done.checks if not check.passed]
    assert {check.name for check in done.checks} == {
        *("tag", "metadata", "requirements", "licence", "record", "build-paths", "size", "excluded"),
        *("bill-of-materials", "manylinux", "architecture", "linkage", "exports", "segments"),
    }
    assert done.command.endswith(f"build jaxlib --release {RELEASE} --python python3.{TAG[3:]}")


def another_tag(name: str) -> str:
    return name.replace(f"{TAG}-{TAG}", "py3-none")


def as_it_was(name: str) -> str:
    return name


@pytest.mark.parametrize(
    ("rename", "member", "rule"),
    [
        (another_tag, "", "tag"),
        (as_it_was, "jaxlib/xla_client.py", "bill-of-materials"),
        (as_it_was, "jaxlib/more.so", "exports"),
        (as_it_was, f"{INFO}/METADATA", "requirements"),
    ],
)
def test_the_audit_finds_what_is_wrong(
    wheel: Path, tmp_path: Path, rename: Callable[[str], str], member: str, rule: str
) -> None:
    spoilt = tmp_path / rename(wheel.name)
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(spoilt, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == member:
                content = content.replace(b"Requires-Dist: numpy", b"Requires-Dist: numba") + b"\n"
            target.writestr(name, content)
        if member not in source.namelist():
            target.writestr(member or "jaxlib/nothing.py", source.read(EXTENSION) if member else b"")
    assert rule in audit.audit(spoilt).failed


def test_its_bytes_do_not_depend_on_where_it_is_built(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "BUILD", tmp_path / "another" / "place")
    again = build.jaxlib(RELEASE, out=tmp_path / "dist", python=str(PYTHONS[TAG]))
    assert again.read_bytes() == wheel.read_bytes()


def test_the_list_of_upstreams_files_is_made_for_any_release() -> None:
    printed = contract.files(load(RELEASE)).splitlines()
    assert [line for line in printed if line.startswith('"')] == [f'"{a}" = "{b}"' for a, b in TAKEN.items()]
    newer = contract.files(load("0.12.0"))
    assert newer.startswith('release = "0.12.0"')
    assert '# not taken: "jaxlib/thunky/python/thunky.py" = ' in newer
    assert '"jaxlib/_native' not in newer
