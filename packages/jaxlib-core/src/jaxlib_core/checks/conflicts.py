"""At most one plugin serves a platform: which one, and why the others stand aside.

Upstream's own plugin, where it is installed, is the one: jax starts plugins in an order that differs from process
to process, and nothing can take back what upstream's has done by then. Among the family's own it is the one of the
newest major version that this machine's driver can work with; where there is no driver, the newest.
"""

from __future__ import annotations

import re

from jaxlib_core.checks import hardware, steps
from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import copies
from jaxlib_core.errors import ConflictingInstallation
from jaxlib_core.plugins.discovery import Discovery, Foreign, Plugin, platform_of


def upstream(platform: str, found: Discovery) -> Foreign | None:
    """Upstream's own plugin for ``platform``, if it is installed; its entry point is ``xla_cuda12`` or the like."""
    return next((each for each in found.foreign if platform_of(each.name) == f"xla_{platform}"), None)


def chosen(platform: str, found: Discovery) -> Plugin | None:
    """The plugin of the family that serves ``platform``, the same whatever order they were found in."""
    rivals = sorted(
        (plugin for plugin in found.plugins if plugin.descriptor.platform == platform),
        key=_major,
        reverse=True,
    )
    able = [plugin for plugin in rivals if not hardware.driver_problem(plugin)]
    # If the driver is too old for every one of them, it is least so for the oldest.
    return next(iter(able or rivals[-1:]), None)


def conflict(plugin: Plugin, found: Discovery) -> ConflictingInstallation | None:
    """Why ``plugin`` stands aside for another that is installed, or None."""
    this = plugin.descriptor
    if foreign := upstream(this.platform, found):
        owner = foreign.distribution
        # The kernels of upstream's library are a distribution of their own.
        beside = owner.name.replace("pjrt", "plugin")
        names = dict.fromkeys([owner.name, *([beside] if copies(beside) else ())])
        commands = install_commands.uninstall(*names)
        if then := steps.first_problem(plugin, steps.RELEASES):
            # It could not serve even then: one line fixes both.
            commands = install_commands.both(commands, then.commands)
        return ConflictingInstallation(
            f"{this.requirement} stands aside for upstream's {owner}, which serves platform {this.platform!r}.",
            wanted=f"one installed plugin for platform {this.platform!r}",
            found=f"{owner} and {this.requirement}",
            where=(owner.location, str(plugin.folder)),
            commands=commands,
            note=f"this keeps {this.distribution}; to keep upstream's: "
            f"{install_commands.uninstall(this.distribution)[0]}",
        )
    serving = chosen(this.platform, found)
    if serving is None or serving.descriptor.name == this.name:
        return None
    reason = (
        "the newest that this machine's driver can work with"
        if hardware.driver_version(plugin)
        else "the newest"
    )
    return ConflictingInstallation(
        f"{this.requirement} stands aside for {serving.descriptor.requirement}, {reason}.",
        wanted=f"one installed plugin for platform {this.platform!r}",
        found=f"{serving.descriptor.requirement} and {this.requirement}",
        where=(str(serving.folder), str(plugin.folder)),
        commands=install_commands.uninstall(this.distribution),
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
