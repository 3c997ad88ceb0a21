from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest
from variantlib.variant_dist_info import VariantDistInfo

from tests.wheel.mini import INFO, LIBRARY, Mini
from tools.artifacts.cache import Cache
from tools.artifacts.manifest import load
from tools.audit import audit
from tools.builder import build, recipes, source_tree
from tools.builder.graft import graft
from tools.builder.source_tree import Packed


@pytest.fixture
def whole(mini: Mini, tmp_path: Path) -> Path:
    """A wheel from which the library was taken out, and into which it was put again from another zip file."""
    content = mini.files.pop(LIBRARY)
    upstream = tmp_path / "upstream.whl"
    with zipfile.ZipFile(upstream, "w") as archive:
        archive.writestr("before.txt", "something else")
        # As a writer that streams does it: sizes after the data.
        with archive.open(zipfile.ZipInfo("package/library.so"), "w", force_zip64=True) as member:
            member.write(content)
    packed = {
        LIBRARY: Packed(upstream, "package/library.so", hashlib.sha256(content).hexdigest(), len(content))
    }
    target = tmp_path / "whole" / mini.write(tmp_path).name
    target.parent.mkdir()
    graft(tmp_path / target.name, packed, target)
    with zipfile.ZipFile(target) as archive:
        assert archive.read(LIBRARY) == content
    return target


def test_it_is_a_sound_wheel(whole: Path) -> None:
    with zipfile.ZipFile(whole) as archive:
        assert archive.testzip() is None
        assert archive.namelist()[-1] == f"{INFO}/RECORD"
    done = audit.audit(whole)
    assert done.passed, [check for check in done.checks if not check.passed]


def test_its_bytes_are_always_the_same(whole: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(whole) as archive:
        member = archive.getinfo(LIBRARY)
    assert member.date_time == (1980, 1, 1, 0, 0, 0)
    assert member.external_attr >> 16 == 0o100644
    assert member.extra == b""


def test_a_wheel_variant_says_what_it_holds_as_pep_825_has_it(
    mini: Mini, tmp_path: Path, unslimmed: None
) -> None:
    staged = recipes.plugin.stage("cuda12", load("0.10.2"), "x86_64", Cache(), ["sm90"], wheel_variant=True)
    assert staged.target == "jaxlib_cuda12-0.10.2-cp311-abi3-manylinux_2_27_x86_64-sm90.whl"
    target = tmp_path / "variant.whl"
    graft(mini.write(tmp_path), {}, target, staged.metadata)
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist()[-2:] == [f"{INFO}/variant.json", f"{INFO}/RECORD"]
        text = archive.read(f"{INFO}/variant.json")
        assert f"{INFO}/variant.json,sha256=" in archive.read(f"{INFO}/RECORD").decode()
    said = VariantDistInfo(text, "sm90")
    assert [entry.to_str() for entry in said.variant_desc.properties] == ["nvidia :: sm_arch :: 90_real"]


def test_a_build_puts_it_into_the_wheel_and_the_label_into_its_name(
    mini: Mini, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = mini.write(tmp_path)
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    monkeypatch.setattr(build, "_run", lambda *_: source)
    staged = source_tree.Stage("jaxlib-cpu", source.name, {}, {}, "sm90", {"variant.json": b"{}"})
    (tmp_path / "build" / source.stem).with_name(f"{source.stem}-sm90").mkdir(parents=True)
    wheel = build.build(staged, tmp_path / "dist")
    assert wheel.name == f"{source.stem}-sm90.whl"
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(f"{INFO}/variant.json") == b"{}"
