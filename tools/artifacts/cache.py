"""A verified cache of upstream artifacts: every file returned has the hash in the manifest.

Its folder is `$JAXLIB_CACHE`, else in the user's cache folder, and may be deleted at any time:

    artifacts/<first two digits>/<sha256>/
        <filename>          the wheel; it appears complete or not at all
        <filename>.stamp    its size, modification time and sha256 when it was last checked
        <filename>.part     an interrupted download, which the next one continues
        lock                held by the one process that is writing here
        members/...         members extracted from the wheel, each with its own stamp
    derived/<first two digits>/<key>/
        <filename>          a file made from artifacts; the key is a hash of these and of how it is made

What is checked, and when:

- A wheel is hashed while it is downloaded. Later its size and modification time are compared with the stamp; if
  they differ, it is hashed again, and kept, or fetched again with a message. A member that is read out of it is
  compared with the hash in its RECORD; if that differs, the wheel is hashed, and fetched again if it was damaged
  here.
- Extracted members and derived files are hashed each time they are returned: nothing else guarantees their content,
  and a disk can damage a file without changing its size and time. Hashing takes 0.1 s for 100 MB.
"""

import base64
import csv
import hashlib
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NoReturn

import platformdirs
import requests
from filelock import FileLock, Timeout
from rich.filesize import decimal

from tools.artifacts.download import Downloader, not_as_declared
from tools.artifacts.index_client import new_session
from tools.artifacts.manifest import ArtifactFile
from tools.artifacts.stored_files import (
    CHUNK,
    ELSEWHERE,
    ROOT_VARIABLE,
    ArtifactError,
    digest,
    is_stamped,
    is_unchanged,
    stamp,
    sync_folder,
)
from tools.console.progress import CONSOLE

__all__ = ["ROOT_VARIABLE", "ArtifactError", "Cache", "Recorded", "default_root", "digest"]


@dataclass(frozen=True)
class Recorded:
    """What a wheel's RECORD declares for a member: its sha256 in hexadecimal, its size in bytes."""

    sha256: str
    size: int


def default_root() -> Path:
    """Returns the folder of the cache: `$JAXLIB_CACHE`, else `jaxlib-factory` in the user's cache folder."""
    return Path(os.environ.get(ROOT_VARIABLE) or platformdirs.user_cache_dir("jaxlib-factory"))


class Cache:
    """Fetches artifacts once, checks them, and extracts members of them.

    Any number of processes and threads may use one folder at once.

    Args:
        root: the folder; by default `default_root()`.
        session: makes the requests; by default one that tries again (`tools.artifacts.index_client.new_session`).
    """

    def __init__(self, root: Path | None = None, session: requests.Session | None = None) -> None:
        self.root = (root or default_root()).absolute()
        self._downloader = Downloader(self.root, session or new_session())

    def path(self, file: ArtifactFile) -> Path:
        """Returns where an artifact is, or will be, in the cache."""
        return self.root / "artifacts" / file.sha256[:2] / file.sha256 / file.filename

    def fetch(self, file: ArtifactFile) -> Path:
        """Returns an artifact's path in the cache, downloading it first if it is not there.

        Raises:
            ArtifactError: it can't be found, downloaded or stored, or differs from what the manifest says.
        """
        path = self.path(file)
        if not is_stamped(path):
            with self._locked(path):
                # Another process may have fetched it while this one waited.
                if not is_stamped(path) and not self._rehash(path, file):
                    self._downloader.download(path, file)
        # The file is found by its hash, but the manifest's size may still be wrong.
        if (size := path.stat().st_size) != file.size:
            raise ArtifactError(not_as_declared(file, f"{size:,} bytes, with that hash", path))
        return path

    def member(self, file: ArtifactFile, member: str) -> Path:
        """Returns the path of one extracted member of an artifact, fetching and extracting as needed.

        Raises:
            ArtifactError: as of `fetch`; or the wheel has no such member, or its RECORD disagrees with it.
        """
        wheel = self.fetch(file)
        path = wheel.parent / "members" / member
        if is_unchanged(path):
            return path
        with self._locked(wheel):
            if not is_unchanged(path):
                if path.exists():
                    CONSOLE.print(
                        f"{member} of {file.filename} was changed in the cache: extracting it again"
                    )
                self._extract(file, member, path)
        return path

    def extract(self, file: ArtifactFile, member: str, path: Path) -> None:
        """Writes one member of an artifact to `path`, for a short while: the cache does not keep it.

        Raises:
            ArtifactError: as of `member`.
        """
        self._extract(file, member, path)

    def derived(self, key: str, name: str, make: Callable[[Path], None]) -> Path:
        """Returns the path of a file that is made from artifacts, calling `make` to write it if it is not there.

        Args:
            key: a hash over everything that determines the content.
            name: the file's name.
            make: writes the file to the given path; it may write temporary files beside it.

        Raises:
            ArtifactError: the cache can't be written to.
        """
        path = self.root / "derived" / key[:2] / key / name
        if is_unchanged(path):
            return path
        with self._locked(path):
            if not is_unchanged(path):
                if path.exists():
                    CONSOLE.print(f"{name} was changed in the cache: making it again")
                part = path.with_name(f"{path.name}.part")
                make(part)
                part.replace(path)
                sync_folder(path.parent)
                stamp(path)
        return path

    def recorded(self, file: ArtifactFile, member: str) -> Recorded:
        """Returns what an artifact's RECORD declares for a member, fetching as needed, extracting nothing.

        Raises:
            ArtifactError: as of `fetch`; or the wheel has no such member.
        """
        with self._opened(file) as (archive, wheel):
            return _recorded(archive, wheel, member)

    @contextmanager
    def _opened(self, file: ArtifactFile) -> Iterator[tuple[zipfile.ZipFile, Path]]:
        """Opens an artifact as a zip file.

        Raises:
            ArtifactError: as of `fetch`; or it can't be read: it was published like that, or was damaged here.
        """
        wheel = self.fetch(file)
        try:
            with zipfile.ZipFile(wheel) as archive:
                yield archive, wheel
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            self._blame(file, wheel, f"{wheel.name} is not a sound wheel: {error}")

    def _blame(self, file: ArtifactFile, wheel: Path, fault: str) -> NoReturn:
        """Raises the error of a faulty artifact: published so, or damaged in the cache and then removed."""
        if self._rehash(wheel, file):
            raise ArtifactError(
                f"{fault}\n"
                f"  looked in: {wheel}\n"
                "  The wheel is as it was published, so it was published like that: use another version of it."
            )
        raise ArtifactError(
            f"{fault}\n"
            f"  looked in: {wheel}\n"
            "  It was damaged in the cache, and is removed. Run the same command again: it is fetched again."
        )

    def _rehash(self, path: Path, file: ArtifactFile) -> bool:
        """Hashes a file whose stamp is missing or differs; removes a damaged one and returns False."""
        if not path.exists():
            return False
        sha256 = digest(path)
        if sha256 == file.sha256:
            stamp(path)
            return True
        CONSOLE.print(
            f"{file.filename} was damaged in the cache: removed it, fetching it again\n"
            f"  wanted: sha256 {file.sha256}\n"
            f"  found:  sha256 {sha256} in {path}"
        )
        path.unlink()
        return False

    def _extract(self, file: ArtifactFile, member: str, path: Path) -> None:
        part = path.with_name(f"{path.name}.part")
        with self._opened(file) as (archive, wheel):
            wanted = _recorded(archive, wheel, member)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as source, part.open("wb") as target:
                    copied = _copy(source, target)
            except OSError as error:
                part.unlink(missing_ok=True)
                raise ArtifactError(
                    f"can't extract {member} of {wheel.name}: {error}\n"
                    f"  wanted: {decimal(wanted.size)} in {path.parent}\n"
                    f"  {ELSEWHERE}"
                ) from error
        if copied != wanted:
            part.unlink()
            self._blame(
                file,
                wheel,
                f"{member} is not what the wheel's own RECORD says\n"
                f"  wanted:    sha256 {wanted.sha256}, {wanted.size:,} bytes\n"
                f"  found:     sha256 {copied.sha256}, {copied.size:,} bytes",
            )
        part.replace(path)
        sync_folder(path.parent)
        stamp(path)

    @contextmanager
    def _locked(self, path: Path) -> Iterator[None]:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(path.with_name("lock"))
            try:
                lock.acquire(timeout=0)
            except Timeout:
                CONSOLE.print(f"{path.name}: another process is working on it; waiting")
                lock.acquire()
        except OSError as error:
            raise ArtifactError(
                f"can't write to the cache: {error}\n  looked in: {self.root}\n  {ELSEWHERE}"
            ) from error
        try:
            yield
        finally:
            lock.release()


def _copy(source: IO[bytes], target: IO[bytes]) -> Recorded:
    """Copies and syncs to disk; returns hash and size as in a RECORD."""
    digest = hashlib.sha256()
    size = 0
    while chunk := source.read(CHUNK):
        target.write(chunk)
        digest.update(chunk)
        size += len(chunk)
    target.flush()
    os.fsync(target.fileno())
    return Recorded(digest.hexdigest(), size)


def _recorded(archive: zipfile.ZipFile, wheel: Path, member: str) -> Recorded:
    """Returns what a wheel's RECORD declares for a member.

    Raises:
        ArtifactError: the wheel has no such member, or no RECORD that speaks of it.
    """
    names = archive.namelist()
    record = next(
        (name for name in names if name.count("/") == 1 and name.endswith(".dist-info/RECORD")), None
    )
    if record is not None and member in names:
        for name, value, size in csv.reader(io.StringIO(archive.read(record).decode())):
            kind, _, encoded = value.partition("=")
            if name == member and kind == "sha256":
                sha256 = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).hex()
                return Recorded(sha256, int(size))
    listing = ", ".join(sorted(names)[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    raise ArtifactError(
        f"{wheel.name} has no member {member} with a sha256 in its RECORD\n"
        f"  found:     {listing}\n"
        f"  looked in: {wheel}\n"
        f"  To see all of them: python -m zipfile -l {wheel}\n"
        "  Then correct `member` in the release manifest."
    )
