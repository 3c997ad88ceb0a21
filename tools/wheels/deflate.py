"""Members of zip files with the best deflate: libdeflate's level 12, which every unzipper reads."""

from __future__ import annotations

import mmap
import os
import struct
import time
import zipfile
import zlib
from collections.abc import Iterable
from typing import IO

LEVEL = 12
#: An environment variable: ``0`` ships libraries as upstream published them, for machines without a registry, on
#: which the compressors are not installed.
SLIM = "JAXLIB_SLIM"
#: Time and mode of members as the build backend writes them, independent of the day and of upstream's wheel.
_EARLIEST, _REGULAR_FILE = (1980, 1, 1, 0, 0, 0), 0o100644 << 16
#: A local file header, from its signature to the lengths of the name and of the extra field at its end.
_LOCAL = struct.Struct("<4s5H3I2H")
_CHUNK = 1 << 20
#: The samples for an estimate, about a second of work.
_SAMPLES, _SAMPLE = 16, 1 << 18


def member(name: str) -> zipfile.ZipInfo:
    """A member's entry that depends only on its name."""
    info = zipfile.ZipInfo(name, _EARLIEST)
    info.external_attr = _REGULAR_FILE
    return info


def add(output: zipfile.ZipFile, info: zipfile.ZipInfo, data: bytes | mmap.mmap) -> None:
    """Compress ``data`` and put it at the end of ``output`` as ``info``."""
    small = _compressed(data)
    info.compress_type, info.CRC = zipfile.ZIP_DEFLATED, zlib.crc32(data)
    info.compress_size, info.file_size = len(small), len(data)
    _append(output, info, [small])


def _compressed(data: bytes | mmap.mmap) -> bytes | bytearray:
    if os.environ.get(SLIM) == "0":
        compressor = zlib.compressobj(wbits=-15)
        return compressor.compress(data) + compressor.flush()
    import deflate

    return deflate.deflate_compress(data, LEVEL)


def seconds(data: bytes | mmap.mmap) -> float:
    """Estimate how long ``add`` compresses ``data``, by timing samples spread over it."""
    step = max(len(data) // _SAMPLES, _SAMPLE)
    samples = [data[at : at + _SAMPLE] for at in range(0, len(data), step)]
    began = time.perf_counter()
    for sample in samples:
        _compressed(sample)
    return (time.perf_counter() - began) * len(data) / max(sum(map(len, samples)), 1)


def copy(source: zipfile.ZipFile, name: str, output: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    """Copy the compressed bytes of the member ``name`` of ``source`` to the end of ``output``, as ``info``.

    Raises:
        zipfile.BadZipFile: ``source`` ends within it.
    """
    there = source.getinfo(name)
    info.compress_type, info.CRC = there.compress_type, there.CRC
    info.compress_size, info.file_size = there.compress_size, there.file_size
    reader = _stream(source)
    reader.seek(there.header_offset)
    *_, name_size, extra_size = _LOCAL.unpack(reader.read(_LOCAL.size))
    begin = there.header_offset + _LOCAL.size + name_size + extra_size

    def chunks() -> Iterable[bytes]:
        at, end = begin, begin + there.compress_size
        while at < end:
            reader.seek(at)
            chunk = reader.read(min(end - at, _CHUNK))
            if not chunk:
                raise zipfile.BadZipFile(f"{source.filename} ends within {name}")
            yield chunk
            at += len(chunk)

    _append(output, info, chunks())


def _append(output: zipfile.ZipFile, info: zipfile.ZipInfo, chunks: Iterable[bytes | bytearray]) -> None:
    # Both sizes are known, so no data descriptor follows; of the flags only that of a UTF-8 name remains.
    info.flag_bits = 0
    info.extra = b""
    writer = _stream(output)
    writer.seek(output.start_dir)
    info.header_offset = writer.tell()
    writer.write(info.FileHeader(zip64=False))
    for chunk in chunks:
        writer.write(chunk)
    output.filelist.append(info)
    output.NameToInfo[info.filename] = info
    # The offset at which zipfile writes the next member, and in the end its directory.
    output.start_dir = writer.tell()


def _stream(archive: zipfile.ZipFile) -> IO[bytes]:
    if archive.fp is None:
        raise ValueError(f"{archive.filename} is closed")
    return archive.fp
