"""Result type inference for the dialects of kernels: arith, math, memref, vector and tpu.

The operations of scf and cf do not infer their result types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from jaxlib._ir.core import (
    Attributes,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    MLIRError,
    RankedTensorType,
    ShapedType,
    Type,
    VectorType,
    named_attribute,
)
from jaxlib._native import ir as _native

#: Operation name, operand types (usually shaped), attributes -> result types.
Rule = Callable[[str, Sequence[ShapedType], Attributes], Sequence[Type]]


#: A rule: the type of the first operand.
same: Rule = _native.same_type


def same_as(index: int) -> Rule:
    """A rule: the type of an operand."""

    def rule(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
        return (types[index],)

    return rule


def always(kind: Callable[[], Type]) -> Rule:
    """A rule: always the same type."""

    def rule(_name: str, _types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
        return (kind(),)

    return rule


def _i1() -> Type:
    return IntegerType.get_signless(1)


def _i32() -> Type:
    return IntegerType.get_signless(32)


def _like(kind: Type, element: Type) -> Type:
    """The type with another element type: a scalar, or a vector or tensor of the same shape."""
    if isinstance(kind, VectorType):
        return VectorType.get(kind.shape, element, scalable=kind.scalable_dims)
    if isinstance(kind, RankedTensorType):
        return RankedTensorType.get(kind.shape, element, kind.encoding)
    return element


def truth(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """i1 for each element."""
    return (_like(types[0], _i1()),)


def _twice(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """The type of the operands, twice."""
    return (types[0], types[0])


# ---- memref


def _element(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """The element type."""
    return (types[0].element_type,)


def _metadata(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """A buffer of rank 0, the offset, the sizes and the strides."""
    memref = cast("MemRefType", types[0])
    base = MemRefType.get((), memref.element_type, None, memref.memory_space)
    return (base, *[IndexType.get()] * (1 + 2 * memref.rank))


def every(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """The types of all operands."""
    return list(types)


# ---- vector


def _extract(_name: str, types: Sequence[ShapedType], attributes: Attributes) -> Sequence[Type]:
    """The part of the vector after the dimensions that the position indexes."""
    vector = cast("VectorType", types[0])
    taken = len(attributes["static_position"].parts)
    if taken > vector.rank:
        raise MLIRError(f"vector.extract: a position of {taken} numbers in {vector.text}")
    if taken == vector.rank:
        return (vector.element_type,)
    return (VectorType.get(vector.shape[taken:], vector.element_type, scalable=vector.scalable_dims[taken:]),)


def _multi_reduction(_name: str, types: Sequence[ShapedType], attributes: Attributes) -> Sequence[Type]:
    """The vector without the reduced dimensions; an element if none is left."""
    vector = cast("VectorType", types[0])
    reduced = set(attributes["reduction_dims"].parts)
    kept = [i for i in range(vector.rank) if i not in reduced]
    if not kept:
        return (vector.element_type,)
    shape, scalable = vector.shape, vector.scalable_dims
    return (
        VectorType.get([shape[i] for i in kept], vector.element_type, scalable=[scalable[i] for i in kept]),
    )


def _resized(kind: ShapedType, size: int) -> Type:
    vector = cast("VectorType", kind)
    return VectorType.get([*vector.shape[:-1], size], vector.element_type, scalable=vector.scalable_dims)


def _deinterleave(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """Two vectors with half of the last dimension."""
    return [_resized(types[0], types[0].shape[-1] // 2)] * 2


def _interleave(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """A vector with twice the last dimension."""
    if not types[0].rank:
        return (VectorType.get([2], types[0].element_type),)
    return (_resized(types[0], types[0].shape[-1] * 2),)


def _scan(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """The types of the source and of the initial value."""
    return (types[0], types[1])


def _shuffle(_name: str, types: Sequence[ShapedType], attributes: Attributes) -> Sequence[Type]:
    """A vector with as many rows as the mask has numbers."""
    return (VectorType.get([len(attributes["mask"].parts), *types[0].shape[1:]], types[0].element_type),)


def _to_elements(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """One result per element."""
    count = 1
    for size in types[0].shape:
        count *= size
    return [types[0].element_type] * count


# ---- tpu


def _concatenate(_name: str, types: Sequence[ShapedType], attributes: Attributes) -> Sequence[Type]:
    """The sizes of the concatenated dimension are added."""
    dimension = named_attribute(attributes, "dimension", IntegerAttr).value
    for vector in types:
        if not isinstance(vector, VectorType) or not 0 <= dimension < vector.rank:
            raise MLIRError(f"tpu.concatenate: dimension {dimension} of {vector.text}")
    shape = types[0].shape
    shape[dimension] = sum(vector.shape[dimension] for vector in types)
    return (VectorType.get(shape, types[0].element_type),)


def _dynamic_gather(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """The element type of the source with the shape of the indices."""
    return (VectorType.get(types[1].shape, types[0].element_type),)


def _scan_count(_name: str, types: Sequence[ShapedType], _attributes: Attributes) -> Sequence[Type]:
    """The mask's type, and an integer for each value."""
    return (types[0], VectorType.get(types[1].shape, _i32()))


_ARITH: dict[str, Rule] = {
    **dict.fromkeys(
        [
            "addf",
            "addi",
            "andi",
            "ceildivsi",
            "ceildivui",
            "divf",
            "divsi",
            "divui",
            "floordivsi",
            "maximumf",
            "maxnumf",
            "maxsi",
            "maxui",
            "minimumf",
            "minnumf",
            "minsi",
            "minui",
            "mulf",
            "muli",
            "negf",
            "ori",
            "remf",
            "remsi",
            "remui",
            "shli",
            "shrsi",
            "shrui",
            "subf",
            "subi",
            "xori",
            "flush_denormals",
        ],
        same,
    ),
    **dict.fromkeys(["cmpf", "cmpi"], truth),
    **dict.fromkeys(["mulsi_extended", "mului_extended"], _twice),
    "constant": _native.type_of_value,
    "select": same_as(1),
}
_MATH: dict[str, Rule] = {
    **dict.fromkeys(
        [
            "absf",
            "absi",
            "acos",
            "acosh",
            "asin",
            "asinh",
            "atan",
            "atan2",
            "atanh",
            "cbrt",
            "ceil",
            "clampf",
            "copysign",
            "cos",
            "cosh",
            "ctlz",
            "ctpop",
            "cttz",
            "erf",
            "erfc",
            "exp",
            "exp2",
            "expm1",
            "floor",
            "fma",
            "fpowi",
            "ipowi",
            "log",
            "log10",
            "log1p",
            "log2",
            "powf",
            "round",
            "roundeven",
            "rsqrt",
            "sin",
            "sinh",
            "sqrt",
            "tan",
            "tanh",
            "trunc",
        ],
        same,
    ),
    **dict.fromkeys(["isfinite", "isinf", "isnan", "isnormal"], truth),
    "sincos": _twice,
}
_MEMREF: dict[str, Rule] = {
    "assume_alignment": same,
    "atomic_rmw": same,
    "dim": always(IndexType.get),
    "distinct_objects": every,
    "extract_aligned_pointer_as_index": always(IndexType.get),
    "extract_strided_metadata": _metadata,
    "load": _element,
    "rank": always(IndexType.get),
}
_VECTOR: dict[str, Rule] = {
    "deinterleave": _deinterleave,
    "extract": _extract,
    "fma": same,
    "insert": same_as(1),
    "insert_strided_slice": same_as(1),
    "interleave": _interleave,
    "multi_reduction": _multi_reduction,
    "scalable.insert": same_as(1),
    "scan": _scan,
    "shuffle": _shuffle,
    "to_elements": _to_elements,
    "vscale": always(IndexType.get),
}
_TPU: dict[str, Rule] = {
    **dict.fromkeys(["assume_multiple", "reciprocal", "relayout", "sublane_shuffle"], same),
    **dict.fromkeys(["core_id", "device_id", "iteration_bound", "sem_read", "subcore_id"], always(_i32)),
    "concatenate": _concatenate,
    "dynamic_gather": _dynamic_gather,
    "dynamic_rotate": same,
    "fetch_and_add_sync": always(_i32),
    "memref_memory_space_is": always(_i1),
    "scan_count": _scan_count,
}
RULES: dict[str, Rule] = {
    f"{dialect}.{name}": rule
    for dialect, table in (
        ("arith", _ARITH),
        ("math", _MATH),
        ("memref", _MEMREF),
        ("tpu", _TPU),
        ("vector", _VECTOR),
    )
    for name, rule in table.items()
}
