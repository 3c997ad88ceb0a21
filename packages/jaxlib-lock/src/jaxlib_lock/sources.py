"""Reads the texts that a lock is made from: by path, by https, or from a git repository at a commit."""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from jaxlib_lock.errors import InvalidRequirements, NotInCache, RegistryUnreachable
from jaxlib_lock.resolver import without_credentials

_GIT = re.compile(r"git\+(?P<repository>.+)@(?P<commit>[0-9a-f]{40})#(?P<path>[^#]+)")
_LARGEST = 32 << 20  # bytes; the largest lock files have a few hundred thousand
_TIMEOUT = 30  # seconds for each response


@dataclass(frozen=True)
class Source:
    """A text and its origin.

    Attributes:
        name: The name that is recorded and shown: a file name, or an address without credentials.
        text: The content, decoded from UTF-8.
        sha256: The hash of its bytes.
        path: The path of a local file; None for a text from the network.
    """

    name: str
    text: str
    sha256: str
    path: Path | None

    @property
    def suffix(self) -> str:
        """The suffix of the file name, such as ``.toml``."""
        return Path(self.name.rpartition("#")[2].partition("?")[0]).suffix


def is_remote(text: str) -> bool:
    """Whether ``text`` is an address to fetch rather than a path."""
    return text.startswith(("https://", "http://", "git+"))


def read(text: str, *, offline: bool = False) -> Source:
    """Reads a path, an https address, or ``git+URL@COMMIT#path``.

    Raises:
        InvalidRequirements: The source cannot be read, or is not UTF-8 text.
        NotInCache: The source is remote, and ``offline`` is set.
        RegistryUnreachable: The server does not answer.
    """
    if not is_remote(text):
        return _decoded(Path(text).name, _of_file(Path(text)), Path(text))
    name = without_credentials(text)
    if offline:
        raise NotInCache(
            f"{name} is not on this machine, and --offline forbids downloading it.",
            advice=("run it without --offline, or name a copy of the file",),
        )
    return _decoded(name, _of_git(text, name) if text.startswith("git+") else _of_https(text, name), None)


def _decoded(name: str, content: bytes, path: Path | None) -> Source:
    try:
        return Source(name, content.decode("utf-8"), hashlib.sha256(content).hexdigest(), path)
    except UnicodeDecodeError:
        raise InvalidRequirements(
            f"{path or name} can't be read: it is not UTF-8 text.",
            ("wanted", "a requirements file, a pyproject.toml or a lock"),
        ) from None


def _of_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidRequirements(
            f"{path} can't be read: {error.strerror}.",
            ("wanted", "a requirements file, a pyproject.toml or a lock"),
            ("where", str(path.absolute())),
            advice=("name a file that exists, or its address by https",),
        ) from None


def _of_https(address: str, name: str) -> bytes:
    if not address.startswith("https://"):
        raise InvalidRequirements(
            f"{name} is not downloaded: without https, it could be changed in transit.",
            ("wanted", "an address that begins with https://"),
            advice=("use its https address, or a copy of the file",),
        )
    try:
        with urllib.request.urlopen(address, timeout=_TIMEOUT) as answer:  # noqa: S310
            content: bytes = answer.read(_LARGEST + 1)
    except urllib.error.HTTPError as error:
        raise InvalidRequirements(
            f"{name} can't be downloaded: {error.code} {error.reason}.", advice=("check the address",)
        ) from None
    except (OSError, ValueError) as error:
        raise RegistryUnreachable(
            f"{name} can't be downloaded.",
            ("found", without_credentials(str(error))),
            advice=("check the network and the proxy variables, or name a copy of the file",),
        ) from None
    if len(content) > _LARGEST:
        raise InvalidRequirements(f"{name} is larger than any lock.", ("wanted", f"{_LARGEST} bytes at most"))
    return content


def _of_git(text: str, name: str) -> bytes:
    match = _GIT.fullmatch(text)
    if not match:
        raise InvalidRequirements(
            f"{name} does not name a file at a commit.",
            ("wanted", "git+URL@COMMIT#path/in/the/repository, the commit with all its 40 digits"),
            advice=("git rev-parse REF, in a clone, gives the commit of a branch or a tag",),
        )
    with tempfile.TemporaryDirectory(prefix="jaxlib-lock-") as scratch:
        _git(scratch, name, "init", "--quiet")
        _git(scratch, name, "remote", "add", "origin", "--", match["repository"])
        # If the server supports filters, fetch sends no file contents; `show` then requests the one file.
        _git(scratch, name, "fetch", "--quiet", "--depth=1", "--filter=blob:none", "origin", match["commit"])
        return _git(scratch, name, "show", f"{match['commit']}:{match['path']}")


def _git(folder: str, name: str, *arguments: str) -> bytes:
    command = ["git", "-c", "protocol.ext.allow=never", *arguments]
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout
    except FileNotFoundError:
        raise InvalidRequirements(
            f"{name} can't be downloaded: git is not installed.", ("where", "PATH"), advice=("install git",)
        ) from None
    except subprocess.CalledProcessError as error:
        said = without_credentials(error.stderr.decode("utf-8", "replace")).strip()
        raise InvalidRequirements(
            f"{name} can't be downloaded.",
            ("found", said or "nothing"),
            advice=("check repository, commit and path",),
        ) from None
