"""CHLO's inverse trigonometric and hyperbolic functions as StableHLO operations.

The complex ones are based on a kernel for asin and acos by Hull, Fairgrieve and Tang, and on atanh. The constants
and the order of operations are StableHLO's, so that a program has the same bits with both jaxlibs.
"""

from __future__ import annotations

import math
from typing import cast

import ml_dtypes
from jaxlib._ir.core import NUMPY_OF, ComplexType
from jaxlib._ir.passes.builder import Builder, TensorValue
from jaxlib._release import ASIN_HALVES_ANGLE

#: What `_inverse_epsilon` chooses from: (largest number of the type, result); the last case is half precision.
_INVERSE_EPSILONS = ((1e308, 9007199254740994.0), (1e38, 16777218.0))
_INVERSE_EPSILON_HALF = 2050.0


def _largest(b: Builder) -> float:
    """The largest finite number of the builder's type."""
    return float(ml_dtypes.finfo(NUMPY_OF[b.type.element_type.text]).max)


def _smallest_normal(b: Builder) -> float:
    """The smallest normal number of the builder's type."""
    return float(ml_dtypes.finfo(NUMPY_OF[b.type.element_type.text]).smallest_normal)


# ---- Real numbers


def acos(b: Builder, x: TensorValue) -> TensorValue:
    """The arc cosine."""
    one = b.splat(1.0)
    return b.atan2(b.sqrt(b.multiply(b.subtract(one, x), b.add(one, x))), x)


def asin(b: Builder, x: TensorValue) -> TensorValue:
    """The arc sine, in some releases as twice the angle of half of it."""
    one = b.splat(1.0)
    root = b.sqrt(b.multiply(b.subtract(one, x), b.add(one, x)))
    if not ASIN_HALVES_ANGLE:
        return b.atan2(x, root)
    half = b.atan2(x, b.add(one, root))
    return b.add(half, half)


def atan(b: Builder, x: TensorValue) -> TensorValue:
    """The arc tangent."""
    return b.atan2(x, 1.0)


def acosh(b: Builder, x: TensorValue) -> TensorValue:
    """The inverse hyperbolic cosine."""
    largest, two = b.splat(_largest(b)), b.splat(2.0)
    is_far = b.compare("GE", x, b.divide(largest, two))
    far = b.add(b.log(two), b.log(x))
    one = b.splat(1.0)
    root = b.sqrt(b.subtract(x, one))
    near = b.log_plus_one(b.multiply(root, b.add(b.sqrt(b.add(x, one)), root)))
    return b.select(is_far, far, near)


def asinh(b: Builder, x: TensorValue) -> TensorValue:
    """The inverse hyperbolic sine."""
    sign, size = b.sign(x), b.abs(x)
    is_far = b.compare("GE", size, b.sqrt(_largest(b)))
    far = b.add(b.log(2.0), b.log(size))
    square, one = b.multiply(size, size), b.splat(1.0)
    near = b.divide(square, b.add(one, b.sqrt(b.add(one, square))))
    return b.multiply(sign, b.select(is_far, far, b.log_plus_one(b.add(size, near))))


def atanh(b: Builder, x: TensorValue) -> TensorValue:
    """The inverse hyperbolic tangent; NaN for magnitudes above 1."""
    beyond = b.compare("GT", b.abs(x), 1.0)
    undefined = b.splat(math.nan)
    value = b.multiply(b.subtract(b.log_plus_one(x), b.log_plus_one(b.negate(x))), 0.5)
    return b.select(beyond, undefined, value)


# ---- Complex numbers


class _Parts:
    """Creates complex numbers of the builder's type, and extracts their parts."""

    def __init__(self, b: Builder) -> None:
        self.complex = b
        self._part = b.shaped(cast("ComplexType", b.type.element_type).element_type)
        self._real: Builder | None = None

    def real(self, z: TensorValue) -> TensorValue:
        """The real part."""
        return self.complex.make("real", [z], self._part)

    def imag(self, z: TensorValue) -> TensorValue:
        """The imaginary part."""
        return self.complex.make("imag", [z], self._part)

    def join(self, real: TensorValue, imag: TensorValue) -> TensorValue:
        """The complex number with these parts."""
        return self.complex.make("complex", [real, imag])

    def builder(self, part: TensorValue) -> Builder:
        """A builder for operations on the parts' type."""
        if self._real is None:
            self._real = Builder(self.complex.at, self.complex.loc, part)
        return self._real


def _hypotenuse(b: Builder, a: TensorValue, y: TensorValue) -> TensorValue:
    """The length of a vector with two nonnegative components."""
    largest = b.maximum(a, y)
    least = b.minimum(a, y)
    equal = b.compare("EQ", largest, least)
    diagonal = b.multiply(math.sqrt(2.0), largest)
    ratio = b.divide(least, largest)
    square = b.multiply(ratio, ratio)
    root = b.sqrt(b.add(1.0, square))
    rounds_to_one = b.compare("EQ", root, 1.0)
    small = b.both(rounds_to_one, b.compare("GT", square, 0.0))
    part = b.multiply(largest, square)
    by_series = b.add(largest, b.divide(part, 2.0))
    return b.select(equal, diagonal, b.select(small, by_series, b.multiply(largest, root)))


def asin_acos_kernel(b: Builder, z: TensorValue) -> TensorValue:
    """The common part of complex asin and acos: the other side of the angle, and the logarithm."""
    parts = _Parts(b)
    signed_x = parts.real(z)
    r = parts.builder(signed_x)
    x = r.abs(signed_x)
    signed_y = parts.imag(z)
    y = r.abs(signed_y)
    size = r.maximum(x, y)
    root_of_largest = r.sqrt(_largest(r))
    safe_max = r.divide(root_of_largest, 8.0)
    is_large = r.compare("GE", size, safe_max)
    one = r.splat(1.0)
    x_within = r.compare("LE", x, one)
    half = r.splat(0.5)
    x_plus = r.add(x, one)
    far = _hypotenuse(r, r.abs(x_plus), y)
    x_minus = r.subtract(x, one)
    near = _hypotenuse(r, r.abs(x_minus), y)
    a = r.multiply(half, r.add(far, near))
    half_sum = r.multiply(half, r.add(a, x))
    y_square = r.multiply(y, y)
    far_plus = r.add(far, x_plus)
    quotient = r.divide(y_square, far_plus)
    near_less = r.subtract(near, x_minus)
    inner = r.sqrt(r.multiply(half_sum, r.add(quotient, near_less)))
    first = r.divide(half_sum, far_plus)
    near_plus = r.add(near, x_minus)
    outer = r.multiply(y, r.sqrt(r.add(first, r.divide(half_sum, near_plus))))
    real = r.select(is_large, y, r.select(x_within, inner, outer))

    is_wide = r.compare("LT", x, r.multiply(safe_max, 1000000000000.0))
    safe_y = r.select(is_wide, r.multiply(safe_max, 1e-6), r.multiply(safe_max, 100.0))
    y_is_large = r.compare("GE", y, safe_y)
    larger = r.select(y_is_large, y, x)
    beyond = r.compare("GE", larger, r.select(y_is_large, safe_y, safe_max))
    logarithm = r.add(r.log(2.0), r.log(larger))
    y_finite = r.inverted(r.compare("EQ", y, math.inf))
    slope = r.select(r.both(y_is_large, y_finite), r.divide(x, y), 0.0)
    large = r.add(logarithm, r.multiply(half, r.log_plus_one(r.multiply(slope, slope))))
    tiny = r.multiply(r.sqrt(_smallest_normal(r)), 4.0)
    y_is_tiny = r.compare("LT", y, tiny)
    close = r.both(y_is_tiny, r.compare("LT", x, one))
    product = r.multiply(x_plus, x_minus)
    a_plus = r.add(a, one)
    from_product = r.negate(r.divide(product, a_plus))
    x_beyond = r.compare("GE", x, one)
    half_square = r.multiply(half, y_square)
    part = r.divide(half_square, far_plus)
    right = r.add(part, r.multiply(half, near_plus))
    a_is_small = r.compare("LE", a, 1.5)
    left = r.add(part, r.divide(half_square, near_less))
    middle = r.select(x_beyond, right, r.select(a_is_small, left, r.subtract(a, one)))
    a_minus = r.select(close, from_product, middle)
    root = r.sqrt(r.multiply(a_minus, a_plus))
    by_quotient = r.divide(y, root)
    imag = r.select(close, by_quotient, r.log_plus_one(r.add(a_minus, root)))
    return parts.join(real, r.select(beyond, large, imag))


def complex_asin(b: Builder, z: TensorValue) -> TensorValue:
    """The arc sine."""
    parts = _Parts(b)
    x = parts.real(z)
    r = parts.builder(x)
    kernel = asin_acos_kernel(b, z)
    real = r.atan2(x, parts.real(kernel))
    below = r.compare("LT", parts.imag(z), 0.0)
    imag = parts.imag(kernel)
    return parts.join(real, r.select(below, r.negate(imag), imag))


def complex_acos(b: Builder, z: TensorValue) -> TensorValue:
    """The arc cosine."""
    parts = _Parts(b)
    kernel = asin_acos_kernel(b, z)
    side = parts.real(kernel)
    r = parts.builder(side)
    real = r.atan2(side, parts.real(z))
    below = r.compare("LT", parts.imag(z), 0.0)
    imag = parts.imag(kernel)
    return parts.join(real, r.select(below, imag, r.negate(imag)))


def complex_acosh(b: Builder, z: TensorValue) -> TensorValue:
    """The inverse hyperbolic cosine."""
    parts = _Parts(b)
    kernel = asin_acos_kernel(b, z)
    real = parts.imag(kernel)
    r = parts.builder(real)
    below = r.compare("LT", parts.imag(z), 0.0)
    side = parts.real(kernel)
    angle = r.atan2(side, parts.real(z))
    return parts.join(real, r.select(below, r.negate(angle), angle))


def complex_asinh(b: Builder, z: TensorValue) -> TensorValue:
    """The inverse hyperbolic sine."""
    parts = _Parts(b)
    x = parts.real(z)
    r = parts.builder(x)
    below = r.compare("LT", x, 0.0)
    y = parts.imag(z)
    kernel = asin_acos_kernel(b, parts.join(r.negate(y), x))
    imag = parts.imag(kernel)
    real = r.select(below, r.negate(imag), imag)
    return parts.join(real, r.atan2(y, parts.real(kernel)))


def complex_atan(b: Builder, z: TensorValue) -> TensorValue:
    """The arc tangent."""
    parts = _Parts(b)
    y = parts.imag(z)
    r = parts.builder(y)
    turned = r.negate(y)
    value = complex_atanh(b, parts.join(turned, parts.real(z)))
    real = parts.imag(value)
    return parts.join(real, r.negate(parts.real(value)))


def _inverse_epsilon(r: Builder) -> TensorValue:
    """The inverse of the spacing below 1, plus 2; chosen by the largest number of the type."""
    largest = r.splat(_largest(r))
    choices = []
    for limit, number in _INVERSE_EPSILONS:
        fits = r.compare("GT", largest, limit if limit <= _largest(r) else math.inf)
        choices.append((fits, r.splat(number)))
    result = r.splat(_INVERSE_EPSILON_HALF)
    for fits, number_if in reversed(choices):
        result = r.select(fits, number_if, result)
    return result


def complex_atanh(b: Builder, z: TensorValue) -> TensorValue:
    """The inverse hyperbolic tangent."""
    parts = _Parts(b)
    x = parts.real(z)
    r = parts.builder(x)
    zero = r.splat(0.0)
    x_is_positive = r.compare("GE", x, zero)
    one, minus_one = r.splat(1.0), r.splat(-1.0)
    sign = r.select(x_is_positive, one, minus_one)
    four = r.splat(4.0)
    size_x = r.abs(x)
    inverse_epsilon = _inverse_epsilon(r)
    safe_max = r.multiply(inverse_epsilon, inverse_epsilon)
    x_is_safe = r.compare("LT", size_x, safe_max)
    y = parts.imag(z)
    size_y = r.abs(y)
    safe = r.both(x_is_safe, r.compare("LT", size_y, safe_max))
    rest = r.subtract(one, size_x)
    rest_square = r.multiply(rest, rest)
    y_square = r.multiply(y, y)
    inner = r.divide(size_x, r.add(rest_square, y_square))
    y_is_small = r.compare("LT", r.multiply(size_y, inverse_epsilon), size_x)
    inverse = r.divide(one, size_x)
    infinite = r.splat(math.inf)
    x_is_infinite = r.compare("EQ", x, infinite)
    minus_infinite = r.splat(-math.inf)
    x_infinite = r.either(x_is_infinite, r.compare("EQ", x, minus_infinite))
    y_is_infinite = r.compare("EQ", y, infinite)
    y_infinite = r.either(y_is_infinite, r.compare("EQ", y, minus_infinite))
    either = r.either(x_infinite, y_infinite)
    ratio = r.divide(size_x, y)
    outer = r.divide(r.divide(one, r.add(ratio, r.divide(y, size_x))), y)
    far = r.select(y_is_small, inverse, r.select(either, zero, outer))
    logarithm = r.log_plus_one(r.multiply(four, r.select(safe, inner, far)))
    real = r.multiply(r.multiply(sign, logarithm), 0.25)
    double = r.add(y, y)
    angle = r.atan2(double, r.subtract(r.multiply(rest, r.add(one, size_x)), y_square))
    y_sign = r.select(r.compare("GE", y, 0.0), one, minus_one)
    turned = r.multiply(y_sign, math.pi)
    return parts.join(real, r.multiply(r.select(safe, angle, turned), 0.5))


def complex_square(b: Builder, z: TensorValue) -> TensorValue:
    """The square; exact for parts of the same magnitude."""
    parts = _Parts(b)
    x = parts.real(z)
    r = parts.builder(x)
    finite = r.is_finite(x)
    size_x = r.abs(x)
    y = parts.imag(z)
    equal = r.both(finite, r.compare("EQ", size_x, r.abs(y)))
    zero = r.splat(0.0)
    difference = r.subtract(x, y)
    real = r.select(equal, zero, r.multiply(difference, r.add(x, y)))
    return parts.join(real, r.multiply(2.0, r.multiply(x, y)))


def conjugate(b: Builder, z: TensorValue) -> TensorValue:
    """The complex conjugate; a real number is returned unchanged."""
    if not isinstance(b.type.element_type, ComplexType):
        return z
    parts = _Parts(b)
    real = parts.real(z)
    return parts.join(real, parts.builder(real).negate(parts.imag(z)))
