"""Strings and symbol names in MLIR's text form."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\U0010ffff]')
#: Each byte of a string of bytes, as text.
_OF_BYTE = {
    byte: chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}" for byte in range(256)
}


def _escape(match: re.Match[str]) -> str:
    if match.group() == "\\":
        return "\\\\"
    return "".join(f"\\{byte:02X}" for byte in match.group().encode("utf-8", "surrogateescape"))


def _escape_byte(match: re.Match[str]) -> str:
    return _OF_BYTE[ord(match.group())]


def quote(text: str | bytes) -> str:
    """``text`` as an MLIR string literal."""
    if isinstance(text, bytes):
        # Kernels are long strings of bytes. In JSON few are escaped, in bytecode most.
        shown = text.decode("latin-1")
        return f'"{_ESCAPED.sub(_escape_byte, shown) if text.isascii() else shown.translate(_OF_BYTE)}"'
    return '"' + _ESCAPED.sub(_escape, text) + '"'


BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")


def symbol_text(name: str) -> str:
    """``name`` as a reference to a symbol."""
    return f"@{name}" if BARE.match(name) else f"@{quote(name)}"
