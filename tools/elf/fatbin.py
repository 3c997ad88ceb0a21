"""CUDA fat binaries: lists the GPU architectures of a library's kernels, removes some, and recompresses the rest.

A library's ``.nv_fatbin`` is a sequence of *containers*. Each has a header and *entries*, one for each
architecture: a cubin (machine code, for one architecture and the later ones of its major version) or PTX (for the
architecture and all later ones). The kernels' host code points at containers, so a container keeps its address: its
remaining entries move to its start, its header gets the new size, and zeros fill the rest, which compress to
nothing in a wheel.

NVIDIA does not document the format. It was inferred from libraries of CUDA 12 and 13; `verify` checks that NVIDIA's
own cuobjdump extracts the same kernels from the result as from the original.
"""

from __future__ import annotations

import hashlib
import importlib.util
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from tools.console.progress import Work
from tools.elf.strip import Section, mapped, section

SECTION = ".nv_fatbin"
#: The first driver, that of CUDA 12.4, that reads entries compressed with ZSTD.
ZSTD_DRIVER = "550.54.14"
#: The window of NVIDIA's own entries. A larger one would save 0.1%, and drivers might not read it.
_WINDOW, _LEVEL = 21, 19
_CONTAINER = struct.Struct("<IHHQ")
_MAGIC = 0xBA55ED50
#: kind, version, header's size, padded size, size if compressed, unknown, minor and major version, architecture,
#: name's place and length, flags, unknown, size when decompressed.
_ENTRY = struct.Struct("<HHIQIIHHIIIQQQ")
_PTX, _CUBIN = 1, 2
_LZ4, _ZSTD = 0x2000, 0x8000
_ALIGNMENT = 8


class FatbinError(Exception):
    """A fat binary has an unknown format, or differs from the original after it was changed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry in the file: its header's fields, where it begins, and its size with the header."""

    fields: tuple[int, ...]
    offset: int

    @property
    def header(self) -> int:
        """The size of its header in bytes."""
        return self.fields[2]

    @property
    def size(self) -> int:
        """Its size with the header and the padding."""
        return self.fields[2] + self.fields[3]

    @property
    def architecture(self) -> str:
        """The architecture in NVIDIA's spelling: ``sm_90``; PTX: ``compute_120``."""
        return f"{'compute' if self.fields[0] == _PTX else 'sm'}_{self.fields[8]}"

    @property
    def flags(self) -> int:
        """Flags, among them the compression."""
        return self.fields[11]


@dataclass(frozen=True, slots=True)
class Container:
    """A container in the file: its offset, the size of its header, its entries, and its whole size."""

    offset: int
    header: int
    entries: tuple[Entry, ...]
    size: int


def containers(image: bytes | memoryview, at: Section) -> Iterator[Container]:
    """The containers of the fat binary at ``at`` in ``image``.

    Raises:
        FatbinError: Something else is there.
    """
    offset, end = at.offset, at.offset + at.size
    while offset < end:
        magic, _, header, size = _CONTAINER.unpack_from(image, offset)
        stop = offset + header + size
        if magic != _MAGIC or stop > end:
            # Zeros follow a container that was made smaller.
            if image[offset : offset + _ALIGNMENT] == bytes(_ALIGNMENT):
                offset += _ALIGNMENT
                continue
            raise FatbinError(f"wanted a fat binary's container at byte {offset:,}, found something else")
        entries = []
        place = offset + header
        while place < stop:
            entry = Entry(_ENTRY.unpack_from(image, place), place)
            if entry.fields[0] not in {_PTX, _CUBIN} or not _ENTRY.size <= entry.header <= entry.size:
                raise FatbinError(f"wanted a cubin or PTX at byte {place:,}, found kind {entry.fields[0]}")
            entries.append(entry)
            place += entry.size
        if place != stop:
            raise FatbinError(f"the container at byte {offset:,} does not end where its last entry does")
        yield Container(offset, header, tuple(entries), header + size)
        offset = stop


def architectures(path: Path) -> tuple[str, ...]:
    """The architectures that the library ``path`` holds kernels for, PTX last; none without a fat binary."""
    at = section(path, SECTION)
    if at is None:
        return ()
    with mapped(path) as image, memoryview(image) as view:
        names = {entry.architecture for container in containers(view, at) for entry in container.entries}
    return in_order(names)


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Architectures from old to new, PTX last."""
    return tuple(sorted(names, key=lambda name: (name.startswith("compute"), int(name.partition("_")[2]))))


def uses_zstd(path: Path) -> bool:
    """Whether a driver has to read entries compressed with ZSTD in the library ``path``."""
    at = section(path, SECTION)
    if at is None:
        return False
    with mapped(path) as image, memoryview(image) as view:
        return any(entry.flags & _ZSTD for container in containers(view, at) for entry in container.entries)


def rewrite(path: Path, keep: Callable[[str], bool], pool: Executor | None, work: Work | None = None) -> None:
    """Change the library ``path`` in place: keep the entries that ``keep`` accepts, and recompress these.

    Without a ``pool``, the entries are not recompressed. ``work`` is advanced for each entry.

    Raises:
        FatbinError: Its fat binary has an unknown format.
    """
    at = section(path, SECTION)
    if at is None:
        return
    with mapped(path, write=True) as image:
        with memoryview(image) as view:
            parsed = list(containers(view, at))
            kept = [[entry for entry in fatbin.entries if keep(entry.architecture)] for fatbin in parsed]
            # The largest first, so that the pool does not end with one large entry. A result has a tenth of the
            # size.
            order = sorted((entry for image in kept for entry in image), key=lambda entry: -entry.fields[3])
            copies = {entry.offset: bytes(view[entry.offset : entry.offset + entry.size]) for entry in order}
        small = pool.map(_packed, copies.values()) if pool else copies.values()
        if work:
            work.expect(len(copies))
        images = {}
        for offset, entry in zip(copies, small, strict=True):
            images[offset] = entry
            if work:
                work.advance()
        for container, entries in zip(parsed, kept, strict=True):
            content = b"".join(images[entry.offset] for entry in entries)
            whole = image[container.offset : container.offset + container.header] + content
            image[container.offset : container.offset + container.size] = whole.ljust(container.size, b"\0")
            # The size, in the container's header.
            struct.pack_into("<Q", image, container.offset + 8, len(content))


def _packed(entry: bytes) -> bytes:
    """An entry recompressed with ZSTD, if that is smaller than NVIDIA's LZ4 or ZSTD; else the same entry."""
    import lz4.block
    import zstandard

    fields = list(_ENTRY.unpack_from(entry))
    header, compressed, flags, size = fields[2], fields[4], fields[11], fields[13]
    payload = entry[header : header + compressed]
    if flags & _LZ4:
        raw = lz4.block.decompress(payload, uncompressed_size=size)
    elif flags & _ZSTD:
        raw = zstandard.ZstdDecompressor().decompress(payload, max_output_size=size)
    else:
        return entry
    parameters = zstandard.ZstdCompressionParameters.from_level(
        _LEVEL, source_size=len(raw), window_log=_WINDOW, write_content_size=True
    )
    small = zstandard.ZstdCompressor(compression_params=parameters).compress(raw)
    padded = -(-len(small) // _ALIGNMENT) * _ALIGNMENT
    if header + padded >= len(entry):
        return entry
    fields[3], fields[4], fields[11] = padded, len(small), flags & ~_LZ4 | _ZSTD
    return _ENTRY.pack(*fields) + entry[_ENTRY.size : header] + small.ljust(padded, b"\0")


def verify(before: Path, after: Path, keep: Callable[[str], bool]) -> None:
    """Check that NVIDIA's cuobjdump extracts the same kernels from ``after`` as from ``before``, as far as kept.

    Raises:
        FatbinError: The kernels or their order differ, or cuobjdump cannot be run.
    """
    if (wanted_headers := _headers(before, keep)) != (headers := _headers(after, keep)):
        raise FatbinError(
            f"{after}: the headers of its {len(headers)} kernels are not those of {before}, {len(wanted_headers)}"
        )
    upstream = extracted(before)
    wanted = [entry for entry in upstream if keep(entry[0])]
    got = extracted(after)
    if not upstream or wanted != got:
        lost = [architecture[0] for architecture in wanted if architecture not in got]
        raise FatbinError(
            f"{after}: cuobjdump finds other kernels in it than in {before}: wanted {len(wanted)} entries, found "
            f"{len(got)}; missing or changed are {len(lost)}: {', '.join(lost[:9])}"
        )


def _headers(path: Path, keep: Callable[[str], bool]) -> list[tuple[object, ...]]:
    """The headers by which the driver selects a kernel, without positions and compression.

    cuobjdump does not use these headers, so comparing its output does not check them.
    """
    at = section(path, SECTION)
    if at is None:
        return []
    with mapped(path) as image, memoryview(image) as view:
        return [
            (
                container.offset,
                *(*entry.fields[:3], *entry.fields[5:11], entry.flags & ~(_LZ4 | _ZSTD), *entry.fields[12:]),
                bytes(view[entry.offset + _ENTRY.size : entry.offset + entry.header]),
            )
            for container in containers(view, at)
            for entry in container.entries
            if keep(entry.architecture)
        ]


def extracted(path: Path) -> list[tuple[str, str]]:
    """The entries that cuobjdump extracts from the library: architecture and sha256 of each, in order, PTX last."""
    images = []
    for option in ("--extract-elf", "--extract-ptx"):
        with tempfile.TemporaryDirectory(prefix="jaxlib-cuobjdump-") as scratch:
            done = subprocess.run(
                [str(cuobjdump()), option, "all", str(path.absolute())],
                cwd=scratch,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise FatbinError(
                    f"cuobjdump {option} all {path}: {(done.stderr + done.stdout).strip()[-500:]}"
                )
            for file in sorted(Path(scratch).iterdir(), key=_number):
                with file.open("rb") as stream:
                    digest = hashlib.file_digest(stream, "sha256").hexdigest()
                images.append((_named(file)[1].replace("sm", "compute" if "ptx" in option else "sm"), digest))
    return images


def _number(file: Path) -> int:
    return int(_named(file)[0])


def _named(file: Path) -> tuple[str, str]:
    """The number and the architecture in the name of a file that cuobjdump wrote: ``NAME.12.sm_90.cubin``."""
    *_, number, architecture, _ = file.name.split(".")
    return number, architecture


def cuobjdump() -> Path:
    """NVIDIA's tool, from its wheel.

    Raises:
        FatbinError: It is not installed beside this Python.
    """
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for path in sorted(Path(folder).glob("*/bin/cuobjdump")):
            return path
    raise FatbinError("cuobjdump: wanted NVIDIA's wheel nvidia-cuda-cuobjdump; type: nox -s build_plugins")
