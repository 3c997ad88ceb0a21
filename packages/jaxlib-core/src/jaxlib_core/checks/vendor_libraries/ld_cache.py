"""Reads the dynamic loader's cache (``/etc/ld.so.cache``)."""

from __future__ import annotations

import platform
import struct
from pathlib import Path

LOADER_CACHE = Path("/etc/ld.so.cache")


_MAGIC = b"glibc-ld.so.cache1.1"


_CACHE_HEADER, _CACHE_ENTRY = struct.Struct("<20sII20x"), struct.Struct("<iIIIQ")


#: The flags in the loader's cache that mark a library's architecture.
_CACHE_FLAGS = {"x86_64": 0x0300, "aarch64": 0x0A00}


def system_cache() -> dict[str, Path]:
    """The paths in the loader's cache, by soname, for this machine's architecture."""
    try:
        content = LOADER_CACHE.read_bytes()
    except OSError:
        return {}
    # A table in the old format may precede the one with this magic.
    start = content.find(_MAGIC)
    if start < 0:
        return {}
    _, count, _ = _CACHE_HEADER.unpack_from(content, start)
    wanted = _CACHE_FLAGS.get(platform.machine())
    libraries: dict[str, Path] = {}
    for index in range(count):
        at = start + _CACHE_HEADER.size + index * _CACHE_ENTRY.size
        flags, key, value, _, _ = _CACHE_ENTRY.unpack_from(content, at)
        if wanted is None or flags & 0xFF00 == wanted:
            name, path = (_text(content, start + offset) for offset in (key, value))
            libraries.setdefault(name, Path(path))
    return libraries


def _text(content: bytes, at: int) -> str:
    return content[at : content.index(b"\0", at)].decode("utf-8", "replace")
