"""Puts members of upstream wheels into a built wheel as they are compressed there.

The zip format allows a copy of the compressed bytes; Python's zipfile only has the parts of it.
"""

from __future__ import annotations

import base64
import copy
import csv
import hashlib
import io
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from tools.stage import Packed

#: A local file header, from its signature to the lengths of the name and of the extra field at its end.
_LOCAL = struct.Struct("<4s5H3I2H")
_DATA_DESCRIPTOR, _CHUNK = 0x08, 1 << 20
#: As the build backend writes them, for wheels that depend neither on the day nor on upstream's habits.
_EARLIEST, _REGULAR_FILE = (1980, 1, 1, 0, 0, 0), 0o100644 << 16


def graft(wheel: Path, packed: Mapping[str, Packed | bytes], target: Path) -> None:
    """Write ``wheel`` to ``target`` with ``packed`` added, and listed in RECORD, which stays the last member."""
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as output:
        *members, record = source.infolist()
        if not record.filename.endswith(".dist-info/RECORD"):
            raise ValueError(f"{wheel.name}: wanted RECORD as the last member, found {record.filename}")
        for member in members:
            _copy(source, member, output, copy.copy(member))
        for name, content in sorted(packed.items()):
            renamed = zipfile.ZipInfo(name, _EARLIEST)
            renamed.external_attr = _REGULAR_FILE
            if isinstance(content, bytes):
                output.writestr(renamed, content, zipfile.ZIP_DEFLATED)
                continue
            with zipfile.ZipFile(content.wheel) as upstream:
                _copy(upstream, upstream.getinfo(content.member), output, renamed)
        output.writestr(record, _record(source.read(record).decode(), packed))


def _record(text: str, packed: Mapping[str, Packed | bytes]) -> str:
    """RECORD with the lines of ``packed`` before its own, the last."""
    *lines, own = text.splitlines()
    added = io.StringIO()
    writer = csv.writer(added, lineterminator="\n")
    for name, content in sorted(packed.items()):
        if isinstance(content, bytes):
            sha256, size = hashlib.sha256(content).digest(), len(content)
        else:
            sha256, size = bytes.fromhex(content.sha256), content.size
        digest = base64.urlsafe_b64encode(sha256).rstrip(b"=").decode()
        writer.writerow((name, f"sha256={digest}", size))
    return "\n".join([*lines, *added.getvalue().splitlines(), own, ""])


def _copy(
    source: zipfile.ZipFile, member: zipfile.ZipInfo, output: zipfile.ZipFile, renamed: zipfile.ZipInfo
) -> None:
    """Copy the compressed bytes of ``member`` to the end of ``output``, as ``renamed``."""
    renamed.compress_type, renamed.CRC = member.compress_type, member.CRC
    renamed.compress_size, renamed.file_size = member.compress_size, member.file_size
    # Both sizes are known, so none has to follow the data.
    renamed.flag_bits = member.flag_bits & ~_DATA_DESCRIPTOR
    renamed.extra = b""
    reader, writer = _stream(source), _stream(output)
    reader.seek(member.header_offset)
    *_, name_size, extra_size = _LOCAL.unpack(reader.read(_LOCAL.size))
    reader.seek(name_size + extra_size, io.SEEK_CUR)
    renamed.header_offset = writer.tell()
    writer.write(renamed.FileHeader(zip64=False))
    left = member.compress_size
    while left:
        chunk = reader.read(min(left, _CHUNK))
        if not chunk:
            raise zipfile.BadZipFile(f"{source.filename} ends within {member.filename}")
        writer.write(chunk)
        left -= len(chunk)
    output.filelist.append(renamed)
    output.NameToInfo[renamed.filename] = renamed
    # Where zipfile puts the next member, and at the end its directory.
    output.start_dir = writer.tell()


def _stream(archive: zipfile.ZipFile) -> IO[bytes]:
    if archive.fp is None:
        raise ValueError(f"{archive.filename} is closed")
    return archive.fp
