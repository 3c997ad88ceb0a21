"""Rewrites CHLO's operations as StableHLO's, for portable artifacts, which have no CHLO.

Those that XLA has a form of its own for become composites: a reader that knows the name takes its own form, others
the function beside it. The rest is written out where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import (
    NUMPY_OF,
    Block,
    InsertionPoint,
    IntegerType,
    Location,
    Operation,
    RankedTensorType,
    SymbolTable,
    Type,
    Value,
    dense,
)
from jaxlib._ir.passes.legalize import rewritten
from jaxlib._missing import NotInBindings

_I32 = IntegerType.get_signless(32)
_I1 = IntegerType.get_signless(1)


class Builder:
    """Creates StableHLO operations at one insertion point, of one type unless another is given."""

    def __init__(self, at: InsertionPoint, loc: Location, like: Value[Any]) -> None:
        self.at = at
        self.loc = loc
        self.like = like
        self.type = like._type
        self.sizes: Value | None = None

    def make(self, name: str, operands: Sequence[Value], type: Any = None, **attributes: Any) -> Any:  # noqa: A002
        """The result of a new operation; a list of results if ``type`` is a list."""
        kinds = type if isinstance(type, list) else [self.type if type is None else type]
        operation = Operation.create(
            f"stablehlo.{name}", kinds, operands, attributes, loc=self.loc, ip=self.at
        )
        return operation._results if isinstance(type, list) else operation.result

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *operands: self.make(name, [self.of(each) for each in operands])

    def of(self, value: Value[Any] | float) -> Value[Any]:
        """A value itself, or the splat of a number."""
        return value if isinstance(value, Value) else self.splat(value)

    def splat(self, number: float, element: Type | None = None) -> Value[Any]:
        """A constant with one number in all elements."""
        kind = self.type if element is None else self.shaped(element)
        array = np.asarray(number).astype(NUMPY_OF[kind.element_type.text])
        if kind.has_static_shape:
            return self.make("constant", [], kind, value=dense(kind, array))
        scalar = RankedTensorType.get((), kind.element_type)
        constant = self.make("constant", [], scalar, value=dense(scalar, array))
        return self.make("dynamic_broadcast_in_dim", [constant, self.shape()], kind,
                         broadcast_dimensions=core.DenseI64ArrayAttr.get([]))  # fmt: skip

    def shape(self) -> Value:
        """The shape at run time, as a value."""
        if self.sizes is None:
            one = RankedTensorType.get((1,), _I32)
            parts = []
            for i in range(self.type.rank):
                size = self.make("get_dimension_size", [self.like], RankedTensorType.get((), _I32),
                                 dimension=core.IntegerAttr.get(IntegerType.get_signless(64), i))  # fmt: skip
                parts.append(self.make("reshape", [size], one))
            self.sizes = self.make(
                "concatenate", parts, RankedTensorType.get((len(parts),), _I32),
                dimension=core.IntegerAttr.get(IntegerType.get_signless(64), 0),
            )  # fmt: skip
        return self.sizes

    def shaped(self, element: Type) -> RankedTensorType:
        """The type with another element type."""
        return RankedTensorType.get(self.type.shape, element, self.type.encoding)

    def compare(self, direction: str, a: Value[Any] | float, b: Value[Any] | float) -> Value[Any]:
        """A comparison."""
        return self.make("compare", [self.of(a), self.of(b)], self.shaped(_I1),
                         comparison_direction=dialects.ComparisonDirectionAttr.get(direction))  # fmt: skip

    def polynomial(self, x: Value, factors: Sequence[float]) -> Value:
        """The polynomial of coefficients, that of the highest power first."""
        result = self.splat(factors[0])
        for each in factors[1:]:
            result = self.add(self.multiply(result, x), each)
        return result


# ---- Functions of real numbers. Rational approximations of Cephes for the error functions, Giles' polynomials for
# the inverse, Lanczos' series for gamma's.

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
_NEAR = (2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
         -0.00417768164, 0.246640727, 1.50140941)  # fmt: skip
_FAR = (-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613,
        0.00943887047, 1.00167406, 2.83297682)  # fmt: skip
_LANCZOS = (676.520368121885098567009190444019, -1259.13921672240287047156078755283,
            771.3234287776530788486528258894, -176.61502916214059906584551354, 12.507343278686904814458936853,
            -0.13857109526572011689554707, 9.984369578019570859563e-6, 1.50563273514931155834e-7)  # fmt: skip


def _erf_near(b: Builder, x: Value) -> Value:
    """For arguments of at most 1 in magnitude."""
    square = b.multiply(x, x)
    return b.multiply(x, b.divide(b.polynomial(square, _ERF_T), b.polynomial(square, _ERF_U)))


def _erfc_far(b: Builder, x: Value) -> Value:
    """For arguments of at least 1 in magnitude."""
    size = b.abs(x)
    scale = b.exponential(b.negate(b.multiply(size, size)))
    mid = b.divide(b.polynomial(size, _ERFC_P), b.polynomial(size, _ERFC_Q))
    far = b.divide(b.polynomial(size, _ERFC_R), b.polynomial(size, _ERFC_S))
    value = b.multiply(scale, b.select(b.compare("LT", size, 8.0), mid, far))
    # So far out all of it is lost, and the polynomials are no numbers.
    value = b.select(b.compare("GT", size, 28.0), b.splat(0.0), value)
    return b.select(b.compare("LT", x, 0.0), b.subtract(2.0, value), value)


def _erf(b: Builder, x: Value) -> Value:
    far = b.subtract(1.0, _erfc_far(b, x))
    return b.select(b.compare("LT", b.abs(x), 1.0), _erf_near(b, x), far)


def _erfc(b: Builder, x: Value) -> Value:
    return b.select(b.compare("LT", b.abs(x), 1.0), b.subtract(1.0, _erf_near(b, x)), _erfc_far(b, x))


def _erf_inv(b: Builder, x: Value) -> Value:
    w = b.negate(b.log_plus_one(b.negate(b.multiply(x, x))))
    near = b.polynomial(b.subtract(w, 2.5), _NEAR)
    far = b.polynomial(b.subtract(b.sqrt(w), 3.0), _FAR)
    result = b.multiply(x, b.select(b.compare("LT", w, 5.0), near, far))
    if b.type.element_type.text == "f64":
        for _ in range(2):  # the polynomials are for singles: two of Newton's steps
            error = b.subtract(_erf(b, result), x)
            slope = b.multiply(b.exponential(b.negate(b.multiply(result, result))), 2 / np.sqrt(np.pi))
            result = b.subtract(result, b.divide(error, slope))
    ends = b.multiply(x, float("inf"))
    return b.select(b.compare("EQ", b.abs(x), 1.0), ends, result)


def _lanczos(b: Builder, z: Value) -> tuple[Value, Value, Value, Value]:
    """The series, minus its derivative, the shifted argument, and its logarithm."""
    series, slope = b.splat(0.99999999999980993227684700473478), b.splat(0.0)
    for number, factor in enumerate(_LANCZOS):
        at = b.add(z, number + 1.0)
        series = b.add(series, b.divide(factor, at))
        slope = b.subtract(slope, b.divide(factor, b.multiply(at, at)))
    shifted = b.add(z, 7.5)
    return series, slope, shifted, b.add(b.log_plus_one(b.divide(z, 7.5)), float(np.log(7.5)))


def _lgamma(b: Builder, x: Value) -> Value:
    reflect = b.compare("LT", x, 0.5)
    z = b.select(reflect, b.negate(x), b.subtract(x, 1.0))
    series, _, shifted, log_shifted = _lanczos(b, z)
    power = b.multiply(b.subtract(b.add(z, 0.5), b.divide(shifted, log_shifted)), log_shifted)
    value = b.add(b.add(power, float(np.log(2 * np.pi) / 2)), b.log(series))
    fraction = b.subtract(b.abs(x), b.floor(b.abs(x)))
    fraction = b.select(b.compare("GT", fraction, 0.5), b.subtract(1.0, fraction), fraction)
    sine = b.log(b.sine(b.multiply(fraction, np.pi)))
    reflected = b.subtract(b.subtract(float(np.log(np.pi)), sine), value)
    finite = b.make("is_finite", [sine], b.shaped(_I1))
    reflected = b.select(finite, reflected, b.negate(sine))
    infinite = b.compare("EQ", b.abs(x), float("inf"))
    return b.select(infinite, b.splat(float("inf")), b.select(reflect, reflected, value))


def _digamma(b: Builder, x: Value) -> Value:
    reflect = b.compare("LT", x, 0.5)
    z = b.select(reflect, b.negate(x), b.subtract(x, 1.0))
    series, slope, shifted, log_shifted = _lanczos(b, z)
    value = b.subtract(b.add(log_shifted, b.divide(slope, series)), b.divide(7.0, shifted))
    # What is reflected keeps its precision if the whole turns are taken off.
    turned = b.add(x, b.abs(b.floor(b.add(x, 0.5))))
    angle = b.multiply(turned, np.pi)
    reflected = b.subtract(value, b.divide(b.multiply(b.cosine(angle), np.pi), b.sine(angle)))
    pole = b.make("and", [b.compare("LE", x, 0.0), b.compare("EQ", x, b.floor(x))], b.shaped(_I1))
    return b.select(pole, b.splat(float("nan")), b.select(reflect, reflected, value))


def _acos(b: Builder, x: Value) -> Value:
    half = b.atan2(b.sqrt(b.subtract(1.0, x)), b.sqrt(b.add(1.0, x)))
    return b.add(half, half)


def _asin(b: Builder, x: Value) -> Value:
    root = b.sqrt(b.multiply(b.subtract(1.0, x), b.add(1.0, x)))
    half = b.atan2(x, b.add(1.0, root))
    return b.add(half, half)


def _atanh(b: Builder, x: Value) -> Value:
    return b.multiply(b.subtract(b.log_plus_one(x), b.log_plus_one(b.negate(x))), 0.5)


def _limit(b: Builder) -> float:
    """The number from which on adding one does not change a square."""
    return float(2.0 ** (26 if b.type.element_type.text == "f64" else 12))


def _asinh(b: Builder, x: Value) -> Value:
    size = b.abs(x)
    square = b.multiply(size, size)
    near = b.log_plus_one(b.add(size, b.divide(square, b.add(1.0, b.sqrt(b.add(1.0, square))))))
    far = b.add(b.log(size), float(np.log(2)))
    return b.multiply(b.sign(x), b.select(b.compare("GT", size, _limit(b)), far, near))


def _acosh(b: Builder, x: Value) -> Value:
    less = b.subtract(x, 1.0)
    near = b.log_plus_one(b.add(less, b.sqrt(b.multiply(less, b.add(x, 1.0)))))
    far = b.add(b.log(x), float(np.log(2)))
    return b.select(b.compare("GT", x, _limit(b)), far, near)


def _halves(b: Builder, x: Value) -> tuple[Value, Value]:
    half = float(np.log(0.5))
    return b.exponential(b.add(x, half)), b.exponential(b.subtract(half, x))


def _cosh(b: Builder, x: Value) -> Value:
    return b.add(*_halves(b, x))


def _sinh(b: Builder, x: Value) -> Value:
    less = b.exponential_minus_one(x)
    near = b.multiply(b.add(less, b.divide(less, b.add(less, 1.0))), 0.5)
    return b.select(b.compare("LT", b.abs(x), 1.0), near, b.subtract(*_halves(b, x)))


def _atan(b: Builder, x: Value) -> Value:
    return b.atan2(x, 1.0)


_REAL: dict[str, Callable[[Builder, Value], Value]] = {
    "acos": _acos, "acosh": _acosh, "asin": _asin, "asinh": _asinh, "atan": _atan, "atanh": _atanh, "cosh": _cosh,
    "digamma": _digamma, "erf": _erf, "erf_inv": _erf_inv, "erfc": _erfc, "lgamma": _lgamma, "sinh": _sinh,
}  # fmt: skip


def _real(name: str) -> Callable[[Builder, Sequence[Value], Operation], list[Value]]:
    """A maker that computes numbers of less than single precision in single precision."""

    def make(b: Builder, operands: Sequence[Value], op: Operation) -> list[Value]:
        kind = b.type
        element = kind.element_type
        if not isinstance(element, core.FloatType):
            raise _refused(op, f"of {element.text}")
        if element.text in ("f32", "f64"):
            return [_REAL[name](b, operands[0])]
        wide = b.make("convert", [operands[0]], b.shaped(core.F32Type.get()))
        inner = Builder(b.at, b.loc, wide)
        return [b.make("convert", [_REAL[name](inner, wide)], kind)]

    return make


def _square(b: Builder, operands: Sequence[Value], op: Operation) -> list[Value]:
    return [b.multiply(operands[0], operands[0])]


def _conj(b: Builder, operands: Sequence[Value], op: Operation) -> list[Value]:
    part = b.shaped(b.type.element_type.element_type)
    real, imaginary = (b.make(name, [operands[0]], part) for name in ("real", "imag"))
    return [b.make("complex", [real, b.make("negate", [imaginary], part)])]


def _next_after(b: Builder, operands: Sequence[Value], op: Operation) -> list[Value]:
    """The next representable number, by its bits."""
    x, y = operands
    width = b.type.element_type.width
    integer = IntegerType.get_signless(width)
    bits = b.shaped(integer)

    def number(value: int) -> Value:
        return b.splat(value, integer)

    def whole(name: str, *taken: Value) -> Any:
        return b.make(name, list(taken), bits)

    def cast(value: Value) -> Any:
        return b.make("bitcast_convert", [value], bits)

    def choose(truth: Value, one: Value, other: Value) -> Any:
        return b.make("select", [truth, one, other], one._type)

    own, other = cast(x), cast(y)
    sign = number(-(2 ** (width - 1)))
    size, size_of_other = (whole("and", each, number(2 ** (width - 1) - 1)) for each in (own, other))
    zero = number(0)
    truth = b.shaped(_I1)

    def same(a: Value, c: Value, direction: str = "EQ") -> Any:
        return b.make("compare", [a, c], truth,
                      comparison_direction=dialects.ComparisonDirectionAttr.get(direction))  # fmt: skip

    # The smallest number of the other's sign where it is zero; else one up or down by the bits.
    tiny = whole("or", whole("and", other, sign), number(1))
    other_sign = same(whole("and", own, sign), whole("and", other, sign), "NE")
    down = b.make("or", [other_sign, same(size, size_of_other, "GT")], truth)
    step = whole("add", own, choose(down, number(-1), number(1)))
    moved = choose(same(size, zero), choose(same(size_of_other, zero), other, tiny), step)
    unordered = b.make("or", [same(x, x, "NE"), same(y, y, "NE")], truth)
    result = b.make("bitcast_convert", [choose(same(x, y), other, moved)])
    return [choose(unordered, b.splat(float("nan")), result)]


def _top_k(b: Builder, operands: Sequence[Value], op: Operation) -> list[Value]:
    (x,) = operands
    rank = b.type.rank
    if not b.type.has_static_shape:
        raise _refused(op, "of a shape that is not known")
    last = core.IntegerAttr.get(IntegerType.get_signless(64), rank - 1)
    indices = b.shaped(_I32)
    at = b.make("iota", [], indices, iota_dimension=last)
    stable = op._attributes.get("is_stable", core.BoolAttr.get(True))
    sort = Operation.create(
        "stablehlo.sort", [b.type, indices], [x, at], {"dimension": last, "is_stable": stable}, regions=1,
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
    limits = op._results[0]._type.shape
    cut = {
        "start_indices": core.DenseI64ArrayAttr.get([0] * rank),
        "limit_indices": core.DenseI64ArrayAttr.get(limits),
        "strides": core.DenseI64ArrayAttr.get([1] * rank),
    }
    return [b.make("slice", [each], result._type, **cut)
            for each, result in zip(sort._results, op._results, strict=True)]  # fmt: skip


_Maker = Callable[[Builder, Sequence[Value], Operation], list[Value]]
#: What is written out where it stands, and what becomes a composite.
WRITTEN_OUT: dict[str, _Maker] = {
    "chlo.square": _square, "chlo.conj": _conj, "chlo.next_after": _next_after,
    **{f"chlo.{name}": _real(name) for name in ("atan", "digamma", "erfc", "lgamma")},
}  # fmt: skip
COMPOSITES: dict[str, _Maker] = {
    "chlo.top_k": _top_k,
    **{f"chlo.{name}": _real(name)
       for name in ("acos", "acosh", "asin", "asinh", "atanh", "cosh", "erf", "erf_inv", "sinh")},
}  # fmt: skip


def _refused(op: Operation, why: str = "") -> NotInBindings:
    return NotInBindings(
        f"{op._name} {why} in a portable artifact".replace("  ", " "),
        "it has to be written as StableHLO's operations, which is the compiler's work",
    )


def decomposed(operation: Operation) -> Operation:
    """The program itself, or a copy without CHLO's operations.

    Raises:
        NotInBindings: There is no rewrite for one of its operations.
    """

    def begin(copy: Operation) -> Callable[[Operation], Sequence[Value]]:
        symbols = SymbolTable(copy)
        functions: dict[tuple[Any, ...], str] = {}

        def make(op: Operation) -> Sequence[Value]:
            complex_ = isinstance(op._operands[0]._type.element_type, core.ComplexType)
            maker = WRITTEN_OUT.get(op._name)
            if maker is not None and (not complex_ or op._name in ("chlo.square", "chlo.conj")):
                return maker(Builder(InsertionPoint(op), op._location, op._operands[0]), op._operands, op)
            if op._name in COMPOSITES and not complex_:
                return _composite(op, copy, symbols, functions)
            raise _refused(op, "of complex numbers" if complex_ else "")

        return make

    return rewritten(operation, lambda name: name.startswith("chlo."), begin)


def _composite(
    op: Operation, module: Operation, symbols: SymbolTable, functions: dict[tuple[Any, ...], str]
) -> list[Value[Any]]:
    """A composite in place of an operation, with the function of its decomposition."""
    operand_types = [each._type for each in op._operands]
    result_types = [each._type for each in op._results]
    parameters = core.DictAttr.get(op._attributes)
    key = (op._name, tuple(operand_types), parameters)
    if key not in functions:
        kind = core.FunctionType.get(operand_types, result_types)
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
        block = function._regions[0].blocks.append(
            *operand_types, arg_locs=[op._location] * len(operand_types)
        )
        at = InsertionPoint(block)
        results = COMPOSITES[op._name](Builder(at, op._location, block._arguments[0]), block._arguments, op)
        Operation.create("func.return", [], results, loc=op._location, ip=at)
        functions[key] = symbols.insert(function).value
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
        loc=op._location,
        ip=InsertionPoint(op),
    )
    return list(composite._results)
