"""CHLO's gamma functions as StableHLO operations: log gamma, digamma and its derivatives.

Lanczos approximation. The coefficients and the order of operations are StableHLO's, so that a program has the same
bits with both jaxlibs.
"""

from __future__ import annotations

import math

from jaxlib._ir.passes.builder import Builder, TensorValue
from jaxlib._ir.passes.chlo_special import zeta
from jaxlib._release import DIGAMMA_POLE_AT_ZERO

_BASE = 0.99999999999980993227684700473478
_LANCZOS = (676.520368121885098567009190444019, -1259.13921672240287047156078755283,
            771.3234287776530788486528258894, -176.61502916214059906584551354, 12.507343278686904814458936853,
            -0.13857109526572011689554707, 9.984369578019570859563e-6, 1.50563273514931155834e-7)  # fmt: skip


def _reflected(b: Builder, x: TensorValue) -> tuple[TensorValue, TensorValue, TensorValue, TensorValue]:
    """0.5, whether to use the reflection formula, 1, and the argument of the series minus 1."""
    half = b.splat(0.5)
    reflect = b.compare("LT", x, half)
    negative, one = b.negate(x), b.splat(1.0)
    return half, reflect, one, b.select(reflect, negative, b.subtract(x, one))


def _shifted(b: Builder, z: TensorValue) -> tuple[TensorValue, TensorValue]:
    """The argument plus 7.5, and its logarithm."""
    shift = b.splat(7.5)
    shifted = b.add(shift, z)
    logarithm = b.splat(math.log(7.5))
    return shifted, b.add(logarithm, b.log_plus_one(b.divide(z, shift)))


def lgamma(b: Builder, x: TensorValue) -> TensorValue:
    """The logarithm of the absolute value of gamma."""
    half, reflect, one, z = _reflected(b, x)
    series = b.splat(_BASE)
    for number, factor in enumerate(_LANCZOS):
        top, index = b.splat(factor), b.splat(number + 1.0)
        series = b.add(series, b.divide(top, b.add(z, index)))
    shifted, log_shifted = _shifted(b, z)
    quotient = b.divide(shifted, log_shifted)
    power = b.multiply(b.subtract(b.add(z, half), quotient), log_shifted)
    log_series = b.log(series)
    value = b.add(b.add((math.log(2) + math.log(math.pi)) / 2, power), log_series)
    size = b.abs(x)
    fraction = b.subtract(size, b.floor(size))
    is_upper = b.compare("LT", half, fraction)
    fraction = b.select(is_upper, b.subtract(one, fraction), fraction)
    sine = b.log(b.sine(b.multiply(math.pi, fraction)))
    reflected = b.subtract(b.subtract(math.log(math.pi), sine), value)
    finite = b.is_finite(sine)
    reflected = b.select(finite, reflected, b.negate(sine))
    value = b.select(reflect, reflected, value)
    infinite = b.compare("EQ", b.abs(x), math.inf)
    return b.select(infinite, math.inf, value)


def digamma(b: Builder, x: TensorValue) -> TensorValue:
    """The derivative of log gamma. At 0 it is minus infinity or, in older releases, NaN as at its other poles."""
    half, reflect, _, z = _reflected(b, x)
    zero, series = b.splat(0.0), b.splat(_BASE)
    slope = zero
    for number, factor in enumerate(_LANCZOS):
        top, index = b.splat(factor), b.splat(number + 1.0)
        at = b.add(z, index)
        slope = b.subtract(slope, b.divide(top, b.multiply(at, at)))
        series = b.add(series, b.divide(top, at))
    shifted, log_shifted = _shifted(b, z)
    ratio = b.divide(slope, series)
    rest = b.divide(7.0, shifted)
    value = b.subtract(b.add(log_shifted, ratio), rest)
    # Reduced to one period, so that the reflection keeps its precision.
    turned = b.add(x, b.abs(b.floor(b.add(x, half))))
    pi = b.splat(math.pi)
    angle = b.multiply(pi, turned)
    cosine, sine = b.cosine(angle), b.sine(angle)
    reflected = b.subtract(value, b.divide(b.multiply(pi, cosine), sine))
    value = b.select(reflect, reflected, value)
    at_zero = b.compare("EQ", x, zero) if DIGAMMA_POLE_AT_ZERO else None
    left = b.compare("LE" if at_zero is None else "LT", x, zero)
    whole = b.compare("EQ", x, b.floor(x))
    pole = b.both(left, whole)
    value = b.select(pole, math.nan, value)
    return value if at_zero is None else b.select(at_zero, -math.inf, value)


def polygamma(b: Builder, order: TensorValue, x: TensorValue) -> TensorValue:
    """The derivative of digamma of the given order."""
    one, two = b.splat(1.0), b.splat(2.0)
    sign = b.subtract(b.multiply(two, b.remainder(order, two)), one)
    above = b.add(order, one)
    factorial = b.exponential(lgamma(b, above))
    series = zeta(b, above, x)
    value = b.multiply(b.multiply(sign, factorial), series)
    zero = b.splat(0.0)
    is_digamma = b.compare("EQ", order, zero)
    value = b.select(is_digamma, digamma(b, x), value)
    fractional = b.compare("NE", order, b.floor(order))
    negative = b.compare("LT", order, zero)
    undefined = b.either(fractional, negative)
    return b.select(undefined, math.nan, value)
