"""The check that jax itself makes of jaxlib when it is imported, made from metadata and with a command to type."""

from __future__ import annotations

from jaxlib_core.checks import release_mismatch, steps
from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import UNKNOWN, Installed, find, search_path
from jaxlib_core.errors import NotInstalled, PluginError
from jaxlib_core.plugins.discovery import Discovery, discover


def refused() -> PluginError | None:
    """The diagnosis for a jaxlib that jax refuses, as ``jaxlib doctor`` gives it; for jaxlib itself to add."""
    discovery = discover()
    for plugin in discovery.plugins:
        if problem := steps.first_problem(plugin, steps.RELEASES):
            return problem
    return accepts(find("jax"), find("jaxlib"), discovery)


def accepts(jax: Installed | None, jaxlib: Installed | None, discovery: Discovery) -> PluginError | None:
    """The diagnosis where ``jax`` would refuse ``jaxlib`` when it is imported, or None."""
    release = discovery.release or next(
        (member.version for member in (jax, jaxlib) if member and member.version != UNKNOWN), ""
    )
    if jax is None and (discovery.plugins or not discovery.broken):
        # A plugin says so itself; and without any, the program does that is tried.
        return None
    if jax is None:
        return NotInstalled(
            "jax is not installed.",
            wanted=f"jax{f' {release}' if release else ''}",
            found="no installed distribution named jax",
            where=tuple(dict.fromkeys(search_path())),
            commands=install_commands.install(
                *(f"{name}=={release}" if release else name for name in ("jax", "jaxlib"))
            ),
        )
    if unreadable := next(
        (distribution for distribution in (jax, jaxlib) if distribution and distribution.version == UNKNOWN),
        None,
    ):
        return steps.unreadable(unreadable, f"{unreadable.name}=={release}" if release else unreadable.name)
    needed = release_mismatch.jaxlib_requirement()
    if jaxlib is None:
        return NotInstalled(
            f"jax {jax.version} needs jaxlib, which is not installed.",
            wanted=f"jaxlib{needed.specifier if needed else ''}, as jax {jax.version} declares",
            found="no installed distribution named jaxlib",
            where=tuple(dict.fromkeys(search_path())),
            commands=install_commands.install(f"jax=={release}", f"jaxlib=={release}"),
        )
    if needed is None or needed.specifier.contains(jaxlib.version, prereleases=True):
        return None
    return release_mismatch.refusal(jax, jaxlib, str(needed.specifier), release)
