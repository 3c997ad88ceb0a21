"""Resolves conflicts: picks one plugin per platform and explains why the others are disabled.

An installed upstream plugin wins: jax starts plugins in an order that differs from process to process, and what
upstream's plugin has done by then cannot be undone. Among the family's own plugins, the newest major version that
this machine's driver supports wins; without a driver, the newest.
"""

from __future__ import annotations

import re

from jaxlib_core.checks import hardware, steps
from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import copies
from jaxlib_core.errors import ConflictingInstallation
from jaxlib_core.plugins.discovery import Discovery, Foreign, Plugin, platform_of


def upstream(platform: str, discovery: Discovery) -> Foreign | None:
    """Upstream's own plugin for ``platform``, if it is installed; its entry point is ``xla_cuda12`` or similar."""
    return next(
        (foreign for foreign in discovery.foreign if platform_of(foreign.name) == f"xla_{platform}"), None
    )


def chosen(platform: str, discovery: Discovery) -> Plugin | None:
    """The family's plugin that serves ``platform``; does not depend on the order of discovery."""
    candidates = sorted(
        (plugin for plugin in discovery.plugins if plugin.descriptor.platform == platform),
        key=_major,
        reverse=True,
    )
    able = [plugin for plugin in candidates if not hardware.driver_problem(plugin)]
    # If the driver is too old for all of them, the oldest plugin is the closest match.
    return next(iter(able or candidates[-1:]), None)


def conflict(plugin: Plugin, discovery: Discovery) -> ConflictingInstallation | None:
    """Why ``plugin`` is disabled in favour of another installed one, or None."""
    descriptor = plugin.descriptor
    if foreign := upstream(descriptor.platform, discovery):
        owner = foreign.distribution
        # Upstream ships the kernels as a separate distribution.
        beside = owner.name.replace("pjrt", "plugin")
        names = dict.fromkeys([owner.name, *([beside] if copies(beside) else ())])
        commands = install_commands.uninstall(*names)
        if then := steps.first_problem(plugin, steps.RELEASES):
            # Without upstream's plugin, this one would still have a release mismatch: one command fixes both.
            commands = install_commands.both(commands, then.commands)
        return ConflictingInstallation(
            f"{descriptor.requirement} gives way to upstream's {owner}, which serves platform "
            f"{descriptor.platform!r}.",
            wanted=f"one installed plugin for platform {descriptor.platform!r}",
            found=f"{owner} and {descriptor.requirement}",
            where=(owner.location, str(plugin.folder)),
            commands=commands,
            note=f"this keeps {descriptor.distribution}; to keep upstream's: "
            f"{install_commands.uninstall(descriptor.distribution)[0]}",
        )
    serving = chosen(descriptor.platform, discovery)
    if serving is None or serving.descriptor.name == descriptor.name:
        return None
    reason = (
        "the newest that this machine's driver can work with"
        if hardware.driver_version(plugin)
        else "the newest"
    )
    return ConflictingInstallation(
        f"{descriptor.requirement} gives way to {serving.descriptor.requirement}, {reason}.",
        wanted=f"one installed plugin for platform {descriptor.platform!r}",
        found=f"{serving.descriptor.requirement} and {descriptor.requirement}",
        where=(str(serving.folder), str(plugin.folder)),
        commands=install_commands.uninstall(descriptor.distribution),
        note=(
            f"this keeps {serving.descriptor.distribution}; "
            f"to keep the other: {install_commands.uninstall(serving.descriptor.distribution)[0]}"
        ),
    )


def _major(plugin: Plugin) -> tuple[str, int]:
    name = plugin.descriptor.name
    digits = re.search(r"\d*$", name)
    number = digits[0] if digits else ""
    return name.removesuffix(number), int(number or 0)
