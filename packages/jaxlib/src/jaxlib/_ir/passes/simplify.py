"""Simplifies functions as MLIR's greedy pattern driver does when no pattern matches.

Upstream runs that driver on every program that it serializes, so its artifacts contain each constant once per
function, at the function's start, and no operation with unused results. Nothing is folded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jaxlib._ir import core
from jaxlib._ir.core import Attribute, Block, Location, Operation, Type, Value

#: Operations that are kept although their results are unused, because of their side effects in StableHLO and
#: Shardy. A custom call has side effects if it says so, and an operation with regions has those of the operations
#: in them.
_EFFECTS = frozenset(
    {
        "func.call",
        "sdy.sharding_constraint",
        "stablehlo.all_gather",
        "stablehlo.all_reduce",
        "stablehlo.all_to_all",
        "stablehlo.async_done",
        "stablehlo.async_start",
        "stablehlo.collective_broadcast",
        "stablehlo.collective_permute",
        "stablehlo.composite",
        "stablehlo.infeed",
        "stablehlo.outfeed",
        "stablehlo.recv",
        "stablehlo.reduce_scatter",
        "stablehlo.rng",
        "stablehlo.send",
    }
)
#: Operations whose regions use no values from outside: constants are not moved out of them.
_ISOLATED = frozenset({"chlo.scan", "sdy.manual_computation", "sdy.named_computation"})
_TERMINATORS = frozenset({"func.return", "sdy.return", "stablehlo.return"})
_DIALECTS = ("chlo.", "sdy.", "stablehlo.")


def simplify(module: Operation) -> None:
    """Simplify the functions of a module in place."""
    for function in module._regions[0]._blocks[0]._operations:
        if function._name == "func.func" and function._regions[0]._blocks:
            _unique_constants(function)
            _remove_dead_operations(function)


def _blocks(op: Operation) -> Iterator[Block]:
    """The blocks of an operation, without those of nested operations."""
    for region in op._regions:
        yield from region._blocks


def _unique_constants(scope: Operation) -> None:
    """Move constants to the start of a function or isolated region, one for each value, the last one first.

    Constants that are already at the start keep their order. A constant that replaces several has no location.
    """
    entry = scope._regions[0]._blocks[0]
    constants: dict[Attribute, Operation] = {}
    replaced: dict[Value[Type], Value[Type]] = {}
    leading: list[Operation] = []
    hoisted: list[Operation] = []
    nowhere = Location.unknown(scope.context)

    def visit(block: Block) -> None:
        rest: list[Operation] = []
        for op in block._operations:
            if op._name in _ISOLATED:
                _unique_constants(op)
            else:
                for inner in _blocks(op):
                    visit(inner)
            if op._name != "stablehlo.constant":
                rest.append(op)
                continue
            value = op._attributes["value"]
            known = constants.setdefault(value, op)
            if known is not op:
                known._location = nowhere
                replaced[op.result] = known.result
            elif block is entry and not rest:
                leading.append(op)
            else:
                hoisted.append(op)
        if len(rest) != len(block._operations):
            block._operations[:] = rest

    for block in _blocks(scope):
        visit(block)
    for constant in hoisted:
        constant._parent = entry
    entry._operations[:0] = [*reversed(hoisted), *leading]
    if replaced:
        for op in core.everything(scope):
            operands = op._operands
            if any(operand in replaced for operand in operands):
                op._operands = [replaced.get(operand, operand) for operand in operands]


def _is_effect_free(op: Operation) -> bool:
    name = op._name
    if name in _EFFECTS or not name.startswith(_DIALECTS):
        return False
    if name == "stablehlo.custom_call":
        effect = op._attributes.get("has_side_effect")
        return not isinstance(effect, core.BoolAttr) or not effect.value
    return all(
        inner._name in _TERMINATORS or _is_effect_free(inner)
        for block in _blocks(op)
        for inner in block._operations
    )


def _remove_dead_operations(function: Operation) -> None:
    """Repeatedly remove operations without side effects whose results are unused."""
    operations = core.everything(function)
    uses = Counter(operand.owner for op in operations for operand in op._operands)
    removed: set[Operation] = set()
    for op in reversed(operations):  # users of a value come after it
        if op is function or op._name in _TERMINATORS or uses[op] or not _is_effect_free(op):
            continue
        for inner in core.everything(op):
            if inner not in removed:  # its uses are already subtracted
                removed.add(inner)
                uses.subtract(operand.owner for operand in inner._operands)
    for block in {op.block for op in removed if op.block is not None}:
        block._operations[:] = [op for op in block._operations if op not in removed]
