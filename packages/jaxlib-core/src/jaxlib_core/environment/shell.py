"""Spells words for a shell, so that a printed command can be typed whatever its paths are made of.

A word with a line break, bytes that are not text, or letters that the terminal's encoding lacks is spelled
``$'...'``, in ASCII alone: bash, zsh and ksh read it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable

from jaxlib_core.output import neutral


def quote(word: object) -> str:
    """``word`` as one word of a command."""
    text = str(word)
    if neutral(text) == text and _shown(text):
        return shlex.quote(text)
    # Octal escapes have three digits at most: what follows one is never taken for a part of it.
    return "$'" + "".join(map(_escaped, _bytes(text))) + "'"


def join(words: Iterable[object]) -> str:
    """``words`` as a command."""
    return " ".join(map(quote, words))


def _shown(text: str) -> bool:
    """Whether the encoding of this process's output has letters for it."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _bytes(text: str) -> bytes:
    try:
        # What the file system has, where its encoding is this one or ASCII.
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace")


def _escaped(byte: int) -> str:
    character = chr(byte)
    if character in "\\'":
        return f"\\{character}"
    return character if 0x20 <= byte < 0x7F else f"\\{byte:03o}"
