from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from plugins.extension import compile as zig
from tools.elf.strip import Section, StripError, mapped, section, strip, verify

LIBRARY_C = """
static int hidden(int value) { return value + table[value & 1]; }
__attribute__((visibility("default"))) int shown(int value) { return hidden(value) * 2; }
"""
NUMBERS = "static int table[2] = {1, 2};\n"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with its symbol table."""
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "library.c").write_text(
        NUMBERS + LIBRARY_C.replace("int shown", "int shown(int value);\nint shown")
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zig, "LINK", tuple(word for word in zig.LINK if word != "-s"))
        patch.setattr(zig, "WARNINGS", ())
        zig.compile_shared([folder / "library.c"], folder / "library.so", target="x86_64-linux-gnu.2.17")
    assert section(folder / "library.so", ".symtab") is not None
    return folder / "library.so"


@pytest.fixture
def stripped(compiled: Path, tmp_path: Path) -> Path:
    strip(compiled, tmp_path / "stripped.so")
    return tmp_path / "stripped.so"


def test_what_is_left_works_and_is_smaller(compiled: Path, stripped: Path) -> None:
    assert stripped.stat().st_size < compiled.stat().st_size
    assert ctypes.CDLL(str(stripped)).shown(3) == 10


def test_what_no_loader_reads_is_gone_and_the_rest_has_its_names(compiled: Path, stripped: Path) -> None:
    with stripped.open("rb") as file, compiled.open("rb") as before:
        elf, whole = ELFFile(file), ELFFile(before)
        names = [iter_section.name for iter_section in elf.iter_sections()]
        assert names[-1] == ".shstrtab"
        assert names[:-1] == [section.name for section in whole.iter_sections()][: len(names) - 1]
        assert ".symtab" not in names
        dynamic = elf.get_section_by_name(".dynsym")
        assert [iter_symbol.name for iter_symbol in dynamic.iter_symbols() if iter_symbol["st_value"]] == [
            "shown"
        ]


def test_it_is_what_it_was_as_far_as_the_loader_sees(compiled: Path, stripped: Path) -> None:
    verify(compiled, stripped)


def flip(path: Path, offset: int) -> None:
    with mapped(path, write=True) as image:
        image[offset] ^= 1


def place(path: Path, name: str) -> int:
    found = section(path, name)
    assert found is not None
    return found.offset


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda path: flip(path, place(path, ".text")), "bytes .* are not those"),
        (lambda path: flip(path, place(path, ".eh_frame")), "bytes .* are not those"),
        (lambda path: flip(path, place(path, ".dynstr") + 1), "dynamic symbols are not those"),
        (lambda path: flip(path, 64 + 16), "program headers are not those"),
        (lambda path: os.truncate(path, path.stat().st_size - 128), "wanted a sound ELF file"),
    ],
)
def test_a_change_is_found(compiled: Path, stripped: Path, spoil: Callable[[Path], None], what: str) -> None:
    spoil(stripped)
    with pytest.raises(StripError, match=what):
        verify(compiled, stripped)


def test_a_change_where_one_is_allowed_is_none(compiled: Path, stripped: Path) -> None:
    begin = place(stripped, ".text")
    flip(stripped, begin)
    verify(compiled, stripped, [Section(begin, 1)])


def test_what_is_no_elf_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no library, but long enough for a header of one, which has 64 bytes")
    with pytest.raises(StripError, match="wanted a sound ELF file"):
        strip(tmp_path / "text", tmp_path / "out")
