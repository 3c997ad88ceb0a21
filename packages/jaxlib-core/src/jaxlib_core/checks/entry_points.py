"""Entry point files that Python cannot read: one such file, of any distribution, hides every plugin from jax."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

from jaxlib_core.environment import files, install_commands
from jaxlib_core.environment.distributions import UNKNOWN, described
from jaxlib_core.environment.installer import there
from jaxlib_core.errors import MetadataUnreadable, PluginError
from jaxlib_core.plugins.discovery import FAMILY, GROUP


def unreadable() -> PluginError | None:
    """The diagnosis for the first unreadable file, or None; discovery diagnoses those of the family's plugins."""
    for distribution, path in _lists():
        try:
            len(distribution.entry_points)
        except (AttributeError, TypeError, ValueError) as error:
            owner = described(distribution)
            whole = owner.version != UNKNOWN and there(path.with_name("RECORD"))
            again = install_commands.install(f"{owner.name}=={owner.version}", force=True) if whole else ()
            renamed = install_commands.rename(path)
            return MetadataUnreadable(
                f"The entry points of {owner.name} cannot be read.",
                wanted="lines NAME = MODULE in sections",
                found=f"a file that is not a list of entry points: {error}",
                where=str(path),
                # The index may not have this version; and without a RECORD, no installer can replace the
                # distribution.
                commands=install_commands.either(again, renamed) if again else renamed,
                note="Python reads those of all distributions at once: jax finds no plugin at all like this",
            )
    return None


def _lists() -> Iterator[tuple[Distribution, Path]]:
    seen: set[str] = set()
    for place in dict.fromkeys(entry or "." for entry in sys.path):
        try:
            names = sorted(os.listdir(place))  # noqa: PTH208 - names alone are wanted
        except OSError:
            continue
        for name in names:
            if not name.endswith((".dist-info", ".egg-info")):
                continue
            owner = name.partition("-")[0].lower()
            path = Path(place, name, "entry_points.txt")
            if owner in seen or not os.access(path, os.R_OK):
                continue
            seen.add(owner)
            if not (owner.startswith(FAMILY) and _mentions(path)):
                yield PathDistribution(path.parent), path


def _mentions(path: Path) -> bool:
    try:
        with files.open_regular(path) as file:
            return GROUP.encode() in file.read()
    except OSError:
        return False
