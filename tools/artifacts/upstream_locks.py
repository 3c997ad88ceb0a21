"""Upstream's own exact locks: what jax's continuous integration installs for a release, on each Python.

jax's sources hold them as ``build/requirements_lock_3_*.txt``. Their versions, without hashes, are kept in
``locks``, in a file for each tag, such as ``jax-v0.10.2.toml``; a release line uses the newest up to its release.
jaxlib-lock packages them as the seed ``upstream``:

    [python."3.12"]
    path = "build/requirements_lock_3_12.txt"
    sha256 = "..."                      # of the file at the tag
    pins = ["absl-py==2.4.0", ...]      # its lines, without options and hashes

``python -m tools follow RELEASE --upstream-locks CLONE`` writes the file.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from jaxlib_lock import exact_locks
from jaxlib_lock.errors import LockError
from jaxlib_lock.seeds import UpstreamLock
from jaxlib_lock.sources import Source
from packaging.version import InvalidVersion, Version

FOLDER = Path(__file__).with_name("locks")

_PATH = re.compile(r"build/requirements_lock_3_(\d+)\.txt")
_TAG = "jax-v"


class UpstreamLockError(ValueError):
    """A checkout of jax has no locks for a release, or they cannot be read."""


def load(release: str) -> Mapping[str, UpstreamLock]:
    """The locks that a release line uses, by Python, such as ``3.12``; none if there are only newer ones."""
    tag = _newest((path.stem for path in FOLDER.glob("*.toml")), Version(release))
    if tag is None:
        return {}
    data = tomllib.loads((FOLDER / f"{tag}.toml").read_text("utf-8"))
    return {
        python: UpstreamLock(f"{tag}:{lock['path']}", lock["sha256"], tuple(lock["pins"]))
        for python, lock in data["python"].items()
    }


def write(checkout: Path, release: str) -> tuple[Path, Mapping[str, UpstreamLock]]:
    """Write the locks at the newest tag of a clone of jax up to ``release``: the file, and its content by Python.

    Raises:
        UpstreamLockError: The folder is not a clone of jax, or a lock is not exact.
    """
    locks = of_checkout(checkout, release)
    (tag,) = {lock.source.partition(":")[0] for lock in locks.values()}
    path = FOLDER / f"{tag}.toml"
    path.write_text("\n".join(_lines(locks)) + "\n", "utf-8")
    return path, locks


def of_checkout(checkout: Path, release: str) -> dict[str, UpstreamLock]:
    """The locks by Python at the newest tag of a clone of jax up to ``release``.

    Raises:
        UpstreamLockError: The folder is not a clone of jax, or a lock is not exact.
    """
    tag = _newest(_git(checkout, "tag", "--list", f"{_TAG}*").decode().splitlines(), Version(release))
    if tag is None:
        raise UpstreamLockError(
            f"{checkout}: no tag of jax up to {release}\n  wanted: a tag such as {_TAG}{release}\n"
            "To have them, run there: git fetch --tags"
        )
    found: dict[str, UpstreamLock] = {}
    for path in _git(checkout, "ls-tree", "--name-only", tag, "build/").decode().splitlines():
        match = _PATH.fullmatch(path)
        if match is None:
            continue
        name = f"{tag}:{path}"
        content = _git(checkout, "show", name)
        source = Source(name, content.decode("utf-8"), hashlib.sha256(content).hexdigest(), None)
        try:
            pins = tuple(str(pin) for pin in exact_locks.pins(source))
        except LockError as error:
            raise UpstreamLockError(f"{checkout}: {error}") from None
        found[f"3.{match[1]}"] = UpstreamLock(name, source.sha256, pins)
    if not found:
        raise UpstreamLockError(f"{checkout}: no locks at {tag}\n  wanted: build/requirements_lock_3_*.txt")
    return found


def _lines(locks: Mapping[str, UpstreamLock]) -> Iterator[str]:
    yield "# Written by `nox -s follow -- RELEASE --upstream-locks CLONE`: see tools/artifacts/upstream_locks.py."
    for python, lock in sorted(locks.items(), key=lambda item: Version(item[0])):
        yield ""
        yield f'[python."{python}"]'
        yield f'path = "{lock.source.partition(":")[2]}"'
        yield f'sha256 = "{lock.sha256}"'
        yield "pins = ["
        yield from (f"    {_quoted(pin)}," for pin in lock.pins)
        yield "]"


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else f'"{text}"'


def _newest(tags: Iterable[str], release: Version) -> str | None:
    """The newest tag of a final release of jax up to ``release``."""
    found = []
    for tag in tags:
        try:
            version = Version(tag.removeprefix(_TAG))
        except InvalidVersion:
            continue
        if version <= release and not version.is_prerelease:
            found.append((version, tag))
    return max(found)[1] if found else None


def _git(checkout: Path, *arguments: str) -> bytes:
    try:
        return subprocess.run(["git", *arguments], cwd=checkout, capture_output=True, check=True).stdout
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip()
    except OSError as error:
        said = str(error)
    raise UpstreamLockError(f"{checkout}: git {arguments[0]}: {said}")
