"""Lists of numbers as arguments, converted and refused as by upstream's bindings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from jaxlib._ir.core import arguments
from jaxlib._native import ir as _native

N = TypeVar("N", bound=float)


def integers(values: Sequence[float], bits: int = 64) -> tuple[int, ...]:
    """``values`` as signed integers of so many bits.

    Raises:
        TypeError: They are not a sequence, or one of them is a float, not a number, or out of range.
    """
    if (plain := _native.plain_integers(values, bits)) is not None:  # as most are
        return plain
    numbers = converted(values, arguments.integer)
    limit = 1 << (bits - 1)
    if numbers and not -limit <= min(numbers) <= max(numbers) < limit:
        raise arguments.refused(values, f"integers of {bits} bits")
    return numbers


def converted(values: Sequence[Any], convert: Callable[[Any], N]) -> tuple[N, ...]:
    """The conversions of ``values``.

    Raises:
        TypeError: They are not a sequence, or one of them cannot be converted.
    """
    if isinstance(values, str | bytes):
        raise arguments.refused(values, "a sequence of numbers")
    arguments.sequence(values)
    try:
        return tuple(convert(value) for value in values)
    except Exception as error:
        raise arguments.refused(values, "numbers") from error


def number(value: object) -> float:
    """``float(value)``, but not of a text.

    Raises:
        TypeError: It is not a number.
    """
    if isinstance(value, str | bytes | bytearray):
        raise arguments.refused(value, "a number")
    return float(value)  # type: ignore[arg-type]
