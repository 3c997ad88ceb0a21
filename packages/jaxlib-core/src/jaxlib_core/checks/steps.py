"""The checks before a plugin's compiled code is loaded: an ordered tuple of small steps.

Each step looks at one thing and returns its diagnosis or None. The order is the order of causes: a step may
rely on all before it, so the first diagnosis is the one to fix.
"""

from __future__ import annotations

import errno
import mmap
import os
import platform
from collections.abc import Callable, Sequence
from functools import reduce
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
from jaxlib_core.plugins.descriptor import Owner
from jaxlib_core.plugins.discovery import CORE, Plugin

Step = Callable[[Plugin], PluginError | None]

#: The one symbol that a PJRT plugin library exports.
ENTRY = "GetPjrtApi"


def first_problem(plugin: Plugin, steps: Sequence[Step] = ()) -> PluginError | None:
    """The first diagnosis of ``steps`` (default: ``STEPS``) for ``plugin``, or None if all of them pass."""
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
    """The diagnosis for ``name`` if its release differs; the command fixes the others, too."""
    problem = _of_release(plugin, name)
    return _with_releases(plugin, problem) if problem else None


#: Metadata that an installer cannot handle: present twice, or unreadable.
_DAMAGED = (ConflictingInstallation, MetadataUnreadable)


def _with_releases(plugin: Plugin, problem: PluginError) -> PluginError:
    """``problem`` with a command that also fixes the metadata and releases of jax, jaxlib and jaxlib-core."""
    others = [each for name in (CORE, "jaxlib", "jax") if (each := _of_release(plugin, name))]
    own = [] if problem.summary in {each.summary for each in others} else [problem]
    damaged = [each for each in others if isinstance(each, _DAMAGED)]
    # The command for a release mismatch covers all of them.
    apart = [each for each in others if not isinstance(each, _DAMAGED)][:1]
    commands = dict.fromkeys(each.commands for each in (*own, *damaged, *apart))
    return problem if len(commands) < 2 else problem.fixed_by(*reduce(install_commands.both, commands))


def _of_release(plugin: Plugin, name: str) -> PluginError | None:
    descriptor = plugin.descriptor
    built_for = descriptor.jaxlib.release
    wanted = (
        f"{name} {built_for}, the release that {descriptor.distribution} {descriptor.version} was built for"
    )
    everywhere = copies(name)
    installed = everywhere[0] if everywhere else stated(name)
    if installed is None:
        return NotInstalled(
            f"{descriptor.distribution} {descriptor.version} needs {name}, which is not installed.",
            wanted=wanted,
            found=f"no installed distribution named {name}",
            where=tuple(search_path()),
            commands=install_commands.install(*_family(plugin)),
        )
    beside = [copy for copy in everywhere if Path(copy.location).parent == Path(installed.location).parent]
    if len({copy.version for copy in beside}) > 1:
        return ConflictingInstallation(
            f"{name} is installed twice in the same folder.",
            wanted=wanted,
            found=" and ".join(str(copy) for copy in beside),
            where=tuple(copy.location for copy in beside),
            commands=install_commands.instead_of_two(name, descriptor.jaxlib.release),
        )
    if installed.version == UNKNOWN:
        return unreadable(installed, f"{name}=={descriptor.jaxlib.release}")
    # release() has to import packaging; the plain comparison is nearly always true.
    if installed.version == descriptor.jaxlib.release or release(installed.version) == release(
        descriptor.jaxlib.release
    ):
        return None
    from jaxlib_core.checks import release_mismatch

    return release_mismatch.mismatch(plugin, installed, wanted, _damaged(plugin))


def _damaged(plugin: Plugin) -> str:
    """The plugin's distribution if its library is damaged and must be reinstalled too, else "".

    One command then fixes everything.
    """
    if library_is_installed(plugin) or not library_is_sound(plugin):
        return ""
    owner = plugin.descriptor.library.owner
    return owner.distribution if owner else plugin.descriptor.distribution


def unreadable(installed: Installed, requirement: str) -> PluginError:
    """The diagnosis for a distribution whose metadata states no version."""
    forbidden = any(
        Path(path).exists() and not os.access(path, os.R_OK)
        for path in (installed.location, f"{installed.location}/METADATA")
    )
    return MetadataUnreadable(
        f"The metadata of {installed.name} cannot be read.",
        wanted="a file METADATA with a name and a version",
        found="one that this user may not read" if forbidden else "no such file, or one that states neither",
        where=installed.location,
        commands=install_commands.readable(installed.location)
        if forbidden
        else install_commands.install(requirement, force=True),
        note=install_commands.AS_OWNER if forbidden else "",
    )


def _beside(everywhere: Sequence[Installed]) -> list[Installed]:
    """The copies of a distribution that are in the folder of the first one."""
    return [copy for copy in everywhere if Path(copy.location).parent == Path(everywhere[0].location).parent]


def plugin_is_whole(plugin: Plugin) -> PluginError | None:
    """The plugin's own metadata exists once, with the version of the files beside it."""
    descriptor = plugin.descriptor
    beside = _beside(copies(descriptor.distribution))
    if len(beside) > 1:
        twice = ConflictingInstallation(
            f"{descriptor.distribution} is installed twice in the same folder.",
            wanted=f"one {descriptor.distribution}",
            found=" and ".join(str(copy) for copy in beside),
            where=tuple(copy.location for copy in beside),
            commands=install_commands.instead_of_two(descriptor.distribution, descriptor.version),
        )
        return _with_releases(plugin, twice)
    decoy = next(iter(beside), None)
    if decoy and decoy.version == UNKNOWN:
        return _with_releases(plugin, unreadable(decoy, descriptor.requirement))
    if decoy and decoy.version != descriptor.version:
        half = VersionMismatch(
            f"{descriptor.distribution} is half {decoy.version} and half {descriptor.version}.",
            wanted=f"metadata and module of one version of {descriptor.distribution}",
            found=f"metadata of {decoy.version}, a module of {descriptor.version}",
            where=(decoy.location, str(plugin.folder)),
            commands=install_commands.install(f"{descriptor.distribution}=={descriptor.version}", force=True),
        )
        return _with_releases(plugin, half)
    return None


def library_is_installed(plugin: Plugin) -> PluginError | None:
    """If another distribution ships the library, it is installed once, with the version in the descriptor."""
    descriptor, owner = plugin.descriptor, plugin.descriptor.library.owner
    if owner is None or plugin.given:
        return None
    wanted = f"{owner}, whose library this plugin loads"
    everywhere = copies(owner.distribution)
    over = tuple(distribution for name in owner.of_same_files for distribution in copies(name)[:1])
    if over:
        return _overwritten(plugin, owner, everywhere[:1], over)
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
            f"{descriptor.distribution} {descriptor.version} needs {owner.distribution}, which is not installed.",
            wanted=wanted,
            found=f"no installed distribution named {owner.distribution}",
            where=tuple(search_path()),
            commands=reinstall(plugin, force=False),
        )
    if everywhere[0].version == owner.version:
        return None
    return VersionMismatch(
        f"{descriptor.distribution} {descriptor.version} is not compatible with {everywhere[0]}.",
        wanted=wanted,
        found=str(everywhere[0]),
        where=everywhere[0].location,
        commands=reinstall(plugin, force=False),
    )


def _overwritten(
    plugin: Plugin, owner: Owner, owned: Sequence[Installed], others: Sequence[Installed]
) -> ConflictingInstallation:
    """The diagnosis if ``others`` also write the files of the library's owner."""
    descriptor, both = plugin.descriptor, (*owned, *others)
    names = " and ".join(map(str, others))
    return ConflictingInstallation(
        f"{names} writes the files of {owner.distribution}, which {descriptor.distribution} "
        f"{descriptor.version} loads.",
        wanted=f"{owner} alone",
        found=" and ".join(map(str, both)),
        where=tuple(distribution.location for distribution in both),
        commands=install_commands.both(
            # Uninstalling the other one removes files of both, so the right one is reinstalled afterwards.
            install_commands.uninstall(*(distribution.name for distribution in others)),
            install_commands.install(f"{owner.distribution}=={owner.version}", force=True),
        ),
    )


def reinstall(plugin: Plugin, *, force: bool = True) -> tuple[str, ...]:
    """The commands that reinstall the library from the distribution that ships it.

    Where an environment variable names another library, the command unsets it.
    """
    if plugin.given:
        return (f"unset {plugin.descriptor.library.variable}",)
    descriptor, owner = plugin.descriptor, plugin.descriptor.library.owner
    requirement = f"{owner.distribution}=={owner.version}" if owner else descriptor.requirement
    return install_commands.install(requirement, force=force)


def xla_flags_are_known(plugin: Plugin) -> PluginError | None:
    """Every flag in ``XLA_FLAGS`` is known to this library: XLA aborts the process at an unknown flag."""
    names = xla_flags(os.environ.get("XLA_FLAGS", ""))
    if not names:
        return None
    # A library that knows a flag contains its name as a C string.
    with (
        files.open_regular(plugin.library) as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as image,
    ):
        unknown = [name for name in names if image.find(name.encode() + b"\0") < 0]
    if not unknown:
        return None
    descriptor = plugin.descriptor
    return ConfigurationError(
        f"XLA_FLAGS holds a flag that the library of {descriptor.distribution} does not know.",
        wanted=f"flags known to {descriptor.provenance.name} {descriptor.provenance.version}",
        found=", ".join(f"--{name}" for name in unknown),
        where=("environment variable XLA_FLAGS", str(plugin.library)),
        commands=("unset XLA_FLAGS",),
        note="XLA would end the process because of it; remove only this flag if you need the others",
    )


def xla_flags(text: str) -> dict[str, str]:
    """The flags in a value of ``XLA_FLAGS``, name to value; of duplicates, the last counts.

    Parsed as XLA does: a value that does not begin with ``-`` names a file with the flags. A flag without ``=`` has
    the empty value here. A file that cannot be read contains no flags.
    """
    if text.strip() and not text.lstrip().startswith("-"):
        try:
            text = Path(text.strip()).read_text("utf-8")
        except OSError:
            return {}
    words = (word.lstrip("-").partition("=") for word in text.split() if word.startswith("-"))
    return {name: value for name, _, value in words}


def library_is_sound(plugin: Plugin) -> PluginError | None:
    """The library exists, is complete, is a PJRT library for this machine, and has the size in the descriptor."""
    descriptor, path = plugin.descriptor, plugin.library
    here = str(path)
    size = 0
    try:
        size = path.stat().st_size
        read = elf.read(path)
    except (OSError, elf.Truncated, elf.NotElf) as error:
        return _unreadable(plugin, error, size)
    if read.architecture != platform.machine():
        return WrongArchitecture(
            f"The library of {descriptor.distribution} {descriptor.version} is for another processor.",
            wanted=f"a library for {platform.machine()}, this machine",
            found=f"a library for {read.architecture}",
            where=here,
            commands=reinstall(plugin),
        )
    if ENTRY not in read.exports:
        return NotAPjrtLibrary(
            f"The library of {descriptor.distribution} {descriptor.version} is not a PJRT plugin.",
            wanted=f"a shared object that exports {ENTRY}",
            found=f"one that does not; it exports {len(read.exports)} other name{'s' * (len(read.exports) != 1)}",
            where=here,
            commands=reinstall(plugin),
        )
    if size != descriptor.library.size and not plugin.given:
        return LibraryReplaced(
            f"The library of {descriptor.distribution} {descriptor.version} is not the one that was installed.",
            wanted=(
                f"{descriptor.library.size:,} bytes, from {descriptor.provenance.name} "
                f"{descriptor.provenance.version}"
            ),
            found=f"{size:,} bytes",
            where=here,
            commands=reinstall(plugin),
        )
    return None


def _unreadable(plugin: Plugin, error: OSError | elf.Truncated | elf.NotElf, size: int) -> PluginError:
    """The diagnosis for a library of ``size`` bytes that cannot be read as a shared object."""
    descriptor, path = plugin.descriptor, plugin.library
    here = str(path)
    if isinstance(error, FileNotFoundError):
        return LibraryMissing(
            f"{descriptor.distribution} {descriptor.version} has lost its library.",
            wanted=f"{descriptor.library.file}, {descriptor.library.size:,} bytes",
            found="no such file",
            where=here,
            commands=reinstall(plugin),
        )
    if isinstance(error, OSError):
        return LibraryUnreadable(
            f"The library of {descriptor.distribution} {descriptor.version} cannot be read.",
            wanted=f"a file {descriptor.library.file} that this user may read",
            found=f"{error.strerror or error}",
            where=here,
            commands=install_commands.readable(path) if error.errno == errno.EACCES else reinstall(plugin),
            note=install_commands.AS_OWNER if error.errno == errno.EACCES else "",
        )
    if isinstance(error, elf.Truncated):
        return LibraryTruncated(
            f"The library of {descriptor.distribution} {descriptor.version} is truncated.",
            wanted=f"{descriptor.library.size:,} bytes",
            found=f"{size:,} bytes: {error}",
            where=here,
            commands=reinstall(plugin),
        )
    return LibraryReplaced(
        f"The library of {descriptor.distribution} {descriptor.version} is not a shared object.",
        wanted=f"the library that the descriptor states, {descriptor.library.size:,} bytes",
        found=f"{size:,} bytes, a file that {error}",
        where=here,
        commands=reinstall(plugin),
    )


def linked_libraries_are_found(plugin: Plugin) -> PluginError | None:
    """The vendor libraries that the library is linked with are found: it cannot be loaded without them."""
    from jaxlib_core.checks import vendor_libraries

    return vendor_libraries.linked_problem(plugin)


def descriptor_api_in_range(plugin: Plugin) -> PluginError | None:
    """If the descriptor describes this library: the PJRT C API version stated there is one that jaxlib accepts."""
    return (
        None if plugin.given else api_in_range(plugin, plugin.descriptor.library.pjrt_api, "the descriptor")
    )


def api_in_range(plugin: Plugin, version: tuple[int, int], source: str) -> PluginError | None:
    """PJRT C API ``version``, according to ``source``, is one that jaxlib accepts."""
    descriptor, jaxlib = plugin.descriptor, plugin.descriptor.jaxlib
    minimum = jaxlib.pjrt_api_minimum
    if version[0] == jaxlib.pjrt_api_major and version >= minimum:
        return None
    kind = PjrtApiTooNew if version[0] > jaxlib.pjrt_api_major else PjrtApiTooOld
    return kind(
        f"The PJRT C API of {descriptor.distribution} {descriptor.version} is too "
        f"{'new' if kind is PjrtApiTooNew else 'old'} "
        f"for jaxlib {jaxlib.release}.",
        wanted=f"PJRT C API {minimum[0]}.{minimum[1]} or newer with major version {jaxlib.pjrt_api_major}",
        found=f"PJRT C API {version[0]}.{version[1]}, according to {source}",
        where=str(plugin.library),
        commands=install_commands.install(*_family(plugin), force=True),
        note=f"if that does not help, {descriptor.distribution} was built for another jaxlib: tell its maintainers",
    )


class Table(Protocol):
    """The function table (``PJRT_Api``) of a loaded library."""

    @property
    def struct_size(self) -> int:
        """Its size in bytes."""

    @property
    def null_functions(self) -> tuple[str, ...]:
        """Functions that jax calls and that are null in the table."""

    @property
    def missing_functions(self) -> tuple[str, ...]:
        """Functions that jax calls and that are beyond the table's end."""


def functions_are_there(plugin: Plugin, table: Table) -> PluginError | None:
    """Every function that jax calls unconditionally exists: a call of a null one would crash."""
    descriptor = plugin.descriptor
    null, missing = table.null_functions, table.missing_functions
    if not null and not missing:
        return None
    kind = PjrtApiTooShort if missing else PjrtFunctionNull
    return kind(
        f"The library of {descriptor.distribution} {descriptor.version} "
        f"{'has a function table that ends too early' if missing else 'has null entries in its function table'}.",
        wanted="a PJRT_Api with every function that jax calls",
        found=f"one of {table.struct_size} bytes, without {_some(missing or null)}",
        where=str(plugin.library),
        commands=reinstall(plugin),
        note=f"if that does not help, {descriptor.distribution} was built wrong: tell its maintainers",
    )


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def malformed(plugin: Plugin, reason: str) -> PluginError:
    """The diagnosis for a library whose function table is malformed."""
    descriptor = plugin.descriptor
    return PjrtApiMalformed(
        f"The library of {descriptor.distribution} {descriptor.version} has no usable function table.",
        wanted="a PJRT_Api that states its size and version",
        found=reason,
        where=str(plugin.library),
        commands=reinstall(plugin),
    )


#: The note for an environment whose path is not UTF-8: no command can change that path.
NOT_TEXT = (
    "create the environment in a folder whose name is UTF-8: Python imports compiled modules from no other"
)


def extension_does_not_import(plugin: Plugin, name: str, error: Exception) -> PluginError:
    """The diagnosis for a plugin whose extension, which loads the library, cannot be imported."""
    descriptor = plugin.descriptor
    return LibraryNotLoadable(
        f"The extension of {descriptor.distribution} {descriptor.version} cannot be imported.",
        wanted=f"{name}, which loads {descriptor.library.file}",
        found=str(error),
        where=str(plugin.folder),
        commands=()
        if isinstance(error, UnicodeError)
        else install_commands.install(descriptor.requirement, force=True),
        note=NOT_TEXT if isinstance(error, UnicodeError) else "",
    )


def not_loadable(plugin: Plugin, reason: str) -> PluginError:
    """The diagnosis for a library that passed every check but could not be loaded."""
    descriptor = plugin.descriptor
    return LibraryNotLoadable(
        f"The library of {descriptor.distribution} {descriptor.version} cannot be loaded.",
        wanted=f"{descriptor.library.file} loaded as a PJRT plugin",
        found=reason,
        where=str(plugin.library),
        commands=reinstall(plugin),
    )


#: The steps that compare releases, by metadata alone.
RELEASES: tuple[Step, ...] = (core_matches, jaxlib_matches, jax_matches)

#: All steps in the order of causes; ``first_problem`` stops at the first that fails.
STEPS: tuple[Step, ...] = (
    plugin_is_whole,
    *RELEASES,
    library_is_installed,
    library_is_sound,
    linked_libraries_are_found,
    descriptor_api_in_range,
    xla_flags_are_known,
)

#: The steps that do not concern jax: for programs that load the library themselves, whether jax is installed or
#: not.
WITHOUT_JAX: tuple[Step, ...] = (plugin_is_whole, core_matches, library_is_sound, xla_flags_are_known)
