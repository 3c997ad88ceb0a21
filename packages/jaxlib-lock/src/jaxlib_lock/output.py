"""Prints text that is safe on a terminal, to streams that may fail.

Trust: names, versions, notes and paths come from registries, from files of others and from uv's output.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable

#: The exit status of a command that could not do its work.
FAILED = 2
#: As a shell reports a process that SIGPIPE ended.
PIPE_CLOSED = 128 + 13


def neutral(text: object) -> str:
    """``text`` on one line, with every character that a terminal would act on, or not show, as an escape."""
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1] for character in str(text)
    )


def run(command: str, main: Callable[[], int]) -> int:
    """The exit status of ``main``, or of what became of its output.

    A reader that goes away ends the command without a word; a closed or full standard output, with one line.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            # A locale's encoding may lack letters that a path has.
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
    """Nothing more is written to a stream that failed: Python would try once more at its end, and complain."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, descriptor)
    if devnull != descriptor:
        os.close(devnull)
