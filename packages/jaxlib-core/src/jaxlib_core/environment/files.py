"""Reads files of an installation with a size limit: a FIFO would block, and a device may have no end."""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import BufferedReader

#: Larger than any text file that an installer writes, in bytes.
LARGEST_TEXT = 1 << 26


def open_regular(path: str | os.PathLike[str]) -> BufferedReader:
    """A regular file, opened for reading; symbolic links are followed.

    Raises:
        OSError: It cannot be opened, or is a FIFO, a socket, a device or a folder.
    """
    # Without O_NONBLOCK, opening a FIFO waits for a writer.
    file = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")  # noqa: PTH123, SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    return file


def read_text(path: str | os.PathLike[str], most: int = LARGEST_TEXT) -> str:
    """The text of a regular file of at most that many bytes, in UTF-8.

    Raises:
        OSError: As ``open_regular``, or it is larger.
        UnicodeDecodeError: It is not text.
    """
    with open_regular(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"larger than {most} bytes", os.fspath(path))
    return data.decode("utf-8")


def working_folder() -> str:
    """The current folder, or nothing where it was removed meanwhile."""
    try:
        return os.getcwd()  # noqa: PTH109 - Path.cwd raises the same
    except OSError:
        return ""


def absolute(entry: str) -> str:
    """``entry`` of a search path, from the current folder; as it is, where that was removed."""
    from pathlib import Path

    return str(Path(working_folder(), entry))
