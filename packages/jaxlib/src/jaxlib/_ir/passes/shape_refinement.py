"""Shape refinement: given static argument shapes, replaces every dynamic dimension by its value.

The program is walked once, starting from `main`. Integers computed from dimensions are folded with numpy; an
operation that takes a shape as an operand becomes one that has it as an attribute; result types are inferred from
the operands (`refinement_rules`, `type_inference`). A function is specialized for each combination of argument
types and known argument values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from jaxlib._ir import core
from jaxlib._ir.core import (
    DYNAMIC,
    NUMPY_OF,
    Attributes,
    Block,
    InsertionPoint,
    Location,
    MLIRError,
    Module,
    Operation,
    RankedTensorType,
    Region,
    SymbolTable,
    Type,
    Value,
    WalkResult,
    dense,
)
from jaxlib._ir.passes.refinement_rules import SPECIAL, TYPES, TensorValue, is_dynamic
from jaxlib._ir.type_inference.inference import infer

Array = np.ndarray
#: A refined function: its name, its result types and the known values of its results.
Refined = tuple[str, list[Type], list[Array | None]]

#: Only values with at most this many elements are folded, which is enough for shapes.
_MOST_KNOWN = 256


def _divide(a: Array, b: Array) -> Array:
    """Division that rounds towards zero, as in StableHLO."""
    b = np.where(b == 0, 1, b)
    return (np.abs(a) // np.abs(b)) * np.sign(a) * np.sign(b)


_COMPARISONS: dict[str, Callable[..., Array]] = {
    "EQ": np.equal, "NE": np.not_equal, "LT": np.less, "LE": np.less_equal, "GT": np.greater,
    "GE": np.greater_equal,
}  # fmt: skip
_FOLDED: dict[str, Callable[..., Array]] = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "maximum": np.maximum, "minimum": np.minimum,
    "divide": _divide, "remainder": np.fmod, "negate": np.negative, "abs": np.abs, "sign": np.sign,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "not": np.invert,
    "select": np.where, "clamp": lambda low, x, high: np.minimum(np.maximum(low, x), high),
}  # fmt: skip


def _fold(op: Operation, arrays: Sequence[Array | None]) -> Array | None:
    """The elements of the result, or None if they cannot be computed from those of the operands."""
    name = op._name.removeprefix("stablehlo.")
    attributes = op._attributes
    kind = op._results[0]._type
    if name == "constant":
        return np.broadcast_to(attributes["value"].parts[1], kind.shape)
    constants = [array for array in arrays if array is not None]
    if len(constants) != len(arrays) or not constants:
        return None
    if name in _FOLDED:
        return np.asarray(_FOLDED[name](*constants))
    if name == "compare":
        return np.asarray(_COMPARISONS[attributes["comparison_direction"].value](*constants))
    if name == "convert":
        return constants[0]
    if name == "reshape" and not is_dynamic(kind):
        return constants[0].reshape(kind.shape)
    if name == "concatenate":
        return np.concatenate(constants, attributes["dimension"].value)
    if name == "slice":
        fields = (attributes[field].parts for field in ("start_indices", "limit_indices", "strides"))
        return constants[0][tuple(slice(*bounds) for bounds in zip(*fields, strict=True))]
    if name == "broadcast_in_dim" and not is_dynamic(kind) and math.prod(kind.shape) <= _MOST_KNOWN:
        shape = [1] * kind.rank
        for i, dimension in enumerate(attributes["broadcast_dimensions"].parts):
            shape[dimension] = constants[0].shape[i]
        return np.broadcast_to(constants[0].reshape(shape), kind.shape)
    return None


class _Refinement:
    """The refinement of one program."""

    def __init__(self, module: Module, assertions: bool) -> None:
        self.assertions = assertions
        self.symbols = SymbolTable(module.operation)
        self.refined = Module.create(module.operation._location)
        self.refined.operation._attributes.update(module.operation._attributes)
        self.done: dict[tuple[object, ...], Refined] = {}
        self.names: set[str] = set()
        for op in module.body:
            if op._name != "func.func":
                self.refined.body.append(op.clone(ip=False))
                if "sym_name" in op._attributes:
                    self.names.add(op._attributes["sym_name"].value)

    def function(self, name: str, types: Sequence[Type], known_values: Sequence[Array | None]) -> Refined:
        """The refinement of a function for these types and known values of its arguments."""
        key = (
            name,
            tuple(kind.text for kind in types),
            tuple(None if k is None else k.tobytes() for k in known_values),
        )
        if key not in self.done:
            self.done[key] = self._function(name, types, known_values)
        return self.done[key]

    def _function(self, name: str, types: Sequence[Type], known_values: Sequence[Array | None]) -> Refined:
        if name not in self.symbols or self.symbols[name]._name != "func.func":
            raise MLIRError(f"there is no function {name}")
        old = self.symbols[name]
        if len(old._regions[0]._blocks) != 1:
            raise MLIRError(f"the function {name} is not of one block")
        fresh, number = name, 0
        while fresh in self.names:
            fresh, number = f"{name}_{number}", number + 1
        self.names.add(fresh)
        function = Operation._new("func.func")
        function._fill("func.func", [], old._attributes, (), 1, None, old._location, False)
        function._attributes["sym_name"] = core.StringAttr.get(fresh)
        walk = Walk(self, {}, {})
        (block,) = old._regions[0]._blocks
        results = walk.block(block, function._regions[0], types, known_values)
        kinds: list[Type] = [result._type for result in results]
        function._attributes["function_type"] = core.TypeAttr.get(core.FunctionType.get(types, kinds))
        self.refined.body.append(function)
        return fresh, kinds, [walk.known.get(result) for result in results]


class Walk:
    """Rewrites the blocks of one function."""

    def __init__(
        self, whole: _Refinement, mapped: dict[Value[Type], TensorValue], known: dict[TensorValue, Array]
    ) -> None:
        self.whole = whole
        self.mapped = mapped
        self.known = known
        self.at: InsertionPoint | None = None

    def separate(self) -> Walk:
        """A walk over another function of the program."""
        return Walk(self.whole, {}, {})

    def block(
        self, old: Block, region: Region, types: Sequence[Type], known_values: Sequence[Array | None] = ()
    ) -> list[TensorValue]:
        """Write a block with arguments of those types; returns the operands of its terminator."""
        block = region.blocks.append(*types, arg_locs=[a._location for a in old._arguments])
        outer, self.at = self.at, InsertionPoint(block)
        self.mapped.update(zip(old._arguments, block._arguments, strict=True))
        for argument, value in zip(block._arguments, known_values, strict=False):
            if value is not None:
                self.known[argument] = value
        *operations, last = old._operations
        for op in operations:
            self.operation(op)
        results = [self.mapped[operand] for operand in last._operands]
        self.emit(last._name, [], results, last._attributes, last._location)
        self.at = outer
        return results

    def emit(self, name: str, kinds: Sequence[Type], operands: Sequence[TensorValue], attributes: Attributes,
             loc: Location, regions: int = 0) -> Operation:  # fmt: skip
        """Create an operation."""
        operation = Operation._new(name)
        operation._fill(name, list(operands), attributes, kinds, regions, None, loc, self.at)
        return operation

    def constant(self, array: Array, kind: RankedTensorType, loc: Location) -> TensorValue:
        """Create a constant, whose value is recorded as known."""
        array = np.ascontiguousarray(array).astype(NUMPY_OF[kind.element_type.text]).reshape(kind.shape)
        is_splat = array.size > 0 and bool(np.all(array == array.flat[0]))
        value = dense(kind, array.reshape(-1)[0].reshape(()) if is_splat else array)
        result = self.emit("stablehlo.constant", [kind], [], {"value": value}, loc)._results[0]
        self.known[result] = array
        return result

    def operation(self, op: Operation) -> None:
        """Write an operation, or a constant if its value is known."""
        operands = [self.mapped[operand] for operand in op._operands]
        if len(op._results) == 1 and isinstance(op._results[0]._type, RankedTensorType):
            known = [self.known.get(operand) for operand in operands]
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
        special = SPECIAL.get(op._name)
        results = special(self, op, operands) if special is not None else None
        if results is None:
            results = self.plain(op, operands)
        self.mapped.update(zip(op._results, results, strict=True))

    def plain(self, op: Operation, operands: Sequence[TensorValue]) -> list[TensorValue]:
        """Write the same operation with inferred types."""
        kinds = self.types(op, operands)
        operation = self.emit(op._name, kinds, operands, op._attributes, op._location, len(op._regions))
        for old, new in zip(op._regions, operation._regions, strict=True):
            for block in old._blocks:
                self.block(block, new, [a._type for a in block._arguments])
        return list(operation._results)

    def types(self, op: Operation, operands: Sequence[TensorValue]) -> list[Type]:
        """The result types of an operation."""
        kinds = [result._type for result in op._results]
        if not any(is_dynamic(kind) for kind in kinds):
            return kinds
        rule = TYPES.get(op._name)
        if rule is not None:
            return rule(op, operands)
        try:
            return [
                _merged(a, b) for a, b in zip(infer(op._name, operands, op._attributes), kinds, strict=True)
            ]
        except NotImplementedError:
            raise MLIRError(
                f"{op._name}: its shape cannot be inferred from its operands\n  where: {op._location}"
            ) from None

    def shape(self, value: TensorValue, op: Operation) -> list[int]:
        """The shape in a value.

        Raises:
            MLIRError: The value is not known.
        """
        array = self.known.get(value)
        if array is None:
            raise MLIRError(
                f"{op._name}: a shape depends on more than the arguments' shapes\n  where: {op._location}"
            )
        return [int(number) for number in array.reshape(-1)]


def _merged(inferred: Type, stated: RankedTensorType) -> Type:
    """The inferred type, with dynamic sizes replaced by the stated ones."""
    if not isinstance(inferred, RankedTensorType) or not is_dynamic(inferred):
        return inferred
    shape = [b if a == DYNAMIC else a for a, b in zip(inferred.shape, stated.shape, strict=True)]
    return RankedTensorType.get(shape, inferred.element_type, inferred.encoding)


def refine_shapes(module: Module, assertions: bool = True, validate: bool = True) -> Module:
    """The program with static shapes.

    Raises:
        MLIRError: An argument of `main` has a dynamic shape, a dimension depends on more than the argument shapes,
            or an assertion about shapes does not hold.
    """
    refinement = _Refinement(module, assertions)
    if "main" not in refinement.symbols or refinement.symbols["main"]._name != "func.func":
        raise MLIRError("there is no function main")
    main = refinement.symbols["main"]
    types = main._attributes["function_type"].value.inputs
    for number, kind in enumerate(types):
        if is_dynamic(kind):
            raise MLIRError(f"the argument {number} of main is of the type {kind}: wanted static dimensions")
    refinement.function("main", types, [None] * len(types))
    if validate:
        _validate(refinement.refined.operation)
    return refinement.refined


def _validate(program: Operation) -> None:
    def look(op: Operation) -> WalkResult:
        for result in op._results:
            if is_dynamic(result._type):
                raise MLIRError(
                    f"module contains dynamic shapes: {op._name} gives {result._type}\n  {op._location}"
                )
        return WalkResult.ADVANCE

    program.walk(look)
