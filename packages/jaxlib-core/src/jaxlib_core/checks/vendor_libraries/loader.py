"""Loads the vendor's libraries by full path before XLA opens them by name; reads what the process has loaded."""

from __future__ import annotations

import ctypes
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from jaxlib_core.checks.vendor_libraries import search
from jaxlib_core.checks.vendor_libraries.search import (
    SKIP,
    Found,
    is_below,
    parts,
    same_file,
    soname_of,
    stem,
    survey,
)
from jaxlib_core.errors import (
    VendorLibraryLoadedBefore,
)
from jaxlib_core.plugins.descriptor import VendorLibrary
from jaxlib_core.plugins.discovery import Plugin

logger: logging.Logger = logging.getLogger("jaxlib_core")


MAPS = Path("/proc/self/maps")


_handles: dict[Path, ctypes.CDLL] = {}


def load(plugin: Plugin, *, early: bool = False) -> None:
    """Load the libraries that are found by full path, in the descriptor's order; missing ones are skipped.

    ``early``: only those that kernel modules open, or are linked with, at import.

    Raises:
        VendorLibraryLoadedBefore: The process has already loaded another copy, which is too old. If that copy is
            new enough, a warning is logged instead.
    """
    floors = {library.soname: library for library in plugin.descriptor.libraries}
    for whole in survey(plugin).found:
        declared = floors[whole.soname]
        if early and not (declared.early or declared.linked):
            continue
        for library in (whole, *parts(whole)):
            before = _mapped(library.soname)
            if before and not same_file(before, library.path):
                report_loaded_before(plugin, library, before, declared)
            elif library.path not in _handles:
                try:
                    _handles[library.path] = ctypes.CDLL(str(library.path))
                except OSError as error:
                    # Some parts of cuDNN are linked with the driver's library, which is not on every machine.
                    level = logging.WARNING if library is whole else logging.DEBUG
                    logger.log(level, "%s could not be loaded: %s", library, error)


def loaded(plugin: Plugin) -> tuple[Found, ...]:
    """Every vendor library that this process has loaded, read from its memory maps."""
    libraries: list[Found] = []
    stems = {stem(library.soname): library for library in plugin.descriptor.libraries}
    for path in _maps():
        # cuDNN's parts (libcudnn_ops.so.9) count as cuDNN.
        matching = [stem for stem in stems if path.name.startswith(stem) and ".so" in path.name]
        if matching:
            library = stems[max(matching, key=len)]
            owner = search.owner_of(library, path)
            libraries.append(
                Found(
                    soname_of(path), path, search.version_of(library, path, owner), owner or "no known wheel"
                )
            )
    return tuple(sorted(libraries))


def report_loaded_before(plugin: Plugin, wanted: Found, before: Path, library: VendorLibrary) -> None:
    """Warn that the process loaded another copy first, or raise if that copy is too old."""
    owner = search.owner_of(library, before)
    version = search.version_of(library, before, owner)
    error = VendorLibraryLoadedBefore(
        f"Something else in this process loaded {wanted.soname} before {plugin.descriptor.distribution} did.",
        wanted=str(wanted),
        found=str(Found(wanted.soname, before, version, owner or "no known wheel")),
        where=str(before),
        commands=("python -c 'import jax; jax.devices()'",),
        note="a process keeps the one that is loaded first: use jax before whatever loads the other, or remove it",
    )
    if SKIP not in os.environ and is_below(version, library.minimum):
        raise error
    logger.warning("%s", error)


def _maps() -> Iterator[Path]:
    try:
        text = MAPS.read_text("utf-8", "surrogateescape")
    except OSError:
        return
    fields = (line.split(maxsplit=5) for line in text.splitlines())
    for name in dict.fromkeys(field[5] for field in fields if len(field) == 6 and field[5].startswith("/")):
        yield Path(name)


def _mapped(soname: str) -> Path | None:
    """The file that this process has loaded under the name ``soname``."""
    for path in _maps():
        if path.name.startswith(f"{stem(soname)}.so") and soname_of(path) == soname:
            return path
    return None
