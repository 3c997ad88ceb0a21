"""A verified cache of upstream artifacts: nothing is handed out that the manifest's hash doesn't vouch for.

It lies in `$JAXLIB_CACHE`, else in the user's cache folder, and may be deleted at any time:

    artifacts/<first two digits>/<sha256>/
        <filename>          the wheel; it appears complete or not at all
        <filename>.stamp    its size, modification time and sha256 when it was last checked
        <filename>.part     a download that broke off, continued by the next one
        lock                held by the one process that is writing here
        members/...         what was extracted from the wheel, each with a stamp of its own
    derived/<first two digits>/<key>/
        <filename>          what was made of artifacts; its key says of which and how

What is checked when:

- A wheel is hashed while it is downloaded. After that its size and modification time are compared with the stamp
  (if they differ it is hashed again, and kept or fetched again, saying so), and what is read out of it with the
  hash that its RECORD has. Where that fails the wheel itself is hashed, and fetched again if it was damaged here.
- Extracted members and derived files are hashed each time they are handed out: nothing else vouches for their
  content, and a disk can damage a file whose size and time stay as they were. That is 0.1 s for 100 MB.
"""

import base64
import csv
import hashlib
import io
import os
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, NoReturn, Self
from urllib.parse import urlsplit

import platformdirs
import requests
from filelock import FileLock, Timeout
from rich.filesize import decimal

from tools.artifacts.index_client import (
    TIMEOUT,
    Registry,
    RegistryError,
    RemoteFile,
    new_session,
    without_credentials,
)
from tools.artifacts.manifest import ArtifactFile, releases
from tools.console.progress import CONSOLE, Work

ROOT_VARIABLE = "JAXLIB_CACHE"
ATTEMPTS = 5
PAUSE = 1.0
"""Seconds before the second attempt at a download; doubled before each further one."""

_CHUNK = 1 << 20
_PARTIAL_CONTENT = 206
_RANGE_NOT_SATISFIABLE = 416
_ELSEWHERE = f"Make room or fix the permissions there, or use another folder: export {ROOT_VARIABLE}=FOLDER"


class ArtifactError(Exception):
    """An artifact can't be had, or is not what the manifest says."""


class _BrokenOff(Exception):
    """A download stopped before its end; the same request may well succeed now."""


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
        self._session = session or new_session()
        self._registry = Registry(session=self._session)

    def path(self, file: ArtifactFile) -> Path:
        """Returns where an artifact is, or will be, in the cache."""
        return self.root / "artifacts" / file.sha256[:2] / file.sha256 / file.filename

    def fetch(self, file: ArtifactFile) -> Path:
        """Returns an artifact's path in the cache, downloading it first if it is not there.

        Raises:
            ArtifactError: it can't be found, can't be downloaded or stored, or is not what the manifest says.
        """
        path = self.path(file)
        if _stamped(path):
            return path
        with self._locked(path):
            # Another process may have fetched it while this one waited.
            if not _stamped(path) and not self._rehash(path, file):
                self._download(path, file)
        return path

    def member(self, file: ArtifactFile, member: str) -> Path:
        """Returns the path of one extracted member of an artifact, fetching and extracting as needed.

        Raises:
            ArtifactError: as of `fetch`; or the wheel has no such member, or its RECORD disagrees with it.
        """
        wheel = self.fetch(file)
        path = wheel.parent / "members" / member
        if _sound(path):
            return path
        with self._locked(wheel):
            if not _sound(path):
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
        """Returns the path of a file that is made of artifacts, calling `make` to write it if it is not there.

        Args:
            key: a hash over all that the content follows from.
            name: the file's name.
            make: writes the file to the path that it is given, in a folder where it may leave other files too
                while it works.

        Raises:
            ArtifactError: the cache can't be written to.
        """
        path = self.root / "derived" / key[:2] / key / name
        if _sound(path):
            return path
        with self._locked(path):
            if not _sound(path):
                if path.exists():
                    CONSOLE.print(f"{name} was changed in the cache: making it again")
                part = path.with_name(f"{path.name}.part")
                make(part)
                part.replace(path)
                _sync_folder(path.parent)
                _stamp(path)
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
        """Opens an artifact, and gives an account of it where what is read is not a sound zip file.

        Raises:
            ArtifactError: as of `fetch`; or it can't be read, as it was published or because it was damaged here.
        """
        wheel = self.fetch(file)
        try:
            with zipfile.ZipFile(wheel) as archive:
                yield archive, wheel
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            self._blame(file, wheel, f"{wheel.name} is not a sound wheel: {error}")

    def _blame(self, file: ArtifactFile, wheel: Path, fault: str) -> NoReturn:
        """Says whether an artifact was published with a fault or got it here; then it is removed."""
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
        """Settles what to do with a file whose stamp is missing or differs; False: there is no file any more."""
        if not path.exists():
            return False
        found = digest(path)
        if found == file.sha256:
            _stamp(path)
            return True
        CONSOLE.print(
            f"{file.filename} was damaged in the cache: removed it, fetching it again\n"
            f"  wanted: sha256 {file.sha256}\n"
            f"  found:  sha256 {found} in {path}"
        )
        path.unlink()
        return False

    def _download(self, path: Path, file: ArtifactFile) -> None:
        try:
            remote = self._registry.file(file.artifact_name, file.filename)
        except RegistryError as error:
            raise ArtifactError(
                f"{file.filename} is not in the cache ({self.root}), and can't be fetched: {error}"
            ) from error
        if remote.sha256 not in {None, file.sha256}:
            raise ArtifactError(_not_as_declared(file, f"sha256 {remote.sha256} (by the index)", remote))
        part = path.with_name(f"{path.name}.part")
        try:
            with _Told(file, remote.url) as told:
                for attempt in range(ATTEMPTS):
                    try:
                        self._attempt(part, file, remote, told)
                        break
                    except (_BrokenOff, requests.RequestException) as error:
                        if attempt == ATTEMPTS - 1 or not _worth_another(error):
                            raise
                        pause = PAUSE * 2**attempt
                        CONSOLE.print(
                            f"{file.filename}: {without_credentials(str(error))}; "
                            f"trying again in {pause:.0f} s"
                        )
                        time.sleep(pause)
                part.replace(path)
                _sync_folder(path.parent)
                _stamp(path)
        except (_BrokenOff, requests.RequestException) as error:
            if _worth_another(error):
                advice = "Run the same command again: it goes on from there."
            else:
                advice = "The index lists it all the same. To use another index: export PIP_INDEX_URL=URL"
            kept = (
                f"{decimal(part.stat().st_size)} are kept in {part}" if part.exists() else "nothing was kept"
            )
            raise ArtifactError(
                f"can't fetch {file.filename}: {without_credentials(str(error))}\n"
                f"  wanted: {decimal(file.size)} from {without_credentials(remote.url)}\n"
                f"  found:  {kept}\n"
                f"  {advice}"
            ) from error
        except OSError as error:
            raise ArtifactError(
                f"can't store {file.filename}: {error}\n"
                f"  wanted: {decimal(file.size)} in {path.parent}\n"
                f"  {_ELSEWHERE}"
            ) from error

    def _attempt(self, part: Path, file: ArtifactFile, remote: RemoteFile, told: "_Told") -> None:
        """Downloads what is missing of `part` and checks the whole.

        Raises:
            _BrokenOff, requests.RequestException: it did not arrive in full.
            ArtifactError: it did, and is not what the manifest says; `part` is gone.
        """
        digest = hashlib.sha256()
        had = _take_in(part, digest) if part.exists() else 0
        if had > file.size:
            part.unlink()
            had, digest = 0, hashlib.sha256()
        size = had
        if had < file.size or not had:
            headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={had}-"} if had else {})
            with self._session.get(remote.url, stream=True, timeout=TIMEOUT, headers=headers) as response:
                if response.status_code == _RANGE_NOT_SATISFIABLE:
                    part.unlink()
                    raise _BrokenOff("the server can't continue the download, which starts anew")
                response.raise_for_status()
                if had and not _continues(response, had):
                    CONSOLE.print(f"{file.filename}: the server sends it from the start again")
                    size, had, digest = 0, 0, hashlib.sha256()
                length = response.headers.get("Content-Length", "")
                if length.isdecimal() and had + int(length) != file.size:
                    part.unlink(missing_ok=True)
                    raise ArtifactError(_not_as_declared(file, f"{had + int(length):,} bytes", remote))
                with part.open("ab" if had else "wb") as stream:
                    told.start(had)
                    for chunk in response.iter_content(_CHUNK):
                        stream.write(chunk)
                        digest.update(chunk)
                        size += len(chunk)
                        told.at(size)
                        if size > file.size:
                            part.unlink()
                            raise ArtifactError(
                                _not_as_declared(file, f"more than {file.size:,} bytes", remote)
                            )
                    stream.flush()
                    os.fsync(stream.fileno())
        if size < file.size:
            raise _BrokenOff(f"the connection ended after {size:,} of {file.size:,} bytes")
        if digest.hexdigest() != file.sha256:
            part.unlink()
            if had:
                # Not the registry's fault for certain: the part may be of another day, or damaged.
                raise _BrokenOff("the parts do not make the whole, which starts anew")
            raise ArtifactError(_not_as_declared(file, f"sha256 {digest.hexdigest()}", remote))

    def _extract(self, file: ArtifactFile, member: str, path: Path) -> None:
        part = path.with_name(f"{path.name}.part")
        with self._opened(file) as (archive, wheel):
            wanted = _recorded(archive, wheel, member)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as source, part.open("wb") as target:
                    found = _copy(source, target)
            except OSError as error:
                part.unlink(missing_ok=True)
                raise ArtifactError(
                    f"can't extract {member} of {wheel.name}: {error}\n"
                    f"  wanted: {decimal(wanted.size)} in {path.parent}\n"
                    f"  {_ELSEWHERE}"
                ) from error
        if found != wanted:
            part.unlink()
            self._blame(
                file,
                wheel,
                f"{member} is not what the wheel's own RECORD says\n"
                f"  wanted:    sha256 {wanted.sha256}, {wanted.size:,} bytes\n"
                f"  found:     sha256 {found.sha256}, {found.size:,} bytes",
            )
        part.replace(path)
        _sync_folder(path.parent)
        _stamp(path)

    @contextmanager
    def _locked(self, path: Path) -> Iterator[None]:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(path.with_name("lock"))
            try:
                lock.acquire(timeout=0)
            except Timeout:
                CONSOLE.print(f"{path.name}: another process is at it, waiting")
                lock.acquire()
        except OSError as error:
            raise ArtifactError(
                f"can't write to the cache: {error}\n  looked in: {self.root}\n  {_ELSEWHERE}"
            ) from error
        try:
            yield
        finally:
            lock.release()


class _Told:
    """Says how far a download is."""

    def __init__(self, file: ArtifactFile, url: str) -> None:
        self._file = file
        self._received = 0
        self._size = 0
        self._began = time.monotonic()
        begin = f"fetching {file.filename} ({decimal(file.size)}) from {urlsplit(url).hostname}"
        self._work = Work(file.filename, file.size, of_bytes=True, begin=begin)

    def __enter__(self) -> Self:
        self._work.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._work.__exit__(kind, error, trace)
        if kind is None:
            seconds = max(time.monotonic() - self._began, 1e-3)
            rate = self._received / seconds / 1e6
            CONSOLE.print(
                f"fetched {self._file.filename}: {decimal(self._received)} in {seconds:.1f} s, {rate:.1f} MB/s"
            )

    def start(self, size: int) -> None:
        """An attempt begins, with so many bytes already there."""
        self._size = size
        self._work.at(size, told=False)
        if size:
            CONSOLE.print(f"{self._file.filename}: going on after {decimal(size)}")

    def at(self, size: int) -> None:
        """So many bytes are there now."""
        self._received += size - self._size
        self._size = size
        self._work.at(size)


def _not_as_declared(file: ArtifactFile, found: str, remote: RemoteFile) -> str:
    refresh = " or ".join(f"python -m tools refresh {release}" for release in releases())
    return (
        f"{file.filename} is not what the release manifest declares\n"
        f"  wanted: sha256 {file.sha256}, {file.size:,} bytes\n"
        f"  found:  {found}\n"
        f"  from:   {without_credentials(remote.url)}\n"
        "  Nothing of it was kept. If the manifest is out of date, look at what the registry has now: "
        f"{refresh}"
    )


def _worth_another(error: Exception) -> bool:
    """Whether the same request may succeed now; a server that answers 404 or 403 has made up its mind."""
    response = error.response if isinstance(error, requests.RequestException) else None
    return response is None or response.status_code >= 500


def _continues(response: requests.Response, had: int) -> bool:
    """Whether an answer to a request for the rest is the rest; a server is free to send the whole."""
    return response.status_code == _PARTIAL_CONTENT and response.headers.get("Content-Range", "").startswith(
        f"bytes {had}-"
    )


def _take_in(path: Path, digest: "hashlib._Hash") -> int:
    """Feeds a file to a hash, and returns its size in bytes."""
    size = 0
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return size


def _copy(source: IO[bytes], target: IO[bytes]) -> Recorded:
    """Copies all the way to the disk, and returns what a RECORD would say of it."""
    digest = hashlib.sha256()
    size = 0
    while chunk := source.read(_CHUNK):
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
    found = ", ".join(sorted(names)[:20]) + (f" and {len(names) - 20} more" if len(names) > 20 else "")
    raise ArtifactError(
        f"{wheel.name} has no member {member} with a sha256 in its RECORD\n"
        f"  found:     {found}\n"
        f"  looked in: {wheel}\n"
        f"  To see all of them: python -m zipfile -l {wheel}\n"
        "  Then correct `member` in the release manifest."
    )


def _sync_folder(path: Path) -> None:
    """Makes a rename in a folder last, even if the power fails now."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _stamp_text(path: Path) -> str:
    status = path.stat()
    return f"{status.st_size} {status.st_mtime_ns}\n"


def _stamp(path: Path) -> None:
    """Notes that a file was checked as it is now."""
    path.with_name(f"{path.name}.stamp").write_text(f"{_stamp_text(path)}{digest(path)}\n")


def _stamped(path: Path) -> bool:
    """Returns whether a file is there, with the size and time that it had when it was last checked."""
    try:
        return path.with_name(f"{path.name}.stamp").read_text().startswith(_stamp_text(path))
    except OSError:
        return False


def _sound(path: Path) -> bool:
    """Returns whether a file is there with the content that it had when it was last checked."""
    try:
        return path.with_name(f"{path.name}.stamp").read_text() == f"{_stamp_text(path)}{digest(path)}\n"
    except OSError:
        return False


def digest(path: Path) -> str:
    """Returns the sha256 of a file's content in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
