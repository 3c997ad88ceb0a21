"""Checks installed files against RECORD: whether they exist, and whether they have their original content.

A distribution without a RECORD, such as some system packages, passes if its module is found. One without a version
also passes: ``without_metadata`` diagnoses it.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from jaxlib_core.environment import files, install_commands
from jaxlib_core.environment.distributions import UNKNOWN, Installed, find
from jaxlib_core.environment.installer import there
from jaxlib_core.errors import (
    FilesLost,
    FilesUnreadable,
    MetadataUnreadable,
    ModuleShadowed,
    MountedNoexec,
    PluginError,
)
from jaxlib_core.plugins.discovery import CORE, Discovery, files_unreadable

#: Distributions whose module has the distribution's name.
_IMPORTED = ("jax", "jaxlib", *install_commands.REQUIRED, "packaging")


class _Entry(NamedTuple):
    """A line of a RECORD: distribution, path, hash as written there, and size in bytes (or empty).

    ``readable``: whether this user can read the file. The path is a string, not a Path: there are thousands of
    them.
    """

    name: str
    path: str
    digest: str
    size: str
    readable: bool


#: Files below this size, in bytes, are read whole.
_SMALL = 1 << 20


def of_another_release(discovery: Discovery) -> set[str]:
    """Which of jax, jaxlib and jaxlib-core are not of the plugins' release: their files are about to be replaced.

    Reinstalling their present versions would undo that.
    """
    apart = set()
    for name in ("jax", "jaxlib", CORE) if discovery.release else ():
        owner = find(name)
        stated = re.match(r"\d+\.\d+\.\d+", owner.version) if owner else None
        if stated and stated[0] != discovery.release:
            apart.add(name)
    return apart


def lost(names: Iterable[str]) -> PluginError | None:
    """The diagnosis for files of ``names`` (distributions) that are missing, or compiled ones of another size."""
    return _diagnosis(names, _lost)


def altered(names: Iterable[str]) -> PluginError | None:
    """As ``lost``, and also for files whose content changed. Reads all of them, which takes a second or two."""
    return _diagnosis(names, _altered)


def _diagnosis(names: Iterable[str], check: Callable[[_Entry], str]) -> PluginError | None:
    damaged: list[tuple[Installed, list[str]]] = []
    closed: list[tuple[Installed, Path]] = []
    for name in dict.fromkeys(names):
        owner = find(name)
        if owner is None or owner.version == UNKNOWN:
            continue
        entries = list(_entries(owner))
        closed += [(owner, path) for path in _closed(owner, entries)]
        bad = [said for entry in entries if (said := check(entry))]
        listed = entries or not there(Path(owner.location, "RECORD"))
        if listed and not bad and name in _IMPORTED and not _is_found(name.replace("-", "_")):
            # An editable installation whose checkout is gone, or a distribution without a RECORD.
            bad = [f"{name} (no such module)"]
        if bad:
            damaged.append((owner, bad))
    if closed:
        # Other damage can only be seen once these files can be read.
        return files_unreadable(closed[0][0], *dict.fromkeys(path for _, path in closed))
    if not damaged:
        return None
    kinds: dict[str, list[str]] = {}
    for owner, bad in damaged:
        changed = any(word.endswith("(other bytes)") for word in bad)
        what = "files that are not what was installed" if changed else "lost files"
        kinds.setdefault(what, []).append(str(owner))
    summaries = (
        f"{' and '.join(owners)} {'have' if len(owners) > 1 else 'has'} {what}"
        for what, owners in kinds.items()
    )
    owns = "each of them" if len(damaged) > 1 else str(damaged[0][0])
    words = [word for _, bad in damaged for word in bad]
    return FilesLost(
        f"{', and '.join(summaries)}.",
        wanted=f"every file that {owns} installed",
        found=", ".join(words[:3]) + (f" and {len(words) - 3} more" if len(words) > 3 else ""),
        where=tuple(dict.fromkeys(str(Path(owner.location).parent) for owner, _ in damaged)),
        commands=install_commands.install(
            *(f"{owner.name}=={owner.version}" for owner, _ in damaged), force=True
        ),
    )


def _closed(owner: Installed, entries: Iterable[_Entry]) -> list[Path]:
    """Files of a distribution that this user may not read; a folder stands for several files in it."""
    forbidden = dict.fromkeys(
        closed
        for entry in entries
        if not entry.readable
        for path in [Path(entry.path)]
        if (closed := next((part for part in (*path.parents, path) if _forbidden(part)), None))
    )
    site = Path(owner.location).parent
    if len(forbidden) < 2 or not all(path.is_relative_to(site) for path in forbidden):
        return list(forbidden)[:1]
    return list(dict.fromkeys(site / path.relative_to(site).parts[0] for path in forbidden))


#: Where this package is installed.
_BESIDE = Path(__file__).parents[2]


def unreadable(site: Path = _BESIDE) -> PluginError | None:
    """The diagnosis for distributions in ``site`` that this user may not read, as an umask of 077 leaves them.

    Judged by the names of folders alone, because the RECORD is unreadable too. If either the metadata or the module
    can be read, other checks diagnose the rest.
    """
    closed = []
    with contextlib.suppress(OSError), os.scandir(site) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            named = install_commands.OPENED.fullmatch(entry.name) is not None
            if named and entry.is_dir() and not os.access(entry.path, os.R_OK | os.X_OK):
                closed.append(entry.path)
    names = [Path(path).name for path in closed]
    whole = {name for name in names if any(other.startswith(f"{name}-") for other in names)}
    if not whole and "packaging" not in names:
        return None
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return FilesUnreadable(
        f"{', '.join(names[:3])}{more} cannot be read.",
        wanted="files of jax and of what it needs that this user may read",
        found="Permission denied",
        where=str(site),
        commands=install_commands.readable(*closed),
        note=install_commands.AS_OWNER,
    )


def without_metadata(names: Iterable[str]) -> PluginError | None:
    """The diagnosis for distributions without a version, if jax does not work: half removed, or half installed.

    Their remaining files are in no RECORD.
    """
    bare = [owner for name in dict.fromkeys(names) if (owner := find(name)) and owner.version == UNKNOWN]
    if not bare:
        return None
    jax = find("jax")
    # Pinning jax makes the installer choose versions that this jax accepts.
    pins = [f"jax=={jax.version}"] if jax and jax.version != UNKNOWN else []
    owners = " and ".join(owner.name for owner in bare)
    return MetadataUnreadable(
        f"The metadata of {owners} cannot be read, and jax does not work with what is left of "
        f"{'them' if len(bare) > 1 else 'it'}.",
        wanted="a file METADATA with a name and a version, and the files that were installed",
        found="no such file, or one that states neither",
        where=tuple(owner.location for owner in bare),
        commands=install_commands.install(*(owner.name for owner in bare), *pins),
    )


def _is_found(module: str) -> bool:
    """Whether Python finds a file for ``module``; a folder without ``__init__.py`` is an empty package."""
    try:
        spec = find_spec(module)
    except (ImportError, OSError, ValueError):
        return True  # something shadows it, which is another diagnosis
    return spec is not None and spec.origin is not None


def left_over(names: Iterable[str]) -> PluginError | None:
    """The diagnosis for a file or folder that no distribution installed and that shadows one of their modules.

    A package takes precedence over a module of the same name, and so does a compiled module. Installers do not know
    of such leftovers and do not remove them.
    """
    listed: dict[str, set[str]] = {}
    for name in dict.fromkeys(names):
        owner = find(name)
        entries = list(_entries(owner)) if owner else []
        installed = {entry.name for entry in entries}
        for entry in entries:
            if owner and entry.name.endswith(".py"):
                stem = entry.path.removesuffix(".py")
                if not _may_be_shadowed(stem, listed):
                    continue
                shadows = [f"{stem}{suffix}" for suffix in EXTENSION_SUFFIXES]
                shadows += [f"{stem}/__init__{suffix}" for suffix in (".py", *EXTENSION_SUFFIXES)]
                folder = entry.path.removesuffix(entry.name)
                for path in shadows:
                    relative = path.removeprefix(folder)
                    if relative in installed or not os.path.isfile(path):  # noqa: PTH113
                        continue
                    # A file of another distribution goes when that is uninstalled: a conflict, not a leftover.
                    if not _is_recorded(folder, relative):
                        # Of a package, remove the whole folder.
                        away = stem if path.startswith(f"{stem}/") else path
                        return ModuleShadowed(
                            f"{path.removeprefix(folder)} takes the place of a module of {owner}.",
                            wanted=entry.path,
                            found=f"{path}, which {owner.name} did not install",
                            where=folder.rstrip("/"),
                            commands=install_commands.rename(away),
                        )
    return None


def _may_be_shadowed(stem: str, listed: dict[str, set[str]]) -> bool:
    """Whether the folder of the module ``stem`` has a package or compiled module of its name; keeps its listing.

    Looking for each file by its path would take several times as long.
    """
    folder, _, module = stem.rpartition("/")
    if folder not in listed:
        try:
            listed[folder] = set(os.listdir(folder))  # noqa: PTH208 - names alone are wanted
        except OSError:
            listed[folder] = set()
    return not listed[folder].isdisjoint((module, *(f"{module}{suffix}" for suffix in EXTENSION_SUFFIXES)))


def _is_recorded(folder: str, relative: str) -> bool:
    """Whether the RECORD of any distribution in ``folder`` lists the file at ``relative``."""
    for record in Path(folder).glob("*.dist-info/RECORD"):
        try:
            lines = files.read_text(record).splitlines()
        except (OSError, ValueError):
            continue
        if any(line.startswith((f"{relative},", f'"{relative}",')) for line in lines):
            return True
    return False


def _entries(owner: Installed) -> Iterator[_Entry]:
    try:
        lines = files.read_text(Path(owner.location, "RECORD")).splitlines()
    except (OSError, ValueError):
        return
    folder = os.fspath(Path(owner.location).parent)
    for line in lines:
        rest, _, size = line.rpartition(",")
        name, _, digest = rest.rpartition(",")
        name = name.strip('"')
        # Installers rewrite scripts, and caches change when they are used.
        if (
            name
            and not name.startswith(("..", "/"))
            and ".dist-info/" not in name
            and not name.endswith(".pyc")
        ):
            path = f"{folder}/{name}"
            yield _Entry(name, path, digest, size, os.access(path, os.R_OK))


def _lost(entry: _Entry) -> str:
    if not entry.name.endswith((".py", ".so")) and ".so." not in entry.name:
        return ""
    if not entry.readable:
        return f"{entry.name} (gone)"
    if entry.name.endswith(".py") or not entry.size.isdecimal():
        return ""
    size = os.stat(entry.path).st_size  # noqa: PTH116
    return "" if size == int(entry.size) else f"{entry.name} ({size:,} bytes, not {int(entry.size):,})"


def _altered(entry: _Entry) -> str:
    if said := _lost(entry):
        return said
    kind, _, wanted = entry.digest.partition("=")
    if kind != "sha256" or not entry.readable:
        return ""
    with files.open_regular(entry.path) as file:
        # file_digest allocates a buffer of 256 KiB, which takes longer than hashing most files.
        small = os.fstat(file.fileno()).st_size < _SMALL
        sha256 = hashlib.sha256(file.read()) if small else hashlib.file_digest(file, "sha256")
    digest = base64.urlsafe_b64encode(sha256.digest()).rstrip(b"=").decode()
    return "" if digest == wanted else f"{entry.name} (other bytes)"


def _forbidden(path: Path) -> bool:
    """Whether ``path`` exists, but this user may not read it or what is below it."""
    try:
        return path.exists() and not os.access(path, os.X_OK if path.is_dir() else os.R_OK)
    except OSError:
        return False


def mounted_noexec(paths: Iterable[Path]) -> PluginError | None:
    """The diagnosis if one of the libraries ``paths`` is on a file system that is mounted noexec, or None."""
    for path in paths:
        try:
            flags = os.statvfs(path).f_flag
        except OSError:
            continue
        if not flags & os.ST_NOEXEC:
            continue
        mount = path.resolve()
        while not mount.is_mount() and mount != mount.parent:
            mount = mount.parent
        sudo = "" if os.geteuid() == 0 else "sudo "
        return MountedNoexec(
            f"{path.name} is on a file system from which nothing may be executed.",
            wanted="libraries on a file system that is mounted with exec",
            found=f"{mount}, mounted noexec",
            where=str(path),
            commands=(f"{sudo}mount -o remount,exec {install_commands.quoted(mount)}",),
            note="or create the environment on another file system",
        )
    return None
