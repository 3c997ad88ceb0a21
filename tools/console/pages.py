"""Pages with generated parts, each between two marks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

#: The marks: the lines before and after a part.
Marks = tuple[str, str]


def with_part(page: Path, marks: Marks, part: str) -> str:
    """The text of ``page`` with ``part``, which ends with a newline, between the marks.

    Raises:
        ValueError: The page does not have the marks.
    """
    return with_parts(page, {marks: part})


def with_parts(page: Path, parts: Mapping[Marks, str]) -> str:
    """The text of ``page`` with several parts, each between marks of its own.

    Raises:
        ValueError: The page does not have the marks of one.
    """
    text = page.read_text("utf-8")
    for (first, last), part in parts.items():
        before, begin, rest = text.partition(first)
        _, end, after = rest.partition(last)
        if not begin or not end:
            raise ValueError(f"{page}: wanted a part between {first} and {last}, found none")
        text = f"{before}{begin}\n{part}{end}{after}"
    return text
