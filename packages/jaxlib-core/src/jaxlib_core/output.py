"""Output of the ``jaxlib`` command: terminal-safe text, files, and streams that may fail.

Trust: names, versions, titles, paths and variables come from descriptors, metadata and the environment, which
anybody may have written. When printed, they must neither move the cursor nor look like a line of this program.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path

#: The exit status if the output cannot be written; the same as for wrong usage.
CANNOT_WRITE = 2
#: The exit statuses that a shell reports after SIGPIPE and SIGINT.
PIPE_CLOSED, INTERRUPTED = 128 + 13, 128 + 2

#: C0 and C1 controls, characters that reorder or hide text, line separators, and lone surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def neutral(text: object) -> str:
    """``text`` on one line, with every character that a terminal would interpret replaced by an escape."""
    # Not by the unicode_escape codec: if the search path is broken, it cannot be imported.
    return _UNSAFE.sub(lambda match: ascii(match[0])[1:-1], str(text))


def indented(text: object, indent: str) -> str:
    """As ``neutral``, but line breaks are kept: each line after the first begins with ``indent``."""
    return f"\n{indent}".join(map(neutral, str(text).split("\n")))


def write_file(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``. A regular file is replaced whole or not at all; others are written in place.

    A symbolic link is kept, and its target is written. A replaced file keeps its permissions and, if the user may
    set it, its owner.

    Raises:
        OSError: It cannot be written; ``filename`` is ``path``.
    """
    try:
        _write(path, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write(path: Path, content: bytes) -> None:
    target = Path(os.path.realpath(path))
    try:
        before = target.stat()
    except FileNotFoundError:
        before = None
    if before is not None and stat.S_ISDIR(before.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if before is not None and not stat.S_ISREG(before.st_mode):
        _write_all(os.open(target, os.O_WRONLY | os.O_CLOEXEC), content)
        return
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    scratch = target.with_name(f".{target.name[:200]}.{os.getpid()}")
    try:
        descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except PermissionError:
        if before is None:
            raise
        # The file may be writable while its folder is not.
        _write_all(os.open(target, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC), content)
        return
    try:
        _write_all(descriptor, content)
        if before is not None:
            if (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()) and os.geteuid() == 0:
                os.chown(scratch, before.st_uid, before.st_gid)
            scratch.chmod(stat.S_IMODE(before.st_mode))
        scratch.replace(target)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise


def _write_all(descriptor: int, content: bytes) -> None:
    with open(descriptor, "wb") as file:
        file.write(content)


def complain(text: str) -> None:
    """Print a line on standard error, if there is one."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()
        except OSError:
            _abandon("stderr")


def run(command: str, main: Callable[[], int]) -> int:
    """Run ``main`` and return its exit status, or that of a failed write of its output.

    A closed pipe ends the command silently; a closed or full standard output ends it with one line.
    """
    _occupy_standard_descriptors()
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        # The locale's encoding may lack characters of a path or a page.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            if sys.stdout is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            status = main()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _abandon("stdout")
        return PIPE_CLOSED
    except OSError as error:
        if error.filename is not None or error.filename2 is not None:
            raise
        _abandon("stdout")
        complain(f"{command}: cannot write to standard output: {error.strerror}")
        return CANNOT_WRITE
    except KeyboardInterrupt:
        complain(f"{command}: interrupted")
        return INTERRUPTED
    return status


def _occupy_standard_descriptors() -> None:
    """Keep files that are opened later off descriptors 0, 1 and 2, where a child's standard streams would go."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


def _abandon(name: str) -> None:
    """Discard further output to a failed stream: Python would retry at exit and print an error."""
    stream = getattr(sys, name)
    if stream is None:
        return
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)
    except (OSError, ValueError):
        setattr(sys, name, None)
