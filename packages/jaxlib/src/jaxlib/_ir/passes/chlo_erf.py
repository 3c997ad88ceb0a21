"""CHLO's error functions and their inverse, as StableHLO operations.

Rational approximations from Cephes, except for erf in single precision, which is Eigen's, and Giles' polynomials
for the inverse. The coefficients and the order of operations are StableHLO's, so that a program has the same bits
with both jaxlibs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from jaxlib._ir.passes.builder import Builder, TensorValue

#: Double precision: erf up to 1, then erfc up to 8 and beyond; numerators and denominators.
_ERF_T = (9.60497373987051638749, 90.0260197203842689217, 2232.00534594684319226, 7003.32514112805075473,
          55592.3013010394962768)  # fmt: skip
_ERF_U = (1.0, 33.5617141647503099647, 521.357949780152679795, 4594.32382970980127987, 22629.0000613890934246,
          49267.3942608635921086)  # fmt: skip
_ERFC_P = (2.46196981473530512524e-10, 0.564189564831068821977, 7.46321056442269912687, 48.6371970985681366614,
           196.520832956077098242, 526.445194995477358631, 934.528527171957607540, 1027.55188689515710272,
           557.535335369399327526)  # fmt: skip
_ERFC_Q = (1.0, 13.2281951154744992508, 86.7072140885989742329, 354.937778887819891062, 975.708501743205489753,
           1823.90916687909736289, 2246.33760818710981792, 1656.66309194161350182,
           557.535340817727675546)  # fmt: skip
_ERFC_R = (0.564189583547755073984, 1.27536670759978104416, 5.01905042251180477414, 6.16021097993053585195,
           7.40974269950448939160, 2.97886665372100240670)  # fmt: skip
_ERFC_S = (1.0, 2.26052863220117276590, 9.39603524938001434673, 12.0489539808096656605, 17.0814450747565897222,
           9.60896809063285878198, 3.36907645100081516050)  # fmt: skip
_UNDERFLOW_F64 = -7.09782712893383996843e2
#: Single precision: erf up to 1 for erfc; erfc up to 2 and beyond, as functions of 1/x^2; erf as in Eigen.
_ERF_T_F32 = (7.853861353153693e-5, -8.010193625184903e-4, 5.188327685732524e-3, -2.685381193529856e-2,
              1.128358514861418e-1, -3.761262582423300e-1, 1.128379165726710)  # fmt: skip
_ERFC_P_F32 = (2.326819970068386e-2, -1.387039388740657e-1, 3.687424674597105e-1, -5.824733027278666e-1,
               6.210004621745983e-1, -4.944515323274145e-1, 3.404879937665872e-1, -2.741127028184656e-1,
               5.638259427386472e-1)  # fmt: skip
_ERFC_R_F32 = (-1.047766399936249e1, 1.297719955372516e1, -7.495518717768503, 2.921019019210786,
               -1.015265279202700, 4.218463358204948e-1, -2.820767439740514e-1,
               5.641895067754075e-1)  # fmt: skip
_UNDERFLOW_F32 = -88.72283905206835
_ALPHA = (-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
          -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02)  # fmt: skip
_BETA = (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03,
         -1.42647390514189e-02)  # fmt: skip
#: The inverse, by w = -log(1 - x^2): in single precision below 5 and above; in double precision below 6.25, below
#: 16 and above.
_BELOW_5 = (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
         -0.00417768164, 0.246640727, 1.50140941)  # fmt: skip
_ABOVE_5 = (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613,
        0.00943887047, 1.00167406, 2.83297682)  # fmt: skip
_BELOW_6 = (
    -3.64441206401782e-21, -1.6850591381820166e-19, 1.28584807152564e-18, 1.1157877678025181e-17,
    -1.333171662854621e-16, 2.0972767875968562e-17, 6.637638134358324e-15, -4.054566272975207e-14,
    -8.151934197605472e-14, 2.6335093153082323e-12, -1.2975133253453532e-11, -5.415412054294628e-11,
    1.0512122733215323e-09, -4.112633980346984e-09, -2.9070369957882005e-08, 4.2347877827932404e-07,
    -1.3654692000834679e-06, -1.3882523362786469e-05, 0.00018673420803405714, -0.000740702534166267,
    -0.006033670871430149, 0.24015818242558962, 1.6536545626831027,
)  # fmt: skip
_BELOW_16 = (
    2.2137376921775787e-09, 9.075656193888539e-08, -2.7517406297064545e-07, 1.8239629214389228e-08,
    1.5027403968909828e-06, -4.013867526981546e-06, 2.9234449089955446e-06, 1.2475304481671779e-05,
    -4.7318229009055734e-05, 6.828485145957318e-05, 2.4031110387097894e-05, -0.0003550375203628475,
    0.0009532893797373805, -0.0016882755560235047, 0.002491442096107851, -0.003751208507569241,
    0.005370914553590064, 1.0052589676941592, 3.0838856104922208,
)  # fmt: skip
_ABOVE_16 = (
    -2.7109920616438573e-11, -2.555641816996525e-10, 1.5076572693500548e-09, -3.789465440126737e-09,
    7.61570120807834e-09, -1.496002662714924e-08, 2.914795345090108e-08, -6.771199775845234e-08,
    2.2900482228026655e-07, -9.9298272942317e-07, 4.526062597223154e-06, -1.968177810553167e-05,
    7.599527703001776e-05, -0.00021503011930044477, -0.00013871931833623122, 1.0103004648645344,
    4.849906401408584,
)  # fmt: skip


def _is_double(b: Builder) -> bool:
    return b.type.element_type.text == "f64"


def _near_f64(b: Builder, x: TensorValue) -> TensorValue:
    """Erf for arguments of at most 1 in magnitude."""
    square = b.multiply(x, x)
    top = b.multiply(x, b.polynomial(square, _ERF_T))
    return b.divide(top, b.polynomial(square, _ERF_U))


def _near_f32(b: Builder, x: TensorValue) -> TensorValue:
    square = b.multiply(x, x)
    return b.multiply(x, b.polynomial(square, _ERF_T_F32))


def _with_limits(
    b: Builder, x: TensorValue, exponent: TensorValue, underflow: float, value: TensorValue
) -> TensorValue:
    """Erfc from its value for the magnitude: 0 if it underflows, 2 minus the value for negative arguments."""
    underflows = b.compare("LT", exponent, underflow)
    zero = b.splat(0.0)
    value = b.select(underflows, zero, value)
    below = b.compare("LT", x, zero)
    return b.select(below, b.subtract(2.0, value), value)


def _far_f64(b: Builder, x: TensorValue) -> TensorValue:
    """Erfc for arguments of at least 1 in magnitude."""
    exponent = b.negate(b.multiply(x, x))
    scale, size = b.exponential(exponent), b.abs(x)

    def quotient(above: Sequence[float], below: Sequence[float]) -> TensorValue:
        top = b.multiply(scale, b.polynomial(size, above))
        return b.divide(top, b.polynomial(size, below))

    mid = quotient(_ERFC_P, _ERFC_Q)
    far = quotient(_ERFC_R, _ERFC_S)
    value = b.select(b.compare("LT", size, 8.0), mid, far)
    return _with_limits(b, x, exponent, _UNDERFLOW_F64, value)


def _far_f32(b: Builder, x: TensorValue) -> TensorValue:
    square = b.multiply(x, x)
    exponent = b.negate(square)
    size, one = b.abs(x), b.splat(1.0)
    inverse_square = b.divide(one, square)
    scale = b.exponential(exponent)
    scale = b.multiply(scale, b.divide(one, size))
    is_mid = b.compare("LT", size, 2.0)
    mid = b.polynomial(inverse_square, _ERFC_P_F32)
    far = b.polynomial(inverse_square, _ERFC_R_F32)
    value = b.multiply(scale, b.select(is_mid, mid, far))
    return _with_limits(b, x, exponent, _UNDERFLOW_F32, value)


def _is_near(b: Builder, x: TensorValue, one: TensorValue) -> TensorValue:
    return b.compare("LT", b.abs(x), one)


def erf(b: Builder, x: TensorValue) -> TensorValue:
    """The error function."""
    if _is_double(b):
        near, one = _near_f64(b, x), b.splat(1.0)
        far = b.subtract(one, _far_f64(b, x))
        return b.select(_is_near(b, x, one), near, far)
    low, high = b.splat(-4.0), b.splat(4.0)
    x = b.clamp(low, x, high)
    square = b.multiply(x, x)
    alpha = b.polynomial(square, _ALPHA)
    beta = b.polynomial(square, _BETA)
    value = b.divide(b.multiply(x, alpha), beta)
    return b.clamp(-1.0, value, 1.0)


def erfc(b: Builder, x: TensorValue) -> TensorValue:
    """The complementary error function."""
    far_of, near_of = (_far_f64, _near_f64) if _is_double(b) else (_far_f32, _near_f32)
    far, one = far_of(b, x), b.splat(1.0)
    near = b.subtract(one, near_of(b, x))
    return b.select(_is_near(b, x, one), near, far)


def erf_inv(b: Builder, x: TensorValue) -> TensorValue:
    """The inverse error function, infinite at -1 and 1."""
    w = b.negate(b.log_plus_one(b.multiply(x, b.negate(x))))
    value = b.multiply((_polynomials_f64 if _is_double(b) else _polynomials_f32)(b, w), x)
    at_end = b.compare("EQ", b.abs(x), 1.0)
    return b.select(at_end, b.multiply(x, math.inf), value)


def _polynomials_f32(b: Builder, w: TensorValue) -> TensorValue:
    near = b.compare("LT", w, 5.0)

    def coefficient(i: int) -> TensorValue:
        return b.select(near, _BELOW_5[i], _ABOVE_5[i])

    below = b.subtract(w, 2.5)
    w = b.select(near, below, b.subtract(b.sqrt(w), 3.0))
    value = coefficient(0)
    for i in range(1, len(_BELOW_5)):
        value = b.add(coefficient(i), b.multiply(value, w))
    return value


def _polynomials_f64(b: Builder, w: TensorValue) -> TensorValue:
    near, mid = b.compare("LT", w, 6.25), b.compare("LT", w, 16.0)

    def coefficient(i: int) -> TensorValue:
        number = b.splat(_BELOW_6[i])
        if i < len(_BELOW_16):
            number = b.select(near, number, _BELOW_16[i])
        if i < len(_ABOVE_16):
            number = b.select(mid, number, _ABOVE_16[i])
        return number

    root = b.sqrt(w)
    below = b.subtract(w, 3.125)
    w = b.select(near, below, b.subtract(root, b.select(mid, 3.25, 5.0)))
    value = coefficient(0)
    for i in range(1, len(_BELOW_6)):
        following = b.add(coefficient(i), b.multiply(value, w))
        if i >= len(_BELOW_16):
            following = b.select(near, following, value)
        elif i >= len(_ABOVE_16):
            following = b.select(mid, following, value)
        value = following
    return value
