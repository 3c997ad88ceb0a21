"""Prints text safely to a terminal, and handles output streams that fail.

Trust: names, versions, notes and paths come from registries, from other people's files and from uv's output.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable

#: The exit status of a command that failed.
FAILED = 2
#: The exit status that a shell reports for a process killed by SIGPIPE.
PIPE_CLOSED = 128 + 13


def neutral(text: object) -> str:
    """Returns ``text`` on one line, with control characters and invisible characters escaped."""
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in str(text)
    )


def run(command: str, main: Callable[[], int]) -> int:
    """Runs ``main`` and returns its exit status, or a status for an output stream that failed.

    If the reader of a pipe closes it, the command ends silently. If standard output is closed or full, the command
    prints one line on standard error.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            # The encoding of the locale may lack characters of a path.
            stream.reconfigure(errors="backslashreplace")
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon(1)
        return PIPE_CLOSED
    except OSError as error:
        if error.filename is not None or error.filename2 is not None:
            raise
        _abandon(1)
        _complain(f"{command}: cannot write to standard output: {error.strerror}")
        return FAILED
    return status


def _complain(line: str) -> None:
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()
        except OSError:
            _abandon(2)


def _abandon(descriptor: int) -> None:
    """Redirects a failed stream to the null device: Python flushes it again at exit, and would report the error."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, descriptor)
    if devnull != descriptor:
        os.close(devnull)
