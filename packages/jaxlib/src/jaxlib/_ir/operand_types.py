"""Verification of elementwise types, comparisons, calls, returns, terminators, and dominance.

`Operation.verify` runs for every program that jax lowers, so this only checks the most common errors. The plugin's
compiler checks the rest. Nothing that upstream's verifier accepts is refused.
"""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from jaxlib._ir import core
from jaxlib._ir.core import DYNAMIC, Location, MLIRError, Operation, RankedTensorType, Type
from jaxlib._native import ir as _native

#: Operations whose operands and results have the same element type, and shapes that only differ in dynamic
#: dimensions.
_ONE_TYPE = frozenset(
    """
    add and atan2 cbrt ceil cosine count_leading_zeros divide exponential exponential_minus_one floor log
    log_plus_one logistic maximum minimum multiply negate not or popcnt power remainder round_nearest_afz
    round_nearest_even rsqrt shift_left shift_right_arithmetic shift_right_logical sign sine sqrt subtract tan tanh
    xor
    """.split()
)
_ELEMENTWISE = frozenset(f"stablehlo.{name}" for name in _ONE_TYPE)
_COMPARE = "stablehlo.compare"


class Diagnostic(NamedTuple):
    """An error about an operation, in MLIR's form."""

    message: str
    location: Location
    notes: tuple[Diagnostic, ...] = ()


def _refuse(op: Operation, message: str) -> MLIRError:
    location = op.location
    text = (
        f"Verification failed:\nerror: {str(location)[4:-1]}: {message}\n note: see current operation: {op}"
    )
    return MLIRError(text, [Diagnostic(message, location)])


def _quantized(kind: RankedTensorType) -> bool:
    return "!quant" in kind.text


def _compatible(first: Sequence[int], second: Sequence[int]) -> bool:
    return len(first) == len(second) and all(
        a in (b, DYNAMIC) or b == DYNAMIC for a, b in zip(first, second, strict=True)
    )


def _elementwise(op: Operation, types: Sequence[Type], same_elements: int) -> None:
    """Compare all shapes, and the first ``same_elements`` element types, with those of the first type."""
    tensors = [kind for kind in types if isinstance(kind, RankedTensorType)]
    if len(tensors) != len(types) or any(map(_quantized, tensors)):
        return
    first = tensors[0]
    for kind in tensors[1:same_elements]:
        if kind.element_type != first.element_type:
            what = "operands" if op._name == _COMPARE else "operands and results"
            raise _refuse(op, f"'{op._name}' op requires compatible element types for all {what}")
    for kind in tensors[1:]:
        if not _compatible(first.shape, kind.shape):
            raise _refuse(op, f"'{op._name}' op requires the same shape for all operands and results")


def _returned(op: Operation, types: Sequence[Type]) -> None:
    function = op._holder
    if function is None or function._name != "func.func":
        return
    kind, symbol = (function._attributes.get(key) for key in ("function_type", "sym_name"))
    if not isinstance(kind, core.TypeAttr) or not isinstance(kind.value, core.FunctionType):
        return
    wanted, name = kind.value.results, symbol.value if isinstance(symbol, core.StringAttr) else ""
    if len(wanted) != len(types):
        raise _refuse(
            op,
            f"'func.return' op has {len(types)} operands, but enclosing function (@{name}) returns {len(wanted)}",
        )
    for number, (actual, declared) in enumerate(zip(types, wanted, strict=True)):
        if actual != declared:
            raise _refuse(
                op,
                f"type of return operand {number} ('{actual}') doesn't match function result type ('{declared}') "
                f"in function @{name}",
            )


def _called(op: Operation, functions: Mapping[str, Operation]) -> None:
    callee = op._attributes.get("callee")
    if not isinstance(callee, core.FlatSymbolRefAttr):
        return
    function = functions.get(callee.value)
    if function is None:
        raise _refuse(op, f"'func.call' op '{callee.value}' does not reference a valid function")
    kind = function._attributes.get("function_type")
    if not isinstance(kind, core.TypeAttr) or not isinstance(kind.value, core.FunctionType):
        return
    for noun, values, types in (
        ("operand", op._operands, kind.value.inputs),
        ("result", op._results, kind.value.results),
    ):
        if len(values) != len(types):
            raise _refuse(op, f"'func.call' op incorrect number of {noun}s for callee")
        for number, (value, expected) in enumerate(zip(values, types, strict=True)):
            if value._type == expected:
                continue
            raise _refuse(
                op,
                f"'func.call' op operand type mismatch: expected operand type '{expected}', but provided "
                f"'{value._type}' for operand number {number}"
                if noun == "operand"
                else f"'func.call' op result type mismatch at index {number}",
            )


def _ended(function: Operation) -> None:
    """Check that the blocks of a function end with a terminator."""
    for region in function._regions:
        for block in region._blocks:
            if not block._operations:
                raise _refuse(function, "empty block: expect at least a terminator")
            last = block._operations[-1]
            if last._name.startswith("stablehlo.") and last._name != "stablehlo.return":
                raise _refuse(last, f"block with no terminator, has {last}")


def verify(root: Operation) -> None:
    """Check an operation and all nested ones: types, calls, terminators, and dominance.

    Raises:
        MLIRError: The program is invalid; ``error_diagnostics`` has the message and the operation's location.
    """
    operations = core.everything(root)
    modules = [op for op in operations if op._name == "builtin.module"]
    functions = None
    if modules == [root]:
        functions = {
            op._attributes["sym_name"].value: op
            for op in operations
            if op._name == "func.func" and isinstance(op._attributes.get("sym_name"), core.StringAttr)
        }
    for op in operations:
        name = op._name
        if name in _ELEMENTWISE:
            types = [value._type for value in (*op._operands, *op._results)]
            if any(kind is not types[0] for kind in types):
                _elementwise(op, types, len(types))
        elif name == _COMPARE:
            types = [value._type for value in op._operands]
            operands = len(types)
            types += [value._type for value in op._results]
            if types:
                _elementwise(op, types, operands)
        elif name == "func.return":
            _returned(op, [value._type for value in op._operands])
        elif name == "func.func":
            _ended(op)
        elif name == "func.call" and functions is not None:
            _called(op, functions)
    misplaced = _native.misplaced(root) if root._name in ("builtin.module", "func.func") else None
    if misplaced is not None:
        raise _refuse(misplaced[0], f"operand #{misplaced[1]} does not dominate this use")
