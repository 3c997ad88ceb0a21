"""CHLO's special functions as StableHLO operations: a Bessel function and the Hurwitz zeta function.

Chebyshev series from Cephes for the Bessel function, the Euler-Maclaurin formula for zeta.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxlib._ir.core import NUMPY_OF
from jaxlib._ir.passes.builder import Builder, TensorValue

#: Coefficients for the scaled function: up to 8 by x / 2 - 2, above by 32 / x - 2; in double and single precision.
_NEAR_F64 = (
    2.7779141127610464e-18, -2.111421214358166e-17, 1.5536319577362005e-16, -1.1055969477353862e-15,
    7.6006842947354077e-15, -5.0421855047279118e-14, 3.2237933659455748e-13, -1.9839743977649436e-12,
    1.1736186298890901e-11, -6.6634897235020271e-11, 3.6255902815521172e-10, -1.8872497517228294e-9,
    9.3815373864957726e-9, -4.4450591287963281e-8, 2.0032947535521353e-7, -8.5687202646954547e-7,
    3.4702513081376785e-6, -1.3273163656039436e-5, 4.7815651075500542e-5, -1.6176081582589674e-4,
    5.1228595616857576e-4, -0.0015135724506312532, 0.0041564229443128882, -0.010564084894626197,
    0.024726449030626516, -0.052945981208094989, 0.10264365868984709, -0.17641651835783406,
    0.25258718644363365,
)  # fmt: skip
_FAR_F64 = (
    7.5172963108421052e-18, 4.4143483230717077e-18, -4.6503053684893586e-17, -3.2095259219934238e-17,
    2.9626289976459501e-16, 3.3082023109209285e-16, -1.8803547755107825e-15, -3.8144030724370075e-15,
    1.0420276984128802e-14, 4.272440016711951e-14, -2.1015418427726643e-14, -4.0835511110921974e-13,
    -7.1985517762459084e-13, 2.0356285441470896e-12, 1.4125807436613782e-11, 3.2526035830154884e-11,
    -1.8974958123505413e-11, -5.5897434621965838e-10, -3.835380385964237e-9, -2.6314688468895196e-8,
    -2.5122362378702088e-7, -3.8825648088776906e-6, -1.1058893876262371e-4, -0.0097610974913614687,
    0.7785762350182801,
)  # fmt: skip
_NEAR_F32 = (
    9.38153732e-9, -4.44505908e-8, 2.00329481e-7, -8.568720e-07, 3.47025139e-6, -1.32731639e-5, 4.78156508e-5,
    -1.61760821e-4, 5.122860e-04, -0.00151357241, 0.0041564228, -0.0105640851, 0.0247264486,
    -0.0529459827, 0.102643661, -0.176416516, 0.252587199,
)  # fmt: skip
_FAR_F32 = (
    -3.83538046e-9, -2.63146891e-8, -2.51223611e-7, -3.88256467e-6, -1.10588939e-4, -0.00976109784,
    0.778576254,
)  # fmt: skip
#: The coefficients of the Euler-Maclaurin formula: Bernoulli numbers over factorials, from the second one on.
_BERNOULLI = (
    -0.0013888888888888889, 3.3068783068783071e-5, -8.2671957671957675e-7, 2.08767569878681e-8,
    -5.2841901386874932e-10, 1.3382536530684679e-11, -3.3896802963225832e-13, 8.5860620562778452e-15,
    -2.1748686985580617e-16, 5.5090028283602295e-18, -1.3954464685812522e-19,
)  # fmt: skip


def _chebyshev(b: Builder, x: TensorValue, factors: Sequence[float]) -> TensorValue:
    """The Chebyshev series with these coefficients, highest order first, by Clenshaw's recurrence."""
    last = before = oldest = b.splat(0.0)
    for factor in factors:
        last, before, oldest = b.add(b.subtract(b.multiply(x, last), before), factor), last, before
    return b.multiply(b.subtract(last, oldest), 0.5)


def bessel_i1e(b: Builder, x: TensorValue) -> TensorValue:
    """The modified Bessel function of the first kind and order 1, times exp(-abs(x))."""
    double = b.type.element_type.text == "f64"
    size = b.abs(x)
    half, two, thirty_two, eight = map(b.splat, (0.5, 2.0, 32.0, 8.0))
    argument = b.subtract(b.multiply(half, size), two)
    near = b.multiply(size, _chebyshev(b, argument, _NEAR_F64 if double else _NEAR_F32))
    argument = b.subtract(b.divide(thirty_two, size), two)
    far = _chebyshev(b, argument, _FAR_F64 if double else _FAR_F32)
    far = b.divide(far, b.sqrt(size))
    value = b.select(b.compare("LE", size, eight), near, far)
    return b.multiply(b.sign(x), value)


def zeta(b: Builder, x: TensorValue, q: TensorValue) -> TensorValue:
    """The Hurwitz zeta function: ten terms of the series, and the Euler-Maclaurin formula for the rest."""
    zero, one = b.splat(0.0), b.splat(1.0)
    power = b.negate(x)
    at, total = q, b.power(q, power)
    for _ in range(9):
        at = b.add(at, one)
        total = b.add(total, b.power(at, power))
    at = b.add(at, one)
    term = b.power(at, power)
    scaled = b.multiply(term, at)
    integral = b.divide(scaled, b.subtract(x, one))
    inverse = b.divide(one, b.multiply(at, at))
    rest = zero
    for order in range(len(_BERNOULLI), 0, -1):
        above = b.add(x, 2.0 * order)
        step = b.multiply(above, b.add(x, 2.0 * order - 1.0))
        rest = b.multiply(step, b.multiply(inverse, b.add(rest, _BERNOULLI[order - 1])))
    half, quotient = b.splat(0.5), b.divide(x, at)
    rest = b.multiply(quotient, b.add(1 / 12, rest))
    rest = b.multiply(term, b.add(half, rest))
    value = b.add(b.add(total, integral), rest)
    # From here on, the terms are negligible.
    smallest = float(np.finfo(NUMPY_OF[b.type.element_type.text]).smallest_subnormal)
    size_of_term = b.abs(term)
    done = b.compare("LT", size_of_term, b.multiply(b.abs(total), smallest))
    value = b.select(done, total, value)
    no_number = b.splat(float("nan"))
    value = b.select(b.compare("LT", x, one), no_number, value)
    # Poles: at q = 0, -1, ... if x is even, and at x = 1.
    left = b.compare("LE", q, zero)
    value = b.select(b.both(left, b.compare("NE", x, b.floor(x))), no_number, value)
    infinite = b.splat(float("inf"))
    at_pole = b.both(left, b.compare("EQ", q, b.floor(q)))
    two = b.splat(2.0)
    whole = b.compare("EQ", x, b.floor(x))
    even = b.both(whole, b.compare("EQ", b.remainder(x, two), zero))
    value = b.select(at_pole, b.select(even, infinite, no_number), value)
    return b.select(b.compare("EQ", x, one), infinite, value)
