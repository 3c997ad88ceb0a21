"""Result type inference for the dialects of tensors: StableHLO, MHLO, CHLO and Shardy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from jaxlib._ir.core import (
    DYNAMIC,
    Attributes,
    Block,
    ComplexType,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    TupleType,
    Type,
    Value,
    named_attribute,
)
from jaxlib._ir.dialects import (
    EnumerationAttr,
    FutureType,
    GatherDimensionNumbers,
    TokenType,
    TypeExtensions,
)

#: Operation name, operand types (usually tensors), attributes -> result types.
Rule = Callable[[str, Sequence[RankedTensorType], Attributes], Sequence[Type]]


def _tensor(shape: Sequence[int], element: Type, like: RankedTensorType | None = None) -> RankedTensorType:
    encoding = like.parts[2] if like is not None and len(like.parts) > 2 else None
    return RankedTensorType.get(shape, element, encoding)


def _integer(attributes: Attributes, name: str) -> int:
    return named_attribute(attributes, name, IntegerAttr).value


def _bounded(types: Sequence[RankedTensorType]) -> RankedTensorType:
    """The most specific of several types: static sizes replace dynamic ones."""
    best = types[0]
    for kind in types[1:]:
        if kind.text != best.text and kind.parts[0] is not None and best.parts[0] is not None:
            shape = [b if a == DYNAMIC else a for a, b in zip(best.parts[0], kind.parts[0], strict=True)]
            best = _tensor(shape, best.parts[1], best)
    return best


def nothing(_name: str, _types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """No results."""
    return ()


def same(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """The type of the operands."""
    first = types[0]
    if len(types) > 1 and DYNAMIC in (first.parts[0] or ()):
        return (_bounded(types),)
    return (first,)


def same_as(index: int) -> Rule:
    """A rule: the type of an operand."""

    def rule(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
        return (types[index],)

    return rule


def all_same(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """The types of all operands."""
    return list(types)


def truths(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """Booleans with the operands' shape."""
    best = _bounded(types)
    return (_tensor(best.parts[0], IntegerType.get_signless(1), best),)


def part(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """The real type for a complex operand."""
    element = types[0].parts[1]
    return (
        _tensor(
            types[0].parts[0], element.element_type if isinstance(element, ComplexType) else element, types[0]
        ),
    )


def whole(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """The complex type for a real operand."""
    return (_tensor(types[0].parts[0], ComplexType.get(types[0].parts[1]), types[0]),)


def awaited(_name: str, types: Sequence[Type], _attributes: Attributes) -> Sequence[Type]:
    """The types of the values in the future."""
    return types[0].types if isinstance(types[0], FutureType) else ()


def constant(_name: str, _types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The type of the ``value`` attribute."""
    return (attributes["value"].type,)


def select(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """The type of the selected values."""
    return (_bounded(types[1:3]),)


def clamp(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """The type of the clamped operand."""
    return (types[1],)


def broadcast(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The operand's type with additional leading dimensions."""
    return (_tensor([*attributes["broadcast_sizes"].parts, *types[0].parts[0]], types[0].parts[1]),)


def transpose(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The dimensions in the order of the permutation."""
    shape = types[0].parts[0]
    return (_tensor([shape[dimension] for dimension in attributes["permutation"].parts], types[0].parts[1]),)


def concatenate(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The sizes of the concatenated dimension are added."""
    dimension = _integer(attributes, "dimension")
    shape = list(types[0].parts[0])
    sizes = [kind.parts[0][dimension] for kind in types]
    shape[dimension] = DYNAMIC if DYNAMIC in sizes else sum(sizes)
    for i in range(len(shape)):
        if i != dimension and shape[i] == DYNAMIC:
            shape[i] = next((kind.parts[0][i] for kind in types if kind.parts[0][i] != DYNAMIC), DYNAMIC)
    return (_tensor(shape, types[0].parts[1]),)


def slice_(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The number of steps from the start to the limit in each dimension."""
    starts, limits = attributes["start_indices"].parts, attributes["limit_indices"].parts
    strides = attributes["strides"].parts
    shape = [-(-(b - a) // c) for a, b, c in zip(starts, limits, strides, strict=True)]
    return (_tensor(shape, types[0].parts[1]),)


def dynamic_slice(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The sizes are given by an attribute."""
    return (_tensor(attributes["slice_sizes"].parts, types[0].parts[1]),)


def pad(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The operand's type with edge and interior padding."""
    low = attributes["edge_padding_low"].parts
    high = attributes["edge_padding_high"].parts
    inner = attributes["interior_padding"].parts
    shape = [
        DYNAMIC if size == DYNAMIC else a + b + size + max(size - 1, 0) * c
        for size, a, b, c in zip(types[0].parts[0], low, high, inner, strict=True)
    ]
    return (_tensor(shape, types[0].parts[1]),)


def gather(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """Batch dimensions from the indices, offset dimensions from the slice sizes."""
    numbers = named_attribute(attributes, "dimension_numbers", GatherDimensionNumbers)
    offset_dims, collapsed, batching, _, _, index_vector_dim = numbers.parts
    sizes = attributes["slice_sizes"].parts
    offsets = iter([size for i, size in enumerate(sizes) if i not in collapsed and i not in batching])
    indices = types[1].parts[0]
    batch = iter([size for i, size in enumerate(indices) if i != index_vector_dim])
    rank = len(offset_dims) + len(indices) - (index_vector_dim < len(indices))
    shape = [next(offsets) if i in offset_dims else next(batch) for i in range(rank)]
    return (_tensor(shape, types[0].parts[1]),)


def fft(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """Real to complex halves the last dimension; complex to real takes its size from the attribute."""
    kind, length = (
        named_attribute(attributes, "fft_type", EnumerationAttr).value,
        attributes["fft_length"].parts,
    )
    shape, element = list(types[0].parts[0]), types[0].parts[1]
    if kind == "RFFT":
        shape[-1] = length[-1] // 2 + 1 if length[-1] else 0
        return (_tensor(shape, ComplexType.get(element)),)
    if kind == "IRFFT":
        shape[-len(length) :] = length
        return (_tensor(shape, element.element_type),)
    return (types[0],)


def batch_norm(results: int) -> Rule:
    """A rule: the type of the operand, then that of the scale for each statistic."""

    def rule(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
        return (types[0], *[types[1]] * (results - 1))

    return rule


def token(_name: str, _types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    return (TokenType.get(),)


def identifier(_name: str, _types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """A scalar: the index of a replica or partition."""
    return (_tensor((), IntegerType.get_unsigned(32)),)


def size_of_dimension(
    _name: str, _types: Sequence[RankedTensorType], _attributes: Attributes
) -> Sequence[Type]:
    """A scalar: the size of a dimension."""
    return (_tensor((), IntegerType.get_signless(32)),)


def tuple_(_name: str, types: Sequence[RankedTensorType], _attributes: Attributes) -> Sequence[Type]:
    """The tuple of the operands' types."""
    return (TupleType.get_tuple(list(types)),)


def element_of_tuple(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The type of one element of a tuple."""
    return (cast("TupleType", types[0]).get_type(_integer(attributes, "index")),)


def random_numbers(operands: Sequence[Value[Type]]) -> Sequence[Type]:
    """A tensor whose shape is the third operand; its dimensions are dynamic if that is not a constant."""
    low, _, shape = operands
    element = cast("RankedTensorType", low._type).parts[1]
    owner = shape.owner
    if isinstance(owner, Block) or owner.operation.name not in ("stablehlo.constant", "mhlo.constant"):
        (rank,) = cast("RankedTensorType", shape._type).shape
        return (_tensor([DYNAMIC] * rank, element),)
    sizes = np.asarray(owner.operation.attributes["value"])
    return (_tensor([int(size) for size in sizes], element),)


def top_k(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """The last dimension becomes k; the second result contains the indices."""
    shape = [*types[0].parts[0][:-1], _integer(attributes, "k")]
    return (_tensor(shape, types[0].parts[1]), _tensor(shape, IntegerType.get_signless(32)))


def all_to_all(_name: str, types: Sequence[RankedTensorType], attributes: Attributes) -> Sequence[Type]:
    """One dimension is split, another one is concatenated."""
    split, join = _integer(attributes, "split_dimension"), _integer(attributes, "concat_dimension")
    count = _integer(attributes, "split_count")
    results = []
    for kind in types:
        shape = list(kind.parts[0])
        shape[split] = shape[split] // count if shape[split] != DYNAMIC else DYNAMIC
        shape[join] = shape[join] * count if shape[join] != DYNAMIC else DYNAMIC
        results.append(_tensor(shape, kind.parts[1]))
    return results


def triangular_solve(
    _name: str, types: Sequence[RankedTensorType], _attributes: Attributes
) -> Sequence[Type]:
    """The type of the right-hand side."""
    return (types[1],)


def set_dimension_size(
    _name: str, types: Sequence[RankedTensorType], attributes: Attributes
) -> Sequence[Type]:
    """The dimension becomes dynamic, with its size as the bound."""
    dimension = _integer(attributes, "dimension")
    shape = list(types[0].parts[0])
    bounds = [DYNAMIC] * len(shape)
    encoding = types[0].parts[2]
    if isinstance(encoding, TypeExtensions):
        bounds = encoding.bounds
    if shape[dimension] != DYNAMIC:
        bounds[dimension] = shape[dimension]
    shape[dimension] = DYNAMIC
    return (RankedTensorType.get(shape, types[0].parts[1], TypeExtensions.get(bounds)),)


_SAME = (
    "add and atan2 cbrt ceil cholesky count_leading_zeros collective_broadcast collective_permute cosine "
    "cross-replica-sum divide exponential exponential_minus_one floor log_plus_one log "
    "logistic maximum minimum multiply negate not or popcnt power reduce_precision remainder reverse "
    "round_nearest_even round_nearest_afz rsqrt shift_left shift_right_arithmetic shift_right_logical sign "
    "sine sqrt subtract tan tanh xor"
)
_STABLEHLO: dict[str, Rule] = {
    **dict.fromkeys(_SAME.split(), same),
    "abs": part,  # real for complex numbers
    "after_all": token,
    "async_done": awaited,
    "all_to_all": all_to_all,
    "batch_norm_grad": batch_norm(3),
    "batch_norm_inference": same_as(0),
    "batch_norm_training": batch_norm(3),
    "broadcast": broadcast,
    "clamp": clamp,
    "compare": truths,
    "complex": whole,
    "concatenate": concatenate,
    "constant": constant,
    "create_token": token,
    "dynamic_slice": dynamic_slice,
    "dynamic_update_slice": same_as(0),
    "fft": fft,
    "gather": gather,
    "get_dimension_size": size_of_dimension,
    "get_tuple_element": element_of_tuple,
    "imag": part,
    "is_finite": truths,
    "optimization_barrier": all_same,
    "outfeed": token,
    "pad": pad,
    "partition_id": identifier,
    "real": part,
    "replica_id": identifier,
    "select": select,
    "send": token,
    "set_dimension_size": set_dimension_size,
    "slice": slice_,
    "transpose": transpose,
    "triangular_solve": triangular_solve,
    "tuple": tuple_,
}
_CHLO_SAME = (
    "acos acosh _asin_acos_kernel asin asinh atan atanh bessel_i1e conj cosh digamma erf_inv erf erfc lgamma mulhi "
    "next_after polygamma sinh square tan zeta"
)
_CHLO: dict[str, Rule] = {
    **dict.fromkeys(_CHLO_SAME.split(), same),
    "constant": constant,
    "is_inf": truths,
    "is_neg_inf": truths,
    "is_pos_inf": truths,
    "top_k": top_k,
}
_MHLO: dict[str, Rule] = {
    **dict.fromkeys(
        ["acos", "acosh", "asin", "asinh", "atanh", "copy", "cosh", "erf", "mulhi", "sinh"], same
    ),
    "topk": top_k,
}
_SDY: dict[str, Rule] = {
    **dict.fromkeys(
        [
            "all_gather",
            "all_reduce",
            "all_slice",
            "all_to_all",
            "collective_permute",
            "data_flow_edge",
            "func_data_flow_edge",
            "propagation_barrier",
            "reduce_scatter",
            "replicated_to_unreduced",
            "reshard",
            "sharded_to_unreduced",
            "sharding_constraint",
        ],
        same,
    ),
    "constant": constant,
    "sharding_group": nothing,
}
RULES: dict[str, Rule] = {
    f"{dialect}.{name}": rule
    for dialect, table in (
        ("stablehlo", _STABLEHLO),
        ("mhlo", {**_STABLEHLO, **_MHLO}),
        ("chlo", _CHLO),
        ("sdy", _SDY),
    )
    for name, rule in table.items()
}
#: Rules for operations whose result types depend on operand values.
VALUE_RULES: dict[str, Callable[[Sequence[Value[Type]]], Sequence[Type]]] = {
    "stablehlo.rng": random_numbers,
    "mhlo.rng": random_numbers,
}
