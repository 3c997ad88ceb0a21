"""Arguments of constructors, converted and refused as by upstream's bindings."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, TypeVar

from jaxlib._release import INTEGERS_BY_INT

T = TypeVar("T")


def one(value: object, kind: type[T]) -> T:
    """The argument, which must be of a class.

    Raises:
        TypeError: It is of another class.
    """
    if not isinstance(value, kind):
        raise refused(value, kind.__name__)
    return value


def optional(value: object, kind: type[T]) -> T | None:
    """The argument, which must be of a class, or None."""
    return None if value is None else one(value, kind)


def several(values: Iterable[object], kind: type[T], error: type[Exception] = TypeError) -> tuple[T, ...]:
    """The arguments in a sequence, which must be of a class.

    Raises:
        TypeError: It is not a sequence.
        error: One of them is of another class.
    """
    if isinstance(values, str | bytes) and error is TypeError:
        raise refused(values, f"a sequence of {kind.__name__}")
    found = tuple(sequence(values))
    for value in found:
        if not isinstance(value, kind):
            raise error(str(refused(value, kind.__name__)))
    return found  # type: ignore[return-value]


def sequence(values: Iterable[T]) -> Iterable[T]:
    """The argument, which must be a sequence.

    Raises:
        TypeError: It is something else; a dictionary and an iterator are, too.
    """
    if isinstance(values, dict) or not hasattr(values, "__getitem__"):
        raise refused(values, "a sequence")
    return values


def integer(value: Any) -> int:
    """The argument as an integer.

    Raises:
        TypeError: It is not an integer. In releases whose bindings convert arguments, what ``int()`` converts is
            one, but for floats.
    """
    if not INTEGERS_BY_INT or isinstance(value, float):
        return operator.index(value)
    try:
        return int(value)
    except (ValueError, OverflowError) as error:
        raise TypeError(f"wanted an integer, found {value!r:.100}") from error


def index(value: object, bits: int = 64) -> int:
    """The argument as an integer of so many bits with a sign.

    Raises:
        TypeError: It is not an integer, or has more bits.
    """
    try:
        number = integer(value)
    except TypeError as error:
        raise refused(value, "an integer") from error
    if not -(1 << (bits - 1)) <= number < 1 << (bits - 1):
        raise refused(value, f"an integer of {bits} bits")
    return number


def refused(value: object, wanted: str) -> TypeError:
    """The error for an argument."""
    return TypeError(f"incompatible function arguments: wanted {wanted}, found {value!r:.100}")
