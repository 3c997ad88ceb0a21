"""Reads back a wheel that was just written: each member's CRC, and its hash and size against RECORD.

Compressed members are copied from the cache into wheels unread, so nothing else checks them on the way to
``dist/``.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import zipfile
import zlib
from pathlib import Path

_CHUNK = 1 << 20


def faults(wheel: Path) -> list[str]:
    """The faults that an installer would report, one line each; none if the wheel is valid."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            return _faults(archive)
    except (OSError, zipfile.BadZipFile) as error:
        return [f"not a zip file that can be read: {error}"]


def _faults(archive: zipfile.ZipFile) -> list[str]:
    names = archive.namelist()
    faults = [
        f"{name}: there {names.count(name)} times" for name in sorted(set(names)) if names.count(name) > 1
    ]
    records = [name for name in names if name.count("/") == 1 and name.endswith(".dist-info/RECORD")]
    if len(records) != 1:
        return [*faults, f"wanted one RECORD, found {len(records)}"]
    (record,) = records
    try:
        rows = {name: rest for name, *rest in csv.reader(io.StringIO(archive.read(record).decode()))}
    except (zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError, ValueError) as error:
        return [*faults, f"{record}: {error}"]
    faults += [f"{name}: in RECORD, and not there" for name in sorted(rows.keys() - set(names))]
    for name in dict.fromkeys(names):
        if name == record:
            continue
        if name not in rows:
            faults.append(f"{name}: not in RECORD")
            continue
        sha256, size = hashlib.sha256(), 0
        try:
            with archive.open(name) as member:
                while chunk := member.read(_CHUNK):
                    sha256.update(chunk)
                    size += len(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            faults.append(f"{name}: {error}")
            continue
        digest = base64.urlsafe_b64encode(sha256.digest()).rstrip(b"=").decode()
        if rows[name] != [f"sha256={digest}", str(size)]:
            faults.append(
                f"{name}: wanted {' '.join(rows[name])} as RECORD has it, found sha256={digest} {size}"
            )
    return faults
