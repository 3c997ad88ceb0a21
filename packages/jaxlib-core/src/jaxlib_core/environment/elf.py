"""Reads a shared object's headers, dependencies and exported names without loading it.

Reads only what the checks need of a 64-bit little-endian ELF file, the only kind that this family ships.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jaxlib_core.environment.files import open_regular

#: ``e_machine`` of the architectures in wheel tags, spelled as ``platform.machine()`` spells them on Linux.
MACHINES = {3: "i686", 21: "ppc64le", 22: "s390x", 40: "armv7l", 62: "x86_64", 183: "aarch64", 243: "riscv64"}

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_ENTRY = struct.Struct("<QQ")
_PT_LOAD, _SHT_DYNAMIC, _SHT_DYNSYM = 1, 6, 11
_DT_NEEDED, _DT_SONAME, _DT_RPATH, _DT_RUNPATH = 1, 14, 15, 29


class NotElf(ValueError):
    """The file does not begin like a 64-bit little-endian ELF file."""


class Truncated(ValueError):
    """The file ends before the end that its own headers declare."""


class SharedObject(NamedTuple):
    """Facts from an ELF file's headers.

    Architecture, exported names, needed libraries (DT_NEEDED), soname, and search path (DT_RUNPATH or DT_RPATH).
    """

    architecture: str
    exports: frozenset[str]
    needed: tuple[str, ...] = ()
    soname: str = ""
    search: tuple[str, ...] = ()


def read(path: Path) -> SharedObject:
    """Headers and exported names of the shared object at ``path``.

    Raises:
        OSError: The file cannot be opened, or is not a regular file.
        NotElf: It is not a 64-bit little-endian ELF file.
        Truncated: A segment, the section table or the symbol table reaches past the end of the file.
    """
    with open_regular(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size < _HEADER.size:
            head = file.read()
            if head[:4] == b"\x7fELF"[: len(head)]:
                raise Truncated(f"{size} bytes, less than an ELF header")
            raise NotElf(f"begins with {head[:4].hex(' ') or 'nothing'}")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
            return _parse(view, size)


def _parse(view: mmap.mmap, size: int) -> SharedObject:
    (ident, _, machine, _, _, phoff, shoff, _, _, phentsize, phnum, shentsize, shnum, _) = (
        _HEADER.unpack_from(view)
    )
    if ident[:4] != b"\x7fELF":
        raise NotElf(f"begins with {ident[:4].hex(' ')}")
    if ident[4] != 2 or ident[5] != 1:
        raise NotElf(f"an ELF file of class {ident[4]} and byte order {ident[5]}, not 64-bit little-endian")
    architecture = MACHINES.get(machine, f"e_machine {machine}")

    def within(what: str, end: int) -> None:
        if end > size:
            raise Truncated(f"{what} ends at byte {end:,}, the file at {size:,}")

    within("the segment table", phoff + phnum * max(phentsize, _SEGMENT.size))
    for index in range(phnum):
        kind, _, offset, _, _, filesz, _, _ = _SEGMENT.unpack_from(view, phoff + index * phentsize)
        if kind == _PT_LOAD:
            within(f"segment {index}", offset + filesz)
    within("the section table", shoff + shnum * max(shentsize, _SECTION.size))
    sections = [_SECTION.unpack_from(view, shoff + index * shentsize) for index in range(shnum)]
    exports, dynamic = _linked(view, sections, within)
    # The loader ignores RPATH if there is a RUNPATH.
    search = dynamic.get(_DT_RUNPATH) or dynamic.get(_DT_RPATH) or [""]
    return SharedObject(
        architecture,
        frozenset(exports),
        tuple(dynamic.get(_DT_NEEDED, ())),
        next(iter(dynamic.get(_DT_SONAME, ())), ""),
        tuple(place for place in search[0].split(":") if place),
    )


def _linked(
    view: mmap.mmap, sections: Sequence[tuple[int, ...]], within: Callable[[str, int], None]
) -> tuple[set[str], dict[int, list[str]]]:
    """The names that the library defines, and the strings of its dynamic section by tag."""
    exports: set[str] = set()
    dynamic: dict[int, list[str]] = {}
    for _, kind, _, _, offset, length, link, _, _, entsize in sections:
        if kind not in {_SHT_DYNSYM, _SHT_DYNAMIC} or link >= len(sections):
            continue
        what = "the symbol table" if kind == _SHT_DYNSYM else "the dynamic section"
        within(what, offset + length)
        strings = sections[link][4], sections[link][5]
        within("the string table", sum(strings))
        if kind == _SHT_DYNAMIC:
            for tag, name in _dynamic_entries(view, offset, length, strings):
                dynamic.setdefault(tag, []).append(name)
        else:
            exports.update(_defined_symbols(view, offset, length, max(entsize, _SYMBOL.size), strings))
    return exports, dynamic


def _dynamic_entries(
    view: mmap.mmap, offset: int, length: int, strings: tuple[int, int]
) -> Iterator[tuple[int, str]]:
    """The tags and strings of those entries of a dynamic section that name libraries or folders."""
    for at in range(offset, offset + length - _ENTRY.size + 1, _ENTRY.size):
        tag, value = _ENTRY.unpack_from(view, at)
        if tag in {_DT_NEEDED, _DT_SONAME, _DT_RPATH, _DT_RUNPATH} and (name := _text(view, strings, value)):
            yield tag, name


def _defined_symbols(
    view: mmap.mmap, offset: int, length: int, entry_size: int, strings: tuple[int, int]
) -> Iterator[str]:
    for at in range(offset, offset + length - _SYMBOL.size + 1, entry_size):
        index, _, _, section, _, _ = _SYMBOL.unpack_from(view, at)
        if section and (name := _text(view, strings, index)) is not None:
            yield name


def _text(view: mmap.mmap, strings: tuple[int, int], at: int) -> str | None:
    """The string at an offset in the string table (its offset and size: ``strings``); None if unterminated."""
    begin, size = strings
    end = view.find(b"\0", begin + at, begin + size) if at < size else -1
    return view[begin + at : end].decode("utf-8", "replace") if end >= 0 else None
