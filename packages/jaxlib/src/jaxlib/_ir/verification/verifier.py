"""Verification of programs: each operation by itself, symbols, terminators, and dominance.

`Operation.verify` runs for every program that jax lowers, so operations like one that was valid are not checked
again. Upstream's verifier is the specification: nothing that it accepts is refused, but for optional attributes of
another kind, which upstream drops.
"""

# ruff: noqa: SIM905 - lists of words are easier to read
from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import cast

from jaxlib._ir import core
from jaxlib._ir.core import MLIRError, Operation, RankedTensorType, Type
from jaxlib._ir.core.blocks import is_terminator
from jaxlib._ir.core.diagnostics import DiagnosticInfo, failure, note
from jaxlib._ir.type_inference import tensors
from jaxlib._ir.verification import (
    kernel_operand_kinds,
    kernel_rules,
    kernel_signatures,
    kernel_traits,
    module_rules,
    mosaic_gpu_attributes,
    mosaic_gpu_regions,
    mosaic_gpu_rules,
    operand_kinds,
    operation_rules,
    region_rules,
    structure,
)
from jaxlib._ir.verification.operation_rules import Wrong, agree, compatible, need
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
_COMPARE = "stablehlo.compare"
_ELEMENTWISE = frozenset(f"stablehlo.{name}" for name in _ONE_TYPE) | {
    _COMPARE,
    *(f"chlo.{name}" for name in "mulhi next_after polygamma zeta".split()),
}
#: Operations whose attributes name them, or that depend on those around them, so that no other one is like them.
_NAMED = frozenset(
    ["builtin.module", "func.call", "func.func", "func.return", "sdy.mesh", "stablehlo.composite"]
) | frozenset(mosaic_gpu_regions.RULES)
#: Dialects whose operations must have the types that are inferred.
_INFERRED = ("stablehlo", "chlo", "sdy")
#: Dialects of which `is_terminator` knows every terminator; an operation of another one may end a block.
_ENDED = frozenset(
    ("arith", "builtin", "chlo", "func", "math", "memref", "mosaic_gpu", "stablehlo", "tpu", "vector")
)
#: Valid operations: their names, types and attributes. At most that many, of all programs.
_VALID: set[tuple[object, ...]] = set()
_MOST = 4096


def _refuse(op: Operation, message: str) -> MLIRError:
    location = op.location
    shown = op.get_asm(print_generic_op_form=True)
    assert isinstance(shown, str)
    shown = shown.removesuffix("\n")
    apart = "\n" if op._regions and op._regions[0]._blocks else ""  # before an operation of several lines
    about = note(f"see current operation: {apart}{shown}", location)
    return failure("Verification failed", [DiagnosticInfo(message, location, [about])])


def _elementwise(op: Operation) -> None:
    """Compare all shapes with that of the first type, and all element types, but for a comparison's result."""
    operands, results = op._operand_types, op._result_types
    first = operands[0]
    for kind in (*operands[1:], *results):
        need(agree(first.parts[0], kind.parts[0]), "requires the same shape for all operands and results")
    for kind in (*operands[1:], *(() if op._name == _COMPARE else results)):
        same = kind.parts[1] == first.parts[1] or "quant" in f"{kind}{first}"
        need(same, "requires compatible element types for all operands and results")


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
    if function is None or function._name != "func.func":
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
    """Check that the blocks of a function end with a terminator, and return what its type says."""
    holder = function._holder
    if holder is not None and holder._name != "builtin.module":
        raise _refuse(function, "'func.func' op symbol's parent must have the SymbolTable trait")
    visibility = function._attributes.get("sym_visibility")
    if not function._regions[0]._blocks and (visibility is None or visibility.value == "public"):
        raise _refuse(function, "'func.func' op symbol declaration cannot have public visibility")
    for region in function._regions:
        for block in region._blocks:
            if not block._operations:
                raise _refuse(function, "empty block: expect at least a terminator")
            last = block._operations[-1]
            if last._name == "func.return":
                _returned(last, last._operand_types)
            elif last._name.partition(".")[0] in _ENDED and not is_terminator(last):
                shown = last.get_asm(print_generic_op_form=True)
                raise _refuse(last, f"block with no terminator, has {shown!s}")


def _valid(op: Operation) -> None:
    """Check an operation by itself, and the blocks of its regions.

    Raises:
        Wrong: It is invalid.
        MLIRError: Its attributes, or the numbers of its operands, results and regions are wrong.
    """
    name, operands, results = op._name, op._operand_types, op._result_types
    structure.verify_one(op)
    if (text := operand_kinds.wrong(name, operands, results)) is not None:
        raise Wrong(text)
    if name.startswith("mosaic_gpu."):
        mosaic_gpu_regions.check(op)
        mosaic_gpu_attributes.check(op)
    if name in kernel_signatures.SIGNATURES:
        kernel_operand_kinds.check(op)
        kernel_traits.check(op)
    if name in _ELEMENTWISE:
        _elementwise(op)
    operation_rules.elements(op)
    rule = operation_rules.RULES.get(name) or region_rules.RULES.get(name) or kernel_rules.RULES.get(name)
    rule = rule or mosaic_gpu_rules.RULES.get(name)
    shapes = rule(op) if rule is not None else None
    for kind, shape in zip(results, shapes or (), strict=False):
        need(
            agree(kind.parts[0], shape),
            f"inferred shape {shape} is incompatible with the result's type {kind}",
        )
    infer = tensors.RULES.get(name) if name.partition(".")[0] in _INFERRED else None
    if infer is not None:
        inferred = infer(name, cast("list[RankedTensorType]", operands), op._attributes)
        same = operator.eq if name.startswith("sdy.") else compatible
        fits = len(inferred) == len(results) and all(map(same, inferred, results))
        need(fits, f"inferred types {inferred} are incompatible with the results' types {results}")


def _check(op: Operation) -> None:
    """Check an operation by itself.

    Raises:
        MLIRError: It is invalid.
    """
    try:
        _valid(op)
    except Wrong as error:
        raise _refuse(op, f"'{op._name}' op {error}") from None
    except MLIRError as error:
        raise _refuse(op, str(error)) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # Rules of inference are written for valid operations.
        raise _refuse(op, f"'{op._name}' op failed to infer returned types: {error}") from None


def _module(root: Operation, named: Mapping[str, list[Operation]]) -> None:
    """Check what depends on the operations of a module: symbols, calls, and shardings."""
    symbols: dict[str, Operation] = {}
    for name, op in module_rules.symbols_of(root):
        if symbols.setdefault(name, op) is not op:
            raise _refuse(op, f"redefinition of symbol named '{name}'")
    for call in named["func.call"]:
        _called(call, symbols)
    for names, check in (
        (named["sdy.mesh"], lambda op, _: module_rules.check_mesh(op)),
        (named["func.func"], module_rules.arguments),
        (named["stablehlo.composite"], module_rules.composite),
        (_native.holding(root, module_rules.SHARDINGS), module_rules.shardings),
    ):
        for op in names:
            try:
                check(op, symbols)
            except Wrong as error:
                raise _refuse(op, f"'{op._name}' op {error}") from None


def verify(root: Operation) -> None:
    """Check an operation and all nested ones: each by itself, symbols, terminators, and dominance.

    Raises:
        MLIRError: The program is invalid; ``error_diagnostics`` has the message and the operation's location.
    """
    if len(_VALID) > _MOST:
        _VALID.clear()
    named: dict[str, list[Operation]] = {name: [] for name in _NAMED}
    for op, key in _native.unverified(root, _VALID, _NAMED):
        if key is None or key not in _VALID:  # one like it may have come before
            _check(op)
        if key is None:
            named.setdefault(op._name, []).append(op)
        else:
            _VALID.add(key)
    for function in named["func.func"]:
        _ended(function)
    for op in named["func.return"]:
        if op is not root and (op._holder is None or op._holder._name != "func.func"):
            raise _refuse(op, "'func.return' op expects parent op 'func.func'")
    if named["builtin.module"] == [root]:
        _module(root, named)
    misplaced = _native.misplaced(root) if root._name in ("builtin.module", "func.func") else None
    if misplaced is None:
        return
    op, number = misplaced
    if number < 0:
        raise _refuse(op, f"'{op._name}' op must be the last operation in the parent block")
    raise _refuse(op, f"operand #{number} does not dominate this use")
