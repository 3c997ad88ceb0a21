"""Copies compressed libraries from the cache into a built wheel, and recompresses the wheel's other members.

The zip format allows compressed bytes to be copied; Python's zipfile has no function for it, only its parts.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.builder.source_tree import Packed
from tools.wheels import deflate


def graft(
    wheel: Path, packed: Mapping[str, Packed], target: Path, metadata: Mapping[str, bytes] | None = None
) -> None:
    """Write ``wheel`` to ``target`` with ``packed`` added and listed in RECORD, which stays the last member.

    ``metadata`` are additional files for the wheel's metadata folder.
    """
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as output:
        *members, record = source.namelist()
        if not record.endswith(".dist-info/RECORD"):
            raise ValueError(f"{wheel.name}: wanted RECORD as the last member, found {record}")
        for name in members:
            deflate.add(output, deflate.member(name), source.read(name))
        for name, content in sorted(packed.items()):
            with zipfile.ZipFile(content.wheel) as upstream:
                deflate.copy(upstream, content.member, output, deflate.member(name))
        rows = [(name, content.sha256, content.size) for name, content in sorted(packed.items())]
        for name, text in sorted((metadata or {}).items()):
            path = f"{record.rpartition('/')[0]}/{name}"
            deflate.add(output, deflate.member(path), text)
            rows.append((path, hashlib.sha256(text).hexdigest(), len(text)))
        lines = _record(source.read(record).decode(), rows)
        deflate.add(output, deflate.member(record), lines.encode())


def _record(text: str, rows: Sequence[tuple[str, str, int]]) -> str:
    """RECORD with a line for each of ``rows`` (name, hash, size), before its last line, which is RECORD's own."""
    *lines, own = text.splitlines()
    added = io.StringIO()
    writer = csv.writer(added, lineterminator="\n")
    for name, sha256, size in rows:
        digest = base64.urlsafe_b64encode(bytes.fromhex(sha256)).rstrip(b"=").decode()
        writer.writerow((name, f"sha256={digest}", size))
    return "\n".join([*lines, *added.getvalue().splitlines(), own, ""])
