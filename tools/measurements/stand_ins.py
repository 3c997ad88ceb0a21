"""Stubs of the libraries that a library is linked with and that are not on this machine.

They define every symbol that the library needs and that no library on the machine has, as a function that returns
zero. That is enough for the dynamic loader, and for the code that runs when a library is loaded. A versioned symbol
is defined in the stub of the library that the version belongs to; all other symbols are in the first stub.
"""

from __future__ import annotations

import platform
import struct
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile

#: Machine code of a function that returns zero, by architecture.
_CODE = {"x86_64": bytes.fromhex("31c031d2c3"), "aarch64": bytes.fromhex("000080d2c0035fd6")}
_MACHINES = {"x86_64": 62, "aarch64": 183}
#: From the ELF specification: structures of 64-bit files, and the tags of a dynamic section.
_HEADER, _SEGMENT = struct.Struct("<16sHHIQQQIHHHHHH"), struct.Struct("<IIQQQQQQ")
_SYMBOL, _VERSION = struct.Struct("<IBBHQQ"), struct.Struct("<HHHHIIIII")
_GLOBAL_FUNCTION = 0x12
_HASH, _STRINGS, _SYMBOLS, _STRINGS_SIZE, _SYMBOL_SIZE, _SONAME = 4, 5, 6, 10, 11, 14
_VERSION_OF, _VERSIONS, _VERSION_COUNT = 0x6FFFFFF0, 0x6FFFFFFC, 0x6FFFFFFD
_LOAD, _DYNAMIC, _STACK, _SEGMENTS = 1, 2, 0x6474E551, 4
#: The largest page size of the supported architectures.
_PAGE = 0x10000
#: Prints which of the named libraries are absent, and the files of the present ones.
_AT_HAND = """
import ctypes, os, sys
for name in sys.argv[1:]:
    try:
        ctypes.CDLL(name, mode=os.RTLD_LAZY)
    except OSError:
        print("absent", name)
with open("/proc/self/maps", encoding="utf-8") as lines:
    for path in sorted({line.split(maxsplit=5)[5].strip() for line in lines if ".so" in line}):
        print("present", path)
sys.stdout.flush()
os._exit(0)
"""


@dataclass(frozen=True, slots=True)
class Linkage:
    """What a library is linked with.

    Attributes:
        needed: the names of libraries, in order.
        symbols: the unversioned symbols that it requires.
        versions: the versioned ones: by library, then by version.
    """

    needed: tuple[str, ...]
    symbols: frozenset[str]
    versions: Mapping[str, Mapping[str, frozenset[str]]]


def make(library: Path, folder: Path) -> tuple[str, ...]:
    """Writes stubs of the missing libraries that ``library`` is linked with to ``folder``; returns their names.

    ``folder`` is to be put on ``LD_LIBRARY_PATH``. No compiler is needed.
    """
    linkage = linked(library)
    absent, present = at_hand(linkage.needed)
    known = frozenset[str]().union(*map(exports, present))
    folder.mkdir()
    symbols = linkage.symbols - known
    for name in absent:
        (folder / name).write_bytes(image(name, symbols, linkage.versions.get(name, {})))
        symbols = frozenset()
    return absent


def linked(library: Path) -> Linkage:
    """What a library is linked with, by its dynamic section and its tables of symbols and versions."""
    needed: list[str] = []
    plain: set[str] = set()
    libraries: dict[str, dict[str, set[str]]] = {}
    with library.open("rb") as stream:
        elf = ELFFile(stream)
        if dynamic := elf.get_section_by_name(".dynamic"):
            needed = [tag.needed for tag in dynamic.iter_tags("DT_NEEDED")]
        owners: dict[int, set[str]] = {}
        if wants := elf.get_section_by_name(".gnu.version_r"):
            for file, versions in wants.iter_versions():
                for version in versions:
                    owners[version["vna_other"]] = libraries.setdefault(file.name, {}).setdefault(
                        version.name, set()
                    )
        numbers = elf.get_section_by_name(".gnu.version")
        symbols = elf.get_section_by_name(".dynsym")
        for index, symbol in enumerate(symbols.iter_symbols() if symbols else ()):
            if symbol["st_shndx"] != "SHN_UNDEF" or not symbol.name:
                continue
            number = numbers.get_symbol(index)["ndx"] if numbers else 0
            if number in owners:
                owners[number].add(symbol.name)
            elif symbol["st_info"]["bind"] == "STB_GLOBAL":
                plain.add(symbol.name)
    versions = {
        file: {version: frozenset(names) for version, names in symbols.items()}
        for file, symbols in libraries.items()
    }
    return Linkage(tuple(needed), frozenset(plain), versions)


def at_hand(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[Path, ...]]:
    """Those of the libraries ``names`` that the dynamic loader does not find, and the files of the others."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", _AT_HAND, *names], capture_output=True, text=True, check=True, timeout=60
    )
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    absent = tuple(name for kind, _, name in lines if kind == "absent")
    return absent, tuple(Path(path) for kind, _, path in lines if kind == "present")


def exports(library: Path) -> frozenset[str]:
    """The symbols that a library exports."""
    with library.open("rb") as stream:
        symbols = ELFFile(stream).get_section_by_name(".dynsym")
        return frozenset(
            symbol.name
            for symbol in (symbols.iter_symbols() if symbols else ())
            if symbol["st_shndx"] != "SHN_UNDEF"
        )


def image(soname: str, symbols: Iterable[str], versions: Mapping[str, Iterable[str]]) -> bytes:
    """A shared object for this machine with these symbols, all of them the same function, which returns zero.

    Args:
        soname: its soname.
        symbols: the unversioned symbols.
        versions: the symbols of each version.
    """
    # Versions are numbered from 2 on; 1 stands for the library itself and for unversioned symbols.
    owned = [(symbol, 1) for symbol in sorted(symbols)]
    for number, wanted in enumerate(versions.values(), 2):
        owned += [(symbol, number) for symbol in sorted(wanted)]
    strings = bytearray(b"\0")

    def string(text: str) -> int:
        at = len(strings)
        strings.extend(text.encode() + b"\0")
        return at

    name = string(soname)
    places = [string(symbol) for symbol, _ in owned]
    tables = {_HASH: _hash_table([symbol for symbol, _ in owned])}
    if versions:
        tables[_VERSION_OF] = struct.pack(f"<{len(owned) + 1}H", 0, *(number for _, number in owned))
        tables[_VERSIONS] = _version_table(
            [(soname, name), *((version, string(version)) for version in versions)]
        )
    tables[_STRINGS] = bytes(strings)
    code = _CODE[platform.machine()]
    begin = _HEADER.size + _SEGMENTS * _SEGMENT.size
    tables[_SYMBOLS] = bytes(_SYMBOL.size) + b"".join(
        _SYMBOL.pack(place, _GLOBAL_FUNCTION, 0, 1, begin, len(code)) for place in places
    )
    body = code.ljust(16, b"\0")
    dynamic = [(_SONAME, name), (_STRINGS_SIZE, len(strings)), (_SYMBOL_SIZE, _SYMBOL.size)]
    for tag, content in tables.items():
        dynamic.append((tag, begin + len(body)))
        body += content.ljust(-(-len(content) // 16) * 16, b"\0")
    if versions:
        dynamic.append((_VERSION_COUNT, len(versions) + 1))
    entries = b"".join(struct.pack("<QQ", *entry) for entry in (*dynamic, (0, 0)))
    # On a page of its own, because the dynamic loader writes to it.
    at = -(-(begin + len(body)) // _PAGE) * _PAGE
    whole = _headers(begin + len(body), at, len(entries)) + body
    return whole.ljust(at, b"\0") + entries


def _headers(end: int, at: int, size: int) -> bytes:
    """An ELF header and segments: all before ``end`` is read; ``size`` bytes of dynamic section are at ``at``."""
    header = _HEADER.pack(
        *(b"\x7fELF\x02\x01\x01", 3, _MACHINES[platform.machine()], 1, 0, _HEADER.size, 0, 0),
        *(_HEADER.size, _SEGMENT.size, _SEGMENTS, 64, 0, 0),
    )
    segments = (
        (_LOAD, 5, 0, 0, 0, end, end, _PAGE),
        (_LOAD, 6, at, at, at, size, size, _PAGE),
        (_DYNAMIC, 6, at, at, at, size, size, 8),
        (_STACK, 6, 0, 0, 0, 0, 0, 16),
    )
    return header + b"".join(_SEGMENT.pack(*segment) for segment in segments)


def _hash_table(symbols: Sequence[str]) -> bytes:
    """The table by which the dynamic loader finds a symbol; the first symbol has number 1."""
    count = max(len(symbols), 1)
    buckets, chain = [0] * count, [0] * (len(symbols) + 1)
    for number, symbol in enumerate(symbols, 1):
        bucket = _hash(symbol) % count
        chain[number], buckets[bucket] = buckets[bucket], number
    return struct.pack(f"<{2 + count + len(chain)}I", count, len(chain), *buckets, *chain)


def _version_table(named: Sequence[tuple[str, int]]) -> bytes:
    """The version definitions of a library, the first for the library itself, each with its name's offset."""
    table = b""
    for number, (name, place) in enumerate(named, 1):
        following = 0 if number == len(named) else _VERSION.size
        table += _VERSION.pack(1, number == 1, number, 1, _hash(name), 20, following, place, 0)
    return table


def _hash(name: str) -> int:
    """The ELF specification's hash of a name."""
    value = 0
    for byte in name.encode():
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ (high >> 24)) & ~high
    return value
