"""Installed distributions, read from metadata; nothing is imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import Distribution


#: The version of a distribution whose metadata states none.
UNKNOWN = "unknown"


class Installed(NamedTuple):
    """One installed distribution: its name, its version as text, and the folder of its metadata."""

    name: str
    version: str
    location: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def copies(name: str) -> tuple[Installed, ...]:
    """Every installed copy of the distribution ``name``, the one that Python imports first."""
    from importlib.metadata import distributions

    return tuple(dict.fromkeys(described(distribution, name) for distribution in distributions(name=name)))


def find(name: str) -> Installed | None:
    """The copy of the distribution ``name`` that Python imports, or None if it is not installed."""
    installed = copies(name)
    return installed[0] if installed else stated(name)


def stated(name: str) -> Installed | None:
    """For a module without metadata (from a source checkout): the version that it states, or None."""
    module = sys.modules.get(f"{name}.version")
    version = getattr(module, "__version__", None)
    return Installed(name, str(version), str(getattr(module, "__file__", "?"))) if version else None


def described(distribution: Distribution, name: str = "") -> Installed:
    """``distribution`` as a value; one without a readable version has ``UNKNOWN``."""
    # The metadata folder has no public attribute, but error messages need it.
    folder = getattr(distribution, "_path", None) or distribution.locate_file("")
    try:
        fields = _fields(distribution)
    except (OSError, ValueError):
        # The file exists but is not text.
        fields = {}
    stated_name, version = fields.get("name"), fields.get("version")
    return Installed(name or stated_name or _named(str(folder)), version or UNKNOWN, str(folder))


def _fields(distribution: Distribution) -> dict[str, str]:
    """The first value of each field of the metadata, by lower-case name.

    ``Distribution.metadata`` also parses the description, which takes most of its time.
    """
    text = distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or ""
    fields: dict[str, str] = {}
    for line in text.lstrip("\n").split("\n"):
        name, colon, value = line.partition(":")
        if not line.strip() or not (colon or line[:1].isspace()):
            break
        if not line[:1].isspace():
            fields.setdefault(name.lower(), value.strip())
    return fields


def _named(folder: str) -> str:
    """The distribution's name according to its metadata folder: ``jaxlib_cpu-0.10.2.dist-info``."""
    return folder.rpartition("/")[2].partition("-")[0].replace("_", "-") or UNKNOWN


def release(version: str) -> tuple[int, ...] | None:
    """The release segment of ``version`` without trailing zeros, or None if it is not a version.

    ``0.10.2``, ``0.10.2.post1`` and ``0.10.2+local`` are the same release; a pre-release is not, and gives None.
    """
    from packaging.version import InvalidVersion, Version

    try:
        parsed = Version(version)
    except InvalidVersion:
        return None
    if parsed.is_prerelease or parsed.epoch:
        return None
    numbers = list(parsed.release)
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def running_python() -> str:
    """The running Python's wheel tag: ``cp312``, ``cp313t``."""
    return f"cp{sys.version_info[0]}{sys.version_info[1]}{'t' if is_free_threaded() else ''}"


def is_free_threaded() -> bool:
    """Whether the running Python is a free-threaded one, whether or not its GIL is enabled."""
    return "t" in getattr(sys, "abiflags", "")


def search_path() -> Iterator[str]:
    """The folders that Python searches for distributions, in order, for an error's ``where``."""
    return (entry or "." for entry in sys.path)
