"""Every way a plugin can fail to serve jax, one type each.

An error says what was wanted, what was found, where it was looked for and what to type. The text is made
here, once, so that an exception, ``jaxlib doctor`` and its ``--json`` form never disagree.
"""

from __future__ import annotations

__all__ = [
    "ConfigurationError",
    "ConflictingInstallation",
    "DescriptorError",
    "DriverTooOld",
    "EntryPointLeftBehind",
    "FfiTargetRefused",
    "GpuNotServed",
    "HardwareAbsent",
    "KernelsMissing",
    "LibraryError",
    "LibraryMissing",
    "LibraryNotLoadable",
    "LibraryReplaced",
    "LibraryTruncated",
    "NotAPjrtLibrary",
    "NotInstalled",
    "PjrtApiOutOfRange",
    "PjrtApiTooNew",
    "PjrtApiTooOld",
    "PluginError",
    "ProgramUnsupported",
    "TopologyRefused",
    "UnknownTarget",
    "VendorLibraryLoadedBefore",
    "VendorLibraryMissing",
    "VendorLibraryTooOld",
    "VersionMismatch",
    "WrongArchitecture",
]


class PluginError(RuntimeError):
    """A diagnosis: why something installed cannot work, and the command that mends it.

    Attributes:
        summary: One line, naming the distribution at fault.
        wanted: What had to be there.
        found: What is there instead.
        where: The places that were looked at, in order.
        commands: What to type, one command an entry, the same repair in pip's and in uv's spelling.
        note: One more line where a reader needs it, else empty.
    """

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
        self.where = (where,) if isinstance(where, str) else where
        self.commands = commands
        self.note = note
        super().__init__(str(self))

    @property
    def kind(self) -> str:
        """The type's name, as the ``--json`` reports spell it."""
        return type(self).__name__

    def __str__(self) -> str:
        lines = [self.summary, f"  wanted: {self.wanted}", f"  found:  {self.found}"]
        lines += [f"  {'' if i else 'where:':<7} {place}" for i, place in enumerate(self.where)]
        if self.note:
            lines.append(f"  note:   {self.note}")
        # Each command is a line of its own that can be pasted whole. jax appends a sentence of its own to the
        # text of a backend's error, so the last line ends here.
        one_of = " one of" if len(self.commands) > 1 else ""
        return "\n".join([*lines, f"To mend it, type{one_of}:", *self.commands, ""])

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only arguments do not survive the default pickling of exceptions.
        fields = (self.summary, self.wanted, self.found, self.where, self.commands, self.note)
        return _rebuild, (type(self), *fields)

    def as_dict(self) -> dict[str, object]:
        """The same diagnosis for ``--json``."""
        return {
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


class NotInstalled(PluginError):
    """A distribution that is needed is not there."""


class EntryPointLeftBehind(NotInstalled):
    """Metadata announces a plugin whose module is gone, as after a broken uninstall."""


class VersionMismatch(PluginError):
    """Two distributions of the family, or jax and jaxlib, are of different releases."""


class ConflictingInstallation(PluginError):
    """Two installed distributions claim the same place."""


class DescriptorError(PluginError):
    """A plugin's descriptor is missing, unreadable or of a schema this jaxlib-core does not know."""


class ConfigurationError(PluginError):
    """An environment variable or jax option asks for what this plugin cannot do."""


class FfiTargetRefused(PluginError):
    """The plugin's library cannot take an XLA FFI handler, most often because it is of a newer FFI version."""


class UnknownTarget(PluginError):
    """A compile target was asked for by a name that means none."""


class TopologyRefused(PluginError):
    """The library knows the kind of chip, and not this arrangement of them."""


class HardwareAbsent(PluginError):
    """The device or driver that a platform needs is not on this machine."""


class DriverTooOld(PluginError):
    """The driver of this machine is older than the least that the plugin's library works with."""


class GpuNotServed(PluginError):
    """The plugin's library holds no kernels that a GPU of this machine can run."""


class KernelsMissing(PluginError):
    """The plugin holds no kernel modules for the running Python, or they do not import."""


class VendorLibraryMissing(PluginError):
    """A library of the hardware's vendor that the plugin's library needs is nowhere to be found."""


class VendorLibraryTooOld(PluginError):
    """A library of the hardware's vendor was found, and is below the floor."""


class VendorLibraryLoadedBefore(PluginError):
    """Something else in the process had loaded a library of the same name from another place."""


class LibraryError(PluginError):
    """Something is wrong with a plugin's PJRT shared object."""


class LibraryMissing(LibraryError):
    """The file is not there, or cannot be read."""


class LibraryTruncated(LibraryError):
    """The file is shorter than it was built."""


class LibraryReplaced(LibraryError):
    """The file is not the one that the descriptor describes."""


class WrongArchitecture(LibraryError):
    """The file was built for another processor or operating system."""


class NotAPjrtLibrary(LibraryError):
    """The file is a sound shared object, but exports no ``GetPjrtApi``."""


class LibraryNotLoadable(LibraryError):
    """The system's loader refuses the file, or loading it ends the process."""


class PjrtApiOutOfRange(PluginError):
    """The library's PJRT C API is not one that this jaxlib accepts."""


class PjrtApiTooOld(PjrtApiOutOfRange):
    """The library's PJRT C API is below the least that jaxlib accepts."""


class PjrtApiTooNew(PjrtApiOutOfRange):
    """The library's PJRT C API has a newer major version than jaxlib's."""


class ProgramUnsupported(PluginError):
    """A program needs what the library cannot do, and would not say so."""
