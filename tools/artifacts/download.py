"""Downloads artifacts: retries, continues interrupted downloads, and hashes the bytes as they arrive."""

import hashlib
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import requests
from rich.filesize import decimal

from tools.artifacts.index_client import TIMEOUT, Registry, RegistryError, RemoteFile, without_credentials
from tools.artifacts.manifest import ArtifactFile, releases
from tools.artifacts.stored_files import CHUNK, ELSEWHERE, ArtifactError, add_to_hash, stamp, sync_folder
from tools.console.progress import CONSOLE, Work

ATTEMPTS = 5


PAUSE = 1.0
"""Seconds before the second attempt at a download; doubled before each further one."""


_PARTIAL_CONTENT = 206


_RANGE_NOT_SATISFIABLE = 416


#: The hosts that this process has already named in its output.
_hosts: set[str] = set()


class _BrokenOff(Exception):
    """A download stopped before its end; a retry may succeed."""


class Downloader:
    """Downloads from the registry for a cache in ``root``."""

    def __init__(self, root: Path, session: requests.Session) -> None:
        self._root = root
        self._session = session
        self._registry = Registry(session=session)

    def download(self, path: Path, file: ArtifactFile) -> None:
        """Downloads an artifact to ``path``, continuing an earlier attempt.

        Raises:
            ArtifactError: it can't be found, can't be downloaded or stored, or is not what the manifest says.
        """
        try:
            remote = self._registry.file(file.artifact_name, file.filename)
        except RegistryError as error:
            raise ArtifactError(
                f"{file.filename} is not in the cache ({self._root}), and can't be fetched: {error}"
            ) from error
        if remote.sha256 not in {None, file.sha256}:
            raise ArtifactError(not_as_declared(file, f"sha256 {remote.sha256} (by the index)", remote))
        part = path.with_name(f"{path.name}.part")
        try:
            with DownloadProgress(file, remote.url) as progress:
                self._attempts(part, file, remote, progress)
                part.replace(path)
                sync_folder(path.parent)
                stamp(path)
        except (_BrokenOff, requests.RequestException) as error:
            raise ArtifactError(_not_fetched(error, file, remote, part)) from error
        except OSError as error:
            raise ArtifactError(
                f"can't store {file.filename}: {error}\n"
                f"  wanted: {decimal(file.size)} in {path.parent}\n"
                f"  {ELSEWHERE}"
            ) from error

    def _attempts(
        self, part: Path, file: ArtifactFile, remote: RemoteFile, progress: "DownloadProgress"
    ) -> None:
        """Attempts the download until it succeeds, or another attempt is of no use."""
        for attempt in range(ATTEMPTS):
            try:
                self._attempt(part, file, remote, progress)
                break
            except (_BrokenOff, requests.RequestException) as error:
                if attempt == ATTEMPTS - 1 or not _worth_another(error):
                    raise
                pause = PAUSE * 2**attempt
                CONSOLE.print(
                    f"{file.filename}: {without_credentials(str(error))}; trying again in {pause:.0f} s"
                )
                time.sleep(pause)

    def _attempt(
        self, part: Path, file: ArtifactFile, remote: RemoteFile, progress: "DownloadProgress"
    ) -> None:
        """Downloads what is missing of `part` and checks the whole.

        Raises:
            _BrokenOff, requests.RequestException: it did not arrive in full.
            ArtifactError: it did arrive, but differs from what the manifest says; `part` was removed.
        """
        digest = hashlib.sha256()
        had = add_to_hash(part, digest) if part.exists() else 0
        if had > file.size:
            part.unlink()
            had, digest = 0, hashlib.sha256()
        size = had
        if had < file.size or not had:
            headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={had}-"} if had else {})
            with self._session.get(remote.url, stream=True, timeout=TIMEOUT, headers=headers) as response:
                if response.status_code == _RANGE_NOT_SATISFIABLE:
                    part.unlink()
                    raise _BrokenOff("the server can't continue the download, which starts again")
                response.raise_for_status()
                if had and not _continues(response, had):
                    CONSOLE.print(f"{file.filename}: the server sends it from the start again")
                    size, had, digest = 0, 0, hashlib.sha256()
                length = response.headers.get("Content-Length", "")
                if length.isdecimal() and had + int(length) != file.size:
                    part.unlink(missing_ok=True)
                    raise ArtifactError(not_as_declared(file, f"{had + int(length):,} bytes", remote))
                with part.open("ab" if had else "wb") as stream:
                    progress.start(had)
                    for chunk in response.iter_content(CHUNK):
                        stream.write(chunk)
                        digest.update(chunk)
                        size += len(chunk)
                        progress.at(size)
                        if size > file.size:
                            part.unlink()
                            raise ArtifactError(
                                not_as_declared(file, f"more than {file.size:,} bytes", remote)
                            )
                    stream.flush()
                    os.fsync(stream.fileno())
        if size < file.size:
            raise _BrokenOff(f"the connection ended after {size:,} of {file.size:,} bytes")
        if digest.hexdigest() != file.sha256:
            part.unlink()
            if had:
                # Not necessarily the registry's fault: the part may be old or damaged.
                raise _BrokenOff("the parts do not make the whole, which starts again")
            raise ArtifactError(not_as_declared(file, f"sha256 {digest.hexdigest()}", remote))


class DownloadProgress:
    """Reports the progress of a download."""

    def __init__(self, file: ArtifactFile, url: str) -> None:
        self._file = file
        self._received = 0
        self._size = 0
        self._began = time.monotonic()
        if (host := urlsplit(url).hostname or url) not in _hosts:
            _hosts.add(host)
            CONSOLE.print(f"fetching from {host}")
        begin = f"{file.filename}: fetching {decimal(file.size)}"
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
                f"{self._file.filename}: {decimal(self._received)} in {seconds:.1f} s, {rate:.1f} MB/s"
            )

    def start(self, size: int) -> None:
        """Starts an attempt, with ``size`` bytes already downloaded."""
        self._size = size
        self._work.at(size, told=False)
        if size:
            CONSOLE.print(f"{self._file.filename}: continuing after {decimal(size)}")

    def at(self, size: int) -> None:
        """``size`` bytes are downloaded now."""
        self._received += size - self._size
        self._size = size
        self._work.at(size)


def _not_fetched(error: Exception, file: ArtifactFile, remote: RemoteFile, part: Path) -> str:
    """The text of an error about a download that was given up, of which ``part`` may be there."""
    if _worth_another(error):
        advice = "Run the same command again: it continues from there."
    else:
        advice = "The index still lists it. To use another index: export PIP_INDEX_URL=URL"
    kept = f"{decimal(part.stat().st_size)} are kept in {part}" if part.exists() else "nothing was kept"
    return (
        f"can't fetch {file.filename}: {without_credentials(str(error))}\n"
        f"  wanted: {decimal(file.size)} from {without_credentials(remote.url)}\n"
        f"  found:  {kept}\n"
        f"  {advice}"
    )


def not_as_declared(file: ArtifactFile, found: str, where: RemoteFile | Path) -> str:
    """The text of the error for a file of the registry or the cache that differs from the manifest."""
    place = (
        f"  from:   {where}\n  "
        if isinstance(where, Path)
        else f"  from:   {without_credentials(where.url)}\n  Nothing of it was kept. "
    )
    refresh = " or ".join(f"python -m tools refresh {release}" for release in releases())
    return (
        f"{file.filename} is not what the release manifest declares\n"
        f"  wanted: sha256 {file.sha256}, {file.size:,} bytes\n"
        f"  found:  {found}\n"
        f"{place}If the manifest is out of date, look at what the registry has now: {refresh}"
    )


def _worth_another(error: Exception) -> bool:
    """Whether a retry may succeed; after 404 or 403 it will not."""
    response = error.response if isinstance(error, requests.RequestException) else None
    return response is None or response.status_code >= 500


def _continues(response: requests.Response, had: int) -> bool:
    """Whether the response is the requested range; a server may ignore the range and send the whole file."""
    return response.status_code == _PARTIAL_CONTENT and response.headers.get("Content-Range", "").startswith(
        f"bytes {had}-"
    )
