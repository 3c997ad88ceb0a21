"""Versions of the hardware vendor's libraries that are known to compute wrongly, and whether they are here.

A floor cannot say this: a version between sound ones, two libraries that are sound apart, a GPU that others do not
share the fault with. The plugin's descriptor lists them; upstream's plugins check the same when they start.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from jaxlib_core.checks import vendor_libraries
from jaxlib_core.checks.vendor_libraries import Found
from jaxlib_core.environment import install_commands
from jaxlib_core.errors import VendorLibraryFaulty
from jaxlib_core.plugins.descriptor import Advisory
from jaxlib_core.plugins.discovery import Plugin

#: The compute capabilities of the GPUs that programs use here; it may cost a look at the driver.
Gpus = Callable[[], Sequence[tuple[int, int]]]


def problem(plugin: Plugin, found: Iterable[Found], gpus: Gpus) -> VendorLibraryFaulty | None:
    """Why ``plugin`` must not compute with the libraries in ``found``, or None."""
    return next((_diagnosis(plugin, *each) for each in _apply(plugin, found, gpus, warn=False)), None)


def warnings(plugin: Plugin, found: Iterable[Found], gpus: Gpus) -> tuple[VendorLibraryFaulty, ...]:
    """What whoever computes with the libraries in ``found`` is to know, and upstream only warns of."""
    return tuple(_diagnosis(plugin, *each) for each in _apply(plugin, found, gpus, warn=True))


def _apply(
    plugin: Plugin, found: Iterable[Found], gpus: Gpus, *, warn: bool
) -> Iterator[tuple[Advisory, tuple[Found, ...]]]:
    if not plugin.descriptor.advisories or vendor_libraries.SKIP in os.environ:
        return
    by_name = {each.soname: each for each in found}
    for advisory in plugin.descriptor.advisories:
        concerned = tuple(by_name[soname] for soname, _ in advisory.versions if soname in by_name)
        if (
            advisory.warn is warn
            and len(concerned) == len(advisory.versions)
            and all(
                _within(each.version, versions)
                for each, (_, versions) in zip(concerned, advisory.versions, strict=True)
            )
            and _on(advisory, gpus)
        ):
            yield advisory, concerned


def _within(version: str, specifier: str) -> bool:
    from packaging.specifiers import SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        parsed = Version(version)
    except InvalidVersion:
        # A file's name may say no version that could be compared.
        return False
    return SpecifierSet(specifier).contains(parsed, prereleases=True)


def _on(advisory: Advisory, gpus: Gpus) -> bool:
    """Whether the machine has the GPUs that ``advisory`` is of; they are asked for only if it matters."""
    if advisory.gpus < 2 and not advisory.capability:
        return True
    seen = gpus()
    return len(seen) >= advisory.gpus and (
        not advisory.capability
        or any(_within(f"{major}.{minor}", advisory.capability) for major, minor in seen)
    )


def _diagnosis(plugin: Plugin, advisory: Advisory, concerned: tuple[Found, ...]) -> VendorLibraryFaulty:
    this = plugin.descriptor
    return VendorLibraryFaulty(
        f"{advisory.summary}, and {this.distribution} {this.version} would use it here.",
        wanted=" and ".join(advisory.requires),
        found="; ".join(f"{each.soname} {each.version} ({each.owner})" for each in concerned),
        where=tuple(str(each.path) for each in concerned),
        commands=install_commands.install(*advisory.requires),
        note=f"{advisory.source}; to go on all the same: export {vendor_libraries.SKIP}=1",
    )
