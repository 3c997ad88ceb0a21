"""Lists of numbers as arguments, converted and refused as by upstream's bindings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from jaxlib._native import ir as _native

N = TypeVar("N", bound=float)


def integers(values: Sequence[float], bits: int = 64) -> tuple[int, ...]:
    """``values`` as signed integers of so many bits.

    Raises:
        TypeError: They are not a sequence, or one of them is a float, not a number, or out of range.
    """
    if (plain := _native.plain_integers(values, bits)) is not None:  # as most are
        return plain
    numbers = converted(values, _integer)
    limit = 1 << (bits - 1)
    if numbers and not -limit <= min(numbers) <= max(numbers) < limit:
        raise _refused(values, f"integers of {bits} bits")
    return numbers


def converted(values: Sequence[float], convert: Callable[[float], N]) -> tuple[N, ...]:
    """The conversions of ``values``.

    Raises:
        TypeError: They are not a sequence, or one of them cannot be converted.
    """
    if isinstance(values, str | bytes | dict) or not hasattr(values, "__getitem__"):
        raise _refused(values, "a sequence")
    try:
        return tuple(convert(value) for value in values)
    except Exception as error:
        raise _refused(values, "numbers") from error


def number(value: float | str) -> float:
    """``float(value)``, but not of a text."""
    if isinstance(value, str):
        raise TypeError("a text is not a number")
    return float(value)


def _integer(value: float | str) -> int:
    if isinstance(value, float):
        raise TypeError("a float is not an integer")
    return int(value)


def _refused(values: object, wanted: str) -> TypeError:
    return TypeError(f"get(): incompatible function arguments: wanted {wanted}, found {values!r:.100}")
