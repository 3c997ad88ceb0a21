"""Faults that reading back finds in wheels, one at a time."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

import pytest

from tools.wheels import readback

INFO = "small-1.0.dist-info"
FILES = {
    "small/__init__.py": b"VALUE = 3\n",
    "small/data.bin": bytes(range(256)) * 64,
    f"{INFO}/METADATA": b"Name: small\n",
}


def line(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"


def write(path: Path, files: dict[str, bytes], record: list[str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        archive.writestr(f"{INFO}/RECORD", "\n".join([*record, f"{INFO}/RECORD,,", ""]))
    return path


RECORD = [line(name, content) for name, content in FILES.items()]


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    return write(tmp_path / "small-1.0-py3-none-any.whl", FILES, RECORD)


def test_a_sound_wheel_has_none(wheel: Path) -> None:
    assert readback.faults(wheel) == []


def test_a_member_that_is_damaged(wheel: Path) -> None:
    content = bytearray(wheel.read_bytes())
    with zipfile.ZipFile(wheel) as archive:
        offset = archive.getinfo("small/data.bin").header_offset
    content[offset + 30 + len("small/data.bin") + 40] ^= 0x55
    wheel.write_bytes(content)
    (fault,) = readback.faults(wheel)
    assert fault.startswith("small/data.bin: ")


def test_a_wheel_that_ends_early(wheel: Path) -> None:
    wheel.write_bytes(wheel.read_bytes()[:-40])
    (fault,) = readback.faults(wheel)
    assert fault.startswith("not a zip file that can be read: ")


def test_a_hash_and_a_size_that_record_has_otherwise(tmp_path: Path) -> None:
    other = [line(name, content + b"!") for name, content in FILES.items()]
    faults = readback.faults(write(tmp_path / "other.whl", FILES, other))
    assert [fault.partition(": wanted sha256=")[0] for fault in faults] == list(FILES)


def test_members_that_only_one_side_has(tmp_path: Path) -> None:
    more = {**FILES, "small/more.py": b""}
    assert readback.faults(write(tmp_path / "more.whl", more, RECORD)) == ["small/more.py: not in RECORD"]
    fewer = {name: content for name, content in FILES.items() if not name.endswith("bin")}
    assert readback.faults(write(tmp_path / "fewer.whl", fewer, RECORD)) == [
        "small/data.bin: in RECORD, and not there"
    ]


def test_a_member_that_is_there_twice_and_a_wheel_without_record(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("small/__init__.py", FILES["small/__init__.py"])
    assert readback.faults(wheel) == ["small/__init__.py: there 2 times"]
    with zipfile.ZipFile(tmp_path / "none.whl", "w") as archive:
        archive.writestr("small/__init__.py", "")
    assert readback.faults(tmp_path / "none.whl") == ["wanted one RECORD, found 0"]
