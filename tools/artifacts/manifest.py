"""Release manifests: every upstream artifact of a jax release, by name, version, hash, licence and use.

A manifest is the only place where a version, a hash or a fact about an upstream library is stated; everything else
is derived from it. A manifest is validated completely when it is read, so that the rest of the factory can rely on
it: the values are frozen, and any fault is a `ManifestError` that names the file and the key.

The types are in ``manifest_types``, the format and its reader in ``manifest_reader``.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from tools.artifacts.manifest_reader import ARCHITECTURES, SCHEMA, load_file, wheel_target
from tools.artifacts.manifest_types import (
    Artifact,
    ArtifactFile,
    Environments,
    Library,
    Manifest,
    ManifestError,
    Use,
)
from tools.interpreters import abi, is_free_threaded

__all__ = [
    "ARCHITECTURES",
    "SCHEMA",
    "Artifact",
    "ArtifactFile",
    "Environments",
    "Library",
    "Manifest",
    "ManifestError",
    "Use",
    "default_release",
    "drafts",
    "known",
    "line_of",
    "load",
    "load_file",
    "nearest",
    "releases",
    "since",
    "wheel_target",
]

T = TypeVar("T")

MANIFESTS = Path(__file__).parent / "manifests"


#: The subfolder for releases in preparation. A draft is read only on request, so an invalid one breaks nothing
#: else.
DRAFTS = "drafts"


def since(table: Mapping[str, T], release: str) -> T:
    """Returns the value for a release of jax in a table keyed by first release: the newest key not newer than it.

    For facts that no manifest states and that few releases change, such as the version of a library that fits jax.

    Raises:
        ManifestError: every key is newer.
    """
    keys = sorted((key for key in table if Version(key) <= Version(release)), key=Version)
    if not keys:
        raise ManifestError(f"there is no entry for release {release}, but from these on: {', '.join(table)}")
    return table[keys[-1]]


def releases() -> tuple[str, ...]:
    """Returns the releases that have a manifest, the oldest first.

    Raises:
        ManifestError: a manifest's file name is not a version.
    """
    for path in MANIFESTS.glob("*.toml"):
        if not _is_version(path.stem):
            raise ManifestError(f"{path}: wanted a manifest named <release>.toml, found {path.name!r}")
    return tuple(sorted((path.stem for path in MANIFESTS.glob("*.toml")), key=Version))


def drafts() -> tuple[str, ...]:
    """Returns the releases that have a draft of a manifest and no manifest, the oldest first.

    A file there whose name is not a version is ignored.
    """
    finished = releases()
    names = {path.stem for path in (MANIFESTS / DRAFTS).glob("*.toml") if _is_version(path.stem)}
    return tuple(sorted(names - {*finished}, key=Version))


def known() -> tuple[str, ...]:
    """Returns the releases that have a manifest, then those that have a draft of one.

    Raises:
        ManifestError: a manifest's file name is not a version.
    """
    return (*releases(), *drafts())


def nearest(release: str, lines: Sequence[str]) -> str:
    """Returns the line that a release resembles most: the newest line that is not newer, else the oldest."""
    older = [line for line in lines if Version(line) <= Version(release)]
    return max(older, key=Version) if older else min(lines, key=Version)


def line_of(version: Version) -> str:
    """Returns the release line that a wheel of the family with this version is of.

    A line may be a post-release itself; the wheel of a post-release without a line belongs to the release's line.
    """
    return version.public if version.public in known() else version.base_version


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


#: The help text of the default of ``--release``.
DEFAULT = "default: the newest line that serves this Python"


def default_release(python: str | None = None) -> str:
    """Returns the newest release that serves a Python (such as `3.12` or `3.13t`; default: the one that runs).

    Raises:
        ManifestError: none serves it, or a manifest is wrong.
    """
    wanted = python or f"{sys.version_info[0]}.{sys.version_info[1]}"
    serving = {release: load(release).python for release in releases()}
    for release, specifier in reversed(serving.items()):
        # What jax states about Pythons says nothing of the free-threaded ones.
        if (
            load(release).has_jaxlib(abi(wanted))
            if is_free_threaded(wanted)
            else SpecifierSet(specifier).contains(wanted, prereleases=True)
        ):
            return release
    lines = ", ".join(f"{release} for Python {specifier}" for release, specifier in serving.items())
    raise ManifestError(
        f"no release line serves Python {wanted}\n"
        f"  wanted:    a manifest whose `python` contains {wanted}\n"
        f"  found:     {lines or 'no manifest'}\n"
        f"  looked in: {MANIFESTS}\n"
        "  Take a Python that one of them serves, or name a release."
    )


def load(release: str | None = None, python: str | None = None) -> Manifest:
    """Returns the manifest of a release; of one that has only a draft, that.

    Args:
        release: by default the newest that serves `python`.
        python: such as `3.12` or `3.13t`; by default the one that runs.

    Raises:
        ManifestError: there is no manifest of that release and no draft, or it is wrong.
    """
    if release is None:
        release = default_release(python)
    finished = releases()
    if release not in finished and release not in drafts():
        raise ManifestError(
            f"no manifest for release {release!r}\n"
            f"  known:     {', '.join(known()) or 'none'}\n"
            f"  looked in: {MANIFESTS}\n"
            f"  Name a known release{f', such as {finished[-1]}' if finished else ''}, "
            f"or make one: nox -s follow -- {release}"
        )
    folder = MANIFESTS if release in finished else MANIFESTS / DRAFTS
    manifest = load_file(folder / f"{release}.toml")
    if manifest.release != release:
        raise ManifestError(
            f"{manifest.path}: release: wanted {release!r} as in the file's name, found {manifest.release!r}"
        )
    return manifest
