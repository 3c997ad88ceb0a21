from __future__ import annotations

import hashlib
import platform
import re
import zipfile
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.wheel.conftest import names, read
from tools import ROOT
from tools.artifacts.manifest import load
from tools.audit import audit, declared
from tools.builder import build, definitions
from tools.compat import contract
from tools.interpreters import pythons

PACKAGE = ROOT / "packages" / "jaxlib"


class Line:
    """A release line of jaxlib (bindings-only), and the Python that its wheel is looked at for."""

    def __init__(self, release: str) -> None:
        self.release = release
        served = {
            f"cp3{version[1]}": path
            for version, path in pythons().items()
            if load(release).serves(f"cp3{version[1]}")
        }
        #: The one that jaxlib-pjrt's and the other tests share.
        self.tag = "cp312" if "cp312" in served else min(served)
        self.python = str(served[self.tag])
        self.info = f"jaxlib-{release}+bindings.dist-info"
        self.extension = (
            f"jaxlib/_native.cpython-{self.tag.removeprefix('cp')}-{platform.machine()}-linux-gnu.so"
        )
        self.taken: dict[str, str] = definitions.jaxlib_facts(release)["files"]


#: Bytes.
LIMIT = declared.policy()["budget"]["jaxlib"] * 1e6
#: Written when the wheel is built.
FACTS = ("jaxlib/_release.py", "jaxlib/_debug_options_facts.py", "jaxlib/_upstream_names.py")


@pytest.fixture(scope="module", params=definitions.jaxlib_releases())
def line(request: pytest.FixtureRequest) -> Line:
    release: str = request.param
    return Line(release)


@pytest.fixture(scope="module")
def wheel(line: Line) -> Path:
    if not build.has_compiler():
        pytest.skip("no C++ compiler on this machine: jaxlib's bindings are NOT TESTED")
    return build.jaxlib(line.release, python=line.python)


def own() -> dict[str, bytes]:
    """The files that are written here, by their names in the wheel, the native module's stubs among them."""
    source = PACKAGE / "src"
    paths = [*source.rglob("*.py"), *source.rglob("*.pyi"), *source.rglob("py.typed")]
    found = {str(path.relative_to(source)): path for path in paths}
    return {name: path.read_bytes() for name, path in found.items()}


def test_it_holds_exactly_these_files(wheel: Path, line: Line) -> None:
    legal = [f"{line.info}/licenses/{name}" for name in ("LICENSE", "LICENSE.nanobind", "NOTICE")]
    described = [f"{line.info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "top_level.txt")]
    bill = f"{line.info}/sboms/jaxlib.cdx.json"
    assert names(wheel) == sorted([*own(), *line.taken, *FACTS, line.extension, *legal, *described, bill])


def test_what_is_upstreams_is_as_listed_and_the_rest_as_it_is_here(wheel: Path, line: Line) -> None:
    for name, content in own().items():
        assert read(wheel, name) == content, name
    for name, sha256 in line.taken.items():
        assert hashlib.sha256(read(wheel, name)).hexdigest() == sha256, name


def test_its_tag_size_and_metadata(wheel: Path, line: Line) -> None:
    platform_tag = f"{definitions.jaxlib_platform()}_{platform.machine()}"
    assert wheel.name == f"jaxlib-{line.release}+bindings-{line.tag}-{line.tag}-{platform_tag}.whl"
    assert wheel.stat().st_size < LIMIT
    metadata = message_from_bytes(read(wheel, f"{line.info}/METADATA"))
    assert metadata["Version"] == f"{line.release}+bindings"
    required = metadata.get_all("Requires-Dist", [])
    assert [
        requirement for requirement in required if "extra" not in requirement
    ] == definitions.jaxlib_requirements(load(line.release))
    assert metadata.get_all("Provides-Extra") == ["distributed"]
    (optional,) = [Requirement(requirement) for requirement in required if "extra" in requirement]
    assert optional.name == "grpcio"
    assert str(optional.marker) == 'extra == "distributed"'


def test_the_audit_passes(wheel: Path, line: Line) -> None:
    done = audit.audit(wheel)
    assert done.passed, [check for check in done.checks if not check.passed]
    assert {check.name for check in done.checks} == {
        *("tag", "metadata", "description", "requirements", "licence", "record", "build-paths", "size"),
        *("excluded", "bill-of-materials", "manylinux", "architecture", "linkage", "exports", "segments"),
    }
    assert done.command.endswith(f"build jaxlib --release {line.release} --python 3.{line.tag[3:]}")


def test_an_architecture_with_another_layout_of_types_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        build.BuildError, match=r"(?s)for riscv64\..*wanted: .*among aarch64, x86_64.*found: "
    ):
        build.jaxlib(None, "riscv64", tmp_path)
    assert not list(tmp_path.iterdir())


def another_tag(name: str) -> str:
    return re.sub(r"cp3\d+-cp3\d+", "py3-none", name)


def as_it_was(name: str) -> str:
    return name


@pytest.mark.parametrize(
    ("rename", "member", "rule"),
    [
        (another_tag, "", "tag"),
        (as_it_was, "jaxlib/xla_client.py", "bill-of-materials"),
        (as_it_was, "jaxlib/more.so", "exports"),
        (as_it_was, "METADATA", "requirements"),
    ],
)
def test_the_audit_finds_what_is_wrong(
    wheel: Path, line: Line, tmp_path: Path, rename: Callable[[str], str], member: str, rule: str
) -> None:
    spoilt = tmp_path / rename(wheel.name)
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(spoilt, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name in (member, f"{line.info}/{member}"):
                content = content.replace(b"Requires-Dist: numpy", b"Requires-Dist: numba") + b"\n"
            target.writestr(name, content)
        if member not in source.namelist() and member != "METADATA":
            target.writestr(member or "jaxlib/nothing.py", source.read(line.extension) if member else b"")
    assert rule in audit.audit(spoilt).failed


def test_its_bytes_do_not_depend_on_where_it_is_built(
    wheel: Path, line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "BUILD", tmp_path / "another" / "place")
    # The module is the same in each line, which is tested below: it is compiled again for one.
    if line.release == definitions.jaxlib_releases()[-1]:
        monkeypatch.setenv(build.NATIVE_CACHE, "")
    again = build.jaxlib(line.release, out=tmp_path / "dist", python=line.python)
    assert again.read_bytes() == wheel.read_bytes()


def test_the_native_module_is_the_same_in_every_line(wheel: Path, line: Line) -> None:
    for release in definitions.jaxlib_releases():
        if load(release).serves(line.tag):
            other = build.jaxlib(release, python=line.python)
            assert read(other, line.extension) == read(wheel, line.extension), release


def test_the_list_of_upstreams_files_is_made_for_any_release(line: Line) -> None:
    printed = contract.files(load(line.release)).splitlines()
    assert [line for line in printed if line.startswith('"')] == [
        f'"{a}" = "{b}"' for a, b in line.taken.items()
    ]
    assert '# not taken: "jaxlib/_native' not in "\n".join(printed)
