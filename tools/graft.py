"""Puts libraries, as they lie compressed in the cache, into a built wheel, and compresses the rest of it better.

The zip format allows a copy of the compressed bytes; Python's zipfile only has the parts of it.
"""

from __future__ import annotations

import base64
import csv
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tools import packing
from tools.stage import Packed


def graft(wheel: Path, packed: Mapping[str, Packed], target: Path) -> None:
    """Write ``wheel`` to ``target`` with ``packed`` added, and listed in RECORD, which stays the last member."""
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as output:
        *members, record = source.namelist()
        if not record.endswith(".dist-info/RECORD"):
            raise ValueError(f"{wheel.name}: wanted RECORD as the last member, found {record}")
        for name in members:
            packing.add(output, packing.member(name), source.read(name))
        for name, content in sorted(packed.items()):
            with zipfile.ZipFile(content.wheel) as upstream:
                packing.copy(upstream, content.member, output, packing.member(name))
        lines = _record(source.read(record).decode(), packed)
        packing.add(output, packing.member(record), lines.encode())


def _record(text: str, packed: Mapping[str, Packed]) -> str:
    """RECORD with the lines of ``packed`` before its own, the last."""
    *lines, own = text.splitlines()
    added = io.StringIO()
    writer = csv.writer(added, lineterminator="\n")
    for name, content in sorted(packed.items()):
        digest = base64.urlsafe_b64encode(bytes.fromhex(content.sha256)).rstrip(b"=").decode()
        writer.writerow((name, f"sha256={digest}", content.size))
    return "\n".join([*lines, *added.getvalue().splitlines(), own, ""])
