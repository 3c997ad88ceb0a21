"""The rules of arith: constants are computed, neutral operands disappear, and chains of constants become one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from jaxlib._ir.core import (
    Attributes,
    BoolAttr,
    DialectAttr,
    IntegerAttr,
    IntegerType,
    Operation,
    Type,
    VectorType,
    dense,
)
from jaxlib._ir.passes.canonicalization.rewriter import (
    AnyValue,
    Rewriter,
    Rule,
    array_of,
    defined_by,
    integer,
    integer_attribute,
    is_constant,
    signed,
    swap,
    unsigned,
    width_of,
)
from jaxlib._release import MOSAIC_VERSION

_COMMUTATIVE = frozenset(
    f"arith.{name}" for name in ("addi", "andi", "maxsi", "maxui", "minsi", "minui", "muli", "ori", "xori")
)


def _quotient(a: int, b: int) -> int:
    """The quotient, rounded toward zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


#: The value of each operation of constants, from signed operands and the number of bits; None if there is none.
_COMPUTE: dict[str, Callable[[int, int, int], int | None]] = {
    "addi": lambda a, b, _w: a + b,
    "andi": lambda a, b, _w: a & b,
    "ceildivsi": lambda a, b, _w: -(-a // b) if b else None,
    "ceildivui": lambda a, b, w: -(-unsigned(a, w) // unsigned(b, w)) if b else None,
    "divsi": lambda a, b, w: _quotient(a, b) if b and not (b == -1 and a == -(1 << w >> 1)) else None,
    "divui": lambda a, b, w: unsigned(a, w) // unsigned(b, w) if b else None,
    "floordivsi": lambda a, b, _w: a // b if b else None,
    "maxsi": lambda a, b, _w: max(a, b),
    "maxui": lambda a, b, w: max(unsigned(a, w), unsigned(b, w)),
    "minsi": lambda a, b, _w: min(a, b),
    "minui": lambda a, b, w: min(unsigned(a, w), unsigned(b, w)),
    "muli": lambda a, b, _w: a * b,
    "ori": lambda a, b, _w: a | b,
    "remsi": lambda a, b, _w: a - _quotient(a, b) * b if b else None,
    "remui": lambda a, b, w: unsigned(a, w) % unsigned(b, w) if b else None,
    "shli": lambda a, b, w: a << b if 0 <= b < w else None,
    "shrsi": lambda a, b, w: a >> b if 0 <= b < w else None,
    "shrui": lambda a, b, w: unsigned(a, w) >> b if 0 <= b < w else None,
    "subi": lambda a, b, _w: a - b,
    "xori": lambda a, b, _w: a ^ b,
}

#: The right operand that makes an operation the left one.
_NEUTRAL = {
    **dict.fromkeys(("addi", "ori", "shli", "shrsi", "shrui", "subi", "xori"), 0),
    **dict.fromkeys(("ceildivsi", "ceildivui", "divsi", "divui", "floordivsi", "muli"), 1),
    "andi": -1,
}
#: The right operand that is the result, whatever the left one is.
_ABSORBING = {"andi": 0, "muli": 0, "ori": -1}
_IDEMPOTENT = frozenset(("andi", "maxsi", "maxui", "minsi", "minui", "ori"))
#: What only later releases simplify, by the version of Mosaic's stable form: MLIR has no version of its own.
_DIVIDES_SAME = MOSAIC_VERSION >= 17
_REPEATS_OR = MOSAIC_VERSION >= 18
#: What is left of an operation whose operands are the same.
_OF_SAME = {"subi": 0, "xori": 0}
#: The left operands that are the result, whatever the right one is.
_ABSORBING_LEFT: dict[str, tuple[int, ...]] = {}
if _DIVIDES_SAME:
    _QUOTIENTS = ("ceildivsi", "ceildivui", "divsi", "divui", "floordivsi")
    _OF_SAME |= {**dict.fromkeys(_QUOTIENTS, 1), **dict.fromkeys(("remsi", "remui", "shrsi", "shrui"), 0)}
    _ABSORBING_LEFT |= dict.fromkeys((*_QUOTIENTS, "remsi", "remui", "shli", "shrui"), (0,))
    _ABSORBING_LEFT["shrsi"] = (0, -1)


def _by_extreme(op: Operation, b: int, rewriter: Rewriter) -> bool:
    """A minimum or maximum of the least or the greatest number is one of its operands."""
    name, width = op._name.partition(".")[2], width_of(op._result_types[0])
    if name not in ("maxsi", "maxui", "minsi", "minui"):
        return False
    least, most = (0, -1) if name.endswith("ui") else (-(1 << width >> 1), (1 << width >> 1) - 1)
    if b not in (least, most):
        return False
    neutral = least if name.startswith("max") else most
    rewriter.replace(op, [op._operands[0] if b == neutral else op._operands[1]])
    return True


def _by_constant(op: Operation, b: int, rewriter: Rewriter) -> bool:
    """The rules for the right operand alone."""
    if _by_extreme(op, b, rewriter):
        return True
    if b not in (-1, 0, 1):
        return False
    name, kind = op._name.partition(".")[2], op._result_types[0]
    left, right = op._operands
    if name in _NEUTRAL and b == signed(_NEUTRAL[name], width_of(kind)):
        rewriter.replace(op, [left])
    elif name in _ABSORBING and b == signed(_ABSORBING[name], width_of(kind)):
        rewriter.replace(op, [right])
    elif name in ("remsi", "remui") and b == 1:
        rewriter.replace(op, [integer_attribute(kind, 0)])
    else:
        return False
    return True


def _integers(op: Operation, rewriter: Rewriter) -> bool:
    """The folding of an operation of two integers."""
    name, kind = op._name[len("arith.") :], op._result_types[0]
    left, right = op._operands
    a, b = integer(left), integer(right)
    if b is not None and _by_constant(op, b, rewriter):
        return True
    if a is not None and b is not None:
        computed = _COMPUTE[name](a, b, width_of(kind))
        if computed is not None:
            rewriter.replace(op, [integer_attribute(kind, computed)])
            return True
    if left == right and (name in _IDEMPOTENT or name in _OF_SAME):
        rewriter.replace(op, [left] if name in _IDEMPOTENT else [integer_attribute(kind, _OF_SAME[name])])
        return True
    if a is not None and a in _ABSORBING_LEFT.get(name, ()):
        rewriter.replace(op, [left])
        return True
    if op._name in _COMMUTATIVE and swap(op, rewriter):
        return True
    chain = _CHAINS.get(name) if not isinstance(kind, VectorType) else None
    if chain is not None and chain(op, rewriter):
        return True
    return (name in ("andi", "ori", "xori") and _bits(op, rewriter)) or _elements(op, rewriter)


def _elements(op: Operation, rewriter: Rewriter) -> bool:
    """Constant vectors are computed by element."""
    kind, arrays = op._result_types[0], [array_of(operand) for operand in op._operands]
    left, right = arrays
    if left is None or right is None or not isinstance(kind, VectorType):
        return False
    width, compute = width_of(kind), _COMPUTE[op._name[len("arith.") :]]
    pairs = zip(left.reshape(-1).tolist(), right.reshape(-1).tolist(), strict=True)
    computed = [compute(signed(int(a), width), signed(int(b), width), width) for a, b in pairs]
    numbers = [value for value in computed if value is not None]
    if len(numbers) < len(computed):
        return False
    shown = [bool(value & 1) if width == 1 else signed(value, width) for value in numbers]
    rewriter.replace(op, [dense(kind, np.asarray(shown).astype(left.dtype).reshape(left.shape))])
    return True


def _bits(op: Operation, rewriter: Rewriter) -> bool:
    """Constants of a chain become one, and an operation of two extended numbers is that of the numbers."""
    (left, right), kind, b = op._operands, op._result_types[0], integer(op._operands[1])
    inner = defined_by(left, op._name)
    scalar = not isinstance(kind, VectorType)
    if b is not None and inner is not None and scalar and (a := integer(inner._operands[1])) is not None:
        value = _COMPUTE[op._name[len("arith.") :]](a, b, width_of(kind))
        assert value is not None
        constant = rewriter.constant(integer_attribute(kind, value), kind, op)
        made = rewriter.create(op._name, [kind], [inner._operands[0], constant], {}, op)
        rewriter.replace(op, [made.result])
        return True
    for name in ("arith.extsi", "arith.extui"):
        one, other = defined_by(left, name), defined_by(right, name)
        if one is None or other is None:
            continue
        operands = [one._operands[0], other._operands[0]]
        if operands[0]._type == operands[1]._type:
            narrow = rewriter.create(op._name, [operands[0]._type], operands, {}, op).result
            rewriter.replace(op, [rewriter.create(name, [kind], [narrow], {}, op).result])
            return True
    return False


def _repeated(op: Operation, rewriter: Rewriter) -> bool:
    """(a & b) & b is a & b, and (a | b) | b is a | b; a & ~a is 0, and a | ~a is all ones."""
    left, right = op._operands
    for inner_value, other in ((left, right), (right, left)):
        inner = defined_by(inner_value, op._name)
        known = op._name == "arith.andi" or _REPEATS_OR
        if known and inner is not None and other in list(inner._operands):
            rewriter.replace(op, [inner_value])
            return True
        negation = defined_by(inner_value, "arith.xori")
        if negation is not None and negation._operands[0] == other and integer(negation._operands[1]) == -1:
            kind = op._result_types[0]
            rewriter.replace(op, [integer_attribute(kind, 0 if op._name == "arith.andi" else -1)])
            return True
    return False


def _rebuild(
    op: Operation,
    rewriter: Rewriter,
    name: str,
    left: AnyValue | int,
    right: AnyValue | int,
    inner: Operation,
) -> bool:
    """Replace an operation by another one of its type; numbers become constants."""
    kind = op._result_types[0]
    operands = [
        rewriter.constant(integer_attribute(kind, side), kind, op) if isinstance(side, int) else side
        for side in (left, right)
    ]
    own, others = op._attributes.get("overflowFlags"), inner._attributes.get("overflowFlags")
    flags = own if own == others and own is not None else DialectAttr("#arith.overflow<none>")
    made = rewriter.create(f"arith.{name}", [kind], operands, {"overflowFlags": flags}, op)
    rewriter.replace(op, [made.result])
    return True


def _sum(op: Operation, rewriter: Rewriter) -> bool:
    left, right = op._operands
    for difference, other in ((left, right), (right, left)):  # (a - b) + b is a
        subtraction = defined_by(difference, "arith.subi")
        if subtraction is not None and subtraction._operands[1] == other:
            rewriter.replace(op, [subtraction._operands[0]])
            return True
    b = integer(right)
    if b is None:
        return _sum_with_negative(op, rewriter)
    if inner := defined_by(left, "arith.addi"):
        if (a := integer(inner._operands[1])) is not None:
            return _rebuild(op, rewriter, "addi", inner._operands[0], a + b, inner)
    elif inner := defined_by(left, "arith.subi"):
        if (a := integer(inner._operands[1])) is not None:
            return _rebuild(op, rewriter, "addi", inner._operands[0], b - a, inner)
        if (a := integer(inner._operands[0])) is not None:
            return _rebuild(op, rewriter, "subi", a + b, inner._operands[1], inner)
    return False


def _sum_with_negative(op: Operation, rewriter: Rewriter) -> bool:
    """The sum of a and b * -1 is a - b."""
    left, right = op._operands
    for kept, product in ((left, right), (right, left)):
        inner = defined_by(product, "arith.muli")
        if inner is not None and integer(inner._operands[1]) == -1:
            return _rebuild(op, rewriter, "subi", kept, inner._operands[0], inner)
    return False


def _difference(op: Operation, rewriter: Rewriter) -> bool:
    left, right = op._operands
    if addition := defined_by(left, "arith.addi"):  # (a + b) - b is a
        for kept, other in (addition._operands, reversed(addition._operands)):
            if other == right:
                rewriter.replace(op, [kept])
                return True
    a, b = integer(left), integer(right)
    if b is not None:
        return _difference_of_constant(op, rewriter, b)
    if a is None:
        return False
    if inner := defined_by(right, "arith.addi"):
        if (c := integer(inner._operands[1])) is not None:
            return _rebuild(op, rewriter, "subi", a - c, inner._operands[0], inner)
    elif inner := defined_by(right, "arith.subi"):
        if (c := integer(inner._operands[1])) is not None:
            return _rebuild(op, rewriter, "subi", a + c, inner._operands[0], inner)
        if (c := integer(inner._operands[0])) is not None:
            return _rebuild(op, rewriter, "addi", inner._operands[1], a - c, inner)
    return False


def _difference_of_constant(op: Operation, rewriter: Rewriter, b: int) -> bool:
    left = op._operands[0]
    if inner := defined_by(left, "arith.addi"):
        if (a := integer(inner._operands[1])) is not None:
            return _rebuild(op, rewriter, "addi", inner._operands[0], a - b, inner)
    elif inner := defined_by(left, "arith.subi"):
        if (a := integer(inner._operands[1])) is not None:
            return _rebuild(op, rewriter, "subi", inner._operands[0], a + b, inner)
        if (a := integer(inner._operands[0])) is not None:
            return _rebuild(op, rewriter, "subi", a - b, inner._operands[1], inner)
    return False


def _product(op: Operation, rewriter: Rewriter) -> bool:
    b, inner = integer(op._operands[1]), defined_by(op._operands[0], "arith.muli")
    if b is None or inner is None or (a := integer(inner._operands[1])) is None:
        return False
    return _rebuild(op, rewriter, "muli", inner._operands[0], a * b, inner)


def _exclusive(op: Operation, rewriter: Rewriter) -> bool:
    """(a ^ b) ^ b is a, and the negation of a comparison is the opposite comparison."""
    left, right = op._operands
    for value, given in ((left, right), (right, left)):
        inner = defined_by(value, "arith.xori")
        for kept, other in (inner._operands, reversed(inner._operands)) if inner is not None else ():
            if other == given:
                rewriter.replace(op, [kept])
                return True
    comparison = defined_by(left, "arith.cmpi")
    if comparison is None or integer(right) != -1 or width_of(op._result_types[0]) != 1:
        return False
    predicate = comparison._attributes["predicate"].value
    attributes: Attributes = {
        "predicate": IntegerAttr.get(IntegerType.get_signless(64), _OPPOSITE[predicate]),
    }
    made = rewriter.create("arith.cmpi", op._result_types, comparison._operands, attributes, op)
    rewriter.replace(op, [made.result])
    return True


_CHAINS: dict[str, Rule] = {
    "addi": _sum,
    "andi": _repeated,
    "muli": _product,
    "ori": _repeated,
    "subi": _difference,
    "xori": _exclusive,
}

# ---- Comparisons. Their predicates are eq, ne, slt, sle, sgt, sge, ult, ule, ugt and uge.

_EQ, _NE = 0, 1
_OPPOSITE = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
_SWAPPED = (0, 1, 4, 5, 2, 3, 8, 9, 6, 7)
_TRUE_IF_EQUAL = frozenset((0, 3, 5, 7, 9))
#: The operation that selects the operand for which a comparison holds.
_SELECTED = {2: "minsi", 3: "minsi", 4: "maxsi", 5: "maxsi", 6: "minui", 7: "minui", 8: "maxui", 9: "maxui"}


def _holds(predicate: int, a: int, b: int, width: int) -> bool:
    if predicate >= 6:
        a, b = unsigned(a, width), unsigned(b, width)
    order = (a == b, a != b, a < b, a <= b, a > b, a >= b)
    return order[predicate if predicate < 6 else predicate - 4]


def _compare(op: Operation, rewriter: Rewriter) -> bool:
    left, right = op._operands
    predicate, width = op._attributes["predicate"].value, width_of(left._type)
    kind = op._result_types[0]
    if left == right:
        rewriter.replace(op, [integer_attribute(kind, predicate in _TRUE_IF_EQUAL)])
        return True
    a, b = integer(left), integer(right)
    if b == 0 and predicate == _NE:
        extension = defined_by(left, "arith.extui") or defined_by(left, "arith.extsi")
        if extension is not None and width_of(extension._operands[0]._type) == 1:
            rewriter.replace(op, [extension._operands[0]])
            return True
    for name in ("arith.extsi", "arith.extui") if predicate in (_EQ, _NE) else ():
        one, other = defined_by(left, name), defined_by(right, name)
        if one is None or other is None or one._operands[0]._type != other._operands[0]._type:
            continue
        rewriter.set_operands(op, [one._operands[0], other._operands[0]])
        return True
    if width == 1 and (predicate, b) in ((_NE, 0), (_EQ, -1)):
        rewriter.replace(op, [left])
        return True
    if is_constant(left) and not is_constant(right):
        op._attributes["predicate"] = IntegerAttr.get(IntegerType.get_signless(64), _SWAPPED[predicate])
        rewriter.set_operands(op, [right, left])
        return True
    if a is not None and b is not None:
        rewriter.replace(op, [integer_attribute(kind, _holds(predicate, a, b, width))])
        return True
    return False


def _select(op: Operation, rewriter: Rewriter) -> bool:
    condition, one, other = op._operands
    truth, kind = integer(condition), op._result_types[0]
    if one == other or truth is not None:
        rewriter.replace(op, [one if one == other or truth else other])
        return True
    scalar = kind == IntegerType.get_signless(1)
    if scalar and (integer(one), integer(other)) == (-1, 0):
        rewriter.replace(op, [condition])
        return True
    comparison = defined_by(condition, "arith.cmpi")
    if comparison is not None and {*comparison._operands} == {one, other}:
        predicate = comparison._attributes["predicate"].value
        if predicate in (_EQ, _NE):
            rewriter.replace(op, [other if predicate == _EQ else one])
            return True
        operands = list(comparison._operands)
        holds = predicate if operands == [one, other] else _SWAPPED[predicate]
        made = rewriter.create(f"arith.{_SELECTED[holds]}", [kind], operands, {}, op)
        rewriter.replace(op, [made.result])
        return True
    negation = defined_by(condition, "arith.xori")
    if negation is not None and integer(negation._operands[1]) == -1:
        rewriter.set_operands(op, [negation._operands[0], other, one])
        return True
    choices = (integer(one), integer(other))
    if scalar and choices == (0, -1):
        rewriter.replace(op, [_negated(condition, op, rewriter)])
        return True
    if choices in ((1, 0), (0, 1)) and isinstance(kind, IntegerType) and kind.width > 1:
        bit = condition if choices[0] else _negated(condition, op, rewriter)
        rewriter.replace(op, [rewriter.create("arith.extui", [kind], [bit], {}, op).result])
        return True
    return _nested_select(op, rewriter)


def _negated(condition: AnyValue, before: Operation, rewriter: Rewriter) -> AnyValue:
    true = rewriter.constant(BoolAttr.get(True), condition._type, before)
    return rewriter.create("arith.xori", [condition._type], [condition, true], {}, before).result


def _nested_select(op: Operation, rewriter: Rewriter) -> bool:
    """A selection by the same condition within a selection."""
    condition, one, other = op._operands
    for position, value in ((1, one), (2, other)):
        inner = defined_by(value, "arith.select")
        if inner is not None and inner._operands[0] == condition:
            operands = list(op._operands)
            operands[position] = inner._operands[position]
            rewriter.set_operands(op, operands)
            return True
    return False


# ---- Conversions


def _convert(compute: Callable[[int, int, int], int]) -> Rule:
    """A rule for conversions of integers; ``compute`` gets the signed operand and both numbers of bits."""

    def rule(op: Operation, rewriter: Rewriter) -> bool:
        (operand,), kind = op._operands, op._result_types[0]
        value = integer(operand)
        if value is not None:
            computed = compute(value, width_of(operand._type), width_of(kind))
            rewriter.replace(op, [integer_attribute(kind, computed)])
            return True
        return _round_trip(op, rewriter)

    return rule


def _round_trip(op: Operation, rewriter: Rewriter) -> bool:
    """The rules for conversions of conversions."""
    (operand,), kind, name = op._operands, op._result_types[0], op._name
    if name in ("arith.index_cast", "arith.index_castui"):
        inner = defined_by(operand, name)
        source = inner._operands[0] if inner is not None else None
        # A conversion to fewer bits loses some.
        if source is not None and source._type == kind and width_of(operand._type) >= width_of(kind):
            rewriter.replace(op, [source])
            return True
        extension = {"arith.index_cast": "arith.extsi", "arith.index_castui": "arith.extui"}[name]
        if inner := defined_by(operand, extension):
            rewriter.set_operands(op, inner._operands)
            return True
    if name in ("arith.extui", "arith.extsi"):
        if inner := defined_by(operand, name):
            rewriter.set_operands(op, inner._operands)
            return True
        if name == "arith.extsi" and (inner := defined_by(operand, "arith.extui")):
            made = rewriter.create("arith.extui", [kind], inner._operands, {}, op)
            rewriter.replace(op, [made.result])
            return True
    if name == "arith.trunci" and (inner := defined_by(operand, name)):
        if op._attributes.get("overflowFlags") != inner._attributes.get("overflowFlags"):
            op._attributes["overflowFlags"] = DialectAttr("#arith.overflow<none>")
        rewriter.set_operands(op, inner._operands)
        return True
    if name == "arith.trunci":
        inner = defined_by(operand, "arith.extui") or defined_by(operand, "arith.extsi")
        if inner is not None:
            return _truncate_extension(op, inner, kind, rewriter)
    return False


def _truncate_extension(op: Operation, extension: Operation, kind: Type, rewriter: Rewriter) -> bool:
    (source,) = extension._operands
    if source._type == kind:
        rewriter.replace(op, [source])
    elif width_of(source._type) > width_of(kind):
        rewriter.set_operands(op, [source])
    else:
        made = rewriter.create(extension._name, [kind], [source], {}, op)
        rewriter.replace(op, [made.result])
    return True


def _extended(op: Operation, rewriter: Rewriter) -> bool:
    """A sum with 0 is the other operand, and a product with 0 is 0; neither has more bits."""
    left, right = op._operands
    if integer(right) != 0:
        return is_constant(left) and not is_constant(right) and swap(op, rewriter)
    high = integer_attribute(op._result_types[1], 0)
    rewriter.replace(op, [left if op._name == "arith.addui_extended" else right, high])
    return True


RULES: dict[str, Rule] = {
    **{f"arith.{name}": _integers for name in _COMPUTE},
    **{f"arith.{name}_extended": _extended for name in ("addui", "mulsi", "mului")},
    "arith.cmpi": _compare,
    "arith.extsi": _convert(lambda value, _from, _to: value),
    "arith.extui": _convert(lambda value, width, _to: unsigned(value, width)),
    "arith.index_cast": _convert(lambda value, _from, _to: value),
    "arith.index_castui": _convert(lambda value, width, _to: unsigned(value, width)),
    "arith.select": _select,
    "arith.trunci": _convert(lambda value, _from, _to: value),
}
