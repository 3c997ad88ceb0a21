"""Advisories: whether known-faulty versions of the hardware vendor's libraries are installed or loaded.

A minimum version cannot express these: a faulty version between good ones, two libraries that fail only together,
or a fault on some GPUs only. The plugin's descriptor lists them; upstream's plugins check the same at startup.
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

#: Returns the compute capabilities of the GPUs that programs use here; may query the driver.
Gpus = Callable[[], Sequence[tuple[int, int]]]


def problem(plugin: Plugin, libraries: Iterable[Found], gpus: Gpus) -> VendorLibraryFaulty | None:
    """Why ``plugin`` must not compute with these libraries, or None."""
    return next(
        (_diagnosis(plugin, *advisory) for advisory in _apply(plugin, libraries, gpus, warn=False)), None
    )


def warnings(plugin: Plugin, libraries: Iterable[Found], gpus: Gpus) -> tuple[VendorLibraryFaulty, ...]:
    """Faults of these libraries for which upstream only logs a warning."""
    return tuple(_diagnosis(plugin, *advisory) for advisory in _apply(plugin, libraries, gpus, warn=True))


def _apply(
    plugin: Plugin, libraries: Iterable[Found], gpus: Gpus, *, warn: bool
) -> Iterator[tuple[Advisory, tuple[Found, ...]]]:
    if not plugin.descriptor.advisories or vendor_libraries.SKIP in os.environ:
        return
    by_name = {library.soname: library for library in libraries}
    for advisory in plugin.descriptor.advisories:
        concerned = tuple(by_name[soname] for soname, _ in advisory.versions if soname in by_name)
        if (
            advisory.warn is warn
            and len(concerned) == len(advisory.versions)
            and all(
                _within(library.version, versions)
                for library, (_, versions) in zip(concerned, advisory.versions, strict=True)
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
        # The version in a file's name may not be one that can be compared.
        return False
    return SpecifierSet(specifier).contains(parsed, prereleases=True)


def _on(advisory: Advisory, gpus: Gpus) -> bool:
    """Whether the machine has GPUs that ``advisory`` concerns; the driver is queried only if that matters."""
    if advisory.gpus < 2 and not advisory.capability:
        return True
    seen = gpus()
    return len(seen) >= advisory.gpus and (
        not advisory.capability
        or any(_within(f"{major}.{minor}", advisory.capability) for major, minor in seen)
    )


def _diagnosis(plugin: Plugin, advisory: Advisory, concerned: tuple[Found, ...]) -> VendorLibraryFaulty:
    descriptor = plugin.descriptor
    return VendorLibraryFaulty(
        f"{advisory.summary}, and {descriptor.distribution} {descriptor.version} would use it here.",
        wanted=" and ".join(advisory.requires),
        found="; ".join(f"{library.soname} {library.version} ({library.owner})" for library in concerned),
        where=tuple(str(library.path) for library in concerned),
        commands=install_commands.install(*advisory.requires),
        note=f"{advisory.source}; to continue anyway: export {vendor_libraries.SKIP}=1",
    )
