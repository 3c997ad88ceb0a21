"""Whether the requirements of the installed members of the family are met; uses metadata alone."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection, Iterator
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import UNKNOWN, Installed, find
from jaxlib_core.environment.installer import there
from jaxlib_core.errors import NotInstalled, PluginError, VersionMismatch
from jaxlib_core.plugins.discovery import CORE, FAMILY, Discovery

if TYPE_CHECKING:
    from packaging.requirements import Requirement
    from packaging.specifiers import SpecifierSet


def unmet(discovery: Discovery, but: Collection[str] = ()) -> PluginError | None:
    """The diagnosis for unmet requirements of jax, jaxlib, jaxlib-core or a plugin, or None.

    Plugins whose descriptor is unreadable are included: their metadata can be read. One command installs everything
    that is missing. ``but``: distributions that another diagnosis covers. The hardware vendor's libraries are left
    to ``vendor_libraries``, because a system may have them without a distribution.
    """
    missing = [
        (owner, requirement, installed)
        for name, vendors in _members(discovery)
        if (owner := find(name))
        for requirement in _requirements(name)
        if requirement.name not in but
        if not (vendors and (requirement.name in vendors or requirement.name.startswith("nvidia-")))
        if not _met(requirement, installed := find(requirement.name))
    ]
    if not missing:
        return None
    owner, requirement, installed = missing[0]
    kind = VersionMismatch if installed else NotInstalled
    asked: dict[str, SpecifierSet] = {}
    for _, absent, _ in missing:
        asked[absent.name] = asked.get(absent.name, absent.specifier) & absent.specifier
    wanted = [f"{name}{specifier}" for name, specifier in asked.items()]
    return kind(
        f"{owner} is not compatible with {installed}."
        if installed
        else f"{owner} needs {requirement.name}, which is not installed.",
        wanted=f"{', '.join(wanted)}, as {owner.name} declares",
        found=str(installed) if installed else f"no installed distribution named {requirement.name}",
        where=installed.location if installed else tuple(dict.fromkeys(entry or "." for entry in sys.path)),
        commands=install_commands.install(*wanted),
    )


def closure(discovery: Discovery) -> tuple[str, ...]:
    """Names of the installed distributions that jax and the plugins use, without the hardware vendor's."""
    members = _members(discovery)
    apart = frozenset[str]().union(*(vendors for _, vendors in members))
    names = [name for name, _ in members]
    for name in names:
        names += [
            required
            for required in _required_names(name)
            if required not in names and required not in apart and not required.startswith("nvidia-")
        ]
    return tuple(name for name in names if find(name))


def _members(discovery: Discovery) -> list[tuple[str, frozenset[str]]]:
    """The distributions whose requirements are checked, each with the names of its vendor libraries' wheels."""
    usable = {plugin.descriptor.distribution for plugin in discovery.plugins}
    broken = [name for name in discovery.names if name not in usable]
    members = [(name, frozenset[str]()) for name in ("jax", "jaxlib", CORE, *broken)]
    for plugin in discovery.plugins:
        vendors = frozenset(_canonical(library.distribution) for library in plugin.descriptor.libraries)
        members.append((plugin.descriptor.distribution, vendors))
    members += [(name, frozenset[str]()) for name in ("scipy", "ml-dtypes", "opt-einsum")]
    return members


def has_backend(jaxlib: Installed) -> bool:
    """Whether that jaxlib contains a backend; jaxlib (bindings-only) requires a plugin instead."""
    return not any(_canonical(name).startswith("jaxlib-") for name in _stated(jaxlib.name))


def _requirements(name: str) -> Iterator[Requirement]:
    from packaging.requirements import InvalidRequirement, Requirement

    for text in _stated(name):
        with contextlib.suppress(InvalidRequirement):
            requirement = Requirement(text)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                requirement.name = _canonical(requirement.name)
                yield requirement


def _required_names(name: str) -> Iterator[str]:
    """The requirements of ``name`` without extras, parsed without packaging, which may be missing."""
    for text in _stated(name):
        required, _, marker = text.partition(";")
        if "extra" not in marker:
            yield _canonical(required)


def _stated(name: str) -> tuple[str, ...]:
    try:
        return tuple(requires(name) or ())
    except (PackageNotFoundError, OSError, UnicodeDecodeError):
        # Unreadable metadata has a diagnosis of its own.
        return ()


def _met(requirement: Requirement, installed: Installed | None) -> bool:
    if installed is None:
        # Some system packages have no metadata but can be imported; the family's own always have metadata.
        module = requirement.name.replace("-", "_")
        with contextlib.suppress(ImportError, ValueError):
            return not module.startswith(("jax", FAMILY)) and find_spec(module) is not None
        return False
    if not there(Path(installed.location, "RECORD")) and not _importable(requirement.name):
        # Metadata that was left behind, without a version that an installer could compare.
        return False
    return installed.version == UNKNOWN or requirement.specifier.contains(installed.version, prereleases=True)


def _importable(name: str) -> bool:
    try:
        return find_spec(name.replace("-", "_")) is not None
    except (ImportError, ValueError):
        return False


def _canonical(name: str) -> str:
    import re

    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", name.strip(), maxsplit=1)[0]).lower()
