"""Runs child processes with a time limit, at which everything that they started is ended, too."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

#: Seconds to wait for a process that was killed: one that waits for a device or a file server does not end.
_KILLED = 5.0


def run(
    command: Sequence[str],
    seconds: float,
    *,
    output: Any,
    errors: Any = subprocess.DEVNULL,
    pass_fds: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
) -> int | None:
    """Run ``command`` without input; its group is killed when it ends, and at the latest after ``seconds``.

    ``output`` and ``errors`` are files, not pipes: a process that the command starts may keep a pipe open forever.

    Returns:
        The exit status, or None if it was still running.

    Raises:
        OSError: It cannot be started.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=errors,
        pass_fds=pass_fds,
        env=environment,
        # A process group of its own, so that everything it started can be killed with it.
        start_new_session=True,
    )
    ended: int | None = None
    try:
        with contextlib.suppress(subprocess.TimeoutExpired):
            ended = process.wait(seconds)
    finally:
        # Also on Ctrl-C in this process: the child is in another process group and does not receive it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_KILLED)
    return ended


def memory(name: str) -> Any:
    """A file in memory for a child's output."""
    return os.fdopen(os.memfd_create(f"jaxlib-{name}"), "w+b")


def read(file: Any, most: int = sys.maxsize) -> str:
    """The last ``most`` bytes of a file in memory, as text."""
    size = os.fstat(file.fileno()).st_size
    start = max(size - most, 0)
    return os.pread(file.fileno(), size - start, start).decode("utf-8", "replace")
