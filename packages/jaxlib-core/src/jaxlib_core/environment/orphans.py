"""Hardware's distributions that nothing installed requires: those of another one than the environment's own.

They break nothing by themselves, and mislead: jax takes a machine with a TPU for one to run on as soon as libtpu is
there, and NVIDIA's libraries are gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jaxlib_core.environment import install_commands
from jaxlib_core.environment.distributions import Installed, described

#: By the start of their names: what jax does with them.
_VENDORS = {
    "libtpu": "where there is a TPU, jax opens it by itself",
    "nvidia-": "no plugin here uses it",
    "jax-cuda": "where there is a GPU of NVIDIA's, jax takes this plugin of upstream's",
    "jax-rocm": "where there is a GPU of AMD's, jax takes this plugin of upstream's",
}


def sentences() -> list[str]:
    """One for each vendor of which there is such a distribution, with the command that removes them."""
    told: list[str] = []
    try:
        found = tuple(_strays())
    except ImportError:  # packaging is missing, which is a diagnosis of its own
        return told
    for vendor, what in _VENDORS.items():
        those = [each for each in found if each.name.startswith(vendor)]
        if those:
            names = ", ".join(map(str, those))
            away = install_commands.uninstall(*(each.name for each in those))[0]
            told.append(f"Nothing installed requires {names}: {what}. For other hardware, run: {away}")
    return told


def _strays() -> Iterator[Installed]:
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
            # Metadata that is no text requires nothing that could be told.
            continue
        needed |= {_normal(required) for required in _required(lines)}
    return (each for each in sorted(vendors) if each.name not in needed)


def _required(lines: list[str] | tuple[()]) -> Iterator[str]:
    from packaging.requirements import InvalidRequirement, Requirement

    for line in lines:
        # Parsing takes a while, and most requirements are nobody's here.
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
