"""The breakdown of a wheel's size: members, and sections of large ELF files, compressed and installed.

Deflate does not know sections, so a section has no compressed size of its own. Its size here is the number of bytes
of the stream that are read while the section is decompressed, to within a block of the stream.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tools.wheels.wheelfile import Wheel

#: ELF files from this size on are broken down by section.
LARGE = 1 << 20
#: The name for the bytes of the zip format itself.
ARCHIVE = "(zip)"
_BLOCK = 1 << 14
#: A local file header, from its signature to the lengths of the name and of the extra field at its end.
_LOCAL = struct.Struct("<4s5H3I2H")


@dataclass(frozen=True, slots=True)
class Component:
    """A part of a wheel: ``packed`` bytes of the file, which are ``size`` bytes when installed."""

    name: str
    size: int
    packed: int


def components(wheel: Wheel) -> tuple[Component, ...]:
    """The parts of ``wheel``, the largest first; their packed sizes add up to the wheel's size."""
    parts = []
    with zipfile.ZipFile(wheel.path) as archive:
        for info in archive.infolist():
            elf = wheel.elves.get(info.filename)
            if elf is None or info.file_size < LARGE or info.compress_type != zipfile.ZIP_DEFLATED:
                parts.append(Component(info.filename, info.file_size, info.compress_size))
                continue
            packed = _packed(archive, info, elf.sections)
            sizes = Counter({name: size for name, _, size in elf.sections})
            sizes[""] = info.file_size - sum(sizes.values())
            parts += [
                Component(f"{info.filename}:{name}" if name else info.filename, sizes[name], packed[name])
                for name in sizes
            ]
    rest = wheel.size - sum(part.packed for part in parts)
    return (*sorted(parts, key=lambda part: (-part.packed, part.name)), Component(ARCHIVE, 0, rest))


def _packed(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, sections: tuple[tuple[str, int, int], ...]
) -> Counter[str]:
    """The compressed bytes of each section of a member; the empty name has those outside of any section."""
    sizes: Counter[str] = Counter()
    edges = sorted({0, *(offset for _, offset, _ in sections), *(at + size for _, at, size in sections)})
    owners = {
        edge: next((name for name, at, size in sections if at <= edge < at + size), "") for edge in edges
    }
    position, index = 0, 0
    for used, written in _blocks(archive, info):
        end, left = position + written, used
        while index + 1 < len(edges) and edges[index + 1] <= end:
            # The block's compressed bytes, in proportion to its decompressed bytes that are in this section.
            share = left * (edges[index + 1] - position) // (end - position) if end > position else 0
            sizes[owners[edges[index]]] += share
            left, position, index = left - share, edges[index + 1], index + 1
        sizes[owners[edges[index]]] += left
        position = end
    return sizes


def _blocks(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[tuple[int, int]]:
    """For each block of a member's stream: the bytes read so far, and the bytes decompressed from them."""
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    with open(str(archive.filename), "rb") as file:  # noqa: PTH123 - its name, as zipfile has it
        file.seek(info.header_offset)
        *_, name_size, extra_size = _LOCAL.unpack(file.read(_LOCAL.size))
        file.seek(name_size + extra_size, 1)
        left = info.compress_size
        while left:
            block = file.read(min(left, _BLOCK))
            if not block:
                raise zipfile.BadZipFile(f"{archive.filename} ends within {info.filename}")
            left -= len(block)
            yield len(block), len(inflate.decompress(block))
