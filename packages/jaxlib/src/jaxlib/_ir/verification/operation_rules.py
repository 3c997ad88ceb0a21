"""What StableHLO requires of an operation beyond the kinds of its types: shapes, attributes, regions.

A rule takes an operation that has the attributes, operands and regions that `structure` and `operand_kinds`
require. It raises `Wrong`, or returns what the shape of each result must be compatible with; None where it does not
say.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from jaxlib._ir.core import (
    DYNAMIC,
    Attribute,
    ComplexType,
    DictAttr,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    Operation,
    RankedTensorType,
    ShapedType,
    Type,
)

Shape = Sequence[int]
Rule = Callable[[Operation], "Sequence[Shape | None] | None"]


class Wrong(Exception):
    """Why an operation is not valid."""


def need(condition: bool, why: str) -> None:
    """Raise Wrong unless the condition holds."""
    if not condition:
        raise Wrong(why)


def agree(first: Shape | None, second: Shape | None) -> bool:
    """Whether shapes can be equal: dynamic dimensions are compatible with all sizes."""
    if first is None or second is None:
        return True
    return len(first) == len(second) and all(
        a == b or DYNAMIC in (a, b) for a, b in zip(first, second, strict=True)
    )


def compatible(first: Type, second: Type) -> bool:
    """Whether types can be equal: those of tensors if the elements are, and the shapes agree."""
    if first is second or first == second:
        return True
    if not isinstance(first, ShapedType) or not isinstance(second, ShapedType):
        return False
    elements = first.parts[1], second.parts[1]
    # A transposed tensor's quantization is along another dimension.
    same = elements[0] == elements[1] or all(kind.text.startswith("!quant.") for kind in elements)
    return same and agree(first.parts[0], second.parts[0])


def shape_of(kind: Type) -> tuple[int, ...]:
    need(isinstance(kind, RankedTensorType), f"must be a tensor of known rank: {kind}")
    shape: tuple[int, ...] = kind.parts[0]
    return shape


def shapes_of(op: Operation) -> list[tuple[int, ...]]:
    return [shape_of(kind) for kind in op._operand_types]


def integer(op: Operation, name: str, default: int = 0) -> int:
    attribute = op._attributes.get(name)
    return default if attribute is None else int(attribute.parts[0])


def integers(op: Operation, name: str, count: int) -> Shape:
    """The integers of an attribute, of which there must be ``count``; ones if there is none."""
    attribute = op._attributes.get(name)
    if attribute is None:
        return [1] * count
    need(len(attribute.parts) == count, f"{name} must have {count} elements, but has {len(attribute.parts)}")
    numbers: Shape = attribute.parts
    return numbers


def distinct(dimensions: Shape, rank: int, what: str) -> None:
    """The dimensions are different ones of a tensor of that rank."""
    need(
        len(set(dimensions)) == len(dimensions) and all(0 <= d < rank for d in dimensions),
        f"{what} must be different dimensions of [0, {rank}), but are {list(dimensions)}",
    )


def _broadcast_in_dim(op: Operation) -> None:
    operand, result = shapes_of(op)[0], shape_of(op._result_types[0])
    dimensions = integers(op, "broadcast_dimensions", len(operand))
    distinct(dimensions, len(result), "broadcast_dimensions")
    for size, d in zip(operand, dimensions, strict=True):
        need(
            size in (1, DYNAMIC, result[d]) or result[d] == DYNAMIC,
            f"cannot broadcast a dimension of size {size} to {result[d]}",
        )


def _static(op: Operation, index: int) -> int:
    """The number of elements of an operand that is a shape."""
    (count,) = shapes_of(op)[index]
    need(count != DYNAMIC, f"operand #{index} must have a static shape")
    return count


def _dynamic_broadcast_in_dim(op: Operation) -> None:
    _static(op, 1)
    _broadcast_in_dim(op)


def _dynamic_reshape(op: Operation) -> None:
    count, rank = _static(op, 1), len(shape_of(op._result_types[0]))
    need(count == rank, f"the result must have a rank of {count}, as its shape, but has {rank}")


def _reshape(op: Operation) -> None:
    operand, result = shapes_of(op)[0], shape_of(op._result_types[0])
    if DYNAMIC not in (*operand, *result):
        counts = math.prod(operand), math.prod(result)
        need(counts[0] == counts[1], f"the result has {counts[1]} elements, and the operand {counts[0]}")


def _iota(op: Operation) -> None:
    distinct([integer(op, "iota_dimension")], len(shape_of(op._result_types[0])), "iota_dimension")


def _dynamic_iota(op: Operation) -> None:
    _static(op, 0)
    _iota(op)


def _concatenate(op: Operation) -> None:
    shapes = shapes_of(op)
    need(bool(shapes), "must have an operand")
    dimension = integer(op, "dimension")
    distinct([dimension], len(shapes[0]), "dimension")
    for i, first in enumerate(shapes):
        for second in shapes[:i]:
            kept = [(*shape[:dimension], *shape[dimension + 1 :]) for shape in (first, second)]
            need(len(first) == len(second) and agree(*kept), f"cannot concatenate {first} and {second}")


def _slice(op: Operation) -> None:
    (shape,) = shapes_of(op)
    numbers = (integers(op, name, len(shape)) for name in ("start_indices", "limit_indices", "strides"))
    for size, start, limit, stride in zip(shape, *numbers, strict=True):
        need(0 <= start <= limit, f"the slice [{start}, {limit}) is none")
        need(
            size == DYNAMIC or limit <= size, f"the slice [{start}, {limit}) is not in a dimension of {size}"
        )
        need(stride > 0, f"the stride {stride} is not positive")


def _starts(op: Operation, first: int, sizes: Shape) -> None:
    """One start index for each dimension, all of one type, and sizes that fit."""
    shape, starts = shapes_of(op)[0], op._operand_types[first:]
    need(len(starts) == len(shape) == len(sizes), f"must have {len(shape)} start indices and sizes")
    need(len({kind.parts[1] for kind in starts}) <= 1, "start indices must have the same element type")
    for size, whole in zip(sizes, shape, strict=True):
        need(
            size == DYNAMIC or (size >= 0 and whole in (DYNAMIC, max(size, whole))),
            f"{size} is not in [0, {whole}]",
        )


def _dynamic_slice(op: Operation) -> None:
    _starts(op, 1, op._attributes["slice_sizes"].parts)


def _dynamic_update_slice(op: Operation) -> None:
    _starts(op, 2, shapes_of(op)[1])


def _pad(op: Operation) -> None:
    shape = shapes_of(op)[0]
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    for size, low, high, inner in zip(
        shape, *(integers(op, name, len(shape)) for name in names), strict=True
    ):
        need(inner >= 0, f"interior padding cannot be negative: {inner}")
        padded = low + size + high + max(size - 1, 0) * inner
        need(size == DYNAMIC or padded >= 0, f"padding results in the negative size {padded}")


def _transpose(op: Operation) -> None:
    rank = len(shapes_of(op)[0])
    distinct(integers(op, "permutation", rank), rank, "permutation")


def _reverse(op: Operation) -> None:
    distinct(op._attributes["dimensions"].parts, len(shapes_of(op)[0]), "dimensions")


def _select(op: Operation) -> None:
    choice, *shapes = shapes_of(op)
    first, second = op._operand_types[1:]
    need(
        compatible(first, second), f"requires compatible types for non-predicate operands: {first}, {second}"
    )
    need(not choice or agree(choice, shapes[0]), "requires the same shape for all operands")


def _clamp(op: Operation) -> None:
    low, operand, high = shapes_of(op)
    for bound in (low, high):
        need(not bound or agree(bound, operand), f"the bound's shape {bound} is not the operand's, {operand}")


def bits_of(kind: Type) -> int:
    if isinstance(kind, ComplexType):
        return 2 * bits_of(kind.element_type)
    return kind.width if isinstance(kind, (IntegerType, FloatType)) else 0


def _bitcast_convert(op: Operation) -> None:
    both = [op._operand_types[0], op._result_types[0]]
    small, large = sorted(both, key=lambda kind: bits_of(kind.parts[1]))
    need(
        len({isinstance(kind.parts[1], ComplexType) for kind in both}) == 1,
        "cannot convert between real and complex types",
    )
    bits = [bits_of(kind.parts[1]) for kind in (small, large)]
    if not all(bits):
        return
    inner, outer = shape_of(small), shape_of(large)
    if bits[0] != bits[1]:
        need(
            len(inner) == len(outer) + 1 and (inner[-1] == DYNAMIC or inner[-1] * bits[0] == bits[1]),
            f"requires compatible bit widths: {small}, {large}",
        )
    count = min(len(inner), len(outer))
    need(
        agree(inner[:count], outer[:count]),
        f"shapes must match except for the dimension of the parts: {small}, {large}",
    )


def _dimension_size(op: Operation) -> None:
    distinct([integer(op, "dimension")], len(shapes_of(op)[0]), "dimension")


def _dot_general(op: Operation) -> Sequence[Shape]:
    left, right = shapes_of(op)
    numbers = op._attributes["dot_dimension_numbers"].parts
    batch, other_batch, inner, other_inner = numbers
    distinct((*batch, *inner), len(left), "dimensions of lhs")
    distinct((*other_batch, *other_inner), len(right), "dimensions of rhs")
    for ours, theirs in ((batch, other_batch), (inner, other_inner)):
        need(len(ours) == len(theirs), "lhs and rhs must have the same number of dimensions of each kind")
        need(
            agree([left[i] for i in ours], [right[i] for i in theirs]),
            "dimension sizes must match for lhs/rhs",
        )
    free = [size for i, size in enumerate(left) if i not in (*batch, *inner)]
    free += [size for i, size in enumerate(right) if i not in (*other_batch, *other_inner)]
    precision = op._attributes.get("precision_config")
    need(precision is None or len(precision.parts) <= 2, "precision_config must have 2 elements")
    return [[*(left[i] for i in batch), *free]]


def windows(op: Operation, sizes: Shape, window: Shape, names: Sequence[str]) -> list[int]:
    """The number of windows along each dimension; ``names``: the strides, and both dilations."""
    rank = len(window)
    need(len(sizes) == rank, f"window_dimensions must be of the operand's rank {len(sizes)}, but are {rank}")
    padding: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = np.zeros((rank, 2), np.int64)
    if (given := op._attributes.get("padding")) is not None:
        shape = tuple(given.parts[0].parts[0])
        need(shape in ((rank, 2), (0, 2)), f"the padding's shape must be {rank}x2")
        padding = np.broadcast_to(given.parts[1], (rank, 2)) if shape[0] else padding
    counts = []
    given_lists = [name if (a := op._attributes.get(name)) is not None and a.parts else "" for name in names]
    lists = (integers(op, name, rank) for name in given_lists)
    for size, width, stride, base, dilation, pad in zip(sizes, window, *lists, padding.tolist(), strict=True):
        need(
            min(stride, base, dilation) > 0 and width != 0 and width >= DYNAMIC,
            "window must have positive values",
        )
        need(width > 0 or width == DYNAMIC, f"window must have positive values: {width}")
        if DYNAMIC in (size, width):
            counts.append(DYNAMIC)
            continue
        padded = ((size - 1) * base + 1 if size else 0) + sum(pad)
        extent = (width - 1) * dilation + 1
        counts.append((padded - extent) // stride + 1 if padded and padded >= extent else 0)
    return counts


def _convolution(op: Operation) -> Sequence[Shape]:
    left, right = shapes_of(op)[:2]
    numbers = op._attributes["dimension_numbers"].parts
    need(
        len(left) == len(right) == len(numbers[2]) + 2,
        "operands must have the dimensions of dimension_numbers",
    )
    for batch, feature, spatial in (numbers[:3], numbers[3:6], numbers[6:9]):
        distinct((batch, feature, *spatial), len(left), "dimension_numbers")
    first, second = (kind.parts[1] for kind in op._operand_types[:2])
    need(first == second or "quant" in f"{first}{second}", "lhs and rhs must have the same element type")
    groups, batches = integer(op, "feature_group_count", 1), integer(op, "batch_group_count", 1)
    need(
        groups > 0 and batches > 0 and 1 in (groups, batches), "one group count must be 1, the other positive"
    )
    features, kernel, out = left[numbers[1]], right[numbers[3]], right[numbers[4]]
    need(
        DYNAMIC in (features, kernel) or features == kernel * groups,
        "features must be those of the kernel, times groups",
    )
    need(
        out == DYNAMIC or out % groups == 0 == out % batches,
        "output features must be a multiple of the groups",
    )
    batch = left[numbers[0]]
    need(batch == DYNAMIC or batch % batches == 0, "the batch must be a multiple of batch_group_count")
    names = ("window_strides", "lhs_dilation", "rhs_dilation")
    reversal = op._attributes.get("window_reversal")
    need(
        reversal is None or not reversal.parts or len(reversal.parts) == len(numbers[2]),
        "window_reversal must be of the window's rank",
    )
    counts = windows(op, [left[i] for i in numbers[2]], [right[i] for i in numbers[5]], names)
    shape = [0] * len(left)
    shape[numbers[6]] = batch if batch == DYNAMIC else batch // batches
    shape[numbers[7]] = out
    for d, count in zip(numbers[8], counts, strict=True):
        shape[d] = count
    return [shape]


def indexed(indices: Shape, vector: int, index_map: Shape, rank: int) -> None:
    """A gather's or scatter's indices, with a vector of one number for each dimension in the map."""
    need(0 <= vector <= len(indices), f"index_vector_dim must be in [0, {len(indices)}], but is {vector}")
    count = indices[vector] if vector < len(indices) else 1
    need(count in (DYNAMIC, len(index_map)), f"the map of {len(index_map)} dimensions must be of {count}")
    distinct(index_map, rank, "the map of dimensions")


def batching_sizes(operand: Shape, ours: Shape, indices: Shape, theirs: Shape) -> None:
    distinct(theirs, len(indices), "batching dimensions of the indices")
    sizes = [operand[i] for i in ours], [indices[i] for i in theirs]
    need(agree(*sizes), f"batching dimensions must have the same sizes: {sizes[0]}, {sizes[1]}")


def _gather(op: Operation) -> Sequence[Shape]:
    operand, indices = shapes_of(op)[:2]
    offset, collapsed, batching, starts, index_map, vector = op._attributes["dimension_numbers"].parts
    need(
        len(offset) + len(collapsed) + len(batching) == len(operand),
        "offset, collapsed and batching dimensions must be as many as the operand's",
    )
    distinct((*collapsed, *batching), len(operand), "collapsed and batching dimensions")
    indexed(indices, vector, (*index_map, *batching)[: len(index_map)], len(operand))
    batching_sizes(operand, batching, indices, starts)
    distinct(offset, len(offset) + len(indices) - (vector < len(indices)), "offset_dims")
    need(list(offset) == sorted(offset), f"offset_dims must be sorted: {offset}")
    batch = iter([size for i, size in enumerate(indices) if i != vector])
    rank = len(offset) + len(indices) - (vector < len(indices))
    shapes = [[DYNAMIC if i in offset else next(batch) for i in range(rank)]]
    if op._name == "stablehlo.dynamic_gather":
        need(_static(op, 2) == len(operand), "slice_sizes must be of the operand's rank")
        return shapes
    for i, (size, whole) in enumerate(zip(integers(op, "slice_sizes", len(operand)), operand, strict=True)):
        need(
            size >= 0 and whole in (DYNAMIC, max(whole, size)),
            f"the slice size {size} is not in [0, {whole}]",
        )
        need(size <= 1 or i not in (*collapsed, *batching), f"the size of a collapsed dimension is {size}")
    return shapes


def _layouts(op: Operation) -> None:
    names = "operand_layouts", "result_layouts"
    given = [op._attributes.get(name) for name in names]
    need(
        (given[0] is None) == (given[1] is None),
        "layouts must be specified for both operands and results or none",
    )
    results = op._result_types
    if len(results) == 1 and results[0].text.startswith("tuple"):
        results = list(results[0].parts)
    for layouts, types, what in zip(given, (op._operand_types, results), ("operand", "result"), strict=True):
        if layouts is None:
            continue
        need(
            len(layouts.parts) == len(types),
            f"Number of {what}s must match the number of {what} layouts, {len(types)} != {len(layouts.parts)}",
        )
        for i, (layout, kind) in enumerate(zip(layouts.parts, types, strict=True)):
            _layout(layout, kind, f"{what} #{i}")


def _layout(layout: Attribute, kind: Type, what: str) -> None:
    """Check the order of one value's dimensions, minor to major; of an unknown rank, any order will do."""
    of = layout.type
    fits = isinstance(of, RankedTensorType) and len(of.shape) == 1 and isinstance(of.element_type, IndexType)
    need(fits, "layouts failed to satisfy constraint: Array of layout (1D tensor of index type) attributes")
    need(not kind.text.startswith("tuple"), "Tuple types are not fully supported with layout constraints yet")
    minor = np.asarray(layout).ravel().tolist()
    if not isinstance(kind, ShapedType):
        need(
            not minor,
            f"Only tensor types can have non-empty layout: {what} of type '{kind}' has layout {layout}",
        )
    elif isinstance(kind, RankedTensorType | MemRefType):
        rank = len(kind.parts[0])
        need(
            sorted(minor) == list(range(rank)),
            f"incorrect layout {layout} for type '{kind}', layout must be a permutation of [0, {rank})",
        )


def _custom_call(op: Operation) -> None:
    _layouts(op)
    config = op._attributes.get("backend_config")
    typed = integer(op, "api_version", 1) == 4
    need(
        config is None or isinstance(config, DictAttr) == typed,
        "backend_config is of another kind for its api_version",
    )
    sharding = op._attributes.get("sdy.sharding_rule")
    need(
        sharding is None or sharding.text.startswith("#sdy.op_sharding_rule<"),
        "sdy.sharding_rule is of another kind",
    )
    aliases = op._attributes.get("output_operand_aliases")
    for alias in () if aliases is None else aliases.parts:
        outputs, operand, operands = alias.parts
        need(0 <= operand < len(op._operands), f"an alias has the operand {operand}")
        kinds = [op._operand_types[operand]]
        need(
            len(op._results) == 1 if not outputs else outputs[0] < len(op._results) or len(op._results) == 1,
            "an alias has no such output",
        )
        if outputs and len(op._results) > 1:
            kinds.append(op._result_types[outputs[0]])
            outputs = outputs[1:]
        else:
            kinds.append(op._result_types[0])
        for i, path in enumerate((operands, outputs)):
            for index in path:
                need(
                    kinds[i].text.startswith("tuple") and index < len(kinds[i].parts),
                    "an alias has no such part",
                )
                kinds[i] = kinds[i].parts[index]
        need(kinds[0] == kinds[1], f"an alias is of {kinds[0]} and {kinds[1]}")


def _fft(op: Operation) -> None:
    kind, lengths = op._attributes["fft_type"].parts[0], op._attributes["fft_length"].parts
    shape, element = shapes_of(op)[0], op._operand_types[0].parts[1]
    need(
        1 <= len(lengths) <= 3 and len(lengths) <= len(shape),
        f"cannot transform {len(lengths)} of {len(shape)} dimensions",
    )
    need((kind == "RFFT") != isinstance(element, ComplexType), f"{kind} of the element type {element}")
    need(kind != "RFFT" or element.text in ("f32", "f64"), f"RFFT of the element type {element}")
    inner = list(shape[-len(lengths) :])
    expected = list(lengths)
    if kind == "IRFFT":
        expected[-1] = lengths[-1] // 2 + 1 if lengths[-1] else 0
    if kind in ("RFFT", "IRFFT"):
        need(agree(inner, expected), f"{kind} of innermost dimensions {inner}, wanted {expected}")


def _cholesky(op: Operation) -> None:
    shape = shapes_of(op)[0]
    need(
        len(shape) >= 2 and agree(shape[-1:], shape[-2:-1]),
        f"must be square matrices, but are of shape {shape}",
    )


def _triangular_solve(op: Operation) -> None:
    first, second = shapes_of(op)
    need(len(first) == len(second) >= 2, f"operands must have equal rank of at least 2: {first}, {second}")
    need(agree(first[-1:], first[-2:-1]), f"must be square matrices, but are of shape {first}")
    need(agree(first[:-2], second[:-2]), f"batch dimensions must be equal: {first}, {second}")
    dimension = -2 if integer(op, "left_side") else -1
    need(agree(first[-1:], [second[dimension]]), f"cannot solve {first} for {second}")
    need(op._attributes["transpose_a"].parts[0] != "TRANSPOSE_INVALID", "invalid transpose option")


def _batch_norm(op: Operation) -> None:
    first, *others = shapes_of(op)
    feature = integer(op, "feature_index")
    distinct([feature], len(first), "feature_index")
    for shape in others:
        need(
            len(shape) > 1 or agree(shape, [first[feature]]),
            f"there are {shape} statistics for {first[feature]} features",
        )
    if op._name == "stablehlo.batch_norm_grad":
        need(agree(first, others[-1]), "the gradient must have the operand's shape")


def _rng(op: Operation) -> Sequence[Shape]:
    count = _static(op, 2)
    if op._attributes["rng_distribution"].parts[0] == "NORMAL":
        need(isinstance(op._result_types[0].parts[1], FloatType), "a normal distribution is of floats")
    return [[DYNAMIC] * count]


def _rng_bit_generator(op: Operation) -> Sequence[Shape | None]:
    return [shapes_of(op)[0], None]


def _element_of_tuple(op: Operation) -> None:
    index, parts = integer(op, "index"), op._operand_types[0].parts
    need(0 <= index < len(parts), f"index {index} is out of bounds of operand with size {len(parts)}")


def _top_k(op: Operation) -> None:
    shape, k = shapes_of(op)[0], integer(op, "k")
    need(bool(shape) and k >= 0 and shape[-1] in (DYNAMIC, max(k, shape[-1])), f"cannot take {k} of {shape}")


def _barrier(op: Operation) -> None:
    need(op._operand_types == op._result_types, "requires the same types for operands and results")


def _with_token(op: Operation) -> None:
    tokens = [kind.text == "!stablehlo.token" for kind in op._operand_types]
    need(tokens[-1] and not any(tokens[:-1]), "the last operand, and no other one, must be a token")


def _send(op: Operation) -> None:
    _with_token(op)
    _channel(op, "DEVICE_TO_HOST", 2)


def _recv(op: Operation) -> None:
    _channel(op, "HOST_TO_DEVICE", 3)


def _channel(op: Operation, word: str, host: int) -> None:
    """A channel to or from the host has the type ``host``, one between devices the type 1."""
    given = op._attributes.get("is_host_transfer")
    transfer = given is not None and given.value
    word, number = (word, host) if transfer else ("DEVICE_TO_DEVICE", 1)
    need(
        op._attributes["channel_handle"].parts[1] == number,
        f"channel_type should be {word} when is_host_transfer is {str(transfer).lower()}",
    )


def _complex(op: Operation) -> Sequence[Shape]:
    first, second = shapes_of(op)
    need(agree(first, second), "requires the same shape for all operands and results")
    return [first]


def _same_lists(op: Operation) -> Sequence[Shape]:
    return shapes_of(op)[: len(op._results)]


RULES: dict[str, Rule] = {
    "chlo.top_k": _top_k,
    **{
        f"stablehlo.{name}": rule
        for name, rule in {
            "batch_norm_grad": _batch_norm,
            "batch_norm_inference": _batch_norm,
            "batch_norm_training": _batch_norm,
            "bitcast_convert": _bitcast_convert,
            "broadcast_in_dim": _broadcast_in_dim,
            "cholesky": _cholesky,
            "clamp": _clamp,
            "complex": _complex,
            "concatenate": _concatenate,
            "convert": _same_lists,
            "convolution": _convolution,
            "custom_call": _custom_call,
            "dot_general": _dot_general,
            "dynamic_broadcast_in_dim": _dynamic_broadcast_in_dim,
            "dynamic_gather": _gather,
            "dynamic_iota": _dynamic_iota,
            "dynamic_reshape": _dynamic_reshape,
            "dynamic_slice": _dynamic_slice,
            "dynamic_update_slice": _dynamic_update_slice,
            "fft": _fft,
            "gather": _gather,
            "get_dimension_size": _dimension_size,
            "get_tuple_element": _element_of_tuple,
            "iota": _iota,
            "optimization_barrier": _barrier,
            "outfeed": _with_token,
            "pad": _pad,
            "recv": _recv,
            "reduce_precision": _same_lists,
            "reshape": _reshape,
            "reverse": _reverse,
            "rng": _rng,
            "rng_bit_generator": _rng_bit_generator,
            "select": _select,
            "send": _send,
            "set_dimension_size": _dimension_size,
            "slice": _slice,
            "transpose": _transpose,
            "triangular_solve": _triangular_solve,
        }.items()
    },
}

#: Operations whose results, and operands before an index, have one element type.
_ELEMENTS = {
    f"stablehlo.{name}": last
    for last, names in (
        (1, "broadcast broadcast_in_dim cholesky collective_broadcast collective_permute cross-replica-sum"),
        (1, "dynamic_broadcast_in_dim dynamic_gather dynamic_reshape dynamic_slice gather reduce_precision"),
        (1, "reshape reverse slice transpose"),
        (2, "complex dynamic_update_slice pad rng triangular_solve"),
        (9, "batch_norm_grad batch_norm_inference batch_norm_training clamp concatenate"),
    )
    for name in names.split()
}


def elements(op: Operation) -> None:
    """Check that the operands and results that must have one element type do."""
    last = _ELEMENTS.get(op._name)
    if last is None:
        return
    types = op._operand_types[:last]
    if op._name != "stablehlo.complex":
        types += op._result_types
    kinds: list[Type] = [kind.parts[1] for kind in types if isinstance(kind, RankedTensorType)]
    texts = {kind.text for kind in kinds}
    need(
        len(texts) <= 1 or any("quant" in text for text in texts),
        "requires one element type for operands and results",
    )
