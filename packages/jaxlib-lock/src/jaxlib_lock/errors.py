"""The errors of this package, one type for each cause; each says what to do about it."""

from __future__ import annotations

from jaxlib_lock.output import neutral


class LockError(Exception):
    """The base class of this package's errors: what was wanted, what was found, where, and how to fix it.

    Attributes:
        summary: One line.
        details: Pairs of a label, such as ``found``, and its text, which may have several lines.
        advice: What to do: one sentence or command per entry.
    """

    def __init__(self, summary: str, *details: tuple[str, str], advice: tuple[str, ...] = ()) -> None:
        super().__init__(summary)
        self.summary = summary
        self.details = details
        self.advice = advice

    @property
    def kind(self) -> str:
        """The name of the type, for ``--json``."""
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
        """Returns the report of ``--json``."""
        return {
            "kind": self.kind,
            "summary": self.summary,
            "details": [{"label": label, "text": text} for label, text in self.details],
            "advice": list(self.advice),
        }


class UnknownRelease(LockError):
    """There is no seed of the release, or the release does not support the Python."""


class UnknownHardware(LockError):
    """The release has no set for that hardware."""


class InvalidRequirements(LockError):
    """A host project's requirements cannot be read, or contain something that a lock cannot hold."""


class InvalidLock(LockError):
    """A folder holds no lock, or one that this version of the command cannot read."""


class AlreadyLocked(LockError):
    """The output folder already holds a lock or other files that would be overwritten."""


class InterpreterMissing(LockError):
    """This machine has no interpreter of the Python version that the lock is for."""


class Unsatisfiable(LockError):
    """No set of versions satisfies the requirements, the seed and the hardware's set together."""


class YankedPin(LockError):
    """A requirement names exactly one version, and that version was yanked."""


class RegistryUnreachable(LockError):
    """The package registry does not answer."""


class NotInCache(LockError):
    """``--offline`` was given, and uv's cache lacks something that the resolution needs."""


class NotReproducible(LockError):
    """Resolving the lower bounds again does not reproduce the lock."""


class ResolverFailed(LockError):
    """uv failed for a reason that this command does not recognize; the error shows uv's output."""


class UnknownPackage(LockError):
    """The lock has no package of that name."""
