"""Errors: a class for each PJRT error code, and for libraries that are missing or unusable."""

from __future__ import annotations


class PjrtError(RuntimeError):
    """An error that a library returned.

    Attributes:
        message: The library's own message.
        function: The function of the PJRT C API that failed.
        plugin: The name of the plugin.
        code: The PJRT error code; an error whose code has no class here is a plain PjrtError.
    """

    code: int = 0

    def __init__(self, message: str, function: str, plugin: str) -> None:
        super().__init__(message, function, plugin)
        self.message = message
        self.function = function
        self.plugin = plugin

    def __str__(self) -> str:
        return f"{self.message}\n  [{self.function} of {self.plugin}]"


class Cancelled(PjrtError):
    """The operation was cancelled by the caller."""

    code = 1


class Unknown(PjrtError):
    """The library does not state the kind of error."""

    code = 2


class InvalidArgument(PjrtError):
    """The request itself is wrong, such as a program that does not parse."""

    code = 3


class DeadlineExceeded(PjrtError):
    """A deadline expired."""

    code = 4


class NotFound(PjrtError):
    """Something named in the request does not exist."""

    code = 5


class AlreadyExists(PjrtError):
    """What the request would create exists already."""

    code = 6


class PermissionDenied(PjrtError):
    """The caller may not do this."""

    code = 7


class ResourceExhausted(PjrtError):
    """A resource is used up, most often a device's memory."""

    code = 8


class FailedPrecondition(PjrtError):
    """The state does not permit the operation."""

    code = 9


class Aborted(PjrtError):
    """The operation was aborted."""

    code = 10


class OutOfRange(PjrtError):
    """Something is beyond its range."""

    code = 11


class Unimplemented(PjrtError):
    """The library cannot do this, or is older than the function that was asked for."""

    code = 12


class Internal(PjrtError):
    """The library's own invariants do not hold."""

    code = 13


class Unavailable(PjrtError):
    """The operation is not possible now; retry later."""

    code = 14


class DataLoss(PjrtError):
    """Data is lost or damaged irrecoverably."""

    code = 15


class Unauthenticated(PjrtError):
    """The caller's identity cannot be verified."""

    code = 16


_BY_CODE: dict[int, type[PjrtError]] = {kind.code: kind for kind in PjrtError.__subclasses__()}


#: A marker in the text of an exception that passes through a library, which identifies the exception object.
MARK = "[Python exception {}]"
_REMEMBERED = 16
_raised: dict[int, BaseException] = {}


def remember(number: int, error: BaseException) -> None:
    """Keep one of the last exceptions that passed through a library as text, to set it as the cause later."""
    _raised[number] = error
    for oldest in list(_raised)[:-_REMEMBERED]:
        _raised.pop(oldest, None)


def from_code(code: int, message: str, function: str, plugin: str) -> PjrtError:
    """The error for this PJRT error code; its cause is set if that is an exception of a Python function."""
    error = _BY_CODE.get(code, PjrtError)(message, function, plugin)
    error.code = code
    head, tail = MARK.split("{}")
    if _raised and head in message:
        number = message.rpartition(head)[2].partition(tail)[0]
        if number.isdecimal():
            error.__cause__ = _raised.get(int(number))
    return error


class LoadError(OSError):
    """A file cannot be used as a PJRT library: it is missing, not a library, or of another major version."""


class PluginNotFound(LookupError):
    """No plugin of that name is installed."""


class ArtifactError(ValueError):
    """A file is not an output of ``jax.export``, or is damaged, or is newer than this package."""


class CannotRun(RuntimeError):
    """An exported function cannot run on a client; the message has each reason on a line.

    Attributes:
        function: The name of the exported function.
        problems: The reasons, each a ``jaxlib_pjrt.exported.Problem``.
    """

    def __init__(self, function: str, problems: tuple[tuple[str, str], ...]) -> None:
        super().__init__(function, problems)
        self.function = function
        self.problems = problems

    def __str__(self) -> str:
        lines = "".join(f"\n  {kind}: {text}" for kind, text in self.problems)
        return f"The exported function {self.function!r} cannot run here.{lines}"
