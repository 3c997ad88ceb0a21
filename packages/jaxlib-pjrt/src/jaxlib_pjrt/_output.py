"""Output of the commands: terminal-safe text, and report files.

Trust: names, messages and paths come from libraries, from other people's files and from the command line.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def neutral(text: object) -> str:
    """``text`` on one line, with every character that a terminal would interpret, or not show, escaped."""
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in str(text)
    )


def indented(text: object) -> str:
    """As ``neutral``, but line breaks are kept: each line after the first is indented."""
    return "\n  ".join(map(neutral, str(text).splitlines()))


def write(path: Path, text: str) -> None:
    """Replace a regular file whole or not at all, keeping its permissions; anything else is written in place.

    Raises:
        OSError: It cannot be written; ``filename`` is ``path``.
    """
    content = text.encode("utf-8", "backslashreplace")
    target = Path(os.path.realpath(path))
    partial = target.with_name(f".{target.name[:200]}.{os.getpid()}")
    try:
        if target.exists() and not target.is_file():
            with os.fdopen(os.open(target, os.O_WRONLY | os.O_CLOEXEC), "wb") as stream:
                stream.write(content)
            return
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        try:
            with partial.open("xb") as stream:
                stream.write(content)
            if mode is not None:
                partial.chmod(mode)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
