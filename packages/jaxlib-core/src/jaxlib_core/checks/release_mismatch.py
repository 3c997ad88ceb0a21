"""Explains a release mismatch: a partial upgrade, or another distribution's requirement.

Uses metadata alone. It reads the metadata of every installed distribution, so it only runs after a mismatch is
found.
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


class Constraint(NamedTuple):
    """An installed distribution, and its requirement that allows the installed release but not the wanted one."""

    distribution: Installed
    requirement: str


def family(plugin: Plugin, version: str = "") -> tuple[str, ...]:
    """Requirements that put jax, jaxlib and every plugin on the release of ``plugin``, or on ``version``."""
    descriptor = plugin.descriptor
    own = f"{descriptor.distribution}=={version}" if version else descriptor.requirement
    version = version or descriptor.jaxlib.release
    others = [f"{name}=={version}" for name in _plugins(plugin) if name != descriptor.distribution]
    return (f"jax=={version}", f"jaxlib=={version}", f"{CORE}=={version}", own, *others)


def _newest(installed: list[Installed]) -> str:
    """The newest release among ``installed``, as version text."""
    from packaging.version import Version

    return max(Version(distribution.version) for distribution in installed).base_version


def mismatch(plugin: Plugin, installed: Installed, wanted: str, damaged: str) -> VersionMismatch:
    """The diagnosis that ``installed`` is not of the release of ``plugin``; ``wanted`` is the text for that field.

    ``damaged``: a distribution whose files the same command is to reinstall, or "".
    """
    descriptor = plugin.descriptor
    jax, jaxlib = find("jax"), find("jaxlib")
    # A distribution that requires another jax also changes jaxlib.
    moved = (
        jax
        if installed.name == "jaxlib" and jax and _accepted(installed) and _apart(jax, plugin)
        else installed
    )
    if constraint := asks_for(moved, descriptor.jaxlib.release):
        return PulledAway(
            f"{constraint.distribution} pulled {moved.name} {_direction(moved, descriptor.jaxlib.release)} to "
            f"{moved.version}, and {descriptor.distribution} {descriptor.version} is not compatible with it.",
            wanted=wanted,
            found=f"{installed}; {constraint.distribution} requires {constraint.requirement}",
            where=(installed.location, constraint.distribution.location),
            commands=install_commands.install(*family(plugin), again=damaged),
            note=_then(constraint),
        )
    there = [distribution for distribution in (jax, jaxlib) if distribution]
    newer = [
        distribution for distribution in there if _newer(distribution.version, descriptor.jaxlib.release)
    ]
    if installed in newer or (newer and _newer(installed.version, descriptor.jaxlib.release)):
        left = [distribution for distribution in there if distribution not in newer]
        return _partial_upgrade(plugin, newer, left, wanted, damaged)
    return VersionMismatch(
        f"{descriptor.distribution} {descriptor.version} is not compatible with {installed}.",
        wanted=wanted,
        found=str(installed),
        where=installed.location,
        commands=install_commands.install(*family(plugin), again=damaged),
        note=(
            "jax, jaxlib and every plugin must have the same release number; "
            f"to stay on {installed} install the plugin of that release, if there is one"
        ),
    )


def _partial_upgrade(
    plugin: Plugin, newer: list[Installed], left: list[Installed], wanted: str, damaged: str
) -> PartialUpgrade:
    descriptor = plugin.descriptor
    ahead = _list([str(distribution) for distribution in newer])
    behind = _list([*map(str, left), f"{descriptor.distribution} {descriptor.version}"])
    are, them = ("are", "them") if len(newer) > 1 else ("is", "it")
    were = "were" if left else "was"
    return PartialUpgrade(
        f"{ahead} {are} newer than {behind}, which {were} not upgraded with {them}.",
        wanted=wanted,
        found=ahead,
        where=tuple(distribution.location for distribution in newer),
        commands=install_commands.either(
            install_commands.install(*family(plugin, _newest(newer)), again=damaged),
            install_commands.install(*family(plugin), again=damaged),
        ),
        note="if there is no plugin of that release yet, the command installs the older release again",
    )


def refusal(jax: Installed, jaxlib: Installed, specifier: str, release: str) -> VersionMismatch:
    """The diagnosis for a jaxlib that jax refuses, in an environment without a plugin that would report it.

    ``release`` is the release that jax and jaxlib should both have.
    """
    wanted = f"jaxlib{specifier}, as {jax} declares"
    commands = install_commands.install(f"jax=={release}", f"jaxlib=={release}")
    if constraint := asks_for(jaxlib, release):
        return PulledAway(
            f"{constraint.distribution} pulled jaxlib {_direction(jaxlib, release)} to {jaxlib.version}, and "
            f"{jax} is not compatible with it.",
            wanted=wanted,
            found=f"{jaxlib}; {constraint.distribution} requires {constraint.requirement}",
            where=(jaxlib.location, constraint.distribution.location),
            commands=commands,
            note=_then(constraint),
        )
    return VersionMismatch(
        f"{jax} is not compatible with {jaxlib}.",
        wanted=wanted,
        found=str(jaxlib),
        where=(jax.location, jaxlib.location),
        commands=commands,
    )


def asks_for(installed: Installed, wanted: str) -> Constraint | None:
    """A distribution outside the family whose requirement allows ``installed`` but not ``wanted``; or None."""
    for distribution, requirement in _requirements_on(installed.name):
        allows = requirement.specifier.contains
        if allows(installed.version, prereleases=True) and not allows(wanted, prereleases=True):
            return Constraint(described(distribution), f"{requirement.name}{requirement.specifier}")
    return None


def _requirements_on(name: str) -> Iterator[tuple[Distribution, Requirement]]:
    from importlib.metadata import distributions

    from packaging.requirements import InvalidRequirement, Requirement

    named = re.compile(rf"^Requires-Dist:\s*{re.escape(name)}\b", re.IGNORECASE | re.MULTILINE)
    for distribution in distributions():
        try:
            text = distribution.read_text("METADATA") or ""
        except (OSError, UnicodeDecodeError):
            # Invalid metadata of an unrelated distribution does not matter here.
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
    names = [other.descriptor.distribution for other in discover().plugins]
    return tuple(dict.fromkeys([plugin.descriptor.distribution, *names]))


def _then(constraint: Constraint) -> str:
    return (
        f"{constraint.distribution.name} then has a release that it does not allow: look for a newer "
        f"{constraint.distribution.name}, or give it its own environment"
    )


def _apart(installed: Installed, plugin: Plugin) -> bool:
    return release(installed.version) != release(plugin.descriptor.jaxlib.release)


def _accepted(jaxlib: Installed) -> bool:
    """Whether the installed jax accepts that jaxlib."""
    declared = jaxlib_requirement()
    return declared is not None and declared.specifier.contains(jaxlib.version, prereleases=True)


def jaxlib_requirement() -> Requirement | None:
    """The requirement on jaxlib that the installed jax declares, or None."""
    from importlib.metadata import PackageNotFoundError, requires

    from packaging.requirements import InvalidRequirement, Requirement

    try:
        declared = [Requirement(text) for text in requires("jax") or ()]
    except (PackageNotFoundError, InvalidRequirement, UnicodeDecodeError):
        return None
    return next(
        (
            requirement
            for requirement in declared
            if requirement.name == "jaxlib" and requirement.marker is None
        ),
        None,
    )


def _direction(installed: Installed, wanted: str) -> str:
    return "up" if _newer(installed.version, wanted) else "down"


def _newer(version: str, other: str) -> bool:
    one, two = release(version), release(other)
    return one is not None and two is not None and one > two


def _list(items: list[str]) -> str:
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
