"""Searches wheels and folders for the vendor's libraries, in a stated order; nothing is loaded."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from jaxlib_core.checks.vendor_libraries import ld_cache
from jaxlib_core.environment import elf
from jaxlib_core.environment.distributions import find, running_python
from jaxlib_core.environment.files import read_text
from jaxlib_core.errors import (
    ConfigurationError,
    PluginError,
)
from jaxlib_core.plugins.descriptor import VendorLibrary
from jaxlib_core.plugins.discovery import Plugin

#: Where to search, in order, separated by commas: ``wheels``, ``system``, or a folder.
ORDER = "JAXLIB_LIBRARIES"


WHEELS, SYSTEM = "wheels", "system"
#: jax's own variable for skipping version checks.
SKIP = "JAX_SKIP_CUDA_CONSTRAINTS_CHECK"


class Found(NamedTuple):
    """A vendor library that was found: soname, path, version ("" if unknown), and owner (a wheel, or a place).

    ``size``: the size in bytes in the wheel's RECORD, or None.
    """

    soname: str
    path: Path
    version: str
    owner: str
    size: int | None = None

    def __str__(self) -> str:
        return f"{self.soname} {self.version or 'of unknown version'} ({self.owner}): {self.path}"


class Survey(NamedTuple):
    """A plugin's libraries: those found (none is loaded), those missing, and the places searched."""

    found: tuple[Found, ...]
    missing: tuple[VendorLibrary, ...]
    where: tuple[str, ...]


def survey(plugin: Plugin) -> Survey:
    """Search for each library that ``plugin`` opens by name, or that its own library is linked with.

    Raises:
        ConfigurationError: ``JAXLIB_LIBRARIES`` has an entry that is not a place.
    """
    if not plugin.descriptor.libraries:
        # Without libraries to search for, an invalid search order does not matter.
        return Survey((), (), ())
    places = _places(plugin)
    linked: tuple[str, ...] = ()
    if any(library.linked for library in plugin.descriptor.libraries):
        linked, search = _linked(plugin)
        places = [("the library's own path", folder) for folder in search] + places
    present: list[Found] = []
    missing: list[VendorLibrary] = []
    for library in plugin.descriptor.libraries:
        if library.linked and library.soname not in linked:
            continue
        first = next((hit for place in places if (hit := _look(library, place))), None)
        if first:
            present.append(first)
        else:
            missing.append(library)
    return Survey(tuple(present), tuple(missing), _where(plugin, linked=bool(linked)))


def _where(plugin: Plugin, *, linked: bool) -> tuple[str, ...]:
    """The search places as stated, including those that do not exist."""
    where = ["the library's own path"] if linked else []
    for word in _order():
        if word == SYSTEM:
            where += [*plugin.descriptor.folders, str(ld_cache.LOADER_CACHE)]
        elif word != WHEELS or any(library.distribution for library in plugin.descriptor.libraries):
            where.append(word)
    return tuple(where)


def shadowed(plugin: Plugin) -> tuple[tuple[Found, Path], ...]:
    """Copies on ``LD_LIBRARY_PATH`` that the loader would use, each with the library that replaces it."""
    try:
        libraries = survey(plugin).found
    except PluginError:
        return ()
    return tuple(
        (library, folder / library.soname)
        for whole in libraries
        for library in (whole, *parts(whole))
        for folder in _loader_path()
        if (folder / library.soname).is_file() and not same_file(folder / library.soname, library.path)
    )


def _loader_path() -> list[Path]:
    return [Path(entry) for entry in os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep) if entry]


def parts(whole: Found) -> list[Found]:
    """The parts of a library that it opens itself (``libcudnn_ops.so.9``), if ``LD_LIBRARY_PATH`` has them too.

    The library opens the parts in its own folder; but for what these parts are linked with, the loader prefers the
    copies on ``LD_LIBRARY_PATH``. Sorted so that each part follows those that it is linked with.
    """
    rest = {
        path.name: path
        for folder in _loader_path()
        for copy in folder.glob(f"{stem(whole.soname)}[-_]*.so*")
        if (path := whole.path.parent / copy.name).is_file() and not same_file(path, copy)
    }
    needed = {name: _needed(path) & rest.keys() - {name} for name, path in rest.items()}
    ordered: list[Found] = []
    while rest:
        # Libraries that are linked with each other have no order.
        name = next((name for name in sorted(rest) if not needed[name] & rest.keys()), min(rest))
        ordered.append(whole._replace(soname=name, path=rest.pop(name), size=None))
    return ordered


def _needed(path: Path) -> set[str]:
    try:
        return set(elf.read(path).needed)
    except (OSError, elf.NotElf, elf.Truncated):
        return set()


def _linked(plugin: Plugin) -> tuple[tuple[str, ...], list[str]]:
    """The sonames that the plugin's library and kernels are linked with, and the library's own search path."""
    kernels = plugin.descriptor.kernels
    files = [plugin.folder / running_python() / f"{name}.so" for name in (kernels.modules if kernels else ())]
    needed: list[str] = []
    search: tuple[str, ...] = ()
    for path in (plugin.library, *files):
        try:
            read = elf.read(path)
        except (OSError, elf.NotElf, elf.Truncated):
            # Another check diagnoses an unreadable file.
            continue
        needed += read.needed
        search = search or read.search
    folders = [place.replace("$ORIGIN", str(plugin.library.parent)) for place in search]
    return tuple(needed), [os.path.normpath(folder) for folder in folders if Path(folder).is_dir()]


def _places(plugin: Plugin) -> list[tuple[str, str]]:
    """The places to search in order, each with its label and folder (empty for wheels and the loader's cache)."""
    places: list[tuple[str, str]] = []
    for name in _order():
        if name == WHEELS:
            places.append((WHEELS, ""))
        elif name == SYSTEM:
            places += system_places(plugin.descriptor.folders)
        elif name.startswith("/"):
            places.append((ORDER, name))
        else:
            raise ConfigurationError(
                f"{ORDER} has an invalid value.",
                wanted=f"{WHEELS}, {SYSTEM} and folders that begin with /, separated by commas",
                found=repr(name),
                where=f"environment variable {ORDER}",
                commands=(f"unset {ORDER}",),
            )
    return places


def _order() -> list[str]:
    return [word.strip() for word in (os.environ.get(ORDER) or f"{WHEELS},{SYSTEM}").split(",")]


def system_places(patterns: tuple[str, ...]) -> list[tuple[str, str]]:
    """Folders that match ``patterns``, in which ``$NAME`` may be a list of folders; then the loader's cache."""
    places: list[tuple[str, str]] = []
    for pattern in patterns:
        name, slash, rest = pattern.removeprefix("$").partition("/")
        if pattern.startswith("$"):
            folders = [entry for entry in os.environ.get(name, "").split(os.pathsep) if entry]
            places += [(f"${name}", f"{folder}{slash}{rest}") for folder in folders]
        else:
            matches = sorted(Path("/").glob(pattern.lstrip("/")))
            places += [("system", str(folder)) for folder in matches if folder.is_dir()]
    return [*places, (str(ld_cache.LOADER_CACHE), "")]


def _look(library: VendorLibrary, place: tuple[str, str]) -> Found | None:
    label, folder = place
    if label == WHEELS:
        owner = find(library.distribution) if library.distribution else None
        path, size = _recorded(Path(owner.location), library.soname) if owner else (None, None)
        return Found(library.soname, path, owner.version, str(owner), size) if owner and path else None
    path = Path(folder, library.soname) if folder else ld_cache.system_cache().get(library.soname)
    if path is None or not path.is_file():
        return None
    owned = owner_of(library, path)
    return Found(library.soname, path, version_of(library, path, owned), owned or label)


def _recorded(info: Path, soname: str) -> tuple[Path | None, int | None]:
    """The file of that name in a distribution's RECORD, and its recorded size in bytes."""
    try:
        lines = read_text(info / "RECORD").splitlines()
    except (OSError, ValueError):
        return None, None
    for line in lines:
        # A name with a comma would be quoted; no vendor library has one.
        name, _, rest = line.partition(",")
        if name.endswith(f"/{soname}") and (path := info.parent / name).is_file():
            size = rest.rpartition(",")[2]
            return path, int(size) if size.isdecimal() else None
    return None, None


def version_of(library: VendorLibrary, path: Path, owner: str) -> str:
    """The version of the owning distribution, else the one in the file name that the soname links to.

    A file name that does not extend the soname (``libcupti.so.2024.3.2``) follows another version scheme.
    """
    if owner:
        return owner.rpartition(" ")[2]
    name = path.resolve().name
    version = name.partition(".so.")[2]
    return version if name.startswith(f"{library.soname}.") else ""


def owner_of(library: VendorLibrary, path: Path) -> str:
    """The wheel that installed ``path``, if it is the one that ships this library; else ""."""
    owner = find(library.distribution) if library.distribution else None
    if owner is None:
        return ""
    recorded, _ = _recorded(Path(owner.location), library.soname)
    return str(owner) if recorded and recorded.parent.resolve() == path.resolve().parent else ""


def is_below(version: str, minimum: str) -> bool:
    """Whether a version is older than ``minimum``; an unknown version is not."""
    if not version or not minimum:
        return False
    from packaging.version import InvalidVersion, Version

    try:
        return Version(version) < Version(minimum)
    except InvalidVersion:
        return False


def soname_of(path: Path) -> str:
    """The library's DT_SONAME, else its file name."""
    try:
        return elf.read(path).soname or path.name
    except (OSError, elf.NotElf, elf.Truncated):
        return path.name


def stem(soname: str) -> str:
    """The name before ``.so``: ``libcudnn`` for ``libcudnn.so.9``."""
    return soname.partition(".so")[0]


def same_file(one: Path, other: Path) -> bool:
    """Whether both paths lead to the same existing file."""
    try:
        return one.samefile(other)
    except OSError:
        return False
