"""Result type inference: operand types and attributes -> result types.

`RULES` says which rule holds for which operation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from jaxlib._ir.core import DYNAMIC, ComplexType, IntegerType, RankedTensorType, TupleType
from jaxlib._ir.dialects import TokenType, TypeExtensions

Rule = Callable[[str, Sequence[Any], dict[str, Any]], Sequence[Any]]


def _tensor(shape: Sequence[int], element: Any, like: Any = None) -> Any:
    encoding = like.parts[2] if like is not None and len(like.parts) > 2 else None
    return RankedTensorType.get(shape, element, encoding)


def _bounded(types: Sequence[Any]) -> Any:
    """The one of several types that knows most: a known dimension tells more than one that is not."""
    best = types[0]
    for each in types[1:]:
        if each.text != best.text and each.parts[0] is not None and best.parts[0] is not None:
            shape = [b if a == DYNAMIC else a for a, b in zip(best.parts[0], each.parts[0], strict=True)]
            best = _tensor(shape, best.parts[1], best)
    return best


def nothing(_name: str, _types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """It gives nothing."""
    return ()


def same(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The type of what it takes."""
    first = types[0]
    if len(types) > 1 and DYNAMIC in (first.parts[0] or ()):
        return (_bounded(types),)
    return (first,)


def same_as(index: int) -> Rule:
    """The type of one of what it takes."""

    def rule(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
        return (types[index],)

    return rule


def all_same(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The types of all that it takes."""
    return list(types)


def truths(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """Truths of the same shape."""
    best = _bounded(types)
    return (_tensor(best.parts[0], IntegerType.get_signless(1), best),)


def part(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The real type of a complex one."""
    element = types[0].parts[1]
    return (
        _tensor(
            types[0].parts[0], element.element_type if isinstance(element, ComplexType) else element, types[0]
        ),
    )


def whole(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The complex type of a real one."""
    return (_tensor(types[0].parts[0], ComplexType.get(types[0].parts[1]), types[0]),)


def constant(_name: str, _types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """The type of its value."""
    return (attributes["value"].type,)


def select(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The type of what is selected from."""
    return (_bounded(types[1:3]),)


def clamp(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The type of what is clamped."""
    return (types[1],)


def broadcast(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """More dimensions in front."""
    return (_tensor([*attributes["broadcast_sizes"].parts, *types[0].parts[0]], types[0].parts[1]),)


def transpose(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """The dimensions in another order."""
    shape = types[0].parts[0]
    return (_tensor([shape[each] for each in attributes["permutation"].parts], types[0].parts[1]),)


def concatenate(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """One dimension is a sum."""
    at = attributes["dimension"].value
    shape = list(types[0].parts[0])
    sizes = [each.parts[0][at] for each in types]
    shape[at] = DYNAMIC if DYNAMIC in sizes else sum(sizes)
    for i in range(len(shape)):
        if i != at and shape[i] == DYNAMIC:
            shape[i] = next((each.parts[0][i] for each in types if each.parts[0][i] != DYNAMIC), DYNAMIC)
    return (_tensor(shape, types[0].parts[1]),)


def slice_(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """From starts to limits by strides."""
    starts, limits = attributes["start_indices"].parts, attributes["limit_indices"].parts
    strides = attributes["strides"].parts
    shape = [-(-(b - a) // c) for a, b, c in zip(starts, limits, strides, strict=True)]
    return (_tensor(shape, types[0].parts[1]),)


def dynamic_slice(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """The size is said."""
    return (_tensor(attributes["slice_sizes"].parts, types[0].parts[1]),)


def pad(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """More around and between."""
    low = attributes["edge_padding_low"].parts
    high = attributes["edge_padding_high"].parts
    inner = attributes["interior_padding"].parts
    shape = [
        DYNAMIC if size == DYNAMIC else a + b + size + max(size - 1, 0) * c
        for size, a, b, c in zip(types[0].parts[0], low, high, inner, strict=True)
    ]
    return (_tensor(shape, types[0].parts[1]),)


def gather(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """Batch dimensions from the indices, offset dimensions from the slices."""
    numbers = attributes["dimension_numbers"]
    offset_dims, collapsed, batching = (
        numbers.offset_dims,
        numbers.collapsed_slice_dims,
        numbers.operand_batching_dims,
    )
    sizes = attributes["slice_sizes"].parts
    offsets = iter([size for i, size in enumerate(sizes) if i not in collapsed and i not in batching])
    indices = types[1].parts[0]
    batch = iter([size for i, size in enumerate(indices) if i != numbers.index_vector_dim])
    rank = len(offset_dims) + len(indices) - (numbers.index_vector_dim < len(indices))
    shape = [next(offsets) if i in offset_dims else next(batch) for i in range(rank)]
    return (_tensor(shape, types[0].parts[1]),)


def fft(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """Real to complex halves the last dimension, complex to real gives it as it is said."""
    kind, length = attributes["fft_type"].value, attributes["fft_length"].parts
    shape, element = list(types[0].parts[0]), types[0].parts[1]
    if kind == "RFFT":
        shape[-1] = length[-1] // 2 + 1 if length[-1] else 0
        return (_tensor(shape, ComplexType.get(element)),)
    if kind == "IRFFT":
        shape[-len(length) :] = length
        return (_tensor(shape, element.element_type),)
    return (types[0],)


def batch_norm(results: int) -> Rule:
    """The operand's type, and the scale's for the statistics."""

    def rule(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
        return (types[0], *[types[1]] * (results - 1))

    return rule


def token(_name: str, _types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """A token."""
    return (TokenType.get(),)


def identifier(_name: str, _types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The number of a device's replica or partition."""
    return (_tensor((), IntegerType.get_unsigned(32)),)


def size_of_dimension(_name: str, _types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """A dimension's size."""
    return (_tensor((), IntegerType.get_signless(32)),)


def tuple_(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """All of them as one."""
    return (TupleType.get_tuple(list(types)),)


def element_of_tuple(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """One of them."""
    return (types[0].get_type(attributes["index"].value),)


def rng(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """The shape is what a constant says, where it is one."""
    raise NotImplementedError("stablehlo.rng: jax does not use it; give the types of its results")


def top_k(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """The last dimension is cut; the second result is the indices."""
    shape = [*types[0].parts[0][:-1], attributes["k"].value]
    return (_tensor(shape, types[0].parts[1]), _tensor(shape, IntegerType.get_signless(32)))


def all_to_all(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """One dimension is split, another is joined."""
    split, join = attributes["split_dimension"].value, attributes["concat_dimension"].value
    count = attributes["split_count"].value
    found = []
    for each in types:
        shape = list(each.parts[0])
        shape[split] = shape[split] // count if shape[split] != DYNAMIC else DYNAMIC
        shape[join] = shape[join] * count if shape[join] != DYNAMIC else DYNAMIC
        found.append(_tensor(shape, each.parts[1]))
    return found


def triangular_solve(_name: str, types: Sequence[Any], _attributes: dict[str, Any]) -> Sequence[Any]:
    """The type of the right side."""
    return (types[1],)


def set_dimension_size(_name: str, types: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """One dimension is bounded only."""
    at = attributes["dimension"].value
    shape = list(types[0].parts[0])
    bounds = [DYNAMIC] * len(shape)
    known = types[0].parts[2]
    if isinstance(known, TypeExtensions):
        bounds = known.bounds
    if shape[at] != DYNAMIC:
        bounds[at] = shape[at]
    shape[at] = DYNAMIC
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
    "abs": part,  # of complex numbers it is real
    "after_all": token,
    "all_to_all": all_to_all,
    "batch_norm_grad": batch_norm(3),
    "batch_norm_inference": same,
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
    "rng": rng,
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


def infer(name: str, operands: Sequence[Any], attributes: dict[str, Any]) -> Sequence[Any]:
    """The types of the results.

    Raises:
        NotImplementedError: They do not follow, or no rule is known.
    """
    rule = RULES.get(name)
    if rule is None:
        raise NotImplementedError(
            f"{name}: the types of its results must be given: this jaxlib has no rule for them"
        )
    return rule(name, [each._type for each in operands], attributes)
