"""Shifts by amounts from tables of constants, lowered so that the library compiles their loops once.

A shift of StableHLO by the width of its type or more gives zero, or copies of the sign. XLA:CPU compiles a shift to
LLVM's, which leaves that undefined, and to a comparison of the amount with the width. If the amount is the same in
each iteration of a loop, the library's LLVM moves the comparison out of the loop, with a copy of the loop for each
of its outcomes: the four rotations of a round of ``threefry2x32``, by which jax draws random numbers, become more
than a dozen loops. Compiling 64 random bits takes 0.8 s, and 0.25 s with the newer LLVM of jax 0.12.0's jaxlib.

The amounts of these rotations are elements of constants that the loop carries along. For amounts that must be less
than the width, a bitwise "and" with the width minus one, a power of two, changes nothing, and lets LLVM drop the
comparison.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from jaxlib_cpu.lowering.rewriting import all_of

#: Operations whose results hold elements of their operand, and no others.
PASSES_ON = (
    "stablehlo.broadcast_in_dim",
    "stablehlo.reshape",
    "stablehlo.slice",
    "stablehlo.transpose",
)
#: Constants with more elements are not read.
ELEMENTS_MAX = 256


class Bounds(NamedTuple):
    """The least and the greatest integer that a value can hold."""

    low: int
    high: int


def bound_shifts(module: Any, options: Any) -> tuple[Any, Any]:
    """A compile hook: in a copy of the program, makes the range of bounded shifts' amounts visible to LLVM."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    bounded = _bounded_shifts(ir, module)
    if not any(bounded):
        return module, options
    with module.context, ir.Location.unknown():
        copy = ir.Module.parse(mlir.module_to_bytecode(module))
        for shift in itertools.compress(_shifts(ir, copy), bounded):
            with ir.InsertionPoint(shift), shift.location:
                shift.operands[1] = _masked(ir, shift.operands[1])
    return copy, options


def _masked(ir: Any, amount: Any) -> Any:
    from jax._src.lib.mlir.dialects import hlo

    type_ = ir.RankedTensorType(amount.type)
    greatest = ir.IntegerAttr.get(type_.element_type, _width(ir, amount) - 1)
    return hlo.and_(amount, hlo.constant(ir.DenseElementsAttr.get_splat(type_, greatest)))


def _bounded_shifts(ir: Any, module: Any) -> list[bool]:
    """For each shift: whether its amount comes through a block's arguments and is less than the width."""
    shifts = _shifts(ir, module)
    if not shifts:
        return []
    flow = _Flow(ir, module)
    return [_is_bounded(ir, flow, shift.operands[1]) for shift in shifts]


def _shifts(ir: Any, module: Any) -> list[Any]:
    from jax._src.lib.mlir.dialects import hlo

    return all_of(ir, module, hlo.ShiftLeftOp, hlo.ShiftRightLogicalOp, hlo.ShiftRightArithmeticOp)


def _is_bounded(ir: Any, flow: _Flow, amount: Any) -> bool:
    if not ir.RankedTensorType(amount.type).has_static_shape:
        return False
    bounds = flow.bounds(amount)
    return (
        bounds is not None
        and bounds.low >= 0
        and bounds.high < _width(ir, amount)
        and flow.is_carried(amount)
    )


def _width(ir: Any, value: Any) -> int:
    return int(ir.IntegerType(ir.RankedTensorType(value.type).element_type).width)


class _Flow:
    """Where the values of a program come from: through functions, loops, and operations that pass elements on.

    The bounds hold by induction: if everything that enters a loop or a function is from some constants, and what an
    iteration or a call passes on is from what entered, then all values there are from these constants.
    """

    def __init__(self, ir: Any, module: Any) -> None:
        from jax._src.lib.mlir.dialects import func, hlo

        self._ir = ir
        self._functions = {_name(ir, function): function for function in all_of(ir, module, func.FuncOp)}
        self._calls: dict[str, list[Any]] = {}
        for call in all_of(ir, module, func.CallOp):
            self._calls.setdefault(self._callee(call), []).append(call)
        #: Functions that are called otherwise, too, such as the decomposition of a composite.
        self._named = "".join(
            str(operation.attributes[attribute])
            for class_, attribute in (
                (hlo.CompositeOp, "decomposition"),
                (hlo.CustomCallOp, "called_computations"),
            )
            for operation in all_of(ir, module, class_)
            if attribute in operation.attributes
        )

    def _callee(self, call: Any) -> str:
        return str(self._ir.FlatSymbolRefAttr(call.attributes["callee"]).value)

    def bounds(self, value: Any) -> Bounds | None:
        """The bounds of an array of integers, or None if it is not from constants alone."""
        of_origins: list[Bounds] = []
        for origin in self._origins(value):
            bounds = None if origin is None else self._bounds_of(origin)
            if bounds is None:
                return None
            of_origins.append(bounds)
        if not of_origins:
            return None
        return Bounds(min(bounds.low for bounds in of_origins), max(bounds.high for bounds in of_origins))

    def is_carried(self, value: Any) -> bool:
        """Whether the value, or what it is computed from, is the argument of a block."""
        operation = self._defining(value)
        if operation is None:
            return True
        through = (*PASSES_ON, "stablehlo.subtract")
        return operation.name in through and any(self.is_carried(operand) for operand in operation.operands)

    def _origins(self, value: Any) -> Iterator[Any]:
        """The operations that the elements of ``value`` come from; None for one that is not known."""
        seen, waiting = set(), [value]
        while waiting:
            value = waiting.pop()
            if value in seen:
                continue
            seen.add(value)
            operation = self._defining(value)
            if operation is None:
                sources = self._of_argument(self._ir.BlockArgument(value))
            elif operation.name in PASSES_ON:
                sources = [operation.operands[0]]
            elif operation.name in ("stablehlo.while", "func.call"):
                sources = self._of_result(operation, self._ir.OpResult(value).result_number)
            else:
                yield operation
                continue
            if sources is None:
                yield None
                return
            waiting += sources

    def _defining(self, value: Any) -> Any:
        """The operation that defines a value, or None for the argument of a block."""
        owner = value.owner
        return None if isinstance(owner, self._ir.Block) else getattr(owner, "operation", owner)

    def _of_argument(self, argument: Any) -> list[Any] | None:
        parent, number = argument.owner.owner.operation, argument.arg_number
        if parent.name == "stablehlo.while":
            return self._of_result(parent, number)
        if parent.name != "func.func" or not _is_private(self._ir, parent):
            return None
        name = _name(self._ir, parent)
        if f"@{name}" in self._named:
            return None
        return [call.operands[number] for call in self._calls.get(name, ())]

    def _of_result(self, operation: Any, number: int) -> list[Any] | None:
        if operation.name == "stablehlo.while":
            return [operation.operands[number], self._returned(operation.regions[1], number)]
        function = self._functions.get(self._callee(operation))
        return None if function is None else [self._returned(function.regions[0], number)]

    def _returned(self, region: Any, number: int) -> Any:
        [block] = region.blocks
        *_, last = block.operations
        return last.operation.operands[number]

    def _bounds_of(self, operation: Any) -> Bounds | None:
        if operation.name == "stablehlo.constant":
            return _elements(self._ir, operation.attributes["value"])
        if operation.name != "stablehlo.subtract":
            return None
        whole, part = (self._bounds_apart(operand) for operand in operation.operands)
        if whole is None or part is None or whole.low < part.high:
            return None  # a difference below zero wraps around if the type has no sign
        return Bounds(whole.low - part.high, whole.high - part.low)

    def _bounds_apart(self, value: Any) -> Bounds | None:
        """The bounds of an operand of a subtraction; None if it depends on a subtraction itself, as in a loop."""
        origins = list(self._origins(value))
        if any(origin is None or origin.name != "stablehlo.constant" for origin in origins):
            return None
        return self.bounds(value)


def _name(ir: Any, function: Any) -> str:
    return str(ir.StringAttr(function.attributes["sym_name"]).value)


def _is_private(ir: Any, function: Any) -> bool:
    attribute = "sym_visibility"
    attributes = function.attributes
    return attribute in attributes and ir.StringAttr(attributes[attribute]).value == "private"


def _elements(ir: Any, attribute: Any) -> Bounds | None:
    """The bounds of a constant's integers; None if it has others, or too many."""
    if not isinstance(attribute, ir.DenseIntElementsAttr):
        return None
    elements = ir.DenseIntElementsAttr(attribute)
    if elements.is_splat:
        number = int(ir.IntegerAttr(elements.get_splat_value()).value)
        return Bounds(number, number)
    if not 0 < len(elements) <= ELEMENTS_MAX:
        return None
    numbers = [int(number) for number in elements]
    return Bounds(min(numbers), max(numbers))
