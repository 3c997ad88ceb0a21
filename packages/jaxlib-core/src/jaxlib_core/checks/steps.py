"""What must hold before anything compiled of a plugin is loaded: an ordered tuple of small steps.

Each step looks at one thing and returns its diagnosis or None. The order is the order of causes: a step may
rely on all before it, so the first diagnosis is the one to fix.
"""

from __future__ import annotations

import errno
import mmap
import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from jaxlib_core.environment import elf, files, install_commands
from jaxlib_core.environment.distributions import UNKNOWN, Installed, copies, release, search_path, stated
from jaxlib_core.errors import (
    ConfigurationError,
    ConflictingInstallation,
    LibraryMissing,
    LibraryNotLoadable,
    LibraryReplaced,
    LibraryTruncated,
    LibraryUnreadable,
    MetadataUnreadable,
    NotAPjrtLibrary,
    NotInstalled,
    PjrtApiMalformed,
    PjrtApiTooNew,
    PjrtApiTooOld,
    PjrtApiTooShort,
    PjrtFunctionNull,
    PluginError,
    VersionMismatch,
    WrongArchitecture,
)
from jaxlib_core.plugins.discovery import CORE, Plugin

Step = Callable[[Plugin], PluginError | None]

#: The one symbol that a PJRT plugin library exports.
ENTRY = "GetPjrtApi"


def first_problem(plugin: Plugin, steps: Sequence[Step] = ()) -> PluginError | None:
    """The first diagnosis of ``steps`` (default: ``STEPS``) for ``plugin``, or None where all hold."""
    return next((problem for step in steps or STEPS if (problem := step(plugin))), None)


def _family(plugin: Plugin) -> tuple[str, ...]:
    from jaxlib_core.checks import release_mismatch

    return release_mismatch.family(plugin)


def core_matches(plugin: Plugin) -> PluginError | None:
    """jaxlib-core itself is of the plugin's release."""
    return _same_release(plugin, CORE)


def jaxlib_matches(plugin: Plugin) -> PluginError | None:
    """Jaxlib is installed, once, and of the plugin's release."""
    return _same_release(plugin, "jaxlib")


def jax_matches(plugin: Plugin) -> PluginError | None:
    """Jax is installed, once, and of the plugin's release."""
    return _same_release(plugin, "jax")


def _same_release(plugin: Plugin, name: str) -> PluginError | None:
    this = plugin.descriptor
    wanted = (
        f"{name} {this.jaxlib.release}, the release that {this.distribution} {this.version} was built for"
    )
    everywhere = copies(name)
    found = everywhere[0] if everywhere else stated(name)
    if found is None:
        return NotInstalled(
            f"{this.distribution} {this.version} needs {name}, which is not installed.",
            wanted=wanted,
            found=f"no installed distribution named {name}",
            where=tuple(search_path()),
            commands=install_commands.install(*_family(plugin)),
        )
    beside = [copy for copy in everywhere if Path(copy.location).parent == Path(found.location).parent]
    if len({copy.version for copy in beside}) > 1:
        return ConflictingInstallation(
            f"{name} is installed twice in the same folder.",
            wanted=wanted,
            found=" and ".join(str(copy) for copy in beside),
            where=tuple(copy.location for copy in beside),
            commands=install_commands.instead_of_two(name, this.jaxlib.release),
        )
    if found.version == UNKNOWN:
        return unreadable(found, f"{name}=={this.jaxlib.release}")
    # The second comparison has to import a parser of versions; the first is nearly always true.
    if found.version == this.jaxlib.release or release(found.version) == release(this.jaxlib.release):
        return None
    from jaxlib_core.checks import release_mismatch

    return release_mismatch.mismatch(plugin, found, wanted, _damaged(plugin))


def _damaged(plugin: Plugin) -> str:
    """The distribution to be installed again too, as the plugin's library is not what it was; else nothing.

    Whoever types one command is to be done with it.
    """
    if library_is_installed(plugin) or not library_is_sound(plugin):
        return ""
    owner = plugin.descriptor.library.owner
    return owner.distribution if owner else plugin.descriptor.distribution


def unreadable(found: Installed, requirement: str) -> PluginError:
    """The diagnosis for a distribution whose metadata does not say its version."""
    forbidden = any(
        Path(path).exists() and not os.access(path, os.R_OK)
        for path in (found.location, f"{found.location}/METADATA")
    )
    return MetadataUnreadable(
        f"The metadata of {found.name} cannot be read.",
        wanted="a file METADATA with a name and a version",
        found="one that this user may not read" if forbidden else "no such file, or one that says neither",
        where=found.location,
        commands=install_commands.readable(found.location)
        if forbidden
        else install_commands.install(requirement, force=True),
        note=install_commands.AS_OWNER if forbidden else "",
    )


def _beside(everywhere: Sequence[Installed]) -> list[Installed]:
    """Those of the copies of a distribution that are in the folder of the first."""
    return [copy for copy in everywhere if Path(copy.location).parent == Path(everywhere[0].location).parent]


def plugin_is_whole(plugin: Plugin) -> PluginError | None:
    """The plugin's own metadata is there once, and of the version of what lies beside it."""
    this = plugin.descriptor
    beside = _beside(copies(this.distribution))
    if len(beside) > 1:
        return ConflictingInstallation(
            f"{this.distribution} is installed twice in the same folder.",
            wanted=f"one {this.distribution}",
            found=" and ".join(str(copy) for copy in beside),
            where=tuple(copy.location for copy in beside),
            commands=install_commands.instead_of_two(this.distribution, this.version),
        )
    found = next(iter(beside), None)
    if found and found.version == UNKNOWN:
        return unreadable(found, this.requirement)
    if found and found.version != this.version:
        return VersionMismatch(
            f"{this.distribution} is half {found.version} and half {this.version}.",
            wanted=f"metadata and module of one version of {this.distribution}",
            found=f"metadata of {found.version}, a module of {this.version}",
            where=(found.location, str(plugin.folder)),
            commands=install_commands.install(f"{this.distribution}=={this.version}", force=True),
        )
    return None


def library_is_installed(plugin: Plugin) -> PluginError | None:
    """The distribution that ships the library, where the plugin itself does not, is there at the stated version."""
    this, owner = plugin.descriptor, plugin.descriptor.library.owner
    if owner is None or plugin.given:
        return None
    wanted = f"{owner}, whose library this plugin loads"
    everywhere = copies(owner.distribution)
    over = tuple(found for name in owner.of_same_files for found in copies(name)[:1])
    if over:
        names = " and ".join(str(each) for each in over)
        return ConflictingInstallation(
            f"{names} writes the files of {owner.distribution}, which {this.distribution} {this.version} loads.",
            wanted=f"{owner} alone",
            found=" and ".join(str(each) for each in (*everywhere[:1], *over)),
            where=tuple(each.location for each in (*everywhere[:1], *over)),
            commands=install_commands.both(
                # Its files go with the other; those that are there may be of either.
                install_commands.uninstall(*(each.name for each in over)),
                install_commands.install(f"{owner.distribution}=={owner.version}", force=True),
            ),
        )
    beside = _beside(everywhere)
    if len(beside) > 1:
        return ConflictingInstallation(
            f"{owner.distribution} is installed twice in the same folder.",
            wanted=wanted,
            found=" and ".join(str(copy) for copy in beside),
            where=tuple(copy.location for copy in beside),
            commands=install_commands.instead_of_two(owner.distribution, owner.version),
        )
    if not everywhere:
        return NotInstalled(
            f"{this.distribution} {this.version} needs {owner.distribution}, which is not installed.",
            wanted=wanted,
            found=f"no installed distribution named {owner.distribution}",
            where=tuple(search_path()),
            commands=reinstall(plugin, force=False),
        )
    if everywhere[0].version == owner.version:
        return None
    return VersionMismatch(
        f"{this.distribution} {this.version} does not go with {everywhere[0]}.",
        wanted=wanted,
        found=str(everywhere[0]),
        where=everywhere[0].location,
        commands=reinstall(plugin, force=False),
    )


def reinstall(plugin: Plugin, *, force: bool = True) -> tuple[str, ...]:
    """The commands that put the library in its place again: from the distribution that ships it.

    Where the environment gives another one, it is the one to be done without.
    """
    if plugin.given:
        return (f"unset {plugin.descriptor.library.variable}",)
    this, owner = plugin.descriptor, plugin.descriptor.library.owner
    requirement = f"{owner.distribution}=={owner.version}" if owner else this.requirement
    return install_commands.install(requirement, force=force)


def xla_flags_are_known(plugin: Plugin) -> PluginError | None:
    """Every flag in ``XLA_FLAGS`` is one that this library knows; XLA ends the process at one it does not."""
    names = xla_flags(os.environ.get("XLA_FLAGS", ""))
    if not names:
        return None
    # A flag's name is a C string in the library that knows it.
    with (
        files.open_regular(plugin.library) as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as image,
    ):
        unknown = [name for name in names if image.find(name.encode() + b"\0") < 0]
    if not unknown:
        return None
    this = plugin.descriptor
    return ConfigurationError(
        f"XLA_FLAGS holds a flag that the library of {this.distribution} does not know.",
        wanted=f"flags known to {this.provenance.name} {this.provenance.version}",
        found=", ".join(f"--{name}" for name in unknown),
        where=("environment variable XLA_FLAGS", str(plugin.library)),
        commands=("unset XLA_FLAGS",),
        note="XLA would end the process at it; take only that flag out if you need the others",
    )


def xla_flags(text: str) -> dict[str, str]:
    """The flags of an ``XLA_FLAGS`` value, name to value; the last of equal names counts.

    As XLA reads it: a value that does not begin with ``-`` names a file that holds the flags, and a flag
    without ``=`` has the empty value here. A file that cannot be read holds none.
    """
    if text.strip() and not text.lstrip().startswith("-"):
        try:
            text = Path(text.strip()).read_text("utf-8")
        except OSError:
            return {}
    words = (word.lstrip("-").partition("=") for word in text.split() if word.startswith("-"))
    return {name: value for name, _, value in words}


def library_is_sound(plugin: Plugin) -> PluginError | None:
    """The library is there, whole, for this machine, a PJRT library, and of the size the descriptor states."""
    this, path = plugin.descriptor, plugin.library
    again = reinstall(plugin)
    here = str(path)
    try:
        size = path.stat().st_size
        read = elf.read(path)
    except FileNotFoundError:
        return LibraryMissing(
            f"{this.distribution} {this.version} has lost its library.",
            wanted=f"{this.library.file}, {this.library.size:,} bytes",
            found="no such file",
            where=here,
            commands=again,
        )
    except OSError as error:
        return LibraryUnreadable(
            f"The library of {this.distribution} {this.version} cannot be read.",
            wanted=f"a file {this.library.file} that this user may read",
            found=f"{error.strerror or error}",
            where=here,
            commands=install_commands.readable(path) if error.errno == errno.EACCES else again,
            note=install_commands.AS_OWNER if error.errno == errno.EACCES else "",
        )
    except elf.Truncated as error:
        return LibraryTruncated(
            f"The library of {this.distribution} {this.version} is cut short.",
            wanted=f"{this.library.size:,} bytes",
            found=f"{size:,} bytes: {error}",
            where=here,
            commands=again,
        )
    except elf.NotElf as error:
        return LibraryReplaced(
            f"The library of {this.distribution} {this.version} is not a shared object.",
            wanted=f"the library that the descriptor states, {this.library.size:,} bytes",
            found=f"{size:,} bytes, a file that {error}",
            where=here,
            commands=again,
        )
    if read.architecture != platform.machine():
        return WrongArchitecture(
            f"The library of {this.distribution} {this.version} is for another processor.",
            wanted=f"a library for {platform.machine()}, this machine",
            found=f"a library for {read.architecture}",
            where=here,
            commands=again,
        )
    if ENTRY not in read.exports:
        return NotAPjrtLibrary(
            f"The library of {this.distribution} {this.version} is no PJRT plugin.",
            wanted=f"a shared object that exports {ENTRY}",
            found=f"one that exports {len(read.exports)} names, {ENTRY} not among them",
            where=here,
            commands=again,
        )
    if size != this.library.size and not plugin.given:
        return LibraryReplaced(
            f"The library of {this.distribution} {this.version} is not the one that was installed.",
            wanted=f"{this.library.size:,} bytes, from {this.provenance.name} {this.provenance.version}",
            found=f"{size:,} bytes",
            where=here,
            commands=again,
        )
    return None


def linked_libraries_are_found(plugin: Plugin) -> PluginError | None:
    """What the library is linked with of the hardware vendor's is there: without it, it cannot be opened at all."""
    from jaxlib_core.checks import vendor_libraries

    return vendor_libraries.linked_problem(plugin)


def descriptor_api_in_range(plugin: Plugin) -> PluginError | None:
    """The PJRT C API version that the descriptor states, if it is of this library, is one that jaxlib accepts."""
    return (
        None if plugin.given else api_in_range(plugin, plugin.descriptor.library.pjrt_api, "the descriptor")
    )


def api_in_range(plugin: Plugin, version: tuple[int, int], source: str) -> PluginError | None:
    """PJRT C API ``version``, as ``source`` states it, is one that jaxlib accepts."""
    this, jaxlib = plugin.descriptor, plugin.descriptor.jaxlib
    minimum = jaxlib.pjrt_api_minimum
    if version[0] == jaxlib.pjrt_api_major and version >= minimum:
        return None
    kind = PjrtApiTooNew if version[0] > jaxlib.pjrt_api_major else PjrtApiTooOld
    return kind(
        f"The PJRT C API of {this.distribution} {this.version} is too {'new' if kind is PjrtApiTooNew else 'old'} "
        f"for jaxlib {jaxlib.release}.",
        wanted=f"PJRT C API {minimum[0]}.{minimum[1]} or newer with major version {jaxlib.pjrt_api_major}",
        found=f"PJRT C API {version[0]}.{version[1]}, by {source}",
        where=str(plugin.library),
        commands=install_commands.install(*_family(plugin), force=True),
        note=f"if it stays so, {this.distribution} was built for another jaxlib: tell its maintainers",
    )


class Table(Protocol):
    """What a loaded library's table of functions says of itself."""

    @property
    def struct_size(self) -> int:
        """Its size in bytes."""

    @property
    def null_functions(self) -> tuple[str, ...]:
        """Functions that jax calls, and that are null."""

    @property
    def missing_functions(self) -> tuple[str, ...]:
        """Functions that jax calls, and that it ends before."""


def functions_are_there(plugin: Plugin, table: Table) -> PluginError | None:
    """Every function that jax calls of any library, and without asking, is there: it would jump to nowhere."""
    this = plugin.descriptor
    null, missing = table.null_functions, table.missing_functions
    if not null and not missing:
        return None
    kind = PjrtApiTooShort if missing else PjrtFunctionNull
    return kind(
        f"The library of {this.distribution} {this.version} "
        f"{'ends its table of functions too early' if missing else 'has holes in its table of functions'}.",
        wanted="a PJRT_Api with every function that jax calls",
        found=f"one of {table.struct_size} bytes, without {_some(missing or null)}",
        where=str(plugin.library),
        commands=reinstall(plugin),
        note=f"if it stays so, {this.distribution} was built wrong: tell its maintainers",
    )


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def malformed(plugin: Plugin, reason: str) -> PluginError:
    """The diagnosis for a library whose table of functions is not one."""
    this = plugin.descriptor
    return PjrtApiMalformed(
        f"The library of {this.distribution} {this.version} has no usable table of functions.",
        wanted="a PJRT_Api that says its size and version",
        found=reason,
        where=str(plugin.library),
        commands=reinstall(plugin),
    )


def extension_does_not_import(plugin: Plugin, name: str, error: Exception) -> PluginError:
    """The diagnosis for a plugin whose compiled part, which loads the library, does not import."""
    this = plugin.descriptor
    return LibraryNotLoadable(
        f"The extension of {this.distribution} {this.version} does not import.",
        wanted=f"{name}, which loads {this.library.file}",
        found=str(error),
        where=str(plugin.folder),
        commands=install_commands.install(this.requirement, force=True),
    )


def not_loadable(plugin: Plugin, reason: str) -> PluginError:
    """The diagnosis for a library that passed every check and still could not be loaded."""
    this = plugin.descriptor
    return LibraryNotLoadable(
        f"The library of {this.distribution} {this.version} cannot be loaded.",
        wanted=f"{this.library.file} loaded as a PJRT plugin",
        found=reason,
        where=str(plugin.library),
        commands=reinstall(plugin),
    )


#: Those that compare releases, by metadata alone.
RELEASES: tuple[Step, ...] = (core_matches, jaxlib_matches, jax_matches)

#: In the order of causes; ``first_problem`` stops at the first that has something to say.
STEPS: tuple[Step, ...] = (
    plugin_is_whole,
    *RELEASES,
    library_is_installed,
    library_is_sound,
    linked_libraries_are_found,
    descriptor_api_in_range,
    xla_flags_are_known,
)

#: Those that do not speak of jax: for a program that loads the library itself, with or without jax installed.
WITHOUT_JAX: tuple[Step, ...] = (plugin_is_whole, core_matches, library_is_sound, xla_flags_are_known)
