"""Process limits (``ulimit``) that keep jax from working, found by raising them in trials."""

from __future__ import annotations

import contextlib
import math
import resource
from collections.abc import Callable, Iterator
from typing import NamedTuple

from jaxlib_core.doctor.variables import Setting
from jaxlib_core.errors import ConfigurationError, PluginError


class Limit(NamedTuple):
    """A limit: its resource number, its letter for ``ulimit``, what it limits, and ulimit's unit in bytes."""

    number: int
    letter: str
    name: str
    unit: int = 1
    #: A limit of at least this value is only tried if an error says that the resource was refused.
    high: float = math.inf


LIMITS = (
    Limit(resource.RLIMIT_AS, "v", "address space", 1024),
    Limit(resource.RLIMIT_DATA, "d", "data", 1024),
    Limit(resource.RLIMIT_NOFILE, "n", "number of open files", high=256),
    Limit(resource.RLIMIT_NPROC, "u", "number of processes and threads", high=256),
    # With this limit, a check cannot even write its result.
    Limit(resource.RLIMIT_FSIZE, "f", "size of files", 1024, high=1 << 16),
)

#: Texts in the output of a program that was refused memory, files or threads.
_REFUSALS = (
    *("allocate", "bad_alloc", "failed to map", "MemoryError", "Out of memory", "RESOURCE_EXHAUSTED"),
    *("start new thread", "temporarily unavailable", "Too many open files"),
)

#: Address space in bytes; with less, even a small jax program may hang or fail.
_ENOUGH = 2 << 30


def concerns(setting: Setting) -> bool:
    """Whether ``setting`` is about a limit."""
    return any(place.startswith("ulimit -") for place in setting.problem.where)


def refused(failure: PluginError) -> bool:
    """Whether ``failure`` says that memory, a file or a thread was refused."""
    return any(word in failure.found for word in _REFUSALS)


@contextlib.contextmanager
def restored() -> Iterator[None]:
    """Restore the limits after the block."""
    before = {limit: resource.getrlimit(limit.number) for limit in LIMITS}
    try:
        yield
    finally:
        for limit, values in before.items():
            if resource.getrlimit(limit.number) != values:
                resource.setrlimit(limit.number, values)


def too_low(works: Callable[[], bool], failure: PluginError) -> Setting | None:
    """The limits without which jax works; they stay raised for the rest of the examination.

    ``failure``: the diagnosis under the present limits.
    """
    before = {limit: resource.getrlimit(limit.number) for limit in LIMITS}
    suspects = [limit for limit in LIMITS if before[limit][0] < limit.high or refused(failure)]
    raised = [limit for limit in suspects if _raise(limit)]
    if raised and works():
        for limit in raised if len(raised) > 1 else ():
            highest = resource.getrlimit(limit.number)
            resource.setrlimit(limit.number, before[limit])
            if not works():
                resource.setrlimit(limit.number, highest)
        guilty = [limit for limit in raised if resource.getrlimit(limit.number) != before[limit]]
        if guilty:
            return Setting(_problem(guilty, before, failure, can_raise=True), {})
    for limit in raised:
        resource.setrlimit(limit.number, before[limit])
    return None


def fixed(failure: PluginError) -> PluginError | None:
    """The diagnosis if memory is limited to less than jax needs, and this user cannot raise the limit; or None."""
    before = {limit: resource.getrlimit(limit.number) for limit in LIMITS[:2]}
    with restored():
        low = [
            limit
            for limit, (soft, _) in before.items()
            if soft != resource.RLIM_INFINITY and not _raise(limit)
        ]
    least = min((before[limit][0] for limit in low), default=_ENOUGH)
    if not low or not (least < _ENOUGH or refused(failure)):
        return None
    return _problem(low, before, failure, can_raise=False)


def _raise(limit: Limit) -> bool:
    """Raise the limit as far as this user may; returns whether it is higher now."""
    soft, hard = resource.getrlimit(limit.number)
    if soft == resource.RLIM_INFINITY:
        return False
    # Only an administrator may exceed the hard limit, and the system itself limits the number of files.
    for value in (resource.RLIM_INFINITY, hard):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit.number, (value, max(value, hard) if value != -1 else value))
            return resource.getrlimit(limit.number)[0] != soft
    return False


def _problem(
    limits: list[Limit], before: dict[Limit, tuple[int, int]], failure: PluginError, *, can_raise: bool
) -> ConfigurationError:
    names = " and ".join(limit.name for limit in limits)
    values = ", ".join(f"ulimit -{limit.letter} {before[limit][0] // limit.unit}" for limit in limits)
    return ConfigurationError(
        f"The limit of this shell's {names} {'prevents' if can_raise else 'may prevent'} jax from working.",
        wanted="a higher limit, or none" + (": a trial showed that jax works with it" if can_raise else ""),
        found=f"{values}; with it: {failure.summary} {failure.found}"[:600],
        where=tuple(f"ulimit -{limit.letter}" for limit in limits),
        commands=(" && ".join(_command(limit) for limit in limits),) if can_raise else (),
        note=""
        if can_raise
        else "only an administrator can raise it: start another shell or job without it, or with a higher one",
    )


def _command(limit: Limit) -> str:
    soft = resource.getrlimit(limit.number)[0]
    value = "unlimited" if soft == resource.RLIM_INFINITY else soft // limit.unit
    return f"ulimit -{limit.letter} {value}"
