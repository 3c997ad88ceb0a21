"""Finds the installed plugins by the entry points of group ``jax_plugins``, from metadata alone."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import UNKNOWN, Installed, described, find
from jaxlib_core.environment.files import open_regular
from jaxlib_core.errors import (
    DescriptorError,
    DescriptorMissing,
    DescriptorTooNew,
    EntryPointLeftBehind,
    FilesUnreadable,
    MetadataUnreadable,
    PluginError,
    PluginInArchive,
)
from jaxlib_core.plugins import descriptor as descriptors
from jaxlib_core.plugins.descriptor import Descriptor

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "jax_plugins"
#: The prefix of this family's modules and of its metadata folders.
FAMILY = "jaxlib_"
CORE = "jaxlib-core"
_RELEASE = re.compile(r"(\d+\.\d+\.\d+)(?:\.\d+|\.post\d+)?")


class Plugin(NamedTuple):
    """A plugin of the family, with its module and descriptor in place."""

    descriptor: Descriptor
    folder: Path

    @property
    def library(self) -> Path:
        """The path of the PJRT library; if another distribution ships it, relative to that one's site-packages."""
        return self.given or self._own

    @property
    def given(self) -> Path | None:
        """The library that an environment variable names instead of the plugin's own, if it is a file, as in jax.

        The libtpu module, which jax imports, also sets that variable, to the library beside the module.
        """
        variable = self.descriptor.library.variable
        path = os.environ.get(variable, "") if variable else ""
        if not os.path.isfile(path):  # noqa: PTH113 - as jax asks, and quicker
            return None
        own = self._own
        return None if own.is_file() and own.samefile(path) else Path(path).absolute()

    @property
    def _own(self) -> Path:
        stated = self.descriptor.library
        if stated.owner is None:
            return self.folder / stated.file
        owner = find(stated.owner.distribution)
        return (Path(owner.location).parent if owner else self.folder.parent) / stated.file

    @property
    def distribution(self) -> Installed | None:
        """The installed distribution, from its metadata."""
        return find(self.descriptor.distribution)


class Broken(NamedTuple):
    """An entry point of the family without a usable plugin, and its diagnosis."""

    name: str
    platform: str
    distribution: Installed
    problem: PluginError


class Foreign(NamedTuple):
    """An entry point of another project's jax plugin; reported, never changed."""

    name: str
    module: str
    distribution: Installed


class Discovery(NamedTuple):
    """All entry points of the group, classified; each tuple is sorted by name."""

    plugins: tuple[Plugin, ...]
    broken: tuple[Broken, ...]
    foreign: tuple[Foreign, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The distributions of the family's plugins, including broken ones."""
        usable = [plugin.descriptor.distribution for plugin in self.plugins]
        return tuple(dict.fromkeys(usable + [_canonical(entry.distribution) for entry in self.broken]))

    @property
    def release(self) -> str:
        """The release that jax and jaxlib must have for the plugins, or "" if no plugin states one."""
        usable = [plugin.descriptor.jaxlib.release for plugin in self.plugins]
        # Without a descriptor, the plugin's version begins with the release.
        stated = [_RELEASE.fullmatch(entry.distribution.version) for entry in self.broken]
        return next(iter(usable + [match[1] for match in stated if match]), "")


def discover() -> Discovery:
    """Read every entry point of group ``jax_plugins``; nothing is imported or loaded."""
    plugins: dict[str, Plugin] = {}
    broken: dict[str, Broken] = {}
    foreign: dict[str, Foreign] = {}
    for entry, distribution in _entries():
        owner = described(distribution)
        if _canonical(owner) == CORE:
            continue
        if entry is None and not _canonical(owner).startswith("jaxlib-"):
            continue  # ``checks.entry_points`` diagnoses it
        if entry is None:
            name = owner.name.removeprefix("jaxlib-")
            broken.setdefault(owner.name, Broken(name, platform_of(name), owner, _damaged(owner)))
            continue
        if not _of_the_family(entry, distribution, owner):
            foreign.setdefault(entry.value, Foreign(entry.name, entry.value, owner))
            continue
        try:
            plugins.setdefault(entry.value, at(_folder(entry, distribution), owner))
        except PluginError as problem:
            broken.setdefault(entry.value, Broken(entry.name, platform_of(entry.name), owner, problem))
    return Discovery(tuple(plugins.values()), tuple(broken.values()), tuple(foreign.values()))


@functools.cache
def installation() -> Discovery:
    """``discover()``, cached for the lifetime of the process."""
    return discover()


def at(folder: Path, distribution: Installed | None = None) -> Plugin:
    """The plugin whose module is in ``folder``.

    Raises:
        DescriptorError: Its descriptor is missing, unreadable, or of another schema.
    """
    path = folder / descriptors.FILENAME
    try:
        return Plugin(descriptors.read(path), folder)
    except (OSError, descriptors.InvalidDescriptor) as error:
        raise _unusable(path, distribution, error) from None


def _unusable(path: Path, distribution: Installed | None, error: Exception) -> PluginError:
    """The diagnosis for a missing or invalid descriptor at ``path``."""
    # By the family's convention, the module has the distribution's name; the version is in the metadata.
    name = distribution.name if distribution else path.parent.name.replace("_", "-")
    owner = distribution or find(name)
    known = owner is not None and owner.version != UNKNOWN
    requirement = f"{name}=={owner.version}" if owner and known else name
    wanted = f"a plugin descriptor of schema {descriptors.SCHEMA}"
    if archive := next((str(place) for place in path.parents if place.is_file()), ""):
        return PluginInArchive(
            f"{name} is inside an archive, from which no library can be loaded.",
            wanted=f"{name} unpacked into a folder, as by an installer",
            found=archive,
            where=archive,
            commands=install_commands.install(requirement, force=True),
            note="remove the archive from sys.path (PYTHONPATH) too, or it is found again",
        )
    if isinstance(error, descriptors.UnknownSchema):
        return DescriptorTooNew(
            f"{name} has a descriptor that this jaxlib-core does not know.",
            wanted=wanted,
            found=str(error),
            where=str(path),
            # Either of the two may be the one that changed.
            commands=install_commands.install(
                *(f"{each}=={owner.version}" if owner and known else each for each in (CORE, name)),
                force=True,
            ),
        )
    if isinstance(error, OSError):
        forbidden = isinstance(error, PermissionError)
        return DescriptorMissing(
            f"{name} has {'no' if isinstance(error, FileNotFoundError) else 'an unreadable'} descriptor.",
            wanted=wanted,
            found=f"no readable file: {error}",
            where=str(path),
            commands=install_commands.readable(path)
            if forbidden
            else install_commands.install(requirement, force=True),
            note=install_commands.AS_OWNER if forbidden else "",
        )
    return DescriptorError(
        f"{name} has a damaged descriptor.",
        wanted=wanted,
        found=str(error),
        where=str(path),
        commands=install_commands.install(requirement, force=True),
    )


def files_unreadable(owner: Installed, path: Path, *more: Path) -> PluginError:
    """The diagnosis for files of ``owner``, at ``path`` and ``more``, that this user may not read."""
    return FilesUnreadable(
        f"Files of {owner.name} {owner.version} cannot be read.",
        wanted=f"files of {owner.name} that this user may read",
        found="Permission denied",
        where=tuple(map(str, (path, *more))),
        commands=install_commands.readable(path, *more),
        note=install_commands.AS_OWNER,
    )


def platform_of(name: str) -> str:
    """The platform that an entry point's name refers to: ``cuda12`` and ``cuda13`` are both ``cuda``."""
    return name.rstrip("0123456789")


def _damaged(owner: Installed) -> PluginError:
    from importlib.metadata import PathDistribution

    path = f"{owner.location}/entry_points.txt"
    again = install_commands.install(
        owner.name if owner.version == UNKNOWN else f"{owner.name}=={owner.version}", force=True
    )
    summary, wanted = (
        f"The entry points of {owner.name} cannot be read.",
        f"lines NAME = MODULE in group {GROUP}",
    )
    try:
        Path(path).read_bytes()
    except FileNotFoundError:
        return MetadataUnreadable(
            f"{owner.name} has lost its entry points, by which jax finds it.",
            wanted=wanted,
            found="no such file",
            where=path,
            commands=again,
        )
    except OSError as error:
        return MetadataUnreadable(
            summary,
            wanted=wanted,
            found=str(error),
            where=path,
            commands=install_commands.readable(owner.location),
            note=install_commands.AS_OWNER,
        )
    try:
        len(PathDistribution(Path(owner.location)).entry_points)
        found, note = f"a list without {GROUP}: jax does not find the plugin", ""
    except (TypeError, ValueError):
        found = "a file that is not a list of entry points"
        note = "Python reads the entry points of all distributions at once, so jax finds no plugin at all"
    return MetadataUnreadable(summary, wanted=wanted, found=found, where=path, commands=again, note=note)


def _entries() -> list[tuple[EntryPoint | None, Distribution]]:
    """The group's entry points, sorted by name, each with its distribution; None for a file that cannot be read.

    ``importlib.metadata.entry_points`` parses the metadata of every installed distribution. This function first
    searches the files for the group's name: with hundreds of distributions, that is several times as fast.
    """
    from importlib.metadata import PathDistribution, distributions

    pairs: list[tuple[EntryPoint | None, Distribution]] = []
    seen: set[str] = set()
    for place in dict.fromkeys(entry or "." for entry in sys.path):
        here: Iterable[Distribution]
        if os.path.isdir(place):  # noqa: PTH112 - Path would cost as much as the question
            here = (PathDistribution(Path(folder)) for folder in _with_group(place))
        else:
            # An archive, or something that another finder can read.
            here = distributions(path=[place])
        for distribution in here:
            # A distribution found again further down the path is shadowed by the first, as in Python.
            name = _canonical(described(distribution))
            if name not in seen:
                entries: list[EntryPoint | None]
                try:
                    entries = [entry for entry in distribution.entry_points if entry.group == GROUP]
                    # Without an entry point file, it was selected by its name, and may or may not be a plugin.
                    entries = entries or ([None] if os.path.isdir(place) else [])  # noqa: PTH112
                except (TypeError, ValueError):
                    entries = [None]
                pairs += [(entry, distribution) for entry in entries]
                seen.update([name] if entries else [])
    return sorted(pairs, key=lambda pair: (pair[0].name, pair[0].value) if pair[0] else ("", ""))


def _with_group(place: str) -> Iterator[str]:
    lost = []
    with contextlib.suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            if entry.name.endswith((".dist-info", ".egg-info")):
                try:
                    with open_regular(f"{entry.path}/entry_points.txt") as file:
                        grouped = GROUP.encode() in file.read()
                except PermissionError:
                    # Python, and therefore jax, silently skips a missing or unreadable file.
                    grouped = entry.name.startswith(FAMILY) and not entry.name.startswith(f"{FAMILY}core-")
                except OSError:
                    grouped = False
                if grouped:
                    yield entry.path
                elif entry.name.startswith(FAMILY):
                    # A plugin that no entry point announces to jax any more.
                    module = os.path.join(place, entry.name.partition("-")[0])  # noqa: PTH118
                    if os.path.isfile(os.path.join(module, descriptors.FILENAME)):  # noqa: PTH113, PTH118
                        lost.append(entry.path)
    # If a plugin is installed twice, the other copy may announce it.
    yield from lost


def _canonical(owner: Installed) -> str:
    return owner.name.replace("_", "-").lower()


def _of_the_family(entry: EntryPoint, distribution: Distribution, owner: Installed) -> bool:
    # A plugin of the family requires this package; its metadata says so even if its files are gone.
    with contextlib.suppress(OSError, ValueError):
        if any(
            requirement.partition(";")[0].strip().lower().replace("_", "-").startswith(CORE)
            for requirement in distribution.requires or ()
        ):
            return True
    # If the metadata is unreadable, the folder's name decides.
    return owner.version == UNKNOWN and entry.value.startswith(FAMILY)


def _folder(entry: EntryPoint, distribution: Distribution) -> Path:
    folder = Path(str(distribution.locate_file(entry.value.replace(".", "/"))))
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        raise files_unreadable(described(distribution), folder)
    if folder.is_dir() and any(folder.glob("*.py")):
        return folder
    # An editable installation keeps the module elsewhere; find_spec imports nothing for a module that is not a
    # submodule.
    from importlib.util import find_spec

    with contextlib.suppress(ImportError, ValueError):
        spec = find_spec(entry.value) if "." not in entry.value else None
        if spec and spec.origin:
            return Path(spec.origin).parent
    owner = described(distribution)
    raise EntryPointLeftBehind(
        f"{owner.name} {owner.version} is only half installed: its module {entry.value} is missing.",
        wanted=f"module {entry.value}, which the entry point {entry.name!r} of {owner.name} names",
        found="the metadata of the distribution, but no such module",
        where=(str(folder), owner.location),
        commands=install_commands.install(f"{owner.name}=={owner.version}", force=True),
        note=f"to remove what was left behind instead: {install_commands.uninstall(owner.name)[0]}",
    )
