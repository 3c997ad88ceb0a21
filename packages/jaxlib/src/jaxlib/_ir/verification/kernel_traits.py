"""How the types of an operation's operands and results in kernels must agree, in the words of upstream's verifier.

These are the traits that follow from the types alone. `kernel_operand_kinds` has checked the operations before: how
many operands and results they have, and the kinds of the types.
"""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

from collections.abc import Callable, Sequence

from jaxlib._ir.core import (
    FloatType,
    IndexType,
    IntegerType,
    Operation,
    RankedTensorType,
    ShapedType,
    Type,
    UnrankedTensorType,
    VectorType,
)
from jaxlib._ir.verification.kernel_operand_kinds import element
from jaxlib._ir.verification.operation_rules import Wrong, agree, need

# ---- Values of the same type, or of the same element type


def _shape(kind: Type) -> tuple[int, ...] | None:
    shape: tuple[int, ...] | None = kind.parts[0] if isinstance(kind, ShapedType) else ()
    return shape


_PROJECTIONS: dict[str, Callable[[Type], object]] = {
    "type": lambda kind: kind,
    "element": element,
    "shape": _shape,
    "rank": lambda kind: len(kind.parts[0]),
}
#: What must be the same, the values' numbers among the operands and then the results (these may be counted from the
#: end), and upstream's words.
_SAME: dict[str, list[tuple[str, tuple[int, ...], str]]] = {
    "arith.addui_extended": [("type", (0, 1, 2), "all of {lhs, rhs, sum} have same type")],
    "arith.subui_extended": [("type", (0, 1, 2), "all of {lhs, rhs, diff} have same type")],
    "arith.mulsi_extended": [("type", (0, 1, 2, 3), "all of {lhs, rhs, low, high} have same type")],
    "arith.mului_extended": [("type", (0, 1, 2, 3), "all of {lhs, rhs, low, high} have same type")],
    "arith.select": [("type", (1, 2, 3), "all of {true_value, false_value, result} have same type")],
    "llvm.extractelement": [("element", (0, -1), "result type matches vector element type")],
    "llvm.insertelement": [("element", (0, 1), "argument type matches vector element type")],
    "llvm.select": [("type", (1, 2, 3), "all of {trueValue, falseValue, res} have same type")],
    "math.fpowi": [("type", (0, 2), "all of {lhs, result} have same type")],
    "memref.atomic_rmw": [
        ("type", (0, -1), "all of {value, result} have same type"),
        ("element", (0, 1), "value type matches element type of memref"),
    ],
    "memref.generic_atomic_rmw": [("element", (0, -1), "result type matches element type of memref")],
    "memref.load": [("element of 0", (0, -1), "result type matches element type of 'memref'")],
    "memref.store": [("element of 1", (1, 0), "type of 'value' matches element type of 'memref'")],
    "scf.for": [("type", (0, 1, 2), "all of {lowerBound, upperBound, step} have same type")],
    "tpu.dynamic_gather": [
        ("shape", (1, -1), "all of {indices, output} have same shape"),
        ("element", (0, -1), "all of {source, output} have same element type"),
    ],
    "tpu.dynamic_rotate": [("type", (0, -1), "all of {value, result} have same type")],
    "vector.bitcast": [("rank", (0, -1), "all of {source, result} have same rank")],
    "vector.broadcast": [("element", (0, -1), "source operand and result have same element type")],
    "vector.contract": [
        ("element", (0, 1), "lhs and rhs have same element type"),
        ("element", (2, -1), "third operand acc and result have same element type"),
    ],
    "vector.deinterleave": [("type", (1, 2), "all of {res1, res2} have same type")],
    "vector.extract": [("element", (0, -1), "operand and result have same element type")],
    "vector.extract_strided_slice": [("element", (0, -1), "operand and result have same element type")],
    "vector.fma": [("type", (0, 1, 2, 3), "all of {lhs, rhs, acc, result} have same type")],
    "vector.insert": [
        ("element", (0, -1), "source operand and result have same element type"),
        ("type", (1, -1), "all of {dest, result} have same type"),
    ],
    "vector.insert_strided_slice": [
        ("element", (0, -1), "operand #0 and result have same element type"),
        ("type", (1, -1), "all of {dest, result} have same type"),
    ],
    "vector.interleave": [("type", (0, 1), "all of {lhs, rhs} have same type")],
    "vector.multi_reduction": [
        ("type", (1, -1), "all of {dest, acc} have same type"),
        ("element", (0, -1), "source operand and result have same element type"),
    ],
    "vector.outerproduct": [
        ("element", (0, -1), "lhs operand and result have same element type"),
        ("element", (1, -1), "rhs operand and result have same element type"),
    ],
    "vector.reduction": [("element", (0, -1), "source operand and result have same element type")],
    "vector.scalable.extract": [("element", (0, -1), "all of {source, result} have same element type")],
    "vector.scalable.insert": [
        ("element", (0, 1), "all of {valueToStore, dest} have same element type"),
        ("type", (1, -1), "all of {dest, result} have same type"),
    ],
    "vector.scan": [
        ("type", (0, -2), "all of {source, dest} have same type"),
        ("type", (1, -1), "all of {initial_value, accumulated_value} have same type"),
    ],
    "vector.shuffle": [
        ("element", (0, -1), "first operand v1 and result have same element type"),
        ("element", (1, -1), "second operand v2 and result have same element type"),
    ],
    "vector.transpose": [("element", (0, -1), "operand and result have same element type")],
}


def _same(op: Operation, types: Sequence[Type]) -> None:
    if op._name == "arith.constant":
        kind = getattr(op._attributes.get("value"), "type", None)
        need(kind in (None, types[0]), "failed to verify that all of {value, result} have same type")
    for what, numbers, words in _SAME.get(op._name, ()):
        if what.startswith("element of "):
            first, second = types[numbers[0]].parts[1], types[numbers[1]]
            need(first == second, f"failed to verify that {words}")
            continue
        project = _PROJECTIONS[what]
        same = len({project(types[number]) for number in numbers}) == 1
        need(same, f"failed to verify that {words}")


# ---- Elementwise operations

#: Operations all of whose operands and results have the same type.
_ONE_TYPE = frozenset(
    """
    arith.addf arith.addi arith.andi arith.ceildivsi arith.ceildivui arith.divf arith.divsi arith.divui
    arith.floordivsi arith.flush_denormals arith.maximumf arith.maximumnumf arith.maxnumf arith.maxsi arith.maxui
    arith.minimumf arith.minimumnumf arith.minnumf arith.minsi arith.minui arith.mulf arith.muli arith.negf
    arith.ori arith.remf arith.remsi arith.remui arith.shli arith.shrsi arith.shrui arith.subf arith.subi arith.xori
    math.absf math.absi math.acos math.acosh math.asin math.asinh math.atan math.atan2 math.atanh math.cbrt
    math.ceil math.clampf math.copysign math.cos math.cosh math.ctlz math.ctpop math.cttz math.erf math.erfc
    math.exp math.exp2 math.expm1 math.floor math.fma math.ipowi math.log math.log10 math.log1p math.log2 math.powf
    math.round math.roundeven math.rsqrt math.sin math.sincos math.sinh math.sqrt math.tan math.tanh math.trunc
    llvm.add llvm.and llvm.ashr llvm.fadd llvm.fdiv llvm.fmul llvm.fneg llvm.frem llvm.fsub llvm.intr.ceil
    llvm.intr.cos llvm.intr.exp llvm.intr.exp2 llvm.intr.fabs llvm.intr.floor llvm.intr.fma llvm.intr.log
    llvm.intr.maximum llvm.intr.maxnum llvm.intr.minimum llvm.intr.minnum llvm.intr.rint llvm.intr.sin
    llvm.intr.sqrt llvm.lshr llvm.mul llvm.or llvm.sdiv llvm.shl llvm.srem llvm.sub llvm.udiv llvm.urem llvm.xor
    memref.assume_alignment mosaic_gpu.assume_multiple mosaic_gpu.layout_cast mosaic_gpu.with_transforms
    tpu.annotate tpu.assume_multiple tpu.logistic tpu.reciprocal tpu.reduce_precision tpu.sublane_shuffle
    """.split()
)
#: Operations whose operands have the same type.
_ONE_OPERAND_TYPE = frozenset(
    "arith.cmpf arith.cmpi llvm.fcmp llvm.icmp tpu.pack_elementwise tpu.pack_subelements".split()
)
#: Operations whose result is a flag for each element.
_FLAGS = frozenset("arith.cmpf arith.cmpi math.isfinite math.isinf math.isnan math.isnormal".split())
#: Conversions of tensors, whose dimensions must be equal, even if they are dynamic.
_CONVERSIONS = frozenset(
    """
    arith.bitcast arith.convertf arith.extf arith.extsi arith.extui arith.fptosi arith.fptoui arith.index_cast
    arith.index_castui arith.scaling_extf arith.scaling_truncf arith.sitofp arith.truncf arith.trunci arith.uitofp
    """.split()
)
#: Operations whose operands and results have the same shape.
_ONE_SHAPE = (_CONVERSIONS - {"arith.scaling_extf", "arith.scaling_truncf"}) | frozenset(
    "math.fpowi tpu.scan_count tpu.stochastic_convert".split()
)
#: Operations of tpu that are elementwise, as all of arith and math are but for constants.
_ELEMENTWISE = frozenset(
    """
    tpu.extf tpu.fptosi tpu.fptoui tpu.pack_elementwise tpu.reduce_precision tpu.sitofp
    tpu.stochastic_convert_elementwise tpu.truncf tpu.uitofp tpu.unpack_elementwise
    """.split()
)
_MAPPED = (VectorType, RankedTensorType, UnrankedTensorType)


def _is_scalable(kind: Type) -> bool:
    return isinstance(kind, VectorType) and kind.scalable


def _agree(types: Sequence[Type]) -> bool:
    """Whether the shapes of all types can be the same."""
    shaped = [kind for kind in types if isinstance(kind, ShapedType)]
    if not shaped:
        return True
    first = shaped[0]
    return len(shaped) == len(types) and all(
        agree(_shape(first), _shape(kind)) and _is_scalable(first) == _is_scalable(kind) for kind in shaped
    )


def _flags(kind: Type, result: Type) -> bool:
    """Whether the result is a flag for each element of a type."""
    if not isinstance(kind, ShapedType):
        return result.text == "i1"
    same = type(result) is type(kind) and (result.parts[0], result.parts[2]) == (kind.parts[0], kind.parts[2])
    return same and result.parts[1].text == "i1"


def _one_type(results: Sequence[Type], types: Sequence[Type]) -> None:
    first = results[0]
    for kind in types:
        shaped = isinstance(kind, ShapedType) == isinstance(first, ShapedType)
        same = shaped and element(kind) == element(first) and agree(_shape(first), _shape(kind))
        need(same, "requires the same type for all operands and results")


def _elementwise(operands: Sequence[Type], results: Sequence[Type]) -> None:
    taken, given = ([kind for kind in types if isinstance(kind, _MAPPED)] for types in (operands, results))
    if not taken and not given:
        return
    need(bool(taken), "if a result is non-scalar, then at least one operand must be non-scalar")
    need(bool(given), "if an operand is non-scalar, then there must be at least one non-scalar result")
    need(len(given) == len(results), "if an operand is non-scalar, then all results must be non-scalar")
    same = len({type(kind) for kind in (*taken, *given)}) == 1 and _agree([*taken, *given])
    need(same, "all non-scalar operands/results must have the same shape and base type")


# ---- Conversions


def _width(kind: Type) -> int:
    inner = element(kind)
    return inner.width if isinstance(inner, (FloatType, IntegerType)) else 0


def _converted(name: str, source: Type, target: Type) -> bool:
    """Whether a conversion is from the one type to the other, which are of its kinds and of the same shape."""
    before, after = _width(source), _width(target)
    if name in ("arith.index_cast", "arith.index_castui"):
        return isinstance(element(source), IndexType) != isinstance(element(target), IndexType)
    if not before or not after:  # a dialect's own
        return True
    if name in ("arith.extf", "arith.extsi", "arith.extui"):
        return after > before
    if name in ("arith.truncf", "arith.trunci"):
        return after < before
    if name == "arith.convertf":
        return after == before and element(source) != element(target)
    return after == before if name == "arith.bitcast" else True


def _dimensions(kind: Type) -> tuple[int, ...] | None:
    """The dimensions of a tensor; no dimensions if it is another type, None if they are unknown."""
    return _shape(kind) if isinstance(kind, (RankedTensorType, UnrankedTensorType)) else ()


def check(op: Operation) -> None:
    """Check that the types of an operation's operands and results agree.

    Raises:
        Wrong: They do not.
    """
    name, operands, results = op._name, op._operand_types, op._result_types
    types = [*operands, *results]
    _same(op, types)
    if name in _FLAGS:
        same = _flags(operands[0], results[0])
        need(same, "failed to verify that result type has i1 element type and same shape as operands")
    if name == "arith.select":
        same = operands[0].text == "i1" or _flags(operands[1], operands[0])
        need(same, "failed to verify that condition is signless i1 or has matching shape")
    if name in _CONVERSIONS:
        dimensions = {_dimensions(kind) for kind in types}
        same = len(dimensions) == 1 and None not in dimensions
        need(same, "failed to verify that input and output have the same tensor dimensions")
    if name in _ONE_OPERAND_TYPE:
        need(len(set(operands)) <= 1, "requires all operands to have the same type")
    if name == "memref.copy":
        need(element(operands[0]) == element(operands[1]), "requires the same element type for all operands")
        need(_agree(operands), "requires the same shape for all operands")
    if name == "tpu.erase_memref_layout":
        same = element(operands[0]) == element(results[0])
        need(same, "requires the same element type for all operands and results")
    if name in _ONE_SHAPE:
        need(_agree(types), "requires the same shape for all operands and results")
    if name in _ELEMENTWISE:
        _elementwise(operands, results)
    if name in _ONE_TYPE:
        _one_type(results, types)
    if name.startswith(("arith.", "math.")) and name != "arith.constant":
        _elementwise(operands, results)
    if name in _ONE_TYPE and operands[0] != results[0]:
        raise Wrong(
            f"inferred type(s) '{operands[0]}' are incompatible with return type(s) of operation '{results[0]}'"
        )
    if name in _CONVERSIONS and name in _ONE_SHAPE and not _converted(name, operands[0], results[0]):
        raise Wrong(f"operand type '{operands[0]}' and result type '{results[0]}' are cast incompatible")
