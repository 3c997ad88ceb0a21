"""The rules of shape refinement: result types, and the static forms of operations that take shapes as operands."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
from jaxlib._ir import core, dialects
from jaxlib._ir.core import (
    NUMPY_OF,
    ArrayAttr,
    Attribute,
    Attributes,
    DenseI64ArrayAttr,
    InsertionPoint,
    MLIRError,
    Operation,
    RankedTensorType,
    ShapedType,
    Type,
    Value,
    integer_tensor,
)
from jaxlib._ir.type_inference.inference import infer

if TYPE_CHECKING:
    from jaxlib._ir.passes.shape_refinement import Walk

#: Values in refined programs. Values of other types (tokens, tuples) have no shape, and no rule asks for it.
TensorValue = Value[RankedTensorType]

#: An operation and its new operands -> its result types.
TypeRule = Callable[[Operation, Sequence[TensorValue]], list[Type]]
#: Creates an operation in the new program. Returns its results, or None to keep the operation with inferred types.
Rewrite = Callable[["Walk", Operation, Sequence[TensorValue]], list[TensorValue] | None]


def is_dynamic(kind: Type) -> bool:
    """Whether a type has a dynamic dimension."""
    return isinstance(kind, ShapedType) and not kind.has_static_shape


def _of(shape: Sequence[int], kind: RankedTensorType) -> RankedTensorType:
    """The type with another shape."""
    return RankedTensorType.get(shape, kind.element_type)


def _like(index: int) -> TypeRule:
    """A rule: the shape of an operand with the element type of the result."""
    return lambda op, operands: [_of(operands[index]._type.shape, result._type) for result in op._results]


def _operands(op: Operation, operands: Sequence[TensorValue]) -> list[Type]:
    """The types of the first operands, one per result."""
    return [operand._type for operand in operands[: len(op._results)]]


def _reduced(op: Operation, operands: Sequence[TensorValue]) -> list[Type]:
    gone = op._attributes["dimensions"].parts
    kept = [size for i, size in enumerate(operands[0]._type.shape) if i not in gone]
    return [_of(kept, result._type) for result in op._results]


def _dot(op: Operation, operands: Sequence[TensorValue]) -> list[Type]:
    numbers = op._attributes["dot_dimension_numbers"]
    left, right = (operand._type.shape for operand in operands[:2])
    batch = [left[i] for i in numbers.lhs_batching_dimensions]
    inner = (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions)
    outer = (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions)
    free = [size for i, size in enumerate(left) if i not in inner]
    free += [size for i, size in enumerate(right) if i not in outer]
    return [_of([*batch, *free], op._results[0]._type)]


def _windows(sizes: Sequence[int], op: Attributes, window: Sequence[int], names: Sequence[str]) -> list[int]:
    """The number of windows along each dimension."""
    rank = len(sizes)
    stride, base, dilation = (op[name].parts if op.get(name) is not None else [1] * rank for name in names)
    padding = (
        np.broadcast_to(op["padding"].parts[1], (rank, 2)) if "padding" in op else np.zeros((rank, 2), int)
    )
    counts = []
    for i, size in enumerate(sizes):
        padded = (size - 1) * base[i] + 1 + int(padding[i].sum()) if size else int(padding[i].sum())
        extent = (window[i] - 1) * dilation[i] + 1
        counts.append(max(0, (padded - extent) // stride[i] + 1) if padded >= extent else 0)
    return counts


def _reduce_window(op: Operation, operands: Sequence[TensorValue]) -> list[Type]:
    window = op._attributes["window_dimensions"].parts
    names = ("window_strides", "base_dilations", "window_dilations")
    sizes = _windows(operands[0]._type.shape, op._attributes, window, names)
    return [_of(sizes, result._type) for result in op._results]


def _convolved(op: Operation, operands: Sequence[TensorValue], attributes: Attributes) -> list[Type]:
    numbers = attributes["dimension_numbers"].parts
    left, right = (operand._type.shape for operand in operands[:2])
    batch, spatial, features, window, to_batch, to_feature, to_spatial = (
        numbers[0], numbers[2], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8],
    )  # fmt: skip
    names = ("window_strides", "lhs_dilation", "rhs_dilation")
    sizes = _windows([left[i] for i in spatial], attributes, [right[i] for i in window], names)
    shape = [0] * len(left)
    shape[to_batch] = (
        left[batch] // core.named_attribute(attributes, "batch_group_count", core.IntegerAttr).value
    )
    shape[to_feature] = right[features]
    for dimension, size in zip(to_spatial, sizes, strict=True):
        shape[dimension] = size
    return [_of(shape, op._results[0]._type)]


def _bits(op: Operation, operands: Sequence[TensorValue]) -> list[Type]:
    kind, result = operands[0]._type, op._results[0]._type
    shape = kind.shape
    before, after = (np.dtype(NUMPY_OF[shaped.element_type.text]).itemsize for shaped in (kind, result))
    if before > after:
        shape = [*shape, before // after]
    elif after > before:
        shape = shape[:-1]
    return [_of(shape, result)]


#: The result types of operations without a rule in `type_inference`.
TYPES: dict[str, TypeRule] = {
    "stablehlo.convert": _like(0),
    "stablehlo.reduce_precision": _like(0),
    "stablehlo.reduce": _reduced,
    "stablehlo.dot_general": _dot,
    "stablehlo.sort": _operands,
    "stablehlo.scatter": _operands,
    "stablehlo.reduce_window": _reduce_window,
    "stablehlo.select_and_scatter": _like(0),
    "stablehlo.convolution": lambda op, operands: _convolved(op, operands, op._attributes),
    "stablehlo.bitcast_convert": _bits,
    "stablehlo.rng_bit_generator": lambda op, operands: [operands[0]._type, op._results[1]._type],
    "stablehlo.map": _like(0),
    "chlo.next_after": _like(0),
}


def _replaced(
    name: str, kinds: Sequence[Type], count: int, **added: Attribute
) -> Callable[..., list[TensorValue]]:
    """A function that creates a static operation from the first ``count`` operands."""

    def make(walk: Walk, op: Operation, operands: Sequence[TensorValue], *without: str) -> list[TensorValue]:
        attributes = {key: attribute for key, attribute in op._attributes.items() if key not in without}
        attributes.update(added)
        created = walk.emit(name, kinds, operands[:count], attributes, op._location)
        return list(created._results)

    return make


def _broadcast(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    kind = _of(walk.shape(operands[1], op), op._results[0]._type)
    make = _replaced("stablehlo.broadcast_in_dim", [kind], 1)
    return list(make(walk, op, operands, "known_expanding_dimensions", "known_nonexpanding_dimensions"))


def _reshape(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    kind = _of(walk.shape(operands[1], op), op._results[0]._type)
    return list(_replaced("stablehlo.reshape", [kind], 1)(walk, op, operands))


def _iota(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    kind = _of(walk.shape(operands[0], op), op._results[0]._type)
    return list(_replaced("stablehlo.iota", [kind], 0)(walk, op, operands))


def _pad(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    added: Attributes = {
        name: DenseI64ArrayAttr.get(walk.shape(operand, op))
        for name, operand in zip(names, operands[2:], strict=True)
    }
    kinds = infer("stablehlo.pad", operands[:2], added)
    return list(_replaced("stablehlo.pad", kinds, 2, **added)(walk, op, operands))


def _gather(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    added = {"slice_sizes": DenseI64ArrayAttr.get(walk.shape(operands[2], op))}
    kinds = infer("stablehlo.gather", operands[:2], {**op._attributes, **added})
    return list(_replaced("stablehlo.gather", kinds, 2, **added)(walk, op, operands))


def _slice(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    """A slice with known start, limit and strides, or with unknown start and known size."""
    _, start, limit, strides = operands
    if walk.known.get(start) is not None:
        names = ("start_indices", "limit_indices", "strides")
        added: Attributes = {
            name: DenseI64ArrayAttr.get(walk.shape(operand, op))
            for name, operand in zip(names, operands[1:], strict=True)
        }
        kinds = infer("stablehlo.slice", operands[:1], added)
        return list(_replaced("stablehlo.slice", kinds, 1, **added)(walk, op, operands))
    sum_ = limit._owner
    sizes = None
    if isinstance(sum_, Operation) and sum_._name == "stablehlo.add" and start in sum_._operands:
        sizes = walk.shape(
            cast("TensorValue", next(operand for operand in sum_._operands if operand != start)), op
        )
    if sizes is None or any(stride != 1 for stride in walk.shape(strides, op)):
        raise MLIRError(f"{op._name}: the size of a slice is unknown\n  where: {op._location}")
    parts = []
    for i in range(len(sizes)):
        unit = _of((1,), start._type)
        cut: Attributes = {
            "start_indices": DenseI64ArrayAttr.get([i]), "limit_indices": DenseI64ArrayAttr.get([i + 1]),
            "strides": DenseI64ArrayAttr.get([1]),
        }  # fmt: skip
        part = walk.emit("stablehlo.slice", [unit], [start], cut, op._location)._results[0]
        parts.append(walk.emit("stablehlo.reshape", [_of((), unit)], [part], {}, op._location)._results[0])
    kind = _of(sizes, op._results[0]._type)
    created = walk.emit("stablehlo.dynamic_slice", [kind], [operands[0], *parts],
                     {"slice_sizes": DenseI64ArrayAttr.get(sizes)}, op._location)  # fmt: skip
    return list(created._results)


def _padding(numbers: Sequence[int]) -> Attribute:
    return integer_tensor(numbers, (len(numbers) // 2, 2))


def _convolution(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    added = {"padding": _padding(walk.shape(operands[2], op))}
    kinds = _convolved(op, operands, {**op._attributes, **added})
    return list(_replaced("stablehlo.convolution", kinds, 2, **added)(walk, op, operands))


def _while(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    kinds = [operand._type for operand in operands]
    created = walk.emit(op._name, kinds, operands, op._attributes, op._location, len(op._regions))
    for old, new in zip(op._regions, created._regions, strict=True):
        walk.block(old._blocks[0], new, kinds)
    return list(created._results)


def _branches(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    created = walk.emit(op._name, [], operands, op._attributes, op._location, len(op._regions))
    kinds: list[Type] = []
    for old, new in zip(op._regions, created._regions, strict=True):
        kinds = [value._type for value in walk.block(old._blocks[0], new, ())]
    created._result_types = kinds
    return list(created._results)


def _call(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    types = [operand._type for operand in operands]
    known_values = [walk.known.get(operand) for operand in operands]
    name, kinds, results = walk.whole.function(op._attributes["callee"].value, types, known_values)
    attributes = {**op._attributes, "callee": core.FlatSymbolRefAttr.get(name)}
    created = walk.emit(op._name, kinds, operands, attributes, op._location)
    for value, array in zip(created._results, results, strict=True):
        if array is not None:
            walk.known[value] = array
    return list(created._results)


def _composite(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    types = [operand._type for operand in operands]
    name, kinds, _ = walk.whole.function(op._attributes["decomposition"].value, types, [None] * len(types))
    attributes = {**op._attributes, "decomposition": core.FlatSymbolRefAttr.get(name)}
    return list(walk.emit(op._name, kinds, operands, attributes, op._location)._results)


def _manual(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue] | None:
    """A manual computation; the shardings determine the number of shards of each dimension."""
    (block,) = op._regions[0]._blocks
    if not any(is_dynamic(value._type) for value in (*block._arguments, *op._results)):
        return None
    manual = {part.value for part in op._attributes["manual_axes"].parts}

    def parts(sharding: dialects.SdyTensorShardingAttr) -> list[int]:
        mesh = sharding.mesh_or_ref
        if isinstance(mesh, core.FlatSymbolRefAttr):
            mesh = walk.whole.symbols[mesh.value]._attributes["mesh"]
        sizes = {axis.name: axis.size for axis in mesh.axes}
        return [
            math.prod(
                axis.sub_axis_info.size if axis.sub_axis_info is not None else sizes[axis.name]
                for axis in dimension_sharding.axes
                if axis.name in manual
            )
            for dimension_sharding in sharding.dimension_shardings
        ]

    inner = [
        _of(
            [size // part for size, part in zip(operand._type.shape, parts(sharding), strict=True)],
            operand._type,
        )
        for operand, sharding in zip(operands, op._attributes["in_shardings"].parts, strict=True)
    ]
    created = walk.emit(op._name, [], operands, op._attributes, op._location, 1)
    results = walk.block(block, created._regions[0], inner)
    created._result_types = [
        _of(
            [size * part for size, part in zip(result._type.shape, parts(sharding), strict=True)],
            result._type,
        )
        for result, sharding in zip(results, op._attributes["out_shardings"].parts, strict=True)
    ]
    return list(created._results)


_SPECIFIER = re.compile(r"\{(\d+)\}")


def _assertion(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    """An assertion about shapes, which is removed if it holds."""
    truth = walk.known.get(operands[0])
    if truth is None:
        raise MLIRError(f"an assertion depends on more than the arguments' shapes\n  where: {op._location}")
    if walk.whole.assertions and not bool(truth):
        message = op._attributes["error_message"].value
        inputs = [int(walk.shape(operand, op)[0]) for operand in operands[1:]]
        raise MLIRError(_SPECIFIER.sub(lambda match: str(inputs[int(match[1])]), message))
    return []


def _custom(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue] | None:
    target = op._attributes["call_target_name"].value
    rewrite = _TARGETS.get(target)
    if rewrite is not None:
        return rewrite(walk, op, operands)
    attributes = _called(walk, op)
    shape_operands = attributes.pop("indices_of_shape_operands", None)
    if shape_operands is not None:
        count = len(cast("core.DenseElementsAttr", shape_operands))
        indices = np.broadcast_to(shape_operands.parts[1], (count,)).tolist()
        kinds = [
            _of(walk.shape(operands[at], op), result._type)
            for at, result in zip(indices, op._results, strict=True)
        ]
        kept = [operand for i, operand in enumerate(operands) if i not in indices]
        layouts = attributes.get("operand_layouts")
        if layouts is not None:
            attributes["operand_layouts"] = ArrayAttr.get(
                [part for i, part in enumerate(layouts.parts) if i not in indices]
            )
        created = walk.emit(op._name, kinds, kept, attributes, op._location)
        return list(created._results)
    if any(is_dynamic(result._type) for result in op._results):
        if len(operands) != len(op._results):
            raise MLIRError(f"the custom call {target}: the shape of its result is unknown")
        created = walk.emit(
            op._name, [operand._type for operand in operands], operands, attributes, op._location
        )
        return list(created._results)
    kinds = [result._type for result in op._results]
    return list(walk.emit(op._name, kinds, operands, attributes, op._location)._results)


def _called(walk: Walk, op: Operation) -> Attributes:
    """The attributes of a custom call; the functions that they name are refined as well."""
    attributes = dict(op._attributes)
    names = attributes.get("called_computations")
    if names is not None and names.parts:
        references = []
        for part in names.parts:
            types = walk.whole.symbols[part.value]._attributes["function_type"].value.inputs
            name, _, _ = walk.whole.function(part.value, types, [None] * len(types))
            references.append(core.FlatSymbolRefAttr.get(name))
        attributes["called_computations"] = ArrayAttr.get(references)
    return attributes


def _approximate_top_k(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    """The number k is moved into the configuration; the shapes of the results may follow as operands."""
    count = len(op._results)
    (k,) = walk.shape(operands[2 * count], op)
    shapes = [walk.shape(operand, op) for operand in operands[2 * count + 1 :]]
    kinds = [result._type for result in op._results]
    if shapes:
        kinds = [_of(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
    attributes = _called(walk, op)
    attributes.pop("indices_of_shape_operands", None)
    config = dict(attributes["mhlo.backend_config"].parts[0])
    config["top_k"] = core.IntegerAttr.get(core.IntegerType.get_signless(64), k)
    attributes["mhlo.backend_config"] = core.DictAttr.get(config)
    attributes["call_target_name"] = core.StringAttr.get("ApproxTopK")
    return list(walk.emit(op._name, kinds, operands[: 2 * count], attributes, op._location)._results)


def _top_k(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    (k,) = walk.shape(operands[1], op)
    added: Attributes = {"k": core.IntegerAttr.get(core.IntegerType.get_signless(64), k)}
    kinds = infer("chlo.top_k", operands[:1], added)
    return list(walk.emit("chlo.top_k", kinds, operands[:1], added, op._location)._results)


def _random_bits(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    kinds = [operands[0]._type, _of(walk.shape(operands[1], op), op._results[1]._type)]
    attributes = {"rng_algorithm": op._attributes["rng_algorithm"]}
    created = walk.emit("stablehlo.rng_bit_generator", kinds, operands[:1], attributes, op._location)
    return list(created._results)


def _windowed(walk: Walk, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
    count = len(op._results)
    names = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    shapes = operands[2 * count :]
    attributes: Attributes = {
        name: DenseI64ArrayAttr.get(walk.shape(shape, op))
        for name, shape in zip(names, shapes[:4], strict=True)
    }
    attributes["padding"] = _padding(walk.shape(shapes[4], op))
    sizes = _windows(operands[0]._type.shape, attributes, attributes["window_dimensions"].parts, names[1:])
    kinds = [_of(sizes, result._type) for result in op._results]
    created = walk.emit("stablehlo.reduce_window", kinds, operands[: 2 * count], attributes, op._location, 1)
    body = walk.whole.symbols[op._attributes["called_computations"].parts[0].value]
    old = body._regions[0]._blocks[0]
    inner = walk.separate()
    inner.block(old, created._regions[0], [a._type for a in old._arguments])
    created._regions[0]._blocks[0]._operations[-1]._name = "stablehlo.return"
    last = created._regions[0]._blocks[0]._operations.pop()
    inner.at = InsertionPoint(created._regions[0]._blocks[0])
    inner.emit("stablehlo.return", [], cast("list[TensorValue]", last._operands), {}, last._location)
    return list(created._results)


_TARGETS: dict[str, Rewrite] = {
    "shape_assertion": _assertion,
    "stablehlo.dynamic_top_k": _top_k,
    "stablehlo.dynamic_approx_top_k": _approximate_top_k,
    "stablehlo.dynamic_rng_bit_generator": _random_bits,
    "stablehlo.dynamic_reduce_window": _windowed,
}
#: Operations that need more than new types: those that take shapes as operands, and those with regions.
SPECIAL: dict[str, Rewrite] = {
    "stablehlo.dynamic_broadcast_in_dim": _broadcast,
    "stablehlo.dynamic_reshape": _reshape,
    "stablehlo.dynamic_iota": _iota,
    "stablehlo.dynamic_pad": _pad,
    "stablehlo.dynamic_gather": _gather,
    "stablehlo.real_dynamic_slice": _slice,
    "stablehlo.dynamic_conv": _convolution,
    "stablehlo.while": _while,
    "stablehlo.case": _branches,
    "stablehlo.if": _branches,
    "stablehlo.custom_call": _custom,
    "func.call": _call,
    "stablehlo.composite": _composite,
    "sdy.manual_computation": _manual,
}
