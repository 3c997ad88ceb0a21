"""The rules of arith for floating-point numbers, and for conversions between them and integers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from jaxlib._ir.core import (
    NUMPY_OF,
    Attribute,
    FloatAttr,
    FloatType,
    IntegerType,
    Operation,
    Type,
    VectorType,
)
from jaxlib._ir.passes.canonicalization.rewriter import (
    Rewriter,
    Rule,
    defined_by,
    integer,
    integer_attribute,
    number,
    splat,
    swap,
    unsigned,
    width_of,
)
from jaxlib._release import MOSAIC_VERSION

_COMMUTATIVE = frozenset(
    f"arith.{name}" for name in ("addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf")
)

#: The right operand that makes an operation the left one; the sign of zero matters.
_NEUTRAL = {"addf": "-0.0", "divf": "1.0", "mulf": "1.0", "subf": "0.0"}

#: Whether a number that is extended and rounded again is that number, as in older releases; see `arithmetic`.
_FORGETS_EXTENSIONS = MOSAIC_VERSION < 17

_IDEMPOTENT = frozenset(("maximumf", "maxnumf", "minimumf", "minnumf"))

#: The value of each operation of constants; None if it is left to the plugin.
_COMPUTE: dict[str, Callable[[Any, Any], object]] = {
    "addf": lambda a, b: a + b,
    "divf": lambda a, b: a / b if b else None,
    "maximumf": max,
    "maxnumf": max,
    "minimumf": min,
    "minnumf": min,
    "mulf": lambda a, b: a * b,
    "remf": lambda a, b: np.fmod(a, b) if b else None,
    "subf": lambda a, b: a - b,
}


def _element(kind: Type) -> Type:
    return kind.element_type if isinstance(kind, VectorType) else kind


def _attribute(kind: Type, value: object) -> Attribute | None:
    """The attribute of a finite number, rounded to its type; of a vector, with that number in all elements."""
    element = _element(kind)
    if not isinstance(element, FloatType) or element.text not in NUMPY_OF or value is None:
        return None
    rounded = np.asarray(value).astype(NUMPY_OF[element.text])
    if not math.isfinite(float(rounded)):
        return None
    return splat(kind, rounded) if isinstance(kind, VectorType) else FloatAttr.get(element, float(rounded))


def _fold(op: Operation, rewriter: Rewriter, value: object) -> bool:
    attribute = _attribute(op._result_types[0], value)
    if attribute is None:
        return False
    rewriter.replace(op, [attribute])
    return True


def _binary(op: Operation, rewriter: Rewriter) -> bool:
    name, kind = op._name.partition(".")[2], op._result_types[0]
    left, right = op._operands
    a, b = number(left), number(right)
    if b is not None and str(b) == _NEUTRAL.get(name):
        rewriter.replace(op, [left])
        return True
    if left == right and name in _IDEMPOTENT:
        rewriter.replace(op, [left])
        return True
    if name == "subf" and str(a) == "-0.0":
        made = rewriter.create("arith.negf", [kind], [right], dict(op._attributes), op)
        rewriter.replace(op, [made.result])
        return True
    negated = [defined_by(operand, "arith.negf") for operand in (left, right)]
    operands = [inner._operands[0] for inner in negated if inner is not None]
    if name in ("divf", "mulf") and len(operands) == 2:
        rewriter.set_operands(op, operands)
        return True
    dtype = NUMPY_OF.get(_element(kind).text)
    if a is not None and b is not None and dtype is not None and not (math.isnan(a) or math.isnan(b)):
        with np.errstate(all="ignore"):
            value = _COMPUTE[name](np.asarray(a).astype(dtype)[()], np.asarray(b).astype(dtype)[()])
        if _fold(op, rewriter, value):
            return True
    return op._name in _COMMUTATIVE and swap(op, rewriter)


def _negate(op: Operation, rewriter: Rewriter) -> bool:
    if inner := defined_by(op._operands[0], "arith.negf"):
        rewriter.replace(op, [inner._operands[0]])
        return True
    value = number(op._operands[0])
    return value is not None and _fold(op, rewriter, -value)


# ---- Comparisons. Predicates 1 to 7 are false for NaN, 8 to 14 are true for it; 0 and 15 are constant.


def _holds(predicate: int, a: float, b: float) -> bool:
    unordered = math.isnan(a) or math.isnan(b)
    order = (False, a == b, a > b, a >= b, a < b, a <= b, a != b, True)
    if predicate in (0, 15):
        return predicate == 15
    if predicate == 14:
        return unordered
    if predicate >= 8:
        return unordered or order[predicate - 7]
    return not unordered and order[predicate]


def _compare(op: Operation, rewriter: Rewriter) -> bool:
    a, b = map(number, op._operands)
    if a is None or b is None:
        return False
    holds = _holds(op._attributes["predicate"].value, a, b)
    rewriter.replace(op, [integer_attribute(op._result_types[0], holds)])
    return True


# ---- Conversions


def _round(op: Operation, rewriter: Rewriter) -> bool:
    (operand,), kind = op._operands, op._result_types[0]
    inner = defined_by(operand, "arith.extf") if op._name == "arith.truncf" and _FORGETS_EXTENSIONS else None
    if inner is not None and inner._operands[0]._type == kind:
        rewriter.replace(op, [inner._operands[0]])
        return True
    value = number(op._operands[0])
    return value is not None and "roundingmode" not in op._attributes and _fold(op, rewriter, value)


def _from_integer(signed: bool) -> Rule:
    def rule(op: Operation, rewriter: Rewriter) -> bool:
        (operand,) = op._operands
        value = integer(operand)
        if value is None:
            return False
        return _fold(op, rewriter, value if signed else unsigned(value, width_of(operand._type)))

    return rule


def _to_integer(signed: bool) -> Rule:
    def rule(op: Operation, rewriter: Rewriter) -> bool:
        kind, value = op._result_types[0], number(op._operands[0])
        if value is None or not math.isfinite(value):
            return False
        width, whole = width_of(kind), int(value)
        least, most = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
        if not least <= whole <= most:
            return False
        rewriter.replace(op, [integer_attribute(kind, whole)])
        return True

    return rule


def _bitcast(op: Operation, rewriter: Rewriter) -> bool:
    """To the same type nothing; of a cast one cast; of a constant, the number with its bits."""
    (operand,), kind = op._operands, op._result_types[0]
    if operand._type == kind:
        rewriter.replace(op, [operand])
        return True
    if inner := defined_by(operand, "arith.bitcast"):
        rewriter.set_operands(op, inner._operands)
        return True
    if isinstance(kind, VectorType):
        return False
    source, target = NUMPY_OF.get(operand._type.text), NUMPY_OF.get(kind.text)
    value = number(operand) if isinstance(operand._type, FloatType) else integer(operand)
    if value is None or source is None or target is None or source.itemsize != target.itemsize:
        return False
    made = np.asarray(value).astype(source).view(target)[()]
    if isinstance(kind, IntegerType):
        rewriter.replace(op, [integer_attribute(kind, int(made))])
        return True
    return _fold(op, rewriter, made)


RULES: dict[str, Rule] = {
    **{f"arith.{name}": _binary for name in _COMPUTE},
    "arith.bitcast": _bitcast,
    "arith.cmpf": _compare,
    "arith.extf": _round,
    "arith.fptosi": _to_integer(signed=True),
    "arith.fptoui": _to_integer(signed=False),
    "arith.negf": _negate,
    "arith.sitofp": _from_integer(signed=True),
    "arith.truncf": _round,
    "arith.uitofp": _from_integer(signed=False),
}
