"""A cache of compiled programs on disk, so that a program is not compiled again in every process.

    cache = pjrt.CompileCache()
    executable = cache.compile(client, stablehlo)
    model = exported.compile(client, cache=cache)

A cached program equals a compiled one: an entry's name is a hash of the program, the options, the library's
contents, what the client reports about its platform and devices, the variables from which libraries read flags, and
all features of this machine's CPU. Several machines may therefore share a home folder.

Entries are written whole or not at all, and contain a checksum. A program is compiled again if its entry is
damaged, or if the library rejects it. Any number of processes may use a folder at the same time. An entry is code
that will be run: it is only used if it is a regular file, owned by this user, that nobody else may write. The
folder, and parent folders that have to be created, are private to their owner.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from jaxlib_pjrt import _plugins
from jaxlib_pjrt.errors import PjrtError

if TYPE_CHECKING:
    from jaxlib_pjrt._native import Client, LoadedExecutable
    from jaxlib_pjrt.options import CompileOptions

_FORMAT = "jaxlib-pjrt compile cache 1"
_MAGIC = b"JLPJRT1\n"
_SUFFIX = ".executable"
#: The variables from which XLA's libraries read flags.
_FLAGS = ("XLA_FLAGS", "LIBTPU_INIT_ARGS", "TF_XLA_FLAGS")
_HASH = hashlib.sha256().digest_size


def default_folder() -> Path:
    """``$JAXLIB_PJRT_CACHE``, or ``jaxlib-pjrt`` in the user's cache folder."""
    if chosen := os.environ.get("JAXLIB_PJRT_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "jaxlib-pjrt"


class CompileCache:
    """A folder of compiled programs.

    Attributes:
        folder: The cache's folder.
        limit: The maximum size in bytes; the least recently used entries are removed first.
        hits: The number of programs that were found.
        misses: The number of programs that were compiled.
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None, *, limit: int = 1 << 30) -> None:
        if limit < 1:
            raise ValueError(f"limit: wanted at least 1 byte, found {limit}")
        self.folder: Path = default_folder() if folder is None else Path(folder)
        self.limit = limit
        self.hits: int = 0
        self.misses: int = 0

    def compile(
        self,
        client: Client,
        program: str | bytes,
        options: CompileOptions | bytes | None = None,
        *,
        format: Literal["mlir", "hlo", "hlo_with_config"] = "mlir",  # noqa: A002
    ) -> LoadedExecutable:
        """As ``client.compile``, from the cache where possible.

        Raises:
            PjrtError: The compiler's message.
        """
        serialized = (
            options if isinstance(options, bytes) else _plugins.serialized(options, client.plugin.path)
        )
        path = self.folder / f"{self.key(client, program, serialized, format)}{_SUFFIX}"
        content = _read(path, self.limit)
        if content is not None:
            try:
                executable = client.load(content)
            except (PjrtError, ValueError):
                # The library rejects it, or it was damaged before it was stored: compile it.
                _remove(path)
            else:
                self.hits += 1
                return executable
        self.misses += 1
        executable = client.compile(program, serialized, format=format)
        try:
            content = executable.serialize()
        except PjrtError:
            return executable  # a library that cannot serialize works without the cache
        # A full disk, or a folder that is not writable, is no reason to fail: the program is compiled.
        with contextlib.suppress(OSError):
            self._write(path, content)
        return executable

    def key(self, client: Client, program: str | bytes, options: bytes, format: str = "mlir") -> str:  # noqa: A002
        """The name of an entry: a hash of everything that a compiled program depends on."""
        code = program.encode() if isinstance(program, str) else program
        parts = (
            _FORMAT,
            format,
            hashlib.sha256(code).hexdigest(),
            hashlib.sha256(options).hexdigest(),
            self._library_hash(Path(client.plugin.path)),
            str(client.plugin.api_version),
            client.platform,
            client.platform_version,
            json.dumps([[device.id, device.kind, device.process_index] for device in client.devices]),
            json.dumps({name: os.environ.get(name) for name in _FLAGS}),
            instruction_set(),
        )
        digest = hashlib.sha256()
        for part in parts:
            encoded = part.encode()
            digest.update(len(encoded).to_bytes(8, "little") + encoded)
        return digest.hexdigest()

    def _library_hash(self, library: Path) -> str:
        # Hashing some hundred megabytes takes a good part of a second, so the hash is stored beside the entries,
        # for a file that has not changed since.
        state = library.stat()
        touched = f"{state.st_mtime_ns} {state.st_ctime_ns} {state.st_ino}"
        known = f"{os.path.realpath(library)} {state.st_size} {touched}"
        noted = self.folder / f"library-{hashlib.sha256(known.encode()).hexdigest()[:32]}"
        content = _read(noted, 2 * _HASH)
        if content is not None:
            return content.decode("ascii", "replace")
        with library.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        with contextlib.suppress(OSError):
            self._replace(noted, digest.encode())
        return digest

    def _write(self, path: Path, content: bytes) -> None:
        if len(content) <= self.limit:
            self._replace(path, content)
            self.trim()

    def _replace(self, path: Path, content: bytes) -> None:
        _make_private(self.folder)
        partial = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
        try:
            # An entry that others may write, as with a umask of 002, would not be used.
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with os.fdopen(os.open(partial, flags, 0o600), "wb") as file:
                file.write(_MAGIC + hashlib.sha256(content).digest() + content)
            partial.replace(path)
        finally:
            _remove(partial)

    def trim(self) -> None:
        """Remove the least recently used entries until at most ``limit`` bytes are left."""
        entries = []
        with contextlib.suppress(OSError), os.scandir(self.folder) as listing:
            for entry in listing:
                with contextlib.suppress(OSError):  # another process removed it
                    if entry.name.endswith(_SUFFIX):
                        state = entry.stat(follow_symlinks=False)
                        entries.append((state.st_mtime_ns, state.st_size, entry.path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= self.limit:
                break
            _remove(Path(path))
            total -= size


def instruction_set(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """The CPU's model and features, as the operating system reports them."""
    features: set[str] = set()
    with contextlib.suppress(OSError):
        for line in cpuinfo.read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() in ("flags", "Features"):
                features.update(value.split())
    return f"{platform.machine()} {' '.join(sorted(features)) or platform.processor()}"


def _make_private(folder: Path) -> None:
    """Create a folder and its missing parents, private to their owner, whatever the umask."""
    try:
        folder.mkdir(mode=0o700)
    except FileNotFoundError:
        _make_private(folder.parent)
        _make_private(folder)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(0o700)  # a umask may have removed the owner's rights, too


def _read(path: Path, most: int) -> bytes | None:
    """The content of an entry, which is marked as most recently used; None if there is no trustworthy one.

    A damaged entry is removed. A file that is not regular, belongs to another user, may be written by others or has
    more than ``most`` bytes is not an entry; it stays until a new entry replaces it.
    """
    head = len(_MAGIC) + _HASH
    try:
        # Without O_NONBLOCK, opening a FIFO waits for a writer.
        entry = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
        with os.fdopen(entry, "rb") as file:
            state = os.fstat(entry)
            if (
                not stat.S_ISREG(state.st_mode)
                or state.st_uid != os.geteuid()
                or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
                or state.st_size > head + most
            ):
                return None
            data = file.read(head + most)
            content = data[head:]
            if data[:head] == _MAGIC + hashlib.sha256(content).digest():
                with contextlib.suppress(OSError):
                    os.utime(entry)
                return content
    except OSError:
        return None
    _remove(path)
    return None


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
