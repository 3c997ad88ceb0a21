"""The digits of 1/(2 pi) with which angles are reduced."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from tests.unit.jaxlib_cpu import module

ELEMENTWISE: Any = module("lowering.elementwise")
#: The digits of a float32, its largest exponent, and the digits of a float64.
SINGLE, LARGEST, DOUBLE = 24, 128, 53


def turns_per_radian() -> Fraction:
    """1/(2 pi) to 300 binary digits, by Machin's formula."""
    with localcontext() as context:
        context.prec = 100

        def arctangent_of_inverse(number: int) -> Decimal:
            power, total, index = Decimal(1) / number, Decimal(0), 1
            while power / index > Decimal(10) ** -98:
                total += power / index if index % 4 == 1 else -power / index
                power /= number * number
                index += 2
            return total

        pi = 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))
        return Fraction(1 / (2 * pi))


def test_the_chunks_are_1_over_2_pi() -> None:
    chunks = [Fraction(each) for each in ELEMENTWISE.chunks()]
    error = abs(sum(chunks) - turns_per_radian())
    # Of the largest float32, less than what is visible in the result nearest to a zero.
    assert error * 2**LARGEST < Fraction(1, 2**64)


def test_products_with_all_but_the_last_are_exact() -> None:
    *exact, last = ELEMENTWISE.chunks()
    for place, chunk in enumerate(exact):
        digits = Fraction(chunk) * 2 ** (ELEMENTWISE._CHUNK * (place + 1))
        assert digits.denominator == 1
        assert digits < 2 ** (DOUBLE - SINGLE)
    assert last * 2.0**LARGEST < 1
