"""The rules of math: functions of constants are computed, by the C library as in MLIR."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import cache

from jaxlib._ir.core import F32Type, F64Type, FloatAttr, IntegerType, Operation, VectorType
from jaxlib._ir.passes.canonicalization.rewriter import (
    Rewriter,
    Rule,
    integer,
    integer_attribute,
    number,
    unsigned,
    width_of,
)

#: The functions of the C library, by operation; those of single precision end with f.
_FUNCTIONS = {
    **{name: name for name in "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp".split()},  # noqa: SIM905
    **{name: name for name in "exp2 expm1 floor log log10 log1p log2 round roundeven sin sinh".split()},  # noqa: SIM905
    **{name: name for name in ("sqrt", "tan", "tanh", "trunc")},
    "absf": "fabs",
    "atan2": "atan2",
    "powf": "pow",
}
#: The functions without a value for negative numbers, and how far from zero those of the others begin.
_FROM = {"log": 0.0, "log10": 0.0, "log1p": -1.0, "log2": 0.0, "rsqrt": 0.0, "sqrt": 0.0}


@cache
def _function(name: str, single: bool, operands: int) -> Callable[..., float] | None:
    """A function of the C library; None if it lacks it."""
    kind = ctypes.c_float if single else ctypes.c_double
    try:
        function = ctypes.CDLL("libm.so.6")[f"{_FUNCTIONS[name]}{'f' if single else ''}"]
    except (AttributeError, OSError):
        return None
    function.argtypes, function.restype = [kind] * operands, kind
    return function


def _computed(op: Operation, rewriter: Rewriter) -> bool:
    name, kind = op._name.partition(".")[2], op._result_types[0]
    numbers = [number(operand) for operand in op._operands]
    if not isinstance(kind, (F32Type, F64Type)):
        return False
    single = isinstance(kind, F32Type)
    function = _function("sqrt" if name == "rsqrt" else name, single, len(numbers))
    values = [value for value in numbers if value is not None and math.isfinite(value)]
    if function is None or len(values) < len(numbers) or values[0] < _FROM.get(name, -math.inf):
        return False
    value = function(*values)
    if name == "rsqrt":
        value = 1 / value if value else math.inf
    if not math.isfinite(value):
        return False
    rewriter.replace(op, [FloatAttr.get(kind, value)])
    return True


def _bits(compute: Callable[[int, int], int]) -> Rule:
    """A rule for functions of an integer; ``compute`` gets it without a sign, and the number of bits."""

    def rule(op: Operation, rewriter: Rewriter) -> bool:
        kind, value = op._result_types[0], integer(op._operands[0])
        if value is None or not isinstance(kind, (IntegerType, VectorType)):
            return False
        width = width_of(kind)
        rewriter.replace(op, [integer_attribute(kind, compute(unsigned(value, width), width))])
        return True

    return rule


RULES: dict[str, Rule] = {
    **{f"math.{name}": _computed for name in (*_FUNCTIONS, "rsqrt")},
    "math.absi": _bits(lambda value, width: min(value, (1 << width) - value)),
    "math.ctlz": _bits(lambda value, width: width - value.bit_length()),
    "math.ctpop": _bits(lambda value, _width: value.bit_count()),
    "math.cttz": _bits(lambda value, width: (value & -value).bit_length() - 1 if value else width),
}
