"""Strips a shared object of what the loader never reads: symbol table, debug information, compiler notes.

Everything that is loaded keeps its place in the file. Only the section table, which follows the loaded part, and
the ELF header's pointer to it can differ, which is simple to check; the output of a stripper that changes the
layout would not be. An address in the stripped library is the same as in upstream's, which still has the symbol
names.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: In the header of a 64-bit ELF file: where the section table is; an entry's size, their number, that of the names.
_TABLE, _COUNT = struct.Struct("<Q"), struct.Struct("<3H")
_TABLE_AT, _COUNT_AT, _HEADER_SIZE = 40, 58, 64
_SECTION = struct.Struct("<IIQQQQIIQQ")
_STRING_TABLE, _ALLOCATED = 3, 2
_CHUNK = 1 << 20


class StripError(Exception):
    """A file can't be stripped, or stripping changed it."""


@dataclass(frozen=True, slots=True)
class Section:
    """The offset and the size of a section in a file."""

    offset: int
    size: int


def strip(source: Path, target: Path) -> None:
    """Write the loaded part of ``source`` to ``target``, with a section table for it.

    Raises:
        StripError: It is not a 64-bit little-endian ELF file, or a section that is not loaded lies between loaded
            ones.
    """
    with _reported(source), source.open("rb") as file:
        elf = _parsed(file, source)
        sections = list(elf.iter_sections())
        loaded = [section for section in sections if _is_loaded(section)]
        # Sections refer to each other by number, so the remaining ones keep their numbers.
        if loaded != sections[1 : len(loaded) + 1]:
            raise StripError(f"{source}: wanted all sections that are loaded before all others")
        end = max(_end(elf), max((_file_end(section) for section in loaded), default=0))
        names = b"\0" + b"".join(section.name.encode() + b"\0" for section in loaded)
        own = len(names)
        names += b".shstrtab\0"
        table = bytearray(_SECTION.size)
        at = 1
        for section in loaded:
            table += _header(file, elf, sections.index(section), at)
            at += len(section.name) + 1
        table += _SECTION.pack(own, _STRING_TABLE, 0, 0, end, len(names), 0, 0, 1, 0)
        begin = -(-(end + len(names)) // 8) * 8
        with target.open("wb") as output:
            _copy(file.fileno(), output.fileno(), end)
            output.seek(end)
            output.write(names.ljust(begin - end, b"\0") + table)
            output.seek(_TABLE_AT)
            output.write(_TABLE.pack(begin))
            output.seek(_COUNT_AT)
            output.write(_COUNT.pack(_SECTION.size, len(loaded) + 2, len(loaded) + 1))


def section(path: Path, name: str) -> Section | None:
    """The section ``name`` of the ELF file ``path``, if there is one."""
    with _reported(path), path.open("rb") as file:
        section_ = _parsed(file, path).get_section_by_name(name)
        return Section(section_["sh_offset"], section_["sh_size"]) if section_ else None


def verify(before: Path, after: Path, but: Sequence[Section] = ()) -> None:
    """Check that the loader sees the same in ``after`` as in ``before``, except for the sections ``but``.

    Raises:
        StripError: It does not; the text says what differs.
    """
    with _reported(after), before.open("rb") as one, after.open("rb") as other:
        for what, read in (
            ("program headers", _segments),
            ("loaded sections", _loaded_sections),
            ("dynamic symbols", _dynamic_symbols),
        ):
            wanted, got = (read(_parsed(file, path)) for file, path in ((one, before), (other, after)))
            if wanted != got:
                raise StripError(f"{after}: its {what} are not those of {before}")
        end = _end(_parsed(one, before))
        # The header's fields for the section table, which no loader reads.
        own = (Section(_TABLE_AT, _TABLE.size), Section(_COUNT_AT, _COUNT.size))
        for begin, stop in _around(sorted((*own, *but), key=lambda hole: hole.offset), end):
            if _digest(one.fileno(), begin, stop) != _digest(other.fileno(), begin, stop):
                raise StripError(f"{after}: bytes {begin:,} to {stop:,} are not those of {before}")


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Converts errors of a truncated or malformed file into StripError."""
    from elftools.common.exceptions import ELFError

    try:
        yield
    except ELFError as error:
        raise StripError(f"{path}: wanted a sound ELF file: {error or type(error).__name__}") from None


def _parsed(file: Any, path: Path) -> Any:
    from elftools.elf.elffile import ELFFile

    with _reported(path):
        elf = ELFFile(file)
    if elf.elfclass != 64 or not elf.little_endian:
        raise StripError(f"{path}: wanted a 64-bit little-endian ELF file")
    return elf


def _is_loaded(section: Any) -> bool:
    return bool(section["sh_flags"] & _ALLOCATED)


def _file_end(section: Any) -> int:
    return int(section["sh_offset"]) + (0 if section["sh_type"] == "SHT_NOBITS" else int(section["sh_size"]))


def _end(elf: Any) -> int:
    """The offset at which the loaded part of the file ends."""
    return max(
        int(segment["p_offset"]) + int(segment["p_filesz"])
        for segment in elf.iter_segments()
        if segment["p_type"] == "PT_LOAD"
    )


def _header(file: Any, elf: Any, number: int, name: int) -> bytes:
    """The entry of a section as in the file, with another offset of its name."""
    file.seek(elf["e_shoff"] + number * elf["e_shentsize"])
    _, *rest = _SECTION.unpack(file.read(_SECTION.size))
    return _SECTION.pack(name, *rest)


def _segments(elf: Any) -> list[dict[str, Any]]:
    return [dict(segment.header) for segment in elf.iter_segments()]


def _loaded_sections(elf: Any) -> list[tuple[str, dict[str, Any]]]:
    return [
        (iter_section.name, {key: value for key, value in iter_section.header.items() if key != "sh_name"})
        for iter_section in elf.iter_sections()
        if _is_loaded(iter_section)
    ]


def _dynamic_symbols(elf: Any) -> list[tuple[str, Any]]:
    table = elf.get_section_by_name(".dynsym")
    return [(symbol.name, symbol.entry) for symbol in table.iter_symbols()] if table else []


def _around(holes: Sequence[Section], end: int) -> Iterator[tuple[int, int]]:
    at = 0
    for hole in holes:
        yield at, hole.offset
        at = hole.offset + hole.size
    yield at, end


def _digest(file: int, begin: int, stop: int) -> bytes:
    digest = hashlib.sha256()
    while begin < stop:
        chunk = os.pread(file, min(_CHUNK, stop - begin), begin)
        if not chunk:
            break
        digest.update(chunk)
        begin += len(chunk)
    return digest.digest() + begin.to_bytes(8, "little")


def _copy(source: int, target: int, size: int) -> None:
    at = 0
    while at < size:
        done = os.sendfile(target, source, at, size - at)
        if not done:
            raise StripError(f"the file ends after {at:,} of {size:,} bytes")
        at += done


def mapped(path: Path, *, write: bool = False) -> mmap.mmap:
    """The file as a memory map; writing to the map writes the file."""
    with path.open("r+b" if write else "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_WRITE if write else mmap.ACCESS_READ)
