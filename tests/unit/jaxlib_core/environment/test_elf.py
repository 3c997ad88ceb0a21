from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jaxlib_core.environment import elf

from tests.unit.jaxlib_core.site import elf_image


def test_exports_and_architecture(tmp_path: Path) -> None:
    path = tmp_path / "library.so"
    path.write_bytes(elf_image(machine=183, exports=("GetPjrtApi", "other")))
    assert elf.read(path) == elf.SharedObject("aarch64", frozenset({"GetPjrtApi", "other"}))


@pytest.mark.parametrize("length", [0, 1, 4, 63, 64, 100, 119, 300])
def test_every_cut_is_seen(tmp_path: Path, length: int) -> None:
    path = tmp_path / "library.so"
    path.write_bytes(elf_image()[:length])
    with pytest.raises((elf.Truncated, elf.NotElf)):
        elf.read(path)


def test_cut_by_one_byte_is_truncated(tmp_path: Path) -> None:
    path = tmp_path / "library.so"
    path.write_bytes(elf_image()[:-1])
    with pytest.raises(elf.Truncated, match="ends at byte"):
        elf.read(path)


@pytest.mark.parametrize("content", [b"PK\x03\x04" + bytes(100), b"#!/bin/sh\n" + bytes(100), bytes(200)])
def test_other_files_are_not_elf(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "library.so"
    path.write_bytes(content)
    with pytest.raises(elf.NotElf, match="begins with"):
        elf.read(path)


IMAGE = elf_image()


@settings(max_examples=400, deadline=None)
@given(
    flips=st.lists(st.tuples(st.integers(0, len(IMAGE) - 1), st.integers(0, 255)), max_size=6), data=st.data()
)
def test_damage_gives_an_answer_or_a_named_error(
    tmp_path_factory: pytest.TempPathFactory, flips: list[tuple[int, int]], data: st.DataObject
) -> None:
    image = bytearray(IMAGE)
    for at, value in flips:
        image[at] = value
    path = tmp_path_factory.getbasetemp() / "damaged.so"
    path.write_bytes(image[: data.draw(st.integers(0, len(image)))])
    with contextlib.suppress(elf.Truncated, elf.NotElf):
        elf.read(path)


def test_what_a_library_is_linked_with_and_called_by() -> None:
    """Of libraries that this process has loaded itself, so every machine has them."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    loaded = {Path(line.split()[-1]).name: Path(line.split()[-1]) for line in lines if ".so" in line}
    read = elf.read(loaded["libm.so.6"])
    assert read.soname == "libm.so.6"
    assert "libc.so.6" in read.needed
    assert read.search == ()
