"""Elementwise functions for which the library calls libm per element, lowered to arithmetic that it vectorizes.

Logarithms of 1 + x and inverse error functions are the arithmetic of newer XLA, and equal to it bit by bit: the
same key draws the same numbers. So are arcus tangents, but for the last digits. Sines, cosines and tangents of
float32 are computed in float64, exact to half a unit in the last place, in a fourth of the time; newer XLA calls
libm for them, too, unless it passes them to YNNPACK.
"""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from jaxlib_cpu.lowering.rewriting import Replacement, all_of, rewritten
from jaxlib_cpu.lowering.values import full, of_kind

#: log1p near 0 is x - x**2/2 + x**3 p(x)/q(x). Coefficients from Cephes (log1p.c), highest power first.
_NUMERATOR = (
    4.5270000862445199635215e-5,
    4.9854102823193375972212e-1,
    6.5787325942061044846969e0,
    2.9911919328553073277375e1,
    6.0949667980987787057556e1,
    5.7112963590585538103336e1,
    2.0039553499201281259648e1,
)
_DENOMINATOR = (
    1.0,
    1.5062909083469192043167e1,
    8.3047565967967209469434e1,
    2.2176239823732856465394e2,
    3.0909872225312059774938e2,
    2.1642788614495947685003e2,
    6.0118660497603843919306e1,
)
#: erf_inv is x p(w), w = -log(1 - x**2), with other coefficients in the tails (M. Giles, "Approximating the
#: erfinv function", single precision), highest power first.
_CENTRE = (
    2.81022636e-08,
    3.43273939e-07,
    -3.5233877e-06,
    -4.39150654e-06,
    0.00021858087,
    -0.00125372503,
    -0.00417768164,
    0.246640727,
    1.50140941,
)
_TAILS = (
    -0.000200214257,
    0.000100950558,
    0.00134934322,
    -0.00367342844,
    0.00573950773,
    -0.0076224613,
    0.00943887047,
    1.00167406,
    2.83297682,
)
#: The first 256 binary digits of 1/(2 pi).
_TURNS_PER_RADIAN = 0x28BE60DB9391054A7F09D5F47D4D377036D8A5664F10E4107F9458EAF7AEF158
_DIGITS = 256
#: So many digits, times the 24 of a float32, are a float64.
_CHUNK = 29
#: The number of chunks after which the largest float32, times the rest, is less than a turn.
_CHUNKS = 5
#: sin(2 pi u) is u p(u**2) up to a quarter of a turn, with a relative error of 2e-11; highest power first. These
#: coefficients, and those of arcus tangents, were fitted with Remez' algorithm.
_SINE = (
    -14.38139379647578,
    42.0077975984936,
    -76.70417027647167,
    81.60522369064773,
    -41.341702096929964,
    6.283185307046695,
)
#: atan(t) is t + t**3 p(t**2), highest power first: up to 1 with a relative error of 3e-9,
_ARCTANGENT_SINGLE = (
    -0.0017935305319060298,
    0.01091417015586409,
    -0.031176972676781503,
    0.057956641575507395,
    -0.08403389183132574,
    0.10952162386257529,
    -0.14264236566781757,
    0.19998547714208265,
    -0.33333299065186683,
)
#: and up to the tangent of pi/8, with one of 2e-18.
_ARCTANGENT_DOUBLE = (
    -0.017903381267695296,
    0.0380606303068652,
    -0.05039131101105012,
    0.05847846099480313,
    -0.06663097386760744,
    0.07692059556316418,
    -0.0909089771606462,
    0.11111110781827833,
    -0.14285714280159761,
    0.19999999999953175,
    -0.333333333333332,
)
#: What math.pi lacks.
_PI_REST = 1.2246467991473532e-16
#: Smaller numbers are their own sine, tangent and arcus tangent.
_TINY = 2.0**-30
#: The number of elements from which it is worth the longer compile time to call libm no more.
_MANY = 1 << 12


def lower_functions(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers functions to arithmetic, in a copy of the program."""
    return rewritten(module, _replacements, any_devices=True), options


class _Function(NamedTuple):
    """How a function is computed, of arrays of float32 or also of float64, and from how many elements on."""

    compute: Callable[..., Array]
    double: bool = False
    many: int = 0


def _replacements(ir: Any, module: Any) -> list[Replacement]:
    return [
        (operation, build)
        for operation in all_of(ir, module)
        if operation.name in _FUNCTIONS
        and (build := _lowering(ir, operation, _FUNCTIONS[operation.name])) is not None
    ]


def _lowering(ir: Any, operation: Any, function: _Function) -> Callable[..., Any] | None:
    """Builds the result from the operands; None if the library's own way is as good, or is asked for."""
    type_ = ir.RankedTensorType(operation.results[0].type)
    kind = type_.element_type
    narrow = isinstance(kind, (ir.BF16Type, ir.F16Type))
    served = narrow or isinstance(kind, ir.F32Type) or (function.double and isinstance(kind, ir.F64Type))
    if not served or not type_.has_static_shape or "result_accuracy" in operation.attributes:
        return None
    if math.prod(type_.shape) < function.many:
        return None
    return functools.partial(_as_single if narrow else _as_given, function.compute)


def _as_given(compute: Callable[..., Array], *operands: Any) -> Any:
    return compute(*map(Array, operands)).value


def _as_single(compute: Callable[..., Array], *operands: Any) -> Any:
    from jax._src.lib.mlir import ir

    narrow = ir.RankedTensorType(operands[0].type).element_type
    return compute(*(Array(each).to(ir.F32Type.get()) for each in operands)).to(narrow).value


class Array:
    """An array of floats in the program, with Python's operators; a number stands for an array full of it."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def to(self, element_type: Any) -> Array:
        """Converted."""
        from jax._src.lib.mlir.dialects import hlo

        return Array(hlo.convert(of_kind(self.value, element_type), self.value))

    def full(self, number: float) -> Array:
        """An array like this one, full of a number."""
        return Array(full(self.value.type, number))

    def is_double(self) -> bool:
        """Whether the elements are float64."""
        from jax._src.lib.mlir import ir

        return isinstance(ir.RankedTensorType(self.value.type).element_type, ir.F64Type)

    def __add__(self, other: Array | float) -> Array:
        return self._with("add", other)

    def __sub__(self, other: Array | float) -> Array:
        return self._with("subtract", other)

    def __mul__(self, other: Array | float) -> Array:
        return self._with("multiply", other)

    def __truediv__(self, other: Array | float) -> Array:
        return self._with("divide", other)

    def __neg__(self) -> Array:
        return self.apply("negate")

    def __abs__(self) -> Array:
        return self.apply("abs")

    def __lt__(self, other: Array | float) -> Any:
        return self._compared("LT", other)

    def __gt__(self, other: Array | float) -> Any:
        return self._compared("GT", other)

    def __ge__(self, other: Array | float) -> Any:
        return self._compared("GE", other)

    def is_equal(self, other: Array | float) -> Any:
        """Where both are equal, a mask for ``where``."""
        return self._compared("EQ", other)

    def apply(self, name: str) -> Array:
        """The function of one operand that the dialect makes under that name."""
        from jax._src.lib.mlir.dialects import hlo

        return Array(getattr(hlo, name)(self.value))

    def _with(self, name: str, other: Array | float) -> Array:
        from jax._src.lib.mlir.dialects import hlo

        return Array(getattr(hlo, name)(self.value, self._like(other).value))

    def _compared(self, direction: str, other: Array | float) -> Any:
        from jax._src.lib.mlir.dialects import hlo

        return hlo.compare(self.value, self._like(other).value, hlo.ComparisonDirectionAttr.get(direction))

    def _like(self, other: Array | float) -> Array:
        return other if isinstance(other, Array) else self.full(other)


def where(mask: Any, chosen: Array, other: Array) -> Array:
    """The elements of ``chosen`` where the mask is true, else those of ``other``."""
    from jax._src.lib.mlir.dialects import hlo

    return Array(hlo.select(mask, chosen.value, other.value))


def polynomial(coefficients: Iterable[float], x: Array) -> Array:
    """The value of a polynomial, with the coefficient of the highest power first."""
    first, *rest = coefficients
    value = x.full(first)
    for coefficient in rest:
        value = value * x + coefficient
    return value


def _log1p(x: Array) -> Array:
    square = x * x
    cubic = x * square * (polynomial(_NUMERATOR, x) / polynomial(_DENOMINATOR, x))
    near = _is_near_zero(x)
    # The select keeps LLVM from fusing this product into the sum (FMA); newer LLVM fuses the square instead.
    series = x + (square * -0.5 + where(near, cubic, x.full(0)))
    return where(near, series, (x + 1).apply("log"))


def _is_near_zero(x: Array) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    if not x.is_double():
        return abs(x) < 2**0.5 - 1
    # The coefficients were fitted for these numbers; to float32, they are good enough for some more.
    return hlo.and_(x > 0.5**0.5 - 1, x < 2**0.5 - 1)


def _erf_inv(x: Array) -> Array:
    w = -_log1p(x * -x)
    central = w < 5
    v = where(central, w - 2.5, w.apply("sqrt") - 3)
    series: Array | None = None
    for of_centre, of_tails in zip(_CENTRE, _TAILS, strict=True):
        coefficient = where(central, x.full(of_centre), x.full(of_tails))
        series = coefficient if series is None else coefficient + series * v
    assert series is not None
    return where(abs(x).is_equal(1), x * math.inf, series * x)


def _asinh(x: Array) -> Array:
    size, square = abs(x), x * x
    series = _log1p(size + square / ((square + 1).apply("sqrt") + 1))
    large = size >= _ROOT_OF_LARGEST
    return x.apply("sign") * where(large, size.apply("log") + math.log(2), series)


def _acosh(x: Array) -> Array:
    root = (x - 1).apply("sqrt")
    series = _log1p(root * ((x + 1).apply("sqrt") + root))
    return where(x >= _LARGEST / 2, x.apply("log") + math.log(2), series)


def _atanh(x: Array) -> Array:
    value = (_log1p(x) - _log1p(-x)) * 0.5
    return where(abs(x) > 1, x.full(math.nan), value)


#: The largest float32.
_LARGEST = (2 - 2.0**-23) * 2.0**127
_ROOT_OF_LARGEST = math.sqrt(_LARGEST)


def _in_double(compute: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """A function of float32 that is computed in float64."""

    def computed(x: Array) -> Array:
        from jax._src.lib.mlir import ir

        return compute(x.to(ir.F64Type.get())).to(ir.F32Type.get())

    return computed


def _sine(x: Array) -> Array:
    return where(abs(x) < _TINY, x, _in_double(lambda wide: _signed_sine(*_half_turns(wide)))(x))


def _cosine(x: Array) -> Array:
    return _in_double(lambda wide: _signed_sine(*_half_turns(wide, ahead=0.25)))(x)


def _tangent(x: Array) -> Array:
    def compute(wide: Array) -> Array:
        _, rest = _half_turns(wide)
        # The cosine is the sine of what is left to a quarter of a turn.
        return _sine_of_turns(rest) / _sine_of_turns(-abs(rest) + 0.25)

    return where(abs(x) < _TINY, x, _in_double(compute)(x))


def _half_turns(x: Array, ahead: float = 0) -> tuple[Array, Array]:
    """An angle, a float32 in a float64, as a multiple of half a turn and a rest of at most a quarter, in turns.

    ``ahead`` turns are added. Each product with a chunk of 1/(2 pi) is exact, and so is what its whole turns leave,
    so that the rest of the largest float32 is as accurate as that of 1.
    """
    *exact, last = chunks()
    parts = [product - product.apply("round_nearest_even") for product in (x * chunk for chunk in exact)]
    parts.append(x * last)
    if ahead:
        parts[0] = parts[0] + ahead
    turns = functools.reduce(Array.__add__, parts)
    half_turns = (turns + turns).apply("round_nearest_even") * 0.5
    # From the first on, and not from their sum, which is rounded.
    return half_turns, functools.reduce(Array.__add__, parts[1:], parts[0] - half_turns)


def chunks() -> list[float]:
    """Floats whose sum is 1/(2 pi), all but the last of ``_CHUNK`` binary digits."""
    values = []
    rest = _TURNS_PER_RADIAN
    for end in range(_CHUNK, _CHUNK * (_CHUNKS + 1), _CHUNK):
        digits, rest = divmod(rest, 1 << (_DIGITS - end))
        values.append(math.ldexp(digits, -end))
    return [*values, rest / (1 << _DIGITS)]


def _signed_sine(half_turns: Array, rest: Array) -> Array:
    """The sine of an angle; ``half_turns`` are a multiple of 0.5."""
    is_even = half_turns.is_equal(half_turns.apply("round_nearest_even"))
    sine = _sine_of_turns(rest)
    return where(is_even, sine, -sine)


def _sine_of_turns(x: Array) -> Array:
    return x * polynomial(_SINE, x * x)


def _arctangent(x: Array) -> Array:
    size = abs(x)
    large = size > 1
    angle = _arctangent_of_fraction(where(large, size.full(1) / size, size))
    angle = where(large, _from(math.pi / 2, angle), angle)
    return where(size < _TINY, x, where(x < 0, -angle, angle))


def _arctangent_of_two(y: Array, x: Array) -> Array:
    height, width = abs(y), abs(x)
    steep = height > width
    less, more = where(steep, width, height), where(steep, height, width)
    # Of zeros 0, and of infinities 1.
    angle = _arctangent_of_fraction(where(less.is_equal(more), less.apply("sign"), less / more))
    angle = where(steep, _from(math.pi / 2, angle), angle)
    angle = where(_is_negative(x), _from(math.pi, angle), angle)
    return where(_is_negative(y), -angle, angle)


def _arctangent_of_fraction(x: Array) -> Array:
    """The angle of a tangent from 0 to 1."""
    if not x.is_double():
        return _series(_ARCTANGENT_SINGLE, x)
    steep = x > math.tan(math.pi / 8)
    angle = _series(_ARCTANGENT_DOUBLE, where(steep, (x - 1) / (x + 1), x))
    return where(steep, -_from(-math.pi / 4, angle), angle)


def _series(coefficients: Sequence[float], x: Array) -> Array:
    square = x * x
    return x + x * square * polynomial(coefficients, square)


def _arcsine(x: Array) -> Array:
    return _arctangent_of_two(x, ((x.full(1) - x) * (x + 1)).apply("sqrt"))


def _arccosine(x: Array) -> Array:
    return _arctangent_of_two(((x.full(1) - x) * (x + 1)).apply("sqrt"), x)


def _from(whole: float, angle: Array) -> Array:
    """A multiple of pi, of which a float is only the first part, less an angle."""
    first = whole if angle.is_double() else struct.unpack("f", struct.pack("f", whole))[0]
    # math.pi is a float64: what it lacks counts in that type alone.
    rest = whole / math.pi * _PI_REST if angle.is_double() else whole - first
    return (angle.full(first) - angle) + rest


def _is_negative(x: Array) -> Any:
    """Where the sign is set, that of zeros, too."""
    from jax._src.lib.mlir import ir
    from jax._src.lib.mlir.dialects import hlo

    integers = of_kind(x.value, ir.IntegerType.get_signless(64 if x.is_double() else 32))
    bits = hlo.bitcast_convert(integers, x.value)
    return hlo.compare(bits, full(integers, 0), hlo.ComparisonDirectionAttr.get("LT"))


_FUNCTIONS = {
    "chlo.acos": _Function(_arccosine, double=True),
    "chlo.acosh": _Function(_acosh),
    "chlo.asin": _Function(_arcsine, double=True),
    "chlo.asinh": _Function(_asinh),
    "chlo.atan": _Function(_arctangent, double=True),
    "chlo.atanh": _Function(_atanh, double=True),
    "chlo.erf_inv": _Function(_erf_inv),
    "stablehlo.atan2": _Function(_arctangent_of_two, double=True, many=_MANY),
    "stablehlo.cosine": _Function(_cosine, many=_MANY),
    "stablehlo.log_plus_one": _Function(_log1p, double=True),
    "stablehlo.sine": _Function(_sine, many=_MANY),
    "stablehlo.tan": _Function(_tangent, many=_MANY),
}
