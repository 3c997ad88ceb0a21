"""Parses requirements files into logical lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from packaging.requirements import InvalidRequirement, Requirement

from jaxlib_lock.errors import InvalidRequirements

_COMMENT = re.compile(r"(^|\s)#.*$")
_HASH = re.compile(r"\s--hash[=\s]\S+")


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yields numbered logical lines of a requirements file: continuations joined, comments removed."""
    pending, start = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        start = start or number
        if line.endswith("\\"):
            pending += line[:-1] + " "
            continue
        whole = _COMMENT.sub("", pending + line).strip()
        if whole:
            yield start, whole
        pending, start = "", 0


def requirement(line: str, where: str) -> str:
    """Returns a requirement in the normal form of ``packaging``, without hashes.

    Raises:
        InvalidRequirements: The line is an option, is not PEP 508, or names a local file.
    """
    if line.startswith("-"):
        raise InvalidRequirements(
            f"{where}: the option {line.split(maxsplit=1)[0]!r} has no place in a lock.",
            ("wanted", "requirements, -r FILE or -c FILE"),
            ("found", line),
            advice=(
                "remove the line; an index is named by UV_DEFAULT_INDEX, a folder of wheels by --find-links",
            ),
        )
    text = _HASH.sub("", line)
    try:
        parsed = Requirement(text)
    except InvalidRequirement as error:
        raise InvalidRequirements(
            f"{where}: not a requirement that a lock can hold.",
            ("wanted", "a requirement by name, such as numpy>=2 (PEP 508)"),
            ("found", line),
            ("because", str(error).splitlines()[0]),
        ) from None
    if parsed.url and parsed.url.startswith(("file:", ".", "/", "git+file:")):
        raise InvalidRequirements(
            f"{where}: {parsed.name} comes from this machine only.",
            ("found", line),
            advice=(f"build a wheel of it, and name it {parsed.name!r} with --find-links FOLDER",),
        )
    return str(parsed)
