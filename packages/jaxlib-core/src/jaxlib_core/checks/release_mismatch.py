"""How the releases of a family came apart: by an upgrade of a part of it, or by what another distribution asks for.

Told from metadata alone, and only where something is wrong: it reads the metadata of all that is installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import Installed, described, find, release
from jaxlib_core.errors import PartialUpgrade, PulledAway, VersionMismatch
from jaxlib_core.plugins.discovery import CORE, Plugin, discover

if TYPE_CHECKING:
    from importlib.metadata import Distribution

    from packaging.requirements import Requirement


class Puller(NamedTuple):
    """An installed distribution, and its requirement that lets one release of another be and not the wanted one."""

    distribution: Installed
    requirement: str


def family(plugin: Plugin) -> tuple[str, ...]:
    """The requirements that put jax, jaxlib and every installed plugin on the release of ``plugin``."""
    version = plugin.descriptor.jaxlib.release
    others = [f"{name}=={version}" for name in _plugins(plugin) if name != plugin.descriptor.distribution]
    return (
        *(f"jax=={version}", f"jaxlib=={version}", f"{CORE}=={version}"),
        plugin.descriptor.requirement,
        *others,
    )


def mismatch(plugin: Plugin, found: Installed, wanted: str, damaged: str) -> VersionMismatch:
    """The diagnosis for ``found``, which is of another release than ``plugin``: ``wanted`` says what had to be.

    ``damaged`` names a distribution whose files are to be installed again by the same command.
    """
    this = plugin.descriptor
    jax, jaxlib = find("jax"), find("jaxlib")
    # Whoever asks for another jax brings another jaxlib with it.
    moved = jax if found.name == "jaxlib" and jax and _accepted(found) and _apart(jax, plugin) else found
    if puller := asks_for(moved, this.jaxlib.release):
        return PulledAway(
            f"{puller.distribution} pulled {moved.name} {_direction(moved, this.jaxlib.release)} to "
            f"{moved.version}, and {this.distribution} {this.version} does not go with that.",
            wanted=wanted,
            found=f"{found}; {puller.distribution} asks for {puller.requirement}",
            where=(found.location, puller.distribution.location),
            commands=install_commands.install(*family(plugin), again=damaged),
            note=_then(puller),
        )
    newer = [each for each in (jax, jaxlib) if each and _newer(each.version, this.jaxlib.release)]
    if found in newer or (newer and _newer(found.version, this.jaxlib.release)):
        left = [str(each) for each in (jax, jaxlib) if each and each not in newer]
        left.append(f"{this.distribution} {this.version}")
        ahead, behind = _list([str(each) for each in newer]), _list(left)
        are, them = ("are", "them") if len(newer) > 1 else ("is", "it")
        were = "were" if len(left) > 1 else "was"
        return PartialUpgrade(
            f"{ahead} {are} newer than {behind}, which {were} not upgraded with {them}.",
            wanted=wanted,
            found=ahead,
            where=tuple(each.location for each in newer),
            commands=install_commands.upgrade("jax", *_plugins(plugin), again=damaged),
            note=f"to go back instead: {install_commands.install(*family(plugin))[0]}",
        )
    return VersionMismatch(
        f"{this.distribution} {this.version} does not go with {found}.",
        wanted=wanted,
        found=str(found),
        where=found.location,
        commands=install_commands.install(*family(plugin), again=damaged),
        note=(
            "jax, jaxlib and every plugin carry one release number; "
            f"to stay on {found} take the plugin of that release, if there is one"
        ),
    )


def refusal(jax: Installed, jaxlib: Installed, specifier: str) -> VersionMismatch:
    """The diagnosis for a jaxlib that jax itself refuses, in an environment without a plugin to say so."""
    wanted = f"jaxlib{specifier}, as {jax} declares"
    commands = install_commands.install(f"jax=={jax.version}", f"jaxlib=={jax.version}")
    if puller := asks_for(jaxlib, jax.version):
        return PulledAway(
            f"{puller.distribution} pulled jaxlib {_direction(jaxlib, jax.version)} to {jaxlib.version}, and "
            f"{jax} does not go with that.",
            wanted=wanted,
            found=f"{jaxlib}; {puller.distribution} asks for {puller.requirement}",
            where=(jaxlib.location, puller.distribution.location),
            commands=commands,
            note=_then(puller),
        )
    return VersionMismatch(
        f"{jax} does not go with {jaxlib}.",
        wanted=wanted,
        found=str(jaxlib),
        where=(jax.location, jaxlib.location),
        commands=commands,
    )


def asks_for(found: Installed, wanted: str) -> Puller | None:
    """Who but jax and the family asks for the release of ``found`` that is there, and would not have ``wanted``."""
    for distribution, requirement in _requirements_on(found.name):
        allows = requirement.specifier.contains
        if allows(found.version, prereleases=True) and not allows(wanted, prereleases=True):
            return Puller(described(distribution), f"{requirement.name}{requirement.specifier}")
    return None


def _requirements_on(name: str) -> Iterator[tuple[Distribution, Requirement]]:
    from importlib.metadata import distributions

    from packaging.requirements import InvalidRequirement, Requirement

    named = re.compile(rf"^Requires-Dist:\s*{re.escape(name)}\b", re.IGNORECASE | re.MULTILINE)
    for distribution in distributions():
        try:
            text = distribution.read_text("METADATA") or ""
        except (OSError, UnicodeDecodeError):
            # What somebody else's metadata looks like is no matter here.
            continue
        owner = described(distribution).name if named.search(text) else ""
        if not owner or owner in {"jax", "jaxlib"} or CORE in text:
            continue
        for line in distribution.requires or ():
            try:
                requirement = Requirement(line)
            except InvalidRequirement:
                continue
            applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if requirement.name.lower() == name and applies:
                yield distribution, requirement


def _plugins(plugin: Plugin) -> tuple[str, ...]:
    """The installed plugins of the family, ``plugin`` first."""
    names = [each.descriptor.distribution for each in discover().plugins]
    return tuple(dict.fromkeys([plugin.descriptor.distribution, *names]))


def _then(puller: Puller) -> str:
    return (
        f"{puller.distribution.name} then has a release that it does not ask for: look for a newer "
        f"{puller.distribution.name}, or give it an environment of its own"
    )


def _apart(found: Installed, plugin: Plugin) -> bool:
    return release(found.version) != release(plugin.descriptor.jaxlib.release)


def _accepted(jaxlib: Installed) -> bool:
    """Whether the installed jax itself accepts that jaxlib."""
    declared = jaxlib_requirement()
    return declared is not None and declared.specifier.contains(jaxlib.version, prereleases=True)


def jaxlib_requirement() -> Requirement | None:
    """What the installed jax declares of jaxlib."""
    from importlib.metadata import PackageNotFoundError, requires

    from packaging.requirements import InvalidRequirement, Requirement

    try:
        declared = [Requirement(text) for text in requires("jax") or ()]
    except (PackageNotFoundError, InvalidRequirement, UnicodeDecodeError):
        return None
    return next((each for each in declared if each.name == "jaxlib" and each.marker is None), None)


def _direction(found: Installed, wanted: str) -> str:
    return "up" if _newer(found.version, wanted) else "down"


def _newer(version: str, other: str) -> bool:
    one, two = release(version), release(other)
    return one is not None and two is not None and one > two


def _list(items: list[str]) -> str:
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
