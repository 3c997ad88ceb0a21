"""Commands under measurement: their time, and the memory of all their processes."""

from __future__ import annotations

import os
import resource
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

#: Seconds between two samples of the memory.
PAUSE = 0.25
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Measured:
    """Wall time and CPU time in seconds, and the peak memory of all processes together in bytes.

    ``peak`` counts a shared page once for each process, and includes mapped files.
    """

    seconds: float
    processor: float
    peak: int


def measured(
    command: Sequence[str], *, cwd: Path, variables: Mapping[str, str], quiet: bool = False
) -> Measured:
    """Run a command, with ``variables`` added to the environment.

    Raises:
        subprocess.CalledProcessError: The command failed; with ``quiet``, its ``stderr`` is what it printed.
    """
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if quiet else {}
    with subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **variables},
        text=True,
        **pipes,  # type: ignore[call-overload]
    ) as process:
        done, peak = threading.Event(), [0]

        def look() -> None:
            while not done.wait(PAUSE):
                peak[0] = max(peak[0], held(process.pid))

        watcher = threading.Thread(target=look)
        watcher.start()
        printed = process.communicate()[0]
        done.set()
        watcher.join()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, stderr=printed)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Measured(time.monotonic() - began, processor, peak[0])


def held(root: int) -> int:
    """The resident bytes of a process and its descendants."""
    parents: dict[int, list[int]] = {}
    sizes: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            # The command's name, in parentheses, may contain any character.
            fields = (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(entry.name))
        sizes[int(entry.name)] = int(fields[21]) * _PAGE
    total, left = 0, [root]
    while left:
        process = left.pop()
        total += sizes.get(process, 0)
        left += parents.get(process, [])
    return total
