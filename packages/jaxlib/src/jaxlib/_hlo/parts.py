"""Text helpers for every part of a program: lists, shapes and quoted text."""

from __future__ import annotations

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
    if shape.is_tuple():
        return f"({listed([text_of_shape(tuple_shape, layouts) for tuple_shape in shape.tuple_shapes()])})"
    return str(shape._text(layouts))


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
