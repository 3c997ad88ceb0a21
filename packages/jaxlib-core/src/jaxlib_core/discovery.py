"""Which plugins are installed: by the entry points of group ``jax_plugins``, from metadata alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jaxlib_core import descriptor as descriptors
from jaxlib_core import repair
from jaxlib_core.descriptor import Descriptor
from jaxlib_core.errors import DescriptorError, EntryPointLeftBehind, PluginError
from jaxlib_core.installed import Installed, described, find

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "jax_plugins"
CORE = "jaxlib-core"


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin of the family, whose module and descriptor are where they belong."""

    descriptor: Descriptor
    folder: Path

    @property
    def library(self) -> Path:
        """The PJRT shared object's path."""
        return self.folder / self.descriptor.library.file

    @property
    def distribution(self) -> Installed | None:
        """The installed distribution, from its metadata."""
        return find(self.descriptor.distribution)


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry point of the family that leads to no usable plugin, and why."""

    name: str
    platform: str
    distribution: Installed
    problem: PluginError


@dataclass(frozen=True, slots=True)
class Foreign:
    """An entry point of somebody else's jax plugin; it is reported and otherwise left alone."""

    name: str
    module: str
    distribution: Installed


@dataclass(frozen=True, slots=True)
class Discovery:
    """All entry points of the group, sorted by what they are, each list by name."""

    plugins: tuple[Plugin, ...]
    broken: tuple[Broken, ...]
    foreign: tuple[Foreign, ...]


def discover() -> Discovery:
    """Read every entry point of group ``jax_plugins``; nothing is imported or loaded."""
    from importlib.metadata import entry_points

    plugins: dict[str, Plugin] = {}
    broken: dict[str, Broken] = {}
    foreign: dict[str, Foreign] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        distribution = entry.dist
        if distribution is None or _canonical(distribution) == CORE:
            continue
        if not _of_the_family(distribution):
            foreign.setdefault(entry.value, Foreign(entry.name, entry.value, described(distribution)))
            continue
        try:
            plugins.setdefault(entry.value, at(_folder(entry, distribution), described(distribution)))
        except PluginError as problem:
            broken.setdefault(
                entry.value, Broken(entry.name, platform_of(entry.name), described(distribution), problem)
            )
    return Discovery(tuple(plugins.values()), tuple(broken.values()), tuple(foreign.values()))


def at(folder: Path, distribution: Installed | None = None) -> Plugin:
    """The plugin whose module lies in ``folder``.

    Raises:
        DescriptorError: Its descriptor is missing, unreadable, or of another schema.
    """
    path = folder / descriptors.FILENAME
    try:
        return Plugin(descriptors.read(path), folder)
    except (OSError, descriptors.InvalidDescriptor) as error:
        name = distribution.name if distribution else folder.name.replace("_", "-")
        requirement = f"{name}=={distribution.version}" if distribution else name
        raise DescriptorError(
            f"{name} has no usable descriptor.",
            wanted=f"a plugin descriptor of schema {descriptors.SCHEMA}",
            found=f"{error}"
            if isinstance(error, descriptors.InvalidDescriptor)
            else f"no readable file: {error}",
            where=str(path),
            commands=repair.install(requirement, force=True),
        ) from None


def platform_of(name: str) -> str:
    """The platform that an entry point's name stands for: ``cuda12`` and ``cuda13`` are both ``cuda``."""
    return name.rstrip("0123456789")


def _canonical(distribution: Distribution) -> str:
    return str(distribution.metadata["Name"] or "").replace("_", "-").lower()


def _of_the_family(distribution: Distribution) -> bool:
    # A plugin of the family depends on this package; its files may be gone, its metadata says so still.
    return any(
        requirement.partition(";")[0].strip().lower().replace("_", "-").startswith(CORE)
        for requirement in distribution.requires or ()
    )


def _folder(entry: EntryPoint, distribution: Distribution) -> Path:
    folder = Path(str(distribution.locate_file(entry.value.replace(".", "/"))))
    if folder.is_dir() and any(folder.glob("*.py")):
        return folder
    # An editable installation keeps the module elsewhere; for a module that is no submodule, finding it
    # imports nothing.
    from importlib.util import find_spec

    spec = find_spec(entry.value) if "." not in entry.value else None
    if spec and spec.origin:
        return Path(spec.origin).parent
    owner = described(distribution)
    raise EntryPointLeftBehind(
        f"{owner.name} {owner.version} is only half installed: its module {entry.value} is gone.",
        wanted=f"module {entry.value}, which the entry point {entry.name!r} of {owner.name} names",
        found="the metadata of the distribution, but no such module",
        where=(str(folder), owner.location),
        commands=repair.install(f"{owner.name}=={owner.version}", force=True),
        note=f"to remove what was left behind instead: {repair.uninstall(owner.name)[0]}",
    )
