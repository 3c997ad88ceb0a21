"""The hardware vendor's libraries: where each is found, which one is loaded, and whether it is new enough.

XLA opens them by name, and the loader takes what it likes: whatever the process has loaded under that name, then
what ``LD_LIBRARY_PATH`` holds. So each is looked for here, in a stated order, and loaded by its full path before
XLA asks for it. What was loaded in the end is read from the process itself.
"""

from __future__ import annotations

import ctypes
import logging
import os
import platform
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from jaxlib_core.environment import elf, install_commands
from jaxlib_core.environment.distributions import find, running_python
from jaxlib_core.environment.files import read_text
from jaxlib_core.errors import (
    ConfigurationError,
    PluginError,
    VendorLibraryBroken,
    VendorLibraryLoadedBefore,
    VendorLibraryMissing,
    VendorLibraryTooOld,
)
from jaxlib_core.plugins.descriptor import Descriptor, VendorLibrary
from jaxlib_core.plugins.discovery import Plugin

logger = logging.getLogger("jaxlib_core")

#: Where to look, in order, with commas between: ``wheels``, ``system``, or a folder.
ORDER = "JAXLIB_LIBRARIES"
WHEELS, SYSTEM = "wheels", "system"
#: jax's own word for letting versions be.
SKIP = "JAX_SKIP_CUDA_CONSTRAINTS_CHECK"

LOADER_CACHE = Path("/etc/ld.so.cache")
MAPS = Path("/proc/self/maps")

_MAGIC = b"glibc-ld.so.cache1.1"
_CACHE_HEADER, _CACHE_ENTRY = struct.Struct("<20sII20x"), struct.Struct("<iIIIQ")
#: How the loader's cache marks a library's architecture.
_CACHE_FLAGS = {"x86_64": 0x0300, "aarch64": 0x0A00}
_handles: dict[Path, ctypes.CDLL] = {}


class Found(NamedTuple):
    """A vendor's library: its path, its version where that can be told, and whose it is: a wheel or a place.

    ``size`` is what the wheel that it is from says of it, where it says that.
    """

    soname: str
    path: Path
    version: str
    owner: str
    size: int | None = None

    def __str__(self) -> str:
        return f"{self.soname} {self.version or 'of unknown version'} ({self.owner}): {self.path}"


class Survey(NamedTuple):
    """What was found of a plugin's libraries without loading any, what is missing, and the places looked at."""

    found: tuple[Found, ...]
    missing: tuple[VendorLibrary, ...]
    where: tuple[str, ...]


def survey(plugin: Plugin) -> Survey:
    """Look for each of the libraries that ``plugin`` opens by name, or that its own library is linked with.

    Raises:
        ConfigurationError: ``JAXLIB_LIBRARIES`` names no place.
    """
    if not plugin.descriptor.libraries:
        # Wherever it says to look, there is nothing to look for.
        return Survey((), (), ())
    places = _places(plugin)
    linked: tuple[str, ...] = ()
    if any(library.linked for library in plugin.descriptor.libraries):
        linked, search = _linked(plugin)
        places = [("the library's own path", folder) for folder in search] + places
    found: list[Found] = []
    missing: list[VendorLibrary] = []
    for library in plugin.descriptor.libraries:
        if library.linked and library.soname not in linked:
            continue
        first = next((hit for place in places if (hit := _look(library, place))), None)
        if first:
            found.append(first)
        else:
            missing.append(library)
    return Survey(tuple(found), tuple(missing), _where(plugin, linked=bool(linked)))


def _where(plugin: Plugin, *, linked: bool) -> tuple[str, ...]:
    """The places as they are stated, those too that are not there."""
    where = ["the library's own path"] if linked else []
    for word in _order():
        if word == SYSTEM:
            where += [*plugin.descriptor.folders, str(LOADER_CACHE)]
        elif word != WHEELS or any(library.distribution for library in plugin.descriptor.libraries):
            where.append(word)
    return tuple(where)


def problem(plugin: Plugin) -> PluginError | None:
    """Why ``plugin`` cannot have the libraries that it needs, or None; nothing is loaded."""
    this = plugin.descriptor
    if not this.libraries:
        return None
    try:
        seen = survey(plugin)
    except ConfigurationError as error:
        return error
    needed = [library for library in seen.missing if not library.optional]
    if needed:
        owners = _packages(this, seen)
        packages = dict.fromkeys(owners[library.soname] for library in needed if library.soname in owners)
        return VendorLibraryMissing(
            f"{this.distribution} {this.version} needs {needed[0].soname}, which is nowhere to be found.",
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
                + f"one that the system has in another folder is found with {ORDER}=FOLDER,{SYSTEM}"
            ),
        )
    for each in seen.found:
        if reason := _foreign(each):
            return _broken(plugin, each, reason)
    if SKIP in os.environ:
        return None
    floors = {library.soname: library for library in this.libraries}
    old = [each for each in seen.found if _below(each.version, floors[each.soname].minimum)]
    if old:
        return _too_old(plugin, old[0], [floors[each.soname] for each in old])
    return None


def _foreign(found: Found) -> str:
    """Why the file that was found is not what its name says, or nothing; it is read and not loaded."""
    try:
        size = found.path.stat().st_size
        read = elf.read(found.path)
    except (OSError, elf.NotElf, elf.Truncated) as error:
        return str(error.strerror if isinstance(error, OSError) and error.strerror else error)
    if read.architecture != platform.machine():
        return f"a library for {read.architecture}"
    if read.soname and read.soname != found.soname:
        return f"a library that calls itself {read.soname}"
    if found.size not in {None, size}:
        return f"{size:,} bytes, where {found.owner} installed {found.size:,}"
    return ""


def _broken(plugin: Plugin, found: Found, reason: str) -> PluginError:
    this = plugin.descriptor
    name, _, version = found.owner.rpartition(" ")
    owned = bool(name) and found.size is not None
    return VendorLibraryBroken(
        f"{found.soname}, which {this.distribution} {this.version} needs, is not what its name says.",
        wanted=f"{found.soname} for {platform.machine()}"
        + (f", as {found.owner} installed it" if owned else ""),
        found=reason,
        where=str(found.path),
        commands=install_commands.install(f"{name}=={version}", force=True)
        if name
        else (f"ls -l {found.path}",),
        note="" if name else f"take it away, or have another place searched first with {ORDER}",
    )


def shadowed(plugin: Plugin) -> tuple[tuple[Found, Path], ...]:
    """Copies on ``LD_LIBRARY_PATH`` that the loader would take, and that are passed over for what is found."""
    try:
        found = survey(plugin).found
    except PluginError:
        return ()
    return tuple(
        (each, folder / each.soname)
        for whole in found
        for each in (whole, *_parts(whole))
        for folder in _loader_path()
        if (folder / each.soname).is_file() and not _same(folder / each.soname, each.path)
    )


def _loader_path() -> list[Path]:
    return [Path(entry) for entry in os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep) if entry]


def _parts(whole: Found) -> list[Found]:
    """What lies beside a library for it to open (``libcudnn_ops.so.9``), if ``LD_LIBRARY_PATH`` has it, too.

    The library looks in its own folder; but of what the parts are linked with, the loader takes the copies there.
    Each comes after those that it is linked with.
    """
    rest = {
        path.name: path
        for folder in _loader_path()
        for copy in folder.glob(f"{_stem(whole.soname)}[-_]*.so*")
        if (path := whole.path.parent / copy.name).is_file() and not _same(path, copy)
    }
    needed = {name: _needed(path) & rest.keys() - {name} for name, path in rest.items()}
    ordered: list[Found] = []
    while rest:
        # Libraries that need each other have no order.
        name = next((name for name in sorted(rest) if not needed[name] & rest.keys()), min(rest))
        ordered.append(whole._replace(soname=name, path=rest.pop(name), size=None))
    return ordered


def _needed(path: Path) -> set[str]:
    try:
        return set(elf.read(path).needed)
    except (OSError, elf.NotElf, elf.Truncated):
        return set()


def linked_problem(plugin: Plugin) -> PluginError | None:
    """As ``problem``, for a plugin whose library is linked with the vendor's and cannot be loaded without them."""
    return problem(plugin) if any(library.linked for library in plugin.descriptor.libraries) else None


def _linked(plugin: Plugin) -> tuple[tuple[str, ...], list[str]]:
    """What the plugin's library and kernels are linked with, and the folders where the library says to look."""
    kernels = plugin.descriptor.kernels
    files = [plugin.folder / running_python() / f"{name}.so" for name in (kernels.modules if kernels else ())]
    needed: list[str] = []
    search: tuple[str, ...] = ()
    for path in (plugin.library, *files):
        try:
            read = elf.read(path)
        except (OSError, elf.NotElf, elf.Truncated):
            # What is wrong with it is another diagnosis.
            continue
        needed += read.needed
        search = search or read.search
    folders = [place.replace("$ORIGIN", str(plugin.library.parent)) for place in search]
    return tuple(needed), [os.path.normpath(folder) for folder in folders if Path(folder).is_dir()]


def _packages(this: Descriptor, seen: Survey) -> dict[str, str]:
    """The package of each library that the plugin is linked with, all among the vendor's later ones or none."""
    here = {each.soname for each in seen.found} | {each.soname for each in seen.missing}
    linked = [library for library in this.libraries if library.linked and library.soname in here]
    later = any(not library.package for library in linked)
    return {library.soname: library.later_package if later else library.package for library in linked}


def load(plugin: Plugin, *, early: bool = False) -> None:
    """Load what there is of the libraries by full path, in the descriptor's order; what is missing is passed over.

    With ``early`` only those that kernel modules open, or are linked with, as soon as they are imported.

    Raises:
        VendorLibraryLoadedBefore: The process has one of that name from elsewhere already, and it is too old. Where
            it is new enough, that is logged as a warning.
    """
    floors = {library.soname: library for library in plugin.descriptor.libraries}
    for each in survey(plugin).found:
        if early and not (floors[each.soname].early or floors[each.soname].linked):
            continue
        for one in (each, *_parts(each)):
            before = _mapped(one.soname)
            if before and not _same(before, one.path):
                _tell(plugin, one, before, floors[each.soname])
            elif one.path not in _handles:
                try:
                    _handles[one.path] = ctypes.CDLL(str(one.path))
                except OSError as error:
                    # Some of cuDNN's parts are linked with the driver's library, which is not everywhere.
                    level = logging.WARNING if one is each else logging.DEBUG
                    logger.log(level, "%s could not be loaded: %s", one, error)


def loaded(plugin: Plugin) -> tuple[Found, ...]:
    """Every library of the vendor's that this process has loaded, from wherever it was, by its maps."""
    found: list[Found] = []
    stems = {_stem(library.soname): library for library in plugin.descriptor.libraries}
    for path in _maps():
        # cuDNN's parts (libcudnn_ops.so.9) are its own affair, and count as cuDNN's.
        matching = [stem for stem in stems if path.name.startswith(stem) and ".so" in path.name]
        if matching:
            library = stems[max(matching, key=len)]
            owner = _owner(library, path)
            found.append(
                Found(_soname(path), path, _version(library, path, owner), owner or "no known wheel")
            )
    return tuple(sorted(found))


def _tell(plugin: Plugin, wanted: Found, before: Path, library: VendorLibrary) -> None:
    owner = _owner(library, before)
    version = _version(library, before, owner)
    error = VendorLibraryLoadedBefore(
        f"Something else in this process loaded {wanted.soname} before {plugin.descriptor.distribution} did.",
        wanted=str(wanted),
        found=str(Found(wanted.soname, before, version, owner or "no known wheel")),
        where=str(before),
        commands=("python -c 'import jax; jax.devices()'",),
        note="the process keeps the one that came first: use jax before what loads the other, or remove that",
    )
    if SKIP not in os.environ and _below(version, library.minimum):
        raise error
    logger.warning("%s", error)


def _too_old(plugin: Plugin, first: Found, libraries: list[VendorLibrary]) -> PluginError:
    this = plugin.descriptor
    (floor, *_) = libraries
    return VendorLibraryTooOld(
        f"{first.soname} is too old for {this.distribution} {this.version}.",
        wanted=f"{floor.soname} {floor.minimum} or newer",
        found=str(first),
        where=str(first.path),
        commands=install_commands.install(*_requirements(libraries)),
        note=f"to try it all the same: export {SKIP}=1",
    )


def _requirements(libraries: list[VendorLibrary]) -> list[str]:
    texts = (
        f"{library.distribution}>={library.minimum}" if library.minimum else library.distribution
        for library in libraries
    )
    return list(dict.fromkeys(text for text in texts if text))


# ---- Places.


def _places(plugin: Plugin) -> list[tuple[str, str]]:
    """Where to look, in order: what to call the place, and its folder (none for wheels and the loader's cache)."""
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
                f"{ORDER} has a value that means nothing.",
                wanted=f"{WHEELS}, {SYSTEM} and folders that begin with /, with commas between",
                found=repr(name),
                where=f"environment variable {ORDER}",
                commands=(f"unset {ORDER}",),
            )
    return places


def _order() -> list[str]:
    return [word.strip() for word in (os.environ.get(ORDER) or f"{WHEELS},{SYSTEM}").split(",")]


def system_places(patterns: tuple[str, ...]) -> list[tuple[str, str]]:
    """The folders that match ``patterns``, whose ``$NAME`` may be a list of folders, and the loader's cache."""
    places: list[tuple[str, str]] = []
    for pattern in patterns:
        name, slash, rest = pattern.removeprefix("$").partition("/")
        if pattern.startswith("$"):
            folders = [entry for entry in os.environ.get(name, "").split(os.pathsep) if entry]
            places += [(f"${name}", f"{folder}{slash}{rest}") for folder in folders]
        else:
            matches = sorted(Path("/").glob(pattern.lstrip("/")))
            places += [("system", str(folder)) for folder in matches if folder.is_dir()]
    return [*places, (str(LOADER_CACHE), "")]


def _look(library: VendorLibrary, place: tuple[str, str]) -> Found | None:
    label, folder = place
    if label == WHEELS:
        owner = find(library.distribution) if library.distribution else None
        path, size = _recorded(Path(owner.location), library.soname) if owner else (None, None)
        return Found(library.soname, path, owner.version, str(owner), size) if owner and path else None
    path = Path(folder, library.soname) if folder else system_cache().get(library.soname)
    if path is None or not path.is_file():
        return None
    owned = _owner(library, path)
    return Found(library.soname, path, _version(library, path, owned), owned or label)


def _recorded(info: Path, soname: str) -> tuple[Path | None, int | None]:
    """The file of that name among those that a distribution says it installed, and the size that it says it has."""
    try:
        lines = read_text(info / "RECORD").splitlines()
    except (OSError, ValueError):
        return None, None
    for line in lines:
        # A name with a comma in it is quoted; no library of a vendor's has one.
        name, _, rest = line.partition(",")
        if name.endswith(f"/{soname}") and (path := info.parent / name).is_file():
            size = rest.rpartition(",")[2]
            return path, int(size) if size.isdecimal() else None
    return None, None


def system_cache() -> dict[str, Path]:
    """What the loader finds without being told a folder: the contents of its cache, by library."""
    try:
        content = LOADER_CACHE.read_bytes()
    except OSError:
        return {}
    # An older table may come before this one.
    start = content.find(_MAGIC)
    if start < 0:
        return {}
    _, count, _ = _CACHE_HEADER.unpack_from(content, start)
    wanted = _CACHE_FLAGS.get(platform.machine())
    found: dict[str, Path] = {}
    for index in range(count):
        at = start + _CACHE_HEADER.size + index * _CACHE_ENTRY.size
        flags, key, value, _, _ = _CACHE_ENTRY.unpack_from(content, at)
        if wanted is None or flags & 0xFF00 == wanted:
            name, path = (_text(content, start + offset) for offset in (key, value))
            found.setdefault(name, Path(path))
    return found


def _text(content: bytes, at: int) -> str:
    return content[at : content.index(b"\0", at)].decode("utf-8", "replace")


# ---- Versions.


def _version(library: VendorLibrary, path: Path, owner: str) -> str:
    """By the distribution that owns it, else by the file's own name, as ``libcublas.so.12`` is a link to it.

    A name that does not go on from the soname (``libcupti.so.2024.3.2``) says another version, not to be compared.
    """
    if owner:
        return owner.rpartition(" ")[2]
    name = path.resolve().name
    version = name.partition(".so.")[2]
    return version if name.startswith(f"{library.soname}.") else ""


def _owner(library: VendorLibrary, path: Path) -> str:
    """The wheel that installed ``path``, if it is the one that ships this library."""
    owner = find(library.distribution) if library.distribution else None
    if owner is None:
        return ""
    recorded, _ = _recorded(Path(owner.location), library.soname)
    return str(owner) if recorded and recorded.parent.resolve() == path.resolve().parent else ""


def _below(version: str, minimum: str) -> bool:
    if not version or not minimum:
        return False
    from packaging.version import InvalidVersion, Version

    try:
        return Version(version) < Version(minimum)
    except InvalidVersion:
        return False


# ---- The process.


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
    stem = _stem(soname)
    for path in _maps():
        if path.name.startswith(f"{stem}.so") and _soname(path) == soname:
            return path
    return None


def _soname(path: Path) -> str:
    try:
        return elf.read(path).soname or path.name
    except (OSError, elf.NotElf, elf.Truncated):
        return path.name


def _stem(soname: str) -> str:
    return soname.partition(".so")[0]


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
