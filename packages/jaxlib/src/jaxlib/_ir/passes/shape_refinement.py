"""Polymorphic shapes made known: a program whose arguments' dimensions are all known, with the others worked out.

The program is gone through once, from `main` on. What is computed of dimensions alone is computed here; what has a
shape among its operands becomes the operation that has it as an attribute; the type of every result follows from
its operands. A function is written anew for each combination of types, and of known sizes, that it is called with.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jaxlib._ir import core
from jaxlib._ir.core import (
    DYNAMIC,
    NUMPY_OF,
    ArrayAttr,
    Block,
    DenseI64ArrayAttr,
    InsertionPoint,
    MLIRError,
    Module,
    Operation,
    RankedTensorType,
    ShapedType,
    SymbolTable,
    Value,
    WalkResult,
    dense,
    integer_tensor,
)
from jaxlib._ir.type_inference import infer

#: Values of so few elements are followed; shapes are no larger.
_MOST_KNOWN = 256


def _dynamic(kind: Any) -> bool:
    return isinstance(kind, ShapedType) and not kind.has_static_shape


def _divide(a: Any, b: Any) -> Any:
    """Towards zero, as compilers divide."""
    b = np.where(b == 0, 1, b)
    return (np.abs(a) // np.abs(b)) * np.sign(a) * np.sign(b)


_COMPARISONS: dict[str, Any] = {
    "EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater,
    "GE": np.greater_equal,
}  # fmt: skip
_FOLDED: dict[str, Callable[..., Any]] = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum,
    "divide": _divide, "remainder": np.fmod, "negate": np.negative, "abs": np.abs, "sign": np.sign,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert,
    "select": np.where, "clamp": lambda low, x, high: np.minimum(np.maximum(low, x), high),
}  # fmt: skip


def _fold(op: Operation, taken: Sequence[Any]) -> Any:
    """The elements of a result, where they follow from those of the operands; None if they do not."""
    name = op._name.removeprefix("stablehlo.")
    attributes = op._attributes
    kind = op._results[0]._type
    if name == "constant":
        return np.broadcast_to(attributes["value"].parts[1], kind.shape)
    if any(each is None for each in taken) or not taken:
        return None
    if name in _FOLDED:
        return np.asarray(_FOLDED[name](*taken))
    if name == "compare":
        return np.asarray(_COMPARISONS[attributes["comparison_direction"].value](*taken))
    if name == "convert":
        return taken[0]
    if name == "reshape" and not _dynamic(kind):
        return taken[0].reshape(kind.shape)
    if name == "concatenate":
        return np.concatenate(taken, attributes["dimension"].value)
    if name == "slice":
        fields = (attributes[each].parts for each in ("start_indices", "limit_indices", "strides"))
        return taken[0][tuple(slice(*each) for each in zip(*fields, strict=True))]
    if name == "broadcast_in_dim" and not _dynamic(kind) and math.prod(kind.shape) <= _MOST_KNOWN:
        shape = [1] * kind.rank
        for i, at in enumerate(attributes["broadcast_dimensions"].parts):
            shape[at] = taken[0].shape[i]
        return np.broadcast_to(taken[0].reshape(shape), kind.shape)
    return None


class _Refinement:
    """One program's."""

    def __init__(self, module: Module, assertions: bool) -> None:
        self.assertions = assertions
        self.symbols = SymbolTable(module.operation)
        self.made = Module.create(module.operation._location)
        self.made.operation._attributes.update(module.operation._attributes)
        self.done: dict[Any, tuple[str, list[Any], list[Any]]] = {}
        self.names: set[str] = set()
        for op in module.body:
            if op._name != "func.func":
                self.made.body.append(op.clone(ip=False))
                if "sym_name" in op._attributes:
                    self.names.add(op._attributes["sym_name"].value)

    def function(
        self, name: str, taken: Sequence[Any], known: Sequence[Any]
    ) -> tuple[str, list[Any], list[Any]]:
        """A function for those types and known arguments: its name, and its results' types and known values."""
        key = (
            name,
            tuple(each.text for each in taken),
            tuple(None if k is None else k.tobytes() for k in known),
        )
        if key not in self.done:
            self.done[key] = self._function(name, taken, known)
        return self.done[key]

    def _function(
        self, name: str, taken: Sequence[Any], known: Sequence[Any]
    ) -> tuple[str, list[Any], list[Any]]:
        if name not in self.symbols or self.symbols[name]._name != "func.func":
            raise MLIRError(f"there is no function {name}")
        old = self.symbols[name]
        if len(old._regions[0]._blocks) != 1:
            raise MLIRError(f"the function {name} is not of one block")
        fresh, number = name, 0
        while fresh in self.names:
            fresh, number = f"{name}_{number}", number + 1
        self.names.add(fresh)
        made = Operation._new("func.func")
        made._fill("func.func", [], old._attributes, (), 1, None, old._location, False)
        made._attributes["sym_name"] = core.StringAttr.get(fresh)
        walk = _Walk(self, {}, {})
        (block,) = old._regions[0]._blocks
        results = walk.block(block, made._regions[0], taken, known)
        kinds = [each._type for each in results]
        made._attributes["function_type"] = core.TypeAttr.get(core.FunctionType.get(taken, kinds))
        self.made.body.append(made)
        return fresh, kinds, [walk.known.get(each) for each in results]


class _Walk:
    """Goes through the blocks of one function."""

    def __init__(self, whole: _Refinement, mapped: dict[Value, Value], known: dict[Value, Any]) -> None:
        self.whole = whole
        self.mapped = mapped
        self.known = known
        self.at: Any = None

    def block(self, old: Block, region: Any, taken: Sequence[Any], known: Sequence[Any] = ()) -> list[Value]:
        """A block with arguments of those types; what its terminator takes."""
        made = region.blocks.append(*taken, arg_locs=[a._location for a in old._arguments])
        outer, self.at = self.at, InsertionPoint(made)
        self.mapped.update(zip(old._arguments, made._arguments, strict=True))
        for argument, value in zip(made._arguments, known, strict=False):
            if value is not None:
                self.known[argument] = value
        *operations, last = old._operations
        for op in operations:
            self.operation(op)
        results = [self.mapped[each] for each in last._operands]
        self.emit(last._name, [], results, last._attributes, last._location)
        self.at = outer
        return results

    def emit(self, name: str, kinds: Sequence[Any], operands: Sequence[Value], attributes: dict[str, Any],
             loc: Any, regions: int = 0) -> Any:  # fmt: skip
        """A new operation."""
        made = Operation._new(name)
        made._fill(name, list(operands), attributes, kinds, regions, None, loc, self.at)
        return made

    def constant(self, array: Any, kind: Any, loc: Any) -> Value:
        """A value that is known."""
        array = np.ascontiguousarray(array).astype(NUMPY_OF[kind.element_type.text]).reshape(kind.shape)
        if array.size and (array == array.flat[0]).all():
            value = dense(kind, array.reshape(-1)[0].reshape(()))
        else:
            value = dense(kind, array)
        made = self.emit("stablehlo.constant", [kind], [], {"value": value}, loc)._results[0]
        self.known[made] = array
        result: Value = made
        return result

    def operation(self, op: Operation) -> None:
        """An operation in the new program."""
        operands = [self.mapped[each] for each in op._operands]
        if len(op._results) == 1 and isinstance(op._results[0]._type, RankedTensorType):
            known = [self.known.get(each) for each in operands]
            element = op._results[0]._type.element_type
            array = None
            if isinstance(element, (core.IntegerType, core.IndexType)):
                if op._name == "stablehlo.get_dimension_size":
                    size = operands[0]._type.shape[op._attributes["dimension"].value]
                    array = None if size == DYNAMIC else np.asarray(size)
                elif op._name.startswith("stablehlo."):
                    array = _fold(op, known)
            if array is not None and array.size <= _MOST_KNOWN:
                kind = RankedTensorType.get(array.shape, element)
                self.mapped[op._results[0]] = self.constant(array, kind, op._location)
                return
        special = _SPECIAL.get(op._name)
        results = special(self, op, operands) if special is not None else None
        if results is None:
            results = self.plain(op, operands)
        self.mapped.update(zip(op._results, results, strict=True))

    def plain(self, op: Operation, operands: Sequence[Value]) -> list[Value]:
        """The same operation, of the types that follow."""
        kinds = self.types(op, operands)
        made = self.emit(op._name, kinds, operands, op._attributes, op._location, len(op._regions))
        for old, new in zip(op._regions, made._regions, strict=True):
            for block in old._blocks:
                self.block(block, new, [a._type for a in block._arguments])
        return list(made._results)

    def types(self, op: Operation, operands: Sequence[Value]) -> list[Any]:
        """The types of an operation's results."""
        kinds = [each._type for each in op._results]
        if not any(_dynamic(kind) for kind in kinds):
            return kinds
        rule = _TYPES.get(op._name)
        if rule is not None:
            return rule(op, operands)
        try:
            return [
                _merged(a, b) for a, b in zip(infer(op._name, operands, op._attributes), kinds, strict=True)
            ]
        except NotImplementedError:
            raise MLIRError(
                f"{op._name}: its shape does not follow from what it takes\n  where: {op._location}"
            ) from None

    def shape(self, value: Value, op: Operation) -> list[int]:
        """A shape that is a value.

        Raises:
            MLIRError: It is not known.
        """
        array = self.known.get(value)
        if array is None:
            raise MLIRError(
                f"{op._name}: a shape depends on more than the arguments' shapes\n  where: {op._location}"
            )
        return [int(each) for each in array.reshape(-1)]


def _merged(found: Any, said: Any) -> Any:
    """A type of what was inferred and what was there, each where it knows more."""
    if not isinstance(found, RankedTensorType) or not _dynamic(found):
        return found
    shape = [b if a == DYNAMIC else a for a, b in zip(found.shape, said.shape, strict=True)]
    return RankedTensorType.get(shape, found.element_type, found.encoding)


def _of(shape: Sequence[int], kind: Any) -> Any:
    return RankedTensorType.get(shape, kind.element_type)


# ---- Types that no rule of the dialects' table has


def _like(index: int) -> Callable[[Operation, Sequence[Value]], list[Any]]:
    """The shape of an operand, and the result's own elements."""
    return lambda op, operands: [_of(operands[index]._type.shape, each._type) for each in op._results]


def _operands(op: Operation, operands: Sequence[Value]) -> list[Any]:
    """The types of the first operands."""
    return [each._type for each in operands[: len(op._results)]]


def _reduced(op: Operation, operands: Sequence[Value]) -> list[Any]:
    gone = op._attributes["dimensions"].parts
    kept = [size for i, size in enumerate(operands[0]._type.shape) if i not in gone]
    return [_of(kept, each._type) for each in op._results]


def _dot(op: Operation, operands: Sequence[Value]) -> list[Any]:
    numbers = op._attributes["dot_dimension_numbers"]
    left, right = (each._type.shape for each in operands[:2])
    batch = [left[i] for i in numbers.lhs_batching_dimensions]
    inner = (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions)
    outer = (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions)
    free = [size for i, size in enumerate(left) if i not in inner]
    free += [size for i, size in enumerate(right) if i not in outer]
    return [_of([*batch, *free], op._results[0]._type)]


def _windows(
    sizes: Sequence[int], op: dict[str, Any], window: Sequence[int], names: Sequence[str]
) -> list[int]:
    """How many windows there are in each dimension."""
    rank = len(sizes)
    stride, base, dilation = (op[name].parts if op.get(name) is not None else [1] * rank for name in names)
    padding = (
        np.broadcast_to(op["padding"].parts[1], (rank, 2)) if "padding" in op else np.zeros((rank, 2), int)
    )
    found = []
    for i, size in enumerate(sizes):
        whole = (size - 1) * base[i] + 1 + int(padding[i].sum()) if size else int(padding[i].sum())
        extent = (window[i] - 1) * dilation[i] + 1
        found.append(max(0, (whole - extent) // stride[i] + 1) if whole >= extent else 0)
    return found


def _reduce_window(op: Operation, operands: Sequence[Value]) -> list[Any]:
    window = op._attributes["window_dimensions"].parts
    names = ("window_strides", "base_dilations", "window_dilations")
    sizes = _windows(operands[0]._type.shape, op._attributes, window, names)
    return [_of(sizes, each._type) for each in op._results]


def _convolved(op: Operation, operands: Sequence[Value], attributes: dict[str, Any]) -> list[Any]:
    numbers = attributes["dimension_numbers"].parts
    left, right = (each._type.shape for each in operands[:2])
    batch, spatial, features, window, to_batch, to_feature, to = (
        numbers[0], numbers[2], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8],
    )  # fmt: skip
    names = ("window_strides", "lhs_dilation", "rhs_dilation")
    sizes = _windows([left[i] for i in spatial], attributes, [right[i] for i in window], names)
    shape = [0] * len(left)
    shape[to_batch] = left[batch] // attributes["batch_group_count"].value
    shape[to_feature] = right[features]
    for at, size in zip(to, sizes, strict=True):
        shape[at] = size
    return [_of(shape, op._results[0]._type)]


def _bits(op: Operation, operands: Sequence[Value]) -> list[Any]:
    kind, given = operands[0]._type, op._results[0]._type
    shape = kind.shape
    before, after = (np.dtype(NUMPY_OF[each.element_type.text]).itemsize for each in (kind, given))
    if before > after:
        shape = [*shape, before // after]
    elif after > before:
        shape = shape[:-1]
    return [_of(shape, given)]


_TYPES: dict[str, Callable[[Operation, Sequence[Value]], list[Any]]] = {
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


# ---- Operations that take a shape, and those that hold others


def _replaced(name: str, kinds: Sequence[Any], count: int, **added: Any) -> Any:
    """What makes an operation of a static kind of the first ``count`` operands."""

    def make(walk: _Walk, op: Operation, operands: Sequence[Value], *without: str) -> list[Value]:
        attributes = {key: each for key, each in op._attributes.items() if key not in without}
        attributes.update(added)
        made = walk.emit(name, kinds, operands[:count], attributes, op._location)
        return list(made._results)

    return make


def _broadcast(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    kind = _of(walk.shape(operands[1], op), op._results[0]._type)
    make = _replaced("stablehlo.broadcast_in_dim", [kind], 1)
    return list(make(walk, op, operands, "known_expanding_dimensions", "known_nonexpanding_dimensions"))


def _reshape(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    kind = _of(walk.shape(operands[1], op), op._results[0]._type)
    return list(_replaced("stablehlo.reshape", [kind], 1)(walk, op, operands))


def _iota(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    kind = _of(walk.shape(operands[0], op), op._results[0]._type)
    return list(_replaced("stablehlo.iota", [kind], 0)(walk, op, operands))


def _pad(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    added = {
        name: DenseI64ArrayAttr.get(walk.shape(each, op))
        for name, each in zip(names, operands[2:], strict=True)
    }
    kinds = infer("stablehlo.pad", operands[:2], added)
    return list(_replaced("stablehlo.pad", kinds, 2, **added)(walk, op, operands))


def _gather(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    added = {"slice_sizes": DenseI64ArrayAttr.get(walk.shape(operands[2], op))}
    kinds = infer("stablehlo.gather", operands[:2], {**op._attributes, **added})
    return list(_replaced("stablehlo.gather", kinds, 2, **added)(walk, op, operands))


def _slice(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    """A slice whose start, limit and strides are known; or whose start is not, and the size is."""
    _, start, limit, strides = operands
    if walk.known.get(start) is not None:
        names = ("start_indices", "limit_indices", "strides")
        added = {
            name: DenseI64ArrayAttr.get(walk.shape(each, op))
            for name, each in zip(names, operands[1:], strict=True)
        }
        kinds = infer("stablehlo.slice", operands[:1], added)
        return list(_replaced("stablehlo.slice", kinds, 1, **added)(walk, op, operands))
    made = limit._owner
    sizes = None
    if isinstance(made, Operation) and made._name == "stablehlo.add" and start in made._operands:
        sizes = walk.shape(next(each for each in made._operands if each != start), op)
    if sizes is None or any(each != 1 for each in walk.shape(strides, op)):
        raise MLIRError(f"{op._name}: the size of a slice is not known\n  where: {op._location}")
    parts = []
    for i in range(len(sizes)):
        one = _of((1,), start._type)
        cut = {
            "start_indices": DenseI64ArrayAttr.get([i]), "limit_indices": DenseI64ArrayAttr.get([i + 1]),
            "strides": DenseI64ArrayAttr.get([1]),
        }  # fmt: skip
        part = walk.emit("stablehlo.slice", [one], [start], cut, op._location)._results[0]
        parts.append(walk.emit("stablehlo.reshape", [_of((), one)], [part], {}, op._location)._results[0])
    kind = _of(sizes, op._results[0]._type)
    made = walk.emit("stablehlo.dynamic_slice", [kind], [operands[0], *parts],
                     {"slice_sizes": DenseI64ArrayAttr.get(sizes)}, op._location)  # fmt: skip
    return list(made._results)


def _padding(numbers: Sequence[int]) -> Any:
    return integer_tensor(numbers, (len(numbers) // 2, 2))


def _convolution(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    added = {"padding": _padding(walk.shape(operands[2], op))}
    kinds = _convolved(op, operands, {**op._attributes, **added})
    return list(_replaced("stablehlo.convolution", kinds, 2, **added)(walk, op, operands))


def _while(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    kinds = [each._type for each in operands]
    made = walk.emit(op._name, kinds, operands, op._attributes, op._location, len(op._regions))
    for old, new in zip(op._regions, made._regions, strict=True):
        walk.block(old._blocks[0], new, kinds)
    return list(made._results)


def _branches(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    made = walk.emit(op._name, [], operands, op._attributes, op._location, len(op._regions))
    kinds: list[Any] = []
    for old, new in zip(op._regions, made._regions, strict=True):
        kinds = [each._type for each in walk.block(old._blocks[0], new, ())]
    made._result_types = kinds
    return list(made._results)


def _call(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    taken = [each._type for each in operands]
    known = [walk.known.get(each) for each in operands]
    name, kinds, results = walk.whole.function(op._attributes["callee"].value, taken, known)
    attributes = {**op._attributes, "callee": core.FlatSymbolRefAttr.get(name)}
    made = walk.emit(op._name, kinds, operands, attributes, op._location)
    for value, array in zip(made._results, results, strict=True):
        if array is not None:
            walk.known[value] = array
    return list(made._results)


def _composite(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    taken = [each._type for each in operands]
    name, kinds, _ = walk.whole.function(op._attributes["decomposition"].value, taken, [None] * len(taken))
    attributes = {**op._attributes, "decomposition": core.FlatSymbolRefAttr.get(name)}
    return list(walk.emit(op._name, kinds, operands, attributes, op._location)._results)


def _manual(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value] | None:
    """A computation on parts of tensors: how many parts there are of a dimension, its shardings say."""
    (block,) = op._regions[0]._blocks
    if not any(_dynamic(each._type) for each in (*block._arguments, *op._results)):
        return None
    manual = {each.value for each in op._attributes["manual_axes"].parts}

    def parts(sharding: Any) -> list[int]:
        mesh = sharding.mesh_or_ref
        if isinstance(mesh, core.FlatSymbolRefAttr):
            mesh = walk.whole.symbols[mesh.value]._attributes["mesh"]
        sizes = {each.name: each.size for each in mesh.axes}
        return [
            math.prod(
                axis.sub_axis_info.size if axis.sub_axis_info is not None else sizes[axis.name]
                for axis in each.axes
                if axis.name in manual
            )
            for each in sharding.dimension_shardings
        ]

    inner = [
        _of([size // part for size, part in zip(each._type.shape, parts(sharding), strict=True)], each._type)
        for each, sharding in zip(operands, op._attributes["in_shardings"].parts, strict=True)
    ]
    made = walk.emit(op._name, [], operands, op._attributes, op._location, 1)
    results = walk.block(block, made._regions[0], inner)
    made._result_types = [
        _of([size * part for size, part in zip(each._type.shape, parts(sharding), strict=True)], each._type)
        for each, sharding in zip(results, op._attributes["out_shardings"].parts, strict=True)
    ]
    return list(made._results)


_SPECIFIER = re.compile(r"\{(\d+)\}")


def _assertion(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    """An assertion on shapes: it holds, and is gone, or it does not."""
    truth = walk.known.get(operands[0])
    if truth is None:
        raise MLIRError(f"an assertion depends on more than the arguments' shapes\n  where: {op._location}")
    if walk.whole.assertions and not bool(truth):
        message = op._attributes["error_message"].value
        inputs = [int(walk.shape(each, op)[0]) for each in operands[1:]]
        raise MLIRError(_SPECIFIER.sub(lambda match: str(inputs[int(match[1])]), message))
    return []


def _custom(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    target = op._attributes["call_target_name"].value
    own = _TARGETS.get(target)
    if own is not None:
        return list(own(walk, op, operands))
    attributes = _called(walk, op)
    said = attributes.pop("indices_of_shape_operands", None)
    if said is not None:
        indices = np.broadcast_to(said.parts[1], (len(said),)).tolist()
        kinds = [
            _of(walk.shape(operands[at], op), each._type)
            for at, each in zip(indices, op._results, strict=True)
        ]
        kept = [each for i, each in enumerate(operands) if i not in indices]
        layouts = attributes.get("operand_layouts")
        if layouts is not None:
            attributes["operand_layouts"] = ArrayAttr.get(
                [each for i, each in enumerate(layouts.parts) if i not in indices]
            )
        made = walk.emit(op._name, kinds, kept, attributes, op._location)
        return list(made._results)
    if any(_dynamic(each._type) for each in op._results):
        if len(operands) != len(op._results):
            raise MLIRError(f"the custom call {target}: the shape of its result is not known")
        made = walk.emit(op._name, [each._type for each in operands], operands, attributes, op._location)
        return list(made._results)
    kinds = [each._type for each in op._results]
    return list(walk.emit(op._name, kinds, operands, attributes, op._location)._results)


def _called(walk: _Walk, op: Operation) -> dict[str, Any]:
    """A custom call's attributes; the functions that they name are in the new program, too."""
    attributes = dict(op._attributes)
    names = attributes.get("called_computations")
    if names is not None and names.parts:
        made = []
        for each in names.parts:
            taken = walk.whole.symbols[each.value]._attributes["function_type"].value.inputs
            name, _, _ = walk.whole.function(each.value, taken, [None] * len(taken))
            made.append(core.FlatSymbolRefAttr.get(name))
        attributes["called_computations"] = ArrayAttr.get(made)
    return attributes


def _approximate_top_k(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    """How many are wanted becomes a part of the configuration; the results' shapes may follow as operands."""
    count = len(op._results)
    (k,) = walk.shape(operands[2 * count], op)
    shapes = [walk.shape(each, op) for each in operands[2 * count + 1 :]]
    kinds = [each._type for each in op._results]
    if shapes:
        kinds = [_of(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
    attributes = _called(walk, op)
    attributes.pop("indices_of_shape_operands", None)
    config = dict(attributes["mhlo.backend_config"].parts[0])
    config["top_k"] = core.IntegerAttr.get(core.IntegerType.get_signless(64), k)
    attributes["mhlo.backend_config"] = core.DictAttr.get(config)
    attributes["call_target_name"] = core.StringAttr.get("ApproxTopK")
    return list(walk.emit(op._name, kinds, operands[: 2 * count], attributes, op._location)._results)


def _top_k(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    (k,) = walk.shape(operands[1], op)
    added = {"k": core.IntegerAttr.get(core.IntegerType.get_signless(64), k)}
    kinds = infer("chlo.top_k", operands[:1], added)
    return list(walk.emit("chlo.top_k", kinds, operands[:1], added, op._location)._results)


def _random_bits(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    kinds = [operands[0]._type, _of(walk.shape(operands[1], op), op._results[1]._type)]
    attributes = {"rng_algorithm": op._attributes["rng_algorithm"]}
    made = walk.emit("stablehlo.rng_bit_generator", kinds, operands[:1], attributes, op._location)
    return list(made._results)


def _windowed(walk: _Walk, op: Operation, operands: Sequence[Value]) -> list[Value]:
    count = len(op._results)
    names = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    shapes = operands[2 * count :]
    attributes: dict[str, Any] = {
        name: DenseI64ArrayAttr.get(walk.shape(each, op))
        for name, each in zip(names, shapes[:4], strict=True)
    }
    attributes["padding"] = _padding(walk.shape(shapes[4], op))
    sizes = _windows(operands[0]._type.shape, attributes, attributes["window_dimensions"].parts, names[1:])
    kinds = [_of(sizes, each._type) for each in op._results]
    made = walk.emit("stablehlo.reduce_window", kinds, operands[: 2 * count], attributes, op._location, 1)
    body = walk.whole.symbols[op._attributes["called_computations"].parts[0].value]
    old = body._regions[0]._blocks[0]
    inner = _Walk(walk.whole, {}, {})
    inner.block(old, made._regions[0], [a._type for a in old._arguments])
    made._regions[0]._blocks[0]._operations[-1]._name = "stablehlo.return"
    last = made._regions[0]._blocks[0]._operations.pop()
    inner.at = InsertionPoint(made._regions[0]._blocks[0])
    inner.emit("stablehlo.return", [], last._operands, {}, last._location)
    return list(made._results)


_TARGETS: dict[str, Any] = {
    "shape_assertion": _assertion,
    "stablehlo.dynamic_top_k": _top_k,
    "stablehlo.dynamic_approx_top_k": _approximate_top_k,
    "stablehlo.dynamic_rng_bit_generator": _random_bits,
    "stablehlo.dynamic_reduce_window": _windowed,
}
_SPECIAL: dict[str, Any] = {
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


def refined(module: Module, assertions: bool = True, validate: bool = True) -> Module:
    """The program with all its dimensions known.

    Raises:
        MLIRError: An argument of `main` is not of known dimensions, a dimension depends on more than those, or an
            assertion on shapes does not hold.
    """
    whole = _Refinement(module, assertions)
    if "main" not in whole.symbols or whole.symbols["main"]._name != "func.func":
        raise MLIRError("there is no function main")
    main = whole.symbols["main"]
    taken = main._attributes["function_type"].value.inputs
    for number, kind in enumerate(taken):
        if _dynamic(kind):
            raise MLIRError(f"the argument {number} of main is of the type {kind}: wanted known dimensions")
    whole.function("main", taken, [None] * len(taken))
    if validate:
        _validate(whole.made.operation)
    return whole.made


def _validate(program: Operation) -> None:
    def look(op: Operation) -> WalkResult:
        for each in op._results:
            if _dynamic(each._type):
                raise MLIRError(
                    f"module contains dynamic shapes: {op._name} gives {each._type}\n  {op._location}"
                )
        return WalkResult.ADVANCE

    program.walk(look)


__all__ = ["refined"]
