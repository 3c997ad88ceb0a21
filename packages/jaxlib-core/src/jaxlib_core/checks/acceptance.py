"""jax's own check of jaxlib's version, which runs at import, made from metadata; the diagnosis has a command."""

from __future__ import annotations

from jaxlib_core.checks import release_mismatch, steps
from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import UNKNOWN, Installed, find, search_path
from jaxlib_core.errors import NotInstalled, PluginError
from jaxlib_core.plugins.discovery import Discovery, discover


def refused() -> PluginError | None:
    """The diagnosis if jax refuses the installed jaxlib, or None. jaxlib appends it to jax's own error."""
    discovery = discover()
    for plugin in discovery.plugins:
        if problem := steps.first_problem(plugin, steps.RELEASES):
            return problem
    return accepts(find("jax"), find("jaxlib"), discovery)


def accepts(jax: Installed | None, jaxlib: Installed | None, discovery: Discovery) -> PluginError | None:
    """The diagnosis if importing ``jax`` would refuse ``jaxlib``, or None."""
    release = discovery.release or next(
        (member.version for member in (jax, jaxlib) if member and member.version != UNKNOWN), ""
    )
    if jax is None and (discovery.plugins or not discovery.broken):
        # An installed plugin reports a missing jax itself; without a plugin, the trial of jax does.
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
