"""Reads installed files with a size limit and without blocking: a FIFO would block, a device may be endless."""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import BufferedReader

#: In bytes; larger than any text file that an installer writes.
LARGEST_TEXT = 1 << 26


def open_regular(path: str | os.PathLike[str]) -> BufferedReader:
    """Open a regular file for reading, following symbolic links.

    Raises:
        OSError: The file cannot be opened, or is a FIFO, a socket, a device or a folder.
    """
    # Without O_NONBLOCK, opening a FIFO waits for a writer.
    file = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")  # noqa: PTH123, SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a regular file", os.fspath(path))
    return file


def read_text(path: str | os.PathLike[str], most: int = LARGEST_TEXT) -> str:
    """The UTF-8 text of a regular file of at most ``most`` bytes.

    Raises:
        OSError: As ``open_regular``, or the file is larger.
        UnicodeDecodeError: The file is not UTF-8.
    """
    with open_regular(path) as file:
        # A buffer of the size that is asked for is allocated first, which a limit of memory may refuse.
        size = os.fstat(file.fileno()).st_size
        data = file.read(min(size, most) + 1)
    if size > most or len(data) > most:
        raise OSError(errno.EFBIG, f"larger than {most} bytes", os.fspath(path))
    return data.decode("utf-8")


def working_folder() -> str:
    """The current folder, or "" if it was removed."""
    try:
        return os.getcwd()  # noqa: PTH109 - Path.cwd raises the same
    except OSError:
        return ""


def absolute(entry: str) -> str:
    """An entry of a search path as an absolute path; unchanged if the current folder was removed."""
    from pathlib import Path

    return str(Path(working_folder(), entry))
