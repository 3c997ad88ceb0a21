"""Strings and symbol names in MLIR's text form."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')
#: Each byte of a string, as text.
_OF_BYTE = {
    byte: chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}" for byte in range(256)
} | {ord("\\"): "\\\\"}


def _escape(match: re.Match[str]) -> str:
    return _OF_BYTE[ord(match.group())]


def quote(text: str | bytes) -> str:
    """``text`` as an MLIR string literal."""
    if text.isascii():
        shown = text if isinstance(text, str) else text.decode("ascii")
        return f'"{_ESCAPED.sub(_escape, shown)}"'
    # Kernels are long strings of bytes, most of which are escaped.
    return f'"{as_bytes(text).decode("latin-1").translate(_OF_BYTE)}"'


def as_bytes(text: str | bytes) -> bytes:
    """The bytes of a string; surrogates stand for those that are not UTF-8."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")


def symbol_text(name: str) -> str:
    """``name`` as a reference to a symbol."""
    return f"@{name}" if BARE.match(name) else f"@{quote(name)}"
