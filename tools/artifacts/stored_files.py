"""Files in the cache: hashes, and the stamps by which an unchanged file is known."""

import hashlib
import os
from pathlib import Path

ROOT_VARIABLE = "JAXLIB_CACHE"


CHUNK = 1 << 20


ELSEWHERE = f"Make room or fix the permissions there, or use another folder: export {ROOT_VARIABLE}=FOLDER"


class ArtifactError(Exception):
    """An artifact can't be fetched or read, or differs from what the manifest says."""


def add_to_hash(path: Path, digest: "hashlib._Hash") -> int:
    """Feeds a file to a hash, and returns its size in bytes."""
    size = 0
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return size


def sync_folder(path: Path) -> None:
    """Syncs a folder, so that a rename in it survives a power failure."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _stamp_text(path: Path) -> str:
    status = path.stat()
    return f"{status.st_size} {status.st_mtime_ns}\n"


def stamp(path: Path) -> None:
    """Writes the stamp of a file that was just checked."""
    path.with_name(f"{path.name}.stamp").write_text(f"{_stamp_text(path)}{digest(path)}\n")


def is_stamped(path: Path) -> bool:
    """Returns whether a file is there, with the size and time that it had when it was last checked."""
    try:
        return path.with_name(f"{path.name}.stamp").read_text().startswith(_stamp_text(path))
    except OSError:
        return False


def is_unchanged(path: Path) -> bool:
    """Returns whether a file is there with the content that it had when it was last checked."""
    try:
        return path.with_name(f"{path.name}.stamp").read_text() == f"{_stamp_text(path)}{digest(path)}\n"
    except OSError:
        return False


def digest(path: Path) -> str:
    """Returns the sha256 of a file's content in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
