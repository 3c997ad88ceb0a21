"""Pages of which a part is generated, between two marks."""

from __future__ import annotations

from pathlib import Path

#: The lines before and after the part.
Marks = tuple[str, str]


def with_part(page: Path, marks: Marks, part: str) -> str:
    """The text of ``page`` with ``part``, which ends with a newline, between its marks.

    Raises:
        ValueError: The page does not have the marks.
    """
    before, begin, rest = page.read_text("utf-8").partition(marks[0])
    _, end, after = rest.partition(marks[1])
    if not begin or not end:
        raise ValueError(f"{page}: wanted a part between {marks[0]} and {marks[1]}, found none")
    return f"{before}{begin}\n{part}{end}{after}"
