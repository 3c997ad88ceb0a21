"""Quotes words for a shell, so that a printed command can be pasted whatever its paths contain.

A word with a line break, undecodable bytes, or characters outside the terminal's encoding is written as
``$'...'`` in ASCII, which bash, zsh and ksh understand.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable

from jaxlib_core.output import neutral


def quote(word: object) -> str:
    """``word``, quoted as one word of a command."""
    text = str(word)
    if neutral(text) == text and _shown(text):
        return shlex.quote(text)
    # Octal escapes have exactly three digits, so that a following digit is not read as part of one.
    return "$'" + "".join(map(_escaped, _bytes(text))) + "'"


def join(words: Iterable[object]) -> str:
    """``words`` as a command line."""
    return " ".join(map(quote, words))


def _shown(text: str) -> bool:
    """Whether the encoding of this process's output can express it."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _bytes(text: str) -> bytes:
    try:
        # The file system's bytes, if its encoding is UTF-8 or ASCII.
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace")


def _escaped(byte: int) -> str:
    character = chr(byte)
    if character in "\\'":
        return f"\\{character}"
    return character if 0x20 <= byte < 0x7F else f"\\{byte:03o}"
