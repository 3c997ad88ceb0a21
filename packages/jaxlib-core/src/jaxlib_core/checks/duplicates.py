"""Distributions with the metadata of two copies in one folder, left by installers unaware of each other."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import UNKNOWN, copies, find
from jaxlib_core.errors import ConflictingInstallation, PluginError
from jaxlib_core.plugins.discovery import Plugin


def twice(names: Iterable[str], plugins: Iterable[Plugin]) -> PluginError | None:
    """The diagnosis for the first of ``names`` that is installed twice in one folder, or None.

    Plugins, jax, jaxlib and jaxlib-core are skipped: each plugin's own checks cover them.
    """
    plugins = tuple(plugins)
    checked = {"jax", "jaxlib", "jaxlib-core", *(plugin.descriptor.distribution for plugin in plugins)}
    for name in names:
        if plugins and name in checked:
            continue
        everywhere = copies(name)
        first = Path(everywhere[0].location).parent if everywhere else None
        beside = [distribution for distribution in everywhere if Path(distribution.location).parent == first]
        if len({distribution.version for distribution in beside}) < 2:
            continue
        jax = find("jax")
        public = {distribution.version.partition("+")[0] for distribution in beside} - {UNKNOWN}
        wanted = jax.version if jax and name == "jaxlib" and jax.version in public else _newest(public)
        return ConflictingInstallation(
            f"{name} is installed twice in the same folder.",
            wanted=f"one {name}",
            found=" and ".join(str(copy) for copy in beside),
            where=tuple(copy.location for copy in beside),
            commands=install_commands.instead_of_two(name, wanted),
        )
    return None


def _newest(versions: Iterable[str]) -> str:
    from packaging.version import InvalidVersion, Version

    def key(text: str) -> Version:
        try:
            return Version(text)
        except InvalidVersion:
            return Version("0")

    return max(versions, key=key)
