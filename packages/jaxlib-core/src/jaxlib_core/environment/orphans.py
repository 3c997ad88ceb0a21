"""Finds orphaned vendor packages (libtpu, nvidia-*, jax-cuda*) that no installed distribution requires.

They break nothing by themselves, but mislead: jax takes a machine with a TPU for one to run on as soon as libtpu is
installed, and NVIDIA's libraries take gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import Installed, described

#: Prefixes of the vendors' packages, and what jax does with these packages.
_VENDORS = {
    "libtpu": "where there is a TPU, jax opens it by itself",
    "nvidia-": "no plugin here uses it",
    "jax-cuda": "where there is a GPU of NVIDIA's, jax takes this plugin of upstream's",
    "jax-rocm": "where there is a GPU of AMD's, jax takes this plugin of upstream's",
}


def sentences() -> list[str]:
    """One sentence for each vendor with orphaned packages, with the command that removes them."""
    lines: list[str] = []
    try:
        orphans = tuple(_orphans())
    except ImportError:  # packaging is missing, which is a diagnosis of its own
        return lines
    for vendor, what in _VENDORS.items():
        those = [distribution for distribution in orphans if distribution.name.startswith(vendor)]
        if those:
            names = ", ".join(map(str, those))
            away = install_commands.uninstall(*(distribution.name for distribution in those))[0]
            lines.append(f"Nothing installed requires {names}: {what}. For other hardware, run: {away}")
    return lines


def _orphans() -> Iterator[Installed]:
    from importlib.metadata import distributions

    vendors, needed = [], set()
    for distribution in distributions():
        one = described(distribution)
        name = _normal(one.name)
        if name.startswith(tuple(_VENDORS)):
            vendors.append(one._replace(name=name))
        try:
            lines = distribution.requires or ()
        except (OSError, ValueError):
            # Metadata that is not text states no readable requirements.
            continue
        needed |= {_normal(required) for required in _required(lines)}
    return (vendor for vendor in sorted(vendors) if vendor.name not in needed)


def _required(lines: list[str] | tuple[()]) -> Iterator[str]:
    from packaging.requirements import InvalidRequirement, Requirement

    for line in lines:
        # Parsing is slow, and most requirements are irrelevant here.
        if not line.lower().startswith(("libtpu", "nvidia", "jax")):
            continue
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement.name


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
