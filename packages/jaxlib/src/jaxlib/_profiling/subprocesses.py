"""Other processes on this machine whose profiles become part of this one's; each has a profiler server."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

from jaxlib import _native
from jaxlib._profiling import remote

#: The ports of the profiler servers, by process id.
_known: dict[int, int] = {}
_lock = threading.Lock()

#: How long to wait for a server's first response, in seconds.
CONNECT = 30.0


class _Registration:
    """Removes the process from the list when it is called or deleted."""

    def __init__(self, pid: int) -> None:
        self._undo = weakref.finalize(self, _known.pop, pid, None)
        self._undo.atexit = False

    def __call__(self) -> None:
        self._undo()


def register_subprocess(pid: int, port: int) -> Callable[[], None]:
    """Include a process in this one's profiles; returns a function that removes it again.

    Raises:
        JaxRuntimeError: It is already registered, or its server does not respond.
        ModuleNotFoundError: grpcio is not installed.
    """
    with _lock:
        if pid in _known:
            raise _native.JaxRuntimeError(f"ALREADY_EXISTS: Subprocess with pid {pid} is already registered")
        remote.wait_for(port, CONNECT)
        _known[pid] = port
    return _Registration(pid)


def start(options: bytes) -> list[tuple[int, Any]]:
    """Start a session in every registered process; it runs until `collect`."""
    if not _known:
        return []
    return [(pid, remote.RemoteSession(port, options)) for pid, port in list(_known.items())]


def collect(sessions: list[tuple[int, Any]], failures: list[str]) -> list[tuple[bytes, str, int]]:
    """Stop the sessions; returns each process's space, the suffix of its planes' names, and its time origin."""
    spaces = []
    for _, session in sessions:
        session.terminate()
    for pid, session in sessions:
        try:
            space = session.result()
        except Exception as error:
            failures.append(f"process {pid} gave no profile: {error}")
            continue
        spaces.append((space, f" [{pid}]", _started(space)))
    return spaces


def _started(space: bytes) -> int:
    plane = _native.profile_data.ProfileData(space).find_plane_with_name("Task Environment")
    for name, value in plane.stats if plane is not None else ():
        if name == "profile_start_time":
            return int(value)
    return 0
