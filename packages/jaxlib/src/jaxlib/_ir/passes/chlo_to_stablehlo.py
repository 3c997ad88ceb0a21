"""Rewrites CHLO operations as StableHLO operations, for portable artifacts, which cannot contain CHLO.

Operations that XLA implements become composites: a reader that knows the name uses its own implementation, any
other calls the decomposition. The others are replaced in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from jaxlib._ir import core, dialects
from jaxlib._ir.core import (
    Block,
    InsertionPoint,
    IntegerType,
    Operation,
    RankedTensorType,
    SymbolTable,
)
from jaxlib._ir.passes import chlo_erf, chlo_gamma, chlo_inverse, chlo_ragged_dot, chlo_scan
from jaxlib._ir.passes.builder import Builder, TensorValue, sizes_of
from jaxlib._ir.passes.chlo_special import bessel_i1e, zeta
from jaxlib._ir.passes.legalize import rewritten
from jaxlib._missing import NotInBindings
from jaxlib._release import ERFC_IS_COMPOSITE

_I32 = IntegerType.get_signless(32)
_I1 = IntegerType.get_signless(1)

_Maker: TypeAlias = Callable[[Builder, Sequence[TensorValue], Operation], list[TensorValue]]


def _halves(b: Builder, x: TensorValue) -> tuple[TensorValue, TensorValue]:
    """Half of exp(x) and half of exp(-x), which do not overflow if only exp(x) does."""
    half = b.log(0.5)
    return b.exponential(b.add(x, half)), b.exponential(b.subtract(half, x))


def _cosh(b: Builder, x: TensorValue) -> TensorValue:
    return b.add(*_halves(b, x))


def _sinh(b: Builder, x: TensorValue) -> TensorValue:
    far = _complex_sinh(b, x)
    less = b.exponential_minus_one(x)
    one, half = b.splat(1.0), b.splat(0.5)
    near = b.multiply(half, b.add(less, b.divide(less, b.add(less, one))))
    return b.select(b.compare("LT", b.abs(x), one), near, far)


def _complex_sinh(b: Builder, x: TensorValue) -> TensorValue:
    return b.subtract(*_halves(b, x))


_COMPLEX: dict[str, Callable[..., TensorValue]] = {
    "_asin_acos_kernel": chlo_inverse.asin_acos_kernel, "acos": chlo_inverse.complex_acos,
    "acosh": chlo_inverse.complex_acosh, "asin": chlo_inverse.complex_asin, "asinh": chlo_inverse.complex_asinh,
    "atan": chlo_inverse.complex_atan, "atanh": chlo_inverse.complex_atanh, "cosh": _cosh, "sinh": _complex_sinh,
    "square": chlo_inverse.complex_square,
}  # fmt: skip
#: Functions of real numbers, computed in their own precision.
_REAL: dict[str, Callable[..., TensorValue]] = {
    "acos": chlo_inverse.acos, "acosh": chlo_inverse.acosh, "asin": chlo_inverse.asin,
    "asinh": chlo_inverse.asinh, "atan": chlo_inverse.atan, "atanh": chlo_inverse.atanh,
}  # fmt: skip
#: Functions of real numbers, computed at least in single precision.
_PRECISE: dict[str, Callable[..., TensorValue]] = {
    "bessel_i1e": bessel_i1e, "cosh": _cosh, "digamma": chlo_gamma.digamma, "erf": chlo_erf.erf,
    "erf_inv": chlo_erf.erf_inv, "erfc": chlo_erf.erfc, "lgamma": chlo_gamma.lgamma,
    "polygamma": chlo_gamma.polygamma, "sinh": _sinh, "zeta": zeta,
}  # fmt: skip


def _function(name: str) -> Callable[[Builder, Sequence[TensorValue], Operation], list[TensorValue]]:
    """A maker for a function of numbers."""

    def make(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
        kind = b.type
        element = kind.element_type
        if isinstance(element, core.ComplexType):
            if name not in _COMPLEX:
                raise _refused(op, "of complex numbers")
            return [_COMPLEX[name](b, *operands)]
        if not isinstance(element, core.FloatType):
            raise _refused(op, f"of {element.text}")
        if name in _REAL:
            return [_REAL[name](b, *operands)]
        if element.text in ("f32", "f64"):
            return [_PRECISE[name](b, *operands)]
        wide = [b.make("convert", [operand], b.shaped(core.F32Type.get())) for operand in operands]
        inner = Builder(b.at, b.loc, wide[0])
        return [b.make("convert", [_PRECISE[name](inner, *wide)], kind)]

    return make


def _square(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    (x,) = operands
    of_complex = isinstance(b.type.element_type, core.ComplexType)
    return [chlo_inverse.complex_square(b, x) if of_complex else b.multiply(x, x)]


def _conj(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    return [chlo_inverse.conjugate(b, operands[0])]


def _tan(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    return [b.tan(operands[0])]


def _is_inf(*, magnitude: bool, infinity: float) -> _Maker:
    """A maker for the comparison of a number, or its magnitude, with an infinity."""

    def make(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
        if not isinstance(b.type.element_type, core.FloatType):
            raise _refused(op, f"of {b.type.element_type.text}")
        x = b.abs(operands[0]) if magnitude else operands[0]
        return [b.compare("EQ", x, infinity)]

    return make


def _next_after(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    """The next representable number, computed from its bits."""
    x, y = operands
    width = cast("core.FloatType", b.type.element_type).width
    integer = IntegerType.get_signless(width)
    bits = b.shaped(integer)

    def number(value: int) -> TensorValue:
        return b.splat(value, integer)

    def whole(name: str, *values: TensorValue) -> TensorValue:
        return b.make(name, list(values), bits)

    def bits_of(value: TensorValue) -> TensorValue:
        return b.make("bitcast_convert", [value], bits)

    def choose(truth: TensorValue, if_true: TensorValue, if_false: TensorValue) -> TensorValue:
        return b.make("select", [truth, if_true, if_false], if_true._type)

    truth = b.shaped(_I1)

    def compare(direction: str, a: TensorValue, c: TensorValue) -> TensorValue:
        return b.make("compare", [a, c], truth,
                      comparison_direction=dialects.ComparisonDirectionAttr.get(direction))  # fmt: skip

    own, other = bits_of(x), bits_of(y)
    unordered = b.either(compare("NE", x, x), compare("NE", y, y))
    undefined = bits_of(b.splat(float("nan")))
    sign, rest = number(-(2 ** (width - 1))), number(2 ** (width - 1) - 1)
    size, size_of_other = (whole("and", value, rest) for value in (own, other))
    same = compare("EQ", x, y)
    zero = number(0)
    from_zero, to_zero = compare("EQ", size, zero), compare("EQ", size_of_other, zero)
    own_sign, sign_of_other = (whole("and", value, sign) for value in (own, other))
    # From zero: the smallest number with the other's sign; else the bits plus or minus one.
    one = number(1)
    tiny = whole("or", sign_of_other, one)
    opposite = compare("NE", own_sign, sign_of_other)
    down = b.either(compare("GT", size, size_of_other), opposite)
    step = choose(down, number(-1), one)
    result = whole("add", own, step)
    result = choose(from_zero, choose(to_zero, other, tiny), result)
    result = choose(same, other, result)
    return [b.make("bitcast_convert", [choose(unordered, undefined, result)])]


def _top_k(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    (x,) = operands
    rank = b.type.rank
    last = core.IntegerAttr.get(IntegerType.get_signless(64), rank - 1)
    indices = b.shaped(_I32)
    positions = b.iota(rank - 1, sizes_of(x), _I32)
    stable = op._attributes.get("is_stable", core.BoolAttr.get(True))
    sort = Operation.create(
        "stablehlo.sort", [b.type, indices], [x, positions], {"dimension": last, "is_stable": stable}, regions=1,
        loc=b.loc, ip=b.at,
    )  # fmt: skip
    element = RankedTensorType.get((), b.type.element_type)
    number = RankedTensorType.get((), _I32)
    block: Block = sort._regions[0].blocks.append(element, element, number, number, arg_locs=[b.loc] * 4)
    inner = InsertionPoint(block)
    order = {"comparison_direction": dialects.ComparisonDirectionAttr.get("GT")}
    if isinstance(b.type.element_type, core.FloatType):
        order["compare_type"] = dialects.ComparisonTypeAttr.get("TOTALORDER")
    first, second = block._arguments[:2]
    truth = Operation.create("stablehlo.compare", [RankedTensorType.get((), _I1)], [first, second], order,
                             loc=b.loc, ip=inner)  # fmt: skip
    Operation.create("stablehlo.return", [], [truth.result], loc=b.loc, ip=inner)
    limits = [*sizes_of(x)[:-1], op._results[0]._type.shape[-1]]
    return [b.slice(cast("TensorValue", result), [0] * rank, limits) for result in sort._results]


def _scan(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    if not chlo_scan.is_static(op):
        raise _refused(op, "of a shape that is not known")
    return chlo_scan.loop(b, operands, op)


def _ragged_dot(b: Builder, operands: Sequence[TensorValue], op: Operation) -> list[TensorValue]:
    if not chlo_ragged_dot.is_known(op):
        raise _refused(op, "with such sizes of groups")
    return chlo_ragged_dot.products(b, operands, op)


#: The operations that are replaced in place; then those that become composites.
WRITTEN_OUT: dict[str, _Maker] = {
    "chlo.square": _square, "chlo.conj": _conj, "chlo.next_after": _next_after, "chlo.tan": _tan,
    "chlo.is_inf": _is_inf(magnitude=True, infinity=float("inf")),
    "chlo.is_neg_inf": _is_inf(magnitude=False, infinity=float("-inf")),
    "chlo.is_pos_inf": _is_inf(magnitude=False, infinity=float("inf")),
    **{f"chlo.{name}": _function(name)
       for name in ("_asin_acos_kernel", "atan", "bessel_i1e", "digamma", "erf_inv", "lgamma", "polygamma",
                    "zeta")},
}  # fmt: skip
COMPOSITES: dict[str, _Maker] = {
    "chlo.ragged_dot": _ragged_dot,
    "chlo.scan": _scan,
    "chlo.top_k": _top_k,
    **{f"chlo.{name}": _function(name)
       for name in ("acos", "acosh", "asin", "asinh", "atanh", "cosh", "erf", "sinh")},
}  # fmt: skip
(COMPOSITES if ERFC_IS_COMPOSITE else WRITTEN_OUT)["chlo.erfc"] = _function("erfc")


def _refused(op: Operation, why: str = "") -> NotInBindings:
    return NotInBindings(
        f"{op._name} {why} in a portable artifact".replace("  ", " "),
        "it has to be written as StableHLO's operations, which is the compiler's work",
    )


def legalize_chlo(operation: Operation) -> Operation:
    """The program itself, or a copy without CHLO operations.

    Raises:
        NotInBindings: There is no rewrite for one of its operations.
    """

    def begin(copy: Operation) -> Callable[[Operation], Sequence[TensorValue]]:
        symbols = SymbolTable(copy)
        functions: dict[tuple[object, ...], str] = {}

        def make(op: Operation) -> Sequence[TensorValue]:
            maker = WRITTEN_OUT.get(op._name)
            if maker is not None:
                like = cast("TensorValue", op._operands[0])
                return maker(Builder(InsertionPoint(op), op._location, like), op._operands, op)
            if op._name in COMPOSITES:
                return _composite(op, copy, symbols, functions)
            raise _refused(op)

        return make

    return rewritten(operation, lambda name: name.startswith("chlo."), begin)


def _composite(
    op: Operation, module: Operation, symbols: SymbolTable, functions: dict[tuple[object, ...], str]
) -> list[TensorValue]:
    """A composite in place of an operation, with a function for its decomposition."""
    operand_types = [operand._type for operand in op._operands]
    result_types = [result._type for result in op._results]
    of_ragged_dot = op._name == "chlo.ragged_dot"
    parameters = chlo_ragged_dot.parameters(op) if of_ragged_dot else core.DictAttr.get(op._attributes)
    # What has a region has a function of its own.
    key = (op._name, tuple(operand_types), parameters, op if op._regions else None)
    if key not in functions:
        function = _decomposition(op)
        functions[key] = symbols.insert(function).value
        function.move_after(_outermost(op, module))
    composite = Operation.create(
        "stablehlo.composite",
        result_types,
        op._operands,
        {
            "name": core.StringAttr.get(op._name),
            "composite_attributes": parameters,
            "decomposition": core.FlatSymbolRefAttr.get(functions[key]),
            "version": core.IntegerAttr.get(_I32, 1),
        },
        regions=len(op._regions),
        loc=op._location,
        ip=InsertionPoint(op),
    )
    if op._regions:
        chlo_scan.copy_region(op, composite)
    return list(composite._results)


def _outermost(op: Operation, module: Operation) -> Operation:
    """The operation of the module that ``op`` is in."""
    while op._parent is not module._regions[0]._blocks[0]:
        op = cast("Operation", op._holder)
    return op


def _decomposition(op: Operation) -> Operation:
    """The function with the decomposition of ``op``, which takes the operands as its arguments."""
    operand_types = [operand._type for operand in op._operands]
    kind = core.FunctionType.get(operand_types, [result._type for result in op._results])
    function = Operation.create(
        "func.func",
        attributes={
            "sym_name": core.StringAttr.get(f"{op._name}.impl"),
            "function_type": core.TypeAttr.get(kind),
            "sym_visibility": core.StringAttr.get("private"),
        },
        regions=1,
        loc=op._location,
        ip=False,
    )
    block = function._regions[0].blocks.append(*operand_types, arg_locs=[op._location] * len(operand_types))
    at = InsertionPoint(block)
    results = COMPOSITES[op._name](Builder(at, op._location, block._arguments[0]), block._arguments, op)
    Operation.create("func.return", [], results, loc=op._location, ip=at)
    return function
