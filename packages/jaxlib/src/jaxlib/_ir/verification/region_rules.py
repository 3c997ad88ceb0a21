"""What StableHLO requires of operations with regions, and of collectives; see `operation_rules`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from jaxlib._ir.core import (
    DYNAMIC,
    ComplexType,
    DenseElementsAttr,
    FloatType,
    IndexType,
    IntegerType,
    Operation,
    RankedTensorType,
    Region,
    Type,
)
from jaxlib._ir.verification.operation_rules import (
    Rule,
    Shape,
    agree,
    batching_sizes,
    compatible,
    distinct,
    indexed,
    integer,
    integers,
    need,
    shape_of,
    shapes_of,
    windows,
)


def _all_compatible(first: Sequence[Type], second: Sequence[Type]) -> bool:
    return len(first) == len(second) and all(map(compatible, first, second))


def _scatter(op: Operation) -> Sequence[Shape]:
    count = len(op._operands) // 2
    need(len(op._operands) == 2 * count + 1, "must have one update for each operand, and indices")
    types = op._operand_types
    shapes = shapes_of(op)
    operand, indices, updates = shapes[0], shapes[count], shapes[count + 1]
    need(isinstance(types[count].parts[1], (IntegerType, IndexType)), "indices must be integers")
    window, inserted, batching, starts, index_map, vector = op._attributes["scatter_dimension_numbers"].parts
    need(
        len(window) + len(inserted) + len(batching) == len(operand),
        "dimensions must be as many as the operand's",
    )
    distinct((*inserted, *batching), len(operand), "inserted and batching dimensions")
    indexed(indices, vector, index_map, len(operand))
    batching_sizes(operand, batching, indices, starts)
    distinct(window, len(updates), "update_window_dims")
    need(list(window) == sorted(window), f"update_window_dims must be sorted: {window}")
    outer = [size for i, size in enumerate(updates) if i not in window]
    need(
        agree(outer, [size for i, size in enumerate(indices) if i != vector]),
        "updates must be of the indices' shape",
    )
    kept = [size for i, size in enumerate(operand) if i not in (*inserted, *batching)]
    for size, whole in zip((updates[i] for i in window), kept, strict=True):
        need(
            DYNAMIC in (size, whole) or size <= whole, f"a window of {size} is not in a dimension of {whole}"
        )
    for i in range(count):
        need(
            agree(shapes[i], operand) and agree(shapes[count + 1 + i], updates),
            "operands must have one shape",
        )
    scalars = [RankedTensorType.get((), kind.parts[1]) for kind in types]
    _reducer(op, op._regions[0], scalars[:count], [*scalars[count + 1 :]], ())
    return shapes[:count]


def _promotable(narrow: Type, wide: Type) -> bool:
    if narrow == wide:
        return True
    if isinstance(narrow, IntegerType) and isinstance(wide, IntegerType):
        return narrow.width <= wide.width
    if narrow.text.startswith("!quant.") and wide.text.startswith("!quant."):
        return True
    return any(isinstance(narrow, cls) and isinstance(wide, cls) for cls in (FloatType, ComplexType))


def _returned(region: Region) -> list[Type]:
    """The types of what a region's terminator returns."""
    types: list[Type] = region._blocks[0]._operations[-1]._operand_types
    return types


def _arguments(region: Region) -> list[Type]:
    return [argument._type for argument in region._blocks[0]._arguments]


def _reducer(
    op: Operation, region: Region, initial: Sequence[Type], inputs: Sequence[Type], allowed: Sequence[int]
) -> None:
    """A region that combines values, for those initial values and inputs; checks the results' element types.

    Its arguments may have some of the sizes ``allowed``, in their order.
    """
    count = len(initial)
    arguments, returned = _arguments(region), _returned(region)
    need(len(arguments) == 2 * count, f"the region must have {2 * count} arguments, but has {len(arguments)}")
    need(len(returned) == count, f"the region must return {count} values, but returns {len(returned)}")
    for i, kind in enumerate(returned):
        need(isinstance(kind, RankedTensorType), f"the region must return tensors, but returns {kind}")
        for argument in (arguments[i], arguments[count + i]):
            need(
                compatible(argument, kind),
                f"the region has an argument of type {argument}, and returns {kind}",
            )
        need(
            agree(shape_of(initial[i]), kind.parts[0]), f"the region returns {kind} for the type {initial[i]}"
        )
        sizes = iter(allowed)
        need(
            all(any(agree((size,), (other,)) for other in sizes) for size in shape_of(arguments[count + i])),
            f"the region's argument {count + i} has a shape that is not of the input's sizes {list(allowed)}",
        )
        need(_promotable(initial[i].parts[1], kind.parts[1]), f"{initial[i]} cannot be promoted to {kind}")
        need(_promotable(inputs[i].parts[1], kind.parts[1]), f"{inputs[i]} cannot be promoted to {kind}")
    for result, kind in zip(op._result_types, returned, strict=True):
        need(result.parts[1] == kind.parts[1], f"the result's element type must be that of {kind}")


def _reduce(op: Operation) -> Sequence[Shape]:
    count, types, shapes = len(op._results), op._operand_types, shapes_of(op)
    dimensions = op._attributes["dimensions"].parts
    distinct(dimensions, len(shapes[0]), "dimensions")
    need(all(agree(shapes[0], shape) for shape in shapes[1:count]), "all inputs must have compatible shapes")
    kept = [[size for i, size in enumerate(shape) if i not in dimensions] for shape in shapes[:count]]
    _reducer(op, op._regions[0], types[count:], types[:count], kept[0])
    return kept


def _reduce_window(op: Operation) -> Sequence[Shape]:
    count, types, shapes = len(op._results), op._operand_types, shapes_of(op)
    need(all(agree(shapes[0], shape) for shape in shapes[1:count]), "all inputs must have compatible shapes")
    names = ("window_strides", "base_dilations", "window_dilations")
    window = op._attributes["window_dimensions"].parts
    counts = [windows(op, shape, window, names) for shape in shapes[:count]]
    _reducer(op, op._regions[0], types[count:], types[:count], window)
    return counts


def _select_and_scatter(op: Operation) -> Sequence[Shape]:
    operand, source, initial = op._operand_types
    shape = shape_of(operand)
    selected = [RankedTensorType.get((), operand.parts[1])] * 2
    need(_arguments(op._regions[0]) == selected, f"the select region must have two arguments {selected[0]}")
    _predicate(op._regions[0])
    window = integers(op, "window_dimensions", len(shape))
    counts = windows(op, shape, window, ("window_strides", "", ""))
    elements = source.parts[1], operand.parts[1]
    same = elements[0] == elements[1] or all(isinstance(kind, FloatType) for kind in elements)
    need(
        same and agree(shape_of(source), counts),
        f"the source must have the shape {counts}, of the operand's elements",
    )
    _reducer(op, op._regions[1], [initial], [source], window)
    return [shape]


def _predicate(region: Region) -> None:
    """The region returns one i1."""
    returned = _returned(region)
    need(
        [kind.text for kind in returned] == ["tensor<i1>"],
        f"the region must return tensor<i1>, but returns {returned}",
    )


def _sort(op: Operation) -> Sequence[Shape]:
    shapes = shapes_of(op)
    need(bool(shapes), "must have an operand")
    need(len(op._results) == len(shapes), "must have as many results as operands")
    need(
        all(agree(shapes[0], shape) for shape in shapes),
        "requires the same shape for all operands and results",
    )
    rank, dimension = len(shapes[0]), integer(op, "dimension", -1)
    need(
        -rank <= dimension < rank or not rank,
        f"the dimension must be in [{-rank}, {rank}), but is {dimension}",
    )
    expected = [RankedTensorType.get((), kind.parts[1]) for kind in op._operand_types for _ in range(2)]
    need(_arguments(op._regions[0]) == expected, f"the comparator must have the arguments {expected}")
    _predicate(op._regions[0])
    elements = [[kind.parts[1] for kind in types] for types in (op._operand_types, op._result_types)]
    need(elements[0] == elements[1], "results must have the element types of operands")
    return shapes


def _while(op: Operation) -> None:
    types, (condition, body) = op._operand_types, op._regions
    for noun, others in (
        ("results", op._result_types),
        ("condition block arguments", _arguments(condition)),
        ("body block arguments", _arguments(body)),
        ("body block return types", _returned(body)),
    ):
        need(
            _all_compatible(types, others),
            f"expects operands to be compatible with {noun}: {types}, {others}",
        )
    _predicate(condition)


def _branches(op: Operation) -> None:
    need(bool(op._regions), "must have a branch")
    first = _returned(op._regions[0])
    for region in op._regions:
        need(not region._blocks[0]._arguments, "a branch must have 0 arguments")
        need(_all_compatible(first, _returned(region)), "branches have mismatched return types")
    need(_all_compatible(first, op._result_types), f"branches return {first}, not {op._result_types}")


def _broadcast_groups(op: Operation) -> None:
    """Replica groups name a replica once at most."""
    groups = op._attributes["replica_groups"]
    if isinstance(groups, DenseElementsAttr):
        need(len(groups.type.shape) == 2, "replica groups must be a tensor of rank 2")
        ids = np.asarray(groups).ravel().tolist()
        least = min(ids, default=0)
        need(least >= 0, f"replica_groups values must be positive, but was given {least}")
        need(len(set(ids)) == len(ids), "a replica id is seen more than once")


def _groups(op: Operation) -> None:
    """Replica groups name each replica once; a group may be filled up with -1."""
    channel = op._attributes.get("channel_handle")
    if "use_global_device_ids" in op._attributes:
        need(
            channel is not None and channel.parts[0] > 0,
            "channel_id must be positive with use_global_device_ids",
        )
    groups = op._attributes["replica_groups"]
    if not isinstance(groups, DenseElementsAttr):
        return
    need(len(groups.type.shape) == 2, "replica groups must be a tensor of rank 2")
    ids = np.asarray(groups).ravel().tolist()
    named = [number for number in ids if number != -1]
    need(len(set(named)) == len(named), "a replica id is seen more than once")
    need(set(named) == set(range(len(named))), "replica ids must be all numbers up to the largest")


def _all_gather(op: Operation) -> None:
    _groups(op)
    dimension = integer(op, "all_gather_dim")
    need(len(op._operands) == len(op._results), "must have as many results as operands")
    for operand, result in zip(op._operand_types, op._result_types, strict=True):
        need(operand.parts[1] == result.parts[1], "requires the same element type for operand and result")
        before, after = shape_of(operand), shape_of(result)
        need(len(before) == len(after), "operand and result must have the same rank")
        distinct([dimension], len(before), "all_gather_dim")
        need(before[dimension] != 0, "the dimension of the operand cannot be of size zero")
        _scaled(before, after, dimension)


def _scaled(small: Shape, large: Shape, dimension: int) -> None:
    """The shapes are the same but for a dimension, where one is a multiple of the other."""
    kept = [(*shape[:dimension], *shape[dimension + 1 :]) for shape in (small, large)]
    need(agree(*kept), f"other dimensions must have the same sizes: {small}, {large}")
    part, whole = small[dimension], large[dimension]
    need(
        DYNAMIC in (part, whole) or (part != 0 and whole % part == 0), f"{whole} is not a multiple of {part}"
    )


def _all_reduce(op: Operation) -> Sequence[Shape]:
    _groups(op)
    types = op._operand_types
    need(len(types) == len(op._results), "must have as many results as operands")
    for kind, result in zip(types, op._result_types, strict=True):
        scalar = RankedTensorType.get((), kind.parts[1])
        returned = _returned(op._regions[0])
        need(len(returned) == 1, "the region must return one value")
        need(len(_arguments(op._regions[0])) == 2, "the region must have 2 arguments")
        need(
            isinstance(returned[0], RankedTensorType)
            and agree((), returned[0].parts[0])
            and all(compatible(argument, returned[0]) for argument in _arguments(op._regions[0])),
            f"the region must combine scalars, but returns {returned}",
        )
        need(
            _promotable(scalar.parts[1], returned[0].parts[1]),
            f"{scalar} cannot be promoted to {returned[0]}",
        )
        need(
            result.parts[1] == returned[0].parts[1],
            f"the result's element type must be that of {returned[0]}",
        )
    return shapes_of(op)


def _reduce_scatter(op: Operation) -> None:
    _all_reduce(op)
    before, after = shapes_of(op)[0], shape_of(op._result_types[0])
    dimension = integer(op, "scatter_dimension")
    need(len(before) == len(after), "operand and result must have the same rank")
    distinct([dimension], len(before), "scatter_dimension")
    need(0 not in (before[dimension], after[dimension]), "the dimension cannot be of size zero")
    _scaled(after, before, dimension)


def _all_to_all(op: Operation) -> None:
    _groups(op)
    split, join, count = (
        integer(op, name) for name in ("split_dimension", "concat_dimension", "split_count")
    )
    for shape in shapes_of(op):
        distinct([split], len(shape), "split_dimension")
        distinct([join], len(shape), "concat_dimension")
        need(count > 0, f"split_count must be positive, but is {count}")
        need(
            shape[split] == DYNAMIC or shape[split] % count == 0,
            f"{shape[split]} is not a multiple of {count}",
        )
    groups = op._attributes["replica_groups"]
    if isinstance(groups, DenseElementsAttr):
        need(groups.type.shape[1] in (0, count), f"the size of a group must be split_count, {count}")


def _collective_permute(op: Operation) -> None:
    pairs = op._attributes["source_target_pairs"]
    shape = tuple(pairs.type.shape)
    need(len(shape) == 2 and shape[1] == 2, f"source_target_pairs must be of shape Nx2, but are {shape}")
    for noun, ids in zip(("source", "target"), np.asarray(pairs).T.tolist(), strict=True):
        need(len(set(ids)) == len(ids), f"duplicate {noun}s not allowed: {ids}")
        need(min(ids, default=0) >= 0, f"a {noun} is negative: {ids}")


def _async_start(op: Operation) -> None:
    expected, body = _arguments(op._regions[0]), op._regions[0]._blocks[0]._operations
    need(op._operand_types == expected, f"operands must have the types of the region's arguments: {expected}")
    need(len(body) == 2, "the region must contain exactly one operation and a return")


def _scan(op: Operation) -> Sequence[Shape] | None:
    """The body has the operands' types, without the scanned dimension for inputs; its results are stacked there."""
    operands, results = (op._attributes.get(f"{noun}SegmentSizes") for noun in ("operand", "result"))
    if operands is None or results is None:
        return None
    dimension, inputs, outputs = integer(op, "dimension"), operands.parts[0], results.parts[0]
    arguments, returned = _arguments(op._regions[0]), _returned(op._regions[0])
    need(len(arguments) == len(op._operands), "the body must have an argument for each operand")
    need(len(returned) == len(op._results), "the body must return a value for each result")
    length = integer(op, "scan_dim_size", DYNAMIC)
    for i, (operand, argument) in enumerate(zip(op._operand_types, arguments, strict=True)):
        shape = list(shape_of(operand))
        if i < inputs:
            need(0 <= dimension < len(shape), f"operand and body argument {i} are incompatible")
            length = shape.pop(dimension)
        inner = RankedTensorType.get(shape, operand.parts[1])
        need(compatible(argument, inner), f"operand and body argument {i} are incompatible")
    shapes = [list(shape_of(kind)) for kind in returned]
    for shape in shapes[:outputs]:
        shape.insert(dimension, length)
    return shapes


#: By the names of operations.
RULES: dict[str, Rule] = {
    "chlo.scan": _scan,
    "stablehlo.all_gather": _all_gather,
    "stablehlo.all_reduce": _all_reduce,
    "stablehlo.all_to_all": _all_to_all,
    "stablehlo.async_start": _async_start,
    "stablehlo.case": _branches,
    "stablehlo.collective_broadcast": _broadcast_groups,
    "stablehlo.collective_permute": _collective_permute,
    "stablehlo.if": _branches,
    "stablehlo.reduce": _reduce,
    "stablehlo.reduce_scatter": _reduce_scatter,
    "stablehlo.reduce_window": _reduce_window,
    "stablehlo.scatter": _scatter,
    "stablehlo.select_and_scatter": _select_and_scatter,
    "stablehlo.sort": _sort,
    "stablehlo.while": _while,
}
