"""Every way a lock can fail to be made, one type each; each says what to do about it."""

from __future__ import annotations

from jaxlib_lock.output import neutral


class LockError(Exception):
    """The base class of this package's errors: what was wanted, what was found, where, and the command to run.

    Attributes:
        summary: One line.
        details: Labelled lines below it: a label such as ``found`` and its text, which may have several lines.
        advice: What to do, a sentence or a command an entry.
    """

    def __init__(self, summary: str, *details: tuple[str, str], advice: tuple[str, ...] = ()) -> None:
        super().__init__(summary)
        self.summary = summary
        self.details = details
        self.advice = advice

    @property
    def kind(self) -> str:
        """The type's name, as ``--json`` spells it."""
        return type(self).__name__

    def __str__(self) -> str:
        width = max((len(label) for label, _ in self.details), default=0) + 1
        lines = [neutral(self.summary)]
        for label, text in self.details:
            first, *more = map(neutral, text.splitlines() or [""])
            lines.append(f"  {label + ':':<{width}} {first}")
            lines += [f"  {'':<{width}} {line}" for line in more]
        if self.advice:
            lines += ["To fix it:", *(f"  {neutral(line)}" for line in self.advice)]
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """The same for ``--json``."""
        return {
            "kind": self.kind,
            "summary": self.summary,
            "details": [{"label": label, "text": text} for label, text in self.details],
            "advice": list(self.advice),
        }


class UnknownRelease(LockError):
    """There is no seed of that release, or it does not serve the Python."""


class UnknownHardware(LockError):
    """The release has no set for that hardware."""


class InvalidRequirements(LockError):
    """A host project's requirements can't be read, or say what no lock can hold."""


class InvalidLock(LockError):
    """A folder holds no lock that this command understands."""


class AlreadyLocked(LockError):
    """The folder that a lock is to be written to holds one, or something that it would overwrite."""


class InterpreterMissing(LockError):
    """This machine has no Python of the version that the lock is for."""


class Unsatisfiable(LockError):
    """No set of versions satisfies the requirements, the seed and the hardware's set together."""


class YankedPin(LockError):
    """A requirement names one version, and its authors took it back."""


class RegistryUnreachable(LockError):
    """The package registry does not answer."""


class NotInCache(LockError):
    """Without the network, what is needed must have been downloaded before; it was not."""


class NotReproducible(LockError):
    """Resolving the lower bounds again does not reproduce the lock."""


class ResolverFailed(LockError):
    """Uv failed in a way of which this command knows no more than uv says."""


class UnknownPackage(LockError):
    """The lock has no package of that name."""
