from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from tests.wheel.mini import INFO, LIBRARY, Mini
from tools import audit
from tools.graft import graft
from tools.stage import Packed


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
