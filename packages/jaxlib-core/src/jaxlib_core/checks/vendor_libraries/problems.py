"""Diagnoses of vendor libraries that are missing, broken, or too old."""

from __future__ import annotations

import os
import platform

from jaxlib_core.checks.vendor_libraries.search import ORDER, SKIP, SYSTEM, Found, Survey, is_below, survey
from jaxlib_core.environment import elf, install_commands
from jaxlib_core.errors import (
    ConfigurationError,
    PluginError,
    VendorLibraryBroken,
    VendorLibraryMissing,
    VendorLibraryTooOld,
)
from jaxlib_core.plugins.descriptor import Descriptor, VendorLibrary
from jaxlib_core.plugins.discovery import Plugin


def problem(plugin: Plugin) -> PluginError | None:
    """The diagnosis for missing, broken or old libraries that ``plugin`` needs, or None; loads nothing."""
    descriptor = plugin.descriptor
    if not descriptor.libraries:
        return None
    try:
        seen = survey(plugin)
    except ConfigurationError as error:
        return error
    needed = [library for library in seen.missing if not library.optional]
    if needed:
        return _missing(plugin, seen, needed)
    for library in seen.found:
        if reason := _foreign(library):
            return _broken(plugin, library, reason)
    if SKIP in os.environ:
        return None
    floors = {library.soname: library for library in descriptor.libraries}
    old = [library for library in seen.found if is_below(library.version, floors[library.soname].minimum)]
    if old:
        return _too_old(plugin, old[0], [floors[library.soname] for library in old])
    return None


def _missing(plugin: Plugin, seen: Survey, needed: list[VendorLibrary]) -> PluginError:
    descriptor = plugin.descriptor
    owners = _packages(descriptor, seen)
    packages = dict.fromkeys(owners[library.soname] for library in needed if library.soname in owners)
    return VendorLibraryMissing(
        f"{descriptor.distribution} {descriptor.version} needs {needed[0].soname}, which was not found.",
        wanted=", ".join(
            f"{name} (package {owners[name]})" if name in owners else name
            for name in (library.soname for library in needed)
        ),
        found="none of them" if len(needed) > 1 else "no such library",
        where=seen.where,
        commands=(
            (f"apt install {' '.join(packages)}", f"dnf install {' '.join(packages)}")
            if packages
            else install_commands.install(*_requirements(needed))
        ),
        note=(
            ("the packages are in the vendor's own repositories; " if packages else "")
            + f"if the system has it in another folder, set {ORDER}=FOLDER,{SYSTEM}"
        ),
    )


def _foreign(library: Found) -> str:
    """Why the file is not the library that its name promises, or ""; the file is read, not loaded."""
    try:
        size = library.path.stat().st_size
        read = elf.read(library.path)
    except (OSError, elf.NotElf, elf.Truncated) as error:
        return str(error.strerror if isinstance(error, OSError) and error.strerror else error)
    if read.architecture != platform.machine():
        return f"a library for {read.architecture}"
    if read.soname and read.soname != library.soname:
        return f"a library that calls itself {read.soname}"
    if library.size not in {None, size}:
        return f"{size:,} bytes, where {library.owner} installed {library.size:,}"
    return ""


def _broken(plugin: Plugin, library: Found, reason: str) -> PluginError:
    descriptor = plugin.descriptor
    name, _, version = library.owner.rpartition(" ")
    owned = bool(name) and library.size is not None
    return VendorLibraryBroken(
        f"{library.soname}, which {descriptor.distribution} {descriptor.version} needs, is not what its name says.",
        wanted=f"{library.soname} for {platform.machine()}"
        + (f", as {library.owner} installed it" if owned else ""),
        found=reason,
        where=str(library.path),
        commands=install_commands.install(f"{name}=={version}", force=True)
        if name
        else (f"ls -l {library.path}",),
        note="" if name else f"remove it, or have another place searched first with {ORDER}",
    )


def linked_problem(plugin: Plugin) -> PluginError | None:
    """As ``problem``, for the libraries that the plugin's library is linked with and cannot be loaded without."""
    return problem(plugin) if any(library.linked for library in plugin.descriptor.libraries) else None


def _packages(descriptor: Descriptor, seen: Survey) -> dict[str, str]:
    """The system package of each linked library: the vendor's newer packages for all of them, or for none."""
    sonames = {library.soname for library in seen.found} | {library.soname for library in seen.missing}
    linked = [library for library in descriptor.libraries if library.linked and library.soname in sonames]
    later = any(not library.package for library in linked)
    return {library.soname: library.later_package if later else library.package for library in linked}


def _too_old(plugin: Plugin, first: Found, libraries: list[VendorLibrary]) -> PluginError:
    descriptor = plugin.descriptor
    (floor, *_) = libraries
    return VendorLibraryTooOld(
        f"{first.soname} is too old for {descriptor.distribution} {descriptor.version}.",
        wanted=f"{floor.soname} {floor.minimum} or newer",
        found=str(first),
        where=str(first.path),
        commands=install_commands.install(*_requirements(libraries)),
        note=f"to try it anyway: export {SKIP}=1",
    )


def _requirements(libraries: list[VendorLibrary]) -> list[str]:
    texts = (
        f"{library.distribution}>={library.minimum}" if library.minimum else library.distribution
        for library in libraries
    )
    return list(dict.fromkeys(text for text in texts if text))
