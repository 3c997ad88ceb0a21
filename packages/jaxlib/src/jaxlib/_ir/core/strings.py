"""Strings and symbol names in MLIR's text form."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f-\U0010ffff]')


def _escape(match: re.Match[str]) -> str:
    if match.group() == "\\":
        return "\\\\"
    return "".join(f"\\{byte:02X}" for byte in match.group().encode("utf-8", "surrogateescape"))


def quote(text: str | bytes) -> str:
    """``text`` as an MLIR string literal."""
    if isinstance(text, bytes):
        return (
            '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in text) + '"'
        )
    return '"' + _ESCAPED.sub(_escape, text) + '"'


BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")


def symbol_text(name: str) -> str:
    """``name`` as a reference to a symbol."""
    return f"@{name}" if BARE.match(name) else f"@{quote(name)}"
