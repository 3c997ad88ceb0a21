"""What can be known of a shared object by reading it: nothing is loaded, nothing is run.

Only what the checks need of a 64-bit little-endian ELF file, the one kind this family ships.
"""

from __future__ import annotations

import mmap
import os
import struct
from pathlib import Path
from typing import NamedTuple

#: ``e_machine`` of the architectures in wheel tags, spelled as ``platform.machine()`` spells them on Linux.
MACHINES = {3: "i686", 21: "ppc64le", 22: "s390x", 40: "armv7l", 62: "x86_64", 183: "aarch64", 243: "riscv64"}

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_PT_LOAD, _SHT_DYNSYM = 1, 11


class NotElf(ValueError):
    """The file does not begin as a 64-bit little-endian ELF file does."""


class Truncated(ValueError):
    """The file ends before the end that its own headers declare."""


class SharedObject(NamedTuple):
    """What an ELF file says of itself: the architecture, and the names that it exports."""

    architecture: str
    exports: frozenset[str]


def read(path: Path) -> SharedObject:
    """Headers and exported names of the shared object at ``path``.

    Raises:
        OSError: The file cannot be opened.
        NotElf: It is not a 64-bit little-endian ELF file.
        Truncated: A segment, the section table or the symbol table reaches past the end of the file.
    """
    with path.open("rb") as file:
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
    exports: set[str] = set()
    for _, kind, _, _, offset, length, link, _, _, entsize in sections:
        if kind != _SHT_DYNSYM or link >= len(sections):
            continue
        within("the symbol table", offset + length)
        strings, strings_size = sections[link][4], sections[link][5]
        within("the string table", strings + strings_size)
        for at in range(offset, offset + length - _SYMBOL.size + 1, max(entsize, _SYMBOL.size)):
            name, _, _, section, _, _ = _SYMBOL.unpack_from(view, at)
            if section and name < strings_size:
                end = view.find(b"\0", strings + name, strings + strings_size)
                if end >= 0:
                    exports.add(view[strings + name : end].decode("utf-8", "replace"))
    return SharedObject(architecture, frozenset(exports))
