"""Sorts, lowered to those of one array of integers.

The library calls the comparator for each pair, unless that is the plain comparison of integers: 150,000 float32 in
500 rows take 18 ms, and as int32 less than 4. Floats are therefore sorted as integers of the same order, and arrays
that are sorted by a key as integers of 64 bits, the key and its position; newer XLA takes twice as long for both.
The largest elements of narrow types, for which the library sorts all, are found as float32.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from jaxlib_cpu.lowering.rewriting import all_of, copied, use_instead
from jaxlib_cpu.lowering.values import (
    attributes_of,
    full,
    name_of_owner,
    of_kind,
    ordered_integers,
    reshaped,
    reversed_if_negative,
    shape_of,
)

#: The minimum number of elements for which a sort is worth the longer compile time, 15 to 40 ms.
ELEMENTS_MIN = 1 << 8
#: The maximum number of positions, and of all elements: they are counted in 32 bits.
POSITIONS_MAX = (1 << 31) - 1
IOTA = "stablehlo.iota"
TOP_K = "chlo.top_k"
#: What jax's comparator makes of each of two floats: equal zeros, and NaN that are equal and greater than others.
_CANONICAL = ["constant", "compare", "constant", "select", "compare", "constant", "select"]
_OF_FLOATS = [f"stablehlo.{name}" for name in (*_CANONICAL, *_CANONICAL, "compare", "return")]
_OF_INTEGERS = ["stablehlo.compare", "stablehlo.return"]


def sort_integers(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: lowers sorts to those of integers, in a copy of a program for one device."""
    return copied(module, _find, _rewrite), options


def _find(ir: Any, module: Any) -> list[Any]:
    from jax._src.lib.mlir.dialects import chlo, hlo

    sorts = [each for each in all_of(ir, module, hlo.SortOp) if _is_served(ir, each)]
    return sorts + [each for each in all_of(ir, module, chlo.TopKOp) if _is_found_as_singles(ir, each)]


def _rewrite(ir: Any, module: Any, operations: Sequence[Any]) -> None:
    new: dict[Any, Any] = {}
    for operation in operations:
        with ir.InsertionPoint(operation), operation.location:
            if operation.name == TOP_K:
                results = _largest(ir, operation)
            elif len(operation.operands) == 1:
                results = [_sorted_floats(ir, operation)]
            else:
                results = _sorted_by_key(ir, operation)
            new.update(zip(operation.results, results, strict=True))
    use_instead(ir, module, new)
    for operation in operations:
        operation.erase()


def _is_served(ir: Any, sort: Any) -> bool:
    """Whether a sort is of one array of floats, or by one key of up to 32 bits, in jax's ascending order."""
    type_ = ir.RankedTensorType(sort.operands[0].type)
    kind = type_.element_type
    if not type_.has_static_shape or not ELEMENTS_MIN <= math.prod(type_.shape) <= POSITIONS_MAX:
        return False
    if "dimension" not in sort.attributes:
        return False
    alone = len(sort.operands) == 1
    if isinstance(kind, (ir.BF16Type, ir.F16Type, ir.F32Type)) or (alone and isinstance(kind, ir.F64Type)):
        return _compares_floats(ir, sort)
    integers = isinstance(kind, ir.IntegerType) and 8 <= kind.width <= 32
    return not alone and integers and _compares_integers(sort)


def _compares_integers(sort: Any) -> bool:
    [block] = sort.regions[0].blocks
    operations = [each.operation for each in block.operations]
    return (
        [each.name for each in operations] == _OF_INTEGERS
        and list(operations[0].operands) == [block.arguments[0], block.arguments[1]]
        and _direction(operations[0]) == "LT"
    )


def _compares_floats(ir: Any, sort: Any) -> bool:
    """Whether the comparator is the one that jax lowers for floats."""
    [block] = sort.regions[0].blocks
    operations = [each.operation for each in block.operations]
    if [each.name for each in operations] != _OF_FLOATS:
        return False
    size = len(_CANONICAL)
    left, right = operations[:size], operations[size : 2 * size]
    compare = operations[-2]
    return (
        _is_canonical(ir, left, block.arguments[0])
        and _is_canonical(ir, right, block.arguments[1])
        and list(compare.operands) == [left[-1].results[0], right[-1].results[0]]
        and _direction(compare) == "LT"
        and "TOTALORDER" in str(compare.attributes["compare_type"])
    )


def _is_canonical(ir: Any, operations: Sequence[Any], x: Any) -> bool:
    zero, is_zero, zero_again, nonzero, is_nan, nan, _ = operations
    return (
        list(is_zero.operands) == [x, zero.results[0]]
        and _direction(is_zero) == "EQ"
        and list(nonzero.operands) == [is_zero.results[0], zero_again.results[0], x]
        and list(is_nan.operands) == [x, x]
        and _direction(is_nan) == "NE"
        and list(operations[-1].operands) == [is_nan.results[0], nan.results[0], nonzero.results[0]]
        and all(_number(ir, each) == 0 for each in (zero, zero_again))
        and math.isnan(_number(ir, nan))
    )


def _number(ir: Any, constant: Any) -> float:
    value = ir.DenseElementsAttr(constant.attributes["value"]).get_splat_value()
    return float(ir.FloatAttr(value).value)


def _direction(compare: Any) -> str:
    from jax._src.lib.mlir.dialects import hlo

    return str(hlo.ComparisonDirectionAttr(compare.attributes["comparison_direction"]).value)


def _sorted_floats(ir: Any, sort: Any) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    [x] = sort.operands
    integers = _sorted(ir, sort, ordered_integers(x))
    return hlo.bitcast_convert(x.type, reversed_if_negative(integers))


def _sorted_by_key(ir: Any, sort: Any) -> list[Any]:
    from jax._src.lib.mlir.dialects import hlo

    key, axis = sort.operands[0], ir.IntegerAttr(sort.attributes["dimension"]).value
    axis %= len(shape_of(key.type))
    wide, narrow = (ir.IntegerType.get_signless(width) for width in (64, 32))
    kind = ir.RankedTensorType(key.type).element_type
    # Zeros are equal, so that their positions decide; the values come from the operand.
    order = key if isinstance(kind, ir.IntegerType) else ordered_integers(_without_sign_of_zero(key))
    order = hlo.convert(of_kind(key, wide), order)
    if isinstance(kind, ir.IntegerType) and kind.is_unsigned:
        order = hlo.subtract(order, full(order.type, 1 << 31))  # from 0 to the middle of the signed integers
    # Not a shift: programs with shifts are unrolled, for the sake of random bits.
    high = hlo.multiply(order, full(order.type, 1 << 32))
    position = hlo.iota(of_kind(key, wide), ir.IntegerAttr.get(wide, axis))
    sorted_ = _sorted(ir, sort, hlo.or_(high, position))
    # The upper half is cut off.
    places = hlo.convert(of_kind(key, narrow), sorted_)
    return [_taken(ir, operand, places, axis) for operand in sort.operands]


def _taken(ir: Any, x: Any, places: Any, axis: int) -> Any:
    """The elements of ``x`` at these places along a dimension."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir.dialects import hlo

    if name_of_owner(x) == IOTA and ir.IntegerAttr(x.owner.attributes["iota_dimension"]).value == axis:
        return hlo.convert(x.type, places)
    shape = shape_of(x.type)
    wide = ir.IntegerType.get_signless(64)
    indices = full(places.type, 0)
    for each in range(len(shape)):
        along = places if each == axis else hlo.iota(places.type, ir.IntegerAttr.get(wide, each))
        indices = hlo.add(hlo.multiply(indices, full(places.type, shape[each])), along)
    total = math.prod(shape)
    numbers = hlo.GatherDimensionNumbers.get(
        offset_dims=[],
        collapsed_slice_dims=[0],
        operand_batching_dims=[],
        start_indices_batching_dims=[],
        start_index_map=[0],
        index_vector_dim=len(shape),
    )
    return hlo.gather(reshaped(x, (total,)), indices, numbers, mlir.dense_int_array([1]))


def _sorted(ir: Any, sort: Any, integers: Any) -> Any:
    """The integers in ascending order, along the same dimension."""
    from jax._src.lib.mlir.dialects import hlo

    again = hlo.SortOp(
        [integers.type], [integers], dimension=sort.attributes["dimension"], is_stable=ir.BoolAttr.get(False)
    )
    scalar = ir.RankedTensorType.get((), ir.RankedTensorType(integers.type).element_type)
    block = again.regions[0].blocks.append(scalar, scalar)
    with ir.InsertionPoint(block):
        direction = hlo.ComparisonDirectionAttr.get("LT")
        signed = hlo.ComparisonTypeAttr.get("SIGNED")
        hlo.return_([hlo.compare(*block.arguments, direction, compare_type=signed)])
    return again.results[0]


def _without_sign_of_zero(x: Any) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    zero = full(x.type, 0.0)
    return hlo.select(hlo.compare(x, zero, hlo.ComparisonDirectionAttr.get("EQ")), zero, x)


def _is_found_as_singles(ir: Any, top_k: Any) -> bool:
    """Whether all numbers of a type are float32, too."""
    kind = ir.RankedTensorType(top_k.operands[0].type).element_type
    integers = isinstance(kind, ir.IntegerType) and 8 <= kind.width <= 16
    return integers or isinstance(kind, (ir.BF16Type, ir.F16Type))


def _largest(ir: Any, top_k: Any) -> list[Any]:
    from jax._src.lib.mlir.dialects import hlo

    [x], (values, places) = top_k.operands, top_k.results
    single = ir.F32Type.get()
    found = ir.Operation.create(
        TOP_K,
        results=[of_kind(values, single), places.type],
        operands=[hlo.convert(of_kind(x, single), x)],
        attributes=attributes_of(top_k),
    )
    return [hlo.convert(values.type, found.results[0]), found.results[1]]
