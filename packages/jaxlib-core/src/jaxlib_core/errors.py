"""Every way a plugin can fail to serve jax, with one type and one code each.

A code is permanently assigned to its cause and never reused. ``docs/errors`` has a page for each, and
``jaxlib explain CODE`` prints it.

An error says what was wanted, what was found, where it was looked for and what to run. All texts are formatted
here, so that an exception, ``jaxlib doctor`` and its ``--json`` form never disagree.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

__all__ = [
    "ClientRefused",
    "ConfigurationError",
    "ConflictingInstallation",
    "DefaultBackendFails",
    "DescriptorError",
    "DescriptorMissing",
    "DescriptorTooNew",
    "DriverTooOld",
    "EntryPointLeftBehind",
    "FfiTargetRefused",
    "FilesLost",
    "FilesUnreadable",
    "GpuNotServed",
    "HardwareAbsent",
    "JaxImportFails",
    "KernelsMissing",
    "LibraryAltered",
    "LibraryEndsProcess",
    "LibraryError",
    "LibraryForks",
    "LibraryHangs",
    "LibraryMissing",
    "LibraryNotLoadable",
    "LibraryReplaced",
    "LibraryTruncated",
    "LibraryUnreadable",
    "MetadataUnreadable",
    "ModuleShadowed",
    "MountedNoexec",
    "NotAPjrtLibrary",
    "NotInstalled",
    "OtherPluginFails",
    "PartialUpgrade",
    "PjrtApiMalformed",
    "PjrtApiOutOfRange",
    "PjrtApiTooNew",
    "PjrtApiTooOld",
    "PjrtApiTooShort",
    "PjrtFunctionNull",
    "PluginError",
    "PluginInArchive",
    "ProgramUnsupported",
    "PulledAway",
    "StartupFileInterferes",
    "TimeTooShort",
    "TopologyRefused",
    "UnknownTarget",
    "VendorLibraryBroken",
    "VendorLibraryFaulty",
    "VendorLibraryLoadedBefore",
    "VendorLibraryMissing",
    "VendorLibraryTooOld",
    "VersionMismatch",
    "WrongArchitecture",
    "catalog",
]


class PluginError(RuntimeError):
    """A diagnosis: why something installed cannot work, and the command that fixes it.

    Attributes:
        summary: One line, naming the distribution at fault.
        wanted: What had to be there.
        found: What is there instead.
        where: The places that were searched, in order.
        commands: What to run, for this interpreter and the installer of its environment: one command, or several
            alternatives. Empty if no command can help; then the note says what to change.
        note: One more line if the reader needs it, else empty.
        code: The permanent code of this cause, such as ``JLP003``; empty for a type that only groups others.
        purpose: What the commands are for.
    """

    code: ClassVar[str] = ""
    purpose: ClassVar[str] = "To fix it"

    def __init__(
        self,
        summary: str,
        *,
        wanted: str,
        found: str,
        where: tuple[str, ...] | str,
        commands: tuple[str, ...],
        note: str = "",
    ) -> None:
        self.summary = summary
        self.wanted = wanted
        self.found = found
        self.where: tuple[str, ...] = (where,) if isinstance(where, str) else where
        self.commands = commands
        self.note = note
        super().__init__(str(self))

    @property
    def kind(self) -> str:
        """The type's name, as the ``--json`` reports spell it."""
        return type(self).__name__

    @property
    def headline(self) -> str:
        """The summary and the code, for a log message."""
        from jaxlib_core.output import neutral

        return f"{neutral(self.summary)} [{self.code}]"

    def fixed_by(self, *commands: str) -> PluginError:
        """The same diagnosis with other commands, such as one that fixes more than this cause; or with none."""
        return _rebuild(type(self), self.summary, self.wanted, self.found, self.where, commands, self.note)

    def annotated(self, note: str) -> PluginError:
        """The same diagnosis with this note instead of its own, for which the command may no longer be right."""
        return _rebuild(type(self), self.summary, self.wanted, self.found, self.where, self.commands, note)

    def noted(self, note: str) -> PluginError:
        """The same diagnosis with another note appended, unless it already has that note."""
        notes = self.note if note in self.note else "; ".join(filter(None, (self.note, note)))
        return _rebuild(type(self), self.summary, self.wanted, self.found, self.where, self.commands, notes)

    def __str__(self) -> str:
        from jaxlib_core.output import indented, neutral

        below = " " * 10
        lines = [self.headline]
        lines += [f"  wanted: {indented(self.wanted, below)}", f"  found:  {indented(self.found, below)}"]
        lines += [f"  {'' if i else 'where:':<7} {neutral(place)}" for i, place in enumerate(self.where)]
        if self.note:
            lines.append(f"  note:   {indented(self.note, below)}")
        # Each command is on a line of its own, so that it can be pasted. jax appends a sentence to the text of a
        # backend's error, so the last line has to be terminated.
        one_of = " one of" if len(self.commands) > 1 else ""
        if self.commands:
            lines += [f"{self.purpose}, run{one_of}:", *map(neutral, self.commands)]
        return "\n".join([*lines, f"To learn more: jaxlib explain {self.code}", ""])

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only arguments do not survive the default pickling of exceptions.
        fields = (self.summary, self.wanted, self.found, self.where, self.commands, self.note)
        return _rebuild, (type(self), *fields)

    def as_dict(self) -> dict[str, object]:
        """The diagnosis as JSON data, for ``--json``."""
        return {
            "code": self.code,
            "kind": self.kind,
            "summary": self.summary,
            "wanted": self.wanted,
            "found": self.found,
            "where": list(self.where),
            "commands": list(self.commands),
            "note": self.note,
        }


def _rebuild(
    kind: type[PluginError],
    summary: str,
    wanted: str,
    found: str,
    where: tuple[str, ...],
    commands: tuple[str, ...],
    note: str,
) -> PluginError:
    return kind(summary, wanted=wanted, found=found, where=where, commands=commands, note=note)


def catalog() -> dict[str, type[PluginError]]:
    """Every code with its type, in the order of the codes."""
    types = (error_type for name in __all__ if isinstance(error_type := globals()[name], type))
    return dict(sorted((kind.code, kind) for kind in types if issubclass(kind, PluginError) and kind.code))


class NotInstalled(PluginError):
    """A required distribution is not installed."""

    code = "JLP001"


class EntryPointLeftBehind(NotInstalled):
    """Metadata names a plugin whose module is missing, as after a broken uninstall."""

    code = "JLP002"


class VersionMismatch(PluginError):
    """Two distributions of the family, or jax and jaxlib, are of different releases."""

    code = "JLP003"


class PartialUpgrade(VersionMismatch):
    """A part of the family was upgraded, and the rest was left at its release."""

    code = "JLP004"


class PulledAway(VersionMismatch):
    """Another installed distribution requires a jax or jaxlib that is not compatible with the rest."""

    code = "JLP005"


class ConflictingInstallation(PluginError):
    """Two installed distributions claim the same place."""

    code = "JLP006"


class DescriptorError(PluginError):
    """A plugin's descriptor is damaged."""

    code = "JLP007"


class DescriptorMissing(DescriptorError):
    """A plugin has no descriptor, or one that this user may not read."""

    code = "JLP043"


class DescriptorTooNew(DescriptorError):
    """A plugin's descriptor is of a schema that this jaxlib-core does not know."""

    code = "JLP044"


class PluginInArchive(PluginError):
    """A plugin is inside a zip archive on the path, where the system can load no library from."""

    code = "JLP042"


class FilesLost(PluginError):
    """Files of a distribution that jax uses are missing, or have changed since they were installed."""

    code = "JLP041"


class FilesUnreadable(PluginError):
    """Files of a plugin, of jax or of jaxlib exist, but this user may not read them."""

    code = "JLP057"


class MetadataUnreadable(PluginError):
    """The metadata of an installed distribution does not state its version."""

    code = "JLP040"


class ConfigurationError(PluginError):
    """An environment variable or jax option asks for what this plugin cannot do."""

    code = "JLP008"


class FfiTargetRefused(PluginError):
    """The plugin's library does not accept an XLA FFI handler, most often one of a newer FFI version."""

    code = "JLP009"


class UnknownTarget(PluginError):
    """The name of a compile target is unknown."""

    code = "JLP010"


class TopologyRefused(PluginError):
    """The library knows the chip, but not this topology."""

    code = "JLP011"


class HardwareAbsent(PluginError):
    """The device or driver that a platform needs is not on this machine."""

    code = "JLP012"


class DriverTooOld(PluginError):
    """This machine's driver is older than the plugin's library requires."""

    code = "JLP013"


class GpuNotServed(PluginError):
    """The plugin's library holds no kernels that a GPU of this machine can run."""

    code = "JLP056"


class KernelsMissing(PluginError):
    """The plugin holds no kernel modules for the running Python, or they do not import."""

    code = "JLP014"


class VendorLibraryMissing(PluginError):
    """A vendor library that the plugin's library needs was not found."""

    code = "JLP015"


class VendorLibraryBroken(PluginError):
    """A file has the name of a vendor library, but is something else."""

    code = "JLP055"


class VendorLibraryTooOld(PluginError):
    """A vendor library is older than the plugin requires."""

    code = "JLP016"


class VendorLibraryLoadedBefore(PluginError):
    """The process had already loaded a library of the same name from another place."""

    code = "JLP017"


class VendorLibraryFaulty(PluginError):
    """A vendor library has a version that is known to compute wrong results."""

    code = "JLP058"


class LibraryError(PluginError):
    """Something is wrong with a plugin's PJRT shared object."""


class LibraryMissing(LibraryError):
    """The plugin's library is missing."""

    code = "JLP018"


class LibraryUnreadable(LibraryError):
    """The plugin's library exists, but this user or the system cannot read it."""

    code = "JLP045"


class LibraryTruncated(LibraryError):
    """The plugin's library is truncated."""

    code = "JLP019"


class LibraryReplaced(LibraryError):
    """The plugin's library is not the one that its descriptor describes."""

    code = "JLP020"


class LibraryAltered(LibraryReplaced):
    """The plugin's library has the size that its descriptor states, but other content."""

    code = "JLP046"


class WrongArchitecture(LibraryError):
    """The plugin's library was built for another processor or operating system."""

    code = "JLP021"


class NotAPjrtLibrary(LibraryError):
    """The file is a valid shared object, but exports no ``GetPjrtApi``."""

    code = "JLP022"


class LibraryNotLoadable(LibraryError):
    """The system's loader refuses the file, or the extension that loads it cannot be imported."""

    code = "JLP023"


class LibraryEndsProcess(LibraryError):
    """Loading the library, or creating a client with it, ends the process."""

    code = "JLP047"


class LibraryHangs(LibraryError):
    """Loading the library, or creating a client with it, hangs."""

    code = "JLP048"


class LibraryForks(LibraryError):
    """Loading the library forks the process, and both processes continue."""

    code = "JLP049"


class ClientRefused(LibraryError):
    """The library loads, but returns an error instead of a client."""

    code = "JLP050"


class JaxImportFails(PluginError):
    """``import jax`` itself raises, or ends the process."""

    code = "JLP051"


class ModuleShadowed(PluginError):
    """A file elsewhere on Python's search path takes the place of a module that jax imports."""

    code = "JLP059"


class DefaultBackendFails(PluginError):
    """``import jax`` succeeds, but creating the default backend or running a program on it fails."""

    code = "JLP060"
    purpose = "To find the cause"


class OtherPluginFails(PluginError):
    """Another project's plugin, which jax always imports, prevents jax from working."""

    code = "JLP063"


class StartupFileInterferes(PluginError):
    """A file that Python runs when it starts, such as ``sitecustomize``, prevents jax from working."""

    code = "JLP064"


class MountedNoexec(PluginError):
    """A compiled library is on a file system that is mounted noexec."""

    code = "JLP061"


class TimeTooShort(PluginError):
    """A check did not end within its time limit, which a healthy environment may exceed."""

    code = "JLP062"


class PjrtApiOutOfRange(PluginError):
    """The library's PJRT C API is not one that this jaxlib accepts."""


class PjrtApiTooOld(PjrtApiOutOfRange):
    """The library's PJRT C API version is older than any that jaxlib accepts."""

    code = "JLP024"


class PjrtApiTooNew(PjrtApiOutOfRange):
    """The library's PJRT C API has a newer major version than jaxlib's."""

    code = "JLP025"


class PjrtApiMalformed(LibraryError):
    """The library's table of PJRT functions is missing or inconsistent."""

    code = "JLP052"


class PjrtApiTooShort(PjrtApiMalformed):
    """The library's table of PJRT functions ends before functions that jax calls."""

    code = "JLP053"


class PjrtFunctionNull(PjrtApiMalformed):
    """The library's table of PJRT functions has null entries for functions that jax calls."""

    code = "JLP054"


class ProgramUnsupported(PluginError):
    """A program needs a feature that the library lacks and would silently ignore."""

    code = "JLP026"
