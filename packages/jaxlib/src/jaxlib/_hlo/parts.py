"""Text helpers for every part of a program: lists, shapes and quoted text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

#: XLA prints the index of every tuple element whose index is a multiple of this.
_COUNTED = 5


def braces(numbers: Iterable[Any]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def listed(parts: Sequence[str]) -> str:
    """The elements of a tuple; a long list is printed with indices."""
    return ", ".join(
        f"/*index={i}*/{part}" if i and i % _COUNTED == 0 else part for i, part in enumerate(parts)
    )


def text_of_shape(shape: Any, layouts: bool = True) -> str:
    return str(shape._text(layouts))


#: The bytes that have an escape of their own in quoted text.
_ESCAPES = {10: "\\n", 13: "\\r", 9: "\\t", 34: '\\"', 39: "\\'", 92: "\\\\"}
_PLAIN = re.compile(r"""[^\x00-\x1f"'\\\x7f-\U0010ffff]*""")


def escaped(text: str) -> str:
    """The text between quotation marks: as in C, with octal numbers for bytes that are not printable ASCII."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(
        _ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in text.encode()
    )


def quoted(text: str) -> str:
    """The text of a configuration or an attribute: as it is if it looks like a JSON object, else quoted."""
    return text if _is_object(text) else f'"{escaped(text)}"'


_STRINGS = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)


def _is_object(text: str) -> bool:
    """Whether it is one pair of braces with what is inside, braces in strings aside."""
    if not text.startswith("{"):
        return False
    bare, depth = _STRINGS.sub("", text), 0
    for brace in re.finditer(r'[{}"]', bare):
        if brace[0] == '"':
            return False
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end() == len(bare)
    return False
